"""Random cards that two packs can hold, as text."""

import os
from collections.abc import Iterable
from itertools import islice
from typing import TypeVar

from hypothesis import settings
from hypothesis import strategies as st

SOAK = int(os.environ.get("SOAK", "1"))
"""Factor of the number of examples; above 1 in ``make soak``, whose examples are always new."""


def times(number: int) -> int:
    """Return how often a random case is tried: twenty times as often in ``make soak``, and in
    ``make test`` a fifth of it."""
    return number * SOAK if SOAK > 1 else -(-number // 5)


Case = TypeVar("Case")


def some(cases: Iterable[Case], every: int, first: int = 0) -> list[Case]:
    """Return all values in ``make soak``; in ``make test`` every so-many-th, of what differs
    little."""
    return list(cases if SOAK > 1 else islice(cases, first, None, every))


def examples(number: int) -> settings:
    """Return how many random cases a test looks at."""
    return settings(max_examples=times(number))


RANKS = "A 2 3 4 5 6 7 8 9 10 J Q K".split()
DECK = [rank + suit for rank in RANKS for suit in "SHDC" for _ in range(2)]
# A few ranks give the crowded tables where captures overlap.
RANK_SETS = (
    RANKS, ["A", "2", "3"], ["A", "5", "7", "9"], ["3", "6", "9", "Q"], ["4", "8"], ["A", "K"],
)  # fmt: skip


@st.composite
def dealt(draw: st.DrawFn, table: int, hand: int, suitless: int = 0) -> tuple[list[str], list[str]]:
    """Return a table of up to ``table`` cards and a hand of 1 to ``hand``, some without their
    suits."""
    ranks = draw(st.sampled_from(RANK_SETS))
    deck = [card for card in DECK if card[:-1] in ranks]
    size = draw(st.integers(1, min(table + hand, len(deck))))
    cards = draw(st.permutations(deck))[:size]
    for place in draw(st.lists(st.integers(0, size - 1), max_size=suitless, unique=True)):
        cards[place] = cards[place][:-1]
    in_hand = draw(st.integers(1, min(hand, size)))
    lying = cards[in_hand : in_hand + table]
    return lying, cards[:in_hand]
