"""Followed games with builds through the API: what is said, what is refused, and how they end."""

import json
import re
from typing import Any

import pytest
from flask import Flask

from referee.services import archives, transcripts
from referee.services.ids import GameId
from referee.services.links import Access
from tests.calls import NAMES, Caller, Table, fields
from tests.live import Live

DEALT = ["5S", "9C", "JD", "2D"]


CARD = re.compile(r"(?:10|[A2-9JQK])[SHDC]")


class Followed(Live):
    """Remembers the cards that were named; a game has one of each."""

    def __init__(self, table: Table, number: int = 1) -> None:
        super().__init__(table, number)
        self.named: set[str] = set()

    def enter(self, **body: object) -> Any:
        state = super().enter(**body)
        self.named |= {*CARD.findall(str(body))}
        return state


@pytest.fixture
def api(app: Flask) -> Caller:
    return Caller(app)


def begin(
    api: Caller, game: str = "casino", players: int = 2, on: str = "", **options: Any
) -> Followed:
    """A session whose first game is followed; seat 0 deals."""
    house = dict.fromkeys(on.split(), True)
    table = api.start(NAMES[:players], game=game, house=house, **options)
    return Followed(table, table.begin())


def dealt(api: Caller, *turns: str, game: str = "casino", on: str = "", **options: Any) -> Followed:
    """The same, with a table and these turns."""
    followed = begin(api, game, on=on, **options)
    followed.enter(table=DEALT)
    for turn in turns:
        followed.enter(turn=turn)
    return followed


# The state

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
            "text": "3C+5S=8@1",
        }
    ]  # fmt: skip
    assert (state["table"], state["turn"], state["stock"]) == (["2D", "9C", "JD"], 0, None)
    pile = {"cards": 0, "markers": 0, "points": 0, "top": None, "top_among": []}
    assert (state["piles"], state["proven"], state["demands"]) == ([pile, pile], None, [])
    assert (state["sweeps_for"], state["set_aside"], state["duties"]) == ([], [], [])
    state = game.enter(turn="KD -")
    assert state["duties"] == ["must_act_on_build", "keep_card"]


OPEN = [
    # game, players, house rules, whose turn while nothing was entered, piles that are shared, stock
    ("casino", 2, "", None, [], None),
    ("swazi-casino", 4, "", None, [2, 3], None),
    ("lesotho-casino", 4, "", None, [], None),
    ("swazi-casino", 2, "crazy", None, [], 32),
    ("south-african-casino", 2, "", 1, [], None),
    ("south-african-casino", 3, "", None, [], None),
    ("south-african-casino", 4, "partners", 1, [2, 3], None),
]


@pytest.mark.parametrize(("game", "players", "on", "turn", "shared", "stock"), OPEN)
def test_an_open_game(
    api: Caller,
    game: str,
    players: int,
    on: str,
    turn: int | None,
    shared: list[int],
    stock: int | None,
) -> None:
    state = begin(api, game, players, on).read()
    assert (state["state"], state["seq"], state["turn"]) == ("open", 0, turn)
    assert [seat for seat, pile in enumerate(state["piles"]) if pile is None] == shared
    assert state["stock"] == stock
    pairs = players == 4 and game in ("swazi-casino", "lesotho-casino")
    assert state["proven"] == ([[], [], [], []] if pairs else None)


# What is refused

WRONG: list[tuple[dict[str, Any], int, list[str]]] = [
    # entry, status, field
    ({"turn": "8H -", "card": "8H"}, 422, [""]),
    ({"card": "8H", "captured": []}, 422, ["card"]),
    ({"card": "8H"}, 422, ["card"]),
    ({"turn": "8X -"}, 400, ["turn"]),
    ({"turn": ""}, 400, ["turn"]),
    ({"turn": "8 -"}, 422, ["turn"]),
    ({"turn": "8H x 5S+3"}, 400, ["turn"]),
    ({"turn": "5S -"}, 422, ["turn"]),
    ({"turn": "5S -", "as_played": True}, 422, ["turn"]),
    ({"turn": "KD -", "seat": 0}, 422, ["seat"]),
    ({"turn": "KD -", "seat": 1}, 422, ["seat"]),
    ({"turn": "KD -", "seat": 2, "as_played": True}, 422, ["seat"]),
    ({"table": DEALT}, 422, ["table"]),
    ({"top": "5H", "pile": 1}, 422, ["top"]),
    ({"top": "5H", "pile": 7}, 422, ["top"]),
    ({"top": "5H"}, 422, ["top"]),
    ({"top": "5"}, 422, ["top"]),
    ({"table_is": ["3C+5S=8"]}, 422, ["table_is"]),
    ({"table_is": ["3C+5S=9@1"]}, 422, ["table_is"]),
    ({"table_is": ["3C+5S=8@2"]}, 422, ["table_is"]),
    ({"table_is": ["5S", "5S"]}, 422, ["table_is"]),
    ({"table_is": ["5"]}, 422, ["table_is"]),
    ({"table_is": ["5X"]}, 400, ["table_is"]),
    ({"replace": 1, "turn": "KD -"}, 422, ["replace"]),
    ({"replace": 9, "turn": "KD -"}, 422, ["replace"]),
    ({"replace": 1, "table_is": ["5S"]}, 422, ["replace"]),
    ({"before": 1, "turn": "KD -"}, 422, ["before"]),
    ({"before": 9, "turn": "KD -"}, 422, ["before"]),
    ({"before": 1, "top": "5H", "pile": 0}, 422, ["before"]),
]


@pytest.mark.parametrize(("entry", "status", "wrong"), WRONG)
def test_what_cannot_be_entered(
    api: Caller, entry: dict[str, Any], status: int, wrong: list[str]
) -> None:
    problem = dealt(api).refused(status, **entry)
    assert [error["field"] for error in problem.get("errors", [])] == wrong
    assert "verdict" not in problem


TABLES: list[tuple[str, int, Any, int, str | None]] = [
    # game, players, table, status, reason
    ("casino", 2, ["5S", "9C", "JD"], 422, None),
    ("casino", 2, [*DEALT, "3D"], 422, None),
    ("casino", 2, ["5S", "9C", "JD", "JD"], 422, None),
    ("casino", 2, ["5S", "9C", "3D+2C=5"], 422, None),
    ("casino", 2, ["5S", "9C", "JD", "3D+2C=5@1"], 422, None),
    ("casino", 2, ["5S", "9C", "JD", "2"], 422, None),
    ("casino", 2, ["5S", "9C", "JD", "2X"], 400, None),
    ("swazi-casino", 2, ["JD", "KH", "QS", "2C"], 422, "redeal"),
    ("swazi-casino", 4, ["AS", "10D", "4C", "5H"], 422, "redeal"),
    ("south-african-casino", 2, ["5S"], 422, None),
    ("south-african-casino", 3, ["5S", "6S"], 422, None),
    ("south-african-casino", 3, ["JS"], 422, None),
]


@pytest.mark.parametrize(("game", "players", "table", "status", "reason"), TABLES)
def test_wrong_tables(
    api: Caller, game: str, players: int, table: Any, status: int, reason: str | None
) -> None:
    problem = begin(api, game, players).refused(status, table=table)
    assert [error["field"] for error in problem["errors"]] == ["table"]
    assert problem.get("reason") == reason


ILLEGAL = [
    # turns before, turn, reason
    ([], "8H x 9C", "no_match"),
    ([], "3C 3C+5S=9", "bad_sum"),
    ([], "2D+5S=7", "need_hand_card"),
    ([], "KD - / KH -", "one_hand_card"),
    (["3C 3C+5S=8"], "8H x 5S", "build_as_unit"),
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


@pytest.mark.parametrize("turn", ["KD - / KH -", "8H x 8C", "3C 3C+5S=9", "5S+2D=7"])
def test_what_cannot_have_happened(api: Caller, turn: str) -> None:
    dealt(api).refused(422, turn=turn, as_played=True)


def test_what_the_table_lets_stand(api: Caller) -> None:
    game = dealt(api)
    state = game.enter(turn="8H x 9C", as_played=True)
    row = {"seq": 2, "seat": 1, "kind": "illegal_turn", "card": "8H", "missed_at": None}
    assert state["irregularities"] == [row | {"reason": "no_match"}]
    state = game.enter(turn="KD -", seat=1, as_played=True)
    late = {"seq": 3, "seat": 1, "kind": "out_of_turn", "card": "KD", "missed_at": None}
    assert [{**late, **one} == one for one in state["irregularities"][1:]] == [True]
    assert (state["turn"], state["cards_left_in_hands"]) == (0, [4, 2])
    state = game.enter(replace=2, turn="8H -")
    assert [one["kind"] for one in state["irregularities"]] == ["out_of_turn"]


def test_a_bluff_comes_to_light_with_the_last_card(api: Caller) -> None:
    game = dealt(api, "3C 3C+5S=8", "8H x 3C+5S=8", *(f"{c} -" for c in ("KS", "KH", "QS", "QH")))
    assert game.read()["irregularities"] == []
    state = game.enter(turn="AS -")
    (row,) = state["irregularities"]
    wanted = {
        "seq": 8, "seat": 1, "kind": "no_holder", "card": None, "missed_at": 2,
        "build": "3C+5S=8@1", "rank": "8",
    }  # fmt: skip
    assert row | wanted == row
    assert game.enter(undo=8)["irregularities"] == []


def test_keys(api: Caller) -> None:
    game = dealt(api)
    first = game.send(key="one", turn="3C 3C+5S=8")
    assert first.status_code == 201
    again = game.send(key="one", turn="3C 3C+5S=8", after=0)
    assert (again.status_code, again.json) == (201, first.json)
    other = game.send(key="one", turn="3C -")
    assert (other.status_code, fields(other)) == (422, ["key"])
    stale = game.send(turn="KD -", after=1)
    assert (stale.status_code, stale.json["state"]["seq"]) == (409, 2)
    undone = game.send(undo=1, after=2)
    assert (undone.status_code, undone.json["state"]["seq"]) == (409, 2)


def test_demands_are_put_in_the_place_of_the_turn(api: Caller) -> None:
    game = begin(api, "swazi-casino")
    game.enter(table=["5S", "4D", "9C", "3H"])
    (demand,) = game.enter(turn="9D x 9C")["demands"]
    assert demand == {
        "kind": "complete_take", "of": None, "captured": ["4D", "5S"], "builds": [],
        "turn": "9D x 9C 4D 5S",
    }  # fmt: skip
    state = game.enter(replace=2, turn=demand["turn"])
    assert (state["demands"], state["table"]) == ([], ["3H"])
    assert game.enter(turn="KS -")["demands"] == []


def test_tops(api: Caller) -> None:
    game = begin(api, "south-african-casino")
    game.enter(turn="5S -")
    state = game.enter(turn="5D x 5S")
    assert (state["piles"][0]["top"], state["piles"][0]["top_among"]) == (None, ["5S", "5D"])
    state = game.enter(top="5D", pile=0)
    assert (state["piles"][0]["top"], state["turn"]) == ("5D", 1)
    game.refused(422, top="5D", pile=0)
    state = game.enter(replace=3, top="5S", pile=0)
    assert state["piles"][0]["top"] == "5S"


def test_the_table_shows_something_else(api: Caller) -> None:
    game = dealt(api, "3C 3C+5S=8")
    state = game.enter(table_is=["9C", "JD", "4H+5S=9@0"])
    assert [build["text"] for build in state["builds"]] == ["4H+5S=9@0"]
    row = {"seq": 3, "seat": None, "kind": "table_corrected", "card": None, "missed_at": None}
    assert row.items() <= state["irregularities"][0].items()
    game.named -= {"2D", "3C"}  # it shows them no longer, so they may be played
    state = lay_out(game)
    assert (state["state"], state["turn"], state["scores"]) == ("playing", None, None)


# How games end

PACK = [rank + suit for rank in "A 2 3 4 5 6 7 8 9 10 J Q K".split() for suit in "SHDC"]


def lay_out(game: Followed) -> Any:
    """Whoever is next lays the first card that nobody has seen, to the end; the last state."""
    state = game.read()
    for card in PACK:
        if state["turn"] is not None and card not in game.named:
            state = game.enter(turn=f"{card} -", as_played=True)
    return state


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


def test_nobody_captured(api: Caller) -> None:
    state = lay_out(dealt(api))
    assert (len(state["table"]), state["last_capturer"]) == (52, None)
    assert state["scores"]["balanced"] is False


SHARED = [
    # game, house rules, teams, seats that have a row
    ("casino", "", [0, 1, 0, 1], [0, 1]),
    ("spade-casino", "", [0, 1, 0, 1], [0, 1]),
    ("swazi-casino", "no_redeal", None, [0, 1]),
    ("lesotho-casino", "no_redeal", None, [0, 1, 2, 3]),
]


@pytest.mark.parametrize(("game", "on", "teams", "seats"), SHARED)
def test_partners(
    api: Caller, game: str, on: str, teams: list[int] | None, seats: list[int]
) -> None:
    options = {} if teams is None else {"teams": teams}
    followed = dealt(api, game=game, on=on, players=4, **options)
    first = followed.read()["turn"]
    state = followed.enter(turn="9H x 9C")
    assert [at for at, pile in enumerate(state["piles"]) if pile is not None] == seats
    state = lay_out(followed)
    assert (state["state"], state["last_capturer"]) == ("finished", first)
    rows = followed.table.rows(1)
    assert [at for at, row in enumerate(rows) if row is not None] == seats
    scores = followed.table.get()["games"][0]["scores"]
    total = 24 if game == "spade-casino" else 11
    assert scores == [total if seat % 2 == first % 2 else 0 for seat in range(4)]


def test_the_log_knows_which_aces(api: Caller) -> None:
    """Nobody is asked for them."""
    game = begin(api, on="count_out", target=7)
    game.enter(table=["AS", "AD", "2S", "10D"])
    for turn in ("AC x AS", "AH x AD", "2H x 2S", "10H x 10D"):
        game.enter(turn=turn)
    assert lay_out(game)["state"] == "finished"
    rows = game.table.rows(1)
    assert [row["which_aces"] for row in rows] == [["AH", "AD"], ["AS", "AC"]]
    assert not {"AS", "AC", "AH", "AD"} & set(rows[0])
    found = game.table.get()
    assert (found["over"], found["winners"]) == (True, [0])
    assert game.read()["corrected"] is False
    etag = rows[0].pop("etag")
    assert game.table.put(1, 0, rows[0], etag).status_code == 200, "the same row once more"
    assert game.read()["corrected"] is False


def test_a_claim_counts_the_piles_as_they_stand(api: Caller) -> None:
    game = begin(api, on="claim_out", target=7)
    game.enter(table=["AS", "AD", "2S", "10D"])
    table = game.table
    for turn in ("AC x AS AD", "KS -", "2H x 2S", "KH -", "10H x 10D"):
        game.enter(turn=turn)
        answer = table.close(1, claimed_by=1)  # at last it is six points
        assert (answer.status_code, answer.json["reason"]) == (422, "claim_too_low")
        assert game.read()["state"] == "playing"
        assert table.rows(1) == [None, None], "nothing was put"


def test_a_claim_that_holds(api: Caller) -> None:
    game = begin(api, on="claim_out", target=7)
    game.enter(table=["AS", "AD", "AH", "10D"])
    for turn in ("AC x AS AD AH", "2S -", "10H x 10D"):
        game.enter(turn=turn)
    game.enter(turn="KS -")
    game.enter(turn="2H x 2S")
    answer = game.table.close(1, claimed_by=1)
    assert answer.status_code == 200, answer.text
    assert [one["total"] for one in answer.json["players"]] == [0, 7]
    assert (answer.json["balanced"], answer.json["expected"], answer.json["kinds"]) == (
        True, None, None,
    )  # fmt: skip
    state = game.read()
    assert (state["state"], state["turn"], state["duties"]) == ("finished", None, [])
    assert [one["total"] for one in state["scores"]["players"]] == [0, 7]
    rows = game.table.rows(1)
    assert (rows[0]["cards"], rows[1]["cards"], rows[1]["aces"]) == (0, 8, 4)
    found = game.table.get()
    assert (found["over"], found["winners"], found["games"][0]["scores"]) == (True, [1], [0, 7])
    # Nothing more is entered, and there is nothing that a log could take back.
    assert game.send(turn="9S -").status_code == 409
    assert game.send(undo=game.seq).status_code == 409


def test_cards_are_not_claimed_where_sweeps_are(api: Caller) -> None:
    game = begin(api, on="sweeps sweeps_at_once", target=7)
    game.enter(table=["9S", "9H", "9D", "KS"])
    game.enter(turn="9C x 9S 9H 9D")
    answer = game.table.close(1, claimed_by=0)
    assert (answer.status_code, answer.json["reason"]) == (422, "claim_too_low")
    game.enter(turn="KH x KS")
    answer = game.table.close(1, claimed_by=0)
    assert (answer.status_code, answer.json["reason"]) == (422, "claim_too_low")
    assert game.read()["piles"][0]["markers"] == 1
    assert game.read()["state"] == "playing"


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


def test_a_corrected_log_claims_with_what_was_counted(api: Caller) -> None:
    """The log does not know where all cards are, so rows have to be put."""
    game = begin(api, on="claim_out", target=7)
    game.enter(table=["AS", "AD", "AH", "10D"])
    for turn in ("AC x AS AD AH", "2S -", "10H x 10D", "KS -", "2H x 2S"):
        game.enter(turn=turn)
    game.enter(table_is=["KD"])
    table = game.table
    assert table.close(1, claimed_by=1).json["reason"] == "incomplete"
    row = {"cards": 8, "spades": 2, "aces": 4, "big_casino": 1, "little_casino": 1}
    assert table.put(1, 1, row).status_code == 200
    assert table.close(1, claimed_by=1).status_code == 200


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


# A game as text, and in an archive


def test_a_game_is_kept_and_read_again(api: Caller, app: Flask) -> None:
    game = dealt(api, "3C 3C+5S=8", "KD -", "8H x 3C+5S=8")
    game.enter(turn="4S -", seat=1, as_played=True)
    state, table = game.read(), game.table
    with app.app_context():
        kept = archives.export_group(Access(table.group_id, may_write=True))
        group, key = archives.import_group(json.dumps(kept))
        again = Caller(app, key)
        (session,) = again.get(f"/groups/{group}")["sessions"]
        assert again.get(f"/sessions/{session['id']}/games/1") == state
        text = transcripts.export_game(
            Access(table.group_id, may_write=True), GameId(table.id, game.number)
        )
        sent = transcripts.import_game(text)
        told = Caller(app, sent.edit_key).get(f"/sessions/{sent.session_id}/games/1")
        assert told == state
