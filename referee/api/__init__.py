"""The JSON API, version 1, on the same rules and services as the pages."""

from __future__ import annotations

from flask import Flask, Response, request
from flask.json.provider import DefaultJSONProvider

from . import (
    followed_game_plays,
    game_rules,
    game_state,
    games_and_sheets,
    groups_and_sessions,
    openapi,
    photo,
    problems,
    referee,
    score,
)

PREFIX = "/api/v1"


def init_app(app: Flask) -> None:
    assert isinstance(app.json, DefaultJSONProvider)
    app.json.sort_keys = False
    app.json.compact = True
    problems.init_app(app)

    @app.after_request
    def answer_options_as_json(response: Response) -> Response:
        """Set the content type of answers to OPTIONS, which Flask sends as empty HTML."""
        succeeded = response.status_code < 400
        if succeeded and request.method == "OPTIONS" and request.path.startswith(PREFIX):
            response.content_type = "application/json"
        return response

    app.url_map.converters["game"] = game_rules.GameConverter
    referee.init_app(app, PREFIX)
    sessions = (groups_and_sessions, games_and_sheets, game_state, followed_game_plays)
    areas = (game_rules, referee, score, *sessions, photo)
    openapi.init_app(app, PREFIX, [*dict.fromkeys(area.blueprint for area in areas)])
