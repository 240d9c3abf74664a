"""Exercises: from a seed that nobody has asked for to its page, as the server draws it."""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from flask.testing import FlaskClient

from referee import create_app
from referee.offline.pack import Pack
from referee.rules import division_into_sums
from referee.rules.exercises.difficulty_levels import LEVELS, SEEDS, seed_at
from referee.rules.exercises.exercise_from_seed import make
from referee.rules.exercises.exercise_registry import kinds
from referee.rules.exercises.house_rule_exercises import practised_rules
from referee.rules.exercises.seeded_random import SeededRandom
from referee.rules.games import RULESETS, ruleset
from referee.rules.games.casino.rule_on_question import consult
from referee.rules.maximal_divisible_collections import maximal
from tests.packs import unpack

from .bounded_figure import Figure

OF_EACH = 60
"""Number of exercises of each kind and game, of each level as many."""
OF_EACH_RULE = 10
"""Number of exercises about each house rule of a game. Many positions are tried until the rule
decides one, so these take longer."""
ON_A_PHONE = 20
TIMES, _WARM = 3, 5


def figures() -> Iterator[Figure]:
    with TemporaryDirectory() as folder:
        os.environ["REFEREE_INSTANCE"] = str(Path(folder))
        client = create_app().test_client()
        for game in RULESETS:
            took = [one for kind in kinds(ruleset(game)) for one in pages(client, game, kind)]
            if took:
                yield Figure(f"{game}, exercise: median", statistics.median(took), "ms", most=15)
                slow = statistics.quantiles(took, n=20)[-1]
                yield Figure(f"{game}, exercise: slowest twentieth", slow, "ms", most=30)
            rules = practised_rules(game)
            took = [one for rule in rules for one in pages(client, game, rule, OF_EACH_RULE)]
            if took:
                middle = statistics.median(took)
                yield Figure(f"{game}, about a house rule: median", middle, "ms", most=40)
                slow = statistics.quantiles(took, n=20)[-1]
                yield Figure(f"{game}, about a house rule: slowest twentieth", slow, "ms", most=300)


def on_a_phone(pack: Pack, folder: Path) -> Iterator[Figure]:
    """Return the processor time of exercises in the Python of a phone, run by Node."""
    if (node := shutil.which("node")) is None:
        return
    unpack(pack, folder)
    offer = json.dumps(pack.offer._asdict())
    for game in RULESETS:
        asked = [one for kind in kinds(ruleset(game)) for one in _addresses(game, kind, ON_A_PHONE)]
        if not asked:
            continue
        command = [node, str(Path(__file__).with_name("phone_pages.mjs")), str(folder), offer]
        told = [
            subprocess.check_output(command, input="\n".join(asked), text=True)
            for _ in range(TIMES)
        ]
        took = [min(map(float, times)) for times in zip(*map(str.split, told), strict=True)][_WARM:]
        yield Figure(f"{game}, on a phone: median", statistics.median(took), "ms", most=30)
        slow = statistics.quantiles(took, n=20)[-1]
        yield Figure(f"{game}, on a phone: slowest twentieth", slow, "ms", most=60)


def pages(client: FlaskClient, game: str, kind: str, of_each: int = OF_EACH) -> list[float]:
    """Milliseconds for each page, once the code that draws it is warm."""
    asked = _addresses(game, kind, _WARM + of_each)
    return [_page(client, address) for address in asked][_WARM:]


def _addresses(game: str, kind: str, number: int) -> list[str]:
    """Return as many addresses of each level."""
    chance = SeededRandom("bench", game, kind)
    seeds = [seed_at(LEVELS[one % len(LEVELS)], chance.below(SEEDS)) for one in range(number)]
    return [f"/{game}/exercises/{kind}/{seed}" for seed in seeds]


def _page(client: FlaskClient, address: str) -> float:
    """Return the processor time of a page, the best of some runs."""
    return min(_once(client, address) for _ in range(TIMES))


def _once(client: FlaskClient, address: str) -> float:
    for kept in (make, consult, maximal, division_into_sums._first_division):  # noqa: SLF001 - forgets its answers
        kept.cache_clear()
    begin = process_time()
    client.get(address)
    return (process_time() - begin) * 1000
