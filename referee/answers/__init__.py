"""Rulings, sheets, games, sessions and groups as plain data, in the names of the JSON contract."""

from .builds import build_ruling_json
from .games import followed_json, game_begun_json, game_json, record_json
from .photos import reading_json
from .rulings import option_json, ruling_json, verdict_json
from .sessions import group_json, session_json
from .sheets import etag, row_json, sheet_json, sheet_state_json
