"""Views of a game for the live table, the sweep counter, the sheet and the API."""

from __future__ import annotations

from dataclasses import dataclass

from ..rules.deal_plan import DealPlan
from ..rules.log.record import Record
from ..rules.scoring import Sheet
from ..store import queries
from ..store.models import CountedSweep, Game, GameSession
from .damaged_data import raises_damaged
from .group_keys import Access
from .group_session_game_lookup import find_game
from .ids import GameId
from .replayed_logs import record_of, state_name, takes_entries
from .session_outcome import in_question
from .sheet_correction_history import CorrectedRow, history
from .sheet_state import SheetState, state_of


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
