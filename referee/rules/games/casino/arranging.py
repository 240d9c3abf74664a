"""What lies there, as somebody says it: cards that are a build, whose a build is, and how the next
player sees it all."""

from __future__ import annotations

from collections.abc import Sequence

from ...cards import Cards, difference
from ...groups import HIGHEST_VALUE
from ...ruleset import Ruleset
from ...table import FEWEST_CARDS, Build, Table, divided
from .judge.building import BuildRules

Piles = tuple[Cards, ...]
"""What is known of the pile of each seat, from its top down."""


def build_values(rules: BuildRules, cards: Cards) -> list[int]:
    """The values that a build of just these cards can have."""
    if len(cards) < FEWEST_CARDS:
        return []
    return [
        value
        for value in range(1, HIGHEST_VALUE + 1)
        if rules.ranks_worth(value) and divided(cards, value, rules.values)
    ]


def welded(table: Table, cards: Cards, value: int, rules: BuildRules) -> tuple[Table, Build]:
    """The table once these loose cards are a build, and the build, which is nobody's yet."""
    groups = divided(cards, value, rules.values)
    assert groups is not None
    build = Build(value, groups, None)
    return Table(difference(table.loose, cards), (*table.builds, build)), build


def taken_apart(table: Table, build: Build) -> Table:
    """The table once the cards of a build are loose."""
    builds = list(table.builds)
    builds.remove(build)
    return Table((*table.loose, *build.cards), tuple(builds))


def kept_at(table: Table, build: Build, seat: int) -> Table:
    """The same build, kept by a seat."""
    kept = build._replace(keeper=seat)
    return table._replace(builds=tuple(kept if one == build else one for one in table.builds))


def same_build(one: Build, other: Build) -> bool:
    """Is it the same build, whoever keeps it?"""
    return one.value == other.value and sorted(one.cards) == sorted(other.cards)


# --- seats ----------------------------------------------------------------------------------------


def seated(table: Table, piles: Piles, rules: Ruleset, players: int) -> tuple[Table, Piles]:
    """The same where so many play: whose a build was that sits there no longer must be somebody's,
    and a pile lies only where somebody has one."""
    builds = (one._replace(keeper=(one.keeper or 0) % players) for one in table.builds)
    there = set(rules.pile_of_each(players))
    left = (pile if seat in there else () for seat, pile in enumerate(piles[:players]))
    return table._replace(builds=tuple(builds)), tuple(left)


def seat_before(seat: int, players: int) -> int:
    """A seat as the next player counts it, whose own is 0 then."""
    return (seat - 1) % players


def passed(table: Table, players: int) -> Table:
    """The table as the next player sees it."""
    seen = (one._replace(keeper=seat_before(one.keeper or 0, players)) for one in table.builds)
    return table._replace(builds=tuple(seen))


def passed_piles(piles: Piles, pile_seats: Sequence[int]) -> Piles:
    """The piles as the next player sees them; of those that partners share, the first has it."""
    seats = range(len(pile_seats))
    return tuple(
        piles[pile_seats[(seat + 1) % len(seats)]] if pile_seats[seat] == seat else ()
        for seat in seats
    )
