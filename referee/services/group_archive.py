"""A group as a file: everything in it as plain data, to be read in again."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from itertools import pairwise
from typing import Any

from marshmallow import missing
from sqlalchemy import Insert, insert

from ..json_shapes import With
from ..store import queries
from ..store.database import db, writing
from ..store.models import Base, Correction, CountedSweep, Game, GameSession, LogEntry, SheetRow
from .archive_reader import ReadGroup, read_group
from .archive_schema import FORMAT, VERSION, GroupData
from .duplicate_groups import refuse_known
from .group_keys import Access, new_edit_key
from .group_overview import find_group
from .ids import new_id
from .import_limits import reading_in
from .session_outcome import next_dealer
from .sessions import add_group, find_session
from .sheet_rows import names_of

Columns = dict[str, Any]


def export_group(access: Access, session_id: str | None = None) -> dict[str, Any]:
    """Return a group with all its sessions, or with that one alone, as plain data, without keys.

    Raises :class:`~referee.services.refusals.NotAccessible`."""
    group = find_group(access)
    if session_id is None:
        sessions = queries.sessions(group.id)
    else:
        sessions = [find_session(access, session_id)]
    nights = {session.night: None for session in reversed(sessions) if session.night}
    numbers: dict[str | None, int] = {night: number for number, night in enumerate(nights, 1)}
    return GroupData.json(
        With(
            group,
            format=FORMAT,
            version=VERSION,
            blames=group.blames or missing,
            timezone=group.timezone or missing,
            players=[player.name for player in queries.players(group.id)],
            sessions=[
                _session(session, numbers.get(session.night)) for session in reversed(sessions)
            ],
        )
    )


def _session(session: GameSession, night: int | None) -> With:
    games, beside = queries.whole_games(session.id), queries.beside_games(session.id)
    return With(
        session,
        players=names_of(session),
        games_planned=session.games_planned or None,
        target=_some(session.target),
        ends_with=_some(session.ends_with),
        night=_some(night),
        set_aside=session.set_aside or missing,
        games=(
            _game(game, beside, next_dealer(session, before))
            for before, game in pairwise([None, *games])
            if game is not None
        ),
    )


def _game(game: Game, beside: queries.GameDetails, next_dealer: int) -> With:
    """A game; who dealt where that does not follow from the games before: scores may have been
    corrected since."""
    return With(
        game,
        sweeps=beside.sweeps[game.id],
        corrections=beside.corrections[game.id],
        log=beside.log[game.id],
        refused=game.refused or missing,
        dealer=missing if game.dealer == next_dealer else game.dealer,
        claimed_by=_some(game.claimed_by),
    )


def _some(value: int | None) -> object:
    """Leave out what there is not."""
    return missing if value is None else value


def import_group(
    text: str, timezone: str | None = None, known: Collection[str] = ()
) -> tuple[str, str]:
    """A new group from an export: its id and edit key. Where the export says no time zone it gets
    this one. Raises :class:`~referee.services.refusals.GroupAlreadyOnPhone` if one of the ``known``
    groups has all that is in it.

    All of it is checked before the transaction, which then only writes: nobody waits for a file.
    Raises :class:`ValueError` or :class:`RecursionError` for what is no JSON,
    :class:`~referee.services.refusals.UnreadableArchive`,
    :class:`~referee.services.refusals.ImportTooLarge` and
    :class:`~referee.services.refusals.TryLater`.
    """
    group_id, key = new_id(), new_edit_key()
    with reading_in() as go_on:
        group = read_group(json.loads(text), group_id, go_on)
        refuse_known(known, {one.session.started_at for one in group.sessions})
        with writing():
            add_new(group, group_id, key, timezone)
    return group_id, key


def add_new(group: ReadGroup, group_id: str, key: str, timezone: str | None = None) -> None:
    """Store what was read as a group of this id. Belongs into a transaction."""
    added = add_group(group.name, key, group_id)
    added.blames, added.timezone = group.blames, group.timezone or timezone
    add(group, group_id)


def add(group: ReadGroup, group_id: str) -> None:
    """Store what was read for this group. Belongs into a transaction.

    What there may be thousands of is not written as objects: that takes seconds, in which nobody
    else could write."""
    games = [one for session in group.sessions for one in session.games]
    db.session.add_all(group.people)
    db.session.add_all(session.session for session in group.sessions)
    db.session.flush()
    if not games:
        return
    db.session.execute(_insert(Game), [_columns(one.game) for one in games])
    ids = queries.game_ids(group_id)
    numbered = [(ids[one.game.session_id, one.game.number], one) for one in games]
    kept: tuple[tuple[type[Base], Iterable[tuple[int, Columns]]], ...] = (
        (SheetRow, ((id_, _columns(row)) for id_, one in numbered for row in one.game.rows)),
        (CountedSweep, ((id_, row) for id_, one in numbered for row in one.sweeps)),
        (Correction, ((id_, row) for id_, one in numbered for row in one.corrections)),
        (LogEntry, ((id_, row) for id_, one in numbered for row in one.log)),
    )
    for model, found in kept:
        if rows := [row | {"game_id": id_} for id_, row in found]:
            db.session.execute(_insert(model), rows)


def _insert(model: type[Base]) -> Insert:
    return insert(db.metadata.tables[model.__tablename__])


def _columns(made: Game | SheetRow) -> Columns:
    """What an object that is not stored yet says of its columns, but for its id."""
    names = [column.key for column in db.metadata.tables[made.__tablename__].columns]
    return {name: getattr(made, name) for name in names if name not in _IDS}


_IDS = ("id", "game_id")
