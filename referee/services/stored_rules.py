"""Rules that a stored session or game is played by."""

from __future__ import annotations

from ..rules.games import ruleset
from ..rules.ruleset import Ruleset
from ..store.models import Game, GameSession
from .damaged_data import raises_damaged


@raises_damaged
def rules_of(game: Game) -> Ruleset:
    """Return the rules that a game is played by; those of its session may be others by now."""
    return ruleset(game.game, game.house, game.rules_version)


def rules_for(session: GameSession) -> Ruleset:
    """Return the rules that the next game of a session is played by."""
    return ruleset(session.game, session.house)
