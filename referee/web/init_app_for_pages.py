"""Setup of every app that has pages: URLs, languages, response headers, and what templates use."""

from __future__ import annotations

from flask import Flask

from .. import languages, response_headers, urls
from . import cached_fragments, card_pictures, in_memory_uploads, template_globals


def init_app(app: Flask) -> None:
    """Set an app up, before its pages are registered."""
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}  # before its environment is
    urls.init_app(app)
    languages.init_app(app)
    response_headers.init_app(app)
    template_globals.init_app(app)
    cached_fragments.init_app(app)
    card_pictures.init_app(app)
    in_memory_uploads.init_app(app)
