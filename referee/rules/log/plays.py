"""What a player does in a turn."""

from __future__ import annotations

from typing import NamedTuple

from ..cards import Card, Cards


class Lay(NamedTuple):
    """A card that takes nothing and stays on the table (creeping)."""

    card: Card


class Take(NamedTuple):
    """A card that takes others."""

    card: Card
    captured: Cards


Play = Lay | Take
