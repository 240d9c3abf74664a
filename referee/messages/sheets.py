"""What is said at the score sheet, to the dealer, and when people pay."""

from __future__ import annotations

from collections.abc import Mapping

from ..languages import gettext, ngettext
from ..rules.checks import Check
from ..rules.ruleset import DealPlan, Ruleset
from ..rules.scoring import Counted
from ..words import KIND_LABELS, SUIT_NAMES, and_, card_text, kind_number, number_text, rank_text


def balance_text(check: Check) -> str:
    """Does the sheet add up, and what is missing when it does not?"""
    expected = check.sheet.expected
    if check.too_many:
        return gettext("Too many: %(kinds)s.", kinds=_kinds(check.too_many))
    if check.balanced:
        return gettext("Adds up to %(expected)d", expected=expected)
    if check.nothing_counted:
        return gettext("Nothing counted yet.")
    missing = {key: n for key, n in (check.kinds_missing or {}).items() if n > 0}
    if missing:
        number = sum(missing.values())
        return ngettext(
            "Still missing: %(kinds)s.",
            "Still missing: %(kinds)s.",
            number,
            kinds=_kinds(missing),
        )
    if check.complete and 0 < check.points_missing == check.last_capture_missing:
        return gettext("Now say who captured last: it scores a point.")
    return _points_text(check)


def _points_text(check: Check) -> str:
    """What the sum has too much or too little."""
    expected = check.sheet.expected
    if check.points_missing < 0:
        return ngettext(
            "%(num)d point too many: the sum is %(sum)d, not %(expected)d.",
            "%(num)d points too many: the sum is %(sum)d, not %(expected)d.",
            -check.points_missing,
            sum=check.sheet.sum,
            expected=expected,
        )
    return ngettext(
        "%(num)d point is missing: the sum is %(sum)d, not %(expected)d.",
        "%(num)d points are missing: the sum is %(sum)d, not %(expected)d.",
        check.points_missing,
        sum=check.sheet.sum,
        expected=expected,
    )


def worth_text(rules: Ruleset) -> str:
    """What counts, in one line: "10♦ = 3 · 2♠ = 2 · … · Other aces = 1"."""
    kinds = []
    for kind in rules.kinds:
        name = KIND_LABELS[kind.key] if len(kind.faces) > 1 else card_text(*kind.faces)
        kinds.append(f"{name}\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}{kind.points}")
    return gettext("What a card counts: %(kinds)s", kinds=" · ".join(kinds))


def rest_text(name: str, rest: Counted) -> str:
    """What only one player can still have."""
    if isinstance(rest, int):
        return ngettext(
            "%(name)s must have %(num)d point", "%(name)s must have %(num)d points", rest, name=name
        )
    kinds = {key: n for key, n in rest.items() if n}
    if not kinds:
        return gettext("%(name)s can have no counting cards", name=name)
    return gettext("%(name)s must have %(kinds)s", name=name, kinds=_kinds(kinds))


def _kinds(kinds: Mapping[str, int]) -> str:
    """ "one lillan and two other spades"."""
    return and_(kind_number(key, number) for key, number in kinds.items())


def deal_text(plan: DealPlan, deal: int) -> str:
    """What the dealer does for a deal: "Deal 3 to each, 2 to the table, 2 to each"."""
    if deal > 1:
        said = gettext("Deal %(batches)s to each", batches=_batches(plan.later_hands))
        if deal == plan.deals:
            return gettext("%(deal)s. Last cards: say “sistan”", deal=said)
        return said
    parts = []
    for hand, table in zip(plan.first_hand, plan.table, strict=True):
        parts.append(gettext("%(cards)s to each", cards=number_text(hand)))
        if table:
            parts.append(gettext("%(cards)s to the table", cards=number_text(table)))
    return gettext("Deal %(parts)s", parts=", ".join(parts))


def set_aside_text(rules: Ruleset) -> str:
    """What the dealer takes off the table after every deal: "Then set aside J, Q and K …"."""
    suits = {face.suit for face in rules.faces_set_aside}
    ranks = sorted({face.rank for face in rules.faces_set_aside})
    if len(suits) == 1:
        (suit,) = suits
        return gettext("Then set aside all %(suit)s from the table.", suit=str(SUIT_NAMES[suit]))
    return gettext("Then set aside %(faces)s from the table.", faces=and_(map(rank_text, ranks)))


def _batches(batches: tuple[int, ...]) -> str:
    return " + ".join(map(str, batches))
