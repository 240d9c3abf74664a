"""The rows of a sheet as they are stored: read, written, and kept when they are corrected."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from ..rules.games import ruleset
from ..rules.notation import read_cards, write_cards
from ..rules.ruleset import Ruleset
from ..rules.scoring import is_counted
from ..rules.seating import sides
from ..rules.sheet_plan import RowCounts
from ..store import queries
from ..store.database import db
from ..store.models import Correction, Game, GameSession, SheetRow
from .damaged_data import Damaged, of_stored


@dataclass(frozen=True)
class CorrectedRow:
    """A row, or where ``seat`` is None the ``house`` rules or else the last capturer, as it stood
    until ``at``."""

    at: datetime
    seat: int | None
    row: RowCounts | None
    last_capturer: int | None
    house: tuple[str, ...] | None = None


@of_stored
def rules_of(game: Game) -> Ruleset:
    """The rules that a game is played by, whatever its session's are by now."""
    return ruleset(game.game, game.house, game.rules_version)


def rules_for(session: GameSession) -> Ruleset:
    """The rules that the next game of a session is played by."""
    return ruleset(session.game, session.house)


def names_of(session: GameSession) -> tuple[str, ...]:
    """Who plays, in seat order."""
    return tuple(seat.player.name for seat in session.seats)


def teams_of(session: GameSession) -> tuple[int, ...] | None:
    return None if session.teams is None else tuple(session.teams)


def sides_of(session: GameSession) -> dict[int, tuple[int, ...]]:
    """The seats of each side."""
    return sides(len(session.seats), teams_of(session))


def rows_of(game: Game) -> tuple[RowCounts, ...]:
    """The rows of a game, in seat order. Raises :class:`~referee.services.damaged_data.Damaged` for
    one that lacks fields where no row may."""
    rows, sheet = tuple(map(row_of, game.rows)), rules_of(game).sheet
    if not sheet.whole_score_said:
        for row in rows:
            if row.counted is not None and not is_counted(sheet, row):
                raise Damaged(f"a row of game {game.id} has not all kinds")
    return rows


@of_stored
def row_of(stored: SheetRow | Correction) -> RowCounts:
    counted = stored.card_points if stored.kinds is None else stored.kinds
    cards = stored.cards if isinstance(stored, SheetRow) else None
    return RowCounts(stored.markers, counted, read_cards(cards or ""))


def next_version(session: GameSession) -> int:
    """Return a version that no row of the session ever had, in a discarded game neither."""
    session.last_row_version += 1
    return session.last_row_version


def add_markers(session: GameSession, game: Game, seat: int, markers: int) -> None:
    """More or fewer face-up cards in a row, whoever else counts there."""
    row = game.rows[seat]
    row.markers = max(0, row.markers + markers)
    row.version = next_version(session)


def write_rows(
    session: GameSession,
    game: Game,
    rows: Sequence[RowCounts],
    last_capturer: int | None,
    known: Sequence[RowCounts],
) -> None:
    """Put these rows in the place of what stands. What somebody had counted by hand, something
    else than the ``known`` rows that a log had written, is kept."""
    game.last_capturer = last_capturer
    for seat, (stored, row) in enumerate(zip(game.rows, rows, strict=True)):
        before = row_of(stored)
        if before == row:
            continue
        if before != known[seat]:
            keep_row(game, stored)
        write_row(session, stored, row)


def write_row(session: GameSession, stored: SheetRow, row: RowCounts) -> None:
    stored.version = next_version(session)
    stored.markers = row.markers
    stored.card_points = row.counted if isinstance(row.counted, int) else None
    stored.kinds = dict(row.counted) if isinstance(row.counted, Mapping) else None
    stored.cards = write_cards(row.cards) if row.cards else None


def keep_row(game: Game, row: SheetRow | None) -> None:
    """Keep what stands in a row, or who captured last, before it is corrected."""
    kept = Correction(game_id=game.id, last_capturer=game.last_capturer)
    if row is not None:
        kept.seat, kept.markers = row.seat, row.markers
        kept.card_points, kept.kinds = row.card_points, row.kinds
    db.session.add(kept)


def keep_house(game: Game) -> None:
    """Keep the house rules that a game was scored by, before it is scored by others."""
    kept = Correction(game_id=game.id, last_capturer=game.last_capturer, house=game.house)
    db.session.add(kept)


def history(game: Game) -> list[CorrectedRow]:
    """What stood before each correction, the latest first."""
    return [
        CorrectedRow(
            at=kept.corrected_at,
            seat=kept.seat,
            row=None if kept.seat is None else row_of(kept),
            last_capturer=kept.last_capturer,
            house=None if kept.house is None else tuple(kept.house),
        )
        for kept in queries.corrections(game.id)
    ]
