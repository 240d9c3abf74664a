"""Setup of every app that has pages: URLs, languages, response headers, and what templates use."""

from __future__ import annotations

from flask import Flask, Request
from flask.sessions import SessionInterface

from .. import languages, response_headers, urls
from . import cached_fragments, card_pictures, in_memory_uploads, template_globals


class _NoSession(SessionInterface):
    """Flask's session, for which no cookie is looked for: no page keeps anything in it."""

    def open_session(self, app: Flask, request: Request) -> None:
        """Return None, which Flask takes for a session that nothing can be put into."""


def init_app(app: Flask) -> None:
    """Set an app up, before its pages are registered."""
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}  # before its environment is
    app.session_interface = _NoSession()
    urls.init_app(app)
    languages.init_app(app)
    response_headers.init_app(app)
    template_globals.init_app(app)
    cached_fragments.init_app(app)
    card_pictures.init_app(app)
    in_memory_uploads.init_app(app)
