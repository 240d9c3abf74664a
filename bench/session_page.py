"""The session page, however much its group has played and however many groups there are."""

import gc
import json
import math
import os
import random
import tempfile
from collections.abc import Callable, Iterator
from statistics import median
from time import perf_counter, process_time

from flask.testing import FlaskClient
from sqlalchemy import insert

from referee import create_app
from referee.rules.sheet_plan import RowCounts
from referee.services import (
    begin_and_discard_game,
    group_export,
    group_import,
    sessions,
    sheet_entry_and_closing,
)
from referee.services.group_keys import Access
from referee.services.sessions import SessionPlan
from referee.store.database import db
from referee.store.models import GameSession, Group, Player, Seat
from referee.store.write_transaction import writing

from .bounded_figure import Figure

PLAYERS = ("Anna", "Bo", "Cia", "Dan")
GAMES_A_SESSION = 5
GROUPS = 100_000
ROUNDS = 7
PAGES = 30
LONG_SESSIONS = (200, 2000)


def figures() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["REFEREE_INSTANCE"] = folder
        app = create_app()
        with app.app_context():
            few, many = _group(10), _group(1000)
        clients = [_phone(app.test_client(), one) for one in (few, many)]
        small, large = _seconds(clients)
        yield Figure("session page, group of 10 games", small * 1000, "ms")
        yield Figure("the same, group of 1,000 games", large / small, "x", most=1.5)
        with app.app_context():
            _fill(GROUPS)
        crowded, _ = _seconds(clients)
        yield Figure("the same, database of 100,000 groups", crowded / small, "x", most=1.5)
        with app.app_context():
            yield from _long_sessions(few)


def _long_sessions(group: sessions.StartedSession) -> Iterator[Figure]:
    """Yield a game of a session of 2,000 and one of 200, while it is read in and while it goes
    out."""
    data = group_export.export_group(Access(group.group_id, may_write=True))
    session = data["sessions"][-1]
    files = [
        json.dumps(data | {"sessions": [session | {"games": session["games"][:1] * many}]})
        for many in LONG_SESSIONS
    ]
    ids: list[str] = []
    taken_in = _in_turns(
        [lambda file=file: ids.append(group_import.import_group(file)[0]) for file in files]
    )
    opened = [Access(one, may_write=False) for one in ids[: len(files)]]
    taken_out = _in_turns([lambda one=one: group_export.export_group(one) for one in opened])
    for what, (few, many) in (("read in", taken_in), ("saved", taken_out)):
        ratio = many / few * LONG_SESSIONS[0] / LONG_SESSIONS[1]
        yield Figure(f"2,000 games {what}: each, of one among 200", ratio, "x", most=1.3)


def _in_turns(works: list[Callable[[], object]]) -> list[float]:
    """Return the processor's best time for each, taken in turns, so that a busy moment hits
    none."""
    best = [math.inf] * len(works)
    gc.freeze()  # as the server does: what other benchmarks left would be looked through here
    for _ in range(ROUNDS):
        for at, work in enumerate(works):
            begin = process_time()
            work()
            best[at] = min(best[at], process_time() - begin)
    return best


def _group(played: int) -> sessions.StartedSession:
    """Return a group with so many finished games; the session is its last one."""
    chance = random.Random(played)
    plan = SessionPlan("krypkasino", PLAYERS, games_planned=GAMES_A_SESSION)
    group = sessions.start_group(plan)
    access = Access(group.group_id, may_write=True)
    latest = group
    for _ in range(played // GAMES_A_SESSION):
        latest = sessions.start_session(access, plan)
        for _ in range(GAMES_A_SESSION):
            _play(access, latest.session_id, chance)
    return latest._replace(edit_key=group.edit_key)


def _play(access: Access, session_id: str, chance: random.Random) -> None:
    game = begin_and_discard_game.begin_game(access, session_id).game_id
    cuts = sorted(chance.sample(range(1, 42), len(PLAYERS) - 1))
    for seat, (low, high) in enumerate(zip([0, *cuts], [*cuts, 42], strict=True)):
        row = RowCounts(chance.randrange(3), high - low)
        sheet_entry_and_closing.put_row(access, game, seat, row, 0)
    sheet_entry_and_closing.close_game(access, game)


def _fill(groups: int) -> None:
    """Other people's groups, each with a session of two."""
    ids = [f"g{number:09}" for number in range(groups)]
    with writing():
        db.session.execute(
            insert(Group),
            [dict(id=i, name=i, edit_hash=f"e{i}", view_hash=f"v{i}") for i in ids],
        )
        plan = dict(game="krypkasino", house=[], games_planned=2, first_dealer=0)
        db.session.execute(insert(GameSession), [dict(id=i, group_id=i, **plan) for i in ids])
        people = [
            dict(id=10**6 + 2 * at + seat, group_id=i, name=PLAYERS[seat])
            for at, i in enumerate(ids)
            for seat in (0, 1)
        ]
        db.session.execute(insert(Player), people)
        seats = [
            dict(session_id=one["group_id"], seat=one["id"] % 2, player_id=one["id"])
            for one in people
        ]
        db.session.execute(insert(Seat), seats)


def _phone(client: FlaskClient, started: sessions.StartedSession) -> tuple[FlaskClient, str]:
    """Return a phone that has opened the group's link, and the session's address."""
    client.get(f"/k/{started.edit_key}")
    return client, f"/g/{started.group_id}/{started.session_id}"


def _seconds(phones: list[tuple[FlaskClient, str]]) -> list[float]:
    """Seconds a page for each phone, taken in turns so that a busy moment hits all alike."""
    taken: list[list[float]] = [[] for _ in phones]
    for _ in range(ROUNDS):
        for (client, address), seconds in zip(phones, taken, strict=True):
            begin = perf_counter()
            for _ in range(PAGES):
                assert client.get(address).status_code == 200
            seconds.append((perf_counter() - begin) / PAGES)
    return [median(seconds) for seconds in taken]
