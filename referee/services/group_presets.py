"""Presets of a group: house rules that it plays by, under a name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..rules.error_bases import RulesError
from ..rules.games import ruleset
from ..rules.named_rules_as_text import NamedRules
from ..rules.ruleset import Ruleset
from ..rules.seating import Teams
from ..store import queries
from ..store.database import db
from ..store.models import GroupPreset
from .archive_data import GroupPresetFields
from .damaged_data import raises_damaged
from .group_keys import Access
from .locked_changes import changing_group
from .names import NAME_LENGTH, clean_name
from .refusals import Cause, Invalid, NotAccessible, Refusal, UnreadableArchive
from .session_views import SessionView

MOST_PRESETS = 50
"""Presets that a group may keep: all of a game are offered on one page."""


@raises_damaged
def read_presets(access: Access) -> tuple[NamedRules, ...]:
    """Return the presets of a group, in the order in which they came, each with its switches in the
    order of its game."""
    return tuple(map(_named_rules, queries.presets(access.group_id)))


def _named_rules(preset: GroupPreset) -> NamedRules:
    """Return a stored preset as the rules have it."""
    on = ruleset(preset.game, preset.house).house_rules.on
    return NamedRules(preset.name, preset.game, on, preset.target)


class RulesInUse(NamedTuple):
    """The rules that a group plays by, for so many ``players``; ``teams`` has the team of each
    seat."""

    rules: Ruleset
    players: int
    teams: Teams | None = None


@raises_damaged
def rules_in_use(access: Access, latest: SessionView | None) -> RulesInUse | None:
    """Return the rules of the ``latest`` session of a group, or else those of its first preset;
    None without any."""
    if latest is not None:
        return RulesInUse(latest.rules, len(latest.players), latest.teams)
    for named in read_presets(access):
        rules = ruleset(named.game, named.house_rules)
        return RulesInUse(rules, min(rules.seating.numbers))
    return None


def keep_preset(access: Access, named: NamedRules) -> None:
    """Keep house rules for a group; nothing happens if it has them under this name already.

    Raises what :func:`new_preset` raises, and :class:`~referee.services.refusals.Invalid` if it has
    others under this name, or too many.
    """
    preset = new_preset(access.group_id, named)
    with changing_group(access) as group:
        presets = queries.presets(group.id)
        same_name = [
            kept for kept in presets if (kept.game, kept.name) == (preset.game, preset.name)
        ]
        if any(is_same(kept, preset) for kept in same_name):
            return
        if same_name:
            raise Invalid(Cause.PRESET_EXISTS, field="name", name=preset.name)
        if len(presets) >= MOST_PRESETS:
            raise Invalid(Cause.TOO_MANY_PRESETS, most=MOST_PRESETS)
        db.session.add(preset)


def delete_preset(access: Access, game: str, name: str) -> None:
    """Delete a preset of a group.

    Raises :class:`~referee.services.refusals.NotAccessible` if there is none of this name.
    """
    with changing_group(access) as group:
        for preset in queries.presets(group.id):
            if (preset.game, preset.name) == (game, name):
                db.session.delete(preset)
                return
        raise NotAccessible


def new_preset(group_id: str, named: NamedRules) -> GroupPreset:
    """Return house rules as a preset that is not stored yet.

    Raises :class:`~referee.services.refusals.BadName`, and what
    :meth:`~referee.rules.named_rules_as_text.NamedRules.check` raises.
    """
    name = clean_name(named.name)
    named.check()
    house = sorted(set(named.house_rules))
    return GroupPreset(
        group_id=group_id, game=named.game, name=name, house=house, target=named.target
    )


def read_archived(group_id: str, data: Sequence[GroupPresetFields]) -> list[GroupPreset]:
    """Return the presets of an archive, ready to be stored.

    Raises :class:`~referee.services.refusals.UnreadableArchive`, also for two of one name.
    """
    presets: dict[tuple[str, str], GroupPreset] = {}
    for place, fields in enumerate(data):
        try:
            house = tuple(fields["house_rules"])
            named = NamedRules(fields["name"], fields["game"], house, fields["target"])
            preset = new_preset(group_id, named)
        except (RulesError, Refusal) as error:
            raise UnreadableArchive(f"presets.{place}", error) from error
        if presets.setdefault((preset.game, preset.name), preset) is not preset:
            raise UnreadableArchive(f"presets.{place}.name")
    return list(presets.values())


def is_same(preset: GroupPreset, other: GroupPreset) -> bool:
    """Return whether two presets are the same rules under the same name."""
    return _named_rules(preset) == _named_rules(other)


def beside_others(group_id: str, presets: Sequence[GroupPreset]) -> list[GroupPreset]:
    """Return those of some presets that a group does not have yet; one whose name it has for other
    rules gets a number behind it."""
    present = [*queries.presets(group_id)]
    added: list[GroupPreset] = []
    for preset in presets:
        if any(is_same(kept, preset) for kept in present):
            continue
        names = {kept.name for kept in present if kept.game == preset.game}
        preset.name = _free_name(preset.name, names)
        present.append(preset)
        added.append(preset)
    return added


def _free_name(name: str, names: set[str]) -> str:
    """Return a name that is not among others: itself, or with a number behind it."""
    free, number = name, 1
    while free in names:
        number += 1
        free = f"{name[: NAME_LENGTH - 5].rstrip()} ({number})"
    return free
