"""Pictures of cards as markup, for the templates of all pages."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache

from flask import Flask
from markupsafe import Markup

from ..languages import Speech, speech
from ..rules.cards import Card, Cards
from ..rules.table_and_builds import Build
from .cached_fragments import markup


def card(card: Card, size: str = "", *, named: bool = True) -> Markup:
    """Return the picture of a card; ``size`` is a class of the styles.

    It is not ``named`` within a picture whose name has all of its cards.
    """
    return _card(speech(), "_card.html", card, size, named)


def take_back(card: Card, place: str = "") -> Markup:
    """Return the picture of a card with the words for a link that takes it back; ``place`` is
    ``"played"`` for the played card."""
    return _card(speech(), "referee/_take_back.html", card, place)


def choose(card: Card, state: str = "") -> Markup:
    """Return the picture of a table card with the words for a link that selects it; ``state`` may
    hold ``"chosen"`` and ``"blamed"``."""
    return _card(speech(), "referee/builds/_choosable_card.html", card, state)


def fan(build: Build, name: str = "") -> Markup:
    """Return the picture of a build: its cards side by side, with its value on them. ``name`` is
    read aloud in place of its cards."""
    return _fan(speech(), build, name)


def cards(cards: Iterable[Card], size: str = "") -> Markup:
    """Return the pictures of cards side by side."""
    return _side_by_side(card(each, size) for each in cards)


def sets(groups: Iterable[Cards], hand: Collection[Card] = ()) -> list[Markup]:
    """Return the pictures of each set of cards side by side; the first card that is in ``hand`` is
    marked as coming from there."""
    drawn = []
    for group in groups:
        pictures = [card(each, "small") for each in group]
        at = next((at for at, each in enumerate(group) if each in hand), None)
        if at is not None:
            pictures[at] = Markup('<span class="from-hand">%s</span>') % pictures[at]
            hand = ()
        drawn.append(_side_by_side(pictures))
    return drawn


def _side_by_side(pictures: Iterable[Markup]) -> Markup:
    return Markup(f'<span class="cards">{"".join(pictures)}</span>')  # noqa: S704 - all are markup


@lru_cache(maxsize=2048)
def _card(_speech: Speech, template: str, card: Card, kind: str, named: bool = True) -> Markup:
    return markup(template, card=card, size=kind, named=named)


@lru_cache(maxsize=2048)
def _fan(_speech: Speech, build: Build, name: str) -> Markup:
    return markup("_fan.html", build=build, name=name)


def init_app(app: Flask) -> None:
    """Give the templates these pictures."""
    app.jinja_env.globals.update(
        draw=card, fan=fan, cards=cards, sets=sets, choose=choose, take_back=take_back
    )
