"""The rules as tests ask them: text in, facts out."""

from collections.abc import Callable

import pytest

from referee.rules.games import ask as ask_referee
from referee.rules.games import ruleset
from referee.rules.games.krypkasino.verdict import Ruling
from referee.rules.ruleset import Ruleset

Ask = Callable[..., Ruling]


@pytest.fixture(scope="session")
def krypkasino() -> Ruleset:
    return ruleset("krypkasino")


@pytest.fixture(scope="session")
def ask() -> Ask:
    """``ask(table="8 9 J", played="8")``: a ruling on a question in text fields."""

    def ask(**texts: str) -> Ruling:
        ruling: Ruling = ask_referee.ask("krypkasino", texts).ruling
        return ruling

    return ask
