"""Groups of a phone that it is about to get again: from a file, or for the same people."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime

from ..store import duplicate_group_queries, queries
from .group_keys import Access
from .names import alike, normal
from .refusals import GroupAlreadyOnPhone


def group_of(opened: Iterable[Access], names: Sequence[str]) -> Access | None:
    """Return the group, of those that may be written, whose people these are, or who have sat at
    one table there; of several the one that played last. Order and case of the names are all one.
    """
    known = {access.group_id: access for access in opened if access.may_write}
    asked = alike(names)
    found = [
        group_id
        for group_id, people in duplicate_group_queries.people(known).items()
        if set(asked) <= set(alike(people))
        and asked in (alike(people), *map(alike, duplicate_group_queries.tables(group_id)))
    ]
    last = queries.last_begun(found)
    return known[max(found, key=lambda one: last[one])] if found else None


def as_written_there(access: Access, names: Iterable[str]) -> list[str]:
    """Return names as a group writes them: "anna" may be its Anna."""
    there = [normal(player.name) for player in queries.players(access.group_id)]
    folded = {name.casefold(): name for name in there}
    return [
        name if normal(name) in there else folded.get(normal(name).casefold(), name)
        for name in names
    ]


def refuse_known(known: Collection[str], begun: Collection[datetime]) -> None:
    """Raise :class:`~referee.services.refusals.GroupAlreadyOnPhone` if one of these groups has all
    the sessions that ``begun`` at these moments."""
    for group_id, moments in duplicate_group_queries.begun(known).items() if begun else ():
        if moments.issuperset(begun):
            raise GroupAlreadyOnPhone(group_id)


def refuse_followed(known: Collection[str], texts: Sequence[str], began: datetime) -> None:
    """Raise AlreadyHere for a game with these entries whose first was made at this second."""
    for game in duplicate_group_queries.followed(known, texts[0]) if texts else ():
        log = queries.log_texts(game.game_id)
        if game.made_at.replace(microsecond=0) == began and log[: len(texts)] == tuple(texts):
            raise GroupAlreadyOnPhone(game.group_id)
