"""Exercises as data: what they are made of, which answers are right, and what is refused."""

from typing import Any
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient

from referee.rules.exercises.exercise import LEVELS, SEEDS, seed_at, write_value
from referee.rules.exercises.registry import kinds, make
from referee.rules.games import RULESETS, ruleset
from tests.api_calls import API
from tests.strategies import SOAK, some

EVERY = [(game, kind.name) for game in RULESETS for kind in kinds(ruleset(game))]


def address(game: str, kind: str, **query: object) -> str:
    asked = "&".join(f"{name}={quote(str(value))}" for name, value in query.items())
    return f"{API}/{game}/exercises/{kind}?{asked}"


@pytest.mark.parametrize("game", RULESETS)
def test_the_kinds_of_a_game(client: FlaskClient, game: str) -> None:
    listed = client.get(f"{API}/{game}/exercises").json
    assert [kind["kind"] for kind in listed["kinds"]] == [
        kind.name for kind in kinds(ruleset(game))
    ]
    assert all(kind["levels"] == list(LEVELS) and kind["title"] for kind in listed["kinds"])


TYPES = {"pieces": "cards", "number": "number", "choice": "one_of"}


@pytest.mark.parametrize(("game", "kind"), EVERY)
def test_every_right_answer_is_taken_and_no_other(client: FlaskClient, game, kind) -> None:
    for level in LEVELS if SOAK > 1 else (2,):
        exercise = make(game, kind, seed_at(level, 17))
        page = address(game, kind, level=level, seed=17)
        asked: Any = client.get(page).json
        assert (asked["kind"], asked["level"], asked["seed"]) == (kind, level, 17)
        assert asked["question"]
        assert asked["answer"]["type"] == TYPES[exercise.asks[0]]
        assert asked["answer"]["of"] == list(exercise.choices)
        right = sorted(map(write_value, exercise.answers), key=str)
        others = [[], asked["answer"]["of"][:1]] if exercise.asks == ("pieces",) else []
        others += [0, 1] if exercise.asks == ("number",) else []
        others += asked["answer"]["of"] if exercise.asks == ("choice",) else []
        for answer in (*right, *others):
            judged: Any = client.post(page, json={"answer": answer}).json
            assert judged["right"] is (answer in right), answer
            assert sorted(judged["answers"], key=str) == right
            assert judged["why"]


def test_a_position_of_krypkasino(client: FlaskClient) -> None:
    asked: Any = client.get(address("krypkasino", "take", level=3, seed=17)).json
    assert asked == {
        "kind": "take",
        "level": 3,
        "seed": 17,
        "question": f"Tap all that the {asked['position']['played'][:-1]}"
        f"{'♠♥♦♣'['SHDC'.index(asked['position']['played'][-1])]} must take.",
        "position": {
            **asked["position"],
            "hand": [],
            "builds": [],
            "table": asked["answer"]["of"],
            "house": [],
        },
        "answer": {"type": "cards", "of": asked["position"]["table"]},
    }


def test_cards_may_be_written_in_other_ways(client: FlaskClient) -> None:
    exercise = make("krypkasino", "take", seed_at(3, 17))
    (right, *_) = exercise.answers
    answer = [piece.lower() for piece in reversed(right.pieces or ())]
    page = address("krypkasino", "take", level=3, seed=17)
    assert (
        client.post(page, json={"answer": answer}).json
        == client.post(page, json={"answer": list(right.pieces or ())}).json
    )


SEEDS_SENT = ["0", "17", "007", "-1", "abc", "1" * 64, "½ä🂡", " ", str(SEEDS + 17)]


@pytest.mark.parametrize("seed", SEEDS_SENT)
def test_any_text_is_a_seed(client: FlaskClient, seed: str) -> None:
    """Equal seeds give equal exercises, and come back as they were sent, numbers as numbers."""
    page = address("casino", "pile", level=2, seed=seed)
    asked: Any = client.get(page).json
    assert str(asked["seed"]) == seed
    assert client.get(page).json == asked
    same: Any = client.get(address("casino", "pile", level=2, seed=17)).json
    assert (asked["position"] == same["position"]) is (seed in ("17", str(SEEDS + 17)))


REFUSED = [  # an address, what is sent to it, the status, the field at fault
    ("krypkasino/exercises/nothing", None, 404, ""),
    ("krypkasino/exercises/insist", None, 404, ""),
    ("casino/exercises/trail", None, 404, ""),
    ("bridge/exercises", None, 404, ""),
    ("bridge/exercises/take", None, 404, ""),
    ("casino/exercises/may?level=6", None, 422, "level"),
    ("casino/exercises/may?level=0", None, 422, "level"),
    ("casino/exercises/may?level=many", None, 422, "level"),
    (f"casino/exercises/may?seed={'1' * 65}", None, 422, "seed"),
    ("casino/exercises/may", {}, 422, "answer"),
    ("casino/exercises/may", {"answer": None}, 422, "answer"),
    ("casino/exercises/may", {"answer": True}, 422, "answer"),
    ("casino/exercises/may", {"answer": "perhaps"}, 422, "answer"),
    ("casino/exercises/may", {"answer": ["legal"]}, 422, "answer"),
    ("casino/exercises/pile", {"answer": -1}, 422, "answer"),
    ("casino/exercises/pile", {"answer": 10**30}, 422, "answer"),
    ("casino/exercises/pile", {"answer": 1.5}, 422, "answer"),
    ("casino/exercises/can", {"answer": ["XX"]}, 422, "answer"),
    ("casino/exercises/can", {"answer": ["8S"] * 500}, 422, "answer"),
    ("casino/exercises/can", {"answer": [["8S"]]}, 422, "answer"),
    ("casino/exercises/can", {"answer": 8}, 422, "answer"),
    ("casino/exercises/can?level=9", {"answer": []}, 422, "level"),
]


@pytest.mark.parametrize(("page", "sent", "status", "field"), REFUSED)
def test_what_is_refused(client: FlaskClient, page, sent, status, field) -> None:
    path = f"{API}/{page}"
    answer = client.get(path) if sent is None else client.post(path, json=sent)
    problem: Any = answer.json
    assert (answer.status_code, problem["status"]) == (status, status)
    assert problem["detail"]
    assert [one["field"] for one in problem.get("errors", [])] == ([field] if field else [])


@pytest.mark.parametrize(
    ("game", "rule"), [("casino", "no_raise_own"), ("royal-casino", "ace_low")]
)
def test_a_house_rule_has_exercises_too(client: FlaskClient, game: str, rule: str) -> None:
    asked: Any = client.get(address(game, rule, level=1, seed=3)).json
    assert rule in asked["position"]["house"]


@pytest.mark.parametrize("language", ["sv", "de"])
def test_sentences_are_in_the_language_of_the_reader(client: FlaskClient, language: str) -> None:
    for game, kind in some(EVERY, 9):
        page = address(game, kind, level=1, seed=1)
        spoken = client.get(page, headers={"Accept-Language": language})
        assert spoken.status_code == 200
