"""Questions to the referee of Krypkasino, and their text fields."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ...card_notation import NOTHING, read_cards
from ...cards import Card, Cards
from ...error_bases import Impossible
from ...question_field_readers import (
    OPTIONS_DEFAULT,
    BadQuestion,
    FieldReader,
    NothingPlayed,
    WrongField,
    read_limit,
    read_names,
    read_one_card,
    read_switch,
)


class SuitNeeded(Impossible):
    """A card without suit where a house rule sets cards aside by suit."""

    def __init__(self, card: Card) -> None:
        super().__init__(f"its suit decides: {card!r}")
        self.card = card


def split_position(text: str) -> tuple[str, str]:
    """Return the table and the played card from a text such as ``A 2 6 / 8``."""
    table, _, played = text.partition("/")
    return table.strip(), played.strip()


@dataclass(frozen=True)
class Question:
    """The fields of the API's referee call. ``captured=()`` claims a creep, None claims nothing.

    ``dealt``: the table was just dealt, so cards are set aside first; ``last_of_deal``: this play
    empties the hands, so cards that it leaves are set aside before the next player can sweep;
    ``limit``: the largest number of options to be listed.
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
        """Return the question in text fields; absent and empty ones keep their defaults.

        Raises :class:`PartlyReadable` with a fault for each field that cannot be read.
        """
        reader = FieldReader(texts)
        question = cls(
            table=reader.read("table", read_cards) or (),
            played=reader.read("played", read_one_card),
            hand=reader.read("hand", read_cards),
            captured=reader.read("captured", _read_claim),
            dealt=reader.read("dealt", read_switch) or False,
            last_of_deal=reader.read("last_of_deal", read_switch) or False,
            house=reader.read("house", read_names) or (),
            limit=reader.read("limit", read_limit) or OPTIONS_DEFAULT,
        )
        faults = reader.faults
        if question.captured is not None and question.played is None and not faults:
            faults = [WrongField("played", NothingPlayed())]
        if faults:
            raise PartlyReadable(question, *faults)
        return question


class PartlyReadable(BadQuestion):
    """A question with fields that cannot be read; ``question`` has the others."""

    def __init__(self, question: Question, *faults: WrongField) -> None:
        super().__init__(*faults)
        self.question = question


def _read_claim(text: str) -> Cards:
    """Return the captured cards that a text claims; ``-`` is a creep."""
    return () if text == NOTHING else read_cards(text)
