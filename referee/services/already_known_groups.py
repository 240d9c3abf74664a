"""Recognition of groups that a phone is about to get again, from a file or for the same people."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime

from ..store import duplicate_group_queries, queries
from .group_keys import Access
from .names import alike, normal
from .refusals import GroupAlreadyOnPhone


def group_of(opened: Iterable[Access], names: Sequence[str]) -> Access | None:
    """Return the writable group of these people, or that had them at one table; None without one.

    Of several it is the one that played last. Order and case of the names do not matter.
    """
    accesses = {access.group_id: access for access in opened if access.may_write}
    sought = alike(names)
    group_ids = [
        group_id
        for group_id, people in duplicate_group_queries.people(accesses).items()
        if set(sought) <= set(alike(people))
        and sought in (alike(people), *map(alike, duplicate_group_queries.tables(group_id)))
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


def refuse_known(group_ids: Collection[str], begun: Collection[datetime]) -> None:
    """Raise :class:`~referee.services.refusals.GroupAlreadyOnPhone` for sessions that are known.

    They are known if one of these groups has a session that began at each of these moments.
    """
    for group_id, moments in duplicate_group_queries.begun(group_ids).items() if begun else ():
        if moments.issuperset(begun):
            raise GroupAlreadyOnPhone(group_id)


def refuse_followed(group_ids: Collection[str], texts: Sequence[str], began: datetime) -> None:
    """Raise :class:`~referee.services.refusals.GroupAlreadyOnPhone` for a known followed game.

    It is known if a log of one of these groups starts with these entries, the first at this second.
    """
    for game in duplicate_group_queries.followed(group_ids, texts[0]) if texts else ():
        log = queries.log_texts(game.game_id)
        if game.made_at.replace(microsecond=0) == began and log[: len(texts)] == tuple(texts):
            raise GroupAlreadyOnPhone(game.group_id)
