"""A position that is answered by taps: the cards, builds and tops of piles of it.

The address holds the answer as its query, as the form of the position sends it; nothing is kept
but on the phone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

from flask import request

from ..rules.cards import Card
from ..rules.notation import write_card
from ..rules.table import Build

NONE, ALL = "none", "all"
"""The fields of the buttons that say: none of all that; all of it."""
PIECES = "pieces"
SENT = "sent"
"""The field that each form of an answer sends, so that an empty one says that it was sent."""


class Piece(NamedTuple):
    """A card, a build or the top of a pile, and its text in an answer. ``whose`` it is, where it is
    somebody's; was it ``tapped``?"""

    text: str
    card: Card | None
    build: Build | None
    whose: str
    tapped: bool


def words(name: str) -> list[str]:
    """The words that a field of the address holds, however many of that name there are."""
    return " ".join(request.args.getlist(name)).split()


class Felt:
    """What lies there and is held, and which of it can be tapped. In ``one_tap`` a piece is the
    whole answer."""

    one_tap = False

    @property
    def pieces(self) -> tuple[str, ...]:
        """The texts of the pieces that an answer may name."""
        raise NotImplementedError

    @cached_property
    def lying(self) -> list[Piece]:
        """The loose cards."""
        raise NotImplementedError

    @cached_property
    def welded(self) -> list[Piece]:
        """The builds."""
        return []

    @cached_property
    def tops(self) -> list[Piece]:
        """What everybody knows to lie on top of other piles."""
        return []

    @cached_property
    def hand(self) -> list[Piece]:
        """The hand, but for the card that is played."""
        return []

    @cached_property
    def played(self) -> Piece | None:
        """The card that is played, while it is not done."""
        return None

    @cached_property
    def _tapped(self) -> Counter[str]:
        return Counter(self.pieces if ALL in request.args else words(PIECES))

    def piece(
        self, text: str, card: Card | None = None, build: Build | None = None, whose: str = ""
    ) -> Piece:
        """A piece, once: of twins as many are tapped as the answer names."""
        tapped = self._tapped[text] > 0
        self._tapped[text] -= 1
        return Piece(text, card, build, whose, tapped)

    def of_cards(self, cards: Iterable[Card]) -> list[Piece]:
        """Cards as pieces."""
        return [self.piece(write_card(card), card) for card in cards]

    def can_tap(self, piece: Piece) -> bool:
        """May an answer name it?"""
        return piece.text in self.pieces

    def named(self, texts: Iterable[str]) -> list[Piece]:
        """The pieces of an answer."""
        there = [*self.lying, *self.welded, *self.tops, *self.hand]
        known = {one.text: one for one in (*there, *([self.played] if self.played else []))}
        return [known[text] for text in texts if text in known]
