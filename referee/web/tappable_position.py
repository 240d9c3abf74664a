"""A position that is answered by taps: the cards, builds and tops of piles of it.

The address holds the answer as its query, as the form of the position sends it; nothing is kept
but on the phone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from flask import request

from ..rules.cards import Card
from ..rules.notation import write_card
from ..rules.table_and_builds import Build

NONE, ALL = "none", "all"
"""The fields of the buttons that say: none of all that; all of it."""
PIECES = "pieces"
SENT = "sent"
"""The field that each form of an answer sends, so that an empty one says that it was sent."""


class TappablePiece(NamedTuple):
    """A card, a build or the top of a pile, and its text in an answer. ``whose`` it is, where it is
    somebody's; was it ``tapped``, and in which ``address`` is it otherwise? Is it to blame, or
    ``dead``, so that nobody can take it?"""

    text: str
    card: Card | None = None
    build: Build | None = None
    whose: str = ""
    tapped: bool = False
    address: str = ""
    blamed: bool = False
    dead: bool = False

    @property
    def state(self) -> str:
        """In words, as templates ask for it."""
        return f"{'chosen ' * self.tapped}{'blamed' * self.blamed}"


@dataclass(frozen=True)
class TappablePosition:
    """What lies there and is held: loose cards, builds, what everybody knows to lie on top of
    piles, the hand but for the card that is played, and that card while it is not done.
    ``choices`` are the texts of the pieces that an answer may name; in ``one_tap`` a piece is the
    whole answer."""

    loose: Sequence[TappablePiece] = ()
    builds: Sequence[TappablePiece] = ()
    tops: Sequence[TappablePiece] = ()
    played: TappablePiece | None = None
    hand: Sequence[TappablePiece] = ()
    choices: Collection[str] = ()
    one_tap: bool = False

    def can_tap(self, piece: TappablePiece) -> bool:
        """May an answer name it?"""
        return piece.text in self.choices

    def named(self, texts: Iterable[str]) -> list[TappablePiece]:
        """Return the pieces of an answer."""
        there = [*self.loose, *self.builds, *self.tops, *self.hand]
        pieces = {one.text: one for one in (*there, *([self.played] if self.played else []))}
        return [pieces[text] for text in texts if text in pieces]


class Taps:
    """The pieces that the address names: of twins the first ones are tapped."""

    def __init__(self, choices: Iterable[str]) -> None:
        self._left = Counter(choices if ALL in request.args else words(PIECES))

    def piece(
        self, text: str, card: Card | None = None, build: Build | None = None, whose: str = ""
    ) -> TappablePiece:
        """Return a piece, once: of twins as many are tapped as the answer names."""
        tapped = self._left[text] > 0
        self._left[text] -= 1
        return TappablePiece(text, card, build, whose, tapped)

    def of_cards(self, cards: Iterable[Card]) -> list[TappablePiece]:
        """Return cards as pieces."""
        return [self.piece(write_card(card), card) for card in cards]


def words(name: str) -> list[str]:
    """The words that a field of the address holds, however many of that name there are."""
    return " ".join(request.args.getlist(name)).split()
