"""Stored rows of a sheet, read and written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..rules.card_notation import read_cards, write_cards
from ..rules.scoring import is_counted
from ..rules.sheet_plan import RowCounts
from ..store.models import Game, GameSession, SheetRow
from .damaged_data import Damaged, raises_damaged
from .sheet_correction_history import keep_row
from .stored_rules import rules_of


def rows_of(game: Game) -> tuple[RowCounts, ...]:
    """Return the rows of a game, in seat order.

    Raises :class:`~referee.services.damaged_data.Damaged` for a row without fields that it must
    have.
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
    return RowCounts(stored.markers, counted, read_cards(stored.cards or ""))


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
    is kept as a correction.
    """
    game.last_capturer = last_capturer
    for seat, (stored, row) in enumerate(zip(game.rows, rows, strict=True)):
        before = row_of(stored)
        if before == row:
            continue
        if before != log_rows[seat]:
            keep_row(game, stored)
        write_row(session, stored, row)


def write_row(session: GameSession, stored: SheetRow, row: RowCounts) -> None:
    """Replace the counts of a stored row."""
    stored.version = next_version(session)
    stored.markers = row.markers
    stored.card_points = row.counted if isinstance(row.counted, int) else None
    stored.kinds = dict(row.counted) if isinstance(row.counted, Mapping) else None
    stored.cards = write_cards(row.cards) if row.cards else None
