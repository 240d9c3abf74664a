"""Followed games with builds, to be driven through the project: `games`, `rambles`, `follow`.

Each game is what people may enter at a table, and what the hands say about it:

    for setup, entries, truth in games(seed):
        for entry, wanted in zip(entries, follow(setup, entries)): ...

Entries are dicts like the bodies of `POST …/plays` without `key` and `after`; `follow` says what
each is answered (`followed_state`). `truth` is the set of (seat, kind, missed_at) that the audit
has to list when all entries are in; `rambles(seed)` yields (setup, entries) that have none.
"""

import random
from collections.abc import Iterator

from tests.oracle.casino_score import ANGLO, HOUSE_RULES, PAIRS
from tests.oracle.followed_entering import Scribe
from tests.oracle.followed_log import Body
from tests.oracle.followed_player import Dealer, Game
from tests.oracle.followed_rambling import Rambler
from tests.oracle.followed_setup import Setup
from tests.oracle.followed_state import follow

Truth = set[tuple[int, str, int]]

GAMES = tuple(HOUSE_RULES)
TWO_SIDES = {"difference_scoring", "count_out", "claim_out", "sweeps_at_once"}
"""Rules of scoring and of sessions, which no turn hangs on."""


def any_setup(chance: random.Random, game: str | None = None) -> Setup:
    """A game, its house rules and its players."""
    game = game or chance.choice(GAMES)
    often = chance.choice((0, 0.2, 0.5))
    rules = [rule for rule in HOUSE_RULES[game] if rule not in TWO_SIDES]
    house = frozenset(rule for rule in rules if chance.random() < often)
    players = 2 if "crazy" in house else 4 if "partners" in house else chance.choice((2, 3, 4, 4))
    pairs = game in ANGLO and players == 4 and chance.random() < 0.5
    return Setup(game, players, chance.randrange(players), house, PAIRS if pairs else None)


def played(chance: random.Random, setup: Setup) -> Game:
    """A whole game; at half of the tables nobody does what is not right."""
    honest, orderly = chance.choice(((1, 1), (1, 0.95), (0.93, 1), (0.9, 0.97)))
    return Dealer(chance, setup, honest, orderly).play_out()


def games(seed: object, game: str | None = None) -> Iterator[tuple[Setup, list[Body], Truth]]:
    """Games without end, the same ones for the same seed."""
    chance = random.Random(f"{seed}")
    while True:
        setup = any_setup(chance, game)
        one = played(chance, setup)
        scribe = Scribe(chance, one, chance.choice((0, 0.05, 0.2)))
        entries, numbers = scribe.write(), scribe.numbers
        yield setup, entries, {(x.seat, x.kind, numbers[x.happening]) for x in one.bluffs}


def rambles(seed: object, game: str | None = None) -> Iterator[tuple[Setup, list[Body]]]:
    """Games that nobody played, without end: no truth goes with their entries."""
    chance = random.Random(f"{seed}")
    while True:
        setup = any_setup(chance, game)
        yield setup, Rambler(chance, setup).ramble()


__all__ = ["follow", "games", "rambles"]
