"""What groups, sessions and games are called in addresses."""

from __future__ import annotations

import secrets
from typing import NamedTuple


class GameId(NamedTuple):
    """A game: its session, and its number there from 1."""

    session_id: str
    number: int


def new_id() -> str:
    """The id of a group or session: short, and in letters that cannot be confused."""
    alphabet = "23456789abcdefghjkmnpqrstuvwxyz"
    return "".join(secrets.choice(alphabet) for _ in range(12))
