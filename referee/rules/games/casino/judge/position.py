"""Positions of games with builds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from ....cards import Card, Cards, Rank
from ....deck_check_and_possible_suits import KnownCards
from ....table_and_builds import Build, Table

MOVER = 0
"""The mover's seat in a question, where seats count in the order of play."""


Piles = tuple[Cards, ...]
"""The known cards of the pile of each seat, from its top down."""


@dataclass(frozen=True)
class Position:
    """A position before a play of the seat ``mover``, with all that is known of it.

    ``hand`` is the mover's, None while it is secret; ``known_cards`` holds all cards that a
    question names. ``sides`` has the side of each seat, and ``pile_seats`` the seat whose pile each
    seat lays its cards on; ``piles`` is what is known of these, by seat, each from the top down.
    ``deal`` counts from 1, ``stock`` is the number of cards still to be drawn, and ``proven`` has
    the ranks that the mover's partner is known to hold.

    A followed game knows more: the cards that were shown and are out of sight again (``gone``), the
    number of cards that the mover has left (``cards_left``), and the values of ``dead`` builds,
    which nobody can capture any more, so that they bind nobody. ``stands_for`` are the faces that
    cards of the hand without a suit must have, where the suit decides what they capture.
    """

    table: Table
    hand: Cards | None
    known_cards: KnownCards
    sides: Sequence[int] = (0, 1)
    pile_seats: Sequence[int] = (0, 1)
    piles: tuple[Cards, ...] = ((), ())
    deal: int = 1
    stock: int = 0
    proven: frozenset[Rank] = frozenset()
    mover: int = MOVER
    gone: Cards = ()
    cards_left: int | None = None
    dead: frozenset[int] = frozenset()
    stands_for: Cards = ()

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.sides)

    @cached_property
    def partner(self) -> int | None:
        """The other seat of the mover's side; None where the mover plays alone."""
        ours, mover = self.sides[self.mover], self.mover
        mates = (seat for seat, side in enumerate(self.sides) if side == ours and seat != mover)
        return next(mates, None)

    def face_of(self, card: Card) -> Card:
        """Return the face that a card of the hand stands for: itself, if its suit is known or does
        not decide what it captures."""
        if card.suited:
            return card
        return next((face for face in self.stands_for if face.rank is card.rank), card)

    @property
    def pile_seat(self) -> int:
        """The seat whose pile the mover lays cards on."""
        return self.pile_seats[self.mover]

    def is_of_own_side(self, build: Build) -> bool:
        """Return whether a build belongs to the mover or the mover's partner."""
        owner = build.owner
        return owner is not None and self.sides[owner] == self.sides[self.mover]

    def is_on_own_side(self, seat: int) -> bool:
        """Return whether a seat is the mover's or the mover's partner's."""
        return self.sides[seat] == self.sides[self.mover]

    def binding(self, builds: Iterable[Build]) -> tuple[Build, ...]:
        """Return those of the builds that the mover owns and must keep a card for: all but dead
        ones."""
        return tuple(
            [
                build
                for build in builds
                if build.owner == self.mover and build.value not in self.dead
            ]
        )

    @cached_property
    def seen(self) -> Cards:
        """The cards that nobody can hold: those in sight, and those that were shown before."""
        return (*self.table.cards, *chain.from_iterable(self.piles), *self.gone)
