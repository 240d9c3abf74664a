"""Photos that forms send: of bounded size, and never on disk."""

from __future__ import annotations

from io import BytesIO
from typing import IO, Any

import flask
from flask import Flask, request
from werkzeug.formparser import FormDataParser

from ..photo import Knowledge, Reading
from ..services.photos import read_photo

LARGEST_FORM = 24 * 1024 * 1024
"""Bytes of a form with a photo: above what a photo may have, so that its page can refuse one."""
_WITH_PHOTO = ("sheets.read_pile",)


class Request(flask.Request):
    """A request whose files stay in memory; the usual one writes large files to disk."""

    def make_form_data_parser(self) -> FormDataParser:
        parser = super().make_form_data_parser()
        parser.stream_factory = _in_memory
        return parser


def _in_memory(*_: Any, **__: Any) -> IO[bytes]:
    return BytesIO()


def init_app(app: Flask) -> None:
    app.request_class = Request

    @app.before_request
    def allow_photo() -> None:
        if request.endpoint in _WITH_PHOTO:
            request.max_content_length = LARGEST_FORM


def read_sent_photo(field: str, knowledge: Knowledge) -> Reading | None:
    """Return the cards in the photo that a field of the form has sent; None if it has sent none.
    Raises as :func:`~referee.services.photos.read_photo` does."""
    sent = request.files.get(field)
    if sent is None or not sent.filename:
        return None
    return read_photo(sent.stream.read(), sent.content_type, knowledge)
