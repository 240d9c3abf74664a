"""Followed games with builds: milliseconds to replay one, to enter a turn and to poll, and bytes of
the page; and how many times that of Krypkasino each is."""

import gzip
import os
import random
import tempfile
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from statistics import median
from time import perf_counter, process_time
from typing import NamedTuple

from flask import Flask

from referee import create_app
from referee.rules.log.entries import Entry
from referee.rules.log.record import Record, replay
from referee.services import followed_games, game_changes, sessions
from referee.services.access import Access
from referee.services.names import GameId
from referee.services.sessions import SessionPlan
from tests.api_calls import NAMES
from tests.playthroughs import GAMES, end
from tests.playthroughs import games as followed

from .bounded_figure import Figure
from .followed_krypkasino import RULES, whole_game

OF_EACH = 5
"""Number of games with builds of each kind, and of Krypkasino."""


class Log(NamedTuple):
    """A followed game, with its entries."""

    record: Record
    entries: Sequence[Entry]

    def replayed(self) -> Record:
        record = self.record
        return replay(record.rules, record.players, record.dealer, self.entries, record.teams)


def figures() -> Iterator[Figure]:
    plain = [_plain(seed) for seed in range(OF_EACH)]
    built = [log for game in GAMES for log in _with_builds(game)]
    usual = median(_milliseconds(log.replayed) for log in plain)
    milliseconds = median(_milliseconds(log.replayed) for log in built)
    what = "replay of a game with builds: times Krypkasino's"
    yield Figure(what, milliseconds / usual, "x", most=2.5)
    yield Figure("replay of a game with builds: median", milliseconds, "ms", most=10)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["REFEREE_INSTANCE"] = folder
        app = create_app()
        with app.app_context():
            usual = median(_entering(plain[0]))
            worst = max(median(_entering(log)) for log in built[::OF_EACH])
        what = "entering a turn with builds: slowest game, times Krypkasino's"
        yield Figure(what, worst / usual, "x", most=3)
        what = "entering a turn with builds: median of the slowest game"
        yield Figure(what, worst, "ms", most=30)
        tables = [_show_table(app, log) for log in (plain[0], *built[::OF_EACH])]
        rounds = [[_milliseconds(table.poll) for table in tables] for _ in range(20)]
    usual, *polls = map(min, zip(*rounds, strict=True))
    what = "poll of an unchanged game with builds: times Krypkasino's"
    yield Figure(what, max(polls) / usual, "x", most=1.2)
    krypkasino, *others = tables
    for how, size in krypkasino.sizes.items():
        largest = max(table.sizes[how] for table in others)
        what = f"page of a game with builds, {how}: most, times Krypkasino's"
        yield Figure(what, largest / size, "x", most=1.2)


class ShownTable(NamedTuple):
    """A game that a phone shows: what polls it, and the bytes of its page, plain and compressed."""

    poll: Callable[[], None]
    sizes: dict[str, int]


PLAYS = 30
"""Number of plays in the log of a page that is weighed."""


def _show_table(app: Flask, log: Log) -> ShownTable:
    with app.app_context():
        access, game, key = _begun(log.record)
        for seen, entry in enumerate(log.entries[: PLAYS + 1]):
            followed_games.enter(access, game, entry, key=f"entry {seen}", seen=seen)
    phone, path = app.test_client(), f"/g/{access.group_id}/{game.session_id}/1/table"
    phone.get(f"/k/{key}")
    page = phone.get(path).data
    headers = {"X-Poll": "1"}
    headers["If-None-Match"] = phone.get(path, headers=headers).headers["ETag"]

    def poll() -> None:
        assert phone.get(path, headers=headers).status_code == 304

    return ShownTable(poll, {"plain": len(page), "gzip": len(gzip.compress(page))})


def _plain(seed: int) -> Log:
    entries = whole_game(random.Random(seed), 4)
    return Log(replay(RULES, 4, 0, entries), entries)


def _with_builds(game: str) -> Iterator[Log]:
    for setup, bodies, _ in islice(followed("bench", game), OF_EACH):
        record = end(setup, bodies)
        yield Log(record, record.entries)


def _milliseconds(work: Callable[[], object]) -> float:
    """Return the processor's milliseconds of the best run: a busy machine does not count."""
    seconds = []
    for _ in range(5):
        begin = process_time()
        work()
        seconds.append(process_time() - begin)
    return min(seconds) * 1000


def _entering(log: Log) -> list[float]:
    """Return the milliseconds of each entry of a game, with the database."""
    access, game, _ = _begun(log.record)
    milliseconds = []
    for seen, entry in enumerate(log.entries):
        begin = perf_counter()
        followed_games.enter(access, game, entry, key=f"entry {seen}", seen=seen)
        milliseconds.append((perf_counter() - begin) * 1000)
    return milliseconds


def _begun(record: Record) -> tuple[Access, GameId, str]:
    """Return a session whose first game is yet to be followed, and the key of its group."""
    house = list(record.rules.house_rules.on)
    plan = SessionPlan(
        record.rules.key,
        NAMES[: record.players],
        record.teams,
        house,
        first_dealer=record.dealer,
    )
    session_id, group_id, key = sessions.start_group(plan)
    assert key is not None
    access = Access(group_id, may_write=True)
    return access, game_changes.begin_game(access, session_id).game_id, key
