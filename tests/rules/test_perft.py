"""Count files: a dealt position with known hands, and how many sequences of legal plays follow.

The numbers were made by brute force over all subsets (``tests/oracle/krypkasino_play.py``). A
change to the code that changes any of them is a change of the rules.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from referee.rules.cards import Cards, KnownCards, difference
from referee.rules.games import ruleset
from referee.rules.games.krypkasino.captures import capture_rules, table_after_deal
from referee.rules.notation import read_cards
from referee.rules.ruleset import Ruleset
from tests.legal_plays import legal_plays, playable

FILE = Path(__file__).parent.parent / "data" / "perft.json"
POSITIONS: list[dict[str, Any]] = json.loads(FILE.read_text("utf-8"))
DEEPEST = 4


def count(rules: Ruleset, hands: tuple[Cards, ...], table: Cards, depth: int) -> tuple[int, ...]:
    """Sequences of so many legal plays; how many of them end with a capture, with a sweep."""
    sequences = captures = sweeps = 0
    hand, *others = hands
    for card in playable(rules, table, hand):
        rest = difference(hand, (card,))
        for play in legal_plays(rules, table, card):
            takes = bool(play.captured)
            left = difference(table, play.captured or ()) if takes else (*table, card)
            if depth == 1:
                sequences, captures, sweeps = sequences + 1, captures + takes, sweeps + (not left)
            else:
                below = count(rules, (*others, rest), left, depth - 1)
                sequences, captures, sweeps = (
                    a + b for a, b in zip((sequences, captures, sweeps), below, strict=True)
                )
    return sequences, captures, sweeps


@pytest.mark.parametrize("position", [pytest.param(p, id=p["name"]) for p in POSITIONS])
def test_counts(position: dict[str, Any]) -> None:
    house = ["set_aside_spades"] if position["set_aside"] == "spades" else []
    rules = ruleset("krypkasino", house)
    hands = tuple(read_cards(hand) for hand in position["hands"])
    table = read_cards(position["table"])
    table = table_after_deal(capture_rules(rules), table, KnownCards(rules.deck, table)).staying
    found = [
        list(count(rules, hands, table, depth + 1))
        for depth in range(min(DEEPEST, len(position["depths"])))
    ]
    assert found == position["depths"][:DEEPEST]
