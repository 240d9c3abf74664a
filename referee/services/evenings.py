"""Sessions of a group by evening."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from .session_list_item import SessionSummary

_T = TypeVar("_T")


def by_evening(items: Iterable[_T], summary_of: Callable[[_T], SessionSummary]) -> list[list[_T]]:
    """Return the sessions that are not set aside, by evening, in the order of each evening.

    ``items`` are sessions, or values with one, the latest first. The sessions of a night are one
    evening.
    """
    nights: dict[str, list[_T]] = {}
    for item in items:
        session = summary_of(item)
        if not session.set_aside:
            nights.setdefault(session.night or session.id, []).insert(0, item)
    return list(nights.values())
