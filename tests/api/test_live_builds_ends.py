"""Ends of followed games with builds: the last card, a claim, a sheet."""

from tests.api_calls import Caller, fields
from tests.followed_build_game_calls import Followed, begin, dealt, lay_out


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
