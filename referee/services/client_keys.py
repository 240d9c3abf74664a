"""Keys with which clients mark their requests."""

from __future__ import annotations

import unicodedata

from ..store.models import KEY_LENGTH
from .names import NOT_SHOWN

SECRET_LENGTH = 16


def is_client_key(text: str) -> bool:
    """Return whether a text can be a client's key: 1 to 64 characters that can be shown."""
    is_printable = all(unicodedata.category(character) not in NOT_SHOWN for character in text)
    return is_printable and 1 <= len(text) <= KEY_LENGTH


def phone_of(key: str) -> str:
    """Return the part of a key that names the phone; keys of other clients are returned whole."""
    phone, dot, _ = key.partition(".")
    return phone if dot else key


def is_secret(key: str) -> bool:
    """Return whether a client's key is long enough that nobody else can guess it.

    A shorter key may be that of another client, within the day in which it is remembered.
    """
    return len(key) >= SECRET_LENGTH
