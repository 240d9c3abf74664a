"""Sentences on whether a score sheet adds up, and what is missing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..languages import gettext, ngettext
from ..rules.score_items import PointsForMost
from ..rules.sheet_check import Check, LeftOver
from ..rules.sheet_plan import Counted
from ..words import FIELDS, and_, item_text, kind_numbers, or_


def balance_text(check: Check) -> str:
    """Return whether a sheet adds up, and what is missing if it does not."""
    return _whole_text(check) if check.possible_totals else _sum_text(check)


def _sum_text(check: Check) -> str:
    """Return how a sheet stands in a game that has a single expected total."""
    if check.too_many:
        return gettext("Too many: %(kinds)s.", kinds=_kinds(check.too_many))
    if check.balanced:
        return gettext("Adds up to %(expected)d", expected=check.sheet.expected)
    if check.nothing_counted:
        return gettext("Nothing counted yet.")
    missing = {key: n for key, n in (check.kinds_missing or {}).items() if n > 0}
    return _missing_text(missing) if missing else _open_sum_text(check)


def _open_sum_text(check: Check) -> str:
    """Return how a sum differs from the expected total, or that somebody has not counted yet."""
    points = check.points_missing or 0
    if check.uncounted and points >= 0:
        return _so_far_text(check)
    if check.left_over:
        return _left_over_text(check.left_over)
    if 0 < points == check.last_capture_missing:
        return gettext("Now say who captured last: it scores a point.")
    return _points_text(points, check.sheet.sum, check.sheet.expected or 0)


def _whole_text(check: Check) -> str:
    """Return how a sheet stands in a game where ties and sweeps decide the expected total."""
    if check.too_many:
        return gettext("Too many: %(kinds)s.", kinds=_kinds(check.too_many))
    if check.mixed:
        return gettext("Some counted and some said points. Let all do the same.")
    if check.no_piles:
        return gettext("Some numbers are impossible: see the rows.")
    if check.left_over and check.left_over.differs and not check.kinds_missing:
        return _left_over_text(check.left_over)
    if check.balanced:
        text = _adds_up_text(check)
        return _tie_text(text, check.shared_most) if check.shared_most else text
    return _lacking_text(check)


def _tie_text(text: str, shared: Sequence[PointsForMost]) -> str:
    """Return why a sum is low: nobody has the points for the most of something."""
    return gettext("%(sum)s: a tie for %(most)s", sum=text, most=and_(map(item_text, shared)))


def _lacking_text(check: Check) -> str:
    """Return what must still be counted, entered or looked for."""
    if check.nothing_counted:
        return gettext("Nothing counted yet.")
    lacking = {key: n for key, n in (check.kinds_missing or {}).items() if n > 0}
    if lacking:
        single = [str(FIELDS[key].the) for key in lacking if FIELDS[key].the]
        several = {key: n for key, n in lacking.items() if not FIELDS[key].the}
        texts = [_missing_text(several)] if several else []
        if single:
            texts.append(gettext("Nobody has %(cards)s.", cards=or_(single)))
        return " ".join(texts)
    if check.uncounted:
        return _so_far_text(check)
    if check.sheet.kinds:
        return gettext("Now say who captured last: it scores a point.")
    totals = or_(map(str, check.possible_totals))
    facts = {"sum": check.sheet.sum - check.beside, "totals": totals}
    if check.beside:
        return gettext("Without sweeps the sum is %(sum)d. It can be %(totals)s.", **facts)
    return gettext("The sum is %(sum)d. It can be %(totals)s.", **facts)


def _so_far_text(check: Check) -> str:
    return ngettext("%(num)d point so far", "%(num)d points so far", check.sheet.sum)


def _left_over_text(left_over: LeftOver) -> str:
    """Return how an entered whole score differs from what the other piles leave."""
    return gettext(
        "One pile was said to make %(said)d, but what is left makes %(scores)d.",
        said=left_over.said,
        scores=left_over.scores,
    )


def _adds_up_text(check: Check) -> str:
    points = check.sheet.sum - check.beside
    if not check.beside:
        return gettext("Adds up to %(expected)d", expected=points)
    return ngettext(
        "Adds up to %(expected)d, and %(num)d for a sweep",
        "Adds up to %(expected)d, and %(num)d for sweeps",
        check.beside,
        expected=points,
    )


def _missing_text(missing: Mapping[str, int]) -> str:
    number = sum(missing.values())
    return ngettext(
        "Still missing: %(kinds)s.",
        "Still missing: %(kinds)s.",
        number,
        kinds=_kinds(missing),
    )


def _points_text(missing: int, total: int, expected: int) -> str:
    """Return how many points a sum has too much or too little."""
    if missing < 0:
        return ngettext(
            "%(num)d point too many: the sum is %(sum)d, not %(expected)d.",
            "%(num)d points too many: the sum is %(sum)d, not %(expected)d.",
            -missing,
            sum=total,
            expected=expected,
        )
    return ngettext(
        "%(num)d point is missing: the sum is %(sum)d, not %(expected)d.",
        "%(num)d points are missing: the sum is %(sum)d, not %(expected)d.",
        missing,
        sum=total,
        expected=expected,
    )


def rest_text(name: str, rest: Counted) -> str:
    """Return what the only player who has not counted must have."""
    if isinstance(rest, int):
        return ngettext(
            "%(name)s must have %(num)d point", "%(name)s must have %(num)d points", rest, name=name
        )
    kinds = {key: n for key, n in rest.items() if n}
    if not kinds:
        return gettext("%(name)s can have no counting cards", name=name)
    return gettext("%(name)s must have %(kinds)s", name=name, kinds=_kinds(kinds))


def _kinds(kinds: Mapping[str, int]) -> str:
    """Return numbers of cards by field: "one lillan and two other spades"."""
    return and_(kind_numbers(kinds))
