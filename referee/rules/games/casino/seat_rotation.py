"""What belongs to whom: builds, piles and known cards by seat, as another player counts the seats,
and as they are where another number plays."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ...cards import Cards, Rank
from ...notation import read_card, write_rank
from ...ruleset import Ruleset
from ...table_and_builds import Table
from .judge.build_rules import build_rules, proves
from .judge.position import MOVER
from .question import BuildQuestion

Piles = tuple[Cards, ...]
"""What is known of the pile of each seat, from its top down."""


class Holding(NamedTuple):
    """A seat that is known to hold a rank."""

    seat: int
    rank: Rank


_HOLDING = re.compile(r"(10|[A2-9JQK])@([0-9])")


def read_holdings(text: str) -> set[Holding]:
    """Read ``J@1 8@3``, seats counting from the mover; what is no holding is passed over."""
    return {Holding(int(seat), read_card(rank).rank) for rank, seat in _HOLDING.findall(text)}


def write_holdings(holdings: Iterable[Holding]) -> str:
    """Write ``J@1 8@3``."""
    return " ".join(f"{write_rank(rank)}@{seat}" for seat, rank in holdings)


def knows_partner(rules: Ruleset, players: int) -> bool:
    """Can it be known what the mover's partner holds?"""
    return proves(build_rules(rules), rules.seating, players)


def held_by_others(question: BuildQuestion, text: str) -> list[Holding]:
    """Return what is known of all but the mover's partner; nothing where nobody can know."""
    if not knows_partner(question.rules, question.players):
        return []
    seats = set(range(question.players)) - {question.position.partner}
    return sorted(holding for holding in read_holdings(text) if holding.seat in seats)


# --- another number of players ------------------------------------------------------------------


def seated(table: Table, piles: Piles, rules: Ruleset, players: int) -> tuple[Table, Piles]:
    """Return the table and the piles where so many play: a build of a seat that is gone must be
    somebody's, and a pile lies only where somebody has one."""
    builds = (build._replace(owner=(build.owner or 0) % players) for build in table.builds)
    pile_seats = set(rules.pile_of_each(players))
    own_piles = (pile if seat in pile_seats else () for seat, pile in enumerate(piles[:players]))
    return table._replace(builds=tuple(builds)), tuple(own_piles)


# --- the next player ----------------------------------------------------------------------------


def seat_before(seat: int, players: int) -> int:
    """Return a seat as the next player counts it, whose own is 0 then."""
    return (seat - 1) % players


def passed(table: Table, players: int) -> Table:
    """Return the table as the next player sees it."""
    builds = (
        build._replace(owner=seat_before(build.owner or 0, players)) for build in table.builds
    )
    return table._replace(builds=tuple(builds))


def passed_piles(piles: Piles, pile_seats: Sequence[int]) -> Piles:
    """Return the piles as the next player sees them; of those that partners share, the first
    has it."""
    seats = range(len(pile_seats))
    return tuple(
        piles[pile_seats[(seat + 1) % len(seats)]] if pile_seats[seat] == seat else ()
        for seat in seats
    )


def passed_holdings(
    question: BuildQuestion, others: Iterable[Holding]
) -> tuple[list[Rank], list[Holding]]:
    """Return what the next player's partner is known to hold, and then all others; the card that
    was played is held no longer."""
    partner, players = question.position.partner, question.players
    held = {*others, *(Holding(partner, rank) for rank in question.proven if partner)}
    if question.played:
        held.discard(Holding(MOVER, question.played.rank))
    passed_on = sorted(Holding(seat_before(seat, players), rank) for seat, rank in held)
    of_partner = [rank for seat, rank in passed_on if seat == partner]
    return of_partner, [holding for holding in passed_on if holding.seat != partner]
