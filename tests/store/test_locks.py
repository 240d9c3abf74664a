"""Writers on PostgreSQL lock in one order, so that none waits for another in a circle."""

import json
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Barrier, BrokenBarrierError

import pytest
from flask import Flask

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
from referee.store import queries
from tests.strategies import times

pytestmark = pytest.mark.parametrize("empty_database", ["postgresql"], indirect=True)

WRITERS = 8
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


def at_once(app: Flask, *works: Callable[[int], None]) -> None:
    """Run each work in a thread of its own, all of them again and again, in step."""
    step = Barrier(len(works))

    def run(work: Callable[[int], None]) -> None:
        for time in range(TIMES):
            step.wait(60)
            try:
                with app.app_context(), suppress(Refusal, RulesError):
                    work(time)
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


def test_everybody_does_everything(app: Flask, group: Access) -> None:
    known, players = ids(app, group)

    def writer(number: int) -> Callable[[int], None]:
        chance = random.Random(number)
        return lambda _: everything(group, chance, chance.choice(known), players)

    at_once(app, *map(writer, range(WRITERS)))


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
