"""Names of the fields of a sheet, of score items, and of rows, sides and sessions."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ..languages import (
    added_text,
    gettext,
    has_word,
    in_sentences,
    lazy_gettext,
    lazy_pgettext,
    ngettext,
    number_text,
    pgettext,
    sentence,
)
from ..rules.score_items import PointsForMost, PointsFromCount, ScoreItem
from ..rules.scoring import Score
from ..rules.sheet_plan import Adjustment, RowCounts, SheetPlan
from .card_names import card_text


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
    "over_spades": lazy_gettext("spades from the seventh"),
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


def points_text(sheet: SheetPlan, points: Mapping[str, int]) -> str:
    """Return what the points of several games were for: "Most cards 9 · aces 4 · sweeps 2".

    ``points`` are by score item. A house rule may have added items that the ``sheet`` lacks.
    """
    names = {item.key: item_text(item) for item in sheet.items}
    others = {key: str(ITEM_NAMES[key]) for key in points if key not in names and key in ITEM_NAMES}
    named_points = ((name, points.get(key, 0)) for key, name in (names | others).items())
    return sentence(" · ".join(f"{name} {number}" for name, number in named_points if number))


def items_text(sheet: SheetPlan, score: Score, *, counted: bool = True, after: str = "") -> str:
    """Return what a score is made of: "Own sweeps +5 · set up for Bo −10 · cards +13".

    The options are those of :func:`item_points`. Empty where only the whole score was entered, and
    nothing else was agreed on.
    """
    texts = item_points(sheet, score, counted=counted, after=after)
    texts += [adjustment_text(Adjustment(score.adjustment))] if score.adjustment else []
    return sentence(" · ".join(texts))


def item_points(
    sheet: SheetPlan, score: Score, *, counted: bool = True, after: str = ""
) -> list[str]:
    """Return the items of a score with their points: "own sweeps +5", "cards +13".

    ``counted``: the cards have been counted. ``after`` is the name of the player who plays next, if
    that is known.
    """
    items = score.items or {}
    if not sheet.sweeps_are_paid:
        scored = [(item_text(item), items.get(item.key, 0)) for item in sheet.items]
        return [f"{name} {points}" for name, points in scored if points]
    after = after or pgettext("set up for", "the next player")
    texts = []
    if items["sweeps"]:
        texts.append(gettext("own sweeps %(points)s", points=added_text(items["sweeps"])))
    if points := items["set_ups"]:
        texts.append(
            gettext("set up for %(name)s %(points)s", name=after, points=added_text(points))
        )
    if counted:
        texts.append(gettext("cards %(points)s", points=added_text(items["cards"])))
    if points := items["last_capture"]:
        texts.append(gettext("last capture %(points)s", points=added_text(points)))
    return texts


COLUMNS = {
    "session": lazy_pgettext("column", "session"),
    "night": lazy_pgettext("column", "night"),
    "started": lazy_pgettext("column", "started"),
    "game": lazy_pgettext("column", "game"),
    "number": lazy_pgettext("column", "number"),
    "finished": lazy_pgettext("column", "finished"),
    "dealer": lazy_pgettext("column", "dealer"),
    "seat": lazy_pgettext("column", "seat"),
    "player": lazy_pgettext("column", "player"),
    "team": lazy_pgettext("column", "team"),
    "markers": lazy_pgettext("column", "markers"),
    "sweeps": lazy_pgettext("column", "sweeps"),
    "set_ups": lazy_pgettext("column", "set_ups"),
    "over_spades": lazy_pgettext("column", "over_spades"),
    "last_capture": lazy_pgettext("column", "last_capture"),
    "adjustment": lazy_pgettext("column", "adjustment"),
    "adjustment_reason": lazy_pgettext("column", "reason"),
    "total": lazy_pgettext("column", "total"),
    "balanced": lazy_pgettext("column", "balanced"),
    **{key: field.column for key, field in FIELDS.items()},
    **{f"{key}_counted": field.counted for key, field in FIELDS.items() if field.counted},
}
"""The headings of a table for spreadsheets, by column."""


def row_of_sheet(sheet: SheetPlan, row: RowCounts) -> str:
    """Return a player's row of a sheet: "2 cards face up, 13 points"."""
    parts = []
    if sheet.sweeps_are_paid:
        parts.append(ngettext("%(num)d card face up", "%(num)d cards face up", row.markers))
    elif sheet.markers:
        parts.append(ngettext("%(num)d sweep", "%(num)d sweeps", row.markers))
    if isinstance(row.counted, int):
        parts.append(ngettext("%(num)d point", "%(num)d points", row.counted))
    elif row.counted is not None:
        fields = [field for field in sheet.fields if row.counted.get(field.key)]
        kinds = [kind_figure(field.key, row.counted[field.key]) for field in fields]
        kinds += [card_text(*f.faces) for f in sheet.apart if row.counted.get(f.key)]
        parts += kinds or [gettext("no counting cards")]
    else:
        parts.append(gettext("not counted"))
    if any(row.adjustment):
        parts.append(adjustment_text(row.adjustment))
    return ", ".join(parts)


def adjustment_text(adjustment: Adjustment) -> str:
    """Return points that the table agreed on: "penalty −1 (improper build)"."""
    points, reason = adjustment
    facts = {"points": added_text(points), "reason": reason}
    if not points:
        return reason
    if not reason:
        text = gettext("penalty %(points)s") if points < 0 else gettext("bonus %(points)s")
    elif points < 0:
        text = gettext("penalty %(points)s (%(reason)s)")
    else:
        text = gettext("bonus %(points)s (%(reason)s)")
    return text % facts


def sides_text(sides: Mapping[int, Sequence[int]], players: Sequence[str]) -> dict[int, str]:
    """Return the name of each side, made of the names of its seats: "Ada", "Ada & Cia"."""
    names = in_sentences(players)
    return {side: " & ".join(names[seat] for seat in seats) for side, seats in sides.items()}
