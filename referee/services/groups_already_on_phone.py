"""Recognition of groups that a phone has already, when it imports a file."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from ..store import duplicate_group_queries, queries
from .refusals import GroupAlreadyOnPhone


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
