"""``/sessions/{id}``: whose turn it is to deal, standings, settlements, and the end."""

from typing import Any

import pytest

from tests.calls import NAMES, Caller, points
from tests.databases import ON_ONE

EACH_42 = {2: 21, 3: 14, 6: 7}


# Dealers, standings and settlements (#deal, #session)


@ON_ONE
@pytest.mark.parametrize(
    ("players", "first", "dealers"),
    [(2, 0, [0, 1, 0, 1, 0]), (3, 2, [2, 0, 1, 2, 0]), (6, 4, [4, 5, 0, 1, 2])],
)
def test_the_deal_passes_to_the_left(
    api: Caller, players: int, first: int, dealers: list[int]
) -> None:
    table = api.start(NAMES[:players], first_dealer=first, games_planned=1)
    for dealer in dealers:
        assert table.get()["next_dealer"] == dealer
        table.play(*[points(EACH_42[players])] * players)
    assert [game["dealer"] for game in table.get()["games"]] == dealers


def test_more_games_than_planned(api: Caller) -> None:
    table = api.start(["Ada", "Bo"], games_planned=1)
    for _ in range(3):
        table.play(points(21), points(21))
    assert [game["number"] for game in table.get()["games"]] == [1, 2, 3]
    assert table.group()["sessions"][0]["games_played"] == 3


EVENINGS: dict[str, dict[str, Any]] = {
    # games: card points by seat; standings: side, total, place; payments: from, to, points
    "two players": dict(
        games=[[12, 30], [40, 2]],
        standings=[(1, 32, 1), (0, 52, 2)],
        pairwise=[(0, 1, 20)],
        to_winner=[(0, 1, 20)],
    ),
    "equal totals share a place": dict(
        games=[[10, 22, 10]],
        standings=[(0, 10, 1), (2, 10, 1), (1, 22, 3)],
        pairwise=[(1, 0, 12), (1, 2, 12)],
        to_winner=[(1, 0, 6), (1, 2, 6)],
    ),
    # 9 - 8 = 1 cannot be shared: all of it goes to seat 1; of 17 - 8 = 9 seat 3 gets the odd one.
    "winners get the same in all": dict(
        games=[[9, 8, 17, 8]],
        standings=[(1, 8, 1), (3, 8, 1), (0, 9, 3), (2, 17, 4)],
        pairwise=[(0, 1, 1), (0, 3, 1), (2, 0, 8), (2, 1, 9), (2, 3, 9)],
        to_winner=[(0, 1, 1), (2, 1, 4), (2, 3, 5)],
    ),
    "two odd payments": dict(
        games=[[5, 5, 16, 16]],
        standings=[(0, 5, 1), (1, 5, 1), (2, 16, 3), (3, 16, 3)],
        pairwise=[(2, 0, 11), (2, 1, 11), (3, 0, 11), (3, 1, 11)],
        to_winner=[(2, 0, 6), (2, 1, 5), (3, 0, 5), (3, 1, 6)],
    ),
    "all equal": dict(
        games=[[14, 14, 14]],
        standings=[(0, 14, 1), (1, 14, 1), (2, 14, 1)],
        pairwise=[],
        to_winner=[],
    ),
    "two pairs": dict(
        teams=[0, 1, 0, 1],
        games=[[6, 20, 6, 10]],
        standings=[(0, 12, 1), (1, 30, 2)],
        pairwise=[(1, 0, 18)],
        to_winner=[(1, 0, 18)],
    ),
    # Team 2 has 4 + 5, team 0 has 18 + 6, team 1 has 8 + 1; of the winners team 2 sits first.
    "winning teams, not in order of seats": dict(
        teams=[2, 0, 1, 2, 0, 1],
        games=[[4, 18, 8, 5, 6, 1]],
        standings=[(1, 9, 1), (2, 9, 1), (0, 24, 3)],
        pairwise=[(0, 1, 15), (0, 2, 15)],
        to_winner=[(0, 1, 7), (0, 2, 8)],
    ),
}


@ON_ONE
@pytest.mark.parametrize("evening", EVENINGS.values(), ids=list(EVENINGS))
def test_standings_and_settlements(api: Caller, evening: dict[str, Any]) -> None:
    names = NAMES[: len(evening["games"][0])]
    table = api.start(names, teams=evening.get("teams"))
    for game in evening["games"]:
        table.play(*map(points, game))
    session = table.get()
    standings = [(each["side"], each["total"], each["place"]) for each in session["standings"]]
    assert standings == evening["standings"]
    for way in ("pairwise", "to_winner"):
        paid = [(each["from"], each["to"], each["points"]) for each in session["settlement"][way]]
        assert sorted(paid) == evening[way]


def test_only_finished_games_count(api: Caller) -> None:
    table = api.start(["Ada", "Bo"])
    number = table.begin()
    table.fill(number, points(40), points(2))
    session = table.get()
    assert [standing["total"] for standing in session["standings"]] == [0, 0]
    (game,) = session["games"]
    assert (game["state"], game["scores"], game["balanced"]) == ("open", None, None)
    assert table.people()["Ada"]["games"] == 0
    table.close(number)
    (game,) = table.get()["games"]
    assert (game["state"], game["scores"], game["balanced"]) == ("finished", [40, 2], True)


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
    """It can be discarded or finished, and finished games can be corrected."""
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
