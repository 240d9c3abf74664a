"""Text fields of questions to a referee: their readers, and the faults in them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeVar

from .cards import Card, Impossible, RulesError, Unreadable
from .notation import read_card

_T = TypeVar("_T")

OPTIONS_DEFAULT, OPTIONS_MOST = 50, 200


class NotOneCard(Unreadable):
    """Several cards where one is played."""

    def __init__(self, text: str) -> None:
        super().__init__(f"not one card: {text!r}")
        self.text = text


class UnreadableNumber(Unreadable):
    """Text where a number belongs."""

    def __init__(self, text: str) -> None:
        super().__init__(f"no number: {text!r}")
        self.text = text


class UnreadableSwitch(Unreadable):
    """Text where 1 (yes) or 0 (no) belongs."""

    def __init__(self, text: str) -> None:
        super().__init__(f"neither 1 nor 0: {text!r}")
        self.text = text


class OutOfRange(Impossible):
    """A number that is too small or too large."""

    def __init__(self, number: int, least: int, most: int) -> None:
        super().__init__(f"{number}, not {least} to {most}")
        self.number, self.least, self.most = number, least, most


class NotInThisGame(Impossible):
    """Something that the game does not have."""


class NothingPlayed(Impossible):
    """A claim to judge, without the card that was played."""


class WrongField(NamedTuple):
    """A field of a question with the error in it."""

    field: str
    error: RulesError


class BadQuestion(RulesError):
    """A question that cannot be answered; ``faults`` are the errors field by field."""

    def __init__(self, *faults: WrongField) -> None:
        super().__init__("; ".join(f"{field}: {error}" for field, error in faults))
        self.faults = faults

    @property
    def unreadable(self) -> bool:
        """Return whether some field could not be read at all."""
        return any(isinstance(fault.error, Unreadable) for fault in self.faults)


class FieldReader:
    """A reader of text fields; ``faults`` are those of the fields that it could not read."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self.faults: list[WrongField] = []
        self._texts = texts

    def read(self, field: str, read: Callable[[str], _T]) -> _T | None:
        """Return the value of a field; None if it is empty or cannot be read."""
        text = self._texts.get(field, "").strip(", \t\r\n")
        if not text:
            return None
        try:
            return read(text)
        except RulesError as error:
            self.faults.append(WrongField(field, error))
            return None


def read_one_card(text: str) -> Card:
    """Return the card that is played. Raises :class:`NotOneCard` and as
    :func:`~referee.rules.notation.read_card` does."""
    if len(text.replace(",", " ").split()) > 1:
        raise NotOneCard(text)
    return read_card(text.strip(", "))


def read_switch(text: str) -> bool:
    """Return true for ``1`` and false for ``0``. Raises :class:`UnreadableSwitch`."""
    if text not in ("0", "1"):
        raise UnreadableSwitch(text)
    return text == "1"


def read_names(text: str) -> tuple[str, ...]:
    """Return the words of a text, each once."""
    return tuple(dict.fromkeys(text.replace(",", " ").split()))


def read_limit(text: str) -> int:
    """Return the number of options to be written out, from 1 to 200. Raises
    :class:`UnreadableNumber` and :class:`OutOfRange`."""
    if not re.fullmatch(r"[+-]?[0-9]{1,99}", text):
        raise UnreadableNumber(text)
    if not 1 <= int(text) <= OPTIONS_MOST:
        raise OutOfRange(int(text), 1, OPTIONS_MOST)
    return int(text)
