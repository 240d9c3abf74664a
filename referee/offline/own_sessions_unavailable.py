"""What a phone says that cannot go on with its evenings. It judges all the same."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from flask import Flask, request

from .. import stateless_pages
from ..services.refusals import Cause, PhoneDataUnavailable, PhoneStorageFull
from . import photo_api

_EXTENSION = "referee-trouble"
NEED_NOTHING = {*stateless_pages.NEED_NOTHING, photo_api.blueprint.name}


def init_app(app: Flask) -> None:
    app.extensions[_EXTENSION] = None

    @app.before_request
    def refuse() -> None:
        found: Cause | None = app.extensions[_EXTENSION]
        if found and request.blueprint not in NEED_NOTHING:
            raise (PhoneStorageFull if found is Cause.NO_ROOM else PhoneDataUnavailable)(found)


def set_unavailable(app: Flask, trouble: Cause | None) -> None:
    """From now on this is the answer to whoever asks for something that is kept."""
    app.extensions[_EXTENSION] = trouble


@contextmanager
def unavailable_while(app: Flask, trouble: Cause) -> Iterator[None]:
    """It is the answer for the moment."""
    before = app.extensions[_EXTENSION]
    set_unavailable(app, trouble)
    yield
    set_unavailable(app, before)
