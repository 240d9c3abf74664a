"""The score sheet of a game, as data: what is counted, what it scores, and what it can add up to
(#scoring)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product
from typing import NamedTuple

from .cards import Card, Cards, Deck
from .score_items import (
    LAST,
    MARKERS,
    PaidByNeighbour,
    PointsForMost,
    PointsPerCard,
    ScoreItem,
    Tally,
)


class CountedField(NamedTuple):
    """Something that is counted in a pile: the faces that belong to it, how many cards of them
    there are, and the largest number that a row may say."""

    key: str
    faces: frozenset[Card]
    total: int
    most: int

    @property
    def one_of_a_kind(self) -> bool:
        """Is it asked who has it, and not how many?"""
        return self.total == 1


class QuickCount(NamedTuple):
    """The number that people say first: what their cards score, or everything. ``item`` is what
    it stands for, None for the whole score."""

    key: str
    most: int
    item: str | None = None


Counted = Mapping[str, int] | int
"""A pile: how many there are of each field, or the quick number of the sheet."""


@dataclass(frozen=True)
class RowCounts:
    """What a player has: face-up cards, and the pile, None until it is counted. A pile that is
    being counted may lack fields yet. ``cards`` are those of the pile where a photo has shown them,
    none for a pile that was counted by hand, and None where nobody says; two rows with the same
    numbers are equal."""

    markers: int
    counted: Counted | None
    cards: Cards | None = field(default=None, compare=False)


@dataclass(frozen=True, eq=False)
class SheetPlan:
    """What a sheet asks for, and what it makes of it.

    ``markers`` is what sweeps are called where they count, and ``most_markers`` how many a row may
    have. ``by_side``: the piles of a side are counted as one; ``shares_piles``: partners have but
    one pile, the first one's. ``counts_first``: somebody must count, so nobody is asked for the
    quick number first. ``sweeps_said``: a whole score that is said has the sweeps in it; else they
    are counted beside it. ``difference``: the higher of two sides scores by how much it is higher,
    and the other one nothing. ``apart`` are fields of one card each, which a row may say: they are
    told apart only where their order decides. ``claims_markers``: whoever claims the target counts
    markers alone.
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
        """What all packs hold."""
        return {field.key: field.total for field in self.fields} | {LAST: 1}

    @cached_property
    def numbers(self) -> tuple[CountedField, ...]:
        """The fields of which everybody says how many."""
        return tuple(field for field in self.fields if not field.one_of_a_kind)

    @cached_property
    def choices(self) -> tuple[CountedField, ...]:
        """The fields of which somebody says who has it."""
        return tuple(field for field in self.fields if field.one_of_a_kind)

    @cached_property
    def together(self) -> CountedField:
        """The field in which the cards that are told apart are counted, as the item of its name
        scores them."""
        faces = frozenset(face for one in self.apart for face in one.faces)
        return next(field for field in self.fields if field.faces == faces)

    @cached_property
    def worths(self) -> Mapping[str, int]:
        """The points of each card of a field, of a sweep, and of the last capture."""
        worths: Counter[str] = Counter()
        for item in self.items:
            if isinstance(item, PointsPerCard):
                worths.update(item.points)
        return worths

    @cached_property
    def card_worths(self) -> Mapping[Card, int]:
        """What each card scores by itself, in a pile."""
        return {
            face: sum(self.worths[field.key] for field in self.fields if face in field.faces)
            for face in self.deck.faces
        }

    def scored_together(self, sides: Mapping[int, tuple[int, ...]]) -> tuple[tuple[int, ...], ...]:
        """The seats that have one score between them: those of a side, or each by itself."""
        if self.by_side:
            return tuple(sides.values())
        return tuple((seat,) for seat in range(sum(map(len, sides.values()))))

    @cached_property
    def whole_score_said(self) -> bool:
        """Does the quick number stand for all of a score, and not for one item of it?"""
        return self.quick.item is None

    @cached_property
    def sweeps_are_paid(self) -> bool:
        """Does the player before pay for a sweep?"""
        return any(isinstance(item, PaidByNeighbour) for item in self.items)

    @property
    def last_capture_points(self) -> int:
        return self.worths[LAST]

    def in_order(self, counts: Mapping[str, int]) -> dict[str, int]:
        """Return these counts in the order of the fields."""
        keys = (field.key for field in (*self.fields, *self.apart))
        return {key: counts[key] for key in keys if key in counts}

    def count(self, cards: Iterable[Card]) -> dict[str, int]:
        """What these cards are, by field, and as in any row those of them that are told apart."""
        cards = tuple(cards)
        counts = {field.key: sum(card in field.faces for card in cards) for field in self.fields}
        there = (field.key for field in self.apart if not field.faces.isdisjoint(cards))
        return counts | dict.fromkeys(there, 1)

    def counts_to(self, cards: Iterable[Card], counted: Counted | None) -> bool:
        """Return whether a pile that was counted so can be these cards, by its numbers."""
        counts = self.count(cards)
        return isinstance(counted, Mapping) and all(
            counted.get(field.key) == counts[field.key] for field in self.numbers
        )

    def expected(self, units: Sequence[Tally] = ()) -> int:
        """What whole packs score in all, with the ties and sweeps of these units."""
        return sum(item.expected(units, self.whole) for item in self.items)

    def possible_totals(self, units: int) -> list[int]:
        """All that a game of so many sides can add up to, without sweeps."""
        each = [item.possible(units, self.whole) for item in self.items]
        return sorted({sum(points) for points in product(*each)})

    def sum_at_tie(self, tied: Collection[ScoreItem], units: int) -> int | None:
        """What a game of so many sides adds up to, without sweeps, where these items, which a tie
        takes away, are tied and no others; None if they cannot be."""
        total = 0
        for item in self.items:
            possible = item.possible(units, self.whole)
            if item in tied and 0 not in possible:
                return None
            total += 0 if item in tied else max(possible)
        return total

    def beside(self, unit: Tally) -> int:
        """What sweeps score beside a whole score that was said."""
        return 0 if self.sweeps_said else self.worths[MARKERS] * unit.get(MARKERS, 0)

    @property
    def anything_said(self) -> bool:
        """Does what is said hold sweeps, which add what nothing limits?"""
        return self.sweeps_said and bool(self.worths[MARKERS])

    def may_add_up_to(self, said: int, units: int) -> bool:
        """Can so many sides say that together?"""
        possible = self.possible_totals(units)
        return said >= possible[0] if self.anything_said else said in possible

    @cached_property
    def for_claims(self) -> SheetPlan:
        """What counts at once, when somebody claims the target (#house-rules): a majority counts
        when nobody else can have it any more."""
        if self.claims_markers:
            paid = [
                item
                for item in self.items
                if isinstance(item, PointsPerCard) and MARKERS in item.points
            ]
            return replace(self, items=tuple(paid))
        items = [
            item.by_majority(self.whole) if isinstance(item, PointsForMost) else item
            for item in self.items
        ]
        return replace(self, items=tuple(items))

    def could_be(self, counts: Mapping[str, int]) -> bool:
        """Is there a pile with just these numbers? Numbers that are left out may be any."""
        asked = [field for field in (*self.fields, *self.apart) if field.key in counts]
        alike = Counter(tuple(face in field.faces for field in asked) for face in self.deck.faces)
        alike.pop((False,) * len(asked), None)
        most_asked_first = sorted(alike, key=sum, reverse=True)
        return _fits(
            [(kind, alike[kind] * self.deck.copies) for kind in most_asked_first],
            [counts[field.key] for field in asked],
        )


def _fits(alike: Sequence[tuple[tuple[bool, ...], int]], wanted: Sequence[int]) -> bool:
    """Can so many be made up of cards that are alike, of each kind no more than there are?"""
    if not alike:
        return not any(wanted)
    (kind, number), *others = alike
    most = min(number, *(n for n, has in zip(wanted, kind, strict=True) if has))
    least = 0 if others else max(0, most)  # the last kind is what is left
    return any(
        _fits(others, [n - taken * has for n, has in zip(wanted, kind, strict=True)])
        for taken in range(least, most + 1)
    )
