"""Pages of exercises about what is disputed at tables, and of what one would play."""

from html import unescape
from urllib.parse import urlencode

import pytest
from flask.testing import FlaskClient

from referee.messages.exercise_texts import texts_of
from referee.rules.exercises.exercise import Exercise, seed_at, write_answer
from referee.rules.exercises.registry import make
from tests.page_client import seen

KINDS = [
    ("casino", "playable"), ("swazi-casino", "join"), ("casino", "owner"),
    ("swazi-casino", "proof"), ("lesotho-casino", "top_now"), ("krypkasino", "rest"),
    ("krypkasino", "setup"), ("krypkasino", "neighbour"), ("krypkasino", "settle"),
    ("south-african-casino", "first_to_play"), ("krypkasino", "best"), ("casino", "best"),
]  # fmt: skip


def address(exercise: Exercise) -> str:
    return f"/{exercise.game}/exercises/{exercise.kind.name}/{exercise.seed}"


def wrong(exercise: Exercise) -> dict[str, str]:
    """Return a wrong answer as it is sent."""
    right = min(exercise.answers, key=str)
    if right.number is not None:
        return {"number": str(right.number + 1)}
    if right.choice is not None:
        choices = {answer.choice for answer in exercise.answers}
        return {"choice": next(value for value in exercise.choices if value not in choices)}
    others = [piece for piece in exercise.choices if piece not in (right.pieces or ())]
    return {"pieces": " ".join(others) or "-"}


@pytest.mark.parametrize(("game", "kind"), KINDS)
def test_a_page_tells_what_was_played_and_why_an_answer_is_right(
    client: FlaskClient, game: str, kind: str
) -> None:
    exercise = make(game, kind, seed_at(3, 2024))
    texts = texts_of(exercise.kind)
    asked = unescape(seen(client.get(address(exercise)).text))
    names = texts.seat_names(exercise)
    for line in (*texts.told(exercise, names), texts.question(exercise, names)):
        assert line in asked
    right = write_answer(min(exercise.answers, key=str))
    html = seen(client.get(f"{address(exercise)}?{urlencode(right)}").text)
    assert ">Right.</h2>" in html
    assert f"/{game}/rules#" in html
    html = seen(client.get(f"{address(exercise)}?{urlencode(wrong(exercise))}").text)
    assert ">Wrong.</h2>" in html
    assert "Show the answer" in html


@pytest.mark.parametrize(("game", "words"), [("krypkasino", "more"), ("casino", "less")])
def test_each_play_has_its_worth(client: FlaskClient, game: str, words: str) -> None:
    exercise = make(game, "best", seed_at(1, 5))
    html = seen(client.get(f"{address(exercise)}?{urlencode(wrong(exercise))}").text)
    assert f" points {words}." in html
