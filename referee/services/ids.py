"""What groups, sessions and games are called in addresses."""

from __future__ import annotations

import secrets
from typing import NamedTuple

from flask import current_app, has_app_context

ON_PHONE = "ON_PHONE"
"""The setting of an app that a phone keeps for itself, without a server."""
OF_PHONES = "0"
"""What the ids begin with that it makes; it is none of a server's letters."""
_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
_LENGTH = 12


class GameId(NamedTuple):
    """A game: its session, and its number there from 1. The ``token`` of the game that a page has
    shown tells it from one that was discarded and had its number; None stands for either."""

    session_id: str
    number: int
    token: str | None = None


def on_phone() -> bool:
    """Is this the app that a phone keeps for itself?"""
    return bool(current_app.config.get(ON_PHONE))


def is_of_phone(text: str) -> bool:
    """Can this be the id of a group that a phone made for itself?"""
    return len(text) == _LENGTH and text[0] == OF_PHONES and set(text[1:]) <= {*_LETTERS}


def new_id() -> str:
    """The id of a group or session: short, and in letters that cannot be confused."""
    beginning = OF_PHONES if has_app_context() and on_phone() else ""
    drawn = (secrets.choice(_LETTERS) for _ in range(_LENGTH - len(beginning)))
    return beginning + "".join(drawn)
