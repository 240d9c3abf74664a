"""Rulings of Krypkasino, with all captures, on random tables: milliseconds for the worst of them,
and how many times longer the brute force of the oracle takes."""

import gc
import random
from collections.abc import Iterator
from time import perf_counter

from referee.rules.cards import FACES, Card, Rank, Suit
from referee.rules.games import ruleset
from referee.rules.games.krypkasino.captures import capture_rules
from referee.rules.games.krypkasino.question import Question, consult
from referee.rules.games.krypkasino.verdict import Ruling
from tests.oracle import krypkasino_play

from .bounded_figure import Figure, slowest
from .forgotten_rulings import forget_rulings

RULES = ruleset("krypkasino")
LOW = [face for face in FACES * 2 if face.rank <= Rank.SIX]
HIGH = [face for face in FACES * 2 if face.rank > Rank.SIX]


def figures() -> Iterator[Figure]:
    _worst(8, tables=100, bound=1)  # warm up: what is worked out once a process
    gc.freeze()  # as the server does: what stays for good is not looked through again and again
    yield _worst(16, tables=1000, bound=15)
    yield _worst(24, tables=1000, bound=80)
    yield _worst_large(tables=150, bound=300)
    yield _against_the_oracle(cards=14, tables=60)


def _rule(cards: list[Card], *, claim: bool = False) -> tuple[float, Ruling]:
    """Return the milliseconds of a ruling, and the ruling; the first card is played."""
    played, *table = cards
    question = Question(tuple(table), played, (played,), captured=() if claim else None)
    forget_rulings()
    begin = perf_counter()
    ruling = consult(capture_rules(RULES), question)
    return (perf_counter() - begin) * 1000, ruling


def _worst(size: int, tables: int, bound: float) -> Figure:
    chance = random.Random(size)
    worst = slowest((chance.sample(FACES * 2, size + 1) for _ in range(tables)), _all_options)
    return Figure(f"{size} table cards, all options: worst of {tables}", worst, "ms", most=bound)


def _all_options(cards: list[Card]) -> float:
    milliseconds, ruling = _rule(cards)
    assert ruling.play
    assert ruling.play.options_total is not None
    return milliseconds


def _worst_large(tables: int, bound: float) -> Figure:
    """Return the milliseconds for 25 to 103 cards, an ace played: captures are most numerous where
    low cards come first."""
    worst = slowest(_large(tables), lambda cards: _rule(cards, claim=True)[0])
    return Figure(f"25 to 103 table cards with a claim: worst of {tables}", worst, "ms", most=bound)


def _large(tables: int) -> Iterator[list[Card]]:
    chance = random.Random(103)
    for number in range(tables):
        deck = [*chance.sample(LOW, len(LOW)), *chance.sample(HIGH, len(HIGH))]
        played = deck.pop(deck.index(Card(Rank.ACE, Suit.CLUBS)))
        crowd = 103 - number % 79
        table = deck[:crowd] if number % 2 else chance.sample(deck, crowd)
        yield [played, *table]


def _against_the_oracle(cards: int, tables: int) -> Figure:
    chance = random.Random(14)
    deals = [chance.sample(FACES * 2, cards + 1) for _ in range(tables)]
    ours = sum(_rule(deal)[0] for deal in deals)
    ranks = "A 2 3 4 5 6 7 8 9 10 J Q K".split()
    begin = perf_counter()
    for deal in deals:
        played, *table = (ranks[card.rank - 1] + "SHDC"[card.suit] for card in deal)
        krypkasino_play.captures(table, played)
    oracle = (perf_counter() - begin) * 1000
    return Figure(
        f"brute force over subsets, {cards} cards: times slower", oracle / ours, "x", least=50
    )
