"""What the player whose turn it is may have done with a card, to be chosen with one tap."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ....asking import OPTIONS_DEFAULT
from ....cards import Card
from ....live import Choose
from ....table import Pointed
from ....turns import Lay, Step, Take, Turn
from ..judge.building import BuildRules
from ..judge.judging import Verdict
from ..judge.position import Position
from ..search.case import Case
from ..search.forms import forms, forms_asked_for, forms_with_tops
from ..search.laying import builds_beside
from ..search.pointing import ways
from ..search.takes import takes


class Choice(NamedTuple):
    """A whole turn, what its last step is called, and what the referee says of it."""

    turn: Turn
    kind: str
    verdict: Verdict

    @property
    def possible(self) -> bool:
        """May it be so, or go on so?"""
        return self.verdict.legal is not False or self.verdict.unfinished


class Choices(NamedTuple):
    """What may have been done with a card, or with cards of the table alone; are these ``all``?"""

    card: Card | None
    choices: tuple[Choice, ...]
    all: bool = True

    @property
    def turns(self) -> tuple[Turn, ...]:
        return tuple(choice.turn for choice in self.choices)

    @property
    def options_total(self) -> int | None:
        return len(self.choices) if self.all else None

    @property
    def possible(self) -> tuple[Choice, ...]:
        """Those that may be so."""
        return tuple(choice for choice in self.choices if choice.possible)


def begun_case(rules: BuildRules, start: Position, begun: Turn) -> Case:
    """The position after the steps that a turn has begun with, which must be right so far."""
    case = Case.at(rules, start)
    if not begun:
        return case
    verdict = case.judge(*begun)
    assert verdict.unfinished
    return case.after(begun, verdict)


def choices(case: Case, card: Card) -> Choices:
    """What a card may do as far as anybody can know without the hand: takes, then builds, then to
    be laid."""
    found: list[tuple[Step, str]] = []
    complete = True
    taken, all_taken = takes(case, card, OPTIONS_DEFAULT)
    found += ((one.step, "take") for one in taken)
    for listed in (forms, forms_with_tops):
        formed, all_formed = listed(case, card, OPTIONS_DEFAULT)
        found += ((one.step, one.kind) for one in formed)
        complete = complete and all_formed
    found += ((one.step, one.kind) for one in forms_asked_for(case, card))
    steps: list[tuple[Turn, str]] = [((step,), kind) for step, kind in found]
    steps.append(((Lay(card),), "lay"))
    beside, all_beside = builds_beside(case, card, OPTIONS_DEFAULT)
    steps += (((Lay(card), one.step), "lay") for one in beside)
    return Choices(card, tuple(_legal(case, steps)), all=complete and all_taken and all_beside)


def choices_of(case: Case, card: Card | None, used: Pointed) -> Choices:
    """What was done with just these cards and builds, legal or not; what is legal comes first."""
    found = [
        Choice((*case.begun, way.step), way.kind, way.verdict)
        for way in ways(case, card, *used, asked=True)
    ]
    if card is not None and not any(isinstance(one.turn[-1], Take) for one in found):
        take = Take(card, used.table.loose, used.table.builds, used.tops)
        found.append(Choice((*case.begun, take), "take", case.judge(take)))
    return Choices(card, tuple(found))


def decided(case: Case, card: Card, used: Pointed) -> Turn:
    """The turn of a card that was played with just these cards and builds, or, where there are
    none, with any: the only one that there may be. Where it may do nothing it was laid, and the
    referee says why not. Raises :class:`~referee.rules.live.Choose`."""
    pointed = any(used.table) or used.tops
    found = choices_of(case, card, used) if pointed else choices(case, card)
    if not found.choices:
        return (*case.begun, Lay(card))
    if len(found.possible) != 1 or not found.all:
        raise Choose(card, found)
    return found.possible[0].turn


def _legal(case: Case, steps: Iterable[tuple[Turn, str]]) -> Iterator[Choice]:
    for turn, kind in steps:
        verdict = case.judge(*turn)
        if verdict.legal is not False:
            yield Choice((*case.begun, *turn), kind, verdict)
