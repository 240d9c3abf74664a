"""Ids of groups and sessions, as they stand in addresses."""

from __future__ import annotations

import secrets
from typing import NamedTuple

from flask import has_app_context

from ..runs_on_phone import on_phone

OF_PHONES = "0"
"""The first character of ids made on a phone; servers do not use it."""
_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
_LENGTH = 12


class GameId(NamedTuple):
    """A game: its session, and its number there from 1.

    ``token`` is that of the game that a page has shown. It differs from that of a discarded game
    with the same number; None stands for either.
    """

    session_id: str
    number: int
    token: str | None = None


def is_of_phone(text: str) -> bool:
    """Return whether this can be the id of a group that a phone made for itself."""
    return len(text) == _LENGTH and text[0] == OF_PHONES and set(text[1:]) <= {*_LETTERS}


def new_id() -> str:
    """Return an id for a group or session: short, and in letters that cannot be confused."""
    beginning = OF_PHONES if has_app_context() and on_phone() else ""
    letters = (secrets.choice(_LETTERS) for _ in range(_LENGTH - len(beginning)))
    return beginning + "".join(letters)
