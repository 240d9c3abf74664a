"""Pages of the live table, where a game is followed play by play."""

from ..secret_links import GAME, session_blueprint

blueprint = session_blueprint("table", f"{GAME}/table")
