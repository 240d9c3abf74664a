"""The house as if every game had its page of rules."""

from collections.abc import Mapping

from referee.rules.games import RULESETS, Game


def all_listed() -> Mapping[str, Game]:
    """Return ``referee.rules.games.RULESETS`` with examples for every game, so that people see
    all."""
    examples = next(game.examples for game in RULESETS.values() if game.examples)
    return {
        key: game._replace(examples=game.examples or examples) for key, game in RULESETS.items()
    }
