"""Knowledge that helps to read a photo, and the cards read from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ..rules.cards import Card

SURE_ENOUGH = 0.7
"""A card with less than this is asked for."""

Point = tuple[float, float]


@dataclass(frozen=True)
class KnownFacts:
    """Facts of the game that help.

    ``cards``: how often each card can be in the photo: the packs without what is gone. ``letters``
    of the deck: one of ``en sv de fr nl``, None to find them out. ``indices``: 2 or 4 on a card,
    None to find it out.
    """

    cards: Mapping[Card, int]
    letters: str | None = None
    indices: int | None = None


@dataclass(frozen=True)
class SeenCard:
    """A card in the photo. ``x`` and ``y`` are its middle, ``corners`` the middles of the indices
    that were seen and ``outline`` its four corners, in pixels of the photo turned upright."""

    card: Card
    sure: float
    alternatives: tuple[tuple[Card, float], ...]
    x: float
    y: float
    corners: tuple[Point, ...]
    outline: tuple[Point, ...] = ()

    def scaled(self, across: float, down: float) -> SeenCard:
        """Return the card in a photo of another size."""
        return replace(
            self,
            x=self.x * across,
            y=self.y * down,
            corners=tuple((x * across, y * down) for x, y in self.corners),
            outline=tuple((x * across, y * down) for x, y in self.outline),
        )


@dataclass(frozen=True)
class PhotoReading:
    """All cards of a photo, by rank and suit, and its size when turned upright.

    ``doubtful`` counts places where something like an index was seen that can be no card of the
    packs, or nothing for sure: a joker, a card of another game, a patterned back.
    """

    cards: tuple[SeenCard, ...]
    letters: str
    width: int
    height: int
    doubtful: int = 0

    @property
    def unsure(self) -> tuple[SeenCard, ...]:
        """The cards that have to be asked for."""
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
        """Return the groups of cards that lie over each other, in the order of their cards."""
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


def _overlap(one: SeenCard, other: SeenCard) -> bool:
    """Say whether two cards lie over each other by more than the error of their outlines."""
    if not (one.outline and other.outline):
        return False
    return not any(
        _apart(one, other, axis) for seen in (one, other) for axis in _axes(seen.outline)
    )


OVERLAP = 0.15
"""Share of a card's side by which two cards must lie over each other."""


def _axes(outline: tuple[Point, ...]) -> tuple[Point, ...]:
    (x, y), (right_x, right_y), _, (down_x, down_y) = outline
    return (right_x - x, right_y - y), (down_x - x, down_y - y)


def _apart(one: SeenCard, other: SeenCard, axis: Point) -> bool:
    def span(seen: SeenCard) -> tuple[float, float]:
        along = [x * axis[0] + y * axis[1] for x, y in seen.outline]
        return min(along), max(along)

    (low, high), (other_low, other_high) = span(one), span(other)
    common = min(high, other_high) - max(low, other_low)
    return common < OVERLAP * min(high - low, other_high - other_low)
