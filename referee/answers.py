"""Rulings and sheets as plain data, in the names of the JSON contract."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .messages import verdict_text
from .rules.cards import Cards, Rank
from .rules.notation import write_card, write_rank
from .rules.scoring import Sheet
from .rules.verdict import HandRuling, Outcome, PlayRuling, Ruling, Verdict


def ruling_json(game: str, ruling: Ruling) -> dict[str, Any]:
    """The referee's answer."""
    return {
        "game": game,
        "table": _cards(ruling.table),
        "set_aside": _cards(ruling.set_aside),
        "sweeps_for": _ranks(ruling.sweeps_for),
        "hand": ruling.hand and _hand(ruling.hand),
        "play": ruling.play and _play(ruling.play),
        "verdict": ruling.verdict and _verdict(ruling.verdict),
    }


def _hand(hand: HandRuling) -> dict[str, Any]:
    return {
        "must_play": _cards(hand.must_play),
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


def _play(play: PlayRuling) -> dict[str, Any]:
    return {
        "card": write_card(play.card),
        "value": play.value,
        "creeps": play.creeps,
        "options_total": play.options_total,
        "options_complete": play.options_total is not None,
        "options": [_outcome(outcome) for outcome in play.outcomes],
    }


def _outcome(outcome: Outcome) -> dict[str, Any]:
    return {
        "captured": _cards(outcome.option.captured),
        "groups": [_cards(group) for group in outcome.option.groups],
        "left": _cards(outcome.left),
        "set_aside": _cards(outcome.set_aside),
        "sweep": outcome.sweep.value,
        "points": outcome.option.points,
        "points_most": outcome.option.points_most,
        "sets_up": _ranks(outcome.sets_up),
    }


def _verdict(verdict: Verdict) -> dict[str, Any]:
    return {
        "legal": verdict.legal,
        "reason": verdict.reason.value,
        "message": verdict_text(verdict),
        "rule": verdict.clause,
        "missed": _cards(verdict.missed),
    }


def _cards(cards: Cards) -> list[str]:
    return [write_card(card) for card in cards]


def _ranks(ranks: tuple[Rank, ...]) -> list[str]:
    return [write_rank(rank) for rank in ranks]


def sheet_json(sheet: Sheet, names: Sequence[str | None]) -> dict[str, Any]:
    """A scored game."""
    return {
        "players": [
            {"name": name, **score._asdict(), "total": score.total}
            for name, score in zip(names, sheet.scores, strict=True)
        ],
        "teams": sheet.teams and [team._asdict() for team in sheet.teams],
        "sum": sheet.sum,
        "expected": sheet.expected,
        "balanced": sheet.balanced,
        "kinds": sheet.kinds and {key: kind._asdict() for key, kind in sheet.kinds.items()},
    }
