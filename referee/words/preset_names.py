"""Names of presets and notes on them, for each game that has some."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ..languages import LANGUAGES, Speech, lazy_gettext, speaking
from ..rules.presets import Preset


class PresetWords(NamedTuple):
    """The words for a preset: its ``name``, which tells where or by whom it is played, and a
    ``note`` on what its sources leave open."""

    name: str
    note: str = ""


PRESETS: Mapping[str, Mapping[str, PresetWords]] = {
    "casino": {
        "pagat": PresetWords(lazy_gettext("Casino as on pagat.com")),
    },
    "royal-casino": {
        "pagat": PresetWords(lazy_gettext("Royal Casino as on pagat.com")),
    },
    "south-african-casino": {
        "pagat": PresetWords(lazy_gettext("As on pagat.com")),
    },
}
"""The words for each preset, by game and key."""


def preset_name(game: str, preset: Preset) -> str:
    """Return the name of a preset of a game, in the language of the answer."""
    return str(PRESETS[game][preset.key].name)


def preset_names(game: str, preset: Preset) -> dict[str, str]:
    """Return the name of a preset of a game in each language, by language code."""
    names = {}
    for spoken in LANGUAGES:
        with speaking(Speech(spoken)):
            names[spoken] = preset_name(game, preset)
    return names
