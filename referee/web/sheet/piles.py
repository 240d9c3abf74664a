"""The piles of a game, as its pages name them."""

from __future__ import annotations

from typing import NamedTuple

from ...rules.seating import mates
from ...services.session_views import SessionView
from ...services.sheets import SheetState
from ...words import in_sentences


class Pile(NamedTuple):
    """A pile: the ``seat`` whose row it is, and all those whose cards lie there. ``name`` is that
    of its owner or of its owners, as it was typed; ``called`` the same in a sentence."""

    seat: int
    seats: tuple[int, ...]
    name: str
    called: str


def piles_of(session_view: SessionView, sheet: SheetState) -> tuple[Pile, ...]:
    """One for each row of the sheet: partners who share a pile share a row."""
    names = in_sentences(session_view.players)
    found = []
    for seat in sheet.check.piles:
        shares = sheet.rules.sheet.shares_piles
        seats = mates(seat, session_view.sides) if shares else (seat,)
        called = " & ".join(names[one] for one in seats)
        name = called if len(seats) > 1 else session_view.players[seat]
        found.append(Pile(seat, seats, name, called))
    return tuple(found)
