"""The registry of games: each game is a package or module beside this file, is named only here, and
is imported when it is first asked for."""

from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping
from functools import lru_cache
from importlib import import_module
from itertools import chain
from typing import NamedTuple

from ..cards import Impossible
from ..house_rules import HouseRules, Preset, UnknownPreset
from ..ruleset import Referee, Ruleset
from ..score_items import SWEEPS
from ..sheet_plan import SheetPlan


class RegisteredGame(NamedTuple):
    """A game of the registry, ``GAME`` in its module: its house rules, and the function that makes
    a ruleset of them for each version of its rules.

    ``examples``, ``tactics`` and ``intro`` are files beside this one: worked examples, positions of
    the advice on playing well, and introductory positions. A game without ``examples`` has no page
    of rules and is not in the list of games that people see. ``at_home``: the home page shows a
    ruling of its own. ``presets`` are sets of its house rules that have a name.
    """

    house_rules: type[HouseRules]
    versions: Mapping[int, Callable[[object], Ruleset]]
    examples: str | None = None
    tactics: str | None = None
    intro: str | None = None
    at_home: bool = False
    presets: tuple[Preset, ...] = ()


MODULES = {
    "krypkasino": "krypkasino",
    "casino": "casino.casino",
    "royal-casino": "casino.royal",
    "swazi-casino": "casino.swazi",
    "lesotho-casino": "casino.lesotho",
    "south-african-casino": "casino.south_african",
    "spade-casino": "casino.spade",
    "kasino": "casino.kasino",
}
"""The module of each game."""


class _Registry(MutableMapping[str, RegisteredGame]):
    """The games by their keys. Whoever asks for one imports its module, and no other's."""

    def __init__(self, modules: Mapping[str, str]) -> None:
        self._games: dict[str, RegisteredGame | str] = dict(modules)

    def __getitem__(self, key: str) -> RegisteredGame:
        game = self._games[key]
        if isinstance(game, str):
            imported: RegisteredGame = import_module(f".{game}", __name__).GAME
            self._games[key] = game = imported
        return game

    def __setitem__(self, key: str, game: RegisteredGame) -> None:
        self._games[key] = game

    def __delitem__(self, key: str) -> None:
        del self._games[key]

    def __contains__(self, key: object) -> bool:
        return key in self._games

    def __iter__(self) -> Iterator[str]:
        return iter(self._games)

    def __len__(self) -> int:
        return len(self._games)


RULESETS = _Registry(MODULES)


class UnknownGame(Impossible):
    """A game that is not in the registry."""

    field = "game"

    def __init__(self, key: str) -> None:
        super().__init__(f"no game {key!r}, only {', '.join(RULESETS)}")
        self.key = key


class UnknownVersion(Impossible):
    """A version that the rules of the game do not have."""

    def __init__(self, version: int, versions: tuple[int, ...]) -> None:
        super().__init__(f"no version {version!r} of the rules, only {versions}")
        self.version, self.versions = version, versions


def ruleset(key: str, house_rules: Iterable[str] = (), version: int | None = None) -> Ruleset:
    """Return the ruleset of a game with the named house rules on, by default in the newest
    ``version``; stored games pass their own.

    Raises :class:`UnknownGame`, :class:`UnknownVersion` or :class:`.WrongHouseRules`.
    """
    game = RULESETS.get(key)
    if game is None:
        raise UnknownGame(key)
    if version is None:
        version = max(game.versions)
    if version not in game.versions:
        raise UnknownVersion(version, tuple(game.versions))
    return _made(game.versions[version], game.house_rules.of, tuple(house_rules))


@lru_cache(maxsize=1024)
def _made(
    version: Callable[[object], Ruleset],
    read: Callable[[Iterable[str]], HouseRules],
    house: tuple[str, ...],
) -> Ruleset:
    return version(read(house))


def find_preset(game: str, key: str) -> Preset:
    """Return the preset of a game with this key.

    Raises :class:`UnknownGame` or :class:`.UnknownPreset`.
    """
    if game not in RULESETS:
        raise UnknownGame(game)
    presets = {preset.key: preset for preset in RULESETS[game].presets}
    if key not in presets:
        raise UnknownPreset(key, tuple(presets))
    return presets[key]


def preset_of(game: str, house_rules: Iterable[str]) -> Preset | None:
    """Return the first preset of a game whose switches are exactly the named ones, None if there is
    none."""
    on = set(house_rules)
    presets = RULESETS[game].presets
    return next((preset for preset in presets if set(preset.house_rules) == on), None)


def listed() -> tuple[str, ...]:
    """Return the games that people see, in order."""
    return tuple(key for key, game in RULESETS.items() if game.examples is not None)


def refereed_by(kind: type[Referee]) -> tuple[str, ...]:
    """Return the games with a referee of this kind, in order."""
    return tuple(key for key in RULESETS if isinstance(ruleset(key).referee, kind))


def may_have_stock(key: str) -> bool:
    """Return whether players of a game draw from a stock, by some house rule or without any."""
    switches = RULESETS[key].house_rules.names()
    rulesets = (ruleset(key, on) for on in ((), *((name,) for name in switches)))
    plans = (rules.seating.deal_plans.values() for rules in rulesets)
    return any(plan.stock for plan in chain.from_iterable(plans))


def _sheets() -> Iterator[SheetPlan]:
    for key, game in RULESETS.items():
        for version in game.versions:
            yield ruleset(key, (), version).sheet


def row_limits() -> dict[str, int]:
    """Return the largest number that a row may have in each field, over all games and versions."""
    limits: dict[str, int] = {}
    for sheet in _sheets():
        limits_of_sheet = [
            (sheet.markers or SWEEPS, sheet.most_markers),
            (sheet.quick.key, sheet.quick.most),
        ]
        for name, most in [*limits_of_sheet, *((field.key, field.most) for field in sheet.fields)]:
            limits[name] = max(most, limits.get(name, 0))
    return limits


def items_of_players() -> tuple[str, ...]:
    """Return the keys of all score items of games in which each player scores alone."""
    sheets = (sheet for sheet in _sheets() if not sheet.by_side)
    return tuple(dict.fromkeys(item.key for sheet in sheets for item in sheet.items))
