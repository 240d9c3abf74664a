"""What somebody asks the referee, and how it is read from text fields."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from ...cards import Card, Cards, Impossible, RulesError, Unreadable
from ...notation import NOTHING, read_card, read_cards

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


class NothingPlayed(Impossible):
    """A claim to judge, without the card that was played."""


class SuitNeeded(Impossible):
    """A house rule sets cards aside by suit, and nobody entered this card's."""

    def __init__(self, card: Card) -> None:
        super().__init__(f"its suit decides: {card!r}")
        self.card = card


class Fault(NamedTuple):
    """What is wrong with one field."""

    field: str
    error: RulesError


class BadQuestion(RulesError):
    """A question that cannot be answered; ``faults`` says why, field by field, and ``readable``
    is what could be read of it."""

    def __init__(self, *faults: Fault, readable: Question | None = None) -> None:
        super().__init__("; ".join(f"{field}: {error}" for field, error in faults))
        self.faults, self.readable = faults, readable

    @property
    def unreadable(self) -> bool:
        return any(isinstance(fault.error, Unreadable) for fault in self.faults)


def split_position(text: str) -> tuple[str, str]:
    """``A 2 6 / 8`` as table and played card."""
    table, _, played = text.partition("/")
    return table.strip(), played.strip()


@dataclass(frozen=True)
class Question:
    """The fields of the API's referee call. ``captured=()`` claims a creep, None claims nothing.

    ``dealt``: the table was just dealt, so set aside first what the rules set aside;
    ``last_of_deal``: this play empties the hands, so what it leaves is set aside before anybody
    can sweep it; ``limit``: at most so many options are written out.
    """

    table: Cards = ()
    played: Card | None = None
    hand: Cards | None = None
    captured: Cards | None = None
    dealt: bool = False
    last_of_deal: bool = False
    house: tuple[str, ...] = ()
    limit: int = OPTIONS_DEFAULT

    @classmethod
    def read(cls, texts: Mapping[str, str]) -> Question:
        """Read the fields from text; absent and empty ones keep their defaults.

        Raises :class:`BadQuestion` with a fault for each field that cannot be read.
        """
        fields: dict[str, Any] = {}  # each reader returns its field's type
        faults = []
        for field, read in _READERS.items():
            text = texts.get(field, "").strip(", \t\r\n")
            if text:
                try:
                    fields[field] = read(text)
                except RulesError as error:
                    faults.append(Fault(field, error))
        if "captured" in fields and "played" not in fields and not faults:
            faults.append(Fault("played", NothingPlayed()))
        readable = cls(**fields)
        if faults:
            raise BadQuestion(*faults, readable=readable)
        return readable


def _read_one_card(text: str) -> Card:
    if len(text.replace(",", " ").split()) > 1:
        raise NotOneCard(text)
    return read_card(text.strip(", "))


def _read_claim(text: str) -> Cards:
    return () if text == NOTHING else read_cards(text)


def _read_switch(text: str) -> bool:
    if text not in ("0", "1"):
        raise UnreadableSwitch(text)
    return text == "1"


def _read_names(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text.replace(",", " ").split()))


def _read_limit(text: str) -> int:
    if not re.fullmatch(r"[+-]?[0-9]{1,99}", text):
        raise UnreadableNumber(text)
    if not 1 <= int(text) <= OPTIONS_MOST:
        raise OutOfRange(int(text), 1, OPTIONS_MOST)
    return int(text)


_READERS = {
    "table": read_cards,
    "played": _read_one_card,
    "hand": read_cards,
    "captured": _read_claim,
    "dealt": _read_switch,
    "last_of_deal": _read_switch,
    "house": _read_names,
    "limit": _read_limit,
}
