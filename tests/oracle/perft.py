"""Counts of the plays that the rules allow, to some depth, from positions with known hands.

One deal is played out, with no cards dealt later. `python -m tests.oracle.perft` rewrites
the file of positions and counts.
"""

import json
import random
from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from tests.oracle import brute

DATA = Path(__file__).resolve().parent.parent / "data" / "perft.json"
DEPTH = 6

Cards = tuple[str, ...]
Batches = tuple[int, int]

# The first deal (#deal): players -> batches to each player, batches to the table.
FIRST_DEAL: dict[int, tuple[Batches, Batches]] = {
    2: ((3, 3), (2, 2)),
    3: ((3, 2), (3, 2)),
    4: ((3, 2), (2, 2)),
    5: ((2, 2), (2, 2)),
    6: ((3, 2), (2, 0)),
}
FIVE_SIX: tuple[Batches, Batches] = ((3, 2), (3, 3))  # two_player_five_six (#house-rules)


@cache
def plays(table: Cards, hand: Cards) -> tuple[tuple[str, Cards], ...]:
    """The legal plays: a card and what it captures, twins once (#turn and #double-sweep)."""
    forced = brute.must_play(table, hand)
    choice = forced or brute.in_order(list(set(hand)))
    return tuple((card, taken) for card in choice for taken in brute.captures(table, card))


def without(cards: Cards, gone: Cards) -> Cards:
    """The cards that remain, in card order."""
    return brute.in_order(list((Counter(cards) - Counter(gone)).elements()))


def count(hands: Sequence[Sequence[str]], table: Sequence[str], depth: int) -> tuple[int, int, int]:
    """Sequences of exactly `depth` plays, and how many end with a capture, with a sweep.

    The seat to play is the first of `hands`, the others follow clockwise (#players and #turn).
    `table` is what lies there after the setting aside. No sequence is longer than the deal.
    """
    if depth < 1:
        raise ValueError("a sequence has at least one play")
    sorted_hands = tuple(brute.in_order(hand) for hand in hands)
    return _count(sorted_hands, brute.in_order(table), 0, depth)


def _count(hands: tuple[Cards, ...], table: Cards, turn: int, depth: int) -> tuple[int, int, int]:
    """The same with the seat to play named; the cards stand in card order (#turn)."""
    sequences = capturing = sweeping = 0
    for card, taken in plays(table, hands[turn]):
        if depth == 1:
            sequences += 1
            capturing += len(taken) > 0
            # Nothing is swept from an empty table (#sweep).
            sweeping += len(taken) > 0 and len(taken) == len(table)
            continue
        hand = without(hands[turn], (card,))
        next_hands = (*hands[:turn], hand, *hands[turn + 1 :])
        next_table = without(table, taken) if taken else brute.in_order([*table, card])
        more = _count(next_hands, next_table, (turn + 1) % len(hands), depth - 1)
        sequences += more[0]
        capturing += more[1]
        sweeping += more[2]
    return sequences, capturing, sweeping


def deal(
    seed: int, players: int, batches: tuple[Batches, Batches]
) -> tuple[list[list[str]], list[str]]:
    """Hands and table of a first deal from a shuffled double pack (#deal)."""
    pack = [rank + suit for rank in brute.RANKS for suit in brute.SUITS] * brute.COPIES
    random.Random(seed).shuffle(pack)
    hands: list[list[str]] = [[] for _ in range(players)]
    table: list[str] = []
    for to_player, to_table in zip(*batches, strict=True):
        for hand in hands:
            hand += [pack.pop() for _ in range(to_player)]
        table += [pack.pop() for _ in range(to_table)]
    return hands, table


def position(
    name: str, seed: int | None, rule: str, hands: Sequence[Sequence[str]], table: Sequence[str]
) -> dict[str, Any]:
    """One entry of the file; `table` is as dealt, before the setting aside (#set-aside)."""
    known = Counter([*table, *(card for hand in hands for card in hand)])
    if max(known.values()) > brute.COPIES:
        raise ValueError(f"{name}: two packs do not hold these cards")
    kept, _ = brute.set_aside(table, rule == "spades")
    return {
        "name": name,
        "seed": seed,
        "set_aside": rule,
        "hands": [" ".join(brute.in_order(hand)) for hand in hands],
        "table": " ".join(brute.in_order(table)),
        "depths": [list(count(hands, kept, depth)) for depth in range(1, DEPTH + 1)],
    }


def dealt(
    name: str, seed: int, players: int, rule: str = "pictures", five_six: bool = False
) -> dict[str, Any]:
    """A position that a seeded shuffle gives (#deal)."""
    hands, table = deal(seed, players, FIVE_SIX if five_six else FIRST_DEAL[players])
    return position(name, seed, rule, hands, table)


def positions() -> list[dict[str, Any]]:
    """All positions of the file with their counts."""
    found = [
        dealt(f"{players} players, {which}", 10 * players + number, players)
        for players in FIRST_DEAL
        for number, which in ((1, "first"), (2, "second"))
    ]
    found.append(dealt("house rule two_player_five_six", 101, 2, five_six=True))
    found.append(dealt("house rule set_aside_spades", 323, 3, rule="spades"))
    found.append(
        position(
            "aces and maximality",
            None,
            "pictures",
            [
                "AS 3D 7C 9H 10D".split(),
                "AC 6S 9D 10D 10H".split(),
                "AH 2S 5D 8C KS".split(),
            ],
            "AD 2H 3S 4C 5S 6D 7H 8S 10C".split(),
        )
    )
    found.append(
        position(
            "twins",
            None,
            "pictures",
            [
                "5S 5S 7D 8H 9C".split(),
                "3D 8H 9C 10S 10S".split(),
            ],
            "2D 2D 3D 3H 5D 5D 7C JS".split(),
        )
    )
    return found


def main() -> None:
    """Rewrite the file."""
    DATA.parent.mkdir(parents=True, exist_ok=True)
    # One position a line, so that a change shows where it is.
    lines = ",\n".join(json.dumps(entry) for entry in positions())
    DATA.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
