"""Stored games: their rules, rows and markers, and their logs replayed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple

from ..cache import Cache
from ..rules.games import ruleset
from ..rules.log.entries import read_entry
from ..rules.log.record import Record, append_stored, replay
from ..rules.notation import read_cards, write_cards
from ..rules.ruleset import Ruleset
from ..rules.scoring import FinishedGame, after_games, depends_on_earlier_games, is_counted
from ..rules.seating import Teams, sides
from ..rules.session_end import SessionLength, SessionPlan
from ..rules.sheet_plan import Adjustment, RowCounts, SheetPlan
from ..store import group_queries, queries
from ..store.database import db
from ..store.models import Correction, Game, GameSession, SheetRow
from .access import Access
from .names import GameId
from .refusals import Damaged, NotAccessible, raises_damaged


@raises_damaged
def rules_of(game: Game) -> Ruleset:
    """Return the rules that a game is played by; those of its session may be others by now."""
    return ruleset(game.game, game.house, game.rules_version)


def rules_for(session: GameSession) -> Ruleset:
    """Return the rules that the next game of a session is played by."""
    return ruleset(session.game, session.house)


def end_of(session: GameSession) -> SessionPlan:
    """Return how a session ends: as its game does, at the length that was agreed on."""
    length = SessionLength(session.games_planned or None, session.target)
    return rules_for(session).session.of_length(length)


def names_of(session: GameSession) -> tuple[str, ...]:
    """Return the names of a session's players, in seat order."""
    return tuple(seat.player.name for seat in session.seats)


def teams_of(session: GameSession) -> tuple[int, ...] | None:
    """Return the team of each seat; None if everybody plays alone."""
    return None if session.teams is None else tuple(session.teams)


def sides_of(session: GameSession) -> dict[int, tuple[int, ...]]:
    """Return the seats of each side."""
    return sides(len(session.seats), teams_of(session))


@dataclass(frozen=True)
class CorrectedRow:
    """A state of a sheet before a correction, which was made ``at`` this moment.

    It is the ``row`` of a ``seat``, on this ``sheet``; where ``seat`` is None it is the
    ``house_rules``, or else the last capturer.
    """

    at: datetime
    seat: int | None
    row: RowCounts | None
    last_capturer: int | None
    sheet: SheetPlan
    house_rules: tuple[str, ...] | None = None


def keep_row(game: Game, row: SheetRow | None) -> None:
    """Keep a row before it is corrected; None stands for the last capturer."""
    correction = Correction(game_id=game.id, last_capturer=game.last_capturer)
    if row is not None:
        correction.seat, correction.markers = row.seat, row.markers
        correction.card_points, correction.kinds = row.card_points, row.kinds
        correction.adjustment, correction.adjustment_reason = row.adjustment, row.adjustment_reason
    db.session.add(correction)


def keep_house(game: Game, house: list[str]) -> None:
    """Keep the house rules that a game was scored by, after the rows that they counted."""
    correction = Correction(game_id=game.id, last_capturer=game.last_capturer, house=house)
    db.session.add(correction)


def history(game: Game) -> list[CorrectedRow]:
    """Return the states of a sheet before its corrections, the latest first."""
    states, rules = list[CorrectedRow](), rules_of(game)
    for correction in queries.corrections(game.id):
        if correction.house is not None:
            rules = ruleset(game.game, correction.house, game.rules_version)
        states.append(
            CorrectedRow(
                at=correction.corrected_at,
                seat=correction.seat,
                row=None if correction.seat is None else _row_of(correction),
                last_capturer=correction.last_capturer,
                sheet=rules.sheet,
                house_rules=None if correction.house is None else tuple(correction.house),
            )
        )
    return states


def _row_of(correction: Correction) -> RowCounts:
    """Return the counts of a row as they were before a correction."""
    counted = correction.card_points if correction.kinds is None else correction.kinds
    adjustment = Adjustment(correction.adjustment, correction.adjustment_reason)
    return RowCounts(correction.markers, counted, adjustment=adjustment)


def rows_of(game: Game) -> tuple[RowCounts, ...]:
    """Return the rows of a game, in seat order.

    Raises :class:`.Damaged` for a row without fields that it must have.
    """
    rows, sheet = tuple(map(row_of, game.rows)), rules_of(game).sheet
    if not sheet.whole_score_said:
        for row in rows:
            if row.counted is not None and not is_counted(sheet, row):
                raise Damaged(f"a row of game {game.id} has not all kinds")
    return rows


@raises_damaged
def row_of(stored: SheetRow) -> RowCounts:
    """Return the counts of a stored row."""
    counted = stored.card_points if stored.kinds is None else stored.kinds
    adjustment = Adjustment(stored.adjustment, stored.adjustment_reason)
    return RowCounts(stored.markers, counted, read_cards(stored.cards or ""), adjustment)


def next_version(session: GameSession) -> int:
    """Return a version that no row of the session ever had, in a discarded game neither."""
    session.last_row_version += 1
    return session.last_row_version


def add_markers(session: GameSession, game: Game, seat: int, markers: int) -> None:
    """Add face-up cards to a stored row, or with a negative number take some off.

    Others may count in the same row at the same time.
    """
    row = game.rows[seat]
    row.markers = max(0, row.markers + markers)
    row.version = next_version(session)


def write_rows(
    session: GameSession,
    game: Game,
    rows: Sequence[RowCounts],
    last_capturer: int | None,
    log_rows: Sequence[RowCounts],
) -> None:
    """Replace the rows of a sheet.

    A row that differs from that of ``log_rows``, which the log had written, was counted by hand and
    is kept as a correction. Adjustments stay.
    """
    game.last_capturer = last_capturer
    for seat, (stored, counts) in enumerate(zip(game.rows, rows, strict=True)):
        before = row_of(stored)
        row = replace(counts, adjustment=before.adjustment)
        if before == row:
            continue
        if before != replace(log_rows[seat], adjustment=before.adjustment):
            keep_row(game, stored)
        write_row(session, stored, row)


def write_row(session: GameSession, stored: SheetRow, row: RowCounts) -> None:
    """Replace the counts of a stored row."""
    stored.version = next_version(session)
    stored.markers = row.markers
    stored.card_points = row.counted if isinstance(row.counted, int) else None
    stored.kinds = dict(row.counted) if isinstance(row.counted, Mapping) else None
    stored.cards = write_cards(row.cards) if row.cards else None
    stored.adjustment, stored.adjustment_reason = row.adjustment


class EarlierGames(NamedTuple):
    """The games of a session before another one, the latest first, and the points of each seat from
    them."""

    points: Mapping[int, int]
    latest_first: Iterable[Game]


def rules_in_session(session: GameSession, game: Game) -> Ruleset:
    """Return the rules that a game is scored by, after the earlier games of its session."""
    rules = rules_of(game)
    if not depends_on_earlier_games(rules):
        return rules
    numbers = range(game.number - 1, 0, -1)
    games = filter(None, (queries.game(session.id, number) for number in numbers))
    points = queries.points_before(session.id, game.number)
    return rules_after(session, game, EarlierGames(points, games))


def rules_after(session: GameSession, game: Game, earlier: EarlierGames) -> Ruleset:
    """Return the rules that a game is scored by after the ``earlier`` ones."""
    points, games = earlier
    totals = {side: points.get(seats[0], 0) for side, seats in sides_of(session).items()}
    finished = (FinishedGame(rules_of(other), rows_of(other)) for other in games)
    return after_games(rules_of(game), teams_of(session), totals, finished)


def finished_games(session: GameSession, games: Sequence[Game]) -> Iterator[tuple[Game, Ruleset]]:
    """Yield the finished ones among all ``games`` of a session, in order, each with the rules that
    it is scored by. A game may be scored again before the next one is asked for."""
    points = Counter[int]()
    for place, game in enumerate(games):
        if game.finished:
            yield game, rules_after(session, game, EarlierGames(points, reversed(games[:place])))
            points.update({row.seat: row.total or 0 for row in game.rows})


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

    Raises :class:`.Damaged` where entries are missing.
    """
    lines = queries.log_texts(game.id) if game.seq else ()
    if len(lines) != game.seq:
        raise Damaged(f"game {game.id} has {len(lines)} of {game.seq} entries")
    return Log(rules_of(game), len(session.seats), game.dealer, teams_of(session), lines)


def record_of(session: GameSession, game: Game) -> Record:
    """Return the record of a game. Raises :class:`.Damaged`."""
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


def irregular_records(access: Access, session_ids: Sequence[str]) -> list[tuple[GameId, Record]]:
    """Return the finished games of sessions with irregular plays, in order, with their records.

    Only the latest :data:`MOST_REPLAYED` followed games that may have some are looked at. Raises
    :class:`.NotAccessible`.
    """
    found = (queries.session(access.group_id, id_) for id_ in session_ids)
    sessions = {session.id: session for session in found if session is not None}
    if len(sessions) < len({*session_ids}):
        raise NotAccessible
    games = group_queries.irregular_games(sessions, MOST_REPLAYED)
    records = (
        (GameId(game.session_id, game.number), record_of(sessions[game.session_id], game))
        for game in games
    )
    return [(game_id, record) for game_id, record in records if record.irregularities]


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
