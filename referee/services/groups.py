"""Groups: names, people who were typed twice, new links, deleting."""

from __future__ import annotations

from sqlalchemy import update

from ..store import queries
from ..store.database import db, writing
from ..store.models import Group, Player, Seat
from .group_keys import Access, new_edit_key, set_keys
from .names import clean_name, clean_zone, normal
from .refusals import Cause, Invalid, NotAccessible, TakenName
from .transactions import changing_group


def rename_group(access: Access, name: str) -> None:
    """Raises :class:`~referee.services.refusals.BadName`."""
    cleaned = clean_name(name)
    with changing_group(access) as group:
        group.name = cleaned


def change_zone(access: Access, timezone: str | None) -> None:
    """Move a group to another time zone; None is the server's. Raises
    :class:`~referee.services.refusals.UnknownZone`."""
    zone = None if timezone is None else clean_zone(timezone)
    with changing_group(access) as group:
        group.timezone = zone
        queries.bump_sessions(group.id)


def rename_player(access: Access, player_id: int, name: str) -> None:
    """Raises :class:`~referee.services.refusals.BadName`, and
    :class:`~referee.services.refusals.TakenName` if somebody else is called so."""
    cleaned = clean_name(name)
    with changing_group(access) as group:
        player = _find_player(group, player_id)
        for other in queries.players(group.id):
            if normal(other.name) == cleaned and other is not player:
                raise TakenName(other.id, other.name)
        player.name = cleaned
        queries.bump_sessions(group.id)


def merge_players(access: Access, player_id: int, into_id: int) -> None:
    """Somebody who was typed twice: all sessions of the one become sessions of the other.

    Raises :class:`~referee.services.refusals.Invalid`.
    """
    with changing_group(access) as group:
        one, other = _find_player(group, player_id), _find_player(group, into_id)
        if one is other:
            return
        if queries.sat_together(one.id, other.id):
            raise Invalid(Cause.SAT_TOGETHER, one=one.name, other=other.name)
        db.session.execute(update(Seat).where(Seat.player_id == one.id).values(player_id=other.id))
        db.session.delete(one)
        queries.bump_sessions(group.id)


def replace_links(access: Access) -> str:
    """New links; the old ones stop working at once. Answers the new edit key."""
    with changing_group(access) as group:
        return _new_key(group)


def new_links(group_id: str) -> str:
    """The same for those who lost all their links, from the machine that serves the app."""
    with writing(lambda: queries.group(group_id, lock=True)) as group:
        if group is None:
            raise NotAccessible
        return _new_key(group)


def delete_group(access: Access, typed_name: str) -> None:
    """Delete a group with everything in it.

    Raises :class:`~referee.services.refusals.Invalid` unless its name was typed.
    """
    with changing_group(access) as group:
        if normal(typed_name) != normal(group.name):
            raise Invalid(Cause.WRONG_NAME)
        db.session.delete(group)


def _find_player(group: Group, player_id: int) -> Player:
    player = queries.player(group.id, player_id)
    if player is None:
        raise NotAccessible
    return player


def _new_key(group: Group) -> str:
    key = new_edit_key()
    set_keys(group, key)
    return key
