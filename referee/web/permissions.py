"""What a phone may see and change, by the keys that it has."""

from __future__ import annotations

from collections.abc import Iterator

from flask import abort, g, redirect
from werkzeug.wrappers import Response

from ..services import group_overview
from ..services.group_keys import Access, open_key
from ..services.ids import on_phone
from ..services.refusals import MayNotWrite
from .key_cookies import MOST_GROUPS, forget, key_of, known_groups, remember, unreadable_groups

FORGOTTEN = 20
"""Groups that one answer makes a phone forget: proxies take so much of its head, too."""


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
    """Return the group's edit key, for pages that show its links. Their length must not tell it
    (:mod:`referee.compression`)."""
    editing(group_id)
    g.shows_key = True
    key = key_of(group_id)
    if key is None:  # a phone with a view key got no further than the line above
        raise MayNotWrite
    return key


def admit(response: Response, group_id: str, key: str) -> None:
    """Let this phone in from now on. Of too many groups it forgets, some at a time, those in which
    nothing began for longest; their links open them again."""
    remember(response, group_id, key)
    if on_phone():  # no link would open them again
        return
    known, unreadable = {*known_groups()} - {group_id}, unreadable_groups() - {group_id}
    too_many = len(known) + len(unreadable) + 1 - MOST_GROUPS
    if too_many > 0:
        for idle in [*unreadable, *group_overview.longest_idle(known)][: min(too_many, FORGOTTEN)]:
            forget(response, idle)


def admitted(page: str, group_id: str, key: str | None) -> Response:
    """On to a page of a group that this phone has changed, let in by the key if it got one."""
    response = redirect(page, 303)
    if key is not None:
        admit(response, group_id, key)
    return response


def known_access() -> Iterator[Access]:
    """What the links still open that this phone was shown."""
    for group_id in known_groups():
        key = key_of(group_id)
        opened = open_key(key) if key else None
        if opened is not None and opened.group_id == group_id:
            g.private = True
            yield opened


def opened_with(key: str) -> Access:
    """What somebody may do who has just made a group and got this key; 404 if its links have been
    replaced since, and the same form was sent again."""
    opened = open_key(key)
    if opened is None:
        abort(404)
    return opened
