"""Sweeps and deals, counted while a game is played."""

from __future__ import annotations

from datetime import timedelta

from ..rules.seating import check_seat
from ..store import queries
from ..store.database import db
from ..store.models import CountedSweep, now
from .client_keys import phone_of
from .group_keys import Access
from .ids import GameId
from .locked_changes import changing_game
from .refusals import Cause, GameFinished, Invalid, KeyReused, NotAccessible
from .sheet_state import state_of
from .stored_rules import rules_of
from .stored_sheet_rows import add_markers

AT_ONCE = timedelta(seconds=3)
"""The time in which a second phone may not know yet of a sweep: phones ask every two seconds."""


def count_sweep(
    access: Access, game_id: GameId, seat: int, key: str, *, double: bool = False
) -> bool:
    """Count a sweep for a seat, and return whether another phone has just counted one there.

    A ``key`` that was used before counts nothing, also if its sweep was taken back. Raises
    :class:`~referee.rules.seating.NoSuchSeat`, :class:`~referee.services.refusals.GameFinished`,
    :class:`~referee.services.refusals.KeyReused` and :class:`~referee.services.refusals.Invalid`.
    """
    markers = 2 if double else 1
    with changing_game(access, game_id) as (session, game):
        state_of(session, game).check_pile(seat)
        if rules_of(game).sheet.markers is None:
            raise Invalid(Cause.NO_SWEEPS, field="seat")
        counted = queries.sweep(game.id, key)
        if counted is not None:
            if (counted.seat, counted.markers) != (seat, markers):
                raise KeyReused
            return False
        if game.finished:
            raise GameFinished
        recent = [sweep for sweep in queries.sweeps(game.id) if sweep.counted_at > now() - AT_ONCE]
        is_repeated = any(
            sweep.seat == seat and phone_of(sweep.key) != phone_of(key) for sweep in recent
        )
        db.session.add(CountedSweep(game_id=game.id, key=key, seat=seat, markers=markers))
        add_markers(session, game, seat, markers)
        return is_repeated


def take_back_sweep(
    access: Access,
    game_id: GameId,
    key: str,
    seat: int | None = None,
    *,
    double: bool = False,
) -> None:
    """Undo a counted sweep; once, however often it is asked for.

    A phone that cannot know whether its sweep has arrived names the ``seat``: a sweep that has not
    is then never counted. Raises as :func:`count_sweep` does, and without a ``seat``
    :class:`~referee.services.refusals.NotAccessible` for a sweep that was never counted.
    """
    with changing_game(access, game_id) as (session, game):
        check_seat(seat, len(game.rows))
        counted = queries.sweep(game.id, key)
        if counted is None and seat is None:
            raise NotAccessible
        if counted is not None and counted.taken_back:
            return
        if game.finished:
            raise GameFinished
        if counted is not None:
            counted.taken_back = True
            add_markers(session, game, counted.seat, -counted.markers)
        else:
            markers = 2 if double else 1
            db.session.add(
                CountedSweep(game_id=game.id, key=key, seat=seat, markers=markers, taken_back=True)
            )


def set_deal(access: Access, game_id: GameId, deal: int) -> None:
    """Set the number of the deal that is being played, from 1.

    Raises :class:`~referee.services.refusals.Invalid` and
    :class:`~referee.services.refusals.GameFinished`.
    """
    with changing_game(access, game_id) as (session, game):
        deals = rules_of(game).seating.deal_plan(len(session.seats)).deals
        if game.finished:
            raise GameFinished
        if not 1 <= deal <= deals:
            raise Invalid(Cause.NO_SUCH_DEAL, field="deal", deals=deals)
        game.deal = deal
