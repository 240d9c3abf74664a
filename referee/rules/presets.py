"""Presets: house rules of a game under one name, as books, sites and countries have them."""

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


class UnknownPreset(Impossible):
    """A preset that the game does not have; ``available`` are the keys of those that it has."""

    def __init__(self, key: str, available: tuple[str, ...]) -> None:
        super().__init__(f"no preset {key!r}, only {', '.join(available)}")
        self.key, self.available = key, available
