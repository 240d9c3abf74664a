"""Sessions of the Casino family through the API: targets, aces, piles that partners share."""

from typing import Any

import pytest

from tests.api_calls import NAMES, Caller, Table, fields
from tests.casino_sheets import row, said


def start(api: Caller, game: str = "casino", players: int = 2, **options: Any) -> Table:
    house = dict.fromkeys(options.pop("on", ()), True)
    return api.start(NAMES[:players], game=game, house=house, **options)


STARTS = [
    # game, options, what of the session is said
    ("casino", {}, {"target": 21, "games_planned": None, "teams": None, "direction": "high"}),
    ("casino", {"on": ["difference_scoring"]}, {"target": 11}),
    ("royal-casino", {"players": 4, "teams": [1, 0, 1, 0]}, {"teams": [1, 0, 1, 0]}),
    ("south-african-casino", {"players": 4, "on": ["partners"]}, {"teams": [0, 1, 0, 1]}),
]


@pytest.mark.parametrize(("game", "options", "wanted"), STARTS)
def test_starts(api: Caller, game: str, options: dict[str, Any], wanted: dict[str, Any]) -> None:
    found = start(api, game, **options).get()
    assert {key: found[key] for key in wanted} == wanted
    assert (found["over"], found["winners"]) == (False, [])


def test_partners_share_a_row(api: Caller) -> None:
    table = start(api, players=4, teams=[0, 1, 0, 1])
    number = table.begin()
    for seat, points in enumerate((8, 3)):
        assert table.put(number, seat, said(points)).status_code == 200
    for seat in (2, 3):
        assert table.put(number, seat, said(1)).status_code == 422
    assert [one and one["points"] for one in table.rows(number)] == [8, 3, None, None]
    result = table.close(number).json
    assert [one["total"] for one in result["players"]] == [None] * 4
    assert [(t["team"], t["players"], t["total"]) for t in result["teams"]] == [
        (0, [0, 2], 8),
        (1, [1, 3], 3),
    ]
    found = table.get()
    assert found["games"][0]["scores"] == [8, 3, 8, 3]
    assert [one["total"] for one in found["standings"]] == [8, 3]
    assert found["settlement"]["pairwise"] == [{"from": 1, "to": 0, "points": 5}]
    people = table.people()
    assert [people[name]["points"] for name in NAMES[:4]] == [8, 3, 8, 3]


ACES = [
    # which aces a row of two says that it has, status, field
    (["AS", "AD"], 200, []),
    (["as", "A♦"], 200, []),
    (["AS", "AS"], 422, ["which_aces"]),
    (["AS", "x"], 400, ["which_aces"]),
    (["AC", "AH"], 422, ["which_aces"]),  # Bo has it
]


def test_which_aces_a_row_has(api: Caller) -> None:
    table = start(api, on=["count_out"])
    table.begin()
    assert table.put(1, 1, row(22, 5, 2, 0, 1, which_aces=["AH", "AC"])).status_code == 200
    for aces, status, wrong in ACES:
        answer = table.put(1, 0, row(30, 8, 2, 1, 0, which_aces=aces))
        assert (answer.status_code, fields(answer)) == (status, wrong), answer.text
        assert [one["which_aces"] for one in table.rows(1)] == [["AS", "AD"], ["AC", "AH"]]


def test_all_say_points_or_all_count(api: Caller) -> None:
    first, second = said(8), row(22, 5, 2, 0, 1)
    table = start(api)
    table.begin()
    assert table.put(1, 0, first).status_code == 200
    answer = table.put(1, 1, second)
    assert (answer.status_code, answer.json["reason"]) == (422, "mixed")
    assert table.put(1, 0, second).status_code == 200, "the same row may change its mind"
