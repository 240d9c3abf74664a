"""A question in text fields to a game that is named, and what the referee says."""

from __future__ import annotations

from collections.abc import Mapping

from ...asking import BadQuestion, WrongField
from ...house import UnknownHouseRule
from ...ruleset import Ruleset
from .. import ruleset
from .capturing import capture_rules
from .question import Question
from .ruling import Ruling, consult


def rule_on(game: str, texts: Mapping[str, str]) -> Ruling:
    """Rule on a question to a game in text fields. Raises
    :class:`~referee.rules.asking.BadQuestion` and
    :class:`~referee.rules.games.UnknownGame`."""
    question = Question.read(texts)
    return consult(capture_rules(rules_for(game, question)), question)


def rules_for(game: str, question: Question) -> Ruleset:
    """The ruleset of a game with the house rules of a question. Raises as :func:`rule_on` does."""
    try:
        return ruleset(game, question.house)
    except UnknownHouseRule as error:
        raise BadQuestion(WrongField("house", error), readable=question) from None
