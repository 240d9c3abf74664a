"""House rules of a game: its switches."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from functools import cache
from typing import Self

from .cards import Impossible


class UnknownHouseRule(Impossible):
    """A house rule that the game does not have."""

    def __init__(self, name: str, available: tuple[str, ...]) -> None:
        super().__init__(f"no house rule {name!r}, only {', '.join(available)}")
        self.name, self.available = name, available


DURING_PLAY = {"during_play": True}


@dataclass(frozen=True)
class HouseRules:
    """Base class for the house rules of a game: a subclass has one ``bool`` field for each, with
    its default."""

    @classmethod
    @cache
    def names(cls) -> tuple[str, ...]:
        """Return the names of all switches."""
        return tuple(field.name for field in fields(cls))

    @classmethod
    @cache
    def names_during_play(cls) -> tuple[str, ...]:
        """Return the names of the switches that a ruling can depend on: those with
        ``metadata=DURING_PLAY``."""
        return tuple(field.name for field in fields(cls) if field.metadata == DURING_PLAY)

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
        """Return the house rules with the named switches on. Raises :class:`UnknownHouseRule`."""
        chosen = dict.fromkeys(on, True)
        for name in chosen:
            if name not in cls.names():
                raise UnknownHouseRule(name, cls.names())
        return cls(**chosen)
