"""Functions and constants that every template may use: words, cards and games."""

from __future__ import annotations

import re
from collections.abc import Iterable
from types import ModuleType, SimpleNamespace

from flask import Flask
from markupsafe import Markup, escape

from .. import photo
from ..languages import LANGUAGES, speech
from ..messages import (
    build_page,
    build_reasons,
    build_rulings,
    build_verdicts,
    capture_verdicts,
    dealing,
    exercise_texts,
    irregular_plays,
    photo_texts,
    session_results,
    sheet_balance,
    table_events,
)
from ..rules.card_notation import write_rank, write_suit
from ..rules.cards import SUITS, Rank
from ..words import card_names, game_names, house_rule_words, numbers_and_lists, score_names
from ..words.card_names import SUIT_NAMES, card_name, key_name, rank_text, suit_text
from ..words.game_names import GAME_NAMES, SETTLEMENT_NAMES
from . import menu, preferences
from .which_games_have_page import games_with

_SENTENCES = (
    *(build_page, build_reasons, build_rulings, build_verdicts, capture_verdicts, dealing),
    *(exercise_texts, irregular_plays, photo_texts, session_results, sheet_balance, table_events),
)
_WORDS = (card_names, game_names, house_rule_words, numbers_and_lists, score_names)
_LINE = 30
"""Letters that fit into a line of a small phone."""


def unbroken(text: str) -> Markup:
    """Return a text as markup in which no short part between the signs ``· + ,`` is broken, if the
    line has room for it: "10♦ 2" is one in "aces 4 · 10♦ 2 · 2♠ 1"."""
    parts = re.split(r"(?<=[·+,]) ", text)
    if len(parts) == 1:
        return escape(text)
    return Markup(" ").join(
        Markup('<span class="unbroken">{}</span>').format(part) if len(part) <= _LINE else part
        for part in parts
    )


def _names_of(modules: Iterable[ModuleType]) -> SimpleNamespace:
    """Return the public functions and tables that these modules define, for templates."""
    return SimpleNamespace(
        **{
            name: value
            for module in modules
            for name, value in vars(module).items()
            if getattr(value, "__module__", module.__name__) == module.__name__
            and not name.startswith("_")
        }
    )


def init_app(app: Flask) -> None:
    app.jinja_env.globals.update(
        card_name=card_name,
        game_names=GAME_NAMES,
        games_with=games_with,
        key_name=key_name,
        languages=LANGUAGES,
        looks_attribute=preferences.looks_attribute,
        menu=menu.menu,
        offer=None,
        on_phone=False,
        photos=photo.available(),
        rank_text=rank_text,
        ranks=tuple(Rank),
        say=_names_of(_SENTENCES),
        settlement_names=SETTLEMENT_NAMES,
        speech=speech,
        suit_name=lambda suit: SUIT_NAMES[suit],
        suit_text=suit_text,
        suits=SUITS,
        words=_names_of(_WORDS),
    )
    # The notation, as addresses and scripts write it whatever the language.
    app.jinja_env.filters.update(rank_key=write_rank, suit_key=write_suit, unbroken=unbroken)
