"""Names of the piles of a game, for its pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...rules.ruleset import Ruleset
from ...rules.seating import Teams, mates, sides
from ...words.numbers_and_lists import in_sentences


class NamedPile(NamedTuple):
    """A pile: the ``seat`` whose row it is, and the ``seats`` whose cards lie in it. ``name`` is
    that of its owners as they typed it, ``called`` the same for use in a sentence."""

    seat: int
    seats: tuple[int, ...]
    name: str
    called: str


def piles_of(names: Sequence[str], rules: Ruleset, teams: Teams | None) -> tuple[NamedPile, ...]:
    """Return the piles of a game, one for each row of the sheet: partners who share a pile share a
    row."""
    called, piles = in_sentences(names), []
    for seat in rules.pile_seats(len(names), teams):
        seats = mates(seat, sides(len(names), teams)) if rules.sheet.shares_piles else (seat,)
        together = " & ".join(called[mate] for mate in seats)
        name = together if len(seats) > 1 else names[seat]
        piles.append(NamedPile(seat, seats, name, together))
    return tuple(piles)
