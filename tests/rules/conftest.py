"""The rules as tests ask them: text in, facts out."""

from collections.abc import Callable

import pytest

from referee.rules.games import ruleset
from referee.rules.question import Question
from referee.rules.ruleset import Ruleset
from referee.rules.ruling import Ruling, consult

Ask = Callable[..., Ruling]


@pytest.fixture(scope="session")
def krypkasino() -> Ruleset:
    return ruleset("krypkasino")


@pytest.fixture(scope="session")
def ask() -> Ask:
    """``ask(table="8 9 J", played="8")``: a ruling on a question in text fields."""

    def consult_texts(**texts: str) -> Ruling:
        question = Question.read(texts)
        return consult(ruleset("krypkasino", question.house), question)

    return consult_texts
