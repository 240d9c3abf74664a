"""Sheets of the Casino family as people come to them: a whole pack in piles."""

import random
from collections.abc import Callable
from itertools import pairwise
from typing import Any

from referee.rules.games import RULESETS, ruleset
from tests.oracle import casino_pack as oracle

FAMILY = [game for game in RULESETS if ruleset(game).sheet.whole_score_said]
COUNTS = ("cards", "spades", "aces", "big_casino", "little_casino")


def piles(
    chance: random.Random,
    game: str,
    number: int,
    row_of: Callable[[list[str], str], dict[str, Any]] | None = None,
) -> list[dict[str, Any]]:
    """Return the pack in so many piles, cut anywhere, or as evenly as can be so that there are
    ties."""
    pack = oracle.pack(game)
    chance.shuffle(pack)
    cuts = sorted(chance.randrange(len(pack) + 1) for _ in range(number - 1))
    if chance.random() < 0.3:
        cuts = [len(pack) * at // number for at in range(1, number)]
    return [(row_of or counts_of)(pack[a:b], game) for a, b in pairwise([0, *cuts, len(pack)])]


def with_aces(pile: list[str], game: str = "casino") -> dict[str, Any]:
    """Return a sheet, with the aces of each pile by suit."""
    return counts_of(pile, game) | {"which_aces": [card for card in pile if card[0] == "A"]}


def counts_of(pile: list[str], game: str = "casino") -> dict[str, int]:
    """Return a row that says how many there are of each."""
    kinds = [oracle.kinds_of(game, card) for card in pile]
    return {key: sum(kind[at] for kind in kinds) for at, key in enumerate(oracle.kinds(game))}


def row(*numbers: int, **more: Any) -> dict[str, Any]:
    """Return a row: cards, spades, aces, the 10♦, the 2♠."""
    return dict(zip(COUNTS, numbers, strict=True)) | more


def said(points: int) -> dict[str, Any]:
    """“We made 8”."""
    return {"points": points}
