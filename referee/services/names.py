"""Names of people and groups: any text that can be shown on one line."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable

from .invisible_characters import first_hidden
from .refusals import BadName, HiddenCharacter, SameName

NAME_LENGTH = 60

NOT_SHOWN = {"Cc", "Cs", "Zl", "Zp"}
"""Categories of Unicode: control characters, lone surrogates, line and paragraph separators."""


def clean_name(text: str, field: str = "name") -> str:
    """Return a name as it is stored: in normal form C, without the spaces around it.

    Raises :class:`~referee.services.refusals.BadName`, which names the ``field`` that the text was
    in, and :class:`~referee.services.refusals.HiddenCharacter`.
    """
    name = normal(text)
    if (
        not name
        or len(name) > NAME_LENGTH
        or any(unicodedata.category(character) in NOT_SHOWN for character in name)
    ):
        raise BadName(text, NAME_LENGTH, field)
    check_seen(name, field)
    return name


def check_seen(text: str, field: str) -> None:
    """Raise :class:`~referee.services.refusals.HiddenCharacter` for a text with one."""
    if hidden := first_hidden(text):
        raise HiddenCharacter(text, hidden, field)


def normal(text: str) -> str:
    """Return a name as names are compared: in normal form C, without the spaces around it."""
    return unicodedata.normalize("NFC", text).strip()


def alike(names: Iterable[str]) -> tuple[str, ...]:
    """Return names as a tuple that is equal for the same people, in any order and case."""
    return tuple(sorted(normal(name).casefold() for name in names))


def clean_names(texts: Iterable[str]) -> tuple[str, ...]:
    """Return the names of the players at one table as they are stored.

    Raises :class:`~referee.services.refusals.SameName` for two equal ones, and what
    :func:`clean_name` raises.
    """
    names = tuple(clean_name(text, "players") for text in texts)
    for name, times in Counter(names).items():
        if times > 1:
            raise SameName(name)
    return names


def group_name(names: Iterable[str]) -> str:
    """Return the name of a group until somebody gives it one: the names of its first players."""
    joined = ", ".join(names)
    if len(joined) <= NAME_LENGTH:
        return joined
    beginning = joined[: NAME_LENGTH - 1]
    while first_hidden(beginning):  # a joiner at the end, without the letter that it joined
        beginning = beginning[:-1]
    return beginning.rstrip(", ") + "…"
