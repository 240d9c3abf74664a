"""Names of counted cards and score items, as players use them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ..languages import gettext, lazy_gettext, lazy_pgettext
from ..rules.score_items import PointsForMost, PointsFromCount, ScoreItem
from .number_format import has_word, number_text


class FieldWords(NamedTuple):
    """The words for a counted field.

    ``each`` is a card of it as it scores, ``label`` the heading of its number, ``singular`` and
    ``plural`` a number of cards in a sentence, ``figure`` the singular among numbers in figures,
    ``the`` the card where there is only one. ``scored`` is what it scores for, ``most`` what the
    most of it scores for. ``column`` and ``counted`` are the headings of its points and its number
    in a table for spreadsheets.
    """

    each: str
    label: str
    singular: str
    plural: str
    column: str
    counted: str = ""
    scored: str = ""
    most: str = ""
    the: str = ""
    figure: str = ""


FIELDS = {
    "storan": FieldWords(
        each=lazy_gettext("10♦︎, “storan”"),
        label=lazy_gettext("10♦︎, “storan”"),
        singular=lazy_gettext("one storan"),
        figure=lazy_gettext("1 storan"),
        plural=lazy_gettext("%(number)s storan"),
        column=lazy_pgettext("column", "storan"),
    ),
    "lillan": FieldWords(
        each=lazy_gettext("2♠︎, “lillan”"),
        label=lazy_gettext("2♠︎, “lillan”"),
        singular=lazy_gettext("one lillan"),
        figure=lazy_gettext("1 lillan"),
        plural=lazy_gettext("%(number)s lillan"),
        column=lazy_pgettext("column", "lillan"),
    ),
    "ace_of_spades": FieldWords(
        each=lazy_gettext("A♠︎"),
        label=lazy_gettext("A♠︎"),
        singular=lazy_gettext("one A♠︎"),
        figure=lazy_gettext("1 A♠︎"),
        plural=lazy_gettext("%(number)s A♠︎"),
        column=lazy_pgettext("column", "ace_of_spades"),
    ),
    "other_spades": FieldWords(
        each=lazy_gettext("each other spade"),
        label=lazy_gettext("Other spades"),
        singular=lazy_gettext("one other spade"),
        figure=lazy_gettext("1 other spade"),
        plural=lazy_gettext("%(number)s other spades"),
        column=lazy_pgettext("column", "other_spades"),
    ),
    "other_aces": FieldWords(
        each=lazy_gettext("each other ace"),
        label=lazy_gettext("Other aces"),
        singular=lazy_gettext("one other ace"),
        figure=lazy_gettext("1 other ace"),
        plural=lazy_gettext("%(number)s other aces"),
        column=lazy_pgettext("column", "other_aces"),
    ),
    "cards": FieldWords(
        each=lazy_gettext("each card"),
        label=lazy_gettext("Cards"),
        singular=lazy_gettext("one card"),
        figure=lazy_gettext("1 card"),
        plural=lazy_gettext("%(number)s cards"),
        column=lazy_pgettext("column", "cards"),
        counted=lazy_pgettext("column", "cards_counted"),
        most=lazy_gettext("most cards"),
    ),
    "spades": FieldWords(
        each=lazy_gettext("each spade"),
        label=lazy_gettext("Spades"),
        singular=lazy_gettext("one spade"),
        figure=lazy_gettext("1 spade"),
        plural=lazy_gettext("%(number)s spades"),
        column=lazy_pgettext("column", "spades"),
        counted=lazy_pgettext("column", "spades_counted"),
        scored=lazy_gettext("spades"),
        most=lazy_gettext("most spades"),
    ),
    "jack_of_spades": FieldWords(
        each=lazy_gettext("J♠︎"),
        label=lazy_gettext("J♠︎"),
        singular=lazy_gettext("one J♠︎"),
        figure=lazy_gettext("J♠︎"),
        plural=lazy_gettext("%(number)s J♠︎"),
        column=lazy_pgettext("column", "jack_of_spades"),
        counted=lazy_pgettext("column", "jack_of_spades_counted"),
        scored=lazy_gettext("J♠︎"),
        the=lazy_gettext("the jack of spades"),
    ),
    "aces": FieldWords(
        each=lazy_gettext("each ace"),
        label=lazy_gettext("Aces"),
        singular=lazy_gettext("one ace"),
        figure=lazy_gettext("1 ace"),
        plural=lazy_gettext("%(number)s aces"),
        column=lazy_pgettext("column", "aces"),
        counted=lazy_pgettext("column", "aces_counted"),
        scored=lazy_gettext("aces"),
    ),
    "big_casino": FieldWords(
        each=lazy_gettext("10♦︎, “big casino”"),
        label=lazy_gettext("10♦︎, “big casino”"),
        singular=lazy_gettext("one 10♦︎"),
        figure=lazy_gettext("10♦︎"),
        plural=lazy_gettext("%(number)s 10♦︎"),
        column=lazy_pgettext("column", "big_casino"),
        counted=lazy_pgettext("column", "big_casino_counted"),
        scored=lazy_gettext("10♦︎"),
        the=lazy_gettext("the ten of diamonds"),
    ),
    "little_casino": FieldWords(
        each=lazy_gettext("2♠︎, “little casino”"),
        label=lazy_gettext("2♠︎, “little casino”"),
        singular=lazy_gettext("one 2♠︎"),
        figure=lazy_gettext("2♠︎"),
        plural=lazy_gettext("%(number)s 2♠︎"),
        column=lazy_pgettext("column", "little_casino"),
        counted=lazy_pgettext("column", "little_casino_counted"),
        scored=lazy_gettext("2♠︎"),
        the=lazy_gettext("the two of spades"),
    ),
}
"""The words for each field that a sheet may have, by its key."""


def kind_number(key: str, number: int) -> str:
    """Return a number of cards of a field: "one lillan", "two other spades"."""
    field = FIELDS[key]
    return (
        str(field.singular) if number == 1 else str(field.plural) % {"number": number_text(number)}
    )


def kind_figure(key: str, number: int) -> str:
    """Return a number of cards of a field in figures: "1 lillan", "2 other spades", "10♦"."""
    field = FIELDS[key]
    if number == 1:
        return str(field.figure or field.singular)
    return str(field.plural) % {"number": number}


def kind_numbers(numbers: Mapping[str, int]) -> list[str]:
    """Return numbers of cards by field, for a sentence: all in figures if one of them has no word,
    else all in words."""
    text = kind_number if all(map(has_word, numbers.values())) else kind_figure
    return [text(key, number) for key, number in numbers.items()]


ITEM_NAMES = {
    "sweeps": lazy_gettext("sweeps"),
    "over_spades": lazy_gettext("spades past six"),
    "last_capture": lazy_gettext("last capture"),
}
"""The names of score items that are not counted in a pile."""


def item_text(item: ScoreItem) -> str:
    """Return what a score item is scored for: "most cards", "five spades", "10♦"."""
    if isinstance(item, PointsForMost):
        return str(FIELDS[item.field].most)
    if isinstance(item, PointsFromCount):
        return gettext("at least %(cards)s", cards=kind_number(item.field, item.least))
    return str(FIELDS[item.key].scored if item.key in FIELDS else ITEM_NAMES[item.key])
