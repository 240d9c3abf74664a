"""The game in a page's address."""

from __future__ import annotations

from collections.abc import Callable

from flask import abort

from ..rules.exercises.exercise_registry import kinds
from ..rules.games import RULESETS, listed, ruleset
from ..rules.ruleset import Ruleset


def check_game(game: str) -> None:
    """404 if the game is not in the house."""
    if game not in RULESETS:
        abort(404)


def find_ruleset(game: str) -> Ruleset:
    """The ruleset of the game; 404 if it is not in the house."""
    check_game(game)
    return ruleset(game)


_HAVE: dict[str, Callable[[str], bool]] = {
    "tactics.page": lambda game: RULESETS[game].tactics is not None,
    "first.page": lambda game: RULESETS[game].first is not None,
    "exercises.hub": lambda game: bool(kinds(ruleset(game))),
}


def only_where(page: str, has: Callable[[str], bool]) -> None:
    """A room says which games have a page of its own, by its endpoint."""
    _HAVE[page] = has


def games_with(page: str) -> tuple[str, ...]:
    """The games that people see which have this page, by its endpoint: the referee's where there is
    one, advice and first positions where somebody wrote some, and all others in every game."""
    has = _HAVE.get(page)
    return tuple(key for key in listed() if has is None or has(key))
