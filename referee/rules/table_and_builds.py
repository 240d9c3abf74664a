"""The table with its builds: cards held together under a value (#making-a-build)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import NamedTuple

from .card_values import Values
from .cards import Card, Cards, difference
from .division_into_sums import divide_cards
from .error_bases import Impossible

FEWEST_CARDS = 2
HIGHEST_BUILD = 14


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
    sets = divide_cards(build.cards, build.value, values)
    if sets is None:
        raise ImpossibleBuild(build)
    return build._replace(sets=sets)
