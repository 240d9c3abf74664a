"""A group as a file: everything in it as plain data, to be read in again."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from datetime import datetime
from itertools import pairwise
from typing import Any

from sqlalchemy import Insert, insert

from ..store import queries
from ..store.database import db, writing
from ..store.models import Base, Correction, CountedSweep, Game, GameSession, LogEntry, SheetRow
from .archive_format import FORMAT, VERSION
from .archive_reading import ReadGroup, read_group
from .deciding import next_dealer
from .effort import reading_in
from .ids import new_id
from .links import Access, new_edit_key
from .overview import find_group
from .recognition import refuse_known
from .rows import names_of
from .sessions import add_group, find_session

Columns = dict[str, Any]


def export_group(access: Access, session_id: str | None = None) -> dict[str, Any]:
    """Return a group with all its sessions, or with that one alone, as plain data, without keys.

    Raises :class:`~referee.services.refusals.Missing`."""
    group = find_group(access)
    if session_id is None:
        sessions = queries.sessions(group.id)
    else:
        sessions = [find_session(access, session_id)]
    return {
        "format": FORMAT,
        "version": VERSION,
        "name": group.name,
        **({"blames": True} if group.blames else {}),
        **({"timezone": group.timezone} if group.timezone else {}),
        "players": [player.name for player in queries.players(group.id)],
        "sessions": [_session_data(session) for session in reversed(sessions)],
    }


def _session_data(session: GameSession) -> dict[str, Any]:
    games, beside = queries.whole_games(session.id), queries.beside_games(session.id)
    target = {} if session.target is None else {"target": session.target}
    return {
        "game": session.game,
        "house": session.house,
        "players": list(names_of(session)),
        "teams": session.teams,
        "games_planned": session.games_planned or None,
        **target,
        **({} if session.ends_with is None else {"ends_with": session.ends_with}),
        "first_dealer": session.first_dealer,
        "stake": session.stake,
        "currency": session.currency,
        "settlement": session.settlement,
        "started_at": session.started_at.isoformat(),
        "closed_at": _time(session.closed_at),
        "games": [
            _game_data(game, beside) | _dealt(session, before, game)
            for before, game in pairwise([None, *games])
            if game is not None
        ],
    }


def _dealt(session: GameSession, before: Game | None, game: Game) -> dict[str, Any]:
    """Who dealt, where that does not follow from the games before: scores may have been corrected
    since. And who claimed the target."""
    found: dict[str, Any] = {}
    if next_dealer(session, before) != game.dealer:
        found["dealer"] = game.dealer
    if game.claimed_by is not None:
        found["claimed_by"] = game.claimed_by
    return found


def _game_data(game: Game, beside: queries.Beside) -> dict[str, Any]:
    return {
        "game": game.game,
        "rules_version": game.rules_version,
        "house": game.house,
        "deal": game.deal,
        "last_capturer": game.last_capturer,
        "started_at": game.started_at.isoformat(),
        "finished_at": _time(game.finished_at),
        "accepted_imbalance": game.accepted_imbalance,
        "rows": [_row_data(row) for row in game.rows],
        "sweeps": [
            {"key": s.key, "seat": s.seat, "markers": s.markers, "at": s.counted_at.isoformat()}
            for s in beside.sweeps[game.id]
        ],
        "corrections": [
            {
                "at": kept.corrected_at.isoformat(),
                "seat": kept.seat,
                "last_capturer": kept.last_capturer,
            }
            | _row_data(kept)
            for kept in beside.corrections[game.id]
        ],
        "log": [
            {"text": entry.text, "at": entry.made_at.isoformat(timespec="seconds")}
            for entry in beside.log[game.id]
        ],
        **({"refused": game.refused} if game.refused else {}),
    }


def _row_data(row: SheetRow | Correction) -> dict[str, Any]:
    return {"markers": row.markers, "card_points": row.card_points, "kinds": row.kinds}


def _time(time: datetime | None) -> str | None:
    return None if time is None else time.isoformat()


def import_group(
    text: str, timezone: str | None = None, known: Collection[str] = ()
) -> tuple[str, str]:
    """A new group from an export: its id and edit key. Where the export says no time zone it gets
    this one. Raises :class:`~referee.services.refusals.AlreadyHere` if one of the ``known`` groups
    has all that is in it.

    All of it is checked before the transaction, which then only writes: nobody waits for a file.
    Raises :class:`ValueError` or :class:`RecursionError` for what is no JSON,
    :class:`~referee.services.refusals.UnreadableArchive`,
    :class:`~referee.services.refusals.TooMuch` and
    :class:`~referee.services.refusals.Later`.
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
