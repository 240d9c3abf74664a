"""Text fields of questions to a referee: their readers, the faults in them, and what a player says
of the hand."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeVar

from .cards import Card, Cards, Impossible, RulesError, Unreadable, difference
from .notation import read_card, words_of, write_card

_T = TypeVar("_T")

OPTIONS_DEFAULT, OPTIONS_MOST = 50, 200


class NotOneCard(Unreadable):
    """Several cards where one is played."""


class UnreadableNumber(Unreadable):
    """Text where a number belongs."""


class UnreadableSwitch(Unreadable):
    """Text where 1 (yes) or 0 (no) belongs."""


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
    if len(words_of(text)) > 1:
        raise NotOneCard(text)
    return read_card(text.strip(", "))


def read_switch(text: str) -> bool:
    """Return true for ``1`` and false for ``0``. Raises :class:`UnreadableSwitch`."""
    if text not in ("0", "1"):
        raise UnreadableSwitch(text)
    return text == "1"


def split_position(text: str) -> tuple[str, str]:
    """Return the table and the played card from a text such as ``A 2 6 / 8``."""
    table, _, played = text.partition("/")
    return table.strip(), played.strip()


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


_CLAIM = re.compile(r"(-?)((?:10|[A2-9JQK])[SHDC]?)")


class HandClaims(NamedTuple):
    """The cards that a player claims to hold, and those claimed to be ``lacking``, which are asked
    about again after the next step. A card without a suit is any of its rank."""

    held: Cards = ()
    lacking: Cards = ()

    @property
    def text(self) -> str:
        """Return the notation: ``8`` is held, ``-9`` is not."""
        lacking = (f"-{write_card(card)}" for card in self.lacking)
        return " ".join([*map(write_card, self.held), *lacking])

    @property
    def lasting(self) -> HandClaims:
        """Return the claims that still hold after the next step: those of held cards."""
        return self._replace(lacking=())

    def unclaimed(self, asked: Cards) -> Cards:
        """Return the asked cards that have not been claimed to be held."""
        return difference(asked, self.held)

    def answers(self, asked: Cards) -> bool | None:
        """Return whether all asked cards are held, or None if that was not claimed or nothing is
        asked."""
        if not asked:
            return None
        if set(self.lacking) & set(asked):
            return False
        return None if self.unclaimed(asked) else True

    def answers_any(self, asked: Cards) -> bool | None:
        """Return whether one of the asked cards is held, or None if that was not claimed."""
        if set(self.held) & set(asked):
            return True
        return False if asked and set(self.lacking) >= set(asked) else None

    def with_answer(self, asked: Cards, *, holds: bool | None) -> HandClaims:
        """Return the claims after the player answered whether the asked cards are held;
        ``holds=None`` withdraws the answer."""
        others = tuple((Counter(self.held) - Counter(asked)).elements())
        if holds is None:
            return HandClaims(others)
        return HandClaims(tuple(sorted((*others, *asked)))) if holds else HandClaims(others, asked)


NOTHING_SAID = HandClaims()


def read_held(text: str) -> HandClaims:
    """Return the claims in a text such as ``8 -9``; anything unreadable is skipped."""
    claims = [(sign, read_card(card)) for sign, card in _CLAIM.findall(text)]
    return HandClaims(
        tuple(card for sign, card in claims if not sign),
        tuple(card for sign, card in claims if sign),
    )
