"""Names of people and groups: of any kind, as long as they can be shown on one line."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable

from ..store.models import KEY_LENGTH
from ..time_zones import find_zone
from .invisible_characters import first_hidden
from .refusals import BadName, HiddenCharacter, SameName, UnknownZone

NAME_LENGTH = 60
SECRET_LENGTH = 16

# Control characters, lone surrogates, line and paragraph separators.
_NOT_SHOWN = {"Cc", "Cs", "Zl", "Zp"}


def clean_name(text: str, field: str = "name") -> str:
    """Return the name as it is kept: in normal form C, without the spaces around it. Raises
    :class:`~referee.services.refusals.BadName`, which blames the ``field`` it was in, and
    :class:`~referee.services.refusals.HiddenCharacter`."""
    name = normal(text)
    if (
        not name
        or len(name) > NAME_LENGTH
        or any(unicodedata.category(character) in _NOT_SHOWN for character in name)
    ):
        raise BadName(text, NAME_LENGTH, field)
    check_seen(name, field)
    return name


def check_seen(text: str, field: str) -> None:
    """Raise :class:`~referee.services.refusals.HiddenCharacter` for a text with one."""
    if hidden := first_hidden(text):
        raise HiddenCharacter(text, hidden, field)


def normal(text: str) -> str:
    """Return a name in the form in which names are compared: a letter with its accent is one
    character, however it was typed."""
    return unicodedata.normalize("NFC", text).strip()


def alike(names: Iterable[str]) -> tuple[str, ...]:
    """Return names as a tuple that is equal to that of the same people, in any order and case."""
    return tuple(sorted(normal(name).casefold() for name in names))


def clean_names(texts: Iterable[str]) -> tuple[str, ...]:
    """Names of the players at one table, which differ from each other."""
    names = tuple(clean_name(text, "players") for text in texts)
    for name, times in Counter(names).items():
        if times > 1:
            raise SameName(name)
    return names


def clean_zone(text: str) -> str:
    """Return the name of a time zone. Raises :class:`~referee.services.refusals.UnknownZone`."""
    zone = find_zone(text)
    if zone is None:
        raise UnknownZone(text)
    return zone


def is_client_key(text: str) -> bool:
    """Can this be a client's own name for its request: 1 to 64 characters that can be shown?"""
    shown = all(unicodedata.category(character) not in _NOT_SHOWN for character in text)
    return shown and 1 <= len(text) <= KEY_LENGTH


def phone_of(key: str) -> str:
    """Return the phone that made up a key; what pages of ours make up begins with it."""
    phone, dot, _ = key.partition(".")
    return phone if dot else key


def is_secret(key: str) -> bool:
    """Does a client's key tell by itself who sends it? As long as this, and drawn at random,
    nobody else comes upon it in the day for which it is known."""
    return len(key) >= SECRET_LENGTH


def group_name(names: Iterable[str]) -> str:
    """What a group is called until somebody names it: its first players."""
    joined = ", ".join(names)
    return joined if len(joined) <= NAME_LENGTH else joined[: NAME_LENGTH - 1].rstrip(", ") + "…"
