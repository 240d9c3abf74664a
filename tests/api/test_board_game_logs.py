"""Links that hand games and evenings to Board Game Stats, against a schema of what it takes."""

import json
import random
import re
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from jsonschema import Draft202012Validator

from tests.api_calls import NAMES, Caller, Table, played_out, points
from tests.oracle.krypkasino_simulator import simulate

SCHEMA = Path(__file__).parents[1] / "data" / "board_game_stats.json"
TAKEN = Draft202012Validator(json.loads(SCHEMA.read_text("utf-8")))


def taken(url: str) -> Any:
    """Return what a link hands over, once it is held against the schema."""
    assert re.fullmatch(r"https://app\.bgstatsapp\.com/createPlay\.html\?data=[\w%.!~*'()-]+", url)
    data = json.loads(unquote(urlsplit(url).query.removeprefix("data="), errors="strict"))
    TAKEN.validate(data)
    datetime.strptime(data["playDate"], "%Y-%m-%d %H:%M:%S")
    return data


def lines(play: Any) -> list[str]:
    """Return each player: score, rank, whether won and who began, team."""
    return [
        f"{each['score']} {each['rank']}.{' won' * each['winner']}{' began' * each['startPlayer']}"
        + (f" team {each['team']}" if "team" in each else "")
        for each in play["players"]
    ]


def said(*numbers: int) -> list[dict[str, int]]:
    return [{"points": number} for number in numbers]


def counted(*numbers: tuple[int, int]) -> list[dict[str, int]]:
    return [points(number, markers) for number, markers in numbers]


PLAYS = [  # game, players, options, rows of the first game: its players; those of the evening
    ("krypkasino", 2, {}, counted((30, 0), (12, 0)), ["30 2.", "12 1. won began"]),
    ("krypkasino", 3, {}, counted((20, 0), (11, 0), (11, 0)), [
        "20 3.", "11 1. won began", "11 1. won"]),  # a tie: two have won
    ("krypkasino", 3, {"first_dealer": 2}, counted((12, 3), (20, 0), (10, 0)), [
        "27 3. began", "20 2.", "-5 1. won"]),  # sweeps cost those before them
    ("krypkasino", 4, {"teams": [0, 1, 0, 1]}, counted((10, 0), (20, 0), (11, 0), (1, 0)), [
        "21 1. won team 1", "21 1. won began team 2", "21 1. won team 1", "21 1. won team 2"]),
    ("casino", 2, {}, said(7, 4), ["7 1. won", "4 2. began"]),
    ("casino", 3, {"first_dealer": 1}, said(3, 3, 5), ["3 2.", "3 2.", "5 1. won began"]),
    ("casino", 4, {"teams": [0, 1, 0, 1]}, said(8, 3), [
        "8 1. won team 1", "3 2. began team 2", "8 1. won team 1", "3 2. team 2"]),
    ("royal-casino", 2, {}, said(0, 11), ["0 2.", "11 1. won began"]),
    ("kasino", 2, {}, said(8, 3), ["8 1. won", "3 2. began"]),
]  # fmt: skip


@pytest.mark.parametrize(("game", "players", "options", "rows", "expected"), PLAYS)
def test_a_finished_game_and_its_evening(
    api: Caller, game: str, players: int, options: Any, rows: Any, expected: list[str]
) -> None:
    table = api.start(NAMES[:players], game=game, **options)
    assert table.get()["bg_stats_url"] is None
    number = table.begin()
    assert table.get(f"/games/{number}")["bg_stats_url"] is None
    table.fill(number, *rows)
    assert table.close(number, accept_imbalance=True).status_code == 200
    play = taken(table.get(f"/games/{number}")["bg_stats_url"])
    evening = taken(table.get()["bg_stats_url"])
    assert lines(play) == lines(evening) == expected
    assert [each["name"] for each in play["players"]] == NAMES[:players]
    assert play["game"]["name"] == game.replace("-", " ").title()
    assert play["game"]["highestWins"] is (game != "krypkasino")
    assert play["game"]["noPoints"] is False
    assert play["sourcePlayId"] != evening["sourcePlayId"]
    assert play["playDate"] == evening["playDate"]


def test_the_evening_adds_up_what_its_games_have_and_keeps_its_ids(api: Caller) -> None:
    table = api.start(["Ada", "Bo & Cia", "Åsa 😀"])
    table.play(points(20), points(12), points(10))
    first, before = taken(table.get("/games/1")["bg_stats_url"]), taken(table.get()["bg_stats_url"])
    table.play(points(0), points(2), points(40))
    after, second = taken(table.get()["bg_stats_url"]), taken(table.get("/games/2")["bg_stats_url"])
    assert lines(after) == ["20 2.", "14 1. won began", "50 3."]
    assert lines(second) == ["0 1. won", "2 2.", "40 3. began"]
    assert after["playDate"] == second["playDate"] >= first["playDate"]
    assert after["sourcePlayId"] == before["sourcePlayId"]
    assert len({first["sourcePlayId"], second["sourcePlayId"], after["sourcePlayId"]}) == 3
    people = [[p["sourcePlayerId"] for p in play["players"]] for play in (first, second, after)]
    assert people[0] == people[1] == people[2]
    table.put(1, 0, points(8))  # corrected: the same play with other scores
    corrected = taken(table.get("/games/1")["bg_stats_url"])
    assert lines(corrected) == ["8 1. won", "12 3. began", "10 2."]
    for key in ("sourcePlayId", "playDate"):
        assert corrected[key] == first[key]


def test_parts_of_an_evening_are_plays_of_their_own_people(api: Caller) -> None:
    first = api.start(["Ada", "Bo", "Cia"])
    first.play(points(20), points(12), points(10))
    joined = first.edit.start(["Ada", "Dan"], group_id=first.group_id, continues=first.id)
    second = Table(first.edit, first.view, joined.id, first.group_id)
    second.play(points(0), points(42))
    one, two = (taken(part.get()["bg_stats_url"]) for part in (first, second))
    assert [p["name"] for p in one["players"]] == ["Ada", "Bo", "Cia"]
    assert [p["name"] for p in two["players"]] == ["Ada", "Dan"]
    assert one["players"][0]["sourcePlayerId"] == two["players"][0]["sourcePlayerId"]
    assert one["sourcePlayId"] != two["sourcePlayId"]


def test_the_last_play_of_a_followed_game_answers_with_its_link(api: Caller) -> None:
    live = played_out(api, simulate(random.Random(1), 2, 0))
    assert live.enter(undo=live.seq)["bg_stats_url"] is None
    again = live.enter(undo=live.seq)
    assert again["bg_stats_url"] == live.read()["bg_stats_url"]
    assert [f"{row['total']}" for row in again["scores"]["players"]] == [
        line.split()[0] for line in lines(taken(again["bg_stats_url"]))
    ]


def test_whoever_claims_the_target_has_won(api: Caller) -> None:
    table = api.start(["Ada", "Bo"], game="casino", target=7, house={"claim_out": True})
    number = table.begin()
    table.fill(number, {"cards": 30, "spades": 7, "aces": 2, "big_casino": 1, "little_casino": 0})
    answer = table.close(number, claimed_by=0)
    assert answer.status_code == 200, answer.text
    play = taken(table.get(f"/games/{number}")["bg_stats_url"])
    assert [each["winner"] for each in play["players"]] == [True, False]
