"""The analysis of finished games: seconds of the processor for all of it and until the first
findings, the longest slice, planted plays that are found again, pages of others beside it, and the
memory that players remember in."""

import os
import random
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

from referee import create_app
from referee.rules.games import ruleset
from referee.rules.log.record import Record
from referee.rules.playing.core import Core, position_of
from referee.rules.playing.game_analysis import dearest, expected_before, findings, play_count
from referee.rules.playing.knowledge import Knowledge
from referee.rules.playing.players import core_for
from referee.rules.playing.simulation import SeededRandom
from referee.services.log_analysis import slice_of, spent, working_alone
from tests.api_calls import Caller, played_out
from tests.dealt_games import dealt_game
from tests.oracle.krypkasino_simulator import simulate
from tests.page_client import opened

from .bounded_figure import Figure

GAMES = (
    # game, players
    ("krypkasino", 2),
    ("krypkasino", 4),
    ("casino", 2),
    ("casino", 4),
    ("royal-casino", 4),
    ("swazi-casino", 4),
    ("lesotho-casino", 4),
    ("south-african-casino", 4),
)
CARELESS = 4
"""In one of so many plays any alternative is played."""
PLANTED = (
    # game, players, the least loss of a planted play in hundredths of a point, and the plays after
    # the usual ones up to which that loss is made sure of
    ("krypkasino", 2, 300, 8),
    ("krypkasino", 4, 300, 16),
    ("casino", 2, 150, 4),
    ("casino", 4, 150, 4),
)
PLANTS = 50
QUICK, DEEP = 20, 150
"""The deals on which a play for a plant is looked for, and on which its loss is made sure of."""
ROUNDS, PAGES = 5, 30
MEGABYTE = 1 << 20


def figures() -> Iterator[Figure]:
    before = _resident()
    for game, players in GAMES:
        yield from _analysis(game, players)
    for planted in PLANTED:
        yield _found_again(*planted)
    yield Figure("memory after these analyses, more than before", _resident() - before, "MB", 100)
    alone, beside = _pages()
    yield Figure("a session page, median", alone * 1000, "ms")
    yield Figure("the same beside an analysis that never pauses", beside / alone, "x", most=2)


def _analysis(game: str, players: int) -> Iterator[Figure]:
    record = _played(game, players)
    plays, slices, done = play_count(record), [], 0
    begin = process_time()
    begun = spent()
    expected_before(record, "bench")
    while done < plays:
        found = slice_of(game, record, "bench", done, begun)
        slices.append(spent() - begun)
        if found and not done:
            first = process_time() - begin
        done, begun = done + len(found), spent()
    whole, what = process_time() - begin, f"analysis, {game} of {players}"
    yield Figure(f"{what}: the first findings", first, "s", most=1)
    yield Figure(f"{what}: all {plays} plays", whole, "s", most=3)
    yield Figure(f"{what}: the longest slice", max(slices), "s", most=0.25)


def _played(game: str, players: int) -> Record:
    """Return a game by the rule of thumb, with some plays that need not be good."""
    teams, chance = ruleset(game).seating.usual_teams(players), SeededRandom("bench", game)
    now = dealt_game(game, players, chance, teams=teams)
    core = core_for(now.record.rules, now.record.seats)
    while not now.over:
        position = core.position(now.state, now.deal)
        habit, others = core.habit(position), core.alternatives(position)
        move = chance.pick(others) if chance.one_in(CARELESS) else habit
        now = now.after(core.play(position, move))
    return now.record


def _found_again(game: str, players: int, least: int, further: int) -> Figure:
    """Return how many of a hundred planted plays are among the three dearest of their seat."""
    plants = again = 0
    for number in count():
        record, planted = _with_plants(game, players, least, further, number)
        found = dearest([*findings(record, "bench")], players)
        plants += len(planted)
        again += sum(seq in found[seat] for seat, seq in planted.items())
        if plants >= PLANTS:
            break
    what = f"analysis, {game} of {players}: plants found, of {plants}"
    return Figure(what, 100 * again / plants, "%", least=90)


def _with_plants(
    game: str, players: int, least: int, further: int, number: int
) -> tuple[Record, dict[int, int]]:
    """Return a game by the rule of thumb, with at most one play of each seat that costs much
    instead: the entry of that play by seat."""
    chance, planted = SeededRandom("plants", game, players, number), dict[int, int]()
    now = dealt_game(game, players, chance)
    core = core_for(now.record.rules, now.record.seats)
    while not now.over:
        position, knowledge = core.position(now.state, now.deal), now.knowledge
        move = core.habit(position)
        if now.seat not in planted and chance.one_in(3) and not knowledge.open_hands:
            plant = _dear_play(core, knowledge, least, further, chance)
            if plant is not None:
                move, planted[now.seat] = plant, now.record.seq + 1
        now = now.after(core.play(position, move))
    return now.record, planted


def _dear_play(
    core: Core[object, object], knowledge: Knowledge, least: int, further: int, chance: SeededRandom
) -> object | None:
    """Return a play that costs the mover so much, also when more plays follow; None without one."""
    position = position_of(core, knowledge, knowledge.dealt_anew(chance))
    moves, plays = core.alternatives(position), core.horizon(position) - 1
    losses = _losses(core, knowledge, moves, QUICK, plays)
    dear = [place for place, loss in enumerate(losses) if loss >= least]
    if not dear:
        return None
    plant = chance.pick(dear)
    sure = _losses(core, knowledge, moves, DEEP, plays + further)[plant] >= least
    return moves[plant] if sure else None


def _losses(
    core: Core[object, object],
    knowledge: Knowledge,
    moves: Sequence[object],
    deals: int,
    plays: int,
) -> list[float]:
    """Return what each play costs beside the best, in hundredths of a point, after so many further
    plays."""
    chance, worths = SeededRandom("losses", deals), [0] * len(moves)
    for _ in range(deals):
        position = position_of(core, knowledge, knowledge.dealt_anew(chance))
        for place, move in enumerate(moves):
            worths[place] += core.worth_after(position, move, plays)[knowledge.seat]
    return [(max(worths) - worth) / deals for worth in worths]


def _resident() -> float:
    """Return the memory of this process in megabytes; only Linux can measure it."""
    statm = Path("/proc/self/statm")
    if not statm.exists():
        return 0
    return int(statm.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / MEGABYTE


def _pages() -> tuple[float, float]:
    """Return the seconds of a page of somebody else, alone and beside an analysis."""
    alone: list[float] = []
    beside: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        os.environ["REFEREE_INSTANCE"] = folder
        app = create_app()
        table = played_out(Caller(app), simulate(random.Random(5), 2, 0), 9).table
        assert table.edit.key is not None
        phone, path = opened(app, table.edit.key), f"/g/{table.group_id}/{table.id}"

        def seconds() -> float:
            begin = perf_counter()
            phone.get(path)
            return perf_counter() - begin

        seconds()
        for _ in range(ROUNDS):  # in turns, so that a busy moment of the machine hits both
            alone += [seconds() for _ in range(PAGES)]
            with _analysing(_played("krypkasino", 4)):
                beside += [seconds() for _ in range(PAGES)]
    return median(alone), median(beside)


@contextmanager
def _analysing(record: Record) -> Iterator[None]:
    """Look at the plays of a game again and again in another thread."""
    stop = threading.Event()

    def work() -> None:
        done = 0
        while not stop.is_set():
            with working_alone():
                done += len(slice_of("beside", record, "bench", done, spent()))
            done %= play_count(record)

    thread = threading.Thread(target=work)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()
