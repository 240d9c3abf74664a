"""Builds, their sets, and tables with builds as texts."""

from __future__ import annotations

from collections.abc import Iterable

from ..languages import gettext
from ..rules.cards import Card
from ..rules.table_and_builds import Build, Table
from ..words import and_, build_number, card_text, cards_text


def build_name(build: Build) -> str:
    """Return a build with its cards: "build of 8 (3♠ and 5♥)"."""
    value = build_number(build.value)
    return gettext("build of %(value)s (%(cards)s)", value=value, cards=_cards_of_build(build))


def the_build(build: Build) -> str:
    """Return a build with its article and cards, as it is taken: "the build of 8 (3♠ and 5♥)"."""
    value = build_number(build.value)
    return gettext("the build of %(value)s (%(cards)s)", value=value, cards=_cards_of_build(build))


def _cards_of_build(build: Build) -> str:
    """Return the cards of a build; of a multiple build each set by itself: "9♠ and 4♣+5♥"."""
    if not build.multiple:
        return cards_text(build.cards)
    return and_("+".join(map(card_text, group)) for group in build.sets)


def left_text(table: Table) -> str:
    """Return the loose cards and builds of a table, side by side."""
    return ", ".join([*map(card_text, table.loose), *map(build_name, table.builds)])


def set_text(cards: Iterable[Card]) -> str:
    """Return a set of cards that make a value together: "3♦ + 5♣"."""
    return " + ".join(map(card_text, cards))
