"""Functions and constants that every template may use: words, cards and games."""

from __future__ import annotations

import re

from flask import Flask
from markupsafe import Markup, escape

from .. import messages, photo, words
from ..languages import LANGUAGES, speech
from ..rules.card_notation import write_rank, write_suit
from ..rules.cards import SUITS, Rank
from . import menu, preferences
from .which_games_have_page import games_with

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


def init_app(app: Flask) -> None:
    app.jinja_env.globals.update(
        card_name=words.card_name,
        game_names=words.GAME_NAMES,
        games_with=games_with,
        key_name=words.key_name,
        languages=LANGUAGES,
        looks_attribute=preferences.looks_attribute,
        menu=menu.menu,
        offer=None,
        on_phone=False,
        photos=photo.available(),
        rank_text=words.rank_text,
        ranks=tuple(Rank),
        say=messages,
        settlement_names=words.SETTLEMENT_NAMES,
        speech=speech,
        suit_name=lambda suit: words.SUIT_NAMES[suit],
        suit_text=words.suit_text,
        suits=SUITS,
        words=words,
    )
    # The notation, as addresses and scripts write it whatever the language.
    app.jinja_env.filters.update(rank_key=write_rank, suit_key=write_suit, unbroken=unbroken)
