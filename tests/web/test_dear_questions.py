"""No question that fits into an address is dear, whoever thought it up (see tests/climbing.py)."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import product

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


EVERY = [*product(RULESETS, DOORS)]
ASKED = (
    EVERY
    if SOAK > 1
    else [
        (game, door)
        for (g, game), (d, door) in product(enumerate(RULESETS), enumerate(DOORS))
        if (g + d) % len(DOORS) == 0
    ]
)
"""Each game at one door, its neighbour at another; a soak asks at all of them."""


@pytest.mark.parametrize(("game", "door"), ASKED)
def test_the_dearest_question_that_is_found(app: Flask, game: str, door: str) -> None:
    ask = DOORS[door](app, game)
    plain = least(ask, PLAIN)
    chance = random.Random(f"{game} {door} {random.random() if SOAK > 1 else ''}")
    dearest = climb(game, ask, chance, times(STEPS))
    seconds = dearest.seconds
    if seconds >= max(VERDICTS * plain, SECONDS):  # other work slows this one, for a while
        seconds, plain = least(ask, dearest.texts), least(ask, PLAIN)
    assert seconds < max(VERDICTS * plain, SECONDS), (dearest, seconds, plain)


def least(ask: Ask, texts: dict[str, str]) -> float:
    return min(cost(ask, texts) for _ in range(5))
