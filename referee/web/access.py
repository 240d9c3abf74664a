"""What a phone may see and change, by the keys that it has."""

from __future__ import annotations

from collections.abc import Iterator

from flask import abort, g

from ..services.links import Access, open_key
from ..services.refusals import MayNotWrite
from .keyring import key_of, known_groups


def access(group_id: str, session_id: str = "") -> Access:
    """What this phone may do in a group, and with a session of it; 404 if it may not even look."""
    g.private = True
    key = key_of(group_id)
    opened = open_key(key, session_id) if key else None
    if opened is None or opened.group_id != group_id:
        abort(404)
    return opened


def editing(group_id: str) -> Access:
    """The same for those who change something. Raises
    :class:`~referee.services.refusals.MayNotWrite`."""
    return access(group_id).for_writing()


def edit_key_of(group_id: str) -> str:
    """The group's edit key, for pages that show its links."""
    editing(group_id)
    key = key_of(group_id)
    if key is None:  # a phone with a view key got no further than the line above
        raise MayNotWrite
    return key


def known_access() -> Iterator[Access]:
    """What the links still open that this phone was shown."""
    for group_id in known_groups():
        key = key_of(group_id)
        opened = open_key(key) if key else None
        if opened is not None and opened.group_id == group_id:
            g.private = True
            yield opened


def edits(group_id: str) -> Access:
    """What somebody may do who has just made a group."""
    return Access(group_id, may_write=True)
