"""Many writers at once, on each database: nothing acknowledged is lost, and nobody sees a 5xx."""

import random
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from flask import Flask
from werkzeug.test import TestResponse

from referee.services import sheet_entry
from referee.services.access import Access
from referee.services.names import GameId
from referee.store import queries
from tests.api_calls import NAMES, Caller, Table, kinds
from tests.strategies import SOAK

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
