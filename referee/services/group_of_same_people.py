"""Group of the same people as a session that is to be started."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..store import duplicate_group_queries, queries
from .group_keys import Access
from .names import alike, normal


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
