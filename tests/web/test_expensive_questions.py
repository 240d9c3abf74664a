"""Bounds on expensive questions; `make bench` has their times."""

import pytest
from flask import Flask

from tests.expensive_questions import DEAR, cost

VERDICTS = 60
SECONDS = 0.4
"""No question takes longer than so many plain ones, or this."""
PLAIN = {"table": "5S 3H 2D 9C", "played": "8H"}


@pytest.mark.parametrize("name", DEAR)
def test_no_question_is_dear(app: Flask, name: str) -> None:
    game, texts = DEAR[name]

    def ask(texts: dict[str, str]) -> None:
        answer = app.test_client().get(f"/api/v1/{game}/referee", query_string=texts)
        assert answer.status_code < 500, texts

    assert cost(ask, texts) < max(VERDICTS * cost(ask, PLAIN), SECONDS)
