"""Games, house rules and what is counted, as players name them."""

from __future__ import annotations

from ..languages import gettext, lazy_gettext, lazy_pgettext, ngettext
from ..rules.scoring import Row, Score
from .numbers import added_text, number_text

GAME_NAMES = {"krypkasino": lazy_gettext("Krypkasino")}

HOUSE_RULES = {
    "two_player_five_six": lazy_gettext("Two players: five cards each, six on the table"),
    "last_capture_point": lazy_gettext("The last capture scores a point"),
    "set_aside_spades": lazy_gettext("Spades are set aside after a deal, not pictures"),
}

SETTLEMENT_NAMES = {
    "pairwise": lazy_gettext("Everyone with everyone"),
    "to_winner": lazy_gettext("To the winner"),
    "fewest": lazy_gettext("Fewest payments"),
}

KIND_NAMES = {
    "storan": lazy_gettext("10♦︎, “storan”"),
    "lillan": lazy_gettext("2♠︎, “lillan”"),
    "ace_of_spades": lazy_gettext("A♠︎"),
    "other_spades": lazy_gettext("each other spade"),
    "other_aces": lazy_gettext("each other ace"),
}

KIND_LABELS = KIND_NAMES | {
    "other_spades": lazy_gettext("Other spades"),
    "other_aces": lazy_gettext("Other aces"),
}

_KINDS = {
    "storan": (lazy_gettext("one storan"), lazy_gettext("%(number)s storan")),
    "lillan": (lazy_gettext("one lillan"), lazy_gettext("%(number)s lillan")),
    "ace_of_spades": (lazy_gettext("one A♠︎"), lazy_gettext("%(number)s A♠︎")),
    "other_spades": (lazy_gettext("one other spade"), lazy_gettext("%(number)s other spades")),
    "other_aces": (lazy_gettext("one other ace"), lazy_gettext("%(number)s other aces")),
}


def kind_number(key: str, number: int) -> str:
    """Counting cards of a kind in a sentence: "one lillan", "two other spades"."""
    one, many = _KINDS[key]
    return str(one) if number == 1 else str(many) % {"number": number_text(number)}


def row_of_sheet(row: Row) -> str:
    """A player's row: "2 face up, 13 points"."""
    parts = [ngettext("%(num)d face up", "%(num)d face up", row.markers)]
    if isinstance(row.counted, int):
        parts.append(ngettext("%(num)d point", "%(num)d points", row.counted))
    elif row.counted is not None:
        kinds = [kind_number(kind, number) for kind, number in row.counted.items() if number]
        parts += kinds or [gettext("no counting cards")]
    else:
        parts.append(gettext("not counted"))
    return ", ".join(parts)


COLUMNS = {
    "session": lazy_pgettext("column", "session"),
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
    "cards": lazy_pgettext("column", "cards"),
    "last_capture": lazy_pgettext("column", "last_capture"),
    "total": lazy_pgettext("column", "total"),
    "balanced": lazy_pgettext("column", "balanced"),
    "storan": lazy_pgettext("column", "storan"),
    "lillan": lazy_pgettext("column", "lillan"),
    "ace_of_spades": lazy_pgettext("column", "ace_of_spades"),
    "other_spades": lazy_pgettext("column", "other_spades"),
    "other_aces": lazy_pgettext("column", "other_aces"),
}
"""What stands above the columns of a table for spreadsheets."""


def items_text(score: Score, *, counted: bool = True) -> str:
    """What a score is made of: "Sweeps +5 · set up −10 · cards +13"."""
    text = gettext(
        "Sweeps %(sweeps)s · set up %(set_ups)s · cards %(cards)s",
        sweeps=added_text(score.sweeps),
        set_ups=added_text(score.set_ups),
        cards=added_text(score.cards) if counted else "?",
    )
    if not score.last_capture:
        return text
    last = gettext("last capture %(points)s", points=added_text(score.last_capture))
    return f"{text} · {last}"
