"""Grounds of the published turns: what the card did that was played."""

import pytest

from referee.rules.games.casino.judge.build_rules_base import build_rules
from referee.rules.games.casino.judge.verdict_reasons import Reason
from referee.rules.games.casino.options.legality_grounds import LegalityGround, grounds
from referee.rules.games.casino.ruling import verdict_on
from referee.rules.games.referee import build_question
from tests.rules.test_build_verdict import EXAMPLES, FIELDS, VECTORS


def of(game: str, asked: dict[str, str]) -> tuple[LegalityGround, ...]:
    question = build_question(game, asked)
    verdict = verdict_on(question)
    assert verdict
    assert question.turn
    return grounds(build_rules(question.rules), question.position, question.turn, verdict)


@pytest.mark.parametrize("one", [*VECTORS, *EXAMPLES], ids=lambda one: f"{one['game']}-{one['id']}")
def test_every_published_turn_has_its_clause(one: dict[str, object]) -> None:
    """Legal ones by their grounds, others by the reason or where people can read on."""
    asked = one.get("query") or {name: str(one[name]) for name in FIELDS if name in one}
    assert isinstance(asked, dict)
    house = one["house"]
    assert isinstance(house, list)
    asked = asked | {"house": " ".join(house)}
    if one["legal"] is False:
        assert Reason(str(one["reason"])).read_on
    else:
        assert of(str(one["game"]), asked)
