"""Exported groups as database rows that are not stored yet, checked as a whole.

A file may have been changed, or made up. Scores, the state of followed games and dealers are worked
out anew; facts that cannot be are refused, with their place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from ..rules.games import ruleset
from ..rules.log.accept_entry import accept
from ..rules.log.entry_notation import read_entry, write_entry
from ..rules.log.missed_and_refused_plays import count_missed, read_refused, write_refused
from ..rules.log.record import Record, append, replay
from ..rules.ruleset import Ruleset
from ..rules.seating import check_seat
from ..rules.session_end import AgreedGames
from ..store.models import Game, GameSession, GroupPreset, Player, Seat, SheetRow, new_token
from .archive_data import (
    EntryFields,
    GameFields,
    GroupFields,
    RowFields,
    SessionFields,
)
from .archive_game_checks import at_place, check_game
from .archive_reader import check_size, read_fields
from .archive_schema import house_of
from .closing_checks import check_counted
from .group_presets import read_archived
from .ids import new_id
from .names import clean_name
from .next_dealer import next_dealer
from .refusals import UnreadableArchive
from .rules_after_earlier_games import EarlierGames, rules_after
from .sessions import SessionPlan
from .sheet_state import state_of
from .store_or_forget_scores import score_game
from .stored_sheet_rows import next_version
from .target_claim_check import check_claim
from .time_zone_check import clean_zone

Rows = list[dict[str, object]]
"""Rows of a database table, which lack the id of their game."""


@dataclass(frozen=True)
class ReadGame:
    """A game that is not stored yet, with the rows of other database tables that need its id."""

    game: Game
    sweeps: Rows
    corrections: Rows
    log: Rows


@dataclass(frozen=True)
class ReadSession:
    """A session that is not stored yet."""

    session: GameSession
    games: list[ReadGame]


class ReadGroup(NamedTuple):
    """A group that is not stored yet."""

    name: str
    blames: bool
    timezone: str | None
    people: list[Player]
    presets: list[GroupPreset]
    sessions: list[ReadSession]


def read_group(data: object, group_id: str, check_time: Callable[[], None]) -> ReadGroup:
    """Return an exported group, ready to be stored under this id.

    ``check_time`` is called repeatedly, and raises if reading takes too long. Raises
    :class:`~referee.services.refusals.UnreadableArchive`, which names the place, and
    :class:`~referee.services.refusals.ImportTooLarge`.
    """
    return check_group(read_fields(data), group_id, check_time)


def check_group(content: GroupFields, group_id: str, check_time: Callable[[], None]) -> ReadGroup:
    """Return the group of these fields, once they are checked against each other.

    Raises as :func:`read_group` does.
    """
    check_size(content)
    with at_place("name"):
        name = clean_name(content["name"])
    with at_place("players"):
        names = {
            *content["players"],
            *(name for session_data in content["sessions"] for name in session_data["players"]),
        }
        cleaned = sorted({clean_name(name) for name in names})
    people = {name: Player(group_id=group_id, name=name) for name in cleaned}
    sessions: list[ReadSession] = []
    nights: dict[int, GameSession] = {}
    for place, session_data in enumerate(content["sessions"]):
        with at_place(f"sessions.{place}"):
            sessions.append(_read_session(group_id, people, session_data, check_time))
            _join_night(nights, session_data["night"], sessions[-1].session)
    with at_place("timezone"):
        zone = None if content["timezone"] is None else clean_zone(content["timezone"])
    presets = read_archived(group_id, content["presets"])
    return ReadGroup(name, content["blames"], zone, list(people.values()), presets, sessions)


def _join_night(nights: dict[int, GameSession], number: int | None, session: GameSession) -> None:
    """Make a session a part of the night of this number."""
    if number is None:
        return
    first = nights.setdefault(number, session)
    if first.game != session.game:
        raise UnreadableArchive("night")
    session.night = first.id


def _read_session(
    group_id: str,
    people: Mapping[str, Player],
    data: SessionFields,
    check_time: Callable[[], None],
) -> ReadSession:
    """Return a session of a file, ready to be stored."""
    dealer = data["first_dealer"]
    planned, target = data["games_planned"], data["target"]
    plan = SessionPlan(
        data["game"], data["players"], data["teams"], data["house"], planned, dealer, target
    )
    rules, names, teams, length = plan.check()
    if data["ends_with"] is not None and isinstance(rules.session, AgreedGames):
        raise UnreadableArchive("ends_with")
    session = GameSession(
        id=new_id(),
        group_id=group_id,
        seats=[Seat(seat=seat, player=people[name]) for seat, name in enumerate(names)],
        last_row_version=0,
        **_without(data, "players", "games", "night")
        | {
            "house": house_of(data),
            "teams": None if teams is None else list(teams),
            "games_planned": length.games_planned or 0,
            "target": length.target,
        },
    )
    games: list[ReadGame] = []
    before = Counter[int]()
    for place, game_data in enumerate(data["games"]):
        with at_place(f"games.{place}"):
            if game_data["finished_at"] is None and place + 1 < len(data["games"]):
                raise UnreadableArchive("finished_at")
            earlier = EarlierGames(before, [read_game.game for read_game in reversed(games)])
            read_game = _read_game(session, place + 1, earlier, game_data, check_time)
            if read_game.game.claimed_by is not None:
                with at_place("claimed_by"):
                    check_claim(session, read_game.game, read_game.game.claimed_by, before)
            before.update({row.seat: row.total or 0 for row in read_game.game.rows})
            games.append(read_game)
    return ReadSession(session, games)


def _read_game(
    session: GameSession,
    number: int,
    earlier: EarlierGames,
    data: GameFields,
    check_time: Callable[[], None],
) -> ReadGame:
    """Return a game of a file, which names the dealer if another one follows from the scores."""
    check_time()
    players = len(session.seats)
    rules = ruleset(data["game"], data["house"], data["rules_version"])
    ever = check_game(session, rules, players, data)
    check_seat(data["dealer"], players)
    follows = next_dealer(session, next(iter(earlier.latest_first), None))
    dealer = follows if data["dealer"] is None else data["dealer"]
    empty = replay(rules, players, dealer, (), session.teams)
    record, log = _read_log(empty, data["log"], check_time)
    _check_followed(ever, record, data)
    followed = record.state.deal if record.state else 1
    game = Game(
        session_id=session.id,
        number=number,
        seq=record.seq,
        token=new_token(),
        **_without(data, "sweeps", "corrections", "log")
        | {
            "dealer": dealer,
            "house": house_of(data),
            "deal": followed if log else data["deal"],
            "rows": [_row(session, seat, row) for seat, row in enumerate(data["rows"])],
            "refused": _read_refused(data["refused"], record),
        },
    )
    game.missed = count_missed(record) + len(game.refused or ())
    if game.finished:
        rules = rules_after(session, game, earlier)
        with at_place("rows"):
            check_counted(state_of(session, game, rules).check)
        score_game(session, game, record=record, rules=rules)
    sweeps = [{**sweep, "taken_back": False} for sweep in data["sweeps"]]
    return ReadGame(game, sweeps, [{**part} for part in data["corrections"]], log)


def _without(data: Mapping[str, object], *names: str) -> dict[str, object]:
    """Return the data without these names."""
    return {name: value for name, value in data.items() if name not in names}


def _row(session: GameSession, seat: int, data: RowFields) -> SheetRow:
    """Return a row of a sheet, with a version of its own if something is entered in it."""
    entered = _without(data, "version")
    empty = entered == {"markers": 0, "card_points": None, "kinds": None}
    return SheetRow(seat=seat, version=0 if empty else next_version(session), **entered)


def _read_log(
    record: Record, data: list[EntryFields], check_time: Callable[[], None]
) -> tuple[Record, Rows]:
    """Return the record of a game with its log, every entry checked as if it were entered now."""
    rows = []
    for seq, entry in enumerate(data, 1):
        check_time()
        with at_place(f"log.{seq - 1}"):
            accepted = accept(record, read_entry(entry["text"]))
        record = append(record, accepted)
        text = write_entry(accepted.entry)
        row = {"seq": seq, "key": f"import {seq}", "text": text, "asked": text}
        rows.append(row | {"made_at": entry["made_at"]})
    return record, rows


def _read_refused(lines: list[str], record: Record) -> list[str] | None:
    """Return the refused plays of a game; they are judged when the group looks at missed plays."""
    refused_lines = []
    for place, line in enumerate(lines):
        with at_place(f"refused.{place}"):
            refused = read_refused(line)
        if refused.seq > record.seq:
            raise UnreadableArchive(f"refused.{place}")
        refused_lines.append(write_refused(refused))
    return refused_lines or None


def _check_followed(ever: Iterable[Ruleset], record: Record, data: GameFields) -> None:
    """Raise ``UnreadableArchive`` for a sheet or corrections that do not fit the log.

    A log that knows every card finishes its game. Without a log, a game that goes on has no
    correction but after a claim that was taken back, so one of the rules that it was ``ever``
    scored by lets players claim.
    """
    finished = data["finished_at"] is not None
    if record.finished and not finished:
        raise UnreadableArchive("finished_at")
    if data["accepted_imbalance"] and not finished:
        raise UnreadableArchive("accepted_imbalance")
    if data["corrections"] and not (
        finished or record.seq or any(rules.claims_out for rules in ever)
    ):
        raise UnreadableArchive("corrections")
