"""Names that people type, and ids that the app makes.

A name has no hidden characters, most of which Unicode calls *default ignorable*. Some are needed: a
joiner in the emoji of a family,
in Persian or Sinhala names; a selector that chooses how an emoji is drawn; the tags in the flag of
Scotland.
"""

import re
import secrets
import unicodedata
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from flask import has_app_context

from ..cache import on_phone
from ..times import find_zone
from .refusals import (
    BadName,
    BadReason,
    HiddenCharacter,
    SameName,
    TooManyMarks,
    UnknownZone,
)

TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Embeddings, overrides and isolates, and the characters that end them."""

_FILLERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufffc\U00016fe4\U0001d159")
"""Letters, marks and signs that are blank."""

_NO_CHARACTERS = "\ufffe\uffff"
"""Code points that Unicode gives to no character, and that XML, so a picture, cannot hold."""

_NON_JOINER, _JOINER = "\u200c", "\u200d"
_EMOJI_SELECTORS = "\ufe0e\ufe0f"
_SKINS = range(0x1F3FB, 0x1F400)
_TAGS = range(0xE0020, 0xE0080)
_BLACK_FLAG = "\U0001f3f4"
_IGNORED = range(0xE0000, 0xE1000)
_JOINED_SCRIPTS = (range(0x0600, 0x0E00), range(0x0F00, 0x10A0), range(0x1780, 0x18B0))
"""From Arabic to Sinhala, Tibetan and Burmese, Khmer and Mongolian."""


def first_hidden(text: str) -> str | None:
    """Return the first character of a line that is hidden or turns the line; None without one."""
    for at, character in enumerate(text):
        if _is_hidden(character) and not _is_needed(text, at):
            return character
    if text and not any(unicodedata.category(character)[0] in "LNPSC" for character in text):
        return text[0]  # marks alone, with nothing to stand on
    return None


def _is_hidden(character: str) -> bool:
    return (
        unicodedata.category(character) in ("Cc", "Cf", "Zl", "Zp")
        or character in _FILLERS
        or character in _NO_CHARACTERS
        or ord(character) in _IGNORED
        or _is_selector(character)
    )


def _is_selector(character: str) -> bool:
    """Return whether a character selects how the one before it is drawn."""
    code = ord(character)
    return 0xFE00 <= code <= 0xFE0F or 0xE0100 <= code <= 0xE01EF or 0x180B <= code <= 0x180F


def _is_needed(text: str, at: int) -> bool:
    """Return whether a hidden character belongs to the visible text around it."""
    character, before, after = text[at], text[at - 1 : at], text[at + 1 : at + 2]
    if character in _EMOJI_SELECTORS:
        return bool(before) and unicodedata.category(before)[0] in "SPN"
    if _is_selector(character) and character != "\u180e":
        return bool(before) and unicodedata.category(before) == "Lo"
    if ord(character) in _TAGS:
        return bool(before) and (before == _BLACK_FLAG or ord(before) in _TAGS)
    if character in (_NON_JOINER, _JOINER) and _is_joined(before) and _is_joined(after):
        return True
    return character == _JOINER and _is_emoji(_drawn_before(text, at)) and _is_emoji(after)


def _is_joined(character: str) -> bool:
    """Return whether this is a letter or mark of a script that is written with joiners."""
    return (
        bool(character)
        and unicodedata.category(character)[0] in "LM"
        and any(ord(character) in codes for codes in _JOINED_SCRIPTS)
    )


def _is_emoji(character: str) -> bool:
    return bool(character) and unicodedata.category(character) in ("So", "Sm")


def _drawn_before(text: str, at: int) -> str:
    """Return the emoji before a joiner, without its skin and its selector."""
    while at and (text[at - 1] in _EMOJI_SELECTORS or ord(text[at - 1]) in _SKINS):
        at -= 1
    return text[at - 1 : at]


NAME_LENGTH = 60
MOST_MARKS = 4
"""Combining marks that a letter may have: more are drawn over the lines above and below."""

NOT_SHOWN = {"Cc", "Cs", "Zl", "Zp"}
"""Categories of Unicode: control characters, lone surrogates, line and paragraph separators."""


def clean_name(text: str, field: str = "name") -> str:
    """Return a name as it is stored (:func:`normal`).

    Raises :class:`.BadName`, which names the ``field`` that the text was in,
    :class:`.HiddenCharacter` and :class:`.TooManyMarks`.
    """
    name = normal(text)
    if (
        not name
        or len(name) > NAME_LENGTH
        or any(unicodedata.category(character) in NOT_SHOWN for character in name)
    ):
        raise BadName(text, NAME_LENGTH, field)
    check_seen(name, field)
    if letter := _overloaded(name):
        raise TooManyMarks(letter, MOST_MARKS, field)
    return name


def _overloaded(name: str) -> str:
    """Return the first letter with too many marks, without them; "" where there is none."""
    letter, marks = "", 0
    for character in unicodedata.normalize("NFD", name):
        if unicodedata.category(character)[0] != "M":
            letter, marks = character, 0
        elif (marks := marks + 1) > MOST_MARKS:
            return letter
    return ""


def clean_reason(text: str, field: str) -> str:
    """Return the reason of an adjustment as it is stored, as names are; it may be empty.

    Raises :class:`.BadReason`, which names the ``field`` that the text was in,
    :class:`.HiddenCharacter` and :class:`.TooManyMarks`.
    """
    reason = normal(text)
    unshown = any(unicodedata.category(character) in NOT_SHOWN for character in reason)
    if len(reason) > NAME_LENGTH or unshown:
        raise BadReason(text, NAME_LENGTH, field)
    check_seen(reason, field)
    if letter := _overloaded(reason):
        raise TooManyMarks(letter, MOST_MARKS, field)
    return reason


def check_seen(text: str, field: str) -> None:
    """Raise :class:`.HiddenCharacter` for a text with one."""
    if hidden := first_hidden(text):
        raise HiddenCharacter(text, hidden, field)


def normal(text: str) -> str:
    """Return a name as names are compared: in normal form C, with one plain space for each run of
    white space, and none around it."""
    return _BLANK.sub(" ", unicodedata.normalize("NFC", text)).strip()


_BLANK = re.compile(r"[^\S\n\r\v\f\x1c-\x1f\x85\u2028\u2029]+")
"""White space of any kind within a line."""


def alike(names: Iterable[str]) -> tuple[str, ...]:
    """Return names as a tuple that is equal for the same people, in any order and case."""
    return tuple(sorted(normal(name).casefold() for name in names))


def clean_names(texts: Iterable[str]) -> tuple[str, ...]:
    """Return the names of the players at one table as they are stored.

    Raises :class:`.SameName` for two equal ones, and what :func:`clean_name` raises.
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


def clean_zone(text: str) -> str:
    """Return the name of a time zone. Raises :class:`.UnknownZone`."""
    zone = find_zone(text)
    if zone is None:
        raise UnknownZone(text)
    return zone


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
