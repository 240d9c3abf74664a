"""Changes of groups: their names and time zones, people who were entered twice, deletion."""

from __future__ import annotations

from sqlalchemy import update

from ..store import queries
from ..store.database import db
from ..store.models import Group, Player, Seat
from .group_keys import Access
from .locked_changes import changing_group
from .names import clean_name, normal
from .refusals import Cause, Invalid, NotAccessible, TakenName
from .time_zone_check import clean_zone


def rename_group(access: Access, name: str) -> None:
    """Give a group another name. Raises :class:`~referee.services.refusals.BadName`."""
    cleaned = clean_name(name)
    with changing_group(access) as group:
        group.name = cleaned


def change_zone(access: Access, timezone: str | None) -> None:
    """Move a group to another time zone; None is the server's.

    Raises :class:`~referee.services.refusals.UnknownZone`.
    """
    zone = None if timezone is None else clean_zone(timezone)
    with changing_group(access) as group:
        group.timezone = zone
        queries.bump_sessions(group.id)


def rename_player(access: Access, player_id: int, name: str) -> None:
    """Give a person another name.

    Raises :class:`~referee.services.refusals.BadName`, and
    :class:`~referee.services.refusals.TakenName` if somebody else of the group has that name.
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

    Raises :class:`~referee.services.refusals.Invalid` if both sat at one table.
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

    Raises :class:`~referee.services.refusals.Invalid` unless its name was typed, in any case.
    """
    with changing_group(access) as group:
        if normal(typed_name).casefold() != normal(group.name).casefold():
            raise Invalid(Cause.WRONG_NAME)
        db.session.delete(group)


def _find_player(group: Group, player_id: int) -> Player:
    """Return a person of a group. Raises :class:`~referee.services.refusals.NotAccessible`."""
    player = queries.player(group.id, player_id)
    if player is None:
        raise NotAccessible
    return player
