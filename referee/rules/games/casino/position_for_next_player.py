"""Positions as the next player sees them, who counts seats from another one, or with another number
of players."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ...card_notation import read_card, write_rank
from ...cards import Cards, Rank
from ...ruleset import Ruleset
from ...table_and_builds import Table
from .judge.build_rules_base import build_rules, proves
from .judge.position import MOVER
from .question import BuildQuestion

Piles = tuple[Cards, ...]
"""The known cards of the pile of each seat, from its top down."""


class Holding(NamedTuple):
    """A card that is known to be in a hand: its seat and rank."""

    seat: int
    rank: Rank


_HOLDING = re.compile(r"(10|[A2-9JQK])@([0-9])")


def read_holdings(text: str) -> set[Holding]:
    """Read ``J@1 8@3``, seats counting from the mover; words that are no holdings are ignored."""
    return {Holding(int(seat), read_card(rank).rank) for rank, seat in _HOLDING.findall(text)}


def write_holdings(holdings: Iterable[Holding]) -> str:
    """Write holdings as ``J@1 8@3``."""
    return " ".join(f"{write_rank(rank)}@{seat}" for seat, rank in holdings)


def knows_partner(rules: Ruleset, players: int) -> bool:
    """Return whether it can be known what the mover's partner holds."""
    return proves(build_rules(rules), rules.seating, players)


def held_by_others(question: BuildQuestion, text: str) -> list[Holding]:
    """Return the holdings in a text, in order, of all seats but the partner's, the mover's
    included; empty in games where it cannot be known what a partner holds."""
    if not knows_partner(question.rules, question.players):
        return []
    seats = set(range(question.players)) - {question.position.partner}
    return sorted(holding for holding in read_holdings(text) if holding.seat in seats)


# --- another number of players ------------------------------------------------------------------


def seated(table: Table, piles: Piles, rules: Ruleset, players: int) -> tuple[Table, Piles]:
    """Return the table and the piles with another number of players: a build of a seat that is gone
    gets another owner, and only seats with a pile of their own keep one."""
    builds = (build._replace(owner=(build.owner or 0) % players) for build in table.builds)
    pile_seats = set(rules.pile_of_each(players))
    own_piles = (pile if seat in pile_seats else () for seat, pile in enumerate(piles[:players]))
    return table._replace(builds=tuple(builds)), tuple(own_piles)


# --- the next player ----------------------------------------------------------------------------


def seat_before(seat: int, players: int) -> int:
    """Return the number of a seat for the next player, whose own is 0."""
    return (seat - 1) % players


def table_for_next_player(table: Table, players: int) -> Table:
    """Return the table as the next player sees it."""
    builds = (
        build._replace(owner=seat_before(build.owner or 0, players)) for build in table.builds
    )
    return table._replace(builds=tuple(builds))


def piles_for_next_player(piles: Piles, pile_seats: Sequence[int]) -> Piles:
    """Return the piles as the next player sees them; a pile that partners share is at the first of
    them."""
    seats = range(len(pile_seats))
    return tuple(
        piles[pile_seats[(seat + 1) % len(seats)]] if pile_seats[seat] == seat else ()
        for seat in seats
    )


def holdings_for_next_player(
    question: BuildQuestion, others: Iterable[Holding]
) -> tuple[list[Rank], list[Holding]]:
    """Return the ranks that the next player's partner is known to hold, and all other holdings. The
    card that was played is held no longer."""
    partner, players = question.position.partner, question.players
    held = {*others, *(Holding(partner, rank) for rank in question.proven if partner)}
    if question.played:
        held.discard(Holding(MOVER, question.played.rank))
    passed_on = sorted(Holding(seat_before(seat, players), rank) for seat, rank in held)
    of_partner = [rank for seat, rank in passed_on if seat == partner]
    return of_partner, [holding for holding in passed_on if holding.seat != partner]
