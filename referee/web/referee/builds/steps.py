"""A turn of several steps: how far it has gone, how it may go on, what may be insisted on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from .... import messages
from ....rules.cards import Card
from ....rules.games.casino.completing import completed
from ....rules.games.casino.judge.building import build_rules
from ....rules.games.casino.judge.judging import Verdict
from ....rules.games.casino.question import BuildQuestion
from ....rules.games.casino.ruling import selected_in
from ....rules.games.casino.search.pointing import Way
from ....rules.turns import Form, Step, Take, Turn
from ..held import Held
from .drawing import depends_on

_MOST_INSISTED = 12
"""So much that may be insisted on is drawn: more than at any table."""


class DrawnStep(NamedTuple):
    """A step in words; is it at fault? The last one has an address in which it is taken back."""

    text: str
    wrong: bool
    back: str


class Offered(NamedTuple):
    """What can be made of tapped cards: on its button, what it depends on, and where it is done. Is
    it what the played card does, if there is one?"""

    text: str
    held: str
    address: str
    main: bool


class Offers(NamedTuple):
    """All of that, and the ``answer`` where the played card is in it; or what hinders it, a
    sentence each, with the clause of the first."""

    made: list[Offered]
    refusal: str = ""
    clause: str | None = None
    answer: str = ""


class Insisting(NamedTuple):
    """What an opponent may insist on, and where it is done, if that is simple."""

    text: str
    address: str


def drawn_steps(
    question: BuildQuestion,
    turn: Turn,
    verdict: Verdict | None,
    address_of: Callable[[Turn], str],
) -> list[DrawnStep]:
    at_fault = verdict.step if verdict else None
    formed = [step.build for step in turn if isinstance(step, Form)]
    return [
        DrawnStep(
            messages.step_of_turn_text(step, question, (*formed[::-1], *question.table.builds)),
            number == at_fault,
            address_of(turn[:-1]) if number == len(turn) - 1 else "",
        )
        for number, step in enumerate(turn)
    ]


# --- how it may go on -----------------------------------------------------------------------------


def making(question: BuildQuestion, held: Held, address_of: Callable[[Step], str]) -> Offers:
    """What the cards that are pointed at can make in this turn. The question's turn are the steps
    so far."""
    played, plain = question.played, not build_rules(question.rules).has_steps
    found = selected_in(question)
    made = [
        Offered(
            messages.way_text(way, played, plain=plain),
            _depends_on(way, held),
            address_of(way.step),
            played is None or way.step.card is not None,
        )
        for way in found.ways
    ]
    if made:
        return Offers(made, answer=_answer(question.played, found.ways))
    said = " ".join(map(messages.hindered_text, found.hindered))
    return Offers([], said, found.hindered[0].clause)


def _answer(played: Card | None, ways: Sequence[Way]) -> str:
    takes = any(isinstance(way.step, Take) for way in ways)
    builds = any(isinstance(way.step, Form) and way.step.card for way in ways)
    if played is None or not (takes or builds):
        return ""
    return messages.may_with_these_text(played, take=takes, build=builds)


def _depends_on(way: Way, held: Held) -> str:
    needs = depends_on(way.verdict, held)
    asked = isinstance(way.step, Form) and way.kind == "augment" and way.step.build.keeper
    return " · ".join(filter(None, [messages.asked_for_text() if asked else "", needs]))


# --- what may be insisted on ----------------------------------------------------------------------


def insisting(
    question: BuildQuestion, turn: Turn, verdict: Verdict, address_of: Callable[[Turn], str]
) -> list[Insisting]:
    """What opponents may insist on after a legal turn; of very much, the most cards."""
    found = []
    for demand in verdict.demands[:_MOST_INSISTED]:
        whole = completed(question, turn, demand)
        address = address_of(whole) if whole else ""
        found.append(Insisting(messages.demand_text(question, demand), address))
    if left := len(verdict.demands) - len(found):
        found.append(Insisting(messages.more_demands_text(left), ""))
    return found
