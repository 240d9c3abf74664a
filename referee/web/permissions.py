"""Access of a phone to groups, by the keys in its cookies."""

from __future__ import annotations

from collections.abc import Iterator

from flask import abort, g

from ..services.access import Access, open_key
from ..services.refusals import MayNotWrite
from .key_cookies import key_of, known_groups


def access(group_id: str, session_id: str = "") -> Access:
    """Return what this phone may do in a group and a session of it; 404 if it may not read them."""
    g.private = True
    key = key_of(group_id)
    opened = open_key(key, session_id) if key else None
    if opened is None or opened.group_id != group_id:
        abort(404)
    return opened


def editing(group_id: str) -> Access:
    """Return the access of a phone that may change the group; 404 if it may not read it. Raises
    :class:`~referee.services.refusals.MayNotWrite` if it may only read."""
    return access(group_id).for_writing()


def edit_key_of(group_id: str) -> str:
    """Return the edit key of a group, for a page that shows its links. The length of that page must
    not reveal it (:mod:`referee.compression`)."""
    editing(group_id)
    g.shows_key = True
    key = key_of(group_id)
    if key is None:  # a phone with a view key got no further than the line above
        raise MayNotWrite
    return key


def known_access() -> Iterator[Access]:
    """Yield the access to each group whose link this phone opened and that still exists."""
    for group_id in known_groups():
        key = key_of(group_id)
        opened = open_key(key) if key else None
        if opened is not None and opened.group_id == group_id:
            g.private = True
            yield opened


def opened_with(key: str) -> Access:
    """Return the access that a key gives to whoever has just created its group; 404 if the links
    have been replaced since and the form was sent twice."""
    opened = open_key(key)
    if opened is None:
        abort(404)
    return opened
