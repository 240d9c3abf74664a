"""Games begun, and those begun by mistake discarded."""

from __future__ import annotations

from typing import NamedTuple

from ..rules.deal_plan import DealPlan
from ..rules.ruleset import Ruleset
from ..rules.session_end import MOST_PLAYED, FirstToTarget
from ..store import queries
from ..store.database import db
from ..store.models import Game, GameSession, SheetRow
from .damaged_data import raises_damaged
from .group_keys import Access
from .ids import GameId
from .locked_changes import changing_game, changing_session
from .next_dealer import next_dealer
from .refusals import Cause, Conflict, GameFinished, GameUnfinished, SessionWon
from .repeated_requests import once
from .session_outcome import decide
from .stored_rules import rules_for


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
