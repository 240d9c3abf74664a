"""The piece at fault for each reason: a loose card, a build, the top of a pile, the card from the
hand."""

import pytest

from referee.rules.exercises.pieces_to_blame import PiecesAtFault
from referee.rules.games.casino.judge.build_rules_base import build_rules
from referee.rules.games.casino.judge.cards_at_fault import CardsAtFault, cards_at_fault
from referee.rules.games.casino.judge.verdict_reasons import Reason
from referee.rules.games.casino.ruling import verdict_on
from referee.rules.games.referee import build_question
from tests.rules.test_build_verdict import EXAMPLES, FIELDS, VECTORS


def judged(game: str, asked: dict[str, str]) -> tuple[Reason, CardsAtFault]:
    question = build_question(game, asked)
    verdict = verdict_on(question)
    assert verdict
    assert question.turn
    rules = build_rules(question.rules)
    found = cards_at_fault(rules, question.position, question.turn, verdict, question.table)
    return verdict.reason, found


REFUSED = [
    one
    for one in (*VECTORS, *EXAMPLES)
    if one["legal"] is False and one["reason"] not in ("not_on_table", "unfinished")
]


@pytest.mark.parametrize("one", REFUSED, ids=lambda one: f"{one['game']}-{one['id']}")
def test_something_is_to_blame_in_each_published_refusal(one: dict[str, object]) -> None:
    asked = one.get("query") or {name: str(one[name]) for name in FIELDS if name in one}
    assert isinstance(asked, dict)
    house = one["house"]
    assert isinstance(house, list)
    reason, found = judged(str(one["game"]), asked | {"house": " ".join(house)})
    assert found.anything, reason


def test_something_at_fault_must_be_tapped_and_nothing_else() -> None:
    found = PiecesAtFault(("5H", "2C"), ("8S",))
    right = [("5H",), ("2C",), ("2C", "5H"), ("2C", "8S"), ("5H", "8S"), ("2C", "5H", "8S")]
    assert sorted(found.sets) == sorted(tuple(sorted(one)) for one in right)
    assert not found.is_on(("8S",))
    assert not found.is_on(("5H", "9C"))
    assert found.among(("2C", "9C")) == PiecesAtFault(("2C",))
