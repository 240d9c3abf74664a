"""``/sessions/{id}/games``: read, discarded, and left in a session that is closed."""

from tests.api_calls import Caller, Table, points


def test_a_game_as_it_is_read(table: Table) -> None:
    game = table.get("/games/1")
    plan = {"first_hand": [3, 3], "table": [2, 2], "later_hands": [2, 2], "deals": 12}
    facts = {
        "number": 1, "state": "open", "seq": 0, "dealer": 0, "turn": None, "deal": 1, "deals": 12,
        "deal_plan": plan, "table": [], "sweeps_for": [], "set_aside": [], "last_capturer": None,
        "irregularities": [], "scores": None}  # fmt: skip
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


def test_what_is_unfinished_when_a_session_is_closed(api: Caller) -> None:
    """An unfinished game can be discarded or finished, and finished games can be corrected."""
    table = api.start(["Ada", "Bo"])
    table.play(points(40), points(2))
    number = table.begin()
    for _ in range(2):
        assert table("POST", "/close").status_code == 200
    table.fill(number, points(1), points(41))
    assert table.close(number).status_code == 200
    assert table("POST", "/games").status_code == 409
    table.fill(1, points(39), points(3))
    assert [game["scores"] for game in table.get()["games"]] == [[39, 3], [1, 41]]
    other = api.start(["Ada", "Bo"])
    other.begin()
    other("POST", "/close")
    assert other("DELETE", "/games/1").status_code == 204
