"""The worth of a sweep, wherever a ruling is about one, in each language."""

from dataclasses import replace

import pytest

from referee.messages.capture_verdicts import cost_text, price_text
from referee.rules.games import ruleset
from referee.rules.games.krypkasino.captures import capture_rules
from referee.rules.games.krypkasino.question import Question, consult
from referee.rules.games.krypkasino.verdict import Ruling
from referee.rules.ruleset import Ruleset
from tests.in_each_language import in_each_language

RULES = ruleset("krypkasino")
SINGLE = "You +5 and the cards, the player before you −5."
DOUBLE = "You +10 and the cards, the player before you −10."
UNSURE = "You +5 (double: +10) and the cards, the player before you −5 (double: −10)."


def ruled(table: str, rules: Ruleset = RULES, **more: str) -> Ruling:
    return consult(capture_rules(rules), Question.read({"table": table} | more))


PRICES = [
    # the table, what else is known, the price
    ("3 5", {"played": "8"}, SINGLE),
    ("5S", {"played": "5S"}, DOUBLE),
    ("5", {"played": "5"}, UNSURE),
    ("3 5", {"played": "8", "captured": "3 5"}, f"Sweep: y{SINGLE[1:]}"),
    ("5S", {"played": "5S", "captured": "5S"}, f"Double sweep: y{DOUBLE[1:]}"),
    ("3 5", {"played": "9"}, ""),
]


@pytest.mark.parametrize(("table", "more", "price"), PRICES)
def test_the_price_of_a_sweep(table: str, more: dict[str, str], price: str) -> None:
    ruling = ruled(table, **more)
    assert price_text(ruling, ruling.verdict) == price


def test_the_price_is_that_of_the_game() -> None:
    dearer = replace(RULES, referee=replace(capture_rules(RULES), sweep_points=7))
    assert "+7 (double: +14)" in price_text(ruled("5", dearer, played="5"))


COSTS = [
    # the table, the card played, English, Swedish, German
    ("3H 5H", "8S", "sweep +5, cards 1 point", "tabbe +5, korten 1 poäng",
     "Fegen +5, Karten 1 Punkt"),
    ("5H", "5H", "sweep +10, cards 0 points", "tabbe +10, korten 0 poäng",
     "Fegen +10, Karten 0 Punkte"),
    ("5", "5", "sweep +5 (double: +10), cards up to 2 points",
     "tabbe +5 (dubbel: +10), korten högst 2 poäng",
     "Fegen +5 (doppelt: +10), Karten höchstens 2 Punkte"),
]  # fmt: skip


@pytest.mark.parametrize(("table", "played", "english", "swedish", "german"), COSTS)
def test_what_an_option_costs(
    table: str, played: str, english: str, swedish: str, german: str
) -> None:
    """The points of the cards alone, beside a double sweep, would mislead."""
    ruling = ruled(table, played=played)
    told = in_each_language(lambda: cost_text(ruling.play.outcomes[0], ruling.sweep_points))
    assert told == (english, swedish, german)
