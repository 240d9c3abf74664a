"""A page of a game with builds asks the rules once, and they judge no turn twice for it."""

import pytest
from flask.testing import FlaskClient

from referee.rules.games.casino.analysis import analyse
from referee.rules.games.casino.judge.judge import judge
from tests.web.conftest import calls_of
from tests.web.page_requests import CASINO, SWAZI

PAGES = [
    (CASINO, "table=5S 3C 8D 2H&played=8H"),
    (CASINO, "table=5S 3C 8D&played=8H&hand=8H 3D KC"),
    (CASINO, "table=5S 3C 8D&played=8H&with=5S 8D&claim=took"),
    (CASINO, "table=5S 3C 6D&played=3H&with=5S&claim=built"),
    (CASINO, "table=5S 6D KC&turn=3H 3H%2B5S=8&holds=8"),
    (SWAZI, "table=6S 2H 8D%3D8C%3D8@0 KC&played=KD&turn=6S%2B2H%3D8D%3D8C%3D8&with=KC"),
    (SWAZI, "table=6S 2H 8D%3D8C%3D8@0 KC&turn=KD -&players=2&deal=2")]  # fmt: skip


@pytest.mark.parametrize(("path", "asked"), PAGES)
def test_the_rules_are_asked_once(client: FlaskClient, path: str, asked: str) -> None:
    analyse.cache_clear()
    with calls_of(analyse, judge) as (analyses, judged):
        assert client.get(f"{path}?{asked}").status_code == 200
    assert len(analyses) == 1 <= len(judged)
    assert [judging for judging in judged if judged.count(judging) > 1] == []
