"""Rulings."""

from __future__ import annotations

from functools import singledispatch
from typing import Any

from ..messages import ruling_text, verdict_text
from ..rules.games.krypkasino.ruling import CaptureOptions, HandRuling, Outcome, Ruling
from ..rules.games.krypkasino.verdict import CaptureVerdict
from ..rules.notation import write_card
from .cards import cards_json, ranks_json


def ruling_json(game: str, ruling: Ruling) -> dict[str, Any]:
    """The referee's answer."""
    return {
        "game": game,
        "table": cards_json(ruling.table),
        "set_aside": cards_json(ruling.set_aside),
        "sweeps_for": ranks_json(ruling.sweeps_for),
        "hand": ruling.hand and _hand(ruling.hand),
        "play": ruling.play and _play(ruling.play),
        "verdict": ruling.verdict
        and verdict_json(ruling.verdict) | {"message": ruling_text(ruling)},
    }


def _hand(hand: HandRuling) -> dict[str, Any]:
    return {
        "must_play": cards_json(hand.must_play),
        "plays": [
            {
                "card": write_card(play.card),
                "sweep": play.sweep.value,
                "options_total": play.options_total,
                "points_least": play.points_least,
            }
            for play in hand.plays
        ],
    }


def _play(play: CaptureOptions) -> dict[str, Any]:
    return {
        "card": write_card(play.card),
        "value": play.value,
        "creeps": play.creeps,
        "options_total": play.options_total,
        "options_complete": play.options_total is not None,
        "options": [option_json(outcome) for outcome in play.outcomes],
    }


def option_json(outcome: Outcome) -> dict[str, Any]:
    """A way to capture."""
    return {
        "captured": cards_json(outcome.option.captured),
        "groups": [cards_json(group) for group in outcome.option.groups],
        "left": cards_json(outcome.left),
        "set_aside": cards_json(outcome.set_aside),
        "sweep": outcome.sweep.value,
        "points": outcome.option.points,
        "points_most": outcome.option.points_most,
        "sets_up": ranks_json(outcome.sets_up),
    }


@singledispatch
def verdict_json(verdict: object) -> dict[str, Any]:
    """Whether a play is legal, and why not, as each kind of referee says it."""
    raise NotImplementedError(type(verdict).__name__)


@verdict_json.register
def _(verdict: CaptureVerdict) -> dict[str, Any]:
    return {
        "legal": verdict.legal,
        "reason": verdict.reason.value,
        "message": verdict_text(verdict),
        "rule": verdict.clause,
        "missed": cards_json(verdict.missed),
        "missing": [cards_json(cards) for cards in verdict.missing],
        "unless": ranks_json(verdict.unless),
    }
