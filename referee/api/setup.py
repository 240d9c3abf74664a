"""Setup of the JSON API: its blueprints, its errors and its OpenAPI document."""

from __future__ import annotations

from flask import Flask, Response, request
from flask.json.provider import DefaultJSONProvider

from . import openapi, play_calls, problems, referee_calls, session_calls, sheet_calls

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

    app.url_map.converters["game"] = referee_calls.GameConverter
    referee_calls.init_app(app, PREFIX)
    blueprints = (
        *(referee_calls.game_blueprint, referee_calls.blueprint, sheet_calls.score_blueprint),
        *(session_calls.blueprint, sheet_calls.blueprint, play_calls.blueprint),
        referee_calls.photo_blueprint,
    )
    openapi.init_app(app, PREFIX, blueprints)
