"""The pack of each game of the Casino family: what its cards count as, and which piles there are.

F1.6 is a section of the rules of the family; C is the JSON contract (*Scoring one game*).
"""

from collections import Counter
from collections.abc import Mapping
from functools import cache
from itertools import product

Row = Mapping[str, int]

SPADE = "spade-casino"
SOUTH_AFRICAN = "south-african-casino"
KINDS = ("cards", "spades", "aces", "big_casino", "little_casino")
JACK = "jack_of_spades"


def pack(game: str) -> list[str]:
    """Return all 52 cards; without pictures the 40 of South African Casino (F6.1)."""
    ranks = "A 2 3 4 5 6 7 8 9 10".split()
    if game != SOUTH_AFRICAN:
        ranks += ["J", "Q", "K"]
    return [rank + suit for rank in ranks for suit in "CDHS"]


def kinds(game: str) -> tuple[str, ...]:
    """Return the kinds that a game counts (C: a row of Spade Casino has the jack of spades too)."""
    return (*KINDS, JACK) if game == SPADE else KINDS


def kinds_of(game: str, card: str) -> tuple[int, ...]:
    """Return how often the card counts in each kind (F1.6): 0 or 1."""
    is_one = (True, card[-1] == "S", card[0] == "A", card == "10D", card == "2S", card == "JS")
    return tuple(int(one) for one, _ in zip(is_one, kinds(game), strict=False))


def whole_pack(game: str) -> dict[str, int]:
    """Return how many of each kind the pack has."""
    counts = zip(*(kinds_of(game, card) for card in pack(game)), strict=True)
    return {kind: sum(count) for kind, count in zip(kinds(game), counts, strict=True)}


@cache
def _piles(game: str) -> list[tuple[int, ...]]:
    """Return the counts of every pile that can be drawn from the pack: of cards that count in the
    same kinds any number is taken."""
    alike = Counter(kinds_of(game, card) for card in pack(game))
    return [
        tuple(
            sum(each[at] * number for each, number in zip(alike, taken, strict=True))
            for at in range(len(kinds(game)))
        )
        for taken in product(*(range(there + 1) for there in alike.values()))
    ]


@cache
def _seen(game: str, given: tuple[str, ...]) -> frozenset[tuple[int, ...]]:
    """Return the counts of these kinds alone in all piles."""
    places = [kinds(game).index(kind) for kind in given]
    return frozenset(tuple(pile[at] for at in places) for pile in _piles(game))


def impossible_pile(game: str, row: Row) -> bool:
    """Return whether no pile of the game's pack has just these counts (of the kinds that are
    given)."""
    given = tuple(kind for kind in kinds(game) if row.get(kind) is not None)
    return tuple(row[kind] for kind in given) not in _seen(game, given)
