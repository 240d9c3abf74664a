"""The referee of the games with builds (F1 to F6): the published turns, the examples of the rules
pages, and random questions against a referee that was written apart by brute force."""

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from importlib.resources import files
from itertools import chain, combinations
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import pytest
from flask import Flask

from referee.api.ruling_answers import BuildRulingSchema, build_ruling_of
from referee.cache import Cache
from referee.rules import games
from referee.rules.cards import Card, Cards
from referee.rules.cards import Unreadable as UnreadableText
from referee.rules.exercises.pieces_at_fault import PiecesAtFault
from referee.rules.games import RULESETS, ruleset
from referee.rules.games.ask import ask, build_question
from referee.rules.games.casino.analysis import consult, verdict_on
from referee.rules.games.casino.judge.blame import cards_at_fault
from referee.rules.games.casino.judge.play_rules import BuildRules, build_rules
from referee.rules.games.casino.judge.verdict import Reason
from referee.rules.games.casino.options.hand import grounds
from referee.rules.games.casino.question import BuildQuestion
from referee.rules.notation import (
    read_settled_play,
    write_build,
    write_card,
    write_cards,
    write_settled_play,
    write_table,
)
from referee.rules.plays import Build, MakeBuild, Top, cards_of
from referee.rules.question_fields import BadQuestion
from referee.rules.sums import divide_cards
from tests.oracle import builds as brute
from tests.oracle.builds_notation import Refused, Unreadable
from tests.oracle.builds_random import positions
from tests.oracle.variants import vectors
from tests.strategies import SOAK, times

GAMES = [game for game in RULESETS if isinstance(ruleset(game).referee, BuildRules)]
FIELDS = ("table", "players", "hand", "turn", "piles", "deal", "stock", "proven")
DATA = Path(__file__).parents[1] / "data"
VECTORS = [
    vector
    for name in ("casino_turns.json", "southern_turns.json")
    for vector in json.loads((DATA / name).read_text("utf-8"))
]


def examples_of(game: str) -> list[dict[str, Any]]:
    path = RULESETS[game].examples
    if path is None:
        return []
    found = json.loads(files(games).joinpath(path).read_text("utf-8"))["examples"]
    return [example | {"game": game} for example in found if "turn" in example]


EXAMPLES = [example for game in GAMES for example in examples_of(game)]


def verdict_of_text(game: str, house: list[str], texts: dict[str, str]) -> Any:
    verdict = ask(game, texts | {"house": " ".join(house)}).ruling.verdict
    assert verdict is not None
    return verdict


@pytest.mark.parametrize("vector", [pytest.param(v, id=v["id"]) for v in VECTORS])
def test_published_turns(vector: dict[str, Any]) -> None:
    answer = ours(vector["game"], vector["query"] | {"house": " ".join(vector["house"])})
    verdict = answer["verdict"]
    assert {name: verdict[name] for name in ("legal", "reason", "holds")} == {
        name: vector[name] for name in ("legal", "reason", "holds")
    }
    if "demands" in vector:
        assert verdict["demands"] == vector["demands"]
    if "after" in vector:
        assert {name: answer["after"][name] for name in vector["after"]} == vector["after"]


@pytest.mark.parametrize(
    "example", [pytest.param(e, id=f"{e['game']}-{e['id']}") for e in EXAMPLES]
)
def test_examples_of_the_rules_pages(example: dict[str, Any]) -> None:
    texts = {name: str(example[name]) for name in FIELDS if name in example}
    verdict = verdict_of_text(example["game"], example["house"], texts)
    holds = list(map(write_card, verdict.holds))
    wanted = (example["legal"], example["reason"], example["holds"])
    assert (verdict.legal, verdict.reason.value, holds) == wanted
    if "after" in example:
        assert write_table(verdict.after) == example["after"]


# --- against brute force --------------------------------------------------------------------------
LEFT_OPEN = ("cards", "build", "message", "rule")
"""Of a verdict: whom to blame is for people to look at."""


def ours(game: str, query: dict[str, str]) -> Any:
    try:
        question = build_question(game, query)
    except BadQuestion as error:
        return error.unreadable, [fault.field for fault in error.faults]
    answer = BuildRulingSchema.json(build_ruling_of(question, consult(question)))
    if verdict := answer["verdict"]:
        for name in LEFT_OPEN:
            del verdict[name]
    return answer


def theirs(game: str, query: dict[str, str]) -> Any:
    house = frozenset(query.get("house", "").split())
    try:
        asked = {name: text for name, text in query.items() if name != "house"}
        told = brute.rule(game, house, asked)
    except Refused as error:
        return isinstance(error, Unreadable), [error.field]
    if verdict := told["verdict"]:
        for name in LEFT_OPEN:
            verdict.pop(name, None)
    return told


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("part", range(4))
def test_agrees_with_brute_force(app: Flask, game: str, part: int) -> None:
    """The whole answer: verdict, takes, builds, what was pointed at, the table afterwards."""
    with app.test_request_context():
        for number in range(times(15)):
            chance = random.Random(f"{game} {part} {number} {SOAK}")
            query = positions(chance, game)
            mine, told = ours(game, query), theirs(game, query)
            if isinstance(told, dict) and told["verdict"] and "value" not in told["verdict"]:
                del mine["verdict"]["value"]
            assert mine == told, query


@pytest.mark.parametrize("game", GAMES)
def test_what_several_phones_ask_is_worked_out_once(game: str) -> None:
    texts = {"table": "5S 3C AD 6S", "played": "8H"}
    read = partial(build_question, game)
    assert consult(read(texts)) is consult(read(texts))
    assert consult(read(texts)) is not consult(read(texts | {"played": "7H"}))


# --- the notation ---------------------------------------------------------------------------------
TURNS = [
    # as it is written, and other ways to write it
    ("8H x 8S 6C 2D 3C+5S=8", ["8h X 8s,6c,2d 3c+5s=8", "8H × 8S 6C 2D 3C+5S=8@1"]),
    ("KD -", ["kd  -"]), ("3C 3C+5S=8", []), ("3C 3C+5S=8@0", ["3c 3c+5s=8@0"]), ("3C+5S=8", []),
    ("3C+5S=8 / KD -", ["3C+5S=8/KD -"]), ("9 x 9", []), ("8 x AS^1 7", ["8 x 7 AS^1"]),
    ("2D+5C^1=7 / 9H -", ["2d+5c^1=7/9h -"]), ("6H 5S+6H=11@2", []),
]  # fmt: skip


@pytest.mark.parametrize(("written", "others"), TURNS)
def test_turns_as_text(written: str, others: list[str]) -> None:
    for text in (written, *others):
        assert write_settled_play(read_settled_play(text)) == written


def test_in_a_question_the_own_seat_is_not_said() -> None:
    """Seat 0 is the mover, whose a build is anyway; a partner's seat is said."""
    for said, written in (("@0", ""), ("", ""), ("@2", "@2")):
        texts = {"players": "4", "table": "5S", "turn": f"3C 3C+5S=8{said}"}
        turn = build_question("swazi-casino", texts).turn
        assert write_settled_play(turn or ()) == f"3C 3C+5S=8{written}"


NO_TURNS = [
    "8H x 7^", "8H x 7^x", "8H^1 -", "8H x 5^12", "", "8H", "8H x", "x 8S", "8H 8S", "8H x 8S -",
    "/", "8H x 8S / ", "8H - -", "- 8H",
]  # fmt: skip


@pytest.mark.parametrize("text", NO_TURNS)
def test_no_turns(text: str) -> None:
    with pytest.raises(UnreadableText):
        read_settled_play(text)


@pytest.mark.parametrize("game", GAMES)
def test_random_turns_are_read_as_they_are_written(game: str) -> None:
    for number in range(times(50)):
        query = positions(random.Random(f"text {game} {number} {SOAK}"), game)
        if "turn" in query:
            written = write_settled_play(read_settled_play(query["turn"]))
            assert write_settled_play(read_settled_play(written)) == written


def test_every_reason_has_an_example() -> None:
    """Of the rules pages or of the published turns, but for what nobody writes down."""
    found = {one["reason"] for one in (*VECTORS, *EXAMPLES)}
    found |= {vector[3] for vector in vectors("turns")}
    plain = {Reason.NOT_ON_TABLE, Reason.BUILD_AS_UNIT, Reason.EMPTY_TABLE, Reason.NOT_IN_HAND}
    plain |= {Reason.ONE_HAND_CARD, Reason.UNFINISHED}
    assert {reason.value for reason in set(Reason) - plain} <= found


WITH_PILES = ("swazi-casino", "lesotho-casino", "south-african-casino")
PLAYERS = ("2", "3", "4")
Thing = TypeVar("Thing")


class Made(NamedTuple):
    """A build that a card makes, with tops or without."""

    value: int
    cards: frozenset[Card]
    tops: frozenset[Top]


def position(game: str, seed: int) -> BuildQuestion:
    """Return up to four loose cards and a build, two known tops, and a hand that is shown or
    not."""
    chance = random.Random(f"{game} {seed}")
    faces = [card for card in ruleset(game).deck.faces if card.rank <= 8]
    pack = chance.sample(faces, len(faces))
    players = chance.choice(PLAYERS)
    table = [write_cards(pack[: chance.randint(1, 4)])]
    left = pack[4:]
    pair = next(two for two in combinations(left, 2) if 3 <= two[0].rank + two[1].rank <= 9)
    if chance.random() < 0.7:
        owner = chance.choice((0, 0, 0, 1))
        value = int(pair[0].rank + pair[1].rank)
        table.append(write_build(Build(value, (pair,), owner)))
    left = [card for card in left if card not in pair]
    tops = [f"{write_card(left[0])}@1"]
    if players != "2":
        tops.append(f"{write_card(left[1])}@2")
    hand = left[2:6]
    query = {"table": " ".join(table), "players": players, "piles": " ".join(tops)}
    query["played"] = write_card(hand[0])
    if chance.random() < 0.3:
        query["hand"] = write_cards(hand)
    return build_question(game, query)


def listed(question: BuildQuestion) -> list[Made]:
    play = consult(question, with_tops=True).play
    assert play.with_tops_complete
    return [
        Made(one.step.build.value, frozenset(one.step.build.cards), frozenset(one.step.tops))
        for one in (*play.forms, *play.with_tops)
    ]


def tried(question: BuildQuestion) -> Iterator[Made]:
    """Return all builds that are not illegal: any loose cards, builds and tops with the card, as
    any value."""
    rules = build_rules(question.rules)
    assert question.played is not None
    tops = [Top(pile[0], seat) for seat, pile in enumerate(question.piles) if pile and seat]
    for used in subsets(tops):
        for loose in subsets(question.table.loose):
            for builds in subsets(question.table.builds):
                welded = chain.from_iterable(build.cards for build in builds)
                cards: Cards = (question.played, *loose, *cards_of(used), *welded)
                for value in range(1, 15):
                    groups = divide_cards(cards, value, rules.values)
                    if groups is None:
                        continue
                    turn = (MakeBuild(question.played, Build(value, groups), used),)
                    verdict = verdict_on(replace(question, turn=turn))
                    if verdict is not None and verdict.legal is not False:
                        yield Made(value, frozenset(cards), frozenset(used))


def subsets(things: Sequence[Thing]) -> list[tuple[Thing, ...]]:
    sizes = range(len(things) + 1)
    return list(chain.from_iterable(combinations(things, size) for size in sizes))


@pytest.mark.parametrize("game", WITH_PILES)
def test_all_that_is_listed_is_legal_and_nothing_smaller_is_missing(game: str) -> None:
    found = 0
    # There a top only joins a build of one's own.
    for seed in range(times(400 if game == "south-african-casino" else 150)):
        question = position(game, seed)
        shown, legal = listed(question), list(tried(question))
        assert set(shown) <= set(legal), seed
        for made in legal:
            assert any(
                one.value == made.value and one.tops <= made.tops and one.cards <= made.cards
                for one in shown
            ), (seed, made)
        found += sum(bool(one.tops) for one in shown)
    assert found


@pytest.mark.parametrize("one", [*VECTORS, *EXAMPLES], ids=lambda one: f"{one['game']}-{one['id']}")
def test_every_published_turn_is_explained(one: dict[str, Any]) -> None:
    """Legal ones by their grounds, others by what is to blame, or where people can read on."""
    asked = one.get("query") or {name: str(one[name]) for name in FIELDS if name in one}
    question = build_question(one["game"], asked | {"house": " ".join(one["house"])})
    verdict, rules, turn = verdict_on(question), build_rules(question.rules), question.turn
    if one["legal"] is not False:
        assert grounds(rules, question.position, turn, verdict)
        return
    assert verdict.reason.read_on
    if one["reason"] not in ("not_on_table", "unfinished"):
        assert cards_at_fault(rules, question.position, turn, verdict, question.table).anything


def test_something_at_fault_must_be_tapped_and_nothing_else() -> None:
    found = PiecesAtFault(("5H", "2C"), ("8S",))
    right = [("5H",), ("2C",), ("2C", "5H"), ("2C", "8S"), ("5H", "8S"), ("2C", "5H", "8S")]
    assert all(map(found.is_on, right))
    assert not found.is_on(())
    assert not found.is_on(("8S",))
    assert not found.is_on(("5H", "9C"))
    assert found.among(("2C", "9C")) == PiecesAtFault(("2C",))


def test_the_values_used_last_are_kept() -> None:
    cache: Cache[str] = Cache(2)
    for key, gone in (("a", None), ("b", None), ("a", None), ("c", "b"), ("d", "a")):
        assert cache.get_or_put(key, key.upper) == key.upper()
        assert gone is None or cache.get(gone) is None
    assert (cache.get("c"), cache.get("d")) == ("C", "D")
