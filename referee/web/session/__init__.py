"""Pages of a session, and those that start one."""

from ..secret_links import SESSION, session_blueprint

blueprint = session_blueprint("session", SESSION)
