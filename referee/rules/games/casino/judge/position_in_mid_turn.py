"""Positions in mid-turn, after some steps of a play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ....cards import SUITS, Card, Cards, Rank
from ....deck_check_and_possible_suits import KnownCards
from ....table_and_builds import Build, Table, Top
from .position import Position


class TurnState(NamedTuple):
    """A position in mid-turn: the play as far as it has gone from ``start``.

    ``hand`` is the rest of the mover's hand, None while it is secret; ``must_play`` has the cards
    that later steps will play, ``played`` the card from the hand once a step has played it, and
    ``laid`` that card if it was trailed. ``value`` is the value of the last step, ``capture_value``
    the one that a card captured at, 0 for a picture. ``formed`` are the builds that this play made
    or changed, ``lent`` those of opponents that were added to, so that the card from the hand must
    capture them, and ``guaranteed`` those that were raised: the mover must hold a card that
    captures them, whoever owns them. ``done`` has the kind of each step so far.
    """

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
        """The cards that the question names, checked against the deck."""
        return self.start.known_cards

    def did(self, *kinds: str) -> bool:
        """Return whether a step of one of these kinds was done: ``take``, ``lay``, or the kind of a
        :class:`BuildAttempt`."""
        return any(kind in kinds for kind in self.done)

    def most_held(self, rank: Rank) -> int:
        """Return how many cards of a rank the mover can hold at most: those of the hand or, where
        it is secret, those out of sight, if so many are left beside what this play needs."""
        if self.hand is not None:
            return [card.rank for card in self.hand].count(rank)
        unseen, others = self.most_unseen(rank), self.others_left
        if others is None:
            return unseen
        return min(unseen, [card.rank for card in self.must_play].count(rank) + others)

    @property
    def others_left(self) -> int | None:
        """The number of cards in the mover's hand that this play does not use; None where nobody
        knows it."""
        cards_left, plays = self.start.cards_left, len(self.must_play) + (self.played is not None)
        return None if cards_left is None else max(0, cards_left - plays)

    def most_unseen(self, rank: Rank) -> int:
        """Return how many cards of a rank can be in hands, those that this play will use among
        them."""
        seen = [card.rank for card in self.seen].count(rank)
        return len(SUITS) - seen + [card.rank for card in self.must_play].count(rank)

    def less_tops(self, tops: Sequence[Top]) -> tuple[Cards, ...]:
        """Return the piles without the tops, by seat."""
        if not tops:
            return self.piles
        gone = [sum(top.seat == seat for top in tops) for seat in range(len(self.piles))]
        return tuple(pile[number:] for pile, number in zip(self.piles, gone, strict=True))

    def with_pile(self, piles: tuple[Cards, ...], pile: Cards) -> TurnState:
        """Return this turn state with these piles, of which the mover's is replaced by ``pile``."""
        mine = self.start.pile_seat
        return self._replace(
            piles=tuple(pile if seat == mine else other for seat, other in enumerate(piles))
        )


def begin(position: Position, turn_cards: Cards) -> TurnState:
    """Return the turn state before the first step of a play that uses these cards of the hand."""
    return TurnState(
        start=position,
        table=position.table,
        hand=position.hand,
        piles=position.piles,
        seen=(*position.seen, *turn_cards),
        must_play=turn_cards,
    )
