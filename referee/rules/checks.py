"""A score sheet while it is filled in: what is still missing, and who must have it (#scoring)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from .ruleset import Ruleset
from .scoring import Counted, Row, Sheet, card_points, score, uncounted


@dataclass(frozen=True)
class Check:
    """``sheet`` is scored as if seats that are not counted yet had no counting cards.

    ``points_missing`` is what the sum lacks, negative if it has too many. ``kinds_missing`` says
    the same by kind, without those that are complete; None if somebody counted points only.
    ``too_many`` are kinds of which more were found than there are, whoever else counted how.
    ``last_capture_missing`` are the points that wait for somebody to say who captured last.
    ``rest`` is what the only seat that has not counted must have, None if there is no such seat
    or no such rest.
    """

    sheet: Sheet
    uncounted: tuple[int, ...]
    points_missing: int
    kinds_missing: Mapping[str, int] | None
    too_many: Mapping[str, int]
    last_capture_missing: int
    rest: Counted | None

    @property
    def complete(self) -> bool:
        """Has everybody counted?"""
        return not self.uncounted

    @property
    def nothing_counted(self) -> bool:
        """Is everybody's pile still to be counted?"""
        return len(self.uncounted) == len(self.sheet.scores)

    @property
    def balanced(self) -> bool:
        return self.complete and self.sheet.balanced


def check(
    rules: Ruleset,
    rows: Sequence[Row],
    teams: tuple[int, ...] | None = None,
    last_capturer: int | None = None,
) -> Check:
    """How far a sheet is filled and how well it adds up. Raises as
    :func:`~referee.rules.scoring.score` does, but takes rows that are not counted."""
    missing = uncounted(rows)
    counted = [row.counted for row in rows if row.counted is not None]
    by_kind = [kinds for kinds in counted if isinstance(kinds, Mapping)]
    so_far = {
        kind.key: rules.number_of(kind) - sum(kinds[kind.key] for kinds in by_kind)
        for kind in rules.kinds
    }
    all_by_kind = bool(by_kind) and len(by_kind) == len(counted)
    filled = [row if row.counted is not None else replace(row, counted=0) for row in rows]
    total = sum(card_points(rules, one) for one in counted)
    cards = rules.expected_total - rules.last_capture_points
    rest: Counted | None = None
    if len(missing) == 1 and counted:
        rest = so_far if all_by_kind else cards - total
        if min(rest.values() if isinstance(rest, Mapping) else [rest]) < 0:
            rest = None
    sheet = score(rules, filled, teams, last_capturer)
    return Check(
        sheet=sheet,
        uncounted=missing,
        points_missing=sheet.expected - sheet.sum,
        kinds_missing={key: n for key, n in so_far.items() if n} if all_by_kind else None,
        too_many={key: -n for key, n in so_far.items() if n < 0},
        last_capture_missing=0 if last_capturer is not None else rules.last_capture_points,
        rest=rest,
    )
