"""Rulings of games with builds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ..messages import build_verdict_text, ruled_text
from ..rules.cards import Cards
from ..rules.games.casino.judge.building import Demand, build_rules
from ..rules.games.casino.judge.judging import Verdict
from ..rules.games.casino.judge.naming import Fault
from ..rules.games.casino.question import BuildQuestion
from ..rules.games.casino.ruling import BuildRuling, HandRow, PlayRuling
from ..rules.games.casino.search.forms import Forming
from ..rules.games.casino.search.pointing import Way
from ..rules.games.casino.search.takes import Taking
from ..rules.notation import write_card
from ..rules.table import Build, write_build, write_groups
from ..rules.turns import write_items, write_step
from .cards import cards_json, ranks_json
from .rulings import verdict_json


def build_ruling_json(question: BuildQuestion, ruling: BuildRuling) -> dict[str, Any]:
    """The referee's answer."""
    verdict = ruling.verdict
    return {
        "game": question.rules.key,
        "players": ruling.players,
        "table": cards_json(ruling.table.loose),
        "builds": [build_json(build) for build in ruling.table.builds],
        "duties": [duty.value for duty in ruling.duties],
        "hand": None if ruling.hand is None else list(map(_hand_json, ruling.hand)),
        "play": ruling.play and _play_json(question, ruling.play),
        "with": None if ruling.ways is None else list(map(_way_json, ruling.ways)),
        "verdict": verdict and verdict_json(verdict) | {"message": ruled_text(ruling)},
        "after": verdict and _after_json(question, verdict),
    }


def build_json(build: Build) -> dict[str, Any]:
    """A build on a table."""
    return {
        "value": build.value,
        "groups": [cards_json(group) for group in build.groups],
        "multiple": build.multiple,
        "keeper": build.keeper,
        "text": write_build(build),
    }


def _hand_json(row: HandRow) -> dict[str, Any]:
    return {
        "card": write_card(row.card),
        "takes": row.takes,
        "forms": row.forms,
        "lay": row.lay,
    }


def _play_json(question: BuildQuestion, play: PlayRuling) -> dict[str, Any]:
    lay = play.lay
    return {
        "card": write_card(play.card),
        "takes": [_take_json(question, taking) for taking in play.takes],
        "takes_complete": play.takes_complete,
        "forms": [_form_json(forming) for forming in play.forms],
        "forms_complete": play.forms_complete,
        "lay": {"legal": lay.legal, "reason": lay.reason.value, "holds": ranks_json(lay.holds)},
    }


def _take_json(question: BuildQuestion, taking: Taking) -> dict[str, Any]:
    step, after = taking.step, taking.verdict.after
    return {
        "turn": write_step(step),
        "captured": write_items(step.cards, step.tops),
        "builds": _texts(step.builds),
        "groups": write_groups(taking.groups, step.tops),
        "value": taking.value,
        "holds": ranks_json(taking.verdict.holds),
        "after": _after_json(question, taking.verdict),
        "sweep": after is not None and not after.loose and not after.builds,
        "points": taking.points,
        "points_most": taking.points_most,
    }


def _form_json(forming: Forming) -> dict[str, Any]:
    build = forming.step.build
    return {
        "turn": write_step(forming.step),
        "build": write_build(build._replace(keeper=forming.keeper)),
        "kind": forming.kind,
        "of": forming.of and write_build(forming.of),
        "value": build.value,
        "holds": ranks_json(forming.verdict.holds),
    }


def _way_json(way: Way) -> dict[str, Any]:
    return {
        "turn": write_step(way.step),
        "kind": way.kind,
        "value": way.value,
        "legal": way.verdict.legal,
        "reason": way.verdict.reason.value,
        "holds": ranks_json(way.verdict.holds),
    }


@verdict_json.register
def _(verdict: Verdict) -> dict[str, Any]:
    fault = verdict.fault or Fault(verdict.reason)
    return {
        "legal": verdict.legal,
        "reason": verdict.reason.value,
        "holds": ranks_json(verdict.holds),
        "step": verdict.step,
        "cards": cards_json(fault.cards),
        "build": fault.build and write_build(fault.build),
        "value": verdict.value,
        "demands": [demand_json(demand) for demand in verdict.demands],
        "rule": verdict.clause,
        "message": build_verdict_text(verdict),
    }


def demand_json(demand: Demand) -> dict[str, Any]:
    """What an opponent may insist on."""
    return {
        "kind": demand.kind,
        "of": demand.of and write_build(demand.of),
        "captured": write_items(demand.loose, demand.tops),
        "builds": _texts(demand.builds),
    }


def _after_json(question: BuildQuestion, verdict: Verdict) -> dict[str, Any] | None:
    table = verdict.after
    if table is None:
        return None
    return {
        "table": cards_json(table.loose),
        "builds": _texts(table.builds),
        "piles": _piles_json(question, verdict.piles),
    }


def _piles_json(question: BuildQuestion, piles: Sequence[Cards]) -> list[dict[str, Any]] | None:
    """What is on top of each pile; None where piles are closed."""
    if not build_rules(question.rules).OPEN_PILES:
        return None
    seats = sorted(set(question.position.pile_seats))
    tops = {seat: write_card(piles[seat][0]) if piles[seat] else None for seat in seats}
    return [{"seat": seat, "top": top} for seat, top in tops.items()]


def _texts(builds: Iterable[Build] | Sequence[Build]) -> list[str]:
    return list(map(write_build, builds))
