"""Builds with tops of other players' piles, compared with trying everything."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, combinations
from typing import NamedTuple, TypeVar

import pytest

from referee.rules.cards import Card, Cards
from referee.rules.games import ruleset
from referee.rules.games.ask import build_question
from referee.rules.games.casino.judge.play_rules import build_rules
from referee.rules.games.casino.question import BuildQuestion
from referee.rules.games.casino.ruling import consult, verdict_on
from referee.rules.notation import write_build, write_card, write_cards
from referee.rules.plays import Build, MakeBuild, Top, cards_of
from referee.rules.sums import divide_cards
from tests.strategies import times

GAMES = ("swazi-casino", "lesotho-casino", "south-african-casino")
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


@pytest.mark.parametrize("game", GAMES)
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
