"""``POST /{game}/score`` for the Casino family: what it answers, and what it refuses."""

from typing import Any

import pytest
from flask import Flask

from tests.calls import Caller, fields
from tests.casino import FAMILY, counts_of, row, said
from tests.oracle.casino_score import pack

ADA, BO = row(30, 8, 2, 1, 0), row(22, 5, 2, 0, 1)


@pytest.fixture
def call(app: Flask) -> Caller:
    return Caller(app)


def score(call: Caller, *players: object, game: str = "casino", **body: Any) -> Any:
    house = dict.fromkeys(body.pop("on", ()), True)
    return call("POST", f"/{game}/score", {"players": players, "house": house, **body})


def test_a_game_of_two(call: Caller) -> None:
    """The contract's own example, with the sweeps that do not count."""
    answer = score(call, {"name": "A", **ADA, "sweeps": 0}, {"name": "B", **BO, "sweeps": 0})
    assert answer.json == {
        "players": [
            {"name": "A", "items": items(3, 1, 2, 2, 0), "total": 8},
            {"name": "B", "items": items(0, 0, 2, 0, 1), "total": 3},
        ],
        "teams": None,
        "sum": 11,
        "expected": 11,
        "balanced": True,
        "kinds": {
            "cards": {"found": 52, "expected": 52},
            "spades": {"found": 13, "expected": 13},
            "aces": {"found": 4, "expected": 4},
            "big_casino": {"found": 1, "expected": 1},
            "little_casino": {"found": 1, "expected": 1},
        },
    }


def items(*points: int) -> dict[str, int]:
    names = ("cards", "spades", "aces", "big_casino", "little_casino")
    return dict(zip(names, points, strict=True)) | {"sweeps": 0, "last_capture": 0}


def test_points_alone(call: Caller) -> None:
    answer = score(call, said(8), said(3)).json
    assert [(one["items"], one["total"]) for one in answer["players"]] == [(None, 8), (None, 3)]
    assert (answer["sum"], answer["expected"], answer["kinds"]) == (11, None, None)
    assert answer["balanced"] is True


SUMS = [
    # house rules, points, can a game add up to that?
    ([], (8, 3), True),
    ([], (4, 4), True),
    ([], (8, 2), False),
    (["sweeps"], (8, 3), True),
    (["sweeps"], (8, 4), False),
    (["sweeps"], (4, 3), False),
    (["sweeps"], (1000, 1000), False),
    (["cards_two_last_one"], (5, 4), True),
]


@pytest.mark.parametrize(("on", "points", "balanced"), SUMS)
def test_sums(call: Caller, on: list[str], points: tuple[int, int], balanced: bool) -> None:
    assert score(call, *map(said, points), on=on).json["balanced"] is balanced


def test_sweeps_stand_beside_points(call: Caller) -> None:
    answer = score(call, said(8) | {"sweeps": 2}, said(3), on=["sweeps"]).json
    assert [one["total"] for one in answer["players"]] == [10, 3]
    assert (answer["sum"], answer["balanced"]) == (13, True)
    answer = score(call, said(8) | {"sweeps": 2}, said(1), on=["sweeps"]).json
    assert (answer["sum"], answer["balanced"]) == (11, False)  # points alone are 9


def test_a_pair_says_one_number(call: Caller) -> None:
    answer = score(call, said(5), said(6), None, None, game="lesotho-casino").json
    assert [team["total"] for team in answer["teams"]] == [5, 6]
    assert answer["balanced"] is True


def test_too_much_together_is_answered(call: Caller) -> None:
    answer = score(call, ADA, row(23, 5, 2, 0, 1))
    assert (answer.status_code, answer.json["balanced"]) == (200, False)
    assert answer.json["kinds"]["cards"] == {"found": 53, "expected": 52}


def test_partners(call: Caller) -> None:
    answer = score(call, {"name": "A", **ADA}, {"name": "B", **BO}, None, None, teams=[0, 1, 0, 1])
    assert answer.json["players"] == [
        {"name": name, "items": None, "total": None} for name in ("A", "B", None, None)
    ]
    assert [(t["team"], t["players"], t["total"]) for t in answer.json["teams"]] == [
        (0, [0, 2], 8),
        (1, [1, 3], 3),
    ]


REFUSED: list[tuple[list[object], dict[str, Any], str]] = [
    # rows, the rest of the body, the field at fault
    ([row(53, 8, 2, 1, 0), BO], {}, "players.0.cards"),
    ([ADA, row(22, 14, 2, 0, 1)], {}, "players.1.spades"),
    ([ADA, row(22, 5, 5, 0, 1)], {}, "players.1.aces"),
    ([row(30, 8, 2, 2, 0), BO], {}, "players.0.big_casino"),
    ([row(2, 3, 0, 0, 0), BO], {}, "players.0.spades"),
    ([row(1, 0, 0, 0, 1), BO], {}, "players.0.little_casino"),
    ([ADA | said(8), BO], {}, "players.0.points"),
    ([said(8), BO], {}, "players"),
    ([ADA | {"sweeps": 1}, BO], {}, "players.0.sweeps"),
    ([said(8) | {"sweeps": 1}, said(3)], {}, "players.0.sweeps"),
    ([said(8) | {"aces": 1}, said(3)], {"on": ["sweeps"]}, "players.0.points"),
    ([said(4), said(7), said(2), None], {"game": "lesotho-casino"}, "players.2"),
    ([said(4), None, None, None], {"game": "lesotho-casino"}, "players.1"),
    ([ADA, BO, None, None], {"game": "lesotho-casino"}, "players.2"),
    ([{"cards": 30}, BO], {}, "players.0.spades"),
    ([{}, BO], {}, "players.0.points"),
    ([None, BO], {}, "players.0"),
    ([said(1001), said(3)], {}, "players.0.points"),
    ([said(-1), said(3)], {}, "players.0.points"),
    ([ADA], {}, "players"),
    ([said(2)] * 5, {}, "players"),
    ([ADA, BO, None, None], {}, "players.2"),
    ([ADA, BO, said(1), None], {"teams": [0, 1, 0, 1]}, "players.2"),
    ([ADA, BO, None, None], {"teams": [0, 0, 1, 1]}, "teams"),
    ([said(4)] * 3, {"on": ["difference_scoring"]}, "players"),
    ([ADA, BO], {"last_capturer": 2}, "last_capturer"),
    ([ADA, BO], {"on": ["ace_low"]}, "house"),
    (
        [row(40, 13, 4, 1, 1), row(0, 0, 0, 0, 0)],
        {"game": "south-african-casino"},
        "players.0.spades",
    ),
]


@pytest.mark.parametrize(("rows", "body", "field"), REFUSED)
def test_rows_that_no_game_has(
    call: Caller, rows: list[object], body: dict[str, Any], field: str
) -> None:
    answer = score(call, *rows, **body)
    assert answer.status_code == 422, answer.text
    assert field in fields(answer)


def test_mixed_rows_say_so(call: Caller) -> None:
    assert score(call, said(8), BO).json["reason"] == "mixed"


SPADES = [
    # who has cards, spades, aces, 10♦, 2♠ and J♠, the totals, and what they are to add up to
    ((30, 8, 2, 1, 0, 1), (22, 5, 2, 0, 1, 0), [16, 8], 24),
    ((26, 7, 3, 1, 0, 0), (26, 6, 1, 0, 1, 1), [12, 9], 21),  # level at cards
    ((52, 13, 4, 1, 1, 1), (0, 0, 0, 0, 0, 0), [24, 0], 24),
]


@pytest.mark.parametrize(("one", "other", "totals", "expected"), SPADES)
def test_every_spade_scores(
    call: Caller, one: tuple[int, ...], other: tuple[int, ...], totals: list[int], expected: int
) -> None:
    rows = [row(*pile[:5], jack_of_spades=pile[5]) for pile in (one, other)]
    answer = score(call, *rows, game="spade-casino").json
    assert [player["total"] for player in answer["players"]] == totals
    assert (answer["sum"], answer["expected"], answer["balanced"]) == (expected, expected, True)
    assert answer["kinds"]["jack_of_spades"] == {"found": 1, "expected": 1}


IMPOSSIBLE_JACKS = [
    # cards, spades, aces, 10♦, 2♠, J♠, the field that is refused
    ((5, 2, 0, 0, 0, 2), "players.0.jack_of_spades"),
    ((5, 0, 0, 0, 0, 1), "players.0.jack_of_spades"),  # no spade, and its jack
    ((13, 12, 0, 0, 1, 1), None),  # all spades but their ace
    ((13, 13, 1, 0, 1, 0), "players.0.jack_of_spades"),  # all spades, and not their jack
]


@pytest.mark.parametrize(("pile", "field"), IMPOSSIBLE_JACKS)
def test_jacks_that_no_pile_has(call: Caller, pile: tuple[int, ...], field: str | None) -> None:
    bad = row(*pile[:5], jack_of_spades=pile[5])
    good = row(0, 0, 0, 0, 0, jack_of_spades=0)
    answer = score(call, bad, good, game="spade-casino")
    assert fields(answer) == ([field] if field else [])


@pytest.mark.parametrize("game", FAMILY)
@pytest.mark.parametrize("language", ["en", "sv", "de"])
def test_every_game_scores(call: Caller, game: str, language: str) -> None:
    whole, nothing = counts_of(pack(game), game), counts_of([], game)
    body = {"players": [whole, nothing]}
    answer = call("POST", f"/{game}/score", body, headers={"Accept-Language": language})
    assert answer.json["balanced"] is True
    assert answer.json["players"][1]["total"] == 0
