"""What somebody asks the referee, and how it is read from text fields."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ...cards import Card, Cards, Impossible
from ...notation import NOTHING, read_cards
from ...question_fields import (
    OPTIONS_DEFAULT,
    BadQuestion,
    NothingPlayed,
    WrongField,
    read_fields,
    read_limit,
    read_names,
    read_one_card,
    read_switch,
)


class SuitNeeded(Impossible):
    """A house rule sets cards aside by suit, and nobody entered this card's."""

    def __init__(self, card: Card) -> None:
        super().__init__(f"its suit decides: {card!r}")
        self.card = card


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
        fields, faults = read_fields(texts, _READERS)
        if "captured" in fields and "played" not in fields and not faults:
            faults.append(WrongField("played", NothingPlayed()))
        readable = cls(**fields)
        if faults:
            raise BadQuestion(*faults, readable=readable)
        return readable


def _read_claim(text: str) -> Cards:
    return () if text == NOTHING else read_cards(text)


_READERS = {
    "table": read_cards,
    "played": read_one_card,
    "hand": read_cards,
    "captured": _read_claim,
    "dealt": read_switch,
    "last_of_deal": read_switch,
    "house": read_names,
    "limit": read_limit,
}
