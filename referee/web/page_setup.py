"""Setup of every app that has pages: URLs, languages, response headers, and what templates use."""

from __future__ import annotations

from flask import Flask, Request, Response
from flask.sessions import SessionInterface, SessionMixin

from .. import languages, response_headers, urls
from . import cached_fragments, card_pictures, in_memory_uploads, template_globals


class NoCookieSessions(SessionInterface):
    """Sessions that hold nothing: no page needs Flask's, which make a signer for each request."""

    def open_session(self, app: Flask, request: Request) -> None:  # noqa: ARG002 - of Flask
        """Return None, for a session that cannot be written to."""
        return

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Set no cookie."""


def init_app(app: Flask) -> None:
    """Set an app up, before its pages are registered."""
    app.session_interface = NoCookieSessions()
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}  # before its environment is
    urls.init_app(app)
    languages.init_app(app)
    response_headers.init_app(app)
    template_globals.init_app(app)
    cached_fragments.init_app(app)
    card_pictures.init_app(app)
    in_memory_uploads.init_app(app)
