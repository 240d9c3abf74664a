"""Facts of a game that help to read a photo."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..rules.cards import Card


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
