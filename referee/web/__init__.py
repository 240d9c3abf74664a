"""The pages: server-rendered, usable without JavaScript."""

from __future__ import annotations

from flask import Flask

from .. import words
from ..languages import LANGUAGES
from ..languages import speech as how
from ..rules.cards import SUITS, Rank
from ..rules.notation import write_rank, write_suit
from . import (
    archives,
    assets,
    chart,
    correct,
    csrf,
    disputes,
    follow,
    groups,
    home,
    likes,
    links,
    places,
    play,
    referee,
    replay,
    rules,
    sessions,
    sheets,
    shell,
    start,
    templates,
)


def init_app(app: Flask) -> None:
    app.jinja_env.globals.update(
        card_name=words.card_name,
        words=words,
        game_names=words.GAME_NAMES,
        house_rule_names=words.HOUSE_RULES,
        settlement_names=words.SETTLEMENT_NAMES,
        key_name=words.key_name,
        rank_text=words.rank_text,
        ranks=tuple(Rank),
        suit_name=lambda suit: words.SUIT_NAMES[suit],
        suit_text=words.suit_text,
        suits=SUITS,
    )
    app.jinja_env.globals.update(
        languages=LANGUAGES, speech=how, menu=likes.menu, looks_attribute=likes.looks_attribute
    )
    app.jinja_env.globals.update(shape=chart.shape, next_page=sessions.next_page)
    # The notation, as addresses and scripts write it whatever the language.
    app.jinja_env.filters.update(rank_key=write_rank, suit_key=write_suit)
    templates.init_app(app)
    places.init_app(app)
    csrf.init_app(app)
    assets.init_app(app)
    app.logger.addFilter(links.HideKeys())
    for area in (
        *(home, likes, shell, assets, links, start, groups, archives, sessions, play, sheets),
        *(follow, correct, replay, disputes, referee, rules),
    ):
        app.register_blueprint(area.blueprint)
