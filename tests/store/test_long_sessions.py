"""Sessions of thousands of games: what they cost grows as they do, and no faster.

It is counted, not timed: how many functions are called, and how many statements sent."""

import gc
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from cProfile import Profile
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import event

from referee.rules.session_end import MOST_PLAYED
from referee.services import archive_import
from referee.store.database import db, writing
from referee.store.models import Game
from tests.api_calls import API, Caller, kinds
from tests.databases import app_on, quick_folder
from tests.strategies import SOAK

TIME = "2026-11-21T20:00:00+00:00"
PLAYERS = ["Ada", "Bo", "Cia", "Dan"]
STEP = 30 if SOAK > 1 else 10
FEW = 300
"""Calls: once in a while something is read or made anew."""
POINTS = [dict(markers=1, card_points=points, kinds=None) for points in (10, 11, 12, 9)]
KEYS = ("cards", "spades", "aces", "big_casino", "little_casino")
PILES = [
    dict(markers=0, card_points=None, kinds=dict(zip(KEYS, numbers, strict=True)))
    for numbers in ((13, 4, 1, 1, 0), *[(13, 3, 1, 0, 0)] * 3)
]
PLAIN: dict[str, Any] = dict(game="krypkasino", house=[], rows=POINTS, games_planned=4)
SHOWN: dict[str, Any] = dict(
    game="casino", house=["count_out"], rows=PILES, games_planned=None, target=1000
)
TIED = SHOWN | dict(game="royal-casino", house=[], rows=[POINTS[0] | dict(markers=0)] * 4, target=7)
KINDS = [
    # What somebody has tapped, how the last game decides, that none did, who deals next.
    PLAIN,
    SHOWN,
    TIED,
    dict(game="south-african-casino", house=[], rows=PILES, games_planned=None, target=1000),
]


def group(many: int, kind: dict[str, Any] = PLAIN) -> dict[str, Any]:
    """Return a file with a session of so many games, each with a sweep and a correction."""
    rules = {name: kind[name] for name in ("game", "house")}
    before = {"at": TIME, "seat": 1, "last_capturer": None, **kind["rows"][1]}
    sweep = {"key": "sweep", "seat": 0, "markers": 1, "at": TIME}
    game = rules | {
        "rules_version": 1, "deal": 1, "last_capturer": None, "started_at": TIME,
        "finished_at": TIME, "accepted_imbalance": True, "rows": kind["rows"],
        "sweeps": [sweep] if kind is PLAIN else [], "corrections": [before], "log": [],
    }  # fmt: skip
    session = {name: one for name, one in kind.items() if name != "rows"} | {
        "players": PLAYERS, "teams": None, "first_dealer": 0, "stake": None, "currency": "",
        "settlement": "pairwise", "started_at": TIME, "closed_at": None, "games": [game] * many,
    }  # fmt: skip
    group = {"format": "referee-group", "version": 1, "name": "Friday", "players": PLAYERS}
    return group | {"sessions": [session]}


@pytest.fixture(scope="module")
def lasting() -> Iterator[Flask]:
    with quick_folder() as folder, app_on(f"sqlite:///{folder / 'referee.db'}") as app:
        yield app


@contextmanager
def counted(app: Flask) -> Iterator[dict[str, int]]:
    """Count the calls and statements of a block."""
    found = {"calls": 0, "statements": 0}

    def statement(*_: Any) -> None:
        found["statements"] += 1

    with app.app_context():
        engine = db.engine
    event.listen(engine, "before_cursor_execute", statement)
    gc.disable()  # what hears of it counts as calls
    profile = Profile(builtins=False)
    try:
        with profile:
            yield found
    finally:
        gc.enable()
        found["calls"] = sum(one.callcount for one in profile.getstats())
        event.remove(engine, "before_cursor_execute", statement)


def works(app: Flask, many: int, kind: dict[str, Any]) -> dict[str, Callable[[], object]]:
    """Return calls that work on all games of a session, by name."""
    text, client = json.dumps(group(many, kind)), app.test_client()
    with app.app_context():
        group_id, key = archive_import.import_group(text)
    page = client.get(f"/k/{key}").location.partition("?")[0]
    api = page.replace(f"/g/{group_id}", f"{API}/sessions")

    def read_in() -> None:
        with app.app_context():
            archive_import.import_group(text)

    def ask(path: str, method: str = "GET", **sent: Any) -> Callable[[], object]:
        headers = {"Authorization": f"Bearer {key}"}

        def asking() -> None:
            answer = client.open(path, method=method, headers=headers, **sent)
            assert answer.status_code in (200, 201), answer.text

        return asking

    files = {"a file is read in": read_in, "file": ask(f"/g/{group_id}/export.json")}
    if kind not in (SHOWN, TIED):
        return files
    return {
        **files,
        "home": ask("/"),
        "group": ask(f"/g/{group_id}"),
        "another session": ask(f"/g/{group_id}/new"),
        "table": ask(f"/g/{group_id}/export.csv"),
        "session": ask(page),
        "first game": ask(f"{page}/1"),
        "last sheet": ask(f"{page}/{many}/sheet"),
        "group as JSON": ask(f"{API}/groups/{group_id}"),
        "session as JSON": ask(api),
        "a game is begun": ask(f"{api}/games", "POST", json={"force": True}),
    }


def test_as_many_games_more_cost_as_much_more(lasting: Flask) -> None:
    """The first time some things are compiled, and kept."""
    found = []
    for many in (STEP, STEP, 2 * STEP, 3 * STEP):
        taken = {}
        for kind in KINDS:
            for name, work in works(lasting, many, kind).items():
                with counted(lasting) as numbers:
                    work()
                taken[f"{kind['game']}: {name}"] = numbers
        found.append(taken)
    _, few, more, most = found
    assert {
        name: (few[name], more[name], numbers)
        for name, numbers in most.items()
        if numbers["calls"] - more[name]["calls"] > more[name]["calls"] - few[name]["calls"] + FEW
        or numbers["statements"] > few[name]["statements"]
    } == {}


def test_a_session_has_so_many_games_at_most(app: Flask) -> None:
    table = Caller(app).start(PLAYERS)
    table.play(*([kinds(0, 0, 0, 0, 0)] * 4), accept_imbalance=True)
    with app.app_context(), writing():
        db.session.query(Game).update({"number": MOST_PLAYED})
    answer = table("POST", "/games", {})
    assert answer.status_code == 409
    assert answer.get_json()["detail"] == (
        f"A session has at most {MOST_PLAYED} games. Start another session to play on."
    )
