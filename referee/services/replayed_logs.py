"""Records of followed games, replayed from their logs and cached."""

from __future__ import annotations

from typing import NamedTuple

from ..cache import Cache
from ..rules.log.entries import read_entry
from ..rules.log.record import Record, append_stored, replay
from ..rules.ruleset import Ruleset
from ..rules.seating import Teams
from ..store import group_queries, queries
from ..store.models import Game, GameSession
from .access import Access
from .refusals import Damaged, NotAccessible, raises_damaged
from .stored_game import rules_of, teams_of

MOST_KEPT = 128
"""The number of cached records of a process, so that several phones at one game share a replay."""

MOST_REPLAYED = 12
"""The largest number of games that are replayed for the page of a session."""


class Log(NamedTuple):
    """The lines of a log, with everything else that its record follows from."""

    rules: Ruleset
    players: int
    dealer: int
    teams: Teams | None
    lines: tuple[str, ...]

    def longer(self, line: str) -> Log:
        """Return the log with one more line."""
        return self._replace(lines=(*self.lines, line))

    def until(self, seq: int) -> Log:
        """Return the log up to the entry of this number."""
        return self._replace(lines=self.lines[:seq])


_records: Cache[Record] = Cache(MOST_KEPT)


def keep_record(log: Log, record: Record) -> Record:
    """Cache the record of a log, and return it."""
    return _records.put(log, record)


def log_of(session: GameSession, game: Game) -> Log:
    """Return the log of a game as it is stored.

    Raises :class:`~referee.services.refusals.Damaged` where entries are missing.
    """
    lines = queries.log_texts(game.id) if game.seq else ()
    if len(lines) != game.seq:
        raise Damaged(f"game {game.id} has {len(lines)} of {game.seq} entries")
    return Log(rules_of(game), len(session.seats), game.dealer, teams_of(session), lines)


def record_of(session: GameSession, game: Game) -> Record:
    """Return the record of a game. Raises :class:`~referee.services.refusals.Damaged`."""
    return replayed(log_of(session, game))


@raises_damaged
def replayed(log: Log) -> Record:
    """Return the record of a log, if possible from the cached record without its last line."""
    record = _records.get(log)
    if record is not None:
        return record
    shorter = _records.get(log.until(len(log.lines) - 1)) if log.lines else None
    if shorter is not None:
        return keep_record(log, append_stored(shorter, read_entry(log.lines[-1])))
    rules, players, dealer, teams, lines = log
    return keep_record(log, replay(rules, players, dealer, list(map(read_entry, lines)), teams))


def irregular_records(access: Access, session_id: str) -> list[tuple[int, Record]]:
    """Return the finished games of a session with irregular plays, by number, with their records.

    Only the latest :data:`MOST_REPLAYED` followed games that may have some are looked at. Raises
    :class:`~referee.services.refusals.NotAccessible`.
    """
    session = queries.session(access.group_id, session_id)
    if session is None:
        raise NotAccessible
    games = group_queries.irregular_games(session.id, MOST_REPLAYED)
    records = ((game.number, record_of(session, game)) for game in games)
    return [(number, record) for number, record in records if record.irregularities]


def takes_entries(session: GameSession, game: Game, record: Record) -> bool:
    """Return whether a game can be followed, or its log corrected.

    A game that was finished by its log can be corrected until the next one begins; a game whose
    sheet was closed by hand cannot.
    """
    if not game.finished:
        return True
    last = queries.last_game(session.id)
    return record.finished and last is not None and last.number == game.number


def state_name(seq: int, *, finished: bool) -> str:
    """Return the progress of a game as the API names it: ``open``, ``playing``, ``finished``."""
    if finished:
        return "finished"
    return "playing" if seq else "open"
