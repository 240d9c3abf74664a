"""A position in a game with builds, and how far a turn has gone from there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from ....cards import SUITS, Card, Cards, KnownCards, Rank
from ....table_and_builds import Build, Table, Top, cards_of

MOVER = 0
"""In a question seats count from the player whose turn it is, in the order of play."""


@dataclass(frozen=True)
class Position:
    """What lies where before a turn of the seat ``mover``. ``hand`` is the mover's, None while it
    is secret; ``packs`` holds all cards that anybody named. ``sides`` says for each seat which side
    it is on, and ``pile_seats`` whose pile it lays its cards on; ``piles`` is what is known of
    these, from the top down, by seat. ``deal`` counts from 1, ``stock`` are the cards still to be
    drawn, and ``proven`` the ranks that the mover's partner is known to hold.

    Who follows a game knows more than who is asked about a position: the cards that were shown and
    are out of sight again (``gone``), how many ``cards_left`` the mover has, and the values of
    ``dead`` builds, which nobody can take any more, so that they bind nobody.
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

    @property
    def players(self) -> int:
        return len(self.sides)

    @cached_property
    def partner(self) -> int | None:
        """The other seat of the mover's side."""
        ours, mover = self.sides[self.mover], self.mover
        mates = (seat for seat, side in enumerate(self.sides) if side == ours and seat != mover)
        return next(mates, None)

    @property
    def pile_seat(self) -> int:
        """The seat whose pile the mover lays cards on."""
        return self.pile_seats[self.mover]

    def is_of_own_side(self, build: Build) -> bool:
        """Does it belong to the mover's side?"""
        owner = build.owner
        return owner is not None and self.sides[owner] == self.sides[self.mover]

    def is_on_own_side(self, seat: int) -> bool:
        """Is it the mover's side's?"""
        return self.sides[seat] == self.sides[self.mover]

    def binding(self, builds: Iterable[Build]) -> tuple[Build, ...]:
        """Those that the mover keeps, and that bind them."""
        return tuple(
            [
                build
                for build in builds
                if build.owner == self.mover and build.value not in self.dead
            ]
        )

    @cached_property
    def seen(self) -> Cards:
        """All cards that nobody can hold: those in sight, and those that were shown before."""
        return (*self.table.cards, *chain.from_iterable(self.piles), *self.gone)


class TurnState(NamedTuple):
    """A turn as far as it has gone from ``start``. ``hand`` is what is left of it; ``to_play`` what
    later steps will play. A card took at the value ``taken_at``, 0 being a picture's.
    ``value`` is that of the last step. ``formed`` are the builds that this turn made or changed,
    ``lent`` those of opponents that were added to, so that they must be taken, ``vouched`` those
    that were raised: whoever's they are, the mover must hold the card that takes them. ``done`` are
    the kinds of its steps."""

    start: Position
    table: Table
    hand: Cards | None
    piles: tuple[Cards, ...]
    seen: Cards
    must_play: Cards = ()
    played: Card | None = None
    laid: Card | None = None
    value: int | None = None
    capture_value: int | None = None
    formed: tuple[Build, ...] = ()
    lent: tuple[Build, ...] = ()
    guaranteed: tuple[Build, ...] = ()
    done: tuple[str, ...] = ()

    @property
    def known_cards(self) -> KnownCards:
        return self.start.known_cards

    def did(self, *kinds: str) -> bool:
        """Was there such a step? ``take``, ``lay``, or the kind of a :class:`BuildAttempt`."""
        return any(kind in kinds for kind in self.done)

    def most_held(self, rank: Rank) -> int:
        """How many cards of a rank the mover can hold: those of the hand or, where it is secret,
        those out of sight, if so many are left beside what this turn plays."""
        if self.hand is not None:
            return [card.rank for card in self.hand].count(rank)
        unseen, others = self.most_unseen(rank), self.others_left
        if others is None:
            return unseen
        return min(unseen, [card.rank for card in self.must_play].count(rank) + others)

    @property
    def others_left(self) -> int | None:
        """How many cards the mover has that this turn does not play, if anybody knows."""
        left, plays = self.start.cards_left, len(self.must_play) + (self.played is not None)
        return None if left is None else max(0, left - plays)

    def most_unseen(self, rank: Rank) -> int:
        """How many cards of a rank may be held, those that will be played among them."""
        seen = [card.rank for card in self.seen].count(rank)
        return len(SUITS) - seen + [card.rank for card in self.must_play].count(rank)

    def less_tops(self, tops: Sequence[Top]) -> tuple[Cards, ...]:
        """The piles once these are gone."""
        if not tops:
            return self.piles
        gone = [sum(top.seat == seat for top in tops) for seat in range(len(self.piles))]
        return tuple(pile[number:] for pile, number in zip(self.piles, gone, strict=True))

    def with_pile(self, piles: tuple[Cards, ...], pile: Cards) -> TurnState:
        """The mover's pile as it is known now, among the others."""
        mine = self.start.pile_seat
        return self._replace(
            piles=tuple(pile if seat == mine else other for seat, other in enumerate(piles))
        )


def begin(position: Position, turn_cards: Cards) -> TurnState:
    """A turn of which nothing is done, in which these cards will leave the hand."""
    return TurnState(
        start=position,
        table=position.table,
        hand=position.hand,
        piles=position.piles,
        seen=(*position.seen, *turn_cards),
        must_play=turn_cards,
    )


class BuildAttempt(NamedTuple):
    """What a build is made of: a card from the hand, loose cards, builds and tops. ``seat`` is the
    seat that it is made for, if that was said."""

    card: Card | None
    value: int
    loose: Cards
    builds: tuple[Build, ...] = ()
    tops: tuple[Top, ...] = ()
    seat: int | None = None

    @property
    def fresh(self) -> Cards:
        """The cards that come to it, tops not among them."""
        return self.loose if self.card is None else (self.card, *self.loose)

    @property
    def changed(self) -> tuple[Build, ...]:
        """Builds of another value."""
        return tuple([build for build in self.builds if build.value != self.value])

    @property
    def unchanged(self) -> tuple[Build, ...]:
        """Builds of that value."""
        return tuple([build for build in self.builds if build.value == self.value])

    @property
    def kind(self) -> str:
        """Is a build made, raised or added to?"""
        if self.changed:
            return "raise"
        return "augment" if self.unchanged else "new"

    @property
    def cards(self) -> Cards:
        """All of them."""
        welded = (card for build in self.builds for card in build.cards)
        return (*self.fresh, *cards_of(self.tops), *welded)
