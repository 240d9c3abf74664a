"""The contract of the house in pages: what every registered game must show."""

import pytest
from flask.testing import FlaskClient

from referee.rules.games import RULESETS
from referee.rules.games.krypkasino.verdict import CLAUSES

from .test_pages import Page


@pytest.mark.parametrize("game", RULESETS)
def test_a_game_has_its_pages(client: FlaskClient, game: str) -> None:
    """With worked examples, and an anchor for each clause that a verdict links to."""
    assert f"/{game}/rules" in Page(client.get("/").text).links
    rules = Page(client.get(f"/{game}/rules").text)
    assert set(CLAUSES.values()) <= set(rules.ids)
    for page in ("referee", "new", "score"):
        assert client.get(f"/{game}/{page}").status_code == 200
