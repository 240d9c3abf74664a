"""The game in a page's address."""

from __future__ import annotations

from flask import abort

from ..rules.exercises.making import kinds
from ..rules.games import RULESETS, listed, ruleset
from ..rules.ruleset import Ruleset
from .referee.view import view_of


def check_game(game: str) -> None:
    """404 if the game is not in the house."""
    if game not in RULESETS:
        abort(404)


def is_drawn(rules: Ruleset) -> bool:
    """Is there a page for this kind of referee? Others can be asked by programs alone."""
    return view_of.dispatch(type(rules.referee)) is not view_of.dispatch(object)


def find_ruleset(game: str) -> Ruleset:
    """The ruleset of the game; 404 if it is not in the house."""
    check_game(game)
    return ruleset(game)


def games_with(page: str) -> tuple[str, ...]:
    """The games that people see which have this page, by its endpoint: the referee's where there is
    one, advice and first positions where somebody wrote some, and all others in every game."""
    if page == "tactics.page":
        return tuple(key for key in listed() if RULESETS[key].tactics is not None)
    if page == "first.page":
        return tuple(key for key in listed() if RULESETS[key].first is not None)
    if page == "exercises.hub":
        return tuple(key for key in listed() if kinds(ruleset(key)))
    if page == "referee.page":
        return tuple(key for key in listed() if is_drawn(ruleset(key)))
    return listed()
