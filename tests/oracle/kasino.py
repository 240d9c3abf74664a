"""Kasino by brute force: values from the hand, takes and what they score (variants 2).

The functions are pure and know cards as text. `tests/oracle/builds.py` judges Kasino's questions
with them, `tests/oracle/casino_score.py` and `target.py` its games and sessions.

Readings of what the rules leave open:

- An ace among several loose cards counts 1 where "each is larger than the value" is asked.
- A suitless ten that is played is one of the tens of a shown hand: nobody is asked where these
  count alike. With no ten in it the suits in sight decide, though it can only be `not_in_hand`.
- A ten that a take names lies on the table, so it is in sight; `played` and the hand card of the
  turn are one card, so the suit of either is the other's too. Only the turn's first one counts.
- Of several tied sides at the top the one with most spades alone wins, though others are equal.
"""

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import combinations

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = "SHDC"
HIGH = {"2": "2S", "10": "10D", "5": "5S"}
"""Rank -> the card of it that is another one from the hand."""


def rank_of(card: str) -> str:
    """Return the rank of a card with or without a suit."""
    return card.rstrip(SUITS)


def table_values(house: AbstractSet[str], card: str) -> tuple[int, ...]:
    """Return what a loose card is worth by itself; in a sum it is worth the first of these."""
    number = RANKS.index(rank_of(card)) + 1
    return (1, 14) if number == 1 and "kasino_values" not in house else (number,)


def played_values(
    house: AbstractSet[str], card: str, specials: AbstractSet[str] = frozenset()
) -> tuple[int | None, ...]:
    """Return the values of a card from the hand, lowest first; None takes everything.

    `specials` are ranks of which the suitless card is the special one.
    """
    rank = rank_of(card)
    if card in specials:
        card = HIGH[rank]
    if "kasino_values" in house and (card in ("2S", "10D") or rank == "A"):
        return ({"2S": 15, "10D": 16}.get(card, 14),)
    if "kasino_values_free" in house and card in ("2S", "10D"):
        return (2, 15) if card == "2S" else (10, 16)
    if "five_of_spades" in house and card == "5S":
        return 5, None
    return table_values(house, rank) if rank == "A" else (RANKS.index(rank) + 1,)


def groups_of(
    house: AbstractSet[str], loose: Sequence[str], value: int
) -> Iterator[list[list[str]]]:
    """Yield each way to divide all these cards into groups worth the value."""
    if not loose:
        yield []
        return
    first, others = loose[0], loose[1:]
    for size in range(len(others) + 1):
        for places in combinations(range(len(others)), size):
            group = [first, *(others[at] for at in places)]
            alone = size == 0 and value in table_values(house, first)
            if alone or sum(table_values(house, card)[0] for card in group) == value:
                rest = [card for at, card in enumerate(others) if at not in places]
                for way in groups_of(house, rest, value):
                    yield [group, *way]


def take_fault(
    house: AbstractSet[str],
    values: Sequence[int | None],
    value: int | None,
    loose: Sequence[str],
    left: Sequence[str],
) -> str | None:
    """Return the reason why a card does not take these at one of its values, or None.

    `values` are all values of the card, `left` the loose cards that it does not take.
    """
    if value is None:  # the earliest fault: what it does not take whole it takes as a 5
        return "no_match" if left else None
    if any(True for _ in groups_of(house, loose, value)):
        return None
    own = [table_values(house, card) for card in loose]
    unlike = len(own) == 1 and not {*own[0]} & {*values}
    return "no_match" if unlike or all(each[0] > value for each in own) else "bad_sum"


def suit_to_ask(
    house: AbstractSet[str],
    table: Sequence[str],
    hand: Sequence[str] | None,
    named: dict[str, str | None],
) -> tuple[str | None, frozenset[str]]:
    """Return the field with a card whose suit must be asked for, and the ranks of which a suitless
    card is the special one.

    `table` are all cards that lie there or that the turn takes, `named` the card from the hand as
    the fields `played` and `turn` say it.
    """
    ranks = ["5"] if "five_of_spades" in house else []
    ranks += ["2", "10"] if {"kasino_values", "kasino_values_free"} & house else []
    specials: set[str] = set()
    for rank in ranks:
        held = [card for card in hand or () if rank_of(card) == rank]
        free = [rank + suit for suit in SUITS if rank + suit not in {*table, *held}]
        written = [card for card in named.values() if card in free]
        for field, card in {"hand": rank if rank in held else None, **named}.items():
            if card != rank:
                continue
            meant = written or free
            if field == "hand" and held.count(rank) > 1:
                meant = free
            elif field != "hand" and held:
                meant = held
            answers = {c in specials if c == rank else c == HIGH[rank] for c in meant}
            if len(answers) > 1:
                return field, frozenset()
            if True in answers and meant != held:
                specials.add(rank)
    return None, frozenset(specials)


def after_cancelling(sweeps: Sequence[int], house: AbstractSet[str]) -> list[int]:
    """Return the sweeps that each side scores: with `sweeps_cancel` less the fewest of any."""
    least = min(sweeps) if "sweeps_cancel" in house else 0
    return [count - least for count in sweeps]


def won_by_spades(spades: Sequence[int]) -> int | None:
    """Return which of the sides that are tied at the top has most spades alone, or None."""
    most = max(spades)
    return [*spades].index(most) if [*spades].count(most) == 1 else None
