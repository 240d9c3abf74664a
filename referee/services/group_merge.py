"""Merging of groups: the evenings of another group, or of a file, come into a group.

People of one name are one person. An evening that is in both, since one of the two is a copy, stays
once: as it was played further.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import update

from ..store import group_queries, queries
from ..store.database import db, writing
from ..store.group_queries import Extent
from ..store.models import GameSession, Group, Player, Receipt
from . import archive_import
from .access import Access, changing_group
from .archive_import import reading_in
from .archive_rows import ReadGroup, ReadSession, read_group
from .group_edits import beside_others
from .names import normal
from .refusals import Cause, Invalid, NotAccessible


class Evening(NamedTuple):
    """The identity of a session, which all its copies have: game, beginning, and people by seat."""

    game: str
    started_at: datetime
    names: tuple[str, ...]


@dataclass(frozen=True)
class MergePlan:
    """The effect of a merge: the numbers of ``evenings`` that come, and of those that are in both
    groups (``twice``), the people who are in both (``same``), and those who come (``new``)."""

    evenings: int
    twice: int
    same: tuple[str, ...]
    new: tuple[str, ...]


def plan_merge(into: Access, other: Access) -> MergePlan:
    """Return what :func:`merge_groups` would do.

    Raises :class:`~referee.services.refusals.Invalid` for a group and itself.
    """
    _check_two(into, other)
    coming = {_evening(session): session.id for session in queries.sessions(other.group_id)}
    return _plan(into.group_id, coming, _names(other.group_id))


def merge_groups(into: Access, other: Access) -> MergePlan:
    """Bring all evenings, people and house rules of another group into a group, and delete the
    other with its links. Return what was done.

    Raises :class:`~referee.services.refusals.Invalid` for a group and itself.
    """
    _check_two(into, other)
    with _changing_both(into, other) as (group, other_group):
        plan = plan_merge(into, other)
        extents = group_queries.extents([group.id, other_group.id])
        there = {_evening(session): session for session in queries.sessions(group.id)}
        others = queries.sessions(other_group.id)
        coming: list[GameSession] = []
        for session in others:
            copy = there.get(_evening(session))
            is_further = copy is None or extents[session.id] > extents[copy.id]
            if is_further:
                coming.append(session)
            if copy is not None:
                _join_nights(session, copy, others)
                if is_further:
                    db.session.delete(copy)
        db.session.flush()
        _move(group, other_group, coming)
        db.session.delete(other_group)
        queries.bump_sessions(group.id)
    return plan


def plan_import(into: Access, text: str) -> MergePlan:
    """Return what :func:`import_into` would do. Raises what that raises."""
    with reading_in() as check_time:
        content = read_group(json.loads(text), into.group_id, check_time)
        return _plan_of_file(into.group_id, content)


def import_into(into: Access, text: str) -> MergePlan:
    """Add the evenings, people and house rules of a file to a group, and return what was done.

    Raises what :func:`referee.services.archive_import.import_group` raises, but for groups that are
    known.
    """
    with reading_in() as check_time:
        content = read_group(json.loads(text), into.group_id, check_time)
        with changing_group(into) as group:
            plan = _plan_of_file(group.id, content)
            extents = group_queries.extents([group.id])
            there = {_evening(session): session for session in queries.sessions(group.id)}
            coming: list[ReadSession] = []
            others = [read.session for read in content.sessions]
            for read in content.sessions:
                copy = there.get(_evening(read.session))
                is_further = copy is None or _extent(read) > extents[copy.id]
                if is_further:
                    coming.append(read)
                if copy is not None:
                    _join_nights(read.session, copy, others)
                    if is_further:
                        db.session.delete(copy)
            db.session.flush()
            people = _same_people(queries.players(group.id), content.people)
            for read in coming:
                for seat in read.session.seats:
                    seat.player = people.get(seat.player.name, seat.player)
            new_people = [person for person in content.people if person.name not in people]
            presets = beside_others(group.id, content.presets)
            archive_import.add(
                content._replace(people=new_people, presets=presets, sessions=coming), group.id
            )
            queries.bump_sessions(group.id)
    return plan


def _check_two(into: Access, other: Access) -> None:
    if into.group_id == other.group_id:
        raise Invalid(Cause.SAME_GROUP)


@contextmanager
def _changing_both(into: Access, other: Access) -> Iterator[tuple[Group, Group]]:
    """Yield two groups, both locked in a transaction that changes them, in the order of their ids:
    so two merges never wait for each other."""
    accesses = sorted((into.for_writing(), other.for_writing()), key=lambda one: one.group_id)

    def lock() -> dict[str, Group]:
        found = (queries.group(access.group_id, lock=True) for access in accesses)
        return {group.id: group for group in found if group is not None}

    with writing(lock) as groups:
        if groups is None or len(groups) < len(accesses):
            raise NotAccessible
        for access in accesses:
            access.check(groups[access.group_id].edit_hash)
        groups[into.group_id].version += 1
        yield groups[into.group_id], groups[other.group_id]


def _evening(session: GameSession) -> Evening:
    names = tuple(normal(seat.player.name) for seat in session.seats)
    return Evening(session.game, session.started_at, names)


def _names(group_id: str) -> list[str]:
    return [player.name for player in queries.players(group_id)]


def _plan(group_id: str, coming: Iterable[Evening], names: Iterable[str]) -> MergePlan:
    there = {_evening(session) for session in queries.sessions(group_id)}
    evenings = [*coming]
    twice = sum(evening in there for evening in evenings)
    known = {normal(name) for name in _names(group_id)}
    ordered = sorted(names)
    return MergePlan(
        len(evenings) - twice,
        twice,
        tuple(name for name in ordered if normal(name) in known),
        tuple(name for name in ordered if normal(name) not in known),
    )


def _plan_of_file(group_id: str, content: ReadGroup) -> MergePlan:
    coming = [_evening(read.session) for read in content.sessions]
    return _plan(group_id, coming, [person.name for person in content.people])


def _extent(read: ReadSession) -> Extent:
    games = [game.game for game in read.games]
    return Extent(sum(game.finished for game in games), len(games), sum(game.seq for game in games))


def _join_nights(session: GameSession, copy: GameSession, others: Sequence[GameSession]) -> None:
    """Give the parts of a night that came to one group alone the night of the copied part."""
    night = session.night or copy.night
    if night is None:
        return
    night = copy.night or night
    if session.night is not None:
        for part in others:
            if part.night == session.night and part is not session:
                part.night = night
    session.night = copy.night = night


def _same_people(there: Iterable[Player], coming: Iterable[Player]) -> dict[str, Player]:
    """Return the person of a group that each of some names stands for. Of two names that differ in
    nothing that can be seen, one is that person and the other stays another."""
    by_name = {player.name: player for player in there}
    by_normal = {normal(name): player for name, player in by_name.items()}
    names = sorted((person.name for person in coming), key=lambda name: name not in by_name)
    people: dict[str, Player] = {}
    for name in names:
        person = by_name.get(name) or by_normal.get(normal(name))
        if person is not None and person not in people.values():
            people[name] = person
    return people


def _move(group: Group, other: Group, coming: Sequence[GameSession]) -> None:
    """Move sessions with their people and receipts, and all other people and house rules."""
    players = queries.players(other.id)
    people = _same_people(queries.players(group.id), players)
    for session in coming:
        session.group_id = group.id
        for seat in session.seats:
            seat.player = people.get(seat.player.name, seat.player)
    for player in players:
        if player.name not in people:
            player.group_id = group.id
    for preset in beside_others(group.id, queries.presets(other.id)):
        preset.group_id = group.id
    db.session.flush()
    receipts = update(Receipt).where(Receipt.scope.in_([session.id for session in coming]))
    db.session.execute(receipts.values(group_id=group.id))
    db.session.flush()
