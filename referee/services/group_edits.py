"""Changes of a group: its name, people, presets and links."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sqlalchemy import update

from ..rules.cards import RulesError
from ..rules.games import ruleset
from ..rules.games.ask import NamedRules
from ..rules.ruleset import Ruleset
from ..rules.seating import Teams
from ..store import queries
from ..store.database import db, writing
from ..store.models import Group, GroupPreset, Player, Seat
from .access import Access, changing_group, edit_key, hash_key, new_edit_key, open_key, set_keys
from .archive import GroupPresetFields
from .names import NAME_LENGTH, alike, clean_name, clean_zone, normal
from .refusals import (
    Cause,
    Invalid,
    NotAccessible,
    Refusal,
    TakenName,
    UnreadableArchive,
    raises_damaged,
)
from .session_views import SessionView


def rename_group(access: Access, name: str) -> None:
    """Give a group another name. Raises :class:`.BadName`."""
    cleaned = clean_name(name)
    with changing_group(access) as group:
        group.name = cleaned


def change_zone(access: Access, timezone: str | None) -> None:
    """Move a group to another time zone; None is the server's.

    Raises :class:`.UnknownZone`.
    """
    zone = None if timezone is None else clean_zone(timezone)
    with changing_group(access) as group:
        group.timezone = zone
        queries.bump_sessions(group.id)


def rename_player(access: Access, player_id: int, name: str) -> None:
    """Give a person another name.

    Raises :class:`.BadName`, and :class:`.TakenName` if somebody else of the group has that name.
    """
    cleaned = clean_name(name)
    with changing_group(access) as group:
        player = _find_player(group, player_id)
        for other in queries.players(group.id):
            if normal(other.name) == cleaned and other is not player:
                raise TakenName(other.id, other.name)
        player.name = cleaned
        queries.bump_sessions(group.id)


def merge_players(access: Access, player_id: int, into_id: int) -> None:
    """Give all sessions of a person who was entered twice to the other entry.

    Raises :class:`.Invalid` if both sat at one table.
    """
    with changing_group(access) as group:
        duplicate, other = _find_player(group, player_id), _find_player(group, into_id)
        if duplicate is other:
            return
        if queries.sat_together(duplicate.id, other.id):
            raise Invalid(Cause.SAT_TOGETHER, one=duplicate.name, other=other.name)
        db.session.execute(
            update(Seat).where(Seat.player_id == duplicate.id).values(player_id=other.id)
        )
        db.session.delete(duplicate)
        queries.bump_sessions(group.id)


def delete_group(access: Access, typed_name: str) -> None:
    """Delete a group with everything in it.

    Raises :class:`.Invalid` unless its name was typed, in any case.
    """
    with changing_group(access) as group:
        if normal(typed_name).casefold() != normal(group.name).casefold():
            raise Invalid(Cause.WRONG_NAME)
        db.session.delete(group)


def _find_player(group: Group, player_id: int) -> Player:
    """Return a person of a group. Raises :class:`.NotAccessible`."""
    player = queries.player(group.id, player_id)
    if player is None:
        raise NotAccessible
    return player


MOST_PRESETS = 50
"""Presets that a group may keep: all of a game are offered on one page."""


@raises_damaged
def read_presets(access: Access) -> tuple[NamedRules, ...]:
    """Return the presets of a group, in the order in which they came, each with its switches in the
    order of its game."""
    return tuple(map(_named_rules, queries.presets(access.group_id)))


def _named_rules(preset: GroupPreset) -> NamedRules:
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

    Raises what :func:`new_preset` raises, and :class:`.Invalid` if it has others under this name,
    or too many.
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
            raise Invalid(Cause.PRESET_EXISTS, name=preset.name)
        if len(presets) >= MOST_PRESETS:
            raise Invalid(Cause.TOO_MANY_PRESETS, most=MOST_PRESETS)
        db.session.add(preset)


def delete_preset(access: Access, game: str, name: str) -> None:
    """Delete a preset of a group.

    Raises :class:`.NotAccessible` if there is none of this name.
    """
    with changing_group(access) as group:
        for preset in queries.presets(group.id):
            if (preset.game, preset.name) == (game, name):
                db.session.delete(preset)
                return
        raise NotAccessible


def new_preset(group_id: str, named: NamedRules) -> GroupPreset:
    """Return house rules as a preset that is not stored yet.

    Raises :class:`.BadName`, and what :meth:`~referee.rules.games.ask.NamedRules.check` raises.
    """
    name = clean_name(named.name)
    named.check()
    house = sorted(set(named.house_rules))
    return GroupPreset(
        group_id=group_id, game=named.game, name=name, house=house, target=named.target
    )


def read_archived(group_id: str, data: Sequence[GroupPresetFields]) -> list[GroupPreset]:
    """Return the presets of an archive, ready to be stored.

    Raises :class:`.UnreadableArchive`, also for two of one name.
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


def replace_links(access: Access, seed: str) -> str:
    """Replace the links of a group, so that the old ones stop working; return the new edit key.

    It follows from the old one and the ``seed``, the key of the request.
    """
    key = _next_key(access.group_id, access.edit_hash, seed)
    with changing_group(access) as group:
        set_keys(group, key)
    return key


def replaced_before(group_id: str, old_key: str, seed: str) -> str | None:
    """Return the edit key that a request with this ``seed`` gave a group, None if it gave none.

    Whoever lost the answer has the ``old_key`` alone, which opens nothing any more.
    """
    key = _next_key(group_id, hash_key(old_key), seed)
    return None if open_key(key) is None else key


def _next_key(group_id: str, old_hash: str | None, seed: str) -> str:
    return edit_key(group_id, f"after {old_hash} {seed}")


def new_links(group_id: str) -> str:
    """Replace the links of a group for people who lost them all, and return the new edit key.

    It needs no access: it is for the machine that serves the app.
    """
    with writing(lambda: queries.group(group_id, lock=True)) as group:
        if group is None:
            raise NotAccessible
        key = new_edit_key()
        set_keys(group, key)
    return key


def group_of(opened: Iterable[Access], names: Sequence[str]) -> Access | None:
    """Return the writable group of these people, or that had them at one table; None without one.

    Of several it is the one that played last. Order and case of the names do not matter.
    """
    accesses = {access.group_id: access for access in opened if access.may_write}
    sought = alike(names)
    group_ids = [
        group_id
        for group_id, people in queries.people(accesses).items()
        if set(sought) <= set(alike(people))
        and sought in (alike(people), *map(alike, queries.tables(group_id)))
    ]
    begun = queries.last_begun(group_ids)
    return accesses[max(group_ids, key=lambda group_id: begun[group_id])] if group_ids else None


def as_written_there(access: Access, names: Iterable[str]) -> list[str]:
    """Return names in the spelling of a group, where "anna" may be "Anna"."""
    names_there = [normal(player.name) for player in queries.players(access.group_id)]
    folded = {name.casefold(): name for name in names_there}
    return [
        name if normal(name) in names_there else folded.get(normal(name).casefold(), name)
        for name in names
    ]
