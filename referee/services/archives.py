"""A group as a file: everything in it as plain data, to be read in again."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import insert

from ..rules.games import ruleset
from ..rules.seating import Dealt, Evening
from ..store import queries
from ..store.database import db, writing
from ..store.models import Correction, CountedSweep, Game, GameSession, LogEntry, SheetRow
from .archive_format import FORMAT, VERSION
from .archive_reading import ReadGroup, read_group
from .deciding import sides_of
from .effort import reading_in
from .ids import new_id
from .links import Access, new_edit_key
from .overview import find_group
from .sessions import add_group


def export_group(access: Access) -> dict[str, Any]:
    """A group with all its sessions, as plain data. Keys are not in it."""
    group = find_group(access)
    return {
        "format": FORMAT,
        "version": VERSION,
        "name": group.name,
        "players": [player.name for player in queries.players(group.id)],
        "sessions": [_session_data(session) for session in reversed(queries.sessions(group.id))],
    }


def _session_data(session: GameSession) -> dict[str, Any]:
    games = queries.whole_games(session.id)
    target = {} if session.target is None else {"target": session.target}
    return {
        "game": session.game,
        "house": session.house,
        "players": [seat.player.name for seat in session.seats],
        "teams": session.teams,
        "games_planned": session.games_planned or None,
        **target,
        "first_dealer": session.first_dealer,
        "stake": session.stake,
        "currency": session.currency,
        "settlement": session.settlement,
        "started_at": session.started_at.isoformat(),
        "closed_at": _time(session.closed_at),
        "games": [
            _game_data(game) | _dealt(session, games[: game.number - 1], game) for game in games
        ],
    }


def _dealt(session: GameSession, before: Sequence[Game], game: Game) -> dict[str, Any]:
    """Who dealt, where that does not follow from the games before: scores may have been corrected
    since. And who claimed the target."""
    dealt = [Dealt(one.dealer, [row.total or 0 for row in one.rows]) for one in before]
    evening = Evening(sides_of(session), session.first_dealer, dealt)
    found: dict[str, Any] = {}
    if ruleset(session.game, session.house).seating.next_dealer(evening) != game.dealer:
        found["dealer"] = game.dealer
    if game.claimed_by is not None:
        found["claimed_by"] = game.claimed_by
    return found


def _game_data(game: Game) -> dict[str, Any]:
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
            for s in queries.sweeps(game.id)
        ],
        "corrections": [
            {
                "at": kept.corrected_at.isoformat(),
                "seat": kept.seat,
                "last_capturer": kept.last_capturer,
            }
            | _row_data(kept)
            for kept in reversed(queries.corrections(game.id))
        ],
        "log": [
            {"text": entry.text, "at": entry.made_at.isoformat(timespec="seconds")}
            for entry in queries.log(game.id)
        ],
    }


def _row_data(row: SheetRow | Correction) -> dict[str, Any]:
    return {"markers": row.markers, "card_points": row.card_points, "kinds": row.kinds}


def _time(time: datetime | None) -> str | None:
    return None if time is None else time.isoformat()


def import_group(text: str) -> tuple[str, str]:
    """A new group from an export: its id and edit key.

    All of it is checked before the transaction, which then only writes: nobody waits for a file.
    Raises :class:`ValueError` or :class:`RecursionError` for what is no JSON,
    :class:`~referee.services.refusals.UnreadableArchive`,
    :class:`~referee.services.refusals.TooMuch` and
    :class:`~referee.services.refusals.AnotherFile`.
    """
    group_id, key = new_id(), new_edit_key()
    with reading_in() as go_on:
        group = read_group(json.loads(text), group_id, go_on)
        with writing():
            add_group(group.name, key, group_id)
            _add(group)
    return group_id, key


def _add(group: ReadGroup) -> None:
    games = [one for session in group.sessions for one in session.games]
    db.session.add_all(group.people)
    db.session.add_all(session.session for session in group.sessions)
    db.session.flush()
    db.session.add_all(one.game for one in games)
    db.session.flush()
    for model, name in ((CountedSweep, "sweeps"), (Correction, "corrections"), (LogEntry, "log")):
        rows = [row | {"game_id": one.game.id} for one in games for row in getattr(one, name)]
        if rows:  # a hundred thousand, perhaps: not as objects, which takes seconds
            db.session.execute(insert(db.metadata.tables[model.__tablename__]), rows)
