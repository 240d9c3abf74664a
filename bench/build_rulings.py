"""Rulings of the games with builds, with all options, on random tables: milliseconds for the worst
of them."""

import random
from collections.abc import Iterator
from functools import partial
from time import perf_counter

from referee.rules.cards import FACES, Card, Cards
from referee.rules.games import ruleset
from referee.rules.games.ask import build_question
from referee.rules.games.casino.analysis import consult
from referee.rules.games.casino.judge.play_rules import BuildRules, build_rules
from referee.rules.notation import write_build, write_card, write_cards
from referee.rules.plays import Build
from referee.rules.sums import divide_cards

from .bounded_figure import Figure, slowest
from .forgotten_rulings import forget_rulings

ROUNDS = (
    # game, house rules
    ("casino", ""),
    ("casino", "simple_build_as_card"),
    ("royal-casino", ""),
    ("royal-casino", "simple_build_as_card"),
    ("swazi-casino", ""),
    ("lesotho-casino", ""),
    ("south-african-casino", ""),
)
LOOSE, BUILDS, HELD = 12, 3, 4
"""Cards on the table and builds, at most, and cards in the hand."""
CROWD = 26
INSISTING = ("swazi-casino", "lesotho-casino")
"""Games in which opponents may insist that a turn is completed."""
LOOSE_THEN, TOPS = 10, 3
"""Cards on the table and tops of piles, where opponents insist."""


def figures() -> Iterator[Figure]:
    for game, house in ROUNDS:
        _worst(game, house, tables=50)  # warm up: what is worked out once a process
        rules = f"{game}{', ' if house else ''}{house.replace('_', ' ')}"
        yield Figure(f"{rules}: worst of 1000", _worst(game, house, 1000), "ms", most=20)
        pack = ruleset(game).deck.faces
        whole = slowest(pack[::4], partial(_whole_pack, game, house, pack=pack))
        yield Figure(f"{rules}: the whole pack", whole, "ms", most=300)
        yield Figure(f"{rules}: {CROWD} loose cards", _worst_crowd(game, house, 50), "ms", most=600)
    for game in INSISTING:
        _worst_insisting(game, 50)
        worst = _worst_insisting(game, 1000)
        yield Figure(f"{game}: what to insist on, worst of 1000", worst, "ms", most=50)


def _worst_crowd(game: str, house: str, tables: int) -> float:
    """Return the milliseconds for more cards than ever lie there, with a hand of eight, so that
    there are more captures and builds than anybody reads."""
    chance = random.Random(f"{game} {house} crowd")
    return slowest(_crowds(chance, game, house, tables), partial(_milliseconds, game))


def _crowds(chance: random.Random, game: str, house: str, tables: int) -> Iterator[dict[str, str]]:
    for _ in range(tables):
        pack = chance.sample(faces := ruleset(game).deck.faces, len(faces))
        hand = pack[CROWD : CROWD + 8]
        query = {"table": write_cards(pack[:CROWD]), "hand": write_cards(hand), "house": house}
        query["played"] = write_card(hand[0])
        yield query


def _worst_insisting(game: str, tables: int) -> float:
    """Return the milliseconds for turns after which most can be insisted on: a card is laid, and
    three piles of opponents are open."""
    chance = random.Random(game)
    queries = (_insisting(chance, game) for _ in range(tables))
    return slowest(queries, partial(_milliseconds, game))


def _insisting(chance: random.Random, game: str) -> dict[str, str]:
    rules = build_rules(ruleset(game))
    pack = chance.sample(FACES, len(FACES))
    builds: list[Build] = []
    while len(builds) < BUILDS:
        build = _build(chance, rules, pack)
        if build is not None and build.value not in {other.value for other in builds}:
            builds.append(build._replace(owner=0))
            pack = [card for card in pack if card not in build.cards]
    table = " ".join([write_cards(pack[:LOOSE_THEN]), *map(write_build, builds)])
    tops = pack[LOOSE_THEN : LOOSE_THEN + TOPS]
    # Partners' piles are apart in one of these games only, so the same known cards lie on two.
    piles = f"{write_card(tops[0])}>{write_card(tops[1])}@1 {write_card(tops[2])}@2"
    turn = f"{write_card(pack[-1])} -"
    return {"table": table, "players": "3", "piles": piles, "turn": turn}


def _worst(game: str, house: str, tables: int) -> float:
    """Return the milliseconds for random positions, hands secret every other time."""
    chance = random.Random(f"{game} {house}")
    queries = (_query(chance, game, house) for _ in range(tables))
    return slowest(queries, partial(_milliseconds, game))


def _query(chance: random.Random, game: str, house: str) -> dict[str, str]:
    rules = build_rules(ruleset(game))
    faces = ruleset(game).deck.faces
    pack = chance.sample(faces, len(faces))
    builds = []
    for seat in range(chance.randint(0, BUILDS)):
        if (build := _build(chance, rules, pack)) is not None:
            builds.append(write_build(build._replace(owner=seat % 2)))
            pack = [card for card in pack if card not in build.cards]
    loose = chance.randint(0, LOOSE)
    table, hand = pack[:loose], pack[loose : loose + HELD]
    query = {"table": " ".join([write_cards(table), *builds]), "house": house}
    query["played"] = write_card(hand[0])
    return query | ({"hand": write_cards(hand)} if chance.random() < 0.5 else {})


def _build(chance: random.Random, rules: BuildRules, pack: list[Card]) -> Build | None:
    """Return a build of two to four cards of the pack, if one is found soon."""
    for _ in range(50):
        cards = chance.sample(
            [card for card in pack if rules.has_number(card)], chance.randint(2, 4)
        )
        value = chance.randint(2, max(max(values, default=0) for values in rules.values.values()))
        if (sets := divide_cards(cards, value, rules.values)) is not None:
            return Build(value, sets)
    return None


def _whole_pack(game: str, house: str, played: Card, pack: Cards) -> float:
    """Return the milliseconds for a table with every card but the played one."""
    table = [card for card in pack if card != played]
    query = {"table": write_cards(table), "played": write_card(played), "house": house}
    return _milliseconds(game, query)


def _milliseconds(game: str, query: dict[str, str]) -> float:
    """Return the milliseconds of reading a question and answering it for the first time."""
    forget_rulings()
    begin = perf_counter()
    consult(build_question(game, query))
    return (perf_counter() - begin) * 1000
