"""Followed games through the API: plays, keys, states, ends and sheets."""

import random
from typing import Any

import pytest
from flask import Flask

from referee.rules.sheet_plan import RowCounts
from referee.services import followed_games
from referee.services.access import Access
from referee.services.names import GameId
from tests.api_calls import (
    API,
    DEALT,
    KINDS,
    Caller,
    Followed,
    Live,
    Table,
    begin,
    begun,
    dealt,
    engine,
    fields,
    lay_out,
    played_out,
    points,
)
from tests.followed_games import lines_of
from tests.oracle.krypkasino_simulator import Game, simulate


@pytest.fixture
def game(app: Flask) -> Live:
    """Ada, who deals, and Bo; nothing has been entered."""
    return engine(Caller(app), ["Ada", "Bo"])


@pytest.fixture(scope="module")
def judged(app: Flask) -> Live:
    """Return one game for all requests that are refused, and so change nothing."""
    return engine(Caller(app), ["Ada", "Bo"], "AD 3H 7S 9C")


def test_the_table_that_was_dealt(game: Live) -> None:
    """The table is entered first, as people write it, and only as it can be."""
    game.refused(422, card="8H")
    game.refused(422, card="8H", captured=[], as_played=True)
    game.refused(422, table_is=["8H"])
    for wrong, status in (("", 422), ("5H 8S 9C", 422), ("5H 8S 9C J", 422), ("5H 8S 9C 1X", 400)):
        game.refused(status, table=wrong.split())
    assert game.read()["state"] == "open"
    state = game.lay("e♥ knp TR d♦")
    assert (state["state"], state["seq"], state["turn"], state["deal"]) == ("playing", 1, 1, 1)
    assert (state["table"], state["set_aside"]) == (["AH", "10D"], ["JS", "QD"])
    assert state["sweeps_for"] == ["J"]


def test_a_choice(game: Live) -> None:
    game.lay("3H 3D 4S 9C")
    problem = game.refused(422, card="7C")
    assert problem["reason"] == "choose"
    assert [option["captured"] for option in problem["options"]] == [["3H", "4S"], ["3D", "4S"]]
    assert game.play("7C", "3D 4S")["table"] == ["3H", "9C"]


def test_an_illegal_play(judged: Live) -> None:
    verdict = judged.refused(422, card="10D", captured=["3H", "7S"])["verdict"]
    assert (verdict["legal"], verdict["reason"]) == (False, "leaves_capturable")
    assert (verdict["missed"], verdict["missing"]) == (["AD", "9C"], [["AD", "9C"]])
    assert verdict["unless"] == []
    assert verdict["message"]


def test_cards_that_cannot_be_read(game: Live) -> None:
    game.lay("5H 8S 9C JD")
    for status, card in ((422, "8"), (400, ""), (400, "8X"), (400, "5K"), (400, "8H 8S")):
        game.refused(status, card=card)
    for card in ("8X", "5K"):
        game.refused(400, card="8H", captured=[card])


@pytest.fixture(scope="module")
def judged_builds(app: Flask) -> Followed:
    """Return one game, up to its table, for all requests that are refused, and so change
    nothing."""
    return dealt(Caller(app))


FIELDS = (
    "number state seq dealer turn deal deals cards_left_in_hands table sweeps_for set_aside stock "
    "builds duties piles proven demands last_capturer irregularities scores"
)


def test_a_state_has_every_field(api: Caller) -> None:
    game = begin(api)
    for state in (game.read(), game.enter(table=DEALT), game.enter(turn="3C 3C+5S=8"), game.read()):
        assert set(FIELDS.split()) <= set(state)
    assert state["builds"] == [
        {
            "value": 8, "groups": [["3C", "5S"]], "multiple": False, "keeper": 1, "dead": False,
            "text": "3C+5S=8@1"}
    ]  # fmt: skip
    assert (state["table"], state["turn"], state["stock"]) == (["2D", "9C", "JD"], 0, None)
    pile = {"cards": 0, "markers": 0, "points": 0, "top": None, "top_among": []}
    assert (state["piles"], state["proven"], state["demands"]) == ([pile, pile], None, [])
    assert (state["sweeps_for"], state["set_aside"], state["duties"]) == ([], [], [])
    state = game.enter(turn="KD -")
    assert state["duties"] == ["must_act_on_build", "keep_card"]


OPEN = [
    # game, players, house rules, whose turn while nothing was entered, piles that are shared, stock
    ("swazi-casino", 4, "", None, [2, 3], None),
    ("swazi-casino", 2, "crazy", None, [], 32),
    ("south-african-casino", 2, "", 1, [], None),
    ("south-african-casino", 4, "partners", 1, [2, 3], None),
]


@pytest.mark.parametrize(("game", "players", "on", "turn", "shared", "stock"), OPEN)
def test_an_open_game(api: Caller, game, players, on, turn, shared, stock) -> None:
    state = begin(api, game, players, on).read()
    assert (state["state"], state["seq"], state["turn"]) == ("open", 0, turn)
    assert [seat for seat, pile in enumerate(state["piles"]) if pile is None] == shared
    assert state["stock"] == stock
    pairs = players == 4 and game in ("swazi-casino", "lesotho-casino")
    assert state["proven"] == ([[], [], [], []] if pairs else None)


WRONG: list[tuple[dict[str, Any], int, list[str]]] = [
    # entry, status, field
    ({"turn": "8H -", "card": "8H"}, 422, [""]),
    ({"card": "8H", "captured": []}, 422, ["card"]),
    ({"card": "8H"}, 422, ["card"]),
    ({"turn": ""}, 400, ["turn"]),
    ({"turn": "8H x 5S+3"}, 400, ["turn"]),
    ({"turn": "5S -"}, 422, ["turn"]),
    ({"turn": "KD -", "seat": 0}, 422, ["seat"]),
    ({"turn": "KD -", "seat": 2, "as_played": True}, 422, ["seat"]),
    ({"table": DEALT}, 422, ["table"]),
    ({"top": "5H", "pile": 1}, 422, ["top"]),
    ({"top": "5H"}, 422, ["top"]),
    ({"table_is": ["3C+5S=8"]}, 422, ["table_is"]),
    ({"table_is": ["5X"]}, 400, ["table_is"]),
    ({"replace": 1, "table_is": ["5S"]}, 422, ["replace"]),
    ({"before": 1, "turn": "KD -"}, 422, ["before"]),
    ({"before": 1, "top": "5H", "pile": 0}, 422, ["before"]),
]


@pytest.mark.parametrize(("entry", "status", "wrong"), WRONG)
def test_what_cannot_be_entered(judged_builds: Followed, entry, status, wrong) -> None:
    problem = judged_builds.refused(status, **entry)
    assert [error["field"] for error in problem.get("errors", [])] == wrong
    assert "verdict" not in problem


def test_a_table_that_is_dealt_again(api: Caller) -> None:
    problem = begin(api, "swazi-casino").refused(422, table=["JD", "KH", "QS", "2C"])
    assert [error["field"] for error in problem["errors"]] == ["table"]
    assert problem["reason"] == "redeal"


@pytest.mark.parametrize("card", ["AH", "2S", "10D"])
def test_a_first_table_without_point_cards(api: Caller, card: str) -> None:
    """Point cards go back by a house rule of Kasino, which says which cards do."""
    on = "no_points_on_first_table"
    game = begin(api, "kasino", on=on)
    problem = game.refused(422, table=[card, "KH", "QS", "2C"])
    assert (problem["reason"], problem["errors"][0]["field"]) == ("redeal", "table")
    assert "2♠" in problem["errors"][0]["message"]
    game.enter(table=["10S", "KH", "QS", "2C"])
    begin(api, "kasino").enter(table=[card, "KH", "QS", "2C"])


ILLEGAL = [
    # turns before, turn, reason
    ([], "8H x 9C", "no_match"),
    (["3C 3C+5S=8", "KD -"], "4H -", "must_act_on_build"),
]


@pytest.mark.parametrize(("turns", "turn", "reason"), ILLEGAL)
def test_illegal_turns(api: Caller, turns: list[str], turn: str, reason: str) -> None:
    game = dealt(api, *turns)
    problem = game.refused(422, turn=turn)
    assert (problem["reason"], problem["verdict"]["reason"]) == (reason, reason)
    assert problem["verdict"]["legal"] is False
    assert problem["verdict"]["message"]
    last = game.seq
    if last > 1:
        problem = game.refused(422, replace=last, turn="8H x 10C")
        assert problem["reason"] == problem["verdict"]["reason"]


def test_a_whole_game(api: Caller) -> None:
    game = dealt(api, "9H x 9C")
    state = lay_out(game)
    assert (state["state"], state["turn"], state["table"], state["builds"]) == (
        "finished", None, [], [],
    )  # fmt: skip
    assert [pile["cards"] for pile in state["piles"]] == [0, 52]
    assert [one["total"] for one in state["scores"]["players"]] == [0, 11]
    assert (state["scores"]["balanced"], state["last_capturer"]) == (True, 1)
    table = game.table
    sheet = table.sheet(1)
    full = {"cards": 52, "spades": 13, "aces": 4, "big_casino": 1, "little_casino": 1}
    assert full.items() <= sheet["rows"][1].items()
    assert sheet["result"]["sum"] == 11
    session = table.get()
    assert (session["games"][0]["scores"], session["next_dealer"]) == ([0, 11], 1)
    assert [(one["side"], one["total"]) for one in session["standings"]] == [(1, 11), (0, 0)]
    # A turn after the last is never recorded; the last one can be taken back.
    assert fields(game.send(turn="KC -")) == ["turn"]
    assert game.send(turn="KC -").status_code == 422
    state = game.enter(undo=game.seq)
    assert (state["state"], state["scores"], state["cards_left_in_hands"]) == (
        "playing", None, [1, 0],
    )  # fmt: skip
    assert table.get()["games"][0]["scores"] is None
    state = game.enter(undo=game.seq)
    assert state["state"] == "finished"
    table.begin()
    assert game.send(undo=game.seq).status_code == 409


def test_sweeps_that_reach_the_target_are_claimed(api: Caller) -> None:
    table = begin(api, on="sweeps sweeps_at_once", target=8).table
    game = Followed(table, 1)
    game.enter(table=["9S", "9H", "9D", "KS"])
    game.enter(turn="9C x 9S 9H 9D")
    state = game.enter(turn="KH x KS")
    for rank in ("Q", "J", "10", "8", "7", "6", "5"):  # Bo lays one, and Ada sweeps it
        game.enter(turn=f"{rank}S -")
        state = game.enter(turn=f"{rank}H x {rank}S")
    assert [pile["markers"] for pile in state["piles"]] == [8, 0]
    assert table.close(1, claimed_by=1).status_code == 422
    answer = table.close(1, claimed_by=0)
    assert answer.status_code == 200, answer.text
    assert [one["total"] for one in answer.json["players"]] == [8, 0]
    assert table.get()["winners"] == [0]


def test_a_game_that_is_closed_on_its_sheet(api: Caller) -> None:
    game = begin(api, "south-african-casino")
    game.enter(turn="5S -")
    game.enter(turn="5D x 5S")
    table = game.table
    row = {"cards": 40, "spades": 10, "aces": 4, "big_casino": 1, "little_casino": 1}
    table.fill(1, row, dict.fromkeys(row, 0))
    assert table.close(1).status_code == 200
    state = game.read()
    assert (state["state"], state["turn"], state["duties"], state["demands"]) == (
        "finished", None, [], [],
    )  # fmt: skip
    assert [pile["top_among"] for pile in state["piles"]] == [[], []]
    assert game.send(turn="6S -").status_code == 409
    assert game.send(top="5S", pile=0).status_code == 409


def simulated(seed: int, players: int = 2, dealer: int = 0, *house: str) -> Game:
    return simulate(random.Random(seed), players, dealer, house)


def totals(scores: Any) -> list[int]:
    return [player["total"] for player in scores["players"]]


def two_pages(game: Live) -> tuple[Any, Any]:
    """Return the game in its session's list, and the session's standings by side."""
    session = game.table.get()
    standings = {line["side"]: line["total"] for line in session["standings"]}
    return session["games"][game.number - 1], standings


def test_a_game_that_is_followed(table: Table) -> None:
    """The worked state after three entries, every field of the contract."""
    game = Live(table)
    game.lay("KD 5H 8S 9C")
    game.plays("8H", "AC")
    facts = {
        "number": 1, "state": "playing", "seq": 3, "dealer": 0, "turn": 1, "deal": 1, "deals": 12,
        "cards_left_in_hands": [5, 5], "table": [], "sweeps_for": [], "set_aside": ["KD"],
        "piles": [{"cards": 3, "markers": 1, "points": 1}, {"cards": 2, "markers": 0, "points": 1}],
        "last_capturer": 0, "irregularities": [], "scores": None}  # fmt: skip
    state = game.read()
    assert {name: state[name] for name in facts} == facts
    (listed,) = table.get()["games"]
    assert (listed["state"], listed["scores"], listed["balanced"]) == ("playing", None, None)
    assert table("POST", "/games").status_code == 409


def test_what_the_cards_show_after_the_end_counts(api: Caller) -> None:
    """The log takes the place of what was counted before the end; what is counted later stands."""
    simulation = simulated(2)
    game = played_out(api, simulation, -1)
    game.table.put(1, 0, points(40))
    last = simulation.plays[-1]
    finished = game.play(last.card, last.captured)
    assert game.read() == finished
    log = totals(finished["scores"])
    assert (tuple(log), two_pages(game)[0]["scores"]) == (simulation.scores, log)
    rows = [{name: row[name] for name in ("markers", *KINDS)} for row in game.table.rows(1)]
    rows[0]["markers"] += 1
    game.table.fill(1, *rows)
    by_hand = [log[0] + 5, log[1] - 5]
    listed, standings = two_pages(game)
    assert (listed["scores"], standings) == (by_hand, dict(enumerate(by_hand)))
    assert game.read()["scores"] == game.table.sheet()["result"]
    assert totals(game.read()["scores"]) == by_hand


def test_what_has_not_changed_is_not_sent_again(table: Table, app: Flask) -> None:
    game = Live(table)
    game.lay("5H 8S 9C JD")
    client, path = app.test_client(), f"{API}/sessions/{table.id}/games/1"
    sent = {"Authorization": f"Bearer {table.view.key}"}
    etag = client.get(path, headers=sent).headers["ETag"]
    answer = client.get(path, headers={**sent, "If-None-Match": etag})
    assert (answer.status_code, answer.data, answer.headers["ETag"]) == (304, b"", etag)
    for entry in ({"card": "8H"}, {"undo": 2}, {"undo": 3}):
        game.enter(**entry)
        answer = client.get(path, headers={**sent, "If-None-Match": etag})
        assert (answer.status_code, answer.json) == (200, game.read())
        etag = answer.headers["ETag"]


def test_what_was_counted_by_hand_meanwhile_is_kept(api: Caller) -> None:
    """In the end the log writes the sheet; nothing that somebody counted goes without a trace."""
    game = simulated(3)
    followed = begun(api, game)
    table = followed.table
    table.sweep(1, 0, "by hand", double=True)
    followed.all_at_once(lines_of(game)[1:])
    with api.app.app_context():
        view = followed_games.read_game(
            Access(table.group_id, may_write=False), GameId(table.id, 1)
        )
    assert view.finished
    assert not view.corrected
    before_the_last = game.plays[-2].state.markers[0]
    (kept,) = view.history
    assert (kept.seat, kept.row) == (0, RowCounts(before_the_last + 2, None))
