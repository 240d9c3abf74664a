"""``/sessions/{id}``: whose turn it is to deal, standings, settlements, and the end."""

from tests.api_calls import NAMES, Caller, points


def test_standings_and_settlements(api: Caller) -> None:
    """Payments as answered; ``tests/rules/test_standings.py`` works them out."""
    table = api.start(NAMES[:4], teams=[0, 1, 0, 1])
    table.play(*map(points, [6, 20, 6, 10]))
    session = table.get()
    assert session["standings"] == [
        {"side": 0, "name": "Ada & Cia", "total": 12, "place": 1},
        {"side": 1, "name": "Bo & Dan", "total": 30, "place": 2},
    ]
    paid = [{"from": 1, "to": 0, "points": 18}]
    assert session["settlement"] == {"pairwise": paid, "to_winner": paid, "fewest": paid}
    assert session["next_dealer"] == 1


# Closing a session


def test_a_session_ends_early(api: Caller) -> None:
    table = api.start(NAMES[:3])
    table.play(points(20), points(9), points(13))
    before = table.get()
    answer = table("POST", "/close")
    assert answer.status_code == 200
    after = table.get()
    assert after == before | {"closed": True}
    assert table.people()["Bo"]["sessions_won"] == 1
    assert table("POST", "/close").status_code == 200
    assert table.get() == after


def test_no_game_begins_in_a_closed_session(api: Caller) -> None:
    table = api.start(["Ada", "Bo"])
    table("POST", "/close")
    assert table("POST", "/games").status_code == 409
    assert table.get()["games"] == []


def test_what_is_unfinished_when_a_session_is_closed(api: Caller) -> None:
    """An unfinished game can be discarded or finished, and finished games can be corrected."""
    table = api.start(["Ada", "Bo"])
    table.play(points(40), points(2))
    number = table.begin()
    table("POST", "/close")
    table.fill(number, points(1), points(41))
    assert table.close(number).status_code == 200
    table.fill(1, points(39), points(3))
    assert [game["scores"] for game in table.get()["games"]] == [[39, 3], [1, 41]]
    other = api.start(["Ada", "Bo"])
    other.begin()
    other("POST", "/close")
    assert other("DELETE", "/games/1").status_code == 204
