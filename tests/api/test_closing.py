"""``/games/{number}/close``: bodies that are refused, and the history of corrections. When a game
may be finished, and what its corrections change, whole evenings show (``test_evenings.py``)."""

from typing import Any

from referee.services import followed_games
from referee.services.access import Access
from referee.services.names import GameId
from referee.services.stored_game import CorrectedRow
from tests.api_calls import Caller, Table, fields, kinds, points

WRONG_CLOSINGS: list[tuple[dict[str, Any], str]] = [
    # body, field
    ({"last_capturer": 2}, "last_capturer"),
    ({"last_capturer": 10**30}, "last_capturer"),
    ({"accept_imbalance": "yes"}, "accept_imbalance"),
]


def test_wrong_closings(table: Table) -> None:
    table.fill(1, points(20), points(22))
    for body, field in WRONG_CLOSINGS:
        answer = table.close(1, **body)
        assert (answer.status_code, fields(answer)) == (422, [field])
    assert table.get("/games/1")["state"] == "open"


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
        game = followed_games.read_game(
            Access(table.group_id, may_write=False), GameId(table.id, 1)
        )
        return [plain(kept) for kept in game.history]


def plain(kept: CorrectedRow) -> tuple[Any, ...]:
    if kept.row is None:
        return (kept.seat, kept.last_capturer)
    return (kept.seat, kept.row.markers, kept.row.counted)
