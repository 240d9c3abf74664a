"""A row of a score sheet that is typed over an existing row."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import quote

from .cards import Cards
from .score_items import MARKERS
from .scoring import quick_points
from .sheet_plan import Adjustment, Counted, RowCounts, SheetPlan

POINTS = "points"
"""The field of the quick number, and the mode of a row that has one."""
KINDS = "kinds"
"""The mode of a row whose cards are counted by kind."""
ADJUSTMENT = "adjustment"
"""The field of the points that the table agreed on."""
REASON = "adjustment_reason"
"""The field of the reason for them."""
NOTHING = "-"
"""An empty field among the numbers that were shown."""

Numbers = Mapping[str, int | None]
"""The number of each field of a row; None for an empty one."""


@dataclass(frozen=True)
class TypedRow:
    """The ``numbers`` that were typed in place of those that were ``shown``, as texts. ``seen``:
    the player has seen the version of the row, or sent none.

    ``mode`` says how the cards are counted, and ``step_mode`` the same for a tap on + or −; without
    them the changed fields decide. ``cards`` are those of a photographed pile, and replace those of
    the existing row if they are ``new``. ``reason`` is that of the adjustment; None, and no number
    for it, in a form that does not ask for one: then the row keeps its own.
    """

    plan: SheetPlan
    numbers: Numbers
    shown: Mapping[str, str]
    seen: bool
    mode: str = ""
    step_mode: str = ""
    cards: Cards = ()
    new: bool = False
    reason: str | None = None

    def over(self, stands: RowCounts) -> RowCounts:
        """Return the row that was entered, if the existing row was not changed by others."""
        mode = self.step_mode or self.mode or self._changed(stands)
        return self._row(stands, mode, self.numbers, self.reason)

    def merged(self, stands: RowCounts) -> RowCounts | None:
        """Return the entered row merged with a row that was changed by others since it was shown.

        None if both changed a number differently, or if one of them may not know of the other's
        change: sweeps, holders of single cards and adjustments hang on nothing else.
        """
        changed_elsewhere = self._differing(shown_numbers(self.plan, stands))
        changed_here = self._differing(self.numbers)
        independent = {MARKERS, ADJUSTMENT} >= changed_elsewhere or {ADJUSTMENT} >= changed_here
        if not self.plan.choices and not (self.seen and independent):
            return None
        current = self._stands(stands)
        kinds = {field.key for field in self.plan.numbers}
        mode = self.mode or (
            KINDS if changed_here & kinds else POINTS if POINTS in changed_here else ""
        )
        if any(self.numbers[name] != current[name] for name in changed_here & changed_elsewhere):
            return None
        if mode == POINTS and changed_elsewhere & kinds:
            return None
        if mode == KINDS and current.get(POINTS) is not None and POINTS in changed_elsewhere:
            return None
        reason = self.reason
        if self.reason is None or reason_text(self.reason) == self.shown.get(REASON):
            reason = None  # the row keeps its own
        elif reason_text(stands.adjustment.reason) not in (
            self.shown.get(REASON),
            reason_text(self.reason),
        ):
            return None
        numbers = {n: (self.numbers if n in changed_here else current)[n] for n in current}
        return self._row(stands, mode, numbers, reason)

    def _differing(self, numbers: Numbers) -> set[str]:
        return {name for name in self.numbers if _text(numbers.get(name)) != self.shown.get(name)}

    def _stands(self, row: RowCounts) -> Numbers:
        numbers = shown_numbers(self.plan, row)
        return {name: numbers.get(name) for name in self.numbers}

    def _changed(self, stands: RowCounts) -> str:
        """Return the mode of counting that follows from the fields that were typed over."""
        current = self._stands(stands)
        changed = {name for name, number in self.numbers.items() if number != current[name]}
        kinds = [field.key for field in self.plan.numbers]
        by_kind = any(self.numbers[kind] is not None for kind in kinds)
        if self.plan.whole_score_said and POINTS in changed and not by_kind:
            return POINTS  # the counts were removed, and the whole score typed instead
        return KINDS if changed.intersection(kinds) else POINTS if POINTS in changed else ""

    def _row(self, stands: RowCounts, mode: str, numbers: Numbers, reason: str | None) -> RowCounts:
        """Return the row with these numbers, counted in a mode, and the ``reason`` of its
        adjustment; fields that were not typed stay."""
        plan, counted = self.plan, stands.counted
        if mode == KINDS and plan.whole_score_said:
            counted = _by_field(plan, counted, numbers)
        elif mode == KINDS:
            counted = {field.key: numbers[field.key] or 0 for field in plan.numbers}
        elif mode == POINTS and POINTS in numbers:
            counted = numbers[POINTS]
        before = stands.cards or ()
        piles = (self.cards,) if self.new else (self.cards, before)
        cards = next((pile for pile in piles if pile and plan.counts_to(pile, counted)), ())
        if cards and cards != before:
            counted = plan.count(cards)
        points = numbers.get(ADJUSTMENT, stands.adjustment.points) or 0
        adjustment = Adjustment(points, stands.adjustment.reason if reason is None else reason)
        return RowCounts(numbers.get(MARKERS) or 0, counted, cards, adjustment)


def shown_numbers(plan: SheetPlan, row: RowCounts) -> Numbers:
    """Return the numbers of a row as its fields show them; the points of counts are left out where
    the whole score takes the counts of all rows."""
    counts = row.counted if isinstance(row.counted, Mapping) else {}
    points = row.counted if isinstance(row.counted, int) else None
    if row.counted is not None and points is None and not (counts and plan.whole_score_said):
        points = quick_points(plan, row.counted)
    adjustment = row.adjustment.points if any(row.adjustment) else None
    return {MARKERS: row.markers, POINTS: points, **counts, ADJUSTMENT: adjustment}


def _by_field(plan: SheetPlan, stands: Counted | None, numbers: Numbers) -> Counted | None:
    """Return a pile as far as it is counted: an empty field has no number yet. Holders of single
    cards are entered elsewhere, and stay."""
    before = stands if isinstance(stands, Mapping) else {}
    counts = {**before, **{field.key: numbers[field.key] for field in plan.numbers}}
    in_order = {key: counts.get(key) for key in plan.keys}
    return {key: number for key, number in in_order.items() if number is not None} or None


def _text(number: int | None) -> str:
    """Return a number as it is sent back with the form, ``-`` for an empty field."""
    return NOTHING if number is None else str(number)


def reason_text(reason: str) -> str:
    """Return the reason of an adjustment as it is sent back with the form, ``-`` for none."""
    return quote(reason, safe="") or NOTHING
