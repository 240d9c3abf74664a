"""The game in a page's address."""

from __future__ import annotations

from flask import abort

from ..rules.games import RULESETS, listed, ruleset
from ..rules.games.krypkasino.capturing import CaptureRules
from ..rules.ruleset import Ruleset


def check_game(game: str) -> None:
    """404 if the game is not in the house."""
    if game not in RULESETS:
        abort(404)


def check_referee(game: str) -> None:
    """404 if the game has no referee that a page draws."""
    if not is_drawn(find_ruleset(game)):
        abort(404)


def is_drawn(rules: Ruleset) -> bool:
    """Is there a page for this kind of referee? Others can be asked by programs alone."""
    return isinstance(rules.referee, CaptureRules)


def find_ruleset(game: str) -> Ruleset:
    """The ruleset of the game; 404 if it is not in the house."""
    check_game(game)
    return ruleset(game)


def games_with(page: str) -> tuple[str, ...]:
    """The games that people see which have this page, by its endpoint; without a referee a game
    has all others."""
    if page != "referee.page":
        return listed()
    return tuple(key for key in listed() if is_drawn(ruleset(key)))
