"""Pages that every registered game must have, with what they must show."""

import pytest
from flask.testing import FlaskClient

from referee.rules.games import RULESETS, listed, ruleset

from .page_requests import Page


@pytest.mark.parametrize("game", listed())
def test_a_game_that_people_see_has_its_rules(client: FlaskClient, game: str) -> None:
    assert f"/{game}/rules" in Page(client.get("/").text).links
    assert client.get(f"/{game}/rules").status_code == 200


@pytest.mark.parametrize("game", RULESETS)
def test_a_game_has_its_pages(client: FlaskClient, game: str) -> None:
    """A page that a game lacks is not there."""
    has = {"new": True, "score": True, "rules": game in listed()}
    has["tactics"] = RULESETS[game].tactics is not None
    has["exercises"] = ruleset(game).engine is not None
    for page, there in (has | {"referee": ruleset(game).referee is not None}).items():
        assert client.get(f"/{game}/{page}").status_code == (200 if there else 404)
