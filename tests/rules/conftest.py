"""The rules as tests ask them: text in, facts out."""

from collections.abc import Callable

import pytest

from referee.rules.games import ruleset
from referee.rules.ruleset import Ruleset
from referee.rules.ruling import Ruling, rule_on

Ask = Callable[..., Ruling]


@pytest.fixture(scope="session")
def krypkasino() -> Ruleset:
    return ruleset("krypkasino")


@pytest.fixture(scope="session")
def ask() -> Ask:
    """``ask(table="8 9 J", played="8")``: a ruling on a question in text fields."""

    def ask(**texts: str) -> Ruling:
        return rule_on("krypkasino", texts)

    return ask
