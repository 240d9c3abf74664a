"""The games of the house: one module each, listed here and named nowhere else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from ..cards import Impossible
from ..ruleset import HouseRules, Ruleset
from . import krypkasino


class Game(NamedTuple):
    """A game of the house: its switches, and what makes a ruleset of them."""

    house_rules: type[HouseRules]
    ruleset: Callable[[Any], Ruleset]


RULESETS: Mapping[str, Game] = {
    krypkasino.KEY: Game(krypkasino.KrypkasinoHouseRules, krypkasino.ruleset),
}


class UnknownGame(Impossible):
    """A game that is not in the house."""

    def __init__(self, key: str) -> None:
        super().__init__(f"no game {key!r}, only {', '.join(RULESETS)}")
        self.key = key


def ruleset(key: str, house: Iterable[str] = ()) -> Ruleset:
    """The ruleset of a game with these house rules on.

    Raises :class:`UnknownGame` or :class:`~referee.rules.ruleset.UnknownHouseRule`.
    """
    game = RULESETS.get(key)
    if game is None:
        raise UnknownGame(key)
    return game.ruleset(game.house_rules.of(house))
