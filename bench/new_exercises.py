"""Pages of exercises whose seed nobody has asked for: milliseconds of a processor, on the server
and in the Python of a phone."""

import json
import os
import shutil
import statistics
import subprocess
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from flask.testing import FlaskClient

from referee import create_app
from referee.offline.pack import Pack
from referee.rules.exercises.exercise import LEVELS, SEEDS, seed_at
from referee.rules.exercises.house_rule_exercises import practised_rules
from referee.rules.exercises.registry import kinds, make
from referee.rules.games import RULESETS, ruleset
from referee.rules.playing.simulation import SeededRandom
from tests.packs import unpack

from .bounded_figure import Figure
from .forgotten_rulings import forget_rulings

OF_EACH = 60
"""Number of exercises of each type and game, of each level as many."""
OF_EACH_RULE = 10
"""Number of exercises about each house rule of a game. Many positions are tried until the rule
decides one, so these take longer."""
ON_A_PHONE = 20
"""Number of exercises of each type and game that a phone makes."""
TIMES, WARM_UP = 3, 5
"""Runs, the best of which counts, and pages before those that are measured."""


def figures() -> Iterator[Figure]:
    with TemporaryDirectory() as folder:
        os.environ["REFEREE_INSTANCE"] = folder
        client = create_app().test_client()
        for game in RULESETS:
            paths = [_paths(game, kind.name, WARM_UP + OF_EACH) for kind in kinds(ruleset(game))]
            yield from _figures(f"{game}, exercise", _pages(client, paths), (15, 30))
            paths = [_paths(game, name, WARM_UP + OF_EACH_RULE) for name in practised_rules(game)]
            yield from _figures(f"{game}, about a house rule", _pages(client, paths), (40, 300))


def on_a_phone(pack: Pack, folder: Path) -> Iterator[Figure]:
    """Yield the figures of the Python of a phone, run by Node."""
    if (node := shutil.which("node")) is None:
        return
    script, files = Path(__file__).with_name("phone_pages.mjs"), unpack(pack, folder)
    command = [node, str(script), str(files), json.dumps(pack.offer._asdict())]
    for game in RULESETS:
        paths = [
            path for kind in kinds(ruleset(game)) for path in _paths(game, kind.name, ON_A_PHONE)
        ]
        runs = [
            subprocess.check_output(command, input="\n".join(paths), text=True).split()
            for _ in range(TIMES if paths else 0)
        ]
        best = [min(map(float, times)) for times in zip(*runs, strict=True)]
        yield from _figures(f"{game}, on a phone", best[WARM_UP:], (30, 60))


def _figures(what: str, times: list[float], most: tuple[int, int]) -> Iterator[Figure]:
    """Yield the median and the slowest twentieth, each with its bound; nothing for no pages."""
    if times:
        yield Figure(f"{what}: median", statistics.median(times), "ms", most=most[0])
        slow = statistics.quantiles(times, n=20)[-1]
        yield Figure(f"{what}: slowest twentieth", slow, "ms", most=most[1])


def _paths(game: str, name: str, number: int) -> list[str]:
    """Return the paths of so many exercises, of each level as many."""
    chance = SeededRandom("bench", game, name)
    levels = islice(cycle(LEVELS), number)
    return [f"/{game}/exercises/{name}/{seed_at(level, chance.below(SEEDS))}" for level in levels]


def _pages(client: FlaskClient, paths: list[list[str]]) -> list[float]:
    """Return the milliseconds of each page, once the code that draws its type is warm."""
    return [
        time for of_type in paths for time in [_page(client, path) for path in of_type][WARM_UP:]
    ]


def _page(client: FlaskClient, path: str) -> float:
    """Return the milliseconds of the best run."""
    return min(_run(client, path) for _ in range(TIMES))


def _run(client: FlaskClient, path: str) -> float:
    make.cache_clear()
    forget_rulings()
    begin = process_time()
    assert client.get(path).status_code == 200
    return (process_time() - begin) * 1000
