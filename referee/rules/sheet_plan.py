"""The score sheet of a game as data, and the totals and piles that are possible (#scoring)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product
from operator import sub
from typing import NamedTuple

from .cards import Card, Cards, Deck
from .score_items import (
    LAST,
    MARKERS,
    PaidByNeighbour,
    PointsAboveFewest,
    PointsForMost,
    PointsPerCard,
    ScoreItem,
    Tally,
)


class CountedField(NamedTuple):
    """A field of a pile: the faces that belong to it, the number of cards with these faces, and the
    largest number that a row may have."""

    key: str
    faces: frozenset[Card]
    total: int
    most: int

    @property
    def one_of_a_kind(self) -> bool:
        """Return whether there is only one card, so that a row tells who has it and not how
        many."""
        return self.total == 1


class QuickCount(NamedTuple):
    """The number that people enter first: the score of their cards, or their whole score. ``item``
    is the key of the score item it stands for, None for the whole score."""

    key: str
    most: int
    item: str | None = None


Counted = Mapping[str, int] | int
"""A pile: how many there are of each field, or the quick number of the sheet."""


MOST_ADJUSTED = 100
"""The largest bonus and the largest penalty of a row, in points."""


class Adjustment(NamedTuple):
    """A bonus or, below 0, a penalty in points that the table agreed on, and its reason."""

    points: int = 0
    reason: str = ""


NO_ADJUSTMENT = Adjustment()


@dataclass(frozen=True)
class RowCounts:
    """The row of a player: face-up cards, and the counted pile, None until it is counted. A pile
    that is being counted may lack fields. ``adjustment`` is added to the total of the player's side
    after all else.

    ``cards`` are those of a photographed pile, none for a pile that was counted by hand, and None
    if unknown; two rows with the same numbers are equal.
    """

    markers: int
    counted: Counted | None
    cards: Cards | None = field(default=None, compare=False)
    adjustment: Adjustment = NO_ADJUSTMENT


@dataclass(frozen=True, eq=False)
class SheetPlan:
    """The fields of a sheet and the scores made of them.

    ``markers`` is the name of sweeps where they count, and ``most_markers`` how many a row may
    have. ``by_side``: the piles of a side are counted as one; ``shares_piles``: partners have only
    one pile, the first one's. ``counts_first``: the counts are needed, so the quick number is not
    offered first. ``sweeps_said``: a whole score that is entered includes the sweeps; otherwise
    they are counted beside it. ``difference``: the higher of two sides scores the difference, and
    the other one nothing. ``apart`` are fields of one card each, which a row may have: they are
    told apart only where their order decides. ``claims_markers``: when the target is claimed only
    markers count.
    """

    deck: Deck
    fields: tuple[CountedField, ...]
    items: tuple[ScoreItem, ...]
    quick: QuickCount
    markers: str | None = None
    most_markers: int = 0
    by_side: bool = False
    shares_piles: bool = False
    counts_first: bool = False
    sweeps_said: bool = False
    difference: bool = False
    apart: tuple[CountedField, ...] = ()
    claims_markers: bool = False

    @cached_property
    def whole(self) -> Tally:
        """Return the number of cards of each field in the whole deck, and one last capture."""
        return {field.key: field.total for field in self.fields} | {LAST: 1}

    @cached_property
    def numbers(self) -> tuple[CountedField, ...]:
        """Return the fields for which every row has a number."""
        return tuple(field for field in self.fields if not field.one_of_a_kind)

    @cached_property
    def choices(self) -> tuple[CountedField, ...]:
        """Return the fields of a single card, for which one row is chosen."""
        return tuple(field for field in self.fields if field.one_of_a_kind)

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """Return the keys of all fields that a row may have, in their order."""
        return tuple(field.key for field in (*self.fields, *self.apart))

    @cached_property
    def together(self) -> CountedField:
        """Return the field in which the cards of ``apart`` are counted together."""
        faces = frozenset(face for single in self.apart for face in single.faces)
        return next(field for field in self.fields if field.faces == faces)

    @cached_property
    def worths(self) -> Mapping[str, int]:
        """Return the points of each card of a field, of a sweep, and of the last capture, by
        field."""
        worths: Counter[str] = Counter()
        for item in self.items:
            if isinstance(item, PointsPerCard):
                worths.update(item.points)
        return worths

    @cached_property
    def card_worths(self) -> Mapping[Card, int]:
        """Return the points that each card of the deck scores by itself in a pile."""
        scoring = [(field.faces, self.worths[field.key]) for field in self.fields]
        scoring = [(faces, worth) for faces, worth in scoring if worth]
        return {
            face: sum(worth for faces, worth in scoring if face in faces)
            for face in self.deck.faces
        }

    def scored_together(self, sides: Mapping[int, tuple[int, ...]]) -> tuple[tuple[int, ...], ...]:
        """Return the groups of seats that have one score: the seats of each side, or each seat by
        itself."""
        if self.by_side:
            return tuple(sides.values())
        return tuple((seat,) for seat in range(sum(map(len, sides.values()))))

    @cached_property
    def whole_score_said(self) -> bool:
        """Return whether the quick number is the whole score, and not that of one item."""
        return self.quick.item is None

    @cached_property
    def sweeps_are_paid(self) -> bool:
        """Return whether the player before pays for a sweep."""
        return any(isinstance(item, PaidByNeighbour) for item in self.items)

    @cached_property
    def sweeps_cancel(self) -> bool:
        """Return whether sweeps of one side take away those of the others (#sweep)."""
        return any(isinstance(item, PointsAboveFewest) for item in self.items)

    @property
    def last_capture_points(self) -> int:
        """Return the points of the last capture."""
        return self.worths[LAST]

    def in_order(self, counts: Mapping[str, int]) -> dict[str, int]:
        """Return counts in the order of the fields."""
        return {key: counts[key] for key in self.keys if key in counts}

    def count(self, cards: Iterable[Card]) -> dict[str, int]:
        """Return the counts of some cards by field, with a 1 for each of the cards that are told
        apart."""
        cards = tuple(cards)
        counts = {field.key: sum(card in field.faces for card in cards) for field in self.fields}
        present = (field.key for field in self.apart if not field.faces.isdisjoint(cards))
        return counts | dict.fromkeys(present, 1)

    def counts_to(self, cards: Iterable[Card], counted: Counted | None) -> bool:
        """Return whether a counted pile can be these cards, by its numbers."""
        counts = self.count(cards)
        return isinstance(counted, Mapping) and all(
            counted.get(field.key) == counts[field.key] for field in self.numbers
        )

    def sweep_points(self, units: Sequence[Tally]) -> list[dict[str, int]]:
        """Return by score item what the sweeps of each unit score."""
        by_item = {
            item.key: item.score(units)
            for item in self.items
            if isinstance(item, PointsPerCard) and MARKERS in item.points
        }
        return [
            {key: points[index] for key, points in by_item.items()} for index in range(len(units))
        ]

    def beside(self, units: Sequence[Tally]) -> list[dict[str, int]]:
        """Return by score item what the sweeps of each unit score beside an entered whole score."""
        return [{} for _ in units] if self.sweeps_said else self.sweep_points(units)

    @property
    def anything_said(self) -> bool:
        """Return whether entered whole scores include sweeps, so that their sum has no upper
        limit."""
        return self.sweeps_said and bool(self.worths[MARKERS])

    @cached_property
    def for_claims(self) -> SheetPlan:
        """Return the plan with the items that count at once when a player claims the target
        (#house-rules): the most of a field counts as soon as it is a majority."""
        if self.claims_markers:
            items_of_markers = [
                item
                for item in self.items
                if isinstance(item, PointsPerCard) and MARKERS in item.points
            ]
            return replace(self, items=tuple(items_of_markers))
        items = [
            item.by_majority(self.whole) if isinstance(item, PointsForMost) else item
            for item in self.items
        ]
        return replace(self, items=tuple(items))


def possible_totals(plan: SheetPlan, units: int) -> list[int]:
    """Return all totals that a game of ``units`` sides can add up to, without sweeps, in
    ascending order."""
    each = [item.possible(units, plan.whole) for item in plan.items]
    return sorted({sum(points) for points in product(*each)})


def sum_at_tie(plan: SheetPlan, tied: Collection[ScoreItem], units: int) -> int | None:
    """Return what a game of ``units`` sides adds up to, without sweeps, if exactly the items
    ``tied`` are lost to ties; None if they cannot be."""
    total = 0
    for item in plan.items:
        possible = item.possible(units, plan.whole)
        if item in tied and 0 not in possible:
            return None
        total += 0 if item in tied else max(possible)
    return total


def may_add_up_to(plan: SheetPlan, total: int, units: int) -> bool:
    """Return whether ``units`` sides can have entered whole scores with the sum ``total``."""
    possible = possible_totals(plan, units)
    return total >= possible[0] if plan.anything_said else total in possible


def pile_exists(plan: SheetPlan, counts: Mapping[str, int]) -> bool:
    """Return whether a pile with these counts exists; fields without a count may have any
    number."""
    fields = [field for field in (*plan.fields, *plan.apart) if field.key in counts]
    alike = Counter(tuple(face in field.faces for field in fields) for face in plan.deck.faces)
    alike.pop((False,) * len(fields), None)
    most_asked_first = sorted(alike, key=sum, reverse=True)
    return _fits(
        [(sort, alike[sort] * plan.deck.copies) for sort in most_asked_first],
        [counts[field.key] for field in fields],
    )


def _fits(alike: Sequence[tuple[tuple[bool, ...], int]], wanted: Sequence[int]) -> bool:
    """Return whether the ``wanted`` counts can be made up of cards that are ``alike``, of each sort
    no more than there are."""
    if not alike:
        return not any(wanted)
    (sort, number), *others = alike
    counts = [count for count, has in zip(wanted, sort, strict=True) if has]
    # what the other sorts cannot make up must be of this one
    made_up = [sum(more for other, more in others if other[i]) for i, has in enumerate(sort) if has]
    least = max(0, *map(sub, counts, made_up))
    return any(
        _fits(others, [count - taken * has for count, has in zip(wanted, sort, strict=True)])
        for taken in range(least, min(number, *counts) + 1)
    )
