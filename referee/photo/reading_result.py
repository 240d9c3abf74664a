"""Facts that help to read a photo, and the cards that were read from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ..rules.cards import Card

SURE_ENOUGH = 0.7
"""The probability below which the player is asked about a card."""

Point = tuple[float, float]


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
    sure: a joker, a card of another game, a patterned back.
    """

    cards: tuple[SeenCard, ...]
    letters: str
    width: int
    height: int
    doubtful: int = 0

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
            touched = [group for group in groups if any(_overlap(seen, other) for other in group)]
            groups = [group for group in groups if group not in touched]
            groups.append([*(other for group in touched for other in group), seen])
        order = {id(seen): number for number, seen in enumerate(self.cards)}
        piles = (sorted(group, key=lambda seen: order[id(seen)]) for group in groups)
        return tuple(
            tuple(pile) for pile in sorted(piles, key=lambda pile: order[id(pile[0])]) if pile[1:]
        )


def _overlap(first: SeenCard, second: SeenCard) -> bool:
    """Return whether two cards lie over each other by more than the error of their outlines."""
    if not (first.outline and second.outline):
        return False
    return not any(
        _apart(first, second, axis) for seen in (first, second) for axis in _axes(seen.outline)
    )


OVERLAP = 0.15
"""The least share of a card's side by which two cards lie over each other."""


def _axes(outline: tuple[Point, ...]) -> tuple[Point, ...]:
    """Return the directions of the sides of a card."""
    (x, y), (right_x, right_y), _, (down_x, down_y) = outline
    return (right_x - x, right_y - y), (down_x - x, down_y - y)


def _apart(first: SeenCard, second: SeenCard, axis: Point) -> bool:
    """Return whether two cards lie apart along an axis."""

    def span(seen: SeenCard) -> tuple[float, float]:
        along = [x * axis[0] + y * axis[1] for x, y in seen.outline]
        return min(along), max(along)

    (low, high), (other_low, other_high) = span(first), span(second)
    common = min(high, other_high) - max(low, other_low)
    return common < OVERLAP * min(high - low, other_high - other_low)
