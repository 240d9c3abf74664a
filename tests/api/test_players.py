"""The calls for a play by a player, and for the analysis of a finished game."""

import random
from typing import Any

import pytest
from flask import Flask

from referee.rules.games import RULESETS, ruleset
from referee.rules.log.entries import read_entry
from referee.rules.log.record import Record, accept, append
from referee.rules.notation import write_card
from referee.rules.playing.players import has_players
from tests.api_calls import API, Caller, fields
from tests.followed_games import begin
from tests.oracle.krypkasino_simulator import simulate

TABLE = {"table": ["5H", "8S", "2D", "KC"]}
HAND = ["5S", "9D", "AD", "2H", "3H"]
TWO_WAYS = HAND
LOG = [TABLE, {"card": "8H", "captured": ["8S"]}, {"card": "6D", "captured": []}]


def asked(**changed: object) -> dict[str, Any]:
    """Return what is asked of a player in a game of Krypkasino; ``...`` is left out."""
    body = {"players": 2, "dealer": 1, "seed": "a1", "deals": 60, "hand": HAND, "log": LOG}
    return {name: value for name, value in (body | changed).items() if value is not ...}


def player(api: Caller, **changed: object) -> Any:
    answer = api("POST", "/krypkasino/player", asked(**changed))
    assert answer.status_code == 200, answer.text
    return answer.json


REFUSED = [
    # what is changed, status, fields at fault
    (dict(hand=...), 422, ["hand"]),
    (dict(hand="5S 9D"), 422, ["hand"]),
    (dict(hand=HAND[1:]), 422, ["hand"]),
    (dict(hand=[*HAND, "4D"]), 422, ["hand"]),
    (dict(hand=["8X", *HAND[1:]]), 400, ["hand.0"]),
    (dict(hand=[*HAND[:4], "8"]), 422, ["hand.4"]),
    (dict(hand=[5, *HAND[1:]]), 422, ["hand.0"]),
    (dict(hand=["4S"] * 61), 422, ["hand"]),
    (dict(hand=["8S", "8S", *HAND[2:]]), 422, ["hand"]),
    (dict(level="best"), 422, ["level"]),
    (dict(level=1), 422, ["level"]),
    (dict(seed="x" * 65), 422, ["seed"]),
    (dict(seed=7), 422, ["seed"]),
    (dict(seed="\ud800"), 422, ["seed"]),
    (dict(deals=0), 422, ["deals"]),
    (dict(deals=2001), 422, ["deals"]),
    (dict(deals="60"), 422, ["deals"]),
    (dict(deals=True), 422, ["deals"]),
    (dict(players=...), 422, ["players"]),
    (dict(players="2"), 422, ["players"]),
    (dict(players=1), 422, ["players"]),
    (dict(players=9), 422, ["players"]),
    (dict(dealer=2), 422, ["dealer"]),
    (dict(dealer=-1), 422, ["dealer"]),
    (dict(teams=[0, 1]), 422, ["teams"]),
    (dict(house=["jokers"]), 422, ["house"]),
    (dict(house={"jokers": False}), 422, ["house"]),
    (dict(house="jokers"), 422, ["house"]),
    (dict(house=[1]), 422, ["house.0"]),
    (dict(players=3, house=["two_player_five_six"], log=[]), 422, ["players"]),
    (dict(log=...), 422, ["log"]),
    (dict(log={}), 422, ["log"]),
    (dict(log=["table"]), 422, ["log.0"]),
    (dict(log=[{}]), 422, ["log.0"]),
    (dict(log=[TABLE, {"card": "9X"}]), 400, ["log.1.card"]),
    (dict(log=[TABLE, {"card": 9}]), 422, ["log.1.card"]),
    (dict(log=[{"table": ["5H", "8S", "2D"]}]), 422, ["log.0.table"]),
    (dict(log=[TABLE, TABLE]), 422, ["log.1.table"]),
    (dict(log=[{"card": "8H"}]), 422, ["log.0.card"]),
    (dict(log=[TABLE, {"card": "8H", "captured": []}]), 422, ["log.1.card"]),
    (dict(log=[TABLE, {"turn": "8H -"}, {"turn": "8C ->"}]), 422, ["log.1.turn"]),
    (dict(log=[TABLE, {"undo": 5}]), 422, ["log.1"]),
    (dict(log=[TABLE] + [{"undo": 1}] * 1000), 422, ["log"]),
    (dict(log=[]), 409, []),
    (dict(log=[TABLE, {"undo": 1}]), 409, []),
]  # fmt: skip


@pytest.mark.parametrize(("changed", "status", "at_fault"), REFUSED)
def test_what_cannot_be_is_refused_by_its_field(
    api: Caller, changed: dict[str, object], status: int, at_fault: list[str]
) -> None:
    answer = api("POST", "/krypkasino/player", asked(**changed))
    assert (answer.status_code, fields(answer)) == (status, at_fault), answer.text


def test_an_unknown_game_has_no_player(api: Caller) -> None:
    assert api("POST", "/whist/player", asked()).status_code == 404


def test_a_game_that_is_over_has_no_next_play(api: Caller) -> None:
    answer = api("POST", "/krypkasino/player", asked(**WHOLE, hand=[]))
    assert answer.status_code == 409


LOGS = [
    # the log; the hand of the seat whose turn it is
    (LOG, HAND),
    ([TABLE, {"turn": "8H x 8S"}, {"card": "6C"}, {"replace": 3, "card": "6D"}], HAND),
    ([TABLE, {"card": "6D"}, {"before": 2, "card": "8H"}], HAND),
    ([{"table": ["9H", "9S", "9D", "9C"]}, {"undo": 1}, *LOG], HAND),
]  # fmt: skip


@pytest.mark.parametrize(("log", "hand"), LOGS)
def test_a_corrected_log_is_as_good_as_the_game(api: Caller, log, hand) -> None:
    plain = player(api)
    assert player(api, log=log, hand=hand, level="simple")["play"]["card"] in hand
    assert {each["play"]["card"] for each in player(api, log=log, hand=hand)["alternatives"]} == {
        each["play"]["card"] for each in plain["alternatives"]
    }


def test_a_simple_player_says_nothing_of_alternatives(api: Caller) -> None:
    assert set(player(api, level="simple")) == {"play", "exact", "seed"}


def test_the_same_request_has_the_same_bytes(api: Caller) -> None:
    def text(**changed: object) -> str:
        return api("POST", "/krypkasino/player", asked(**changed)).text

    assert text() == text() == text(hand=HAND[::-1]) == text(house={"last_capture_point": False})
    assert player(api, seed="é" * 64)["seed"] == "é" * 64


def test_another_seed_gives_values_within_their_intervals(api: Caller) -> None:
    def values(seed: str) -> dict[str, Any]:
        alternatives = player(api, seed=seed, deals=400, hand=TWO_WAYS)["alternatives"]
        assert [each["points"] for each in alternatives] == sorted(
            each["points"] for each in alternatives
        )
        return {str(each["play"]): each for each in alternatives}

    one, other = values("a1"), values("a2")
    assert set(one) == set(other)
    assert len(one) > 1
    for play, value in one.items():
        assert value["low"] <= value["points"] <= value["high"]
        assert value["low"] <= other[play]["high"]
        assert other[play]["low"] <= value["high"]


def first_hand(game: str, players: int, opened: Record) -> tuple[dict[str, Any], list[str]]:
    """Return a game in which nothing but the table is known, and the hand of who begins."""
    rules = ruleset(game)
    plan = rules.seating.deal_plan(players)
    pack = [write_card(card) for card in rules.deck.faces[5::3]]
    laid = sum(plan.table)
    log = [] if opened.opening else [{"table": pack[:laid]}]
    return {"players": players, "log": log}, pack[laid : laid + plan.hand_size(1)]


@pytest.mark.parametrize("level", ["simple", "good"])
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("game", RULESETS)
def test_every_game_answers(app: Flask, game: str, players: int, level: str) -> None:
    """A play is legal by the referee; a game without players says so."""
    record = begin(players, game=game)
    body, hand = first_hand(game, players, record)
    sent = body | {"hand": hand, "level": level, "deals": 24}
    if not has_players(ruleset(game)):
        answer = app.test_client().post(f"{API}/{game}/player", json=sent)
        assert (answer.status_code, answer.json["detail"][-1]) == (501, ".")
        return
    play = Caller(app)("POST", f"/{game}/player", sent).json["play"]
    by_card = set(play) == {"card", "captured"}
    assert by_card or set(play) == {"turn"}
    text = f"{play['card']} x {' '.join(play['captured'])}" if by_card else play["turn"]
    text = f"{play['card']} -" if by_card and not play["captured"] else text
    for line in [*(f"table {' '.join(entry['table'])}" for entry in body["log"]), text]:
        record = append(record, accept(record, read_entry(line)))
    assert record.seq == len(body["log"]) + 1


# --- the game afterwards --------------------------------------------------------------------------

_GAME = simulate(random.Random(11), 4, 0, careless=0.9)
"""A game in whose third deal alone nothing was irregular."""
WHOLE: dict[str, Any] = {
    "players": 4,
    "dealer": 0,
    "log": [
        {"table": list(_GAME.dealt)},
        *({"card": play.card, "captured": list(play.captured)} for play in _GAME.plays),
    ],
}


def analysis(api: Caller, **changed: object) -> Any:
    answer = api("POST", "/krypkasino/analysis", WHOLE | {"seed": "a1"} | changed)
    assert answer.status_code == 200, answer.text
    return answer.json


def test_a_game_is_looked_at_in_slices(api: Caller) -> None:
    first = analysis(api, limit=50)
    last = analysis(api, **{"from": 50, "limit": 50})
    assert (first["next"], first["done"], len(first["expected"])) == (50, False, 51)
    assert (last["next"], last["done"], len(last["expected"])) == (100, True, 101)
    assert [each["seq"] for each in first["plays"] + last["plays"]] == [*range(2, 102)]
    assert last["expected"][-1] == [float(points) for points in _GAME.scores]
    assert first["expected"] == last["expected"][:51]
    assert all(sum(points) == pytest.approx(42, abs=0.3) for points in last["expected"])
    assert analysis(api, **{"from": 42})["plays"] == (first["plays"] + last["plays"])[42:67]
    assert analysis(api, **{"from": 100})["plays"] == []


def test_each_play_says_what_it_cost_or_why_nobody_knows(api: Caller) -> None:
    found = analysis(api, limit=50)
    plays = {each["seq"]: each for each in found["plays"]}
    judged = [seq for seq, each in plays.items() if each["judged"]]
    assert set(judged) <= set(range(34, 50))
    assert {each["why"] for each in plays.values() if not each["judged"]} == {
        "irregular",
        "no_choice",
    }
    assert plays[39]["best"] == {"card": "QH", "captured": ["2D", "5H", "7C", "10H"]}
    assert plays[39]["play"] == {"card": "5S", "captured": ["5H"]}
    assert 1.5 < plays[39]["loss"] < 4.5
    assert found["dearest"]["2"][0] == 39
    assert set(found["dearest"]) == {"0", "1", "2", "3"}
    listed = [seq for seqs in found["dearest"].values() for seq in seqs]
    assert all(plays[seq]["low"] > 0 for seq in listed)


NOT_ANALYSED = [
    # what is changed, status, fields at fault
    (dict(log=WHOLE["log"][:-1]), 409, []),
    (dict(log=[]), 409, []),
    (dict(limit=0), 422, ["limit"]),
    (dict(limit=51), 422, ["limit"]),
    ({"from": -1}, 422, ["from"]),
    ({"from": "0"}, 422, ["from"]),
    (dict(seed="x" * 65), 422, ["seed"]),
    (dict(log=[*WHOLE["log"], {"card": "2H"}]), 422, ["log.101.card"]),
]  # fmt: skip


@pytest.mark.parametrize(("changed", "status", "at_fault"), NOT_ANALYSED)
def test_what_cannot_be_analysed(api: Caller, changed, status, at_fault) -> None:
    answer = api("POST", "/krypkasino/analysis", WHOLE | changed)
    assert (answer.status_code, fields(answer)) == (status, at_fault), answer.text


def test_corrections_are_bounded(api: Caller) -> None:
    """Each of these plays the whole game again, which few corrections do."""
    again = [{"replace": 2, "card": "2C", "captured": []}, {"replace": 2, **WHOLE["log"][1]}]
    answer = api("POST", "/krypkasino/analysis", WHOLE | {"log": WHOLE["log"] + again * 100})
    assert (answer.status_code, fields(answer)) == (422, ["log.129"])
