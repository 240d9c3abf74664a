"""The JSON API, version 1: thin, the same rules and services as the pages."""

from __future__ import annotations

from flask import Flask
from flask.json.provider import DefaultJSONProvider

from . import docs, problems, referee, score

PREFIX = "/api/v1"


def init_app(app: Flask) -> None:
    assert isinstance(app.json, DefaultJSONProvider)
    app.json.sort_keys = False
    app.json.compact = True
    problems.init_app(app)
    docs.init_app(app, PREFIX, (referee.blueprint, score.blueprint))
