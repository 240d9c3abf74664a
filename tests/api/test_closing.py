"""``/games/{number}/close``: a game is finished, and corrected afterwards."""

from typing import Any

import pytest
from flask import Flask

from referee.services import running_games
from referee.services.group_keys import Access
from referee.services.ids import GameId
from referee.services.stored_rows import CorrectedRow
from tests.api_calls import Caller, Table, fields, kinds, points


@pytest.fixture(scope="module")
def api(app: Flask) -> Caller:
    """Return a caller without a key, on one database: a sheet comes to the same on each."""
    return Caller(app)


# Closing a game (#scoring). Whole evenings show when it is refused: ``test_evenings.py``


def test_an_imbalance_is_refused_until_it_is_accepted(table: Table) -> None:
    assert table.close(1).json["reason"] == "incomplete"
    table.fill(1, points(20), points(21))
    before = table.sheet()
    answer = table.close(1)
    assert (answer.status_code, answer.json["reason"]) == (422, "unbalanced")
    assert table.sheet() == before
    answer = table.close(1, accept_imbalance=True)
    assert (answer.status_code, answer.json["balanced"]) == (200, False)


WRONG_CLOSINGS: list[tuple[dict[str, Any], str]] = [
    # body, field
    ({"last_capturer": 2}, "last_capturer"),
    ({"last_capturer": 10**30}, "last_capturer"),
    ({"accept_imbalance": "yes"}, "accept_imbalance"),
]


@pytest.mark.parametrize(("body", "field"), WRONG_CLOSINGS)
def test_wrong_closings(table: Table, body: dict[str, Any], field: str) -> None:
    table.fill(1, points(20), points(22))
    answer = table.close(1, **body)
    assert (answer.status_code, fields(answer)) == (422, [field])
    assert table.get("/games/1")["state"] == "open"


# Corrections


def test_the_scores_of_a_corrected_game_follow(table: Table) -> None:
    table.fill(1, points(20), points(22))
    table.close(1)
    table.begin()
    etag = table.etags(1)[0]
    assert table.put(1, 0, points(20), '"0"').status_code == 200
    assert table.put(1, 0, points(19), '"0"').status_code == 412
    assert table.put(1, 0, points(19, markers=1), etag).status_code == 200
    session = table.get()
    # 19 + 5, 22 - 5: a card is missing now.
    assert (session["games"][0]["scores"], session["games"][0]["balanced"]) == ([24, 17], False)
    assert session["games"][0]["state"] == "finished"
    assert [each["total"] for each in session["standings"]] == [17, 24]
    assert session["settlement"]["pairwise"] == [{"from": 0, "to": 1, "points": 7}]
    assert table.get("/games/1")["scores"] == table.sheet()["result"]
    table.put(1, 1, points(23))
    assert table.get()["games"][0]["scores"] == [24, 18]
    assert table.get()["games"][0]["balanced"] is True


def test_a_last_capturer_is_corrected(stored_app: Flask) -> None:
    table = Caller(stored_app).start(["Ada", "Bo"], house={"last_capture_point": True})
    table.play(points(20), points(22), last_capturer=0)
    answer = table.close(1, last_capturer=1)
    assert answer.status_code == 200
    assert [player["total"] for player in answer.json["players"]] == [20, 23]
    assert table.get()["games"][0]["scores"] == [20, 23]
    table.close(1)
    assert table.get()["games"][0]["scores"] == [20, 23]


def test_the_history_keeps_what_stood_before(api: Caller) -> None:
    table = api.start(["Ada", "Bo"], house={"last_capture_point": True})
    table.begin()
    table.fill(1, kinds(1, 1, 1, 1, 1, markers=2), points(30))
    table.put(1, 1, points(33))
    assert table.close(1, last_capturer=0).status_code == 200
    assert history(table) == []
    table.put(1, 0, points(9, markers=1))
    table.put(1, 0, points(9, markers=1))
    table.put(1, 0, points(10))
    table.close(1, last_capturer=1)
    table.close(1, last_capturer=1)
    table.put(1, 1, points(1))
    by_kind = {"storan": 1, "lillan": 1, "ace_of_spades": 1, "other_spades": 1, "other_aces": 1}
    assert history(table) == [
        # seat, markers and counting cards, or who captured last; the latest first
        (1, 0, 33),
        (None, 0),
        (0, 1, 9),
        (0, 2, by_kind),
    ]


def history(table: Table) -> list[tuple[Any, ...]]:
    with table.edit.app.app_context():
        game = running_games.read_game(Access(table.group_id, may_write=False), GameId(table.id, 1))
        return [plain(kept) for kept in game.history]


def plain(kept: CorrectedRow) -> tuple[Any, ...]:
    if kept.row is None:
        return (kept.seat, kept.last_capturer)
    return (kept.seat, kept.row.markers, kept.row.counted)
