"""Summaries of groups, for lists of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from sqlalchemy.exc import SQLAlchemyError

from ..evening_dates import day_of
from ..store import points_sum_queries, queries
from ..store.driver_errors import DatabaseBusy, DriverError, driver_error_of
from ..store.models import Group
from .group_keys import Access
from .group_session_game_lookup import find_group
from .session_list_item import SessionSummary, session_summary
from .session_outcome import BestSeats, best_seats
from .session_views import SessionView, read_latest


@dataclass(frozen=True)
class GroupSummary:
    """A group in a list.

    ``running`` is its latest session unless that is over; ``others_open`` are all others that go
    on, the latest first; ``last_played`` is the day of the latest session with a finished game.
    """

    id: str
    name: str
    may_write: bool
    running: SessionView | None
    others_open: tuple[SessionSummary, ...]
    last_played: date | None


class GroupName(NamedTuple):
    """A group by its name, to be chosen or linked."""

    id: str
    name: str


def read_name(access: Access) -> GroupName:
    """Return a group by its name. Raises :class:`~referee.services.refusals.NotAccessible`."""
    group = find_group(access)
    return GroupName(group.id, group.name)


def read_writable_names(opened: Iterable[Access]) -> list[GroupName]:
    """Return by their names the groups that may be changed."""
    return [read_name(access) for access in opened if access.may_write]


def read_summary(access: Access) -> GroupSummary:
    """Return the summary of a group. Raises :class:`~referee.services.refusals.NotAccessible`."""
    group, latest = find_group(access), read_latest(access)
    played = queries.last_played(access.group_id)
    return GroupSummary(
        group.id,
        group.name,
        access.may_write,
        running=latest if latest and not latest.over else None,
        others_open=_others_open(group, latest.id if latest else ""),
        last_played=None if played is None else day_of(played, group.timezone),
    )


def _others_open(group: Group, latest: str) -> tuple[SessionSummary, ...]:
    """Return the sessions that go on beside the ``latest``; one that is won is over."""
    sessions = [session for session in queries.open_sessions(group.id) if session.id != latest]
    sums: dict[str, list[points_sum_queries.Sums]] = defaultdict(list)
    for seat_sums in points_sum_queries.sums(group.id) if sessions else ():
        sums[seat_sums.session_id].append(seat_sums)
    summaries = []
    for session in sessions:
        session_sums = sums.get(session.id, [])
        best = best_seats(session, session_sums) if session_sums else BestSeats((), won=False)
        summaries.append(session_summary(session, group.timezone, session_sums, best))
    return tuple(summary for summary in summaries if not summary.over)


def longest_idle(group_ids: Iterable[str]) -> list[str]:
    """Return group ids by when their last session began; those of groups that are gone first."""
    begun = queries.last_begun(group_ids)
    gone = [group_id for group_id in group_ids if group_id not in begun]
    return [*gone, *sorted(begun, key=lambda group_id: begun[group_id])]


def read_summaries(opened: Iterable[Access]) -> list[GroupSummary] | None:
    """Return the summaries of groups; None while the database is busy or away.

    A page that needs no database can then be shown without them.
    """
    try:
        return [read_summary(access) for access in opened]
    except (SQLAlchemyError, DatabaseBusy) as error:
        if driver_error_of(error) is not DriverError.BUSY:
            raise
        return None
