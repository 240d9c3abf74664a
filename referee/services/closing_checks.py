"""Checks of the sheet of a game that is to be closed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..rules.sheet_check import Check
from ..store.models import Game, GameSession
from .refusals import MustCount, SheetIncomplete, WhichAces
from .session_outcome import in_question
from .stored_seats import names_of


def check_aces(session: GameSession, game: Game, checked: Check) -> None:
    """Raise :class:`~referee.services.refusals.WhichAces` where unknown aces decide the session."""
    seats = in_question(session, game, checked)
    if seats:
        names = names_of(session)
        raise WhichAces(seats, tuple(names[seat] for seat in seats))


def check_counted(checked: Check) -> None:
    """Raise :class:`~referee.services.refusals.MustCount` for a sheet that cannot be finished.

    Some rows are counted and some are whole scores, or a row is a whole score where all must count.
    """
    whole_score_entered = any(isinstance(row.counted, int) for row in checked.rows)
    if checked.mixed or (whole_score_entered and checked.rules.must_count and not checked.claimed):
        raise MustCount


def incomplete(names: Sequence[str], seats: Iterable[int]) -> SheetIncomplete:
    """Return the refusal that names the seats whose piles are not counted yet."""
    return SheetIncomplete(tuple(names[seat] for seat in seats))
