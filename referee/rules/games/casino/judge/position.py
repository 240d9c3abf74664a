"""Positions of games with builds, also in mid-turn, and the redeal of first cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from ....cards import PICTURES, Card, Cards, KnownCards, Rank, unseen
from ....plays import Build, Table, Top, cards_of
from ....seating import Redeal

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

    def most_held(self, wanted: Card) -> int:
        """Return how many cards that are ``wanted``, by :func:`~referee.rules.cards.answers`, the
        mover can hold at most: those of the hand or, where it is secret, those out of sight, if so
        many are left beside what this play needs."""
        if self.hand is not None:
            return self._number_of(wanted, self.hand)
        out_of_sight, others = self.most_unseen(wanted), self.others_left
        if others is None:
            return out_of_sight
        return min(out_of_sight, self._number_of(wanted, self.must_play) + others)

    def _number_of(self, wanted: Card, cards: Cards) -> int:
        if not wanted.suited:
            return [card.rank for card in cards].count(wanted.rank)
        return [self.start.face_of(card) for card in cards].count(wanted)

    @property
    def others_left(self) -> int | None:
        """The number of cards in the mover's hand that this play does not use; None where nobody
        knows it."""
        cards_left, plays = self.start.cards_left, len(self.must_play) + (self.played is not None)
        return None if cards_left is None else max(0, cards_left - plays)

    def most_unseen(self, wanted: Card) -> int:
        """Return how many cards that are ``wanted`` can be in hands, those that this play will use
        among them."""
        return unseen(wanted, self.seen) + self._number_of(wanted, self.must_play)

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


class FirstCards(NamedTuple):
    """Figures of the first cards on the table: the least and most points that they score, as far as
    suits are known, and the number of pictures."""

    limits: Redeal
    points: int
    points_most: int
    pictures: int

    @property
    def must_redraw(self) -> bool | None:
        """Return whether the cards go back; None if their suits decide."""
        most_pictures = self.limits.pictures
        if most_pictures is not None and self.pictures >= most_pictures:
            return True
        if self.points >= self.limits.points:
            return True
        return None if self.points_most >= self.limits.points else False


def drawn_first(
    limits: Redeal, worth: Mapping[Card, int], known_cards: KnownCards, cards: Cards
) -> FirstCards:
    """Return the figures of the first cards on the table."""
    least, most = known_cards.points_span(worth, cards)
    pictures = sum(card.rank in PICTURES for card in cards)
    return FirstCards(limits, least, most, pictures)


class BuildAttempt(NamedTuple):
    """Parts that a step makes a build of: a card from the hand, loose cards, builds and tops.
    ``seat`` is the seat that it is made for, None where that was not entered."""

    card: Card | None
    value: int
    loose: Cards
    builds: tuple[Build, ...] = ()
    tops: tuple[Top, ...] = ()
    seat: int | None = None

    @property
    def fresh(self) -> Cards:
        """The loose cards and the card from the hand that come to the build; no tops."""
        return self.loose if self.card is None else (self.card, *self.loose)

    @property
    def changed(self) -> tuple[Build, ...]:
        """The builds among the parts whose value is another than that of the new build."""
        if not self.builds:  # as in most attempts
            return ()
        return tuple([build for build in self.builds if build.value != self.value])

    @property
    def unchanged(self) -> tuple[Build, ...]:
        """The builds among the parts that have the value of the new build already."""
        if not self.builds:
            return ()
        return tuple([build for build in self.builds if build.value == self.value])

    @property
    def kind(self) -> str:
        """The kind of the step: ``new``, ``raise`` or ``augment``."""
        if self.changed:
            return "raise"
        return "augment" if self.unchanged else "new"

    @property
    def cards(self) -> Cards:
        """The cards of the new build, those of its tops and builds among them."""
        build_cards = (card for build in self.builds for card in build.cards)
        return (*self.fresh, *cards_of(self.tops), *build_cards)
