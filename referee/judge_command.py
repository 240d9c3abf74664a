"""What ``referee judge`` answers: each kind of referee is asked other things, and says others."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial, singledispatch
from typing import Any

from .json_answers import BuildRulingSchema, RulingSchema, build_ruling_of, ruling_of
from .messages import (
    build_lines,
    forcing_text,
    headline,
    not_double_text,
    outcome_text,
    price_text,
    table_text,
    verdict_text,
)
from .rules.games import ruleset
from .rules.games.casino.judge.build_rules import BuildRules
from .rules.games.krypkasino.capture_rules import CaptureRules
from .rules.games.krypkasino.ruling import Ruling
from .rules.games.referee import ask
from .rules.question_fields import BadQuestion, NotInThisGame, WrongField
from .rules.ruleset import Referee

_OF_CAPTURES = ("captured", "dealt", "last_of_deal")
_OF_BUILDS = ("turn", "with", "players", "piles", "deal", "stock", "proven")


@dataclass(frozen=True)
class Answer:
    """A ruling, for people line by line or for programs; ``illegal`` is what was done."""

    lines: Callable[[], list[str]]
    json: Callable[[], dict[str, Any]]
    illegal: bool


def answer_to(game: str, texts: Mapping[str, str]) -> Answer:
    """Rule on a question in text fields; empty ones say nothing.

    Raises :class:`~referee.rules.question_fields.BadQuestion`, also for a field that this kind of
    referee knows nothing of.
    """
    return _ask(ruleset(game).referee, game, texts)


@singledispatch
def _ask(referee: Referee | None, _game: str, _texts: Mapping[str, str]) -> Answer:
    raise TypeError(f"nobody asks a {type(referee).__name__}")


@_ask.register
def _(_referee: CaptureRules, game: str, texts: Mapping[str, str]) -> Answer:
    _refuse(_OF_BUILDS, texts)
    ruling: Ruling = ask(game, texts).ruling
    return Answer(
        partial(_lines, ruling),
        lambda: RulingSchema.json(ruling_of(game, ruling)),
        ruling.verdict is not None and ruling.verdict.legal is False,
    )


@_ask.register
def _(_referee: BuildRules, game: str, texts: Mapping[str, str]) -> Answer:
    _refuse(_OF_CAPTURES, texts)
    question, ruling = ask(game, texts, for_people=True)
    return Answer(
        partial(build_lines, question, ruling),
        lambda: BuildRulingSchema.json(build_ruling_of(question, ruling)),
        ruling.verdict is not None and ruling.verdict.legal is False,
    )


def _refuse(foreign: tuple[str, ...], texts: Mapping[str, str]) -> None:
    if faults := [WrongField(name, NotInThisGame()) for name in foreign if texts.get(name)]:
        raise BadQuestion(*faults)


def _lines(ruling: Ruling) -> list[str]:
    """A ruling for people, line by line."""
    price = price_text(ruling, ruling.verdict)
    no_double = not_double_text(ruling, ruling.verdict)
    said = [headline(ruling), price, no_double, forcing_text(ruling)]
    if ruling.verdict:
        said = [verdict_text(ruling.verdict), price, no_double, headline(ruling)]
    lines = [line for line in said if line]
    if ruling.play is None:
        lines.append(table_text(ruling))
    else:
        lines += (f"  {outcome_text(outcome, ruling)}" for outcome in ruling.play.outcomes)
    return lines
