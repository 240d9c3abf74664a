"""The type of presets: house rules of a game under one name.

The presets themselves, those of books, sites and countries, are in the modules of the games.
"""

from __future__ import annotations

from typing import NamedTuple

from .error_bases import Impossible


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

    def __init__(self, key: str, available: tuple[str, ...]) -> None:
        super().__init__(f"no preset {key!r}, only {', '.join(available)}")
        self.key, self.available = key, available
