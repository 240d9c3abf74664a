"""Check of a claim of the target, which ends a game."""

from __future__ import annotations

from collections.abc import Mapping

from ..rules.scoring import Sheet, score
from ..rules.seating import mates
from ..store.models import Game, GameSession
from .refusals import (
    Cause,
    ClaimTooLow,
    Invalid,
    MustCount,
    SheetIncomplete,
)
from .sheet_state import state_of


def check_claim(session: GameSession, game: Game, seat: int, before: Mapping[int, int]) -> Sheet:
    """Return the scores of a game that a seat has ended by a claim, if the claim holds.

    ``before`` are the points of each seat from earlier games. Raises
    :class:`~referee.services.refusals.Invalid`, :class:`~referee.services.refusals.ClaimTooLow`,
    :class:`~referee.services.refusals.SheetIncomplete` and
    :class:`~referee.services.refusals.MustCount`.
    """
    sheet = state_of(session, game)
    if not sheet.rules.claims_out:
        raise Invalid(Cause.CANNOT_CLAIM, field="claimed_by")
    if any(isinstance(row.counted, int) for row in sheet.rows):
        raise MustCount
    seats = mates(seat, sheet.sides)
    nothing_counted = all(sheet.rows[mate].counted is None for mate in seats)
    if nothing_counted and not sheet.rules.sheet.claims_markers:
        raise SheetIncomplete((sheet.pile_owner(seat),))
    game_sheet = score(sheet.rules, sheet.rows, sheet.teams, claimed=True)
    points = before.get(seats[0], 0) + sum((game_sheet.scores[seat].items or {}).values())
    target = session.target or 0
    if points < target:
        raise ClaimTooLow(points, target)
    return game_sheet
