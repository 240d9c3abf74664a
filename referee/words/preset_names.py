"""Names of presets and notes on them, for each game that has some."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ..languages import LANGUAGES, Speech, lazy_gettext, speaking
from ..rules.preset_type import Preset


class PresetWords(NamedTuple):
    """The words for a preset: its ``name``, which tells where or by whom it is played, a ``note``
    on what its sources leave open, and its ``source`` where that is no title."""

    name: str
    note: str = ""
    source: str = ""


PRESETS: Mapping[str, Mapping[str, PresetWords]] = {
    "casino": {
        "pagat": PresetWords(lazy_gettext("Casino as on pagat.com")),
        "hoyle-1904": PresetWords(
            lazy_gettext("Standard Hoyle, 1904"),
            note=lazy_gettext(
                "Referee's reading: a picture takes all of its rank, for “only one” is younger."
            ),
        ),
        "foster": PresetWords(
            lazy_gettext("Foster's Hoyle"),
            note=lazy_gettext("Sweeps cancel each other only sometimes there."),
        ),
        "american": PresetWords(
            lazy_gettext("American: a picture takes all"),
            note=lazy_gettext("Not all of them want a card to take whenever it can."),
        ),
        "wippen": PresetWords(
            lazy_gettext("Wippen"), note=lazy_gettext("It is played in Flanders.")
        ),
    },
    "royal-casino": {
        "pagat": PresetWords(lazy_gettext("Royal Casino as on pagat.com")),
        "royal-draw": PresetWords(lazy_gettext("Royal Draw, 1898")),
    },
    "south-african-casino": {
        "pagat": PresetWords(lazy_gettext("As on pagat.com")),
        "association": PresetWords(
            lazy_gettext("South African association"),
            note=lazy_gettext(
                "Where its pages contradict each other, those of its online game decide, then its "
                "document of 2023."
            ),
            source=lazy_gettext("Khasino association of southern Africa, 2026"),
        ),
    },
    "kasino": {
        "sweden": PresetWords(lazy_gettext("Swedish Kasino")),
        "finland": PresetWords(
            lazy_gettext("Finnish Kasino"),
            note=lazy_gettext(
                "In a Finnish guide tied majorities also go to the next game. That needs counted "
                "piles in each game, so it is not on here."
            ),
        ),
        "denmark": PresetWords(
            lazy_gettext("Danish Kasino without building"),
            note=lazy_gettext("Danes build too; Kasino has no builds."),
            source=lazy_gettext("two Danish rules sites"),
        ),
        "norway": PresetWords(
            lazy_gettext("Norwegian Kasino without building"),
            note=lazy_gettext("Norwegians build too; Kasino has no builds."),
            source=lazy_gettext("a Norwegian rules site"),
        ),
    },
}
"""The words for each preset, by game and key."""


def preset_name(game: str, preset: Preset) -> str:
    """Return the name of a preset of a game, in the language of the answer."""
    return str(PRESETS[game][preset.key].name)


def preset_source(game: str, preset: Preset) -> str:
    """Return the source of a preset of a game, in the language of the answer."""
    return str(PRESETS[game][preset.key].source or preset.source)


def preset_names(game: str, preset: Preset) -> dict[str, str]:
    """Return the name of a preset of a game in each language, by language code."""
    names = {}
    for spoken in LANGUAGES:
        with speaking(Speech(spoken)):
            names[spoken] = preset_name(game, preset)
    return names
