"""The game in a page's address."""

from __future__ import annotations

from collections.abc import Iterable

from flask import abort

from ..rules.games import RULESETS, ruleset
from ..rules.ruleset import Ruleset


def find_ruleset(game: str, house: Iterable[str] = ()) -> Ruleset:
    """The ruleset of the game; 404 if it is not in the house."""
    if game not in RULESETS:
        abort(404)
    return ruleset(game, house)
