"""``/sessions/{id}/games``: begun one at a time, read, discarded."""

from tests.api_calls import Caller, Table, points


def test_one_game_at_a_time(table: Table) -> None:
    assert table("POST", "/games").status_code == 409
    table.fill(1, points(20), points(22))
    assert table("POST", "/games", {}).status_code == 409
    table.close(1)
    assert table("POST", "/games", {}).json["number"] == 2
    assert [game["number"] for game in table.get()["games"]] == [1, 2]


def test_a_game_as_it_is_read(table: Table) -> None:
    game = table.get("/games/1")
    plan = {"first_hand": [3, 3], "table": [2, 2], "later_hands": [2, 2], "deals": 12}
    facts = {
        "number": 1,
        "state": "open",
        "seq": 0,
        "dealer": 0,
        "turn": None,
        "deal": 1,
        "deals": 12,
        "deal_plan": plan,
        "table": [],
        "sweeps_for": [],
        "set_aside": [],
        "last_capturer": None,
        "irregularities": [],
        "scores": None,
    }
    assert {name: game[name] for name in facts} == facts
    assert (len(game["cards_left_in_hands"]), len(game["piles"])) == (2, 2)
    table.fill(1, points(20), points(22))
    scores = table.close(1, last_capturer=1).json
    game = table.get("/games/1")
    finished = facts | {"state": "finished", "last_capturer": 1, "scores": scores}
    assert {name: game[name] for name in facts} == finished


def test_a_discarded_game_is_begun_again(api: Caller) -> None:
    """The number, the dealer and the sheet are those of a new game."""
    table = api.start(["Ada", "Bo"], first_dealer=1)
    table.play(points(20), points(22))
    begun = table("POST", "/games").json
    table.put(2, 0, points(20))
    table.sweep(2, 1, "k")
    assert table("DELETE", "/games/2").status_code == 204
    assert table.get()["next_dealer"] == begun["dealer"] == 0
    assert table("GET", "/games/2").status_code == 404
    assert table("DELETE", "/games/2").status_code == 404
    assert table("POST", "/games").json == begun
    assert table.sheet(2) == {"rows": [None, None], "last_capturer": None, "result": None}
    assert table.sweep(2, 1, "k").status_code == 201
    assert table.rows(2)[1]["markers"] == 1


def test_a_finished_game_is_not_discarded(table: Table) -> None:
    table.fill(1, points(20), points(22))
    table.close(1)
    before = table.get()
    assert table("DELETE", "/games/1").status_code == 409
    assert table.get() == before
