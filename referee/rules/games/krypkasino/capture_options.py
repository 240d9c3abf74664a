"""What a card takes from the table (#capture-everything): the maximal captures, as cards with
their suits.

:mod:`referee.rules.card_sets` finds the captures as counts of numbers. Here each becomes the sets
of cards it stands for, best first, without ever writing out more of them than were asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from heapq import nsmallest
from itertools import combinations
from math import prod
from operator import ge
from typing import NamedTuple

from ... import card_sets
from ...card_sets import Counts
from ...cards import Card, Cards, KnownCards, Rank, difference
from .capture_rules import CaptureRules


class Option(NamedTuple):
    """A legal capture: all cards it takes, one way to divide them into groups, and the counting
    points of these and the played card, least and most over the suits nobody entered."""

    captured: Cards
    groups: tuple[Cards, ...]
    points: int
    points_most: int


CREEP = Option((), (), 0, 0)


class _Choice(NamedTuple):
    """Cards of some numbers. Choices compare as options are ordered, for equally many cards."""

    points: int
    cards: Cards
    points_most: int


@dataclass(frozen=True)
class Captures:
    """The captures of one card from one table.

    ``played_as`` are the faces or suitless cards that the played card may be, all of one rank;
    ``packs`` holds all cards that anybody named. Only captures of at least the cards
    ``containing``, which lie on the table, are found.
    """

    rules: CaptureRules
    table: Cards
    played_as: Cards
    packs: KnownCards
    containing: Cards = ()

    @property
    def value(self) -> int:
        return self.rules.hand_values[self.played_as[0].rank]

    @cached_property
    def complete(self) -> bool:
        """Were all captures found? Always, with up to 24 cards on the table."""
        return self._found.complete

    @cached_property
    def creeps(self) -> bool:
        """Does the card take nothing?"""
        return self._found.sets == [card_sets.NO_CARDS]

    @cached_property
    def total(self) -> int:
        """The number of options found, creeping included."""
        return sum(
            prod(len(choices) for choices in self._choices_of(counts))
            for counts in self._found.sets
        )

    @cached_property
    def points_least(self) -> int:
        """The fewest points that any option found brings; a creep brings none."""
        return 0 if self.creeps else min(map(self._floor, self._found.sets))

    def options(self, limit: int) -> list[Option]:
        """The first ``limit`` options: fewest points first, then fewest cards, then card order."""
        if self.creeps:
            return [CREEP]
        best: list[tuple[int, int, Cards, int, Counts]] = []
        for floor, size, counts in sorted((self._floor(c), sum(c), c) for c in self._found.sets):
            if len(best) == limit and (floor, size) > best[-1][:2]:
                break
            best += (
                (choice.points, size, choice.cards, choice.points_most, counts)
                for choice in self._best_choices(counts, limit)
            )
            best = nsmallest(limit, best)
        return [
            Option(cards, self._grouped(cards, counts), points, points_most)
            for points, _, cards, points_most, counts in best
        ]

    @cached_property
    def _found(self) -> card_sets.Maximal:
        found = card_sets.maximal(numbers_of(self.rules, self.table), self.value)
        if not self.containing:
            return found
        least = numbers_of(self.rules, self.containing)
        sets = [counts for counts in found.sets if all(map(ge, counts, least))]
        return found._replace(sets=sets)

    @cached_property
    def _of_number(self) -> dict[int, Cards]:
        return self._by_number(self.table)

    @cached_property
    def _contained(self) -> dict[int, Cards]:
        return self._by_number(self.containing)

    def _by_number(self, cards: Cards) -> dict[int, Cards]:
        found: dict[int, Cards] = {}
        for card in sorted(cards):
            number = self.rules.table_values[card.rank]
            found[number] = (*found.get(number, ()), card)
        return found

    @cached_property
    def _played_number(self) -> int:
        return self.rules.table_values[self.played_as[0].rank]

    @cached_property
    def _choices(self) -> Callable[[int, int], list[_Choice]]:
        return cache(self._ways_to_take)

    def _ways_to_take(self, number: int, count: int) -> list[_Choice]:
        """Return the ways to take so many cards of a number; twins make no difference. The played
        card's points are counted with its own number, since suits are shared out among a rank."""
        contained = self._contained.get(number, ())
        others = difference(self._of_number.get(number, ()), contained)
        more = set(combinations(others, count - len(contained)))
        chosen = {tuple(sorted(contained + cards)) for cards in more}
        return sorted(_Choice(*self._points(number, cards)) for cards in chosen)

    def _points(self, number: int, cards: Cards) -> tuple[int, Cards, int]:
        if number != self._played_number:
            least, most = self.packs.points_span(self.rules.worth, cards)
        else:
            span = partial(self.packs.points_span, self.rules.worth)
            spans = [span((*cards, played)) for played in self.played_as]
            least, most = min(least for least, _ in spans), max(most for _, most in spans)
        return least, cards, most

    def _choices_of(self, counts: Counts) -> list[list[_Choice]]:
        return [
            self._choices(number, counts[number])
            for number in card_sets.NUMBERS
            if counts[number] or number == self._played_number
        ]

    def _floor(self, counts: Counts) -> int:
        return sum(choices[0].points for choices in self._choices_of(counts))

    def _best_choices(self, counts: Counts, limit: int) -> list[_Choice]:
        """The first ``limit`` sets of cards with these counts. A beginning that is not among the
        first ``limit`` beginnings has that many better ones with any ending: it can be dropped."""
        best = [_Choice(0, (), 0)]
        for choices in self._choices_of(counts):
            joined = [
                _Choice(a.points + b.points, a.cards + b.cards, a.points_most + b.points_most)
                for a in best
                for b in choices
            ]
            best = nsmallest(limit, joined) if len(joined) > 1 else joined
        return best

    def _grouped(self, cards: Cards, counts: Counts) -> tuple[Cards, ...]:
        return group_cards(self.rules, cards, card_sets.divide(counts, self.value) or [])


def numbers_of(rules: CaptureRules, cards: Cards) -> Counts:
    """Table cards as counts of the numbers they stand for."""
    return card_sets.counted(rules.table_values[card.rank] for card in cards)


def group_cards(
    rules: CaptureRules, cards: Cards, numbers: Sequence[card_sets.Group]
) -> tuple[Cards, ...]:
    """Cards laid out in these groups of numbers: small groups first, then in card order."""
    waiting: dict[int, list[Card]] = {}
    for card in sorted(cards, reverse=True):
        waiting.setdefault(rules.table_values[card.rank], []).append(card)
    laid = (tuple(sorted(waiting[number].pop() for number in group)) for group in numbers)
    return tuple(sorted(laid, key=lambda group: (len(group), group)))


def divided(rules: CaptureRules, played: Card, cards: Cards) -> tuple[Cards, ...]:
    """Captured cards in groups as they make the value of the card that took them (#groups); each by
    itself where they do not."""
    value = rules.hand_values[played.rank]
    found = card_sets.divide(numbers_of(rules, cards), value)
    return tuple((card,) for card in cards) if found is None else group_cards(rules, cards, found)


def sweeping_ranks(rules: CaptureRules, table: Cards, undecided: Cards = ()) -> tuple[Rank, ...]:
    """The ranks that take the whole table when played (#sweep).

    Any of the ``undecided`` cards may lie there or not: ranks that sweep in some case count.
    """
    kept = numbers_of(rules, table)
    if undecided:
        everything = numbers_of(rules, table + undecided)
        values = {v for v in rules.hand_values.values() if card_sets.largest(everything, v, kept)}
    else:
        values = set(card_sets.dividing_values(kept))
    if not values:
        return ()
    return tuple(rank for rank, value in rules.hand_values.items() if value in values)
