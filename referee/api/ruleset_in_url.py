"""Lookup of the game that an API URL names, with its switches."""

from __future__ import annotations

from collections.abc import Mapping

from ..messages.error_texts import error_text
from ..rules.games import UnknownGame, ruleset
from ..rules.house_rules_base import WrongHouseRules
from ..rules.ruleset import Ruleset
from .problems import Problem
from .rules_errors_as_problems import refuse


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
