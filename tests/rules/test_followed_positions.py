"""What whoever follows a game with builds knows more than who is asked about a position (L5): the
cards that were shown, how many are left, and which seat is whose."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from referee.rules.games.asked import build_question
from referee.rules.games.casino.judge.building import Demand, build_rules
from referee.rules.games.casino.judge.judging import Verdict, judge
from referee.rules.games.casino.judge.position import Position
from referee.rules.games.casino.question import BuildQuestion
from referee.rules.notation import read_cards, write_rank
from referee.rules.table import Build, Table, Top, in_order
from referee.rules.turns import Form, Lay, Step, Turn

DATA = Path(__file__).parents[1] / "data"
VECTORS = [
    vector
    for name in ("casino_turns.json", "southern_turns.json")
    for vector in json.loads((DATA / name).read_text("utf-8"))
]


def asked(game: str, **texts: str) -> BuildQuestion:
    return build_question(game, texts)


KNOWN = [
    # table, turn, shown before and out of sight, cards left, legal, reason, what must be held
    ("5S", "3C 3C+5S=8", "", None, None, "legal", "8"),
    ("5S", "3C 3C+5S=8", "8S 8H 8D", None, None, "legal", "8"),
    ("5S", "3C 3C+5S=8", "8S 8H 8D 8C", None, False, "no_holder", ""),
    ("5S 8C", "3C 3C+5S=8", "8S 8H 8D", None, False, "no_holder", ""),
    ("5S", "3C 3C+5S=8", "", 2, None, "legal", "8"),
    ("5S", "3C 3C+5S=8", "", 1, False, "no_holder", ""),
    # A card to keep for each build of one's own.
    ("5S 3D+6D=9@0", "3C 3C+5S=8", "", 3, None, "legal", "8 9"),
    ("5S 3D+6D=9@0", "3C 3C+5S=8", "", 2, False, "no_holder", ""),
    ("5S 3D+6D=9@0", "5C x 5S", "", 2, None, "legal", "9"),
    ("5S 3D+6D=9@0", "5C x 5S", "", 1, False, "keep_card", ""),
    ("5S 3D+6D=9@0", "5C x 5S", "9S 9H 9D 9C", 4, False, "keep_card", ""),
    ("5S 3D+6D=9@0", "9C x 3D+6D=9", "", 1, True, "legal", ""),
    ("5S 3D+6D=9@0", "9C x 3D+6D=9", "9S 9H 9D", 1, True, "legal", ""),
]


@pytest.mark.parametrize(("table", "turn", "gone", "left", "legal", "reason", "holds"), KNOWN)
def test_cards_that_were_shown_and_cards_that_are_left(
    table: str, turn: str, gone: str, left: int | None, legal: bool | None, reason: str, holds: str
) -> None:
    question = asked("casino", table=table, turn=turn)
    position = replace(question.position, gone=read_cards(gone), cards_left=left)
    verdict = judge(build_rules(question.rules), position, question.turn or ())
    assert (verdict.legal, verdict.reason, " ".join(map(write_rank, verdict.holds))) == (
        legal,
        reason,
        holds,
    )


@pytest.mark.parametrize("vector", [pytest.param(v, id=v["id"]) for v in VECTORS])
def test_whoever_plays_and_wherever_they_sit(vector: dict[str, Any]) -> None:
    """The verdict on a published turn is the same from every seat of the table."""
    texts = vector["query"] | {"house": " ".join(vector["house"])}
    question = asked(vector["game"], **texts)
    rules, turn = build_rules(question.rules), question.turn or ()
    position = replace(question.position, table=in_order(question.table))
    verdict = judge(rules, position, turn, demands=True)
    for seat in range(1, question.players):
        ring = Ring(seat, question.players)
        elsewhere = judge(rules, ring.position(position), ring.turn(turn), demands=True)
        assert elsewhere == ring.verdict(verdict)


class Ring:
    """Everything a number of seats on."""

    def __init__(self, by: int, players: int) -> None:
        self.by, self.players = by, players

    def seat(self, seat: int) -> int:
        return (seat + self.by) % self.players

    def around(self, things: tuple[Any, ...]) -> tuple[Any, ...]:
        return (*things[-self.by :], *things[: -self.by]) if things else things

    def build(self, build: Build) -> Build:
        return build if build.keeper is None else build._replace(keeper=self.seat(build.keeper))

    def builds(self, builds: tuple[Build, ...]) -> tuple[Build, ...]:
        return tuple(map(self.build, builds))

    def table(self, table: Table) -> Table:
        return in_order(Table(table.loose, self.builds(table.builds)))

    def position(self, position: Position) -> Position:
        return replace(
            position,
            mover=self.seat(position.mover),
            table=self.table(position.table),
            sides=self.around(tuple(position.sides)),
            pile_seats=self.around(tuple(map(self.seat, position.pile_seats))),
            piles=self.around(position.piles),
        )

    def tops(self, tops: tuple[Top, ...]) -> tuple[Top, ...]:
        return tuple(top._replace(seat=self.seat(top.seat)) for top in tops)

    def turn(self, turn: Turn) -> Turn:
        return tuple(map(self.step, turn))

    def step(self, step: Step) -> Step:
        if isinstance(step, Lay):
            return step
        step = step._replace(tops=self.tops(step.tops))
        return step._replace(build=self.build(step.build)) if isinstance(step, Form) else step

    def demand(self, demand: Demand) -> Demand:
        return demand._replace(
            of=demand.of and self.build(demand.of),
            tops=tuple(sorted(self.tops(demand.tops))),
            builds=self.builds(demand.builds),
        )

    def verdict(self, verdict: Verdict) -> Verdict:
        fault = verdict.fault
        if fault is not None:
            build = fault.build and self.build(fault.build)
            fault = fault._replace(build=build, tops=self.tops(fault.tops))
        return verdict._replace(
            fault=fault,
            after=verdict.after and self.table(verdict.after),
            piles=self.around(verdict.piles),
            formed=verdict.formed and self.build(verdict.formed),
            lent=self.builds(verdict.lent),
            demands=tuple(map(self.demand, verdict.demands)),
        )


LENT = [
    # how many cards are left, the turn of who adds to an opponent's build, why it is not right
    (2, "2D+6C=5S+3C=8 / KD -", "augment_not_yours", 1),
    (1, "2D+6C=5S+3C=8 / KD -", "augment_not_yours", 0),
    (1, "2D+6C=5S+3C=8 / 8H x 2D+6C=5S+3C=8", "legal", None),
]


@pytest.mark.parametrize(("left", "turn", "reason", "step"), LENT)
def test_who_has_no_card_left_to_take_it_adds_to_no_build(
    left: int, turn: str, reason: str, step: int | None
) -> None:
    """With the last card in this turn it is clear at the addition."""
    question = asked("lesotho-casino", table="2D 6C 9H 5S+3C=8@1", turn=turn)
    position = replace(question.position, cards_left=left)
    verdict = judge(build_rules(question.rules), position, question.turn or ())
    assert (verdict.reason, verdict.step) == (reason, step)
