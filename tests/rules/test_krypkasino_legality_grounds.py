"""Grounds of legal plays of Krypkasino, and why a card must do what it does."""

import pytest

from referee.rules.card_notation import read_card, read_cards
from referee.rules.games import ruleset
from referee.rules.games.krypkasino.capture_ruleset import capture_rules
from referee.rules.games.krypkasino.legality_grounds import (
    CaptureGround,
    ground_of,
    ground_of_ruling,
)
from referee.rules.games.krypkasino.question import Question
from referee.rules.games.krypkasino.ruling import Ruling, consult

RULES = capture_rules(ruleset("krypkasino"))
PLAYED = [
    # table, played, hand: what the answer rests on, and the value of the card
    ("2 3", "9", None, "nothing", 9), ("9", "A", None, "nothing", 14),
    ("9 2", "9", None, "must", 9), ("9 7 2 3", "9", None, "all", 9),
    ("9 5S 5H", "A", None, "choice", 14), ("9 4", None, "2 3", "free", 0),
    ("9 4", None, "K 3", None, 0),
]  # fmt: skip
CLAIMED = [
    # table, played, what was taken: what the verdict rests on
    ("2 3", "9", "", "nothing"), ("9 7 2 3", "9", "9 7 2", "complete"), ("9 7 2 3", "9", "9", None),
]  # fmt: skip


def ruling_on(table: str, played: str | None, hand: str | None = None) -> Ruling:
    question = Question(
        table=read_cards(table),
        played=read_card(played) if played else None,
        hand=read_cards(hand) if hand else None,
    )
    return consult(RULES, question)


@pytest.mark.parametrize(("table", "played", "hand", "ground", "value"), PLAYED)
def test_why_a_card_does_what_it_does(
    table: str, played: str | None, hand: str | None, ground: str | None, value: int
) -> None:
    found = ground_of_ruling(ruling_on(table, played, hand))
    assert (found and found.ground, found.value if found else 0) == (ground, value)


@pytest.mark.parametrize(("table", "played", "taken", "ground"), CLAIMED)
def test_why_a_claim_is_right(table: str, played: str, taken: str, ground: str | None) -> None:
    question = Question(
        table=read_cards(table), played=read_card(played), captured=read_cards(taken)
    )
    verdict = consult(RULES, question).verdict
    assert verdict
    found = ground_of(verdict)
    assert (found and found.ground) == ground
    assert found is None or found.value == 9


def test_every_ground_occurs() -> None:
    found = {ground for *_, ground, _ in PLAYED} | {ground for *_, ground in CLAIMED}
    assert found - {None} == set(CaptureGround)
