"""Presets where a session is set up: buttons that set all house rules at once."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from ...rules.games import RULESETS
from ...rules.named_rules_as_text import NamedRules
from ...words.game_names import PRESETS, preset_name, preset_source


class PresetChoice(NamedTuple):
    """A preset to be chosen. ``house_rules`` are in the order of the game. ``source`` is empty for
    one of a group's own."""

    key: str
    name: str
    house_rules: tuple[str, ...]
    target: int | None = None
    source: str = ""
    note: str = ""

    def is_exactly(self, house_rules: Collection[str]) -> bool:
        """Return whether these house rules are on, and no other ones."""
        return set(self.house_rules) == set(house_rules)


def preset_choices(game: str, own: Sequence[NamedRules] = ()) -> tuple[PresetChoice, ...]:
    """Return the presets that are offered for a game: its own, and those that a group keeps for
    it."""
    order = RULESETS[game].house_rules.names()
    choices = []
    for preset in RULESETS[game].presets:
        on = tuple(sorted(preset.house_rules, key=order.index))
        choices.append(
            PresetChoice(
                preset.key,
                preset_name(game, preset),
                on,
                preset.target,
                preset_source(game, preset),
                str(PRESETS[game][preset.key].note),
            )
        )
    for named in own:
        if named.game == game:
            key = own_key(named.name)
            choices.append(PresetChoice(key, named.name, named.house_rules, named.target))
    return tuple(choices)


def own_key(name: str) -> str:
    """Return the key of a group's own preset. No preset of a game has such a key."""
    return f"own {name}"


def chosen_preset(
    choices: Sequence[PresetChoice], house_rules: Collection[str], key: str = ""
) -> PresetChoice | None:
    """Return the preset that house rules are, or else the one with this ``key``, of which single
    rules were changed; None if there is neither. Of several equal ones it is the one with the
    key."""
    by_key = next((choice for choice in choices if choice.key == key), None)
    if by_key is not None and by_key.is_exactly(house_rules):
        return by_key
    return next((choice for choice in choices if choice.is_exactly(house_rules)), by_key)


def preset_played(
    choices: Sequence[PresetChoice],
    house_rules: Collection[str],
    target: int | None,
    usual: int | None,
) -> PresetChoice | None:
    """Return the preset that a session to a ``target`` was played by; None if its house rules are
    none. Of several equal ones it is the one with this target, where ``usual`` is that of the
    game."""
    exact = [choice for choice in choices if choice.is_exactly(house_rules)]
    to_target = [choice for choice in exact if (choice.target or usual) == target]
    return next(iter((*to_target, *exact)), None)
