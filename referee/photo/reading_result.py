"""Cards that were read from a photo."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..rules.cards import Card
from .outline_overlap import Point, overlap

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
