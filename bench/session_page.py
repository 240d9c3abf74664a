"""The session page of a large group and in a large database, and long sessions as files: times the
seconds of small ones. Its height on a phone, once a session of ten games goes on and once it is
over."""

import gc
import json
import math
import os
import random
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import sync_playwright
from sqlalchemy import insert

from referee import create_app
from referee.rules.sheet_plan import RowCounts
from referee.services import game_changes, sessions, sheet_entry
from referee.services.access import Access
from referee.services.archive_import import import_group
from referee.services.exports import export_group
from referee.services.sessions import SessionPlan
from referee.store.database import db, writing
from referee.store.models import GameSession, Group, Player, Seat
from tests.browser.conftest import CHROMIUM, QUIET, SCREENS, serve
from tests.browser.demo_sessions import Table
from tests.store.test_long_sessions import group as file_of_group

from .bounded_figure import Figure

EVENINGS = 16
"""Number of groups with a session that goes on."""
PLAYERS = ("Anna", "Bo", "Cia", "Dan")
GAMES_A_SESSION = 5
GROUPS = 100_000
"""Number of other people's groups in the database."""
ROUNDS, PAGES = 7, 30
"""Rounds, and pages of each phone in one."""
FEW, MANY = 200, 2000
"""Numbers of games of long sessions."""


def figures() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["REFEREE_INSTANCE"] = folder
        app = create_app()
        with app.app_context():
            few, many = _group(10), _group(1000)
            evenings = [_group(0) for _ in range(EVENINGS)]
        clients = [_phone(app.test_client(), group) for group in (few, many)]
        small, large = _seconds(clients)
        yield Figure("session page, group of 10 games", small * 1000, "ms")
        yield Figure("the same, group of 1,000 games", large / small, "x", most=1.5)
        yield _home(app, evenings)
        with app.app_context():
            _fill(GROUPS)
        crowded, _ = _seconds(clients)
        yield Figure("the same, database of 100,000 groups", crowded / small, "x", most=1.5)
        with app.app_context():
            yield from _long_sessions()
    yield from _heights()


def _heights() -> Iterator[Figure]:
    """Yield the height of the page of ten games of four people; none without Chromium."""
    if CHROMIUM is None:
        return
    with (
        tempfile.TemporaryDirectory() as folder,
        closing(serve(Path(folder))) as running,
        sync_playwright() as playwright,
    ):
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        server = next(running)
        page = chromium.new_context(base_url=server, **SCREENS["iphone"]).new_page()
        for planned, state in ((12, "goes on"), (10, "is over")):
            table = Table.start(server, list(PLAYERS), games_planned=planned)
            for game in range(10):
                table.play(
                    *(
                        {"markers": seat % 2, "card_points": 42 * (seat == game % 4)}
                        for seat in range(4)
                    )
                )
            page.goto(table.edit_link)
            height = page.evaluate("document.documentElement.scrollHeight")
            yield Figure(
                f"session page of ten games, it {state}: 390 px wide", height, "px", most=1110
            )
        chromium.close()


def _home(app: Flask, evenings: list[sessions.StartedSession]) -> Figure:
    """Return the time of the home page of a phone that has opened many groups, all with a session
    that goes on: times that of a phone with one."""
    one, many = app.test_client(), app.test_client()
    _phone(one, evenings[0])
    for evening in evenings:
        _phone(many, evening)
    best = _in_turns([partial(client.get, "/") for client in (one, many)])
    what = f"home page, {EVENINGS} sessions that go on: times one"
    return Figure(what, best[1] / best[0], "x", most=8)


def _long_sessions() -> Iterator[Figure]:
    """Yield the time of a game in a long session: times that in a shorter one."""
    files = [json.dumps(file_of_group(games)) for games in (FEW, MANY)]
    groups = [Access(import_group(file)[0], may_write=False) for file in files]
    seconds = {
        "read in": _in_turns([partial(import_group, file) for file in files]),
        "saved": _in_turns([partial(export_group, access) for access in groups]),
    }
    for what, (few, many) in seconds.items():
        ratio = many / few * FEW / MANY
        yield Figure(f"{MANY:,} games {what}: each, of one among {FEW}", ratio, "x", most=1.3)


def _in_turns(works: list[Callable[[], object]]) -> list[float]:
    """Return the processor's seconds of the best run of each, in turns, so that a busy moment hits
    none."""
    best = [math.inf] * len(works)
    gc.freeze()  # as the server does, or all that other benchmarks left would be looked through
    for _ in range(ROUNDS):
        for at, work in enumerate(works):
            begin = process_time()
            work()
            best[at] = min(best[at], process_time() - begin)
    return best


def _group(played: int) -> sessions.StartedSession:
    """Return the last session of a group with so many finished games."""
    chance = random.Random(played)
    plan = SessionPlan("krypkasino", PLAYERS, games_planned=GAMES_A_SESSION)
    latest = first = sessions.start_group(plan)
    access = Access(first.group_id, may_write=True)
    for _ in range(played // GAMES_A_SESSION):
        latest = sessions.start_session(access, plan)
        for _ in range(GAMES_A_SESSION):
            _play(access, latest.session_id, chance)
    return latest._replace(edit_key=first.edit_key)


def _play(access: Access, session_id: str, chance: random.Random) -> None:
    game = game_changes.begin_game(access, session_id).game_id
    cuts = sorted(chance.sample(range(1, 42), len(PLAYERS) - 1))
    for seat, (low, high) in enumerate(zip([0, *cuts], [*cuts, 42], strict=True)):
        row = RowCounts(chance.randrange(3), high - low)
        sheet_entry.put_row(access, game, seat, row, 0)
    sheet_entry.close_game(access, game)


def _fill(groups: int) -> None:
    """Add groups of other people, each with a session of two."""
    ids = [f"g{number:09}" for number in range(groups)]
    with writing():
        db.session.execute(
            insert(Group),
            [dict(id=i, name=i, edit_hash=f"e{i}", view_hash=f"v{i}") for i in ids],
        )
        plan = dict(game="krypkasino", house=[], games_planned=2, first_dealer=0)
        db.session.execute(insert(GameSession), [dict(id=i, group_id=i, **plan) for i in ids])
        people = [(10**6 + at, i, at % 2) for at, i in enumerate(i for i in ids for _ in range(2))]
        db.session.execute(
            insert(Player), [dict(id=n, group_id=i, name=PLAYERS[seat]) for n, i, seat in people]
        )
        db.session.execute(
            insert(Seat), [dict(session_id=i, seat=seat, player_id=n) for n, i, seat in people]
        )


def _phone(client: FlaskClient, started: sessions.StartedSession) -> tuple[FlaskClient, str]:
    """Return a phone that has opened the group's link, and the path of the session."""
    client.get(f"/k/{started.edit_key}")
    return client, f"/g/{started.group_id}/{started.session_id}"


def _seconds(phones: list[tuple[FlaskClient, str]]) -> list[float]:
    """Return the seconds a page of each phone, in turns, so that a busy moment hits all alike."""
    times: list[list[float]] = [[] for _ in phones]
    for _ in range(ROUNDS):
        for (client, path), seconds in zip(phones, times, strict=True):
            begin = perf_counter()
            for _ in range(PAGES):
                assert client.get(path).status_code == 200
            seconds.append((perf_counter() - begin) / PAGES)
    return list(map(median, times))
