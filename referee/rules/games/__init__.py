"""The games of the house: one module each, listed here and named nowhere else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from ..cards import Impossible
from ..ruleset import HouseRules, Ruleset
from . import krypkasino


class Game(NamedTuple):
    """A game of the house: its switches, what makes a ruleset of them in each version that its
    rules have had, and its worked examples, a file beside this one."""

    house_rules: type[HouseRules]
    versions: Mapping[int, Callable[[Any], Ruleset]]
    examples: str


RULESETS: Mapping[str, Game] = {
    krypkasino.KEY: Game(
        krypkasino.KrypkasinoHouseRules,
        {krypkasino.VERSION: krypkasino.ruleset},
        "krypkasino/examples.json",
    ),
}


class UnknownGame(Impossible):
    """A game that is not in the house."""

    def __init__(self, key: str) -> None:
        super().__init__(f"no game {key!r}, only {', '.join(RULESETS)}")
        self.key = key


class UnknownVersion(Impossible):
    """A version of a game's rules that is not in the house."""

    def __init__(self, version: int, known: tuple[int, ...]) -> None:
        super().__init__(f"no version {version!r} of the rules, only {known}")
        self.version, self.known = version, known


def ruleset(key: str, house: Iterable[str] = (), version: int | None = None) -> Ruleset:
    """The ruleset of a game with these house rules on: what is begun now is played by the newest
    ``version``, and what is stored by its own.

    Raises :class:`UnknownGame`, :class:`UnknownVersion` or
    :class:`~referee.rules.ruleset.UnknownHouseRule`.
    """
    game = RULESETS.get(key)
    if game is None:
        raise UnknownGame(key)
    if version is None:
        version = max(game.versions)
    if version not in game.versions:
        raise UnknownVersion(version, tuple(game.versions))
    return game.versions[version](game.house_rules.of(house))


def kind_keys() -> tuple[str, ...]:
    """The kinds of counting cards of all games, in all versions of their rules."""
    rules = [ruleset(key, (), version) for key in RULESETS for version in RULESETS[key].versions]
    return tuple(dict.fromkeys(kind.key for one in rules for kind in one.kinds))
