"""Groups as files: export as plain data, and import."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from itertools import pairwise

from marshmallow import missing
from sqlalchemy import Insert, insert

from ..json_schema_base import With
from ..store import queries
from ..store.database import db
from ..store.models import Base, Correction, CountedSweep, Game, GameSession, LogEntry, SheetRow
from ..store.write_transaction import writing
from .already_known_groups import refuse_known
from .archive_reader import ReadGroup, read_group
from .archive_schema import FORMAT, VERSION, GroupData
from .group_keys import Access, new_edit_key
from .group_overview import find_group
from .group_presets import read_presets
from .ids import new_id
from .next_dealer import next_dealer
from .one_import_at_a_time import reading_in
from .sessions import add_group, find_session
from .stored_seats import names_of

Columns = dict[str, object]


def export_group(access: Access, session_id: str | None = None) -> dict[str, object]:
    """Return a group as plain data, without keys; with a ``session_id`` that session alone.

    Raises :class:`~referee.services.refusals.NotAccessible`.
    """
    group = find_group(access)
    if session_id is None:
        sessions, presets = queries.sessions(group.id), read_presets(access)
    else:
        sessions, presets = [find_session(access, session_id)], ()
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
            presets=presets or missing,
            sessions=[
                _session(session, numbers.get(session.night)) for session in reversed(sessions)
            ],
        )
    )


def _session(session: GameSession, night: int | None) -> With:
    """Return a session as it is exported; ``night`` is the number of its night in the file."""
    games, details = queries.whole_games(session.id), queries.beside_games(session.id)
    return With(
        session,
        players=names_of(session),
        games_planned=session.games_planned or None,
        target=_or_missing(session.target),
        ends_with=_or_missing(session.ends_with),
        night=_or_missing(night),
        set_aside=session.set_aside or missing,
        games=(
            _game(game, details, next_dealer(session, before))
            for before, game in pairwise([None, *games])
            if game is not None
        ),
    )


def _game(game: Game, details: queries.GameDetails, next_dealer: int) -> With:
    """Return a game as it is exported.

    The dealer is left out if it is ``next_dealer``, who follows from the games before: scores may
    have been corrected since the game was dealt.
    """
    return With(
        game,
        sweeps=details.sweeps[game.id],
        corrections=details.corrections[game.id],
        log=details.log[game.id],
        refused=game.refused or missing,
        dealer=missing if game.dealer == next_dealer else game.dealer,
        claimed_by=_or_missing(game.claimed_by),
    )


def _or_missing(value: int | None) -> object:
    """Return the value, or the marker that leaves the field out for None."""
    return missing if value is None else value


def import_group(
    text: str, timezone: str | None = None, phone_groups: Collection[str] = ()
) -> tuple[str, str]:
    """Import a new group, and return its id and edit key.

    It gets this ``timezone`` if the file names none. All is checked before the transaction, so that
    others need not wait for the file. Raises :class:`ValueError` or :class:`RecursionError` for
    text that is no JSON, :class:`~referee.services.refusals.GroupAlreadyOnPhone` if one of the
    ``phone_groups`` has all its sessions, :class:`~referee.services.refusals.UnreadableArchive`,
    :class:`~referee.services.refusals.ImportTooLarge` and
    :class:`~referee.services.refusals.TryLater`.
    """
    group_id, key = new_id(), new_edit_key()
    with reading_in() as check_time:
        group = read_group(json.loads(text), group_id, check_time)
        refuse_known(phone_groups, {session.session.started_at for session in group.sessions})
        with writing():
            add_new(group, group_id, key, timezone)
    return group_id, key


def add_new(group: ReadGroup, group_id: str, key: str, timezone: str | None = None) -> None:
    """Store a group that was read, as a new group of this id. Belongs into a transaction."""
    added = add_group(group.name, key, group_id)
    added.blames, added.timezone = group.blames, group.timezone or timezone
    add(group, group_id)


def add(group: ReadGroup, group_id: str) -> None:
    """Store the sessions that were read in a group. Belongs into a transaction.

    Rows of which there may be thousands are not written as objects, which would take seconds and
    keep others from writing.
    """
    games = [game for session in group.sessions for game in session.games]
    db.session.add_all((*group.people, *group.presets))
    db.session.add_all(session.session for session in group.sessions)
    db.session.flush()
    if not games:
        return
    db.session.execute(_insert(Game), [_columns(game.game) for game in games])
    ids = queries.game_ids(group_id)
    numbered = [(ids[game.game.session_id, game.game.number], game) for game in games]
    rows_by_model: tuple[tuple[type[Base], Iterable[tuple[int, Columns]]], ...] = (
        (SheetRow, ((id_, _columns(row)) for id_, game in numbered for row in game.game.rows)),
        (CountedSweep, ((id_, row) for id_, game in numbered for row in game.sweeps)),
        (Correction, ((id_, row) for id_, game in numbered for row in game.corrections)),
        (LogEntry, ((id_, row) for id_, game in numbered for row in game.log)),
    )
    for model, rows_of_model in rows_by_model:
        if rows := [row | {"game_id": id_} for id_, row in rows_of_model]:
            db.session.execute(_insert(model), rows)


def _insert(model: type[Base]) -> Insert:
    """Return the statement that inserts rows of a model."""
    return insert(db.metadata.tables[model.__tablename__])


def _columns(row: Game | SheetRow) -> Columns:
    """Return the columns of a new row, without its ids."""
    names = [column.key for column in db.metadata.tables[row.__tablename__].columns]
    return {name: getattr(row, name) for name in names if name not in _IDS}


_IDS = ("id", "game_id")
