"""Writers at once, on each database: nothing is lost, and none waits for another in a circle."""

import json
import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Barrier, BrokenBarrierError

import pytest
from flask import Flask
from sqlalchemy import create_engine, text
from werkzeug.test import TestResponse

from referee.config import Defaults
from referee.rules.cards import RulesError
from referee.rules.log.entries import read_entry
from referee.rules.sheet_plan import RowCounts
from referee.services import (
    archive_import,
    exports,
    followed_games,
    game_changes,
    group_edits,
    sessions,
    sheet_entry,
)
from referee.services.access import Access
from referee.services.names import GameId
from referee.services.refusals import Refusal
from referee.services.sessions import SessionPlan
from referee.store import queries, sqlite
from referee.store.driver_errors import DatabaseBusy
from referee.store.sqlite import WriteLock
from tests.api_calls import API, NAMES, PROBLEM, Caller, Table, kinds
from tests.page_client import NEW, Phone
from tests.server_processes import PATIENCE, call, free_port, serving
from tests.strategies import SOAK, times

WRITERS = 8
UPDATES = 200 if SOAK > 1 else 5
NOTHING = {"markers": 0, "etag": '"0"'}
AROUND = 100
"""Numbers are counted around; no row takes more than 104."""


def at_once(work: Callable[[int], None], workers: int = WRITERS) -> None:
    """Run the same work in threads that begin together."""
    start = threading.Barrier(workers)

    def run(worker: int) -> None:
        start.wait()
        work(worker)

    with ThreadPoolExecutor(workers) as threads:
        for done in [threads.submit(run, worker) for worker in range(workers)]:
            done.result()


class Acknowledged:
    """The changes that writers were told are done, by seat; and how often."""

    def __init__(self) -> None:
        self.markers, self.changes, self.puts = Counter[int](), Counter[int](), Counter[int]()
        self.answers = 0
        self.lock = threading.Lock()

    def add(self, seat: int, markers: int = 0, puts: int = 0, answers: int = 1) -> None:
        with self.lock:
            self.markers[seat] += markers
            self.puts[seat] += puts
            self.changes[seat] += 1
            self.answers += answers


def count_sweeps(table: Table, writer: int, done: Acknowledged) -> None:
    """Two sweeps are counted, a third is taken back; now and then one is double."""
    standing: list[tuple[str, int, int]] = []
    chance = random.Random(writer)
    for update in range(UPDATES):
        if update % 3 == 2:
            key, seat, markers = standing.pop(chance.randrange(len(standing)))
            assert table("DELETE", f"/games/1/sweeps/{key}").status_code == 204
            done.add(seat, -markers)
        else:
            key, seat, double = f"{writer}-{update}", chance.randrange(6), update % 5 == 0
            times = 1 + update % 2  # some are sent twice
            for _ in range(times):
                assert table.sweep(1, seat, key, double=double).status_code == 201
            standing.append((key, seat, 1 + double))
            done.add(seat, 1 + double, answers=times)


def put_rows(table: Table, writer: int, done: Acknowledged) -> None:
    """Put one ace more than there was, over what was read; the slower writer reads again.

    Each row says who put it when: one that stands already may be put again by anybody.
    """
    chance = random.Random(writer)
    for update in range(UPDATES):
        seat = chance.randrange(6)
        row = table.rows(1)[seat] or NOTHING
        while True:
            aces = (row.get("other_aces", 0) + 1) % AROUND
            signed = kinds(writer, *divmod(update, AROUND), 0, aces, markers=row["markers"])
            answer = table.put(1, seat, signed, row["etag"])
            if answer.status_code == 200:
                break
            assert answer.status_code == 412
            row = answer.json["current"]
        done.add(seat, puts=1)


def test_no_update_is_lost(stored_app: Flask) -> None:
    """Half of the writers count sweeps, half put rows, all into one game."""
    app = stored_app
    table = Caller(app).start(NAMES)
    table.begin()
    before = version(app, table)
    done = Acknowledged()

    def write(writer: int) -> None:
        edit = Caller(app, table.edit.key)
        mine = Table(edit, edit, table.id, table.group_id)
        (count_sweeps if writer % 2 else put_rows)(mine, writer, done)

    at_once(write)
    with app.app_context():
        state = sheet_entry.read_sheet(Access(table.group_id, may_write=False), GameId(table.id, 1))
    seats = range(len(NAMES))
    assert sum(done.changes.values()) == WRITERS * UPDATES
    assert version(app, table) - before == done.answers
    assert [row.markers for row in state.rows] == [done.markers[seat] for seat in seats]
    assert max(state.versions) == sum(done.changes[seat] for seat in seats)
    assert len(set(state.versions)) == len(seats)
    aces = [row.counted["other_aces"] if row.counted else 0 for row in state.rows]
    assert aces == [done.puts[seat] % AROUND for seat in seats]


def version(app: Flask, table: Table) -> int:
    """Return how often the session has changed."""
    with app.app_context():
        session = queries.session(table.group_id, table.id)
        return session.version


# The same request twice at the same moment
def answers_at_once(
    app: Flask, key: str | None, *calls: Callable[[Caller], TestResponse]
) -> list[TestResponse]:
    """Make each call in a thread of its own, and return the answers in order."""
    answers: dict[int, TestResponse] = {}

    def call(worker: int) -> None:
        answers[worker] = calls[worker](Caller(app, key))

    at_once(call, len(calls))
    return [answers[worker] for worker in range(len(calls))]


def test_one_new_group_is_asked_for_at_once(stored_app: Flask) -> None:
    for attempt in range(2):
        body = {
            "game": "krypkasino",
            "players": ["Ada", "Bo"],
            "key": f"at the same time {attempt}",
        }
        calls = [lambda caller, body=body: caller("POST", "/sessions", body)] * WRITERS
        answers = answers_at_once(stored_app, None, *calls)
        assert {answer.status_code for answer in answers} == {201}
        assert all(answer.json == answers[0].json for answer in answers)


def test_one_game_is_begun_at_once(stored_app: Flask) -> None:
    table = Caller(stored_app).start(NAMES)
    path = f"/sessions/{table.id}/games"
    calls = [lambda caller: caller("POST", path, {"key": "k"})] * 4
    others = [lambda caller: caller("POST", path)] * 4
    answers = answers_at_once(stored_app, table.edit.key, *calls, *others)
    assert sorted(answer.status_code for answer in answers) in (
        [201] * 4 + [409] * 4,
        [201] + [409] * 7,
    )
    assert len(table.get()["games"]) == 1


PHONES = 12
TAPS = 10 * SOAK


@contextmanager
def held(url: str) -> Iterator[None]:
    """Change all sessions in another connection that does not finish."""
    engine = create_engine(url)
    with engine.connect() as connection:
        connection.execute(text("UPDATE game_sessions SET version = version"))
        yield
        connection.rollback()
    engine.dispose()


def begun(port: int) -> tuple[str, str]:
    """Return a game that has begun: its path, and the key."""
    plan = {"game": "krypkasino", "players": NAMES}
    _, _, started, _ = call(port, "POST", f"{API}/sessions", plan)
    path, key = f"{API}/sessions/{started['id']}/games", started["edit_key"]
    assert call(port, "POST", path, {}, key)[0] == 201
    return f"{path}/1", key


@pytest.mark.parametrize("empty_database", ["sqlite", "postgresql"], indirect=True)
def test_writers_that_wait_leave_threads_free(empty_database: str, tmp_path: Path) -> None:
    port = free_port()
    env = {"REFEREE_INSTANCE": str(tmp_path), "REFEREE_DATABASE_URL": empty_database}
    with serving(port, env), ThreadPoolExecutor(PHONES) as phones:
        path, key = begun(port)

        # Twelve phones count at the same time, and none is sent away.
        def count(phone: int) -> Counter[int]:
            bodies = [{"seat": phone % 6, "key": f"{phone} {tap}"} for tap in range(TAPS)]
            return Counter(call(port, "POST", f"{path}/sweeps", body, key)[0] for body in bodies)

        assert sum(phones.map(count, range(PHONES)), Counter()) == {201: PHONES * TAPS}

        # Somebody holds what they all need, for longer than anybody waits.
        with held(empty_database):
            sent = [
                phones.submit(call, port, "POST", f"{path}/sweeps", {"seat": 0, "key": f"{n}"}, key)
                for n in range(PHONES - 2)
            ]
            refusals = PHONES - 2 - Defaults.THREADS // 2
            while sum(one.done() for one in sent) < refusals:
                time.sleep(0.05)
            for page in ("/", f"{path}/sheet"):
                status, _, _, took = call(port, "GET", page, key=key)
                assert (status, took < 2) == (200, True)
            refused = [one.result() for one in sent if one.done()]
            assert len(refused) == refusals
            for status, headers, problem, _ in refused:
                assert (status, problem["status"], headers["Content-Type"]) == (503, 503, PROBLEM)
                assert int(headers["Retry-After"]) > 0
        assert [one.result()[0] for one in sent].count(201) == Defaults.THREADS // 2
        again = [{"seat": 0, "key": f"{n}"} for n in range(PHONES - 2)]
        assert {call(port, "POST", f"{path}/sweeps", body, key)[0] for body in again} == {201}
        rows = call(port, "GET", f"{path}/sheet", key=key)[2]["rows"]
        assert sum(row["markers"] for row in rows) == PHONES * TAPS + PHONES - 2


def write(lock: WriteLock, begin: Callable[[], object] = bool) -> None:
    with lock.hold(begin):
        pass


def test_nobody_waits_once_somebody_has_waited_in_vain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "PATIENCE", 0.05)
    lock, stands, free = WriteLock(1, PATIENCE, alone=False), threading.Event(), threading.Event()
    with ThreadPoolExecutor(1) as other:
        waits = other.submit(write, lock, lambda: (stands.set(), free.wait(PATIENCE)))
        try:
            assert stands.wait(PATIENCE)
            with pytest.raises(DatabaseBusy):
                write(lock)
            monkeypatch.setattr(sqlite, "PATIENCE", 10)
            begin = time.monotonic()
            with pytest.raises(DatabaseBusy):
                write(lock)
            assert time.monotonic() - begin < 8
        finally:
            free.set()
        waits.result(PATIENCE)
    write(lock)  # and everything is as before


def test_writers_of_one_process_write_one_by_one() -> None:
    lock = WriteLock(1, 0.1, alone=True)
    with lock.hold(bool), pytest.raises(DatabaseBusy):
        write(lock)
    write(lock)


def test_a_lock_whose_holder_fails_is_given_back() -> None:
    lock = WriteLock(1, 0.1, alone=True)
    for _ in range(3):
        with pytest.raises(ZeroDivisionError):
            write(lock, lambda: 1 // 0)
    with lock.hold(lambda: 7) as begun:
        assert begun == 7


def test_a_page_that_was_sent_away_keeps_what_was_typed(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = Phone(app)
    page = phone.get(NEW)
    with monkeypatch.context() as busy:
        busy.setattr(WriteLock, "hold", lambda *_: (_ for _ in ()).throw(DatabaseBusy))
        sent = phone.press(page, "Start", 503, player=["Ada <b>", "Bo"], dealer="0")
    assert int(sent.headers["Retry-After"]) > 0
    form, _ = sent.form("Send it again")
    assert form.values("player")[:2] == ["Ada <b>", "Bo"]
    sent.path = NEW
    session = phone.press(sent, "Send it again")
    assert "Ada <b>" in session.text
    assert Caller(app).get("/krypkasino/referee?table=8S&played=8")  # asks no database


on_postgresql = pytest.mark.parametrize("empty_database", ["postgresql"], indirect=True)

TIMES = times(60)
PEOPLE = ("Ada", "Bo", "Cia", "Dan")


@pytest.fixture
def group(app: Flask) -> Access:
    with app.app_context():
        started = sessions.start_group(SessionPlan("krypkasino", PEOPLE[:2]))
        access = Access(started.group_id, may_write=True)
        for _ in range(2):
            sessions.start_session(access, SessionPlan("krypkasino", PEOPLE))
    return access


def in_step(app: Flask, *works: Callable[[int], None]) -> None:
    """Run each work in a thread of its own, all of them again and again, in step."""
    step = Barrier(len(works))

    def run(work: Callable[[int], None]) -> None:
        for turn in range(TIMES):
            step.wait(60)
            try:
                with app.app_context(), suppress(Refusal, RulesError):
                    work(turn)
            except BaseException:
                step.abort()  # the others need not wait for this one
                raise

    with ThreadPoolExecutor(len(works)) as threads:
        running = [threads.submit(run, work) for work in works]
    errors = [error for one in running if (error := one.exception())]
    for error in sorted(errors, key=lambda error: isinstance(error, BrokenBarrierError)):
        raise error


def ids(app: Flask, group: Access) -> tuple[list[str], list[int]]:
    with app.app_context():
        found = queries.sessions(group.group_id)
        return [one.id for one in found], [one.id for one in queries.players(group.group_id)]


def everything(group: Access, chance: random.Random, session: str, players: list[int]) -> None:
    """Do something at random that people do: rename, merge, start, count, discard."""
    key = f"{chance.random()}"
    player, other = chance.sample(players, 2)
    row = RowCounts(chance.randrange(3), chance.randrange(20))
    game = GameId(session, 1)
    chance.choice(
        (
            lambda: group_edits.rename_player(group, player, chance.choice(PEOPLE) + key[:4]),
            lambda: group_edits.rename_group(group, f"Friday {key}"),
            lambda: group_edits.merge_players(group, player, other),
            lambda: group_edits.replace_links(group, key),
            lambda: group_edits.new_links(group.group_id),
            lambda: sessions.start_session(group, SessionPlan("krypkasino", ("Ada", key)), key),
            lambda: sessions.close_session(group, session),
            lambda: sessions.reopen_session(group, session),
            lambda: sessions.set_stake(group, session, 10, "kr"),
            lambda: game_changes.begin_game(group, session, key),
            lambda: game_changes.begin_game(group, session, f"{chance.randrange(3)}"),
            lambda: sheet_entry.count_sweep(group, game, 0, key),
            lambda: sheet_entry.set_deal(group, game, 2),
            lambda: sheet_entry.put_row(group, game, 1, row, sheet_entry.ANY_VERSION),
            lambda: sheet_entry.close_game(group, game, 1, accept_imbalance=True),
            lambda: game_changes.discard_game(group, GameId(session, chance.randrange(1, 3))),
            lambda: followed_games.enter(
                group, game, read_entry("table 8S KH KD KC"), key=key, seen=0
            ),
            lambda: archive_import.import_group(json.dumps(exports.export_group(group))),
        )
    )()


@on_postgresql
def test_everybody_does_everything(app: Flask, group: Access) -> None:
    known, players = ids(app, group)

    def writer(number: int) -> Callable[[int], None]:
        chance = random.Random(number)
        return lambda _: everything(group, chance, chance.choice(known), players)

    in_step(app, *map(writer, range(WRITERS)))


@on_postgresql
def test_sessions_of_one_group_do_not_wait_for_each_other(app: Flask, group: Access) -> None:
    (session, other_session, *_), _ = ids(app, group)

    def begin() -> int:
        with app.app_context():
            return game_changes.begin_game(group, other_session, "k").game_id.number

    with (
        app.app_context(),
        sessions.changing_session(group, session),
        ThreadPoolExecutor(1) as other,
    ):
        assert other.submit(begin).result(5) == 1
