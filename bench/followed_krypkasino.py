"""Followed games of Krypkasino: milliseconds to replay one, the time of a play after many games:
times that in the first, and polls of twelve phones each second: times those of a bare "hello"."""

import os
import random
import tempfile
import timeit
from collections.abc import Iterator
from functools import partial
from statistics import median
from time import perf_counter

from flask import Flask

from referee import create_app
from referee.rules.cards import FACES
from referee.rules.games import ruleset
from referee.rules.log.corrections import suggest_repairs
from referee.rules.log.entries import Entry, Replace
from referee.rules.log.record import accept, accept_or_none, append, replay
from referee.rules.plays import CardOnly, Dealt, Played
from referee.rules.ruleset import SeveralOptions
from referee.rules.sheet_plan import RowCounts
from referee.services import followed_games, game_changes, sessions, sheet_entry
from referee.services.access import Access
from referee.services.names import GameId
from referee.services.sessions import SessionPlan
from tests.server_processes import HOST

from .bounded_figure import Figure
from .requests_per_second import HELLO, REFEREE, get, gunicorn, rate

RULES = ruleset("krypkasino")
FINISHED, PHONES = 200, 12
CORRECTED = 5
"""A seed whose game has many plays that no longer fit once its deal is corrected."""
PLAYERS = ("Anna", "Bo", "Cia", "Dan")


def figures() -> Iterator[Figure]:
    yield _replays(games_of_each=10)
    yield _repairs()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["REFEREE_INSTANCE"] = folder
        app = create_app()
        with app.app_context():
            yield _entering()
        yield from _polls(app, folder)


def whole_game(chance: random.Random, players: int) -> list[Entry]:
    """Return a random game of legal plays, as its log has it."""
    stock = chance.sample(FACES * 2, RULES.deck.size)
    on_table = sum(RULES.seating.deal_plan(players).table)
    record = replay(RULES, players, 0, ())
    record = append(record, accept(record, Dealt(tuple(stock[:on_table]))))
    for card in stock[on_table:]:
        try:
            accepted = accept(record, Played(CardOnly(card)))
        except SeveralOptions as choice:
            accepted = accept(record, Played(chance.choice(choice.options.plays)))
        record = append(record, accepted)
    assert record.finished
    return list(record.entries)


def _replays(games_of_each: int) -> Figure:
    worst = 0.0
    chance = random.Random(104)
    for players in (2, 3, 4, 5, 6):
        for _ in range(games_of_each):
            log = whole_game(chance, players)
            begin = perf_counter()
            replay(RULES, players, 0, log)
            worst = max(worst, (perf_counter() - begin) * 1000)
    return Figure(f"replay of 104 cards: worst of {5 * games_of_each}", worst, "ms", most=50)


def _repairs() -> Figure:
    """Return the time of the repairs that are suggested once the table at the beginning of a long
    game is corrected: times that of its replay."""
    log = whole_game(random.Random(CORRECTED), 4)
    record = replay(RULES, 4, 0, log)
    dealt = log[0]
    assert isinstance(dealt, Dealt)
    corrections = [Replace(1, Dealt((face, *dealt.table[1:]))) for face in FACES]
    corrected = [
        append(record, accepted)
        for correction in corrections
        if (accepted := accept_or_none(record, correction))
    ]
    longest = max(corrected, key=lambda one: len(suggest_repairs(one)))
    works = (partial(replay, RULES, 4, 0, log), partial(suggest_repairs, longest))
    one, repairs = (min(timeit.repeat(work, number=1, repeat=9)) for work in works)
    return Figure("repairs after a deal is corrected: times a replay", repairs / one, "x", most=8)


def _entering() -> Figure:
    """Return the ratio of two sessions, whose plays are entered in turns, so that a busy moment of
    the machine hits both alike. Their games differ, or the second would profit from the cache of
    the first."""
    tables = [_session(finished) for finished in (0, FINISHED)]
    logs = [whole_game(random.Random(seed), len(PLAYERS)) for seed in (1, 2)]
    times: list[list[float]] = [[] for _ in tables]
    for seen, entries in enumerate(zip(*logs, strict=False)):
        for (access, game), entry, seconds in zip(tables, entries, times, strict=True):
            begin = perf_counter()
            followed_games.enter(access, game, entry, key=f"play {seen}", seen=seen)
            seconds.append(perf_counter() - begin)
    first, late = map(median, times)
    what = f"entering a play after {FINISHED} games: times the first game's"
    return Figure(what, late / first, "x", most=1.2)


def _session(finished: int) -> tuple[Access, GameId]:
    """Return a session with so many finished games, and one more begun."""
    plan = SessionPlan("krypkasino", PLAYERS, games_planned=FINISHED + 1)
    session_id, group_id, _ = sessions.start_group(plan)
    access = Access(group_id, may_write=True)
    for _ in range(finished):
        game = game_changes.begin_game(access, session_id).game_id
        for seat, points in enumerate((12, 10, 10, 10)):
            sheet_entry.put_row(access, game, seat, RowCounts(0, points), 0)
        sheet_entry.close_game(access, game)
    return access, game_changes.begin_game(access, session_id).game_id


def _polls(app: Flask, folder: str) -> Iterator[Figure]:
    """Yield the rates at which twelve phones poll a game that does not change."""
    with app.app_context():
        session_id, group_id, key = sessions.start_group(SessionPlan("krypkasino", PLAYERS))
        access = Access(group_id, may_write=True)
        game = game_changes.begin_game(access, session_id).game_id
        for seen, entry in enumerate(whole_game(random.Random(12), len(PLAYERS))[:50]):
            followed_games.enter(access, game, entry, key=f"play {seen}", seen=seen)
    client = app.test_client()
    state, page = f"/api/v1/sessions/{session_id}/games/1", f"/g/{group_id}/{session_id}/1/table"
    bearer = {"Authorization": f"Bearer {key}"}
    etag = client.get(state, headers=bearer).headers["ETag"]
    address = f"http://{HOST}"
    cookie = client.get(f"/k/{key}", base_url=address).headers["Set-Cookie"].partition(";")[0]
    phone = {"Cookie": cookie, "X-Poll": "1"}
    shown = client.get(page, headers=phone, base_url=address).headers["ETag"]
    polls = {
        "the game's state": get(state, bearer | {"If-None-Match": etag}),
        "the live table": get(page, phone | {"If-None-Match": shown}),
    }
    best = dict.fromkeys(("hello", *polls), 0.0)
    env = {"REFEREE_INSTANCE": folder, "REFEREE_SECRET_KEY": str(app.secret_key)}
    with gunicorn(HELLO) as bare, gunicorn(REFEREE, **env) as ours:
        for _ in range(3):
            best["hello"] = max(best["hello"], rate(bare, [get("/")], clients=PHONES))
            for what, request in polls.items():
                best[what] = max(best[what], rate(ours, [request], 304, PHONES))
    for what in polls:
        ratio = best[what] / best["hello"]
        yield Figure(f"{what}, unchanged, {PHONES} phones: of hello's rate", ratio, "x", least=0.5)
