"""A position that is answered by taps on its cards, builds and tops of piles.

The form of the position sends the answer as the query of its URL; the server keeps nothing of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from flask import request

from ..rules.card_notation import write_card
from ..rules.cards import Card
from ..rules.table_and_builds import Build

NONE, ALL = "none", "all"
"""The fields of the buttons that say: none of all that; all of it."""
PIECES = "pieces"
SENT = "sent"
"""The field that each form of an answer sends, so that an empty one says that it was sent."""


class TappablePiece(NamedTuple):
    """A card, a build or the top of a pile, and its text in an answer. ``whose`` names its owner,
    if it has one. ``address`` is the URL that taps it, or no longer. ``blamed``: the verdict is
    about it. ``dead``: nobody can capture the build any more."""

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
        """Return the state as words that templates use as classes: ``chosen``, ``blamed``, both or
        none."""
        return f"{'chosen ' * self.tapped}{'blamed' * self.blamed}"


@dataclass(frozen=True)
class TappablePosition:
    """The pieces on the table and in the hand: loose cards, builds, known tops of piles, the hand
    without the played card, and the played card until it is laid. ``choices`` are the texts of the
    pieces that an answer may name; with ``one_tap`` a single piece is the whole answer."""

    loose: Sequence[TappablePiece] = ()
    builds: Sequence[TappablePiece] = ()
    tops: Sequence[TappablePiece] = ()
    played: TappablePiece | None = None
    hand: Sequence[TappablePiece] = ()
    choices: Collection[str] = ()
    one_tap: bool = False

    def can_tap(self, piece: TappablePiece) -> bool:
        """Return whether an answer may name a piece."""
        return piece.text in self.choices

    def named(self, texts: Iterable[str]) -> list[TappablePiece]:
        """Return the pieces of an answer by their texts."""
        shown = [*self.loose, *self.builds, *self.tops, *self.hand]
        pieces = {piece.text: piece for piece in (*shown, *([self.played] if self.played else []))}
        return [pieces[text] for text in texts if text in pieces]


class Taps:
    """The taps that the query names, counted off piece by piece: of equal cards the first ones are
    tapped."""

    def __init__(self, choices: Iterable[str]) -> None:
        self._remaining = Counter(choices if ALL in request.args else words(PIECES))

    def piece(
        self, text: str, card: Card | None = None, build: Build | None = None, whose: str = ""
    ) -> TappablePiece:
        """Return a piece, tapped if the query names it once more."""
        tapped = self._remaining[text] > 0
        self._remaining[text] -= 1
        return TappablePiece(text, card, build, whose, tapped)

    def of_cards(self, cards: Iterable[Card]) -> list[TappablePiece]:
        """Return cards as pieces, tapped as the query names them."""
        return [self.piece(write_card(card), card) for card in cards]


def words(name: str) -> list[str]:
    """Return the words in all fields of a name in the query."""
    return " ".join(request.args.getlist(name)).split()
