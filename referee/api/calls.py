"""Registration of the calls of the JSON API, its errors and its OpenAPI document."""

from flask import Flask
from flask.json.provider import DefaultJSONProvider

from . import (
    exercise_calls,
    openapi,
    play_calls,
    player_calls,
    problems,
    referee_calls,
    session_calls,
    sheet_calls,
)

PREFIX = "/api/v1"


def init_app(app: Flask) -> None:
    assert isinstance(app.json, DefaultJSONProvider)
    app.json.sort_keys = False
    app.json.compact = True
    problems.init_app(app)
    app.url_map.converters["game"] = referee_calls.GameConverter
    app.register_blueprint(referee_calls.no_referee_blueprint, url_prefix=PREFIX)
    blueprints = (
        *(referee_calls.game_blueprint, referee_calls.blueprint, sheet_calls.score_blueprint),
        *(session_calls.blueprint, sheet_calls.blueprint, play_calls.blueprint),
        *(player_calls.blueprint, exercise_calls.blueprint, referee_calls.photo_blueprint),
    )
    openapi.init_app(app, PREFIX, blueprints)
