"""The table with its builds: cards held together under a value (#making-a-build)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from . import division_into_sums
from .cards import PICTURES, Card, Cards, Rank, difference
from .error_bases import Impossible
from .ways_to_one_sum import parts

Values = Mapping[Rank, tuple[int, ...]]
"""The values that each rank may have (#values); none for a rank without value."""

AS_WRITTEN: Values = {rank: (int(rank),) for rank in Rank}
"""An ace is 1, a jack 11, a queen 12, a king 13."""
NUMBERS_ONLY: Values = {**AS_WRITTEN, **dict.fromkeys(PICTURES, ())}
"""The values as written, but pictures have none."""
ACE_LOW_OR_HIGH: Values = {**AS_WRITTEN, Rank.ACE: (1, 14)}
"""The values as written, but an ace may also be 14."""

FEWEST_CARDS = 2
HIGHEST_BUILD = 14

Numbers = tuple[int, ...]
ACE = 1


class ImpossibleBuild(Impossible):
    """A build that cannot lie on a table: a single card, or cards that cannot be divided into sets
    of its value (#groups)."""

    def __init__(self, build: Build) -> None:
        super().__init__(f"no such build: {build}")
        self.build = build


class NoBuildsHere(Impossible):
    """A build on the table of a game without builds."""


class OwnerMissing(Impossible):
    """A build whose owner was not entered."""

    def __init__(self, build: Build) -> None:
        super().__init__(f"nobody's build: {build}")
        self.build = build


class Build(NamedTuple):
    """Cards held together under a value, in sets that each make it; one set is a simple build,
    several are a multiple one.

    The owner is the seat that was the last to change it, or to which it belongs, as the game has
    it; None where it was not given.
    """

    value: int
    sets: tuple[Cards, ...]
    owner: int | None = None

    @property
    def cards(self) -> Cards:
        """Return all cards of the build."""
        return tuple(chain.from_iterable(self.sets))

    @property
    def multiple(self) -> bool:
        """Return whether the build has several sets."""
        return len(self.sets) > 1

    def is_same(self, other: Build) -> bool:
        """Return whether another build has the same value and cards; the owners may differ."""
        return self.value == other.value and sorted(self.cards) == sorted(other.cards)


class Top(NamedTuple):
    """The card on top of the open pile of a seat (#piles)."""

    card: Card
    seat: int


def cards_of(tops: Iterable[Top]) -> Cards:
    """Return the cards of some tops, without their seats."""
    return tuple([top.card for top in tops])


class Table(NamedTuple):
    """The cards and builds that lie face up: ``loose`` cards, which are in no build, and
    ``builds``."""

    loose: Cards = ()
    builds: tuple[Build, ...] = ()

    @property
    def cards(self) -> Cards:
        """Return all cards on the table, those of builds included."""
        return self.loose + tuple(chain.from_iterable(build.cards for build in self.builds))

    def with_build(self, build: Build) -> Table:
        """Return the table after loose cards became a build."""
        return Table(difference(self.loose, build.cards), (*self.builds, build))

    def without_build(self, build: Build) -> Table:
        """Return the table after the cards of a build became loose."""
        builds = list(self.builds)
        builds.remove(build)
        return Table((*self.loose, *build.cards), tuple(builds))

    def with_owner(self, build: Build, seat: int) -> Table:
        """Return the table with a build that belongs to a seat."""
        owned = build._replace(owner=seat)
        return self._replace(
            builds=tuple(owned if other == build else other for other in self.builds)
        )


class Selection(NamedTuple):
    """The loose cards and builds and the tops of piles that a player selected."""

    table: Table = Table()
    tops: tuple[Top, ...] = ()


def in_order(table: Table) -> Table:
    """Return the table with loose cards in card order and builds by value, then by their sets."""
    return Table(tuple(sorted(table.loose)), tuple(sorted(table.builds, key=_place)))


def _place(build: Build) -> tuple[int, list[tuple[int, Cards]], int]:
    """Return the sort key of a build: value, sets by size, owner."""
    return build.value, [(len(group), group) for group in build.sets], build.owner or 0


def lying(build: Build, values: Values) -> Build:
    """Return a build as it may lie on a table, with its sets in order. Raises
    :class:`ImpossibleBuild`."""
    if len(build.cards) < FEWEST_CARDS or build.value > HIGHEST_BUILD:
        raise ImpossibleBuild(build)
    sets = divided(build.cards, build.value, values)
    if sets is None:
        raise ImpossibleBuild(build)
    return build._replace(sets=sets)


def divided(cards: Iterable[Card], value: int, values: Values) -> tuple[Cards, ...] | None:
    """Return cards divided into sets that each make a value from 1 to 16 (#groups); None if there
    is no division.

    Of several divisions it is the first: sets of fewer cards come first, then those of lower cards,
    and within a set lower cards come first. In a build of 14 an ace that may be 14 is so in a set
    of its own, and 1 in any other (#values).
    """
    ordered = sorted(cards)
    counts = [values[card.rank] for card in ordered]
    if not (1 <= value <= division_into_sums.HIGHEST_VALUE and all(counts)):
        return None
    low = tuple([count[0] for count in counts])
    if sum(low) == value:
        return (tuple(ordered),)
    high = sum(value in count[1:] for count in counts)
    division = _first_division(low, high, value)
    if division is None:
        return None
    if len(division) == 1:
        return (tuple(ordered),)
    # The division is one of numbers: the first of several cards of a number go to the first set.
    of_number = {number: iter(ordered[low.index(number) :]) for number in dict.fromkeys(low)}
    return tuple(tuple(next(of_number[number]) for number in group) for group in division)


@lru_cache(maxsize=4096)
def _first_division(low: Numbers, high: int, value: int) -> tuple[Numbers, ...] | None:
    """Return the first division of sorted numbers into sets; up to ``high`` aces may each be a set
    of their own."""
    if not _divisible(low, high, value):
        return None
    division: list[Numbers] = []
    while low:
        for group in _groups(low, high, value):
            rest = difference(low, group)
            others = min(high, rest.count(ACE))
            if _divisible(rest, others, value):
                break
        division.append(group)
        low, high = rest, others
    return tuple(division)


def _divisible(low: Numbers, high: int, value: int) -> bool:
    """Return whether sorted numbers can be divided into sets; up to ``high`` aces may each be a set
    of their own."""
    return any(
        division_into_sums.divide(division_into_sums.counted(low[alone:]), value) is not None
        for alone in range(high + 1)
    )


def _groups(low: Numbers, high: int, value: int) -> list[Numbers]:
    """Return all possible first sets of sorted numbers, the smallest set first."""
    chosen = [group[::-1] for group in parts(division_into_sums.counted(low), value)]
    chosen += [(ACE,)] if high else []
    return sorted(chosen, key=lambda group: (len(group), group))
