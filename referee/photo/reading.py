"""Cards that were read from a photo, facts that help to read it, and refusals of a file."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from ..rules.cards import Card, Rank
from .indices import GLYPHS, Point, ReadIndex, overlap

MOST_BYTES = 12_000_000
MOST_PIXELS = 64_000_000


class PhotoError(ValueError):
    """Base class of all refusals of a file."""


class NotAPicture(PhotoError):
    """A file that is no picture, or a damaged or truncated one."""


class OtherType(PhotoError):
    """A file of a type that is not read here; ``type`` names it, if it is known."""

    def __init__(self, type_: str) -> None:
        super().__init__(f"not read here: {type_!r}")
        self.type = type_


class TooLarge(PhotoError):
    """A file above a limit of ``most`` of a ``unit``, ``bytes`` or ``pixels``."""

    def __init__(self, unit: str, most: int) -> None:
        super().__init__(f"more than {most} {unit}")
        self.unit, self.most = unit, most


SURE_ENOUGH = 0.7
"""The probability below which the player is asked about a card."""


@dataclass(frozen=True)
class SeenCard:
    """A card in the photo, with its probability ``sure`` and its alternatives.

    ``x`` and ``y`` are its middle, ``corners`` the middles of the indices that were seen and
    ``outline`` its four corners, in pixels of the photo turned upright.
    """

    card: Card
    sure: float
    alternatives: tuple[tuple[Card, float], ...]
    x: float
    y: float
    corners: tuple[Point, ...]
    outline: tuple[Point, ...] = ()

    def scaled(self, across: float, down: float) -> SeenCard:
        """Return the card in a photo of another size, by the two scales."""
        return replace(
            self,
            x=self.x * across,
            y=self.y * down,
            corners=tuple((x * across, y * down) for x, y in self.corners),
            outline=tuple((x * across, y * down) for x, y in self.outline),
        )


@dataclass(frozen=True)
class PhotoReading:
    """The cards of a photo, by rank and suit, and its size when turned upright.

    ``doubtful`` counts places that look like an index, but can be no card of the packs, or are not
    sure: a joker, a card of another game, a patterned back. ``surplus`` are cards that surely are
    in the photo more often than the packs have them.
    """

    cards: tuple[SeenCard, ...]
    letters: str
    width: int
    height: int
    doubtful: int = 0
    surplus: tuple[Card, ...] = ()

    @property
    def unsure(self) -> tuple[SeenCard, ...]:
        """The cards about which the player is asked."""
        return tuple(seen for seen in self.cards if seen.sure < SURE_ENOUGH)

    def scaled(self, width: int, height: int) -> PhotoReading:
        """Return the reading of a smaller copy in pixels of a photo of this size."""
        across, down = width / self.width, height / self.height
        return replace(
            self,
            cards=tuple(seen.scaled(across, down) for seen in self.cards),
            width=width,
            height=height,
        )

    def builds(self) -> tuple[tuple[SeenCard, ...], ...]:
        """Return the sets of cards that lie over each other, in the order of their cards."""
        groups: list[list[SeenCard]] = []
        for seen in self.cards:
            touched = [
                group
                for group in groups
                if any(overlap(seen.outline, other.outline) for other in group)
            ]
            groups = [group for group in groups if group not in touched]
            groups.append([*(other for group in touched for other in group), seen])
        order = {id(seen): number for number, seen in enumerate(self.cards)}
        piles = (sorted(group, key=lambda seen: order[id(seen)]) for group in groups)
        return tuple(
            tuple(pile) for pile in sorted(piles, key=lambda pile: order[id(pile[0])]) if pile[1:]
        )


@dataclass(frozen=True)
class KnownFacts:
    """Facts of the game that help to read a photo.

    ``cards`` has the number of copies of each card that can be in the photo. ``letters`` is the
    language of the deck, one of ``en sv de fr nl``; ``indices`` is their number on a card, 2 or 4.
    Each is None if it is to be found out.
    """

    cards: Mapping[Card, int]
    letters: str | None = None
    indices: int | None = None


_NUMBERS = {str(number): Rank(number) for number in range(2, 11)}
_ACES = {"A": Rank.ACE, "1": Rank.ACE}
_COURTS = {
    "en": {"J": Rank.JACK, "Q": Rank.QUEEN, "K": Rank.KING},
    "sv": {"E": Rank.ACE, "N": Rank.JACK, "D": Rank.QUEEN, "K": Rank.KING},
    "de": {"B": Rank.JACK, "D": Rank.QUEEN, "K": Rank.KING},
    "fr": {"V": Rank.JACK, "D": Rank.QUEEN, "R": Rank.KING},
    "nl": {"B": Rank.JACK, "V": Rank.QUEEN, "H": Rank.KING},
}
LETTERS = tuple(_COURTS)
"""Languages of decks."""

RANKS = {letters: _NUMBERS | _ACES | courts for letters, courts in _COURTS.items()}
"""The rank of each glyph, by the letters of the deck."""

_BEFORE = {"en": 0.0, "sv": -3.0, "de": -1.5, "fr": -3.0, "nl": -3.0}
"""Probabilities of the languages before a photo is read, as logarithms."""
_MISREAD = 0.03


def vote(readings: Iterable[ReadIndex]) -> dict[str, float]:
    """Return the probability of each language, from the glyphs that are printed."""
    glyphs = [reading.glyphs for reading in readings]

    def weight(letters: str) -> float:
        fitting = [number for number, glyph in enumerate(GLYPHS) if glyph in RANKS[letters]]
        return _BEFORE[letters] + sum(
            math.log(_MISREAD + sum(shares[number] for number in fitting)) for shares in glyphs
        )

    weights = {letters: weight(letters) for letters in LETTERS}
    best = max(weights.values())
    shares = {letters: math.exp(weight - best) for letters, weight in weights.items()}
    return {letters: share / sum(shares.values()) for letters, share in shares.items()}


def ranks_of(reading: ReadIndex, languages: Mapping[str, float]) -> dict[Rank, float]:
    """Return the probabilities of the ranks of an index.

    ``languages`` are the probabilities of the languages of the deck: a V is a jack in French and a
    queen in Dutch.
    """
    ranks = dict.fromkeys(Rank, 0.0)
    for letters, probable in languages.items():
        for glyph, share in zip(GLYPHS, reading.glyphs, strict=True):
            if rank := RANKS[letters].get(glyph):
                ranks[rank] += probable * share
    return ranks
