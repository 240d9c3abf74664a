"""Answers of the command ``referee judge``, for each kind of referee."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial, singledispatch

from .api.ruling_answers import BuildRulingSchema, RulingSchema, build_ruling_of, ruling_of
from .messages.build_rulings import build_lines
from .messages.capture_verdicts import (
    forcing_text,
    headline,
    not_double_text,
    outcome_text,
    price_text,
    table_text,
    verdict_text,
)
from .rules.games import ruleset
from .rules.games.ask import ask_about_builds, ask_about_capture
from .rules.games.casino.judge.play_rules import BuildRules
from .rules.games.krypkasino.captures import CaptureRules
from .rules.games.krypkasino.verdict import Ruling
from .rules.question_fields import BadQuestion, NotInThisGame, WrongField
from .rules.ruleset import Referee

_CAPTURE_FIELDS = ("captured", "dealt", "last_of_deal")
_BUILD_FIELDS = ("turn", "with", "players", "piles", "deal", "stock", "proven")


@dataclass(frozen=True)
class Answer:
    """A ruling, as lines for people or JSON for programs; ``illegal``: the play that was asked
    about is illegal."""

    lines: Callable[[], list[str]]
    json: Callable[[], dict[str, object]]
    illegal: bool


def answer_to(game: str, texts: Mapping[str, str]) -> Answer:
    """Return the ruling on a question in text fields; empty fields count as absent.

    Raises :class:`~referee.rules.question_fields.BadQuestion`, also for a field that this
    kind of referee does not have."""
    return _ask(ruleset(game).referee, game, texts)


@singledispatch
def _ask(referee: Referee | None, _game: str, _texts: Mapping[str, str]) -> Answer:
    """Return the ruling of this kind of referee."""
    raise TypeError(f"nobody asks a {type(referee).__name__}")


@_ask.register
def _(_referee: CaptureRules, game: str, texts: Mapping[str, str]) -> Answer:
    _refuse_fields(_BUILD_FIELDS, texts)
    ruling = ask_about_capture(game, texts).ruling
    return Answer(
        partial(_capture_lines, ruling),
        lambda: RulingSchema.json(ruling_of(game, ruling)),
        ruling.verdict is not None and ruling.verdict.legal is False,
    )


@_ask.register
def _(_referee: BuildRules, game: str, texts: Mapping[str, str]) -> Answer:
    _refuse_fields(_CAPTURE_FIELDS, texts)
    question, ruling = ask_about_builds(game, texts, for_people=True)
    return Answer(
        partial(build_lines, question, ruling),
        lambda: BuildRulingSchema.json(build_ruling_of(question, ruling)),
        ruling.verdict is not None and ruling.verdict.legal is False,
    )


def _refuse_fields(foreign: tuple[str, ...], texts: Mapping[str, str]) -> None:
    """Raise :class:`~referee.rules.question_fields.BadQuestion` for fields of another kind
    of referee."""
    if faults := [WrongField(name, NotInThisGame()) for name in foreign if texts.get(name)]:
        raise BadQuestion(*faults)


def _capture_lines(ruling: Ruling) -> list[str]:
    """Return a ruling on a capture, line by line."""
    price = price_text(ruling, ruling.verdict)
    no_double = not_double_text(ruling, ruling.verdict)
    sentences = [headline(ruling), price, no_double, forcing_text(ruling)]
    if ruling.verdict:
        sentences = [verdict_text(ruling.verdict), price, no_double, headline(ruling)]
    lines = [line for line in sentences if line]
    if ruling.play is None:
        lines.append(table_text(ruling))
    else:
        lines += (f"  {outcome_text(outcome, ruling)}" for outcome in ruling.play.outcomes)
    return lines
