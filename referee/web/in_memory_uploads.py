"""Uploaded files that stay in memory, so that nothing of a photo is written to disk."""

from __future__ import annotations

from io import BytesIO

import flask
from flask import Flask
from werkzeug.formparser import FormDataParser


class Request(flask.Request):
    """A request whose uploaded files stay in memory; the size limit of its body bounds them."""

    def make_form_data_parser(self) -> FormDataParser:
        parser = super().make_form_data_parser()
        parser.stream_factory = lambda *_, **__: BytesIO()
        return parser


def init_app(app: Flask) -> None:
    app.request_class = Request
