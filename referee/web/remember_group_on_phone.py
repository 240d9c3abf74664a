"""Admission of a phone to a group: its key in a cookie, for which the oldest may have to go."""

from __future__ import annotations

from flask import redirect
from werkzeug.wrappers import Response

from ..runs_on_phone import on_phone
from ..services import groups
from .key_cookies import MOST_GROUPS, forget, known_groups, remember, unreadable_groups

FORGOTTEN = 20
"""Groups that one answer makes a phone forget: proxies take so much of its head, too."""


def admit(response: Response, group_id: str, key: str) -> None:
    """Set the cookie of a group's key in a response. If the phone has too many groups, some of
    those that nothing began in for longest are forgotten; their links open them again."""
    remember(response, group_id, key)
    if on_phone():  # no link would open them again
        return
    others, unreadable = {*known_groups()} - {group_id}, unreadable_groups() - {group_id}
    too_many = len(others) + len(unreadable) + 1 - MOST_GROUPS
    if too_many > 0:
        for idle in [*unreadable, *groups.longest_idle(others)][: min(too_many, FORGOTTEN)]:
            forget(response, idle)


def admitted(page: str, group_id: str, key: str | None) -> Response:
    """Redirect to a page of a group, and set the cookie of its key, if there is a new one."""
    response = redirect(page, 303)
    if key is not None:
        admit(response, group_id, key)
    return response
