"""Clauses of the published turns, and pieces at fault of those that are refused: a loose card, a
build, the top of a pile, the card from the hand."""

from typing import Any

import pytest

from referee.rules.exercises.pieces_at_fault import PiecesAtFault
from referee.rules.games.ask import build_question
from referee.rules.games.casino.judge.blame import cards_at_fault
from referee.rules.games.casino.judge.play_rules import build_rules
from referee.rules.games.casino.options.hand import grounds
from referee.rules.games.casino.ruling import verdict_on
from tests.rules.test_build_verdict import EXAMPLES, FIELDS, VECTORS


@pytest.mark.parametrize("one", [*VECTORS, *EXAMPLES], ids=lambda one: f"{one['game']}-{one['id']}")
def test_every_published_turn_is_explained(one: dict[str, Any]) -> None:
    """Legal ones by their grounds, others by what is to blame, or where people can read on."""
    asked = one.get("query") or {name: str(one[name]) for name in FIELDS if name in one}
    question = build_question(one["game"], asked | {"house": " ".join(one["house"])})
    verdict, rules, turn = verdict_on(question), build_rules(question.rules), question.turn
    if one["legal"] is not False:
        assert grounds(rules, question.position, turn, verdict)
        return
    assert verdict.reason.read_on
    if one["reason"] not in ("not_on_table", "unfinished"):
        assert cards_at_fault(rules, question.position, turn, verdict, question.table).anything


def test_something_at_fault_must_be_tapped_and_nothing_else() -> None:
    found = PiecesAtFault(("5H", "2C"), ("8S",))
    right = [("5H",), ("2C",), ("2C", "5H"), ("2C", "8S"), ("5H", "8S"), ("2C", "5H", "8S")]
    assert sorted(found.sets) == sorted(tuple(sorted(one)) for one in right)
    assert not found.is_on(("8S",))
    assert not found.is_on(("5H", "9C"))
    assert found.among(("2C", "9C")) == PiecesAtFault(("2C",))
