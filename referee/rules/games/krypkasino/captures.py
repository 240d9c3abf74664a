"""Captures that a card can or must make (#must-capture, #capture-everything).

:mod:`referee.rules.sums` finds the captures as counts of numbers. Here each becomes
the collections of cards it stands for, best first, without listing more of them than requested.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from heapq import nsmallest
from itertools import accumulate, chain, combinations, islice
from math import inf, prod
from operator import attrgetter, ge
from typing import NamedTuple

from ... import lattice, sums
from ...cards import (
    NO_CARDS,
    NUMBERS,
    Card,
    Cards,
    Counts,
    Deck,
    KnownCards,
    NumberSet,
    Rank,
    counted,
    difference,
)
from ...lattice import Maximal
from ...ruleset import Referee, Ruleset


@dataclass(frozen=True, eq=False)
class CaptureRules(Referee):
    """The rules by which the referee judges captures.

    ``hand_values`` and ``table_values`` are the values of ranks when played and while on the table,
    ``worth`` the points of each card in a pile, ``sweep_points`` those of a face-up card.
    ``faces_set_aside`` leave the table after every deal.
    """

    ASKED_BY_CARD = True

    deck: Deck
    hand_values: Mapping[Rank, int]
    table_values: Mapping[Rank, int]
    faces_set_aside: frozenset[Card]
    worth: Mapping[Card, int]
    sweep_points: int

    def set_aside_faces(self) -> frozenset[Card]:
        return self.faces_set_aside


def capture_rules(rules: Ruleset) -> CaptureRules:
    """Return the rules of captures of a ruleset whose referee is of this kind."""
    assert isinstance(rules.referee, CaptureRules)
    return rules.referee


class LegalCapture(NamedTuple):
    """A legal capture: all captured cards, one division of them into sets, and the points of these
    and the played card, least and most over the suits that were not entered."""

    captured: Cards
    sets: tuple[Cards, ...]
    points: int
    points_most: int


CREEP = LegalCapture((), (), 0, 0)


class _Choice(NamedTuple):
    """Cards of some numbers. Choices with equally many cards compare as options are ordered."""

    points: int
    cards: Cards
    points_most: int


@dataclass(frozen=True)
class Captures:
    """The captures of one card from one table.

    ``played_as`` are the faces or cards without suit that the played card may be, all of one rank;
    ``known_cards`` holds all cards that were named. Only captures of at least the cards
    ``containing``, which lie on the table, are listed.
    """

    rules: CaptureRules
    table: Cards
    played_as: Cards
    known_cards: KnownCards
    containing: Cards = ()

    @property
    def value(self) -> int:
        """Return the value of the played card."""
        return self.rules.hand_values[self.played_as[0].rank]

    @cached_property
    def complete(self) -> bool:
        """Return whether all captures were found, as they always are with up to 24 cards on the
        table."""
        return self._maximal.complete

    @cached_property
    def creeps(self) -> bool:
        """Return whether the card captures nothing."""
        return self._maximal.sets == [NO_CARDS]

    @cached_property
    def total(self) -> int:
        """Return the number of options found, creeping included."""
        if self.creeps:
            return 1
        return sum(
            prod(len(choices) for choices in self._choices_of(counts))
            for counts in self._maximal.sets
        )

    @cached_property
    def points_least(self) -> int:
        """Return the fewest points that any option found brings; a creep brings none."""
        return 0 if self.creeps else min(map(self._least_points, self._maximal.sets))

    def options(self, limit: int) -> list[LegalCapture]:
        """Return the first ``limit`` options: fewest points first, then fewest cards, then card
        order."""
        if self.creeps:
            return [CREEP]
        best: list[tuple[int, int, Cards, int, Counts]] = []
        most = inf
        for least, size, counts in sorted(
            (self._least_points(c), sum(c), c) for c in self._maximal.sets
        ):
            if len(best) == limit:
                if (least, size) > best[-1][:2]:
                    break
                most = best[-1][0]
            best += (
                (choice.points, size, choice.cards, choice.points_most, counts)
                for choice in self._best_choices(counts, limit, most)
            )
            best = nsmallest(limit, best)
        in_sets = cache(self._in_sets)
        return [
            LegalCapture(cards, in_sets(counts)(cards), points, points_most)
            for points, _, cards, points_most, counts in best
        ]

    def _in_sets(self, counts: Counts) -> Callable[[Cards], tuple[Cards, ...]]:
        """Return a function that arranges cards with these counts in sets of the value."""
        return arrangement(counts, sums.divide(counts, self.value) or [])

    @cached_property
    def _maximal(self) -> Maximal:
        """Return the maximal divisible collections of the table that include the contained
        cards."""
        maximal = lattice.maximal(numbers_of(self.rules, self.table), self.value)
        if not self.containing:
            return maximal
        least = numbers_of(self.rules, self.containing)
        sets = [counts for counts in maximal.sets if all(map(ge, counts, least))]
        return maximal._replace(sets=sets)

    @cached_property
    def _table_by_number(self) -> dict[int, Cards]:
        return self._by_number(self.table)

    @cached_property
    def _contained_by_number(self) -> dict[int, Cards]:
        return self._by_number(self.containing)

    def _by_number(self, cards: Cards) -> dict[int, Cards]:
        by_number: dict[int, Cards] = {}
        for card in sorted(cards):
            number = self.rules.table_values[card.rank]
            by_number[number] = (*by_number.get(number, ()), card)
        return by_number

    @cached_property
    def _played_number(self) -> int:
        return self.rules.table_values[self.played_as[0].rank]

    @cached_property
    def _choices(self) -> Callable[[int, int], list[_Choice]]:
        """Return a caching function for the choices of a number and a count."""
        return cache(self._sorted_choices)

    def _sorted_choices(self, number: int, count: int) -> list[_Choice]:
        """Return the ways to take ``count`` cards of a number, best first; twins make no
        difference. The points of the played card are counted with its own number, since unknown
        suits are shared out within a rank."""
        contained = self._contained_by_number.get(number, ())
        others = difference(self._table_by_number.get(number, ()), contained)
        more = set(combinations(others, count - len(contained)))
        chosen = {tuple(sorted(contained + cards)) for cards in more}
        return sorted(_Choice(*self._points(number, cards)) for cards in chosen)

    def _points(self, number: int, cards: Cards) -> tuple[int, Cards, int]:
        """Return the choice of some cards of a number: least points, cards, most points."""
        if number != self._played_number:
            least, most = self.known_cards.points_span(self.rules.worth, cards)
        else:
            span = partial(self.known_cards.points_span, self.rules.worth)
            spans = [span((*cards, played)) for played in self.played_as]
            least, most = min(least for least, _ in spans), max(most for _, most in spans)
        return least, cards, most

    def _choices_of(self, counts: Counts) -> list[list[_Choice]]:
        return [
            self._choices(number, counts[number])
            for number in NUMBERS
            if counts[number] or number == self._played_number
        ]

    def _least_points(self, counts: Counts) -> int:
        return sum(choices[0].points for choices in self._choices_of(counts))

    def _best_choices(self, counts: Counts, limit: int, most: float) -> list[_Choice]:
        """Return the first ``limit`` choices of cards with these counts, of at most so many points.

        A beginning that is not among the first ``limit`` beginnings has that many better ones with
        any ending, so it can be dropped.
        """
        best, least = [_Choice(0, (), 0)], self._least_points(counts)
        for choices in self._choices_of(counts):
            least -= choices[0].points
            best = list(islice(_joined(best, choices, most - least), limit))
        return best


def _joined(
    beginnings: Sequence[_Choice], endings: Sequence[_Choice], most: float
) -> Iterator[_Choice]:
    """Yield each beginning with each ending, of at most so many points together, best first. Both
    come best first, and no two of them have the same cards."""
    of_points: dict[int, list[_Choice]] = {}
    for ending in endings:
        of_points.setdefault(ending.points, []).append(ending)
    for points in sorted({a.points + points for a in beginnings for points in of_points}):
        if points > most:
            return
        fitting = [a for a in beginnings if points - a.points in of_points]
        fitting.sort(key=attrgetter("cards"))
        for a in fitting:
            for b in of_points[points - a.points]:
                yield _Choice(points, a.cards + b.cards, a.points_most + b.points_most)


def numbers_of(rules: CaptureRules, cards: Cards) -> Counts:
    """Return the counts of the numbers that table cards have."""
    return counted(rules.table_values[card.rank] for card in cards)


def arrangement(counts: Counts, sets: Iterable[NumberSet]) -> Callable[[Cards], tuple[Cards, ...]]:
    """Return a function that arranges sorted cards with these counts in these sets of numbers:
    small sets first, then in card order. Which places go together does not hang on suits."""
    next_place = [0, *accumulate(counts)]
    places: dict[int, list[list[int]]] = {}
    for numbers in sets:
        group = []
        for number in sorted(numbers):
            group.append(next_place[number])
            next_place[number] += 1
        places.setdefault(len(group), []).append(group)
    by_size = [places[size] for size in sorted(places)]

    def in_sets(cards: Cards) -> tuple[Cards, ...]:
        """Return cards with the counts in sets."""
        of_sizes = ([tuple([cards[at] for at in group]) for group in groups] for groups in by_size)
        return tuple(chain.from_iterable(map(sorted, of_sizes)))

    return in_sets


def divided(rules: CaptureRules, played: Card, cards: Cards) -> tuple[Cards, ...]:
    """Return captured cards in sets that make the value of the played card (#groups); each card by
    itself if there is no division."""
    value = rules.hand_values[played.rank]
    counts = numbers_of(rules, cards)
    numbers = sums.divide(counts, value)
    if numbers is None:
        return tuple((card,) for card in cards)
    return arrangement(counts, numbers)(tuple(sorted(cards)))


def sweeping_ranks(rules: CaptureRules, table: Cards, undecided: Cards = ()) -> tuple[Rank, ...]:
    """Return the ranks that capture the whole table when played (#sweep).

    Any of the ``undecided`` cards may lie there or not: ranks that sweep in some case count.
    """
    counts = numbers_of(rules, table)
    if undecided:
        all_counts = numbers_of(rules, table + undecided)
        values = {
            value
            for value in rules.hand_values.values()
            if lattice.largest(all_counts, value, counts)
        }
    else:
        values = set(sums.dividing_values(counts))
    if not values:
        return ()
    return tuple(rank for rank, value in rules.hand_values.items() if value in values)


class SetAside(NamedTuple):
    """Table cards after a deal: those that stay, those that are set aside, and those that may be
    either because their suit was not entered."""

    staying: Cards
    aside: Cards
    undecided: Cards


def table_after_deal(rules: CaptureRules, table: Cards, known_cards: KnownCards) -> SetAside:
    """Return the table cards after a deal set some of them aside (#set-aside, #house-rules).
    ``known_cards`` limits the suits of cards without suit."""
    staying: list[Card] = []
    aside: list[Card] = []
    undecided: list[Card] = []
    for card in sorted(table):
        if card.suited:
            (aside if card in rules.faces_set_aside else staying).append(card)
    suitless = Counter(card.rank for card in table if not card.suited)
    for rank, number in suitless.items():
        faces = known_cards.unnamed_faces(rank)
        may_go = sum(face in rules.faces_set_aside for face in faces)
        most, least = min(number, may_go), max(0, number - (len(faces) - may_go))
        aside += [Card(rank)] * least
        undecided += [Card(rank)] * (most - least)
        staying += [Card(rank)] * (number - most)
    return SetAside(*(tuple(sorted(cards)) for cards in (staying, aside, undecided)))
