"""No question that fits into an address is dear, whoever thought it up (see tests/climbing.py)."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from flask import Flask

from referee.judging import answer_to
from referee.rules.asking import BadQuestion
from referee.rules.games import RULESETS
from tests.climbing import Ask, climb, cost
from tests.strategies import SOAK, times

VERDICTS = 60
SECONDS = 0.4
"""No question takes longer than so many plain ones, or this."""
STEPS = 75

Door = Callable[[Flask, str], Ask]


def address(path: str) -> Door:
    def door(app: Flask, game: str) -> Ask:
        client = app.test_client()

        def ask(texts: dict[str, str]) -> None:
            answer = client.get(path.format(game=game), query_string=texts)
            assert answer.status_code < 500, texts

        return ask

    return door


def command(app: Flask, game: str) -> Ask:
    def ask(texts: dict[str, str]) -> None:
        with app.test_request_context():
            try:
                answer = answer_to(game, texts)
                answer.lines()
                answer.json()
            except BadQuestion:
                pass

    return ask


DOORS = {
    "API": address("/api/v1/{game}/referee"),
    "page": address("/{game}/referee"),
    "part": address("/{game}/referee/ruling"),
    "command": command,
}
PLAIN = {"table": "5S 3H 2D 9C", "played": "8H"}


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("game", RULESETS)
def test_the_dearest_question_that_is_found(app: Flask, game: str, door: str) -> None:
    ask = DOORS[door](app, game)
    plain = min(cost(ask, PLAIN) for _ in range(5))
    chance = random.Random(f"{game} {door} {random.random() if SOAK > 1 else ''}")
    dearest = climb(game, ask, chance, times(STEPS))
    assert dearest.seconds < max(VERDICTS * plain, SECONDS), (dearest, plain)
