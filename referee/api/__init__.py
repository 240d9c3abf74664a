"""The JSON API, version 1: thin, the same rules and services as the pages."""

from __future__ import annotations

from flask import Flask, Response, request
from flask.json.provider import DefaultJSONProvider

from . import followed_games, games, openapi, photo, problems, referee, score, sessions

PREFIX = "/api/v1"


def init_app(app: Flask) -> None:
    assert isinstance(app.json, DefaultJSONProvider)
    app.json.sort_keys = False
    app.json.compact = True
    problems.init_app(app)

    @app.after_request
    def never_html(response: Response) -> Response:
        """Flask answers OPTIONS by itself, with an empty page."""
        answered = response.status_code < 400
        if answered and request.method == "OPTIONS" and request.path.startswith(PREFIX):
            response.content_type = "application/json"
        return response

    referee.init_app(app, PREFIX)
    areas = (referee, score, sessions, games, followed_games, photo)
    openapi.init_app(app, PREFIX, [area.blueprint for area in areas])
