"""Followed games as games: their states, deals and ends, and their sheets."""

import random
from typing import Any

from flask import Flask

from referee.rules.sheet_plan import RowCounts
from referee.services import followed_games
from referee.services.access import Access
from referee.services.names import GameId
from tests.api_calls import API, KINDS, Caller, Table, points
from tests.followed_game_calls import Live, begun, played_out
from tests.oracle.krypkasino_simulator import Game, simulate
from tests.written_logs import lines_of


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
