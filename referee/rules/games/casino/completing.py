"""From what somebody says or taps to a whole turn: what was done with the played card, what a turn
begins with, and how an opponent has it completed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from itertools import takewhile

from ...cards import Card, Cards, difference
from ...table import Build, Pointed, Table, Top, cards_of, divided
from ...turns import Form, Lay, Step, Take, Turn
from .arranging import same_build
from .judge.building import BuildRules, Demand, build_rules
from .judge.judging import Verdict
from .question import BuildQuestion
from .ruling import BuildRuling, verdict_on
from .search.completions import completions
from .search.saying import unsaid


class Claim(StrEnum):
    """What somebody says was done with the played card."""

    TOOK = "took"
    BUILT = "built"
    LAID = "laid"


def done_in(turn: Turn) -> Claim:
    """What the card from the hand did; most cards take."""
    kinds = {Take: Claim.TOOK, Form: Claim.BUILT, Lay: Claim.LAID}
    done = (kinds[type(step)] for step in turn if step.card is not None)
    return next(done, Claim.TOOK)


def used_in(turn: Turn, table: Table) -> Pointed:
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
                    rest = difference(left, one.cards)
                    if len(rest) == len(left) - len(one.cards):
                        left = rest
                        builds.append(one)
                loose += left
                tops += of_piles
    return Pointed(Table(tuple(loose), tuple(builds)), tuple(tops))


def groups_taken(rules: BuildRules, step: Take, value: int) -> Sequence[Cards]:
    """What a step took beside builds, in groups of a value; one by one where it makes none, as
    pictures do."""
    loose = (*step.cards, *cards_of(step.tops))
    return divided(loose, value, rules.values) or [(card,) for card in loose]


# --- a turn that is claimed -----------------------------------------------------------------------


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
    card, used = question.played, question.pointed
    if card is None:
        return None
    match claim, used:
        case Claim.LAID, _:
            return Lay(card)
        case Claim.TOOK, Pointed(Table(loose, builds), tops):
            return Take(card, loose, builds, tops)
        case Claim.BUILT, Pointed(Table() as table, tops):
            return _built(card, table.cards, tops, builds_of(ruling))
    return None


def _built(card: Card, used: Cards, tops: tuple[Top, ...], ways: Sequence[Form]) -> Form | None:
    if ways:
        return ways[0] if len(ways) == 1 else None
    return unsaid(card, used, tops)


def is_half(turn: Turn, ruling: BuildRuling, so_far: BuildRuling) -> bool:
    """May a turn that is wrong become right with more cards than were tapped?"""
    verdict, play = ruling.verdict, so_far.play
    if verdict is None or verdict.legal is not False or play is None:
        return False
    match turn[-1]:
        case Take() as step:
            return not play.takes_complete or any(_is_more(one.step, step) for one in play.takes)
        case Form(_, build) if not builds_of(so_far):
            listed = (*play.forms, *play.with_tops)
            cards = (Counter(one.step.build.cards) for one in listed)
            return not play.complete or any(Counter(build.cards) < more for more in cards)
    return False


def _is_more(more: Take, step: Take) -> bool:
    """Does it take all that the other takes, and something else?"""
    builds = all(any(same_build(one, build) for one in more.builds) for build in step.builds)
    tops = set(step.tops) <= set(more.tops)
    return builds and tops and Counter(step.cards) <= Counter(more.cards)


def settled(question: BuildQuestion, verdict: Verdict, *, holds: bool) -> Verdict:
    """What an open verdict comes to once the player says whether the cards are in the hand."""
    assert question.played is not None
    shown = verdict.holds if holds else ()
    hand = tuple(sorted((question.played, *map(Card, shown))))
    found = verdict_on(replace(question, hand=hand))
    assert found is not None
    return found


# --- a turn of several steps ----------------------------------------------------------------------


def begun_of(question: BuildQuestion) -> Turn:
    """The steps before a card from the hand is played, if they are right so far."""
    steps = tuple(takewhile(lambda step: step.card is None, question.turn or ()))
    verdict = _judged(question, steps) if steps else None
    return steps if verdict and verdict.unfinished else ()


def completed(question: BuildQuestion, turn: Turn, demand: Demand) -> Turn | None:
    """The same turn with what an opponent insists on (#insist), if that is legal."""
    tried = completions(build_rules(question.rules), turn, demand)
    return next((one for one in tried if _judged(question, one).legal is not False), None)


def _judged(question: BuildQuestion, turn: Turn) -> Verdict:
    found = verdict_on(replace(question, turn=turn))
    assert found is not None
    return found
