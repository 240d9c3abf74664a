"""The pages: server-rendered, usable without JavaScript."""

from __future__ import annotations

from flask import Flask

from .. import messages
from . import fragments, home, referee, rules


def init_app(app: Flask) -> None:
    app.jinja_env.globals.update(
        card_name=messages.card_name,
        game_names=messages.GAME_NAMES,
        rank_text=messages.rank_text,
        suit_text=messages.suit_text,
    )
    fragments.init_app(app)
    for blueprint in (home.blueprint, referee.blueprint, rules.blueprint):
        app.register_blueprint(blueprint)
