"""House rules of a game: its switches, its presets, and their effect on a verdict.

The presets themselves, those of books, sites and countries, are in the modules of the games.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from enum import Enum
from functools import cache
from typing import ClassVar, NamedTuple, Self

from .cards import Impossible


class WrongHouseRules(Impossible):
    """House rules that a game cannot be played by."""

    field = "house"


class UnknownHouseRule(WrongHouseRules):
    """A house rule that the game does not have."""

    def __init__(self, name: str, available: tuple[str, ...]) -> None:
        super().__init__(f"no house rule {name!r}, only {', '.join(available)}")
        self.name, self.available = name, available


class ExcludedHouseRules(WrongHouseRules):
    """Two house rules that cannot both be on."""

    def __init__(self, name: str, other: str) -> None:
        super().__init__(f"{name!r} and {other!r} exclude each other")
        self.name, self.other = name, other


DURING_PLAY: Mapping[str, object] = {"during_play": True}
"""Metadata of a switch that a ruling can depend on."""


class PlayKind(Enum):
    """A kind of play that a house rule can decide."""

    CAPTURE = "capture"
    BUILD_CHANGE = "build_change"
    """A card is added to a build, or raises one."""
    STEP_AND_CAPTURE = "step_and_capture"
    """A step without a card from the hand, and a capture."""


def deciding(*kinds: PlayKind) -> dict[str, object]:
    """Return the metadata of a switch that decides plays of these kinds, seldom and hardly ever
    others. Exercises about it are then found in less time."""
    return {**DURING_PLAY, "decides": kinds}


def excluding(*names: str) -> dict[str, object]:
    """Return the metadata of a switch that cannot be on beside these others, as far as a game has
    them. One of two switches names the other."""
    return {"excludes": names}


@dataclass(frozen=True)
class HouseRules:
    """Base class for the house rules of a game: a subclass has one ``bool`` field for each, with
    its default."""

    NEEDS: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """The switches without which another one changes nothing."""

    @property
    def forces_captures(self) -> bool:
        """True if a capture that was passed over breaks a rule."""
        return False

    @classmethod
    @cache
    def names(cls) -> tuple[str, ...]:
        """Return the names of all switches."""
        return tuple(field.name for field in fields(cls))

    @classmethod
    @cache
    def names_during_play(cls) -> tuple[str, ...]:
        """Return the names of the switches that a ruling can depend on: those with
        ``DURING_PLAY`` in their metadata."""
        return tuple(field.name for field in fields(cls) if field.metadata.get("during_play"))

    @classmethod
    @cache
    def kinds_decided(cls, name: str) -> tuple[PlayKind, ...]:
        """Return the kinds of plays that a switch decides; none if it may decide any."""
        metadata = {field.name: field.metadata for field in fields(cls)}[name]
        return tuple(metadata.get("decides", ()))

    @classmethod
    @cache
    def exclusions(cls) -> Mapping[str, tuple[str, ...]]:
        """Return for each switch, in order, those that cannot be on beside it."""
        named = {field.name: field.metadata.get("excludes", ()) for field in fields(cls)}
        return {
            name: tuple(other for other in named if other in named[name] or name in named[other])
            for name in named
        }

    @classmethod
    def switched(cls, on: Iterable[str], name: str) -> tuple[str, ...]:
        """Return the switches that are on once ``name`` was switched over. Those that cannot be on
        beside it are then off."""
        before = tuple(on)
        if name in before:
            return tuple(other for other in before if other != name)
        return (*(other for other in before if other not in cls.exclusions().get(name, ())), name)

    def switches(self) -> dict[str, bool]:
        """Return the state of each switch by name, true if it is on."""
        return {name: getattr(self, name) for name in self.names()}

    @property
    def on(self) -> tuple[str, ...]:
        """Return the names of the switches that are on."""
        return tuple(name for name, on in self.switches().items() if on)

    @property
    def on_during_play(self) -> tuple[str, ...]:
        """Return the names of the switches that are on and that a ruling can depend on."""
        return tuple(name for name in self.names_during_play() if getattr(self, name))

    @classmethod
    def of(cls, on: Iterable[str]) -> Self:
        """Return the house rules with the named switches on. Raises :class:`UnknownHouseRule` and
        :class:`ExcludedHouseRules`."""
        chosen = dict.fromkeys(on, True)
        cls.check_names(chosen)
        for name, excluded in cls.exclusions().items():
            other = next(filter(chosen.get, excluded), None)
            if name in chosen and other is not None:
                raise ExcludedHouseRules(name, other)
        return cls(**chosen)

    @classmethod
    def check_names(cls, names: Iterable[str]) -> None:
        """Raise :class:`UnknownHouseRule` for the first name that is no switch of the game."""
        for name in names:
            if name not in cls.names():
                raise UnknownHouseRule(name, cls.names())


class Preset(NamedTuple):
    """A named set of house rules of one game.

    ``house_rules`` are those that are on. ``source`` names a book or site, untranslated. ``target``
    is None where the game's own target by these rules holds.
    """

    key: str
    house_rules: tuple[str, ...]
    source: str
    target: int | None = None


class UnknownPreset(Impossible):
    """A preset that the game does not have; ``available`` are the keys of those that it has."""

    field = "preset"

    def __init__(self, key: str, available: tuple[str, ...]) -> None:
        super().__init__(f"no preset {key!r}, only {', '.join(available)}")
        self.key, self.available = key, available


class PresetVerdict(NamedTuple):
    """A preset, and whether a play is ``legal`` by it; None where that depends on the hand."""

    preset: Preset
    legal: bool | None


class ByOtherRules(NamedTuple):
    """The effect of house rules on a verdict: ``switches`` of which each would change it, and the
    verdicts of ``presets``, where they are not all the same."""

    switches: tuple[str, ...] = ()
    presets: tuple[PresetVerdict, ...] = ()

    @property
    def sides(self) -> list[tuple[bool | None, list[Preset]]]:
        """Return the presets on each side: by which a play is legal, illegal, or depends on the
        hand."""
        sides = [
            (legal, [one.preset for one in self.presets if one.legal is legal])
            for legal in (True, False, None)
        ]
        return [side for side in sides if side[1]]
