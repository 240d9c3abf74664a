"""Files that say what no evening can come to: refused with the sentence that names it."""

from typing import Any

import pytest
from flask import Flask

from tests.database_dump import counts
from tests.exported_groups import export, read_in, written
from tests.page_client import Page

from .casino_family_games import pile

TIME = "2026-11-21T20:00:00+00:00"
COUNT = "The cards must be counted here: points alone are not enough."
NOT_HERE = "Sweeps do not count in this game."


def row(*numbers: int, markers: int = 0, points: int | None = None) -> dict[str, Any]:
    kinds = pile(*numbers) if numbers else None
    return {"markers": markers, "card_points": points, "kinds": kinds}


def file(*rows: dict[str, Any], house: tuple[str, ...] = (), **changes: Any) -> dict[str, Any]:
    """Return a group with a session to 7 points of one game."""
    game = {
        "game": "casino", "rules_version": 1, "house": list(house), "deal": 1,
        "last_capturer": None, "started_at": TIME, "finished_at": TIME,
        "accepted_imbalance": False, "rows": list(rows), "sweeps": [], "corrections": [], "log": [],
    }  # fmt: skip
    session = {
        "game": changes.get("game", "casino"), "house": list(house),
        "players": ["Ada", "Bo", "Cia", "Dan"][: len(rows)], "teams": changes.pop("teams", None),
        "games_planned": None, "target": 7, "first_dealer": 0, "stake": None, "currency": "",
        "settlement": "pairwise", "started_at": TIME, "closed_at": None,
        "games": [game | changes],
    }  # fmt: skip
    group = {"format": "referee-group", "version": 1, "name": "Friday", "players": []}
    return group | {"sessions": [session]}


MOST = row(27, 7, 1, 1, 0)  # 3 + 1 + 1 + 2 of what counts at once
REST = row(25, 6, 3, 0, 1)
NOBODY = row(0, 0, 0, 0, 0)
SWEEP = {"key": "a", "seat": 0, "markers": 1, "at": TIME}
BEFORE = {"at": TIME, "seat": 0, "last_capturer": None, **row(26, 6, 1, 1, 0)}
BY_SWEEPS = BEFORE | row() | {"seat": None, "house": ["sweeps"]}
CLAIM = ("claim_out",)
EMPTY, SWAZI = row(), dict(game="swazi-casino", teams=[0, 1, 0, 1])


@pytest.mark.parametrize("data", [
    file(MOST, REST),
    file(MOST, row(), house=CLAIM, claimed_by=0),
    file(MOST, REST, house=("sweeps",), sweeps=[SWEEP], accepted_imbalance=True),
    file(MOST, REST, sweeps=[SWEEP], corrections=[BY_SWEEPS, BEFORE | {"markers": 1}]),
    file(NOBODY, row(), house=CLAIM, finished_at=None, corrections=[BEFORE])])  # fmt: skip
def test_files_that_came_about_are_read_in(app: Flask, data: dict[str, Any]) -> None:
    phone, answer = read_in(app, written(data))
    assert answer.status_code == 303, answer.text
    assert export(phone).json["sessions"] == data["sessions"]


@pytest.mark.parametrize(("data", "where", "why"), [
    (file(MOST, row(points=3)), "rows", COUNT),
    (file(row(27, 7, 1, 1, 0, markers=1), REST), "rows.0.markers", NOT_HERE),
    (file(MOST, REST, sweeps=[SWEEP]), "sweeps.0.markers", NOT_HERE),
    (file(MOST, REST, claimed_by=0), "claimed_by", "In this game nobody claims the target."),
    (file(NOBODY, REST, house=CLAIM, claimed_by=0), "claimed_by", "makes 0"),
    (file(row(), REST, house=CLAIM, claimed_by=0), "claimed_by", "Ada"),
    (file(MOST, REST, house=CLAIM, claimed_by=0, accepted_imbalance=True), "claimed_by", ""),
    (file(MOST, REST, corrections=[BEFORE], finished_at=None), "corrections", ""),
    (file(MOST, REST, EMPTY, NOBODY, accepted_imbalance=True, **SWAZI), "rows.3.seat", "Bo"),
])  # fmt: skip
def test_files_that_cannot_have_come_about(app: Flask, data, where, why) -> None:
    before = counts(app)
    _, answer = read_in(app, written(data))
    assert answer.status_code == 422
    told = Page("", answer).alert()
    assert f"see sessions.0.games.0.{where}" in told.replace("“", "").replace("”", "")
    assert why in told
    assert counts(app) == before
