"""The table, piles and holdings of a question as the next player sees them, whose own seat is 0."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...cards import Rank
from ...table_and_builds import Table
from .holdings_stated_in_question import Holding
from .judge.position import MOVER, Piles
from .question import BuildQuestion


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
