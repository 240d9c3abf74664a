"""A group as a file: everything in it as plain data, to be read in again."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from marshmallow import ValidationError

from ..rules.cards import RulesError
from ..rules.entering import accept
from ..rules.entries import read_entry, write_entry
from ..rules.games import ruleset
from ..rules.record import append, replay
from ..rules.ruleset import Ruleset
from ..rules.scoring import check_seat
from ..rules.standings import dealer_of
from ..store import queries
from ..store.database import db, writing
from ..store.models import (
    Correction,
    CountedSweep,
    Game,
    GameSession,
    Group,
    LogEntry,
    Player,
    Seat,
    SheetRow,
)
from .archive_format import FORMAT, VERSION, GroupData
from .company import find_group
from .links import Access, new_edit_key, new_id
from .names import clean_name, clean_names
from .refusals import Refusal, UnreadableArchive
from .sessions import Plan, add_group
from .sheets import score_game


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
    return {
        "game": session.game,
        "house": session.house,
        "players": [seat.player.name for seat in session.seats],
        "teams": session.teams,
        "games_planned": session.games_planned,
        "first_dealer": session.first_dealer,
        "stake": session.stake,
        "currency": session.currency,
        "settlement": session.settlement,
        "started_at": session.started_at.isoformat(),
        "closed_at": _time(session.closed_at),
        "games": [_game_data(game) for game in queries.whole_games(session.id)],
    }


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
        "rows": [{"version": row.version} | _row_data(row) for row in game.rows],
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
            {"key": e.key, "text": e.text, "asked": e.asked, "at": e.made_at.isoformat()}
            for e in queries.log(game.id)
        ],
    }


def _row_data(row: SheetRow | Correction) -> dict[str, Any]:
    return {"markers": row.markers, "card_points": row.card_points, "kinds": row.kinds}


def _time(time: datetime | None) -> str | None:
    return None if time is None else time.isoformat()


def import_group(data: object) -> tuple[str, str]:
    """A new group from an export: its id and edit key.

    Raises :class:`~referee.services.refusals.UnreadableArchive`.
    """
    try:
        read = GroupData().load(data)  # type: ignore[arg-type]  # it refuses what is no object
        with writing():
            return _add_group(read)
    except ValidationError as error:
        raise UnreadableArchive(_place(error.messages)) from error
    except (RulesError, Refusal) as error:
        raise UnreadableArchive(str(error)) from error


def _place(messages: Any) -> str:
    """Where the first thing that does not fit stands: ``sessions.0.games``."""
    path = []
    while isinstance(messages, dict):
        name, messages = next(iter(messages.items()))
        path.append(str(name))
    return ".".join(path)


def _add_group(data: dict[str, Any]) -> tuple[str, str]:
    key = new_edit_key()
    group = add_group(clean_name(data["name"]), key)
    names = {*data["players"], *(name for one in data["sessions"] for name in one["players"])}
    cleaned = sorted({clean_name(name) for name in names})
    people = {name: Player(group_id=group.id, name=name) for name in cleaned}
    db.session.add_all(people.values())
    db.session.flush()
    for session in data["sessions"]:
        _add_session(group, people, session)
    return group.id, key


def _add_session(group: Group, people: dict[str, Player], data: dict[str, Any]) -> None:
    names = clean_names(data["players"])
    dealer = data["first_dealer"]
    Plan(data["game"], names, data["teams"], data["house"], first_dealer=dealer).check()
    session = GameSession(
        id=new_id(),
        group_id=group.id,
        seats=[Seat(seat=seat, player=people[name]) for seat, name in enumerate(names)],
        **{name: data[name] for name in _SESSION_FIELDS},
    )
    db.session.add(session)
    db.session.flush()
    for number, one in enumerate(data["games"], 1):
        if one["finished_at"] is None and number < len(data["games"]):
            raise UnreadableArchive(f"games.{number - 1}.finished_at")
        _add_game(session, number, one)


def _add_game(session: GameSession, number: int, data: dict[str, Any]) -> None:
    players = len(session.seats)
    rules = ruleset(data["game"], data["house"])
    _check_game(rules, players, data)
    game = Game(
        session_id=session.id,
        number=number,
        dealer=dealer_of(number, session.first_dealer, players),
        rows=[SheetRow(seat=seat, **row) for seat, row in enumerate(data["rows"])],
        **{name: data[name] for name in _GAME_FIELDS},
    )
    db.session.add(game)
    db.session.flush()
    for sweep in data["sweeps"]:
        db.session.add(CountedSweep(game_id=game.id, counted_at=sweep.pop("at"), **sweep))
    for kept in data["corrections"]:
        db.session.add(Correction(game_id=game.id, corrected_at=kept.pop("at"), **kept))
    _add_log(game, players, rules, data["log"])
    if game.finished:
        score_game(session, game)


def _check_game(rules: Ruleset, players: int, data: dict[str, Any]) -> None:
    """What the shape of a game does not say: do its parts fit its rules and players?"""
    if data["deal"] > rules.deal_plan(players).deals:
        raise UnreadableArchive("deal")
    if len(data["rows"]) != players:
        raise UnreadableArchive("rows")
    for one in (*data["rows"], *(c for c in data["corrections"] if c["seat"] is not None)):
        if one["kinds"] is not None and set(one["kinds"]) != {kind.key for kind in rules.kinds}:
            raise UnreadableArchive("kinds")
    for keyed in ("sweeps", "log"):
        if len({one["key"] for one in data[keyed]}) < len(data[keyed]):
            raise UnreadableArchive(keyed)
    for one in (*data["sweeps"], *data["corrections"]):
        check_seat(one["seat"], players)
        check_seat(one.get("last_capturer"), players)
    check_seat(data["last_capturer"], players)


def _add_log(game: Game, players: int, rules: Ruleset, data: list[dict[str, Any]]) -> None:
    """Every entry is checked as if somebody entered it now."""
    record = replay(rules, players, game.dealer, ())
    for seq, entry in enumerate(data, 1):
        text = write_entry(accept(record, read_entry(entry["text"])))
        record = append(record, read_entry(text))
        asked = write_entry(read_entry(entry["asked"]))
        key, made_at = entry["key"], entry["at"]
        db.session.add(
            LogEntry(game_id=game.id, seq=seq, key=key, text=text, asked=asked, made_at=made_at)
        )
    game.seq = record.seq


_SESSION_FIELDS = (
    *("game", "house", "teams", "games_planned", "first_dealer", "stake", "currency"),
    *("settlement", "started_at", "closed_at"),
)
_GAME_FIELDS = (
    *("game", "rules_version", "house", "deal", "last_capturer", "started_at", "finished_at"),
    "accepted_imbalance",
)
