"""*Was that right?* in a game with builds: from what somebody taps to the turn that is judged."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import NamedTuple

from ..rules.cards import Card, Cards
from ..rules.games.casino.judge.building import BuildRules
from ..rules.games.casino.judge.judging import Verdict
from ..rules.games.casino.question import BuildQuestion
from ..rules.games.casino.ruling import BuildRuling, verdict_on
from ..rules.games.casino.search.saying import unsaid
from ..rules.groups import HIGHEST_VALUE
from ..rules.table import (
    FEWEST_CARDS,
    Build,
    Table,
    Top,
    divided,
    write_table,
    write_top,
)
from ..rules.turns import Form, Lay, Step, Take, Turn


class Claim(StrEnum):
    """What somebody says was done with the played card."""

    TOOK = "took"
    BUILT = "built"
    LAID = "laid"


def claim_of(text: str, turn: Turn | None) -> Claim | None:
    """What is claimed, as the address has it; 1 asks without saying, and most cards take."""
    if text == "1":
        return _done(turn) if turn else Claim.TOOK
    return Claim(text) if text in set(Claim) else None


def _done(turn: Turn) -> Claim:
    """What the card from the hand did."""
    kinds = {Take: Claim.TOOK, Form: Claim.BUILT, Lay: Claim.LAID}
    done = (kinds[type(step)] for step in turn if step.card is not None)
    return next(done, Claim.TOOK)


class Used(NamedTuple):
    """What somebody says a card took or built with."""

    table: Table
    tops: tuple[Top, ...] = ()

    @property
    def text(self) -> str:
        return " ".join([write_table(self.table), *map(write_top, self.tops)]).strip()


def used_in(turn: Turn, table: Table) -> Used:
    """What a turn takes or builds with, beside the card from the hand."""
    loose: list[Card] = []
    builds: list[Build] = []
    tops: list[Top] = []
    for step in turn:
        match step:
            case Take(_, cards, taken, of_piles):
                loose += cards
                builds += taken
                tops += of_piles
            case Form(_, _, of_piles):
                left = step.from_table
                for one in table.builds:
                    rest = less(left, one.cards)
                    if len(rest) == len(left) - len(one.cards):
                        left = rest
                        builds.append(one)
                loose += left
                tops += of_piles
    return Used(Table(tuple(loose), tuple(builds)), tuple(tops))


def builds_of(ruling: BuildRuling | None) -> list[Form]:
    """The builds that just the cards which were pointed at can make."""
    ways = ruling.ways or () if ruling else ()
    return [way.step for way in ways if isinstance(way.step, Form)]


def claimed_turn(question: BuildQuestion, ruling: BuildRuling, claim: Claim | None) -> Turn | None:
    """The turn that somebody claims was played, with the steps so far; None while that is not
    said, or while the same cards can make builds of several values."""
    step = _claimed_step(question, ruling, claim)
    return None if step is None else (*(question.turn or ()), step)


def _claimed_step(question: BuildQuestion, ruling: BuildRuling, claim: Claim | None) -> Step | None:
    card, used, tops = question.played, question.pointed, question.pointed_tops
    if card is None:
        return None
    match claim, used:
        case Claim.LAID, _:
            return Lay(card)
        case Claim.TOOK, Table(loose, builds):
            return Take(card, loose, builds, tops)
        case Claim.BUILT, Table():
            return _built(card, used.cards, tops, builds_of(ruling))
    return None


def _built(card: Card, used: Cards, tops: tuple[Top, ...], ways: Sequence[Form]) -> Form | None:
    if ways:
        return ways[0] if len(ways) == 1 else None
    return unsaid(card, used, tops)


def is_half(turn: Turn, ruling: BuildRuling, so_far: BuildRuling) -> bool:
    """May the turn become right with more cards than were tapped? Nobody knows before it is."""
    verdict = ruling.verdict
    if verdict is None or verdict.legal is not False:
        return False
    match turn[-1]:
        case Take():
            return True
        case Form():
            return not builds_of(so_far)
    return False


def settled(question: BuildQuestion, verdict: Verdict, *, holds: bool) -> Verdict:
    """What an open verdict comes to once the player says whether the cards are in the hand."""
    assert question.played is not None
    shown = verdict.holds if holds else ()
    hand = tuple(sorted((question.played, *map(Card, shown))))
    found = verdict_on(replace(question, hand=hand))
    assert found is not None
    return found


def build_values(rules: BuildRules, cards: Cards) -> list[int]:
    """The values that a build of just these cards can have."""
    if len(cards) < FEWEST_CARDS:
        return []
    return [
        value
        for value in range(1, HIGHEST_VALUE + 1)
        if rules.ranks_worth(value) and divided(cards, value, rules.values)
    ]


def welded(table: Table, cards: Cards, value: int, rules: BuildRules) -> tuple[Table, Build]:
    """The table once these loose cards are a build, and the build, which is nobody's yet."""
    groups = divided(cards, value, rules.values)
    assert groups is not None
    build = Build(value, groups, None)
    return Table(less(table.loose, cards), (*table.builds, build)), build


def taken_apart(table: Table, build: Build) -> Table:
    builds = list(table.builds)
    builds.remove(build)
    return Table((*table.loose, *build.cards), tuple(builds))


def kept_at(table: Table, build: Build, seat: int) -> Table:
    """The same build, kept by a seat."""
    kept = build._replace(keeper=seat)
    return table._replace(builds=tuple(kept if one == build else one for one in table.builds))


def passed(table: Table, players: int) -> Table:
    """The table as the next player sees it, whose seat is 0 then."""
    return table._replace(
        builds=tuple(
            build._replace(keeper=((build.keeper or 0) - 1) % players) for build in table.builds
        )
    )


def less(cards: Cards, gone: Iterable[Card]) -> Cards:
    left = list(cards)
    for card in gone:
        if card in left:
            left.remove(card)
    return tuple(left)


def same_build(one: Build, other: Build) -> bool:
    """Is it the same build, whoever keeps it?"""
    return one.value == other.value and sorted(one.cards) == sorted(other.cards)
