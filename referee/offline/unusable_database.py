"""Refusal of stored pages on a phone whose database cannot be used. The referee goes on working."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from flask import Flask, request

from ..services.refusals import Cause, PhoneDataUnavailable, PhoneStorageFull
from ..web import stateless_pages
from . import photo_api

_EXTENSION = "referee-trouble"
STATELESS_BLUEPRINTS = {*stateless_pages.STATELESS_BLUEPRINTS, photo_api.blueprint.name}


def init_app(app: Flask) -> None:
    app.extensions[_EXTENSION] = None

    @app.before_request
    def refuse() -> None:
        cause: Cause | None = app.extensions[_EXTENSION]
        if cause and request.blueprint not in STATELESS_BLUEPRINTS:
            raise (PhoneStorageFull if cause is Cause.NO_ROOM else PhoneDataUnavailable)(cause)


def set_unavailable(app: Flask, cause: Cause | None) -> None:
    """Refuse stored pages for a cause, None to serve them again."""
    app.extensions[_EXTENSION] = cause


@contextmanager
def unavailable_while(app: Flask, cause: Cause) -> Iterator[None]:
    """Refuse stored pages for a cause within a ``with`` block."""
    before = app.extensions[_EXTENSION]
    set_unavailable(app, cause)
    yield
    set_unavailable(app, before)
