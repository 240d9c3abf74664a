"""The analysis of a stored game through the API: a slice a call, the plays that are asked for."""

import random
from typing import Any

import pytest
from flask import Flask

from referee.services import game_findings, log_analysis
from tests.api_calls import API, Caller, Live, fields, played_out
from tests.oracle.krypkasino_simulator import simulate
from tests.pretended_analysis import play_by_play, pretend

GAME = simulate(random.Random(5), 2, 0)
PLAYS = len(GAME.plays)


@pytest.fixture(autouse=True)
def _pretended(monkeypatch: pytest.MonkeyPatch) -> None:
    pretend(monkeypatch)


@pytest.fixture(scope="module")
def finished(app: Flask) -> Live:
    return played_out(Caller(app), GAME)


def ask(live: Live, query: str = "", number: int = 1) -> Any:
    return live.table.view("GET", f"/sessions/{live.table.id}/games/{number}/analysis{query}")


def test_calls_go_on_until_it_is_done(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask with the key that only looks on, slice by slice."""
    live = played_out(Caller(app), GAME)
    play_by_play(monkeypatch)
    answer = ask(live).json
    assert (len(answer["plays"]), answer["next"], answer["done"]) == (1, 1, False)
    plays, calls = answer["plays"], 1
    while not answer["done"]:
        if calls == 2:
            monkeypatch.setattr(log_analysis, "SLICE_SECONDS", 1000)
        answer = ask(live, f"?from={answer['next']}").json
        plays += answer["plays"]
        calls += 1
    assert [play["seq"] for play in plays] == [*range(2, PLAYS + 2)]
    assert calls == 2 + -(-(PLAYS - 2) // 25)
    assert answer["next"] == PLAYS
    assert len(answer["expected"]) == PLAYS + 1
    assert answer["dearest"] == {"0": [], "1": [98, 94, 90]}


def test_a_part_is_about_the_plays_up_to_it(finished: Live) -> None:
    whole = ask(finished, "?limit=50").json
    part = ask(finished, "?from=3&limit=2").json
    assert part["plays"] == whole["plays"][3:5]
    assert part["expected"] == whole["expected"][:6]
    assert (part["next"], part["done"]) == (5, False)
    judged = part["plays"][1]
    assert judged["judged"]
    assert judged["low"] <= judged["loss"] <= judged["high"]
    assert {"card", "captured"} == set(judged["best"])
    last = ask(finished, f"?from={PLAYS - 1}").json
    assert last["done"]
    assert last["plays"][0]["why"] == "no_choice"
    assert ask(finished, f"?from={PLAYS + 7}").json["plays"] == []


@pytest.mark.parametrize(("query", "field"), [
    ("from=-1", "from"), ("from=x", "from"), ("from=1001", "from"), ("from=٣", "from"),
    ("from=" + "9" * 5000, "from"), ("limit=0", "limit"), ("limit=51", "limit"),
    ("limit=+5", "limit"), ("limit=2.5", "limit")])  # fmt: skip
def test_wrong_numbers(finished: Live, query: str, field: str) -> None:
    answer = ask(finished, f"?{query}")
    assert answer.status_code == 422
    assert fields(answer) == [field]


def test_games_that_cannot_be_looked_at(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    live = played_out(Caller(app), GAME, 3)
    assert ask(live).status_code == 409
    assert ask(live, number=2).status_code == 404
    table = Caller(app).start(["Ada", "Bo"])
    table.play({"markers": 0, "card_points": 20}, {"markers": 0, "card_points": 22})
    assert ask(Live(table)).status_code == 409
    monkeypatch.setattr(game_findings, "has_players", lambda _: False)
    table = played_out(Caller(app), GAME).table
    key = {"Authorization": f"Bearer {table.view.key}"}
    path = f"{API}/sessions/{table.id}/games/1/analysis"
    answer = app.test_client().get(path, headers=key)
    assert (answer.status_code, answer.json["detail"][:8]) == (501, "Referee ")
