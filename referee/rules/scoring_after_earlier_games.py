"""Effects of the earlier games of a session on the score of the next one (#session)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from .ruleset import NOTHING_CARRIED, Carried, Ruleset
from .score_items import MARKERS, PointsForMost, PointsPerCard, ScoreItem
from .scoring import score
from .seating import Teams
from .session_end import FirstToTarget
from .sheet_plan import RowCounts
from .standings_and_payments import Totals


class FinishedGame(NamedTuple):
    """A finished game of a session: the ``rules`` that it was played by, and its rows by seat."""

    rules: Ruleset
    rows: Sequence[RowCounts]


def depends_on_earlier_games(rules: Ruleset) -> bool:
    """Return whether a score by these rules may depend on earlier games of the session."""
    plan = rules.session
    return isinstance(plan, FirstToTarget) and bool(plan.rolls_over or plan.sweeps_until)


def after_games(
    rules: Ruleset, teams: Teams | None, totals: Totals, games: Iterable[FinishedGame]
) -> Ruleset:
    """Return the ruleset by which the next game of a session is scored, after these ``games``, the
    latest first, in which the sides came to these ``totals``."""
    plan = rules.session
    if not isinstance(plan, FirstToTarget) or not depends_on_earlier_games(rules):
        return rules
    rolled = _rolled_over(plan.rolls_over, teams, games) if plan.rolls_over else {}
    late = plan.sweeps_until is not None and max(totals.values()) >= plan.sweeps_until
    return carrying(rules, Carried(tuple(rolled.items()), late))


def _rolled_over(
    keys: Iterable[str], teams: Teams | None, games: Iterable[FinishedGame]
) -> dict[str, int]:
    """Return the points of items that nobody has scored in the latest games, by item, without those
    that somebody scored in the last one."""
    rolled: Counter[str] = Counter()
    open_keys = set(keys)
    for rules, rows in games:
        plan = rules.session
        open_keys &= set(plan.rolls_over) if isinstance(plan, FirstToTarget) else set()
        if not open_keys:
            break
        for unit in score(rules, rows, teams).scores:
            open_keys -= {key for key in open_keys if unit.items is None or unit.items[key]}
        for item in rules.sheet.items:
            if isinstance(item, PointsForMost) and item.key in open_keys:
                rolled[item.key] += item.points
    return {key: rolled[key] for key in keys if key in rolled}


@lru_cache(maxsize=256)
def carrying(rules: Ruleset, carried: Carried) -> Ruleset:
    """Return a ruleset with what earlier games have carried into it. Cached, so that the ruleset of
    a game stays one object."""
    if carried == NOTHING_CARRIED:
        return rules
    items = tuple(_item_after(item, carried) for item in rules.sheet.items)
    return replace(rules, sheet=replace(rules.sheet, items=items), carried=carried)


def _item_after(item: ScoreItem, carried: Carried) -> ScoreItem:
    """Return a score item with the points that have rolled over to it, or without those of
    sweeps."""
    if isinstance(item, PointsForMost):
        return replace(item, points=item.points + dict(carried.rolled).get(item.key, 0))
    if isinstance(item, PointsPerCard) and MARKERS in item.points and carried.sweeps_off:
        return replace(item, points={**item.points, MARKERS: 0})
    return item
