"""The effect of house rules and presets on a verdict."""

from __future__ import annotations

from typing import NamedTuple

from .preset_type import Preset


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
