"""What is said about builds, in each language, in a sentence and in a row."""

import pytest

from referee.languages import Speech, speaking
from referee.messages import left_text, step_of_turn_text
from referee.rules.cards import Card
from referee.rules.games.casino.table import AS_WRITTEN, read_table
from referee.rules.games.casino.turns import Take
from referee.rules.notation import read_cards

TAKEN = [
    # the table, English, Swedish, German
    (
        "5S+3C=8",
        "The 8 takes the build of 8 (3♣ and 5♠)",
        "Åttan tar in bygget på 8 (3♣ och 5♠)",
        "Die Acht schlägt den Bau mit Wert 8 (3♣ und 5♠)",
    ),
    (
        "8S 5S+3C=8 6D+2H=8",
        "The 8 takes 8♠, the build of 8 (3♣ and 5♠) and the build of 8 (2♥ and 6♦)",
        "Åttan tar in 8♠, bygget på 8 (3♣ och 5♠) och bygget på 8 (2♥ och 6♦)",
        "Die Acht schlägt 8♠, den Bau mit Wert 8 (3♣ und 5♠) und den Bau mit Wert 8 (2♥ und 6♦)",
    ),
]


@pytest.mark.parametrize(("table", "english", "swedish", "german"), TAKEN)
def test_builds_that_are_taken(table: str, english: str, swedish: str, german: str) -> None:
    (card,) = read_cards("8")
    lying = read_table(table, AS_WRITTEN)
    for language, text in (("en", english), ("sv", swedish), ("de", german)):
        with speaking(Speech(language)):
            said = step_of_turn_text(Take(Card(card.rank), lying.loose, lying.builds))
        assert said.replace("\ufe0e", "") == text


STAYING = [
    ("en", "K♦, build of 8 (3♣ and 5♠)"),
    ("sv", "K♦, bygge på 8 (3♣ och 5♠)"),
    ("de", "K♦, Bau mit Wert 8 (3♣ und 5♠)"),
]


@pytest.mark.parametrize(("language", "text"), STAYING)
def test_builds_that_stay(language: str, text: str) -> None:
    with speaking(Speech(language)):
        said = left_text(read_table("KD 5S+3C=8", AS_WRITTEN))
    assert said.replace("\ufe0e", "") == text
