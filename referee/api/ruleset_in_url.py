"""Lookup of the game that an API URL names, and errors of the rules as problems."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NoReturn

from ..messages import error_text
from ..rules.error_bases import RulesError
from ..rules.games import UnknownGame, ruleset
from ..rules.house_rules_base import WrongHouseRules
from ..rules.question_fields import BadQuestion
from ..rules.ruleset import Ruleset
from .problems import FieldError, Problem, wrong_fields


def find_ruleset(game: str, house: Mapping[str, bool]) -> Ruleset:
    """Return the ruleset of a game with its switches; 404 for an unknown game, 422 for wrong house
    rules."""
    try:
        return ruleset(game, switched_on(game, house))
    except UnknownGame as error:
        raise Problem(404, error_text(error)) from error
    except WrongHouseRules as error:
        refuse("house", error)


def switched_on(game: str, house: Mapping[str, bool]) -> list[str]:
    """Return the house rules that are on. Those that are off must exist too: raises
    :class:`~referee.rules.games.UnknownGame` and
    :class:`~referee.rules.house_rules_base.UnknownHouseRule`."""
    type(ruleset(game).house_rules).check_names(house)
    return [name for name, on in house.items() if on]


def refuse(field: str, error: RulesError) -> NoReturn:
    """Raise the problem (422) that a field's value is impossible."""
    raise wrong_fields(422, [FieldError(field, error_text(error))]) from error


def refuse_question(error: BadQuestion) -> NoReturn:
    """Raise the problem of a refused question: 400 if something cannot be read, else 422."""
    fields = [FieldError(fault.field, error_text(fault.error)) for fault in error.faults]
    raise wrong_fields(400 if error.unreadable else 422, fields) from error
