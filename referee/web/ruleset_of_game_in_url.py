"""Lookup of the game that a page's URL names."""

from __future__ import annotations

from flask import abort

from ..rules.games import RULESETS, ruleset
from ..rules.ruleset import Ruleset


def check_game(game: str) -> None:
    """Abort with 404 unless the game exists."""
    if game not in RULESETS:
        abort(404)


def find_ruleset(game: str) -> Ruleset:
    """Return the ruleset of a game without house rules; 404 if the game does not exist."""
    check_game(game)
    return ruleset(game)
