"""Corrections of a sheet: states kept from before them, and their history."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from ..rules.games import ruleset
from ..rules.sheet_plan import RowCounts, SheetPlan
from ..store import queries
from ..store.database import db
from ..store.models import Correction, Game, SheetRow
from .stored_rules import rules_of


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
    return RowCounts(correction.markers, counted)
