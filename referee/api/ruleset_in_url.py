"""Lookup of the game that an API URL names, and errors of the rules as problems."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NoReturn

from ..messages import error_text
from ..rules.cards import RulesError
from ..rules.games import UnknownGame, ruleset
from ..rules.house_rules import WrongHouseRules
from ..rules.question_fields import BadQuestion
from ..rules.ruleset import Ruleset
from .problems import FieldError, Problem, wrong_fields


def find_ruleset(game: str, house: Iterable[str]) -> Ruleset:
    """Return the ruleset of a game; 404 for an unknown game, 422 for wrong house rules."""
    try:
        return ruleset(game, house)
    except UnknownGame as error:
        raise Problem(404, error_text(error)) from error
    except WrongHouseRules as error:
        refuse("house", error)


def refuse(field: str, error: RulesError) -> NoReturn:
    """Raise the problem (422) that a field's value is impossible."""
    raise wrong_fields(422, [FieldError(field, error_text(error))]) from error


def refuse_question(error: BadQuestion) -> NoReturn:
    """Raise the problem of a refused question: 400 if something cannot be read, else 422."""
    fields = [FieldError(fault.field, error_text(fault.error)) for fault in error.faults]
    raise wrong_fields(400 if error.unreadable else 422, fields) from error
