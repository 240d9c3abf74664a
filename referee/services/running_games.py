"""Games while they are played: begun, counted, discarded."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import NamedTuple

from ..rules.deal_plan import DealPlan
from ..rules.log.record import Record
from ..rules.ruleset import Ruleset
from ..rules.scoring import Sheet
from ..rules.seating import check_seat
from ..rules.session_end import MOST_PLAYED, FirstToTarget
from ..store import queries
from ..store.database import db
from ..store.models import CountedSweep, Game, GameSession, SheetRow, now
from .damaged_data import raises_damaged
from .group_keys import Access
from .ids import GameId
from .locked_changes import changing_game, changing_session
from .names import phone_of
from .refusals import (
    Cause,
    Conflict,
    GameFinished,
    GameUnfinished,
    Invalid,
    KeyReused,
    NotAccessible,
    SessionWon,
)
from .repeated_requests import once
from .replayed_logs import record_of, state_name, takes_entries
from .session_outcome import decide, in_question, next_dealer
from .sheet_entry_and_closing import find_game
from .sheet_state import SheetState, state_of
from .stored_rows import CorrectedRow, add_markers, history, rules_for, rules_of

AT_ONCE = timedelta(seconds=3)
"""The time in which a second phone may not know yet of a sweep: phones ask every two seconds."""


@dataclass(frozen=True)
class FollowedView:
    """A game as the live table and the API show it.

    ``record`` is empty if the game is not followed. ``takes_entries``: it can be followed, or its
    log corrected. ``claimed_by`` is the seat that has ended it by claiming the target.
    """

    number: int
    token: str
    dealer: int
    deal: int
    plan: DealPlan
    finished: bool
    accepted_imbalance: bool
    claimed_by: int | None
    sheet: SheetState
    record: Record
    takes_entries: bool

    @property
    def state(self) -> str:
        """The progress of the game, in the words of the API."""
        return state_name(self.record.seq, finished=self.finished)

    @property
    def scores(self) -> Sheet | None:
        """The score as it stands, corrected by hand or not; None until the game is finished."""
        return self.sheet.check.sheet if self.finished else None

    @property
    def corrected(self) -> bool:
        """Return whether the sheet of a finished followed game differs from its log."""
        state = self.record.state
        if not (self.finished and self.record.finished and state):
            return False
        same_capturer = self.sheet.last_capturer == state.last_capturer
        return self.sheet.rows != self.record.rows or not same_capturer


@dataclass(frozen=True)
class GameView(FollowedView):
    """A game as its counter and its sheet show it.

    ``sweeps`` are those that were counted, in order; ``history`` is what was corrected.
    ``in_question`` are the seats that must say which aces they have.
    """

    in_question: tuple[int, ...]
    sweeps: tuple[CountedSweep, ...]
    history: tuple[CorrectedRow, ...]


@raises_damaged
def read_game(access: Access, game_id: GameId, sheet: SheetState | None = None) -> GameView:
    """Return a game; ``sheet`` is its sheet, if that is at hand.

    Raises :class:`~referee.services.refusals.NotAccessible`.
    """
    session, game = find_game(access, game_id)
    sheet = sheet or state_of(session, game)
    view = followed_view(session, game, record_of(session, game), sheet)
    return GameView(
        **vars(view),
        in_question=() if sheet.finished else _in_question(session, game, sheet),
        sweeps=tuple(queries.sweeps(game.id)),
        history=tuple(history(game)),
    )


@raises_damaged
def read_followed(access: Access, game_id: GameId) -> FollowedView:
    """Return a game without what was counted by hand.

    Raises :class:`~referee.services.refusals.NotAccessible`.
    """
    session, game = find_game(access, game_id)
    return followed_view(session, game, record_of(session, game))


def followed_view(
    session: GameSession, game: Game, record: Record, sheet: SheetState | None = None
) -> FollowedView:
    """Return the view of a game, with this ``record``, and this ``sheet`` if that is at hand."""
    sheet = sheet or state_of(session, game)
    return FollowedView(
        number=game.number,
        token=game.token,
        dealer=game.dealer,
        deal=game.deal,
        plan=sheet.rules.seating.deal_plan(len(session.seats)),
        finished=sheet.finished,
        accepted_imbalance=game.accepted_imbalance,
        claimed_by=sheet.claimed_by,
        sheet=sheet,
        record=record,
        takes_entries=takes_entries(session, game, record),
    )


def _in_question(session: GameSession, game: Game, sheet: SheetState) -> tuple[int, ...]:
    """Return the seats that must say which aces they have."""
    return in_question(session, game, sheet.shown) if sheet.rules.sheet.apart else ()


class BegunGame(NamedTuple):
    """A game that was just begun, with what its dealer needs."""

    game_id: GameId
    dealer: int
    plan: DealPlan


@raises_damaged
def begin_game(
    access: Access, session_id: str, key: str | None = None, *, force: bool = False
) -> BegunGame:
    """Begin the next game and return it; ``force``: even if somebody has won the session.

    Raises :class:`~referee.services.refusals.GameUnfinished`,
    :class:`~referee.services.refusals.Conflict` and :class:`~referee.services.refusals.SessionWon`.
    """
    with changing_session(access, session_id) as session:
        rules = rules_for(session)

        def make() -> dict[str, int]:
            if session.closed_at is not None:
                raise Conflict(Cause.SESSION_CLOSED)
            last = queries.last_game(session.id)
            if last is not None and not last.finished:
                raise GameUnfinished
            if last is not None and last.number >= MOST_PLAYED:
                raise Conflict(Cause.LONG_ENOUGH, most=MOST_PLAYED)
            if isinstance(rules.session, FirstToTarget) and not force and decide(session):
                raise SessionWon
            if last is not None and last.number >= (session.ends_with or MOST_PLAYED):
                session.ends_with = None  # they play on
            game = add_game(session, rules, last)
            return {"number": game.number, "dealer": game.dealer}

        answer = once(session.id, key, "game", make, group_id=access.group_id)
        plan = rules.seating.deal_plan(len(session.seats))
        return BegunGame(GameId(session.id, answer["number"]), answer["dealer"], plan)


def add_game(session: GameSession, rules: Ruleset, last: Game | None = None) -> Game:
    """Add a game after the ``last`` one and return it. Belongs into a transaction."""
    players = len(session.seats)
    game = Game(
        session_id=session.id,
        number=last.number + 1 if last else 1,
        game=session.game,
        rules_version=rules.version,
        house=session.house,
        dealer=next_dealer(session, last),
    )
    game.rows = [SheetRow(seat=seat) for seat in range(players)]
    db.session.add(game)
    db.session.flush()
    return game


def discard_game(access: Access, game_id: GameId) -> None:
    """Delete a game that was begun by mistake.

    Raises :class:`~referee.services.refusals.GameFinished`.
    """
    with changing_game(access, game_id) as (_, game):
        if game.finished:
            raise GameFinished
        db.session.delete(game)


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
