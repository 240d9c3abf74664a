"""House rules that people named, as a line of text and back."""

import pytest

from referee.rules.cards import RulesError
from referee.rules.games import UnknownGame
from referee.rules.games.ask import (
    NamedRules,
    UnreadablePreset,
    read_named_rules,
    write_named_rules,
)
from referee.rules.house_rules import UnknownHouseRule
from referee.rules.session_end import WrongSessionLength

FRIDAY = NamedRules("Friday", "casino", ("sweeps", "count_out"), 30)
LINES = [
    ("Friday = casino to 30: sweeps, count_out", FRIDAY),
    ("At Bo’s = home = krypkasino", NamedRules("At Bo’s = home", "krypkasino", ())),
    ("Fredag: vanligt = royal-casino: ace_low",
     NamedRules("Fredag: vanligt", "royal-casino", ("ace_low",))),
    ("N = swazi-casino to 7", NamedRules("N", "swazi-casino", (), 7)),
]  # fmt: skip


@pytest.mark.parametrize(("line", "named"), LINES)
def test_a_line_is_written_and_read(line: str, named: NamedRules) -> None:
    assert write_named_rules(named) == line
    assert read_named_rules(line) == named


TYPED = [
    " Friday  =  casino to 30:\n sweeps,\tcount_out. ",
    "Friday = Casino TO 30 : Sweeps count_out",
    "Friday = casino to 30: sweeps, sweeps,, count_out",
]


@pytest.mark.parametrize("text", TYPED)
def test_what_messages_do_to_a_line_does_not_matter(text: str) -> None:
    assert read_named_rules(text) == FRIDAY


REFUSED: list[tuple[str, type[RulesError]]] = [
    *((text, UnreadablePreset) for text in ("", "casino", "= casino", "Friday = casino to: sweeps",
                                            "Friday = casino; sweeps", "x" * 2000 + " = casino")),
    ("Friday = whist", UnknownGame),
    ("Friday = casino: jokers", UnknownHouseRule),
    ("Friday = casino to 6", WrongSessionLength),
    ("Friday = casino to 1001", WrongSessionLength),
    ("Friday = krypkasino to 21", WrongSessionLength),
]  # fmt: skip


@pytest.mark.parametrize(("text", "error"), REFUSED)
def test_what_is_no_line_of_rules(text: str, error: type[RulesError]) -> None:
    with pytest.raises(error):
        read_named_rules(text)
