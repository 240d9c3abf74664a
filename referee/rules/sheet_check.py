"""Check of a score sheet being filled in: what is missing, and who can have it (#scoring)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations
from typing import NamedTuple

from .cards import Card, Cards, Deck, SuitMissing, TooManyCopies
from .notation import read_cards
from .ruleset import Ruleset
from .score_items import MARKERS, PointsForMost, PointsFromCount, PointsPerCardOver
from .scoring import Sheet, quick_points, score, uncounted
from .seating import Teams, check_seat, sides
from .sheet_plan import Counted, RowCounts, SheetPlan, pile_exists, possible_totals, sum_at_tie


class LeftOver(NamedTuple):
    """The pile of a seat as far as it follows from the other piles. If a whole score was entered
    for it (``said``), ``scores`` is what the pile scores."""

    seat: int
    counts: Mapping[str, int]
    said: int | None = None
    scores: int | None = None

    @property
    def differs(self) -> bool:
        """Return whether the entered score is not what the pile scores."""
        return self.said is not None and self.said != self.scores


class Check:
    """A sheet as far as it is filled in, and how well it adds up.

    ``sheet`` is scored as if seats that are not counted yet had nothing. ``mixed``: some rows are
    counted and some have a whole score, so nothing can be compared. ``complete``: all rows are
    counted, and in the same way. ``balanced``: it adds up, too. ``points_missing`` is what the sum
    lacks, negative if it is too high; None where the sum alone does not show it. ``kinds_missing``
    says the same by field, without those that are complete; None if a quick number was entered.
    ``too_many`` are fields with more cards than the deck holds. ``last_capture_missing`` are the
    points that wait for the last capturer to be named, and ``waits_for_capture``: nothing else is
    missing. ``rest`` is what the only seat that has not counted must have, None if there is no such
    seat or no such rest. ``no_piles`` are seats whose numbers no pile can have. ``possible_totals``
    are all sums that are possible where whole scores are entered, and ``beside`` what sweeps score
    beside them. ``shared_most``: as the sheet stands, the items for the most of a field that no
    side gets. ``left_over`` is what the last pile must be, since all others are counted by kind:
    one of two piles, or where one quick number does not fit.
    """

    def __init__(
        self,
        rules: Ruleset,
        rows: tuple[RowCounts, ...],
        teams: Teams | None,
        last_capturer: int | None,
        left_over: LeftOver | None,
        *,
        claimed: bool,
    ) -> None:
        self.rules, self.rows, self.teams, self.claimed = rules, rows, teams, claimed
        piles = rules.pile_seats(len(rows), teams)
        counted_piles = {
            seat: counted for seat in piles if (counted := rows[seat].counted) is not None
        }
        counts_by_kind = [
            counted for counted in counted_piles.values() if isinstance(counted, Mapping)
        ]
        by_kind = len(counts_by_kind) == len(counted_piles)
        self._whole_said = rules.sheet.whole_score_said and not by_kind
        self.nothing_counted = not counted_piles
        self.mixed = self._whole_said and bool(counts_by_kind)
        nothing: Counted = {} if by_kind else 0
        scored = [replace(row, counted=nothing) if row.counted is None else row for row in rows]
        self.uncounted = () if claimed else uncounted(rules, rows, teams)
        self.complete = not self.uncounted and not self.mixed
        self.sheet = score(rules, scored, teams, last_capturer, claimed=claimed)
        waits = not claimed and last_capturer is None and not self._whole_said
        self.last_capture_missing = rules.sheet.last_capture_points if waits else 0
        self._compare_kinds(counts_by_kind, by_kind=by_kind)
        self._compare_sums(counted_piles)
        self._compare_piles(counted_piles, left_over)
        differs = self.left_over is not None and self.left_over.differs
        last = self.possible_totals and self.sheet.kinds and self.last_capture_missing
        right = self.complete and self.sheet.balanced
        self.balanced = right and not (last or self.no_piles or differs)
        self.waits_for_capture = self._waits_for_capture()

    def _compare_kinds(self, counts: Sequence[Mapping[str, int]], *, by_kind: bool) -> None:
        fields = self.rules.sheet.fields
        missing_by_field = {field.key: field.total - _number(field.key, counts) for field in fields}
        missing = {key: number for key, number in missing_by_field.items() if number}
        self.kinds_missing = missing if counts and by_kind else None
        self.too_many = {key: -number for key, number in missing_by_field.items() if number < 0}

    def _compare_sums(self, counted_piles: Mapping[int, Counted]) -> None:
        plan, sheet = self.rules.sheet, self.sheet
        said = [seat for seat, counted in counted_piles.items() if isinstance(counted, int)]
        self.beside = sum(map(self.beside_of, said)) if self._whole_said else 0
        self.points_missing: int | None = None
        self.possible_totals: Sequence[int] = ()
        if plan.whole_score_said:
            self.possible_totals = possible_totals(plan, len(sides(len(self.rows), self.teams)))
        else:
            self.points_missing = (sheet.expected or 0) - sheet.sum
        self.shared_most = _shared_most(plan, sheet, self.possible_totals, self.beside)

    def _compare_piles(
        self, counted_piles: Mapping[int, Counted], left_over: LeftOver | None
    ) -> None:
        plan = self.rules.sheet
        others = [counted for seat, counted in counted_piles.items() if seat not in self.uncounted]
        only = len(self.uncounted) == 1 and others
        self.rest = _rest(plan, others, self.possible_totals) if only else None
        self.no_piles = tuple(
            seat
            for seat, counted in counted_piles.items()
            if plan.whole_score_said
            and isinstance(counted, Mapping)
            and not (left_over is not None and left_over.seat == seat)
            and not pile_exists(plan, counted)
        )
        self.left_over: LeftOver | None = None
        if left_over is not None:
            items = self.sheet.scores[left_over.seat].items or {}
            self.left_over = left_over._replace(
                scores=sum(items.values()) - self.beside_of(left_over.seat)
            )
        elif not self.uncounted and not self.claimed:
            self.left_over = _misfit(plan, counted_piles)

    def beside_of(self, seat: int) -> int:
        """Return what the sweeps of a pile score beside an entered whole score."""
        piles = self.rules.pile_seats(len(self.rows), self.teams)
        beside = self.rules.sheet.beside([{MARKERS: self.rows[pile].markers} for pile in piles])
        return sum(beside[piles.index(seat)].values())

    def _waits_for_capture(self) -> bool:
        if self.balanced or not self.complete:
            return False
        if self.points_missing is not None:
            return self.points_missing == self.last_capture_missing
        return bool(self.last_capture_missing) and not self.kinds_missing


def check(
    rules: Ruleset,
    rows: Sequence[RowCounts],
    teams: Sequence[int] | None = None,
    last_capturer: int | None = None,
    *,
    claimed: bool = False,
    filled: bool = False,
) -> Check:
    """Return the check of a sheet, which may have rows that are not counted.

    ``filled``: the last of two piles is filled in from the other (:func:`fill`). Raises as
    :func:`~referee.rules.scoring.score` does, except for uncounted rows.
    """
    settled_teams = rules.seating.settle(len(rows), teams)
    check_seat(last_capturer, len(rows))
    left_over = None
    if filled:
        rows, left_over = fill(rules, rows, settled_teams)
    return Check(rules, tuple(rows), settled_teams, last_capturer, left_over, claimed=claimed)


def fill(
    rules: Ruleset, rows: Sequence[RowCounts], teams: Sequence[int] | None
) -> tuple[tuple[RowCounts, ...], LeftOver | None]:
    """Return the rows with the second of two piles filled in from the first, and that pile as a
    left-over; None if nothing follows.

    A whole score that was entered stands until the other pile is counted.
    """
    plan, filled, left_over = rules.sheet, list(rows), None
    piles = rules.pile_seats(len(rows), rules.seating.settle(len(rows), teams))
    if not plan.whole_score_said or len(piles) != 2:
        return tuple(rows), None
    for first, second in (piles, piles[::-1]):
        first_pile, second_pile = rows[first].counted, rows[second].counted
        quick_number = second_pile if isinstance(second_pile, int) else None
        if not isinstance(first_pile, Mapping):
            continue
        is_complete = all(field.key in first_pile for field in plan.numbers)
        if quick_number is not None and not is_complete:
            continue
        second_counts = second_pile if isinstance(second_pile, Mapping) else {}
        rest = {
            field.key: field.total - first_pile[field.key]
            for field in plan.numbers
            if field.key in first_pile
            and field.key not in second_counts
            and first_pile[field.key] <= field.total
        }
        if rest:
            filled[second] = replace(rows[second], counted={**second_counts, **rest})
            left_over = LeftOver(second, rest, quick_number) if is_complete else left_over
    return tuple(filled), left_over


def _shared_most(
    plan: SheetPlan, sheet: Sheet, totals: Sequence[int], beside: int
) -> tuple[PointsForMost, ...]:
    """Return the items for the most of a field that no side gets because several share the most."""
    lost = tuple(item for item in plan.items if isinstance(item, PointsForMost) and not item.tied)
    if sheet.kinds is not None:
        items = [score.items or {} for score in sheet.scores]
        return tuple(item for item in lost if not any(points[item.key] for points in items))
    # Sums alone show a tie only where nothing else can change them.
    others = any(
        isinstance(item, PointsFromCount) or (isinstance(item, PointsPerCardOver) and item.points)
        for item in plan.items
    )
    if others or plan.anything_said or not totals:
        return ()
    lacking = totals[-1] - (sheet.sum - beside)
    ties = chain.from_iterable(combinations(lost, n) for n in range(1, len(lost) + 1))
    fitting = [tied for tied in ties if sum(item.points for item in tied) == lacking]
    units = len(sheet.scores) if sheet.teams is None else len(sheet.teams)
    possible = [tied for tied in fitting if sum_at_tie(plan, tied, units) is not None] or fitting
    return possible[0] if len(possible) == 1 else ()


def _number(field: str, counts: Sequence[Mapping[str, int]]) -> int:
    return sum(pile.get(field, 0) for pile in counts)


def _misfit(plan: SheetPlan, counted_piles: Mapping[int, Counted]) -> LeftOver | None:
    """Return the pile with the only quick number, if the counts of the others leave it another one;
    None otherwise."""
    quick_numbers = {
        seat: counted for seat, counted in counted_piles.items() if isinstance(counted, int)
    }
    if plan.whole_score_said or len(quick_numbers) != 1 or len(counted_piles) == 1:
        return None
    [(seat, number)] = quick_numbers.items()
    rest = _rest(plan, [counted for other, counted in counted_piles.items() if other != seat], ())
    if not isinstance(rest, Mapping):
        return None
    left_over = LeftOver(seat, rest, number, quick_points(plan, rest))
    return left_over if left_over.differs else None


def _rest(plan: SheetPlan, others: Sequence[Counted], totals: Sequence[int]) -> Counted | None:
    """Return what the only uncounted pile must be when the ``others`` are counted; None if there is
    no such pile, or several are possible."""
    counts = [pile for pile in others if isinstance(pile, Mapping)]
    if len(counts) == len(others):
        rest = {field.key: field.total - _number(field.key, counts) for field in plan.numbers}
        return rest if min(rest.values()) >= 0 else None
    counted_points = sum(quick_points(plan, pile) for pile in others)
    if not plan.whole_score_said:
        totals = [
            item.expected((), plan.whole) for item in plan.items if item.key == plan.quick.item
        ]
    elif counts or plan.anything_said:
        return None
    candidates = [total - counted_points for total in totals if total >= counted_points]
    return candidates[0] if len(candidates) == 1 else None


Rows = tuple[RowCounts, ...]


def with_holder(plan: SheetPlan, rows: Rows, piles: Sequence[int], seat: int, field: str) -> Rows:
    """Return the rows with the card of a field in the pile of a seat, and in no other pile.

    Rows are returned unchanged if that pile has a quick number, unless its counts follow from the
    other of two piles.
    """
    if isinstance(rows[seat].counted, int):
        by_kind = any(isinstance(row.counted, Mapping) for row in rows)
        if len(piles) != 2 or not by_kind:
            return rows
        rows = _with_counted(rows, seat, None)
    if field in [single.key for single in plan.apart]:
        rows = _with_free_place(plan, rows, seat, field)
    for index, row in enumerate(rows):
        rows = _with_counted(rows, index, _with_card(plan, row.counted, field, holds=index == seat))
    return rows


def without_holder(plan: SheetPlan, rows: Rows, seat: int, field: str) -> Rows:
    """Return the rows with the card of a field taken out of the pile of a seat."""
    return _with_counted(rows, seat, _with_card(plan, rows[seat].counted, field, holds=False))


def _with_counted(rows: Rows, seat: int, counted: Counted | None) -> Rows:
    return (*rows[:seat], replace(rows[seat], counted=counted), *rows[seat + 1 :])


def _with_free_place(plan: SheetPlan, rows: Rows, seat: int, field: str) -> Rows:
    """Return the rows with a place for one more single card in the pile of a seat: if all of its
    aces are named already, the first of them is taken out."""
    counted = rows[seat].counted
    named = [
        single.key
        for single in plan.apart
        if isinstance(counted, Mapping) and counted.get(single.key)
    ]
    if not isinstance(counted, Mapping) or field in named:
        return rows
    if len(named) < counted.get(plan.together.key, len(plan.apart)):
        return rows
    others = {key: number for key, number in counted.items() if key not in named[:1]}
    return _with_counted(rows, seat, others)


def _with_card(
    plan: SheetPlan, counted: Counted | None, field: str, *, holds: bool
) -> Counted | None:
    """Return a pile with or without the single card of a field; None if no counts remain."""
    if isinstance(counted, int) or (not holds and not (counted or {}).get(field)):
        return counted
    counts = {key: n for key, n in (counted or {}).items() if key != field}
    return plan.in_order(counts | ({field: 1} if holds else {})) or None


LONGEST = 1000
"""Characters of a text that names the cards of a pile: those of two packs are 400."""


@dataclass(frozen=True)
class Crowded:
    """A card that lies in piles more often than the deck holds it, with the seats of these
    piles."""

    card: Card
    number: int
    copies: int
    seats: tuple[int, ...]


@dataclass(frozen=True)
class PileCards:
    """The cards of photographed piles, by seat, of a deck with ``copies`` copies of each face.

    ``missing`` holds how many of each card lie in no pile; None as long as some pile was not
    photographed.
    """

    copies: int
    piles: Mapping[int, Cards]
    crowded: tuple[Crowded, ...]
    missing: Mapping[Card, int] | None


def read_pile(deck: Deck, text: str) -> Cards:
    """Return the cards of a pile that a text names, in card order. Raises :class:`.SuitMissing`,
    :class:`.TooManyCopies` and :class:`.Unreadable`."""
    cards = read_cards(text[:LONGEST])
    for card in cards:
        if not card.suited:
            raise SuitMissing(card)
    for card, number in Counter(cards).items():
        copies = deck.number_of((card,))
        if number > copies:
            raise TooManyCopies(card, number, copies)
    return tuple(sorted(cards))


def pile_cards(
    ruleset: Ruleset, rows: Sequence[RowCounts], teams: Sequence[int] | None = None
) -> PileCards:
    """Return the photographed piles of a sheet, with the cards that lie in too many piles or in
    none.

    A row whose counts were changed after its photo has no photographed pile.
    """
    plan, deck = ruleset.sheet, ruleset.deck
    settled_teams = ruleset.seating.settle(len(rows), teams)
    seats = ruleset.pile_seats(len(rows), settled_teams)
    piles = {
        seat: row.cards
        for seat in seats
        if (row := rows[seat]).cards and plan.counts_to(row.cards, row.counted)
    }
    in_piles = Counter(card for cards in piles.values() for card in cards)
    crowded = tuple(
        Crowded(card, number, deck.copies, tuple(seat for seat in piles if card in piles[seat]))
        for card in deck.faces
        if (number := in_piles[card]) > deck.copies
    )
    missing = {
        card: deck.copies - in_piles[card] for card in deck.faces if in_piles[card] < deck.copies
    }
    complete = bool(piles) and len(piles) == len(seats)
    return PileCards(deck.copies, piles, crowded, missing if complete else None)
