"""The entry point of all referees: a question to a game in, a ruling out."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from ..house_rules_base import WrongHouseRules
from ..question_field_readers import BadQuestion, WrongField, read_names
from ..ruleset import Ruleset
from . import ruleset
from .casino import rule_on_question as of_builds
from .casino.judge.play_rules_base import BuildRules
from .casino.question import BuildQuestion, read_question
from .casino.ruling import BuildRuling
from .krypkasino import rule_on_question as of_captures
from .krypkasino.card_values_and_points_type import CaptureRules, capture_rules
from .krypkasino.question import Question
from .krypkasino.ruling import Ruling

Texts = Mapping[str, str]
"""The texts of the fields of a question; absent and empty fields have no value."""


class CaptureAnswer(NamedTuple):
    """A question about captures that may be compulsory, and the ruling on it."""

    question: Question
    ruling: Ruling


class BuildAnswer(NamedTuple):
    """A question to a game with builds, and the ruling on it."""

    question: BuildQuestion
    ruling: BuildRuling


Answered = CaptureAnswer | BuildAnswer
"""A question and the ruling on it."""


def ask(game: str, texts: Texts, *, for_people: bool = False) -> Answered:
    """Return the ruling on a question to a game. With ``for_people`` it includes what the API's
    contract leaves out.

    Raises :class:`~referee.rules.question_field_readers.BadQuestion` and
    :class:`~referee.rules.games.UnknownGame`.
    """
    kind = _kind_of(game)
    if issubclass(kind, CaptureRules):
        return ask_about_capture(game, texts)
    if issubclass(kind, BuildRules):
        return ask_about_builds(game, texts, for_people=for_people)
    raise TypeError(f"nobody asks a {kind.__name__}")


def ask_about_capture(game: str, texts: Texts) -> CaptureAnswer:
    """Return the ruling on a question to a game without builds. Raises as :func:`ask` does."""
    question = Question.read(texts)
    rules = capture_rules(rules_for(game, question))
    return CaptureAnswer(question, of_captures.consult(rules, question))


def ask_about_builds(game: str, texts: Texts, *, for_people: bool = False) -> BuildAnswer:
    """Return the ruling on a question to a game with builds; ``for_people`` and errors as in
    :func:`ask`."""
    question = build_question(game, texts)
    return BuildAnswer(question, of_builds.consult(question, with_tops=for_people))


@cache
def _kind_of(game: str) -> type:
    """Return the kind of referee that a game has under all house rules."""
    return type(ruleset(game).referee)


def rules_for(game: str, question: Question) -> Ruleset:
    """Return the ruleset of a game with the house rules of a question. Raises as :func:`ask`
    does."""
    try:
        return ruleset(game, question.house)
    except WrongHouseRules as error:
        raise BadQuestion(WrongField("house", error)) from None


def build_question(game: str, texts: Texts) -> BuildQuestion:
    """Return the question to a game with builds that is in the text fields. Raises as :func:`ask`
    does."""
    try:
        rules = ruleset(game, read_names(texts.get("house", "")))
    except WrongHouseRules as error:
        raise BadQuestion(WrongField("house", error)) from None
    return read_question(rules, texts)
