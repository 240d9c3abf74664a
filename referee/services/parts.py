"""Parts of a night: somebody joins or leaves, and play goes on in a new session."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import NamedTuple

from ..rules.cards import RulesError
from ..rules.games import ruleset
from ..rules.session_end import FirstToTarget
from ..store import queries
from ..store.database import db
from ..store.models import Game, GameSession, Group, now
from .group_keys import Access
from .names import clean_name, clean_names
from .refusals import Cause, ContinuedAlready, Invalid, NotAccessible, SessionHasBegun
from .session_outcome import next_dealer
from .sessions import SessionPlan, StartedSession, add_session, change_plan, session_of
from .sheet_rows import names_of, rules_for
from .transactions import changing_group, once


class Wish(NamedTuple):
    """A part to be started. None stands for what follows from the part before: its house rules and
    target as far as they go with these people, the dealer whose turn it is, a game for each."""

    game: str
    players: Sequence[str]
    teams: Sequence[int] | None = None
    house: Sequence[str] | None = None
    games_planned: int | None = None
    first_dealer: int | None = None
    target: int | None = None


def continue_session(
    access: Access, session_id: str, wish: Wish, key: str | None = None
) -> StartedSession:
    """End a session and start the next part of its night.

    Raises what :meth:`~referee.services.sessions.SessionPlan.check` raises,
    :class:`~referee.services.refusals.Invalid` and
    :class:`~referee.services.refusals.ContinuedAlready`.
    """
    with changing_group(access) as group:

        def make() -> dict[str, str]:
            return {"session_id": _continue(group, session_of(group, session_id), wish).id}

        made = once(group.id, key, ["part", session_id, *wish], make, group_id=group.id)
        return StartedSession(made["session_id"], group.id, None)


def change_people(
    access: Access, session_id: str, *, joins: str = "", leaves: str = "", key: str | None = None
) -> StartedSession:
    """Let somebody join or leave: in the next part of the night, or in the session itself if no
    game of it has begun. Whoever joins sits after the last seat. Raises as
    :func:`continue_session` does."""
    with changing_group(access) as group:

        def make() -> dict[str, str]:
            session = session_of(group, session_id)
            players = [name for name in names_of(session) if name != leaves]
            if joins:
                players.append(clean_name(joins))
            wish = Wish(session.game, players)
            if queries.last_game(session.id) is None:
                change_plan(group, session, _plan(session, wish, session.first_dealer))
                return {"session_id": session.id}
            return {"session_id": _continue(group, session, wish).id}

        made = once(group.id, key, ["people", session_id, joins, leaves], make, group_id=group.id)
        return StartedSession(made["session_id"], group.id, None)


def take_back(access: Access, session_id: str) -> str:
    """Delete a part in which no game has begun, and take up the one before it; return the id of
    that. Raises :class:`~referee.services.refusals.SessionHasBegun`, and
    :class:`~referee.services.refusals.NotAccessible` where there is none before it."""
    with changing_group(access) as group:
        session = session_of(group, session_id)
        before = part_before(session, _parts(session))
        if before is None:
            raise NotAccessible
        if queries.last_game(session.id) is not None:
            raise SessionHasBegun
        db.session.delete(session)
        before.closed_at = None
        before.version += 1
        return before.id


def part_before(session: GameSession, parts: Sequence[GameSession]) -> GameSession | None:
    """The part of a night that a session continues."""
    earlier = [part for part in parts if _order(part) < _order(session)]
    return earlier[-1] if earlier else None


def part_after(session: GameSession, parts: Sequence[GameSession]) -> GameSession | None:
    """The part of a night that continues a session."""
    return next((part for part in parts if _order(part) > _order(session)), None)


def _order(session: GameSession) -> tuple[object, str]:
    return session.started_at, session.id


def _parts(session: GameSession) -> Sequence[GameSession]:
    return queries.parts(session.group_id, session.night, lock=True) if session.night else ()


def _continue(group: Group, before: GameSession, wish: Wish) -> GameSession:
    if before.game != wish.game:
        raise Invalid(Cause.ANOTHER_GAME, field="continues")
    if before.set_aside or part_after(before, _parts(before)):
        raise ContinuedAlready
    session = add_session(group, _plan(before, wish, _dealer_after(before)))
    session.stake, session.currency = before.stake, before.currency
    session.settlement = before.settlement
    before.night = session.night = before.night or before.id
    before.closed_at = before.closed_at or now()
    # A clock may have been put back.
    session.started_at = max(session.started_at, before.started_at + timedelta(microseconds=1))
    return session


def _dealer_after(session: GameSession) -> int:
    """Return who deals next. A game that was begun and in which nothing was entered is discarded,
    so that its dealer deals now."""
    last = queries.last_game(session.id)
    if last is None or last.finished or not _is_empty(last):
        return next_dealer(session, last)
    db.session.delete(last)
    return last.dealer


def _is_empty(game: Game) -> bool:
    untouched = all(row.version == 0 for row in game.rows)
    return not game.seq and untouched and game.last_capturer is None


def _plan(before: GameSession, wish: Wish, dealer: int) -> SessionPlan:
    """What a part is to be, where ``dealer`` is the seat in the part ``before`` that deals next."""
    players = clean_names(wish.players)
    rules, names = rules_for(before), names_of(before)
    house = _fitting(before, wish) if wish.house is None else wish.house
    target = before.target if wish.target is None else wish.target
    if isinstance(rules.session, FirstToTarget) and target == rules.session.target:
        target = wish.target  # the usual one, which hangs on the house rules
    deals = wish.first_dealer
    if deals is None:
        order = (names[(dealer + rules.seating.step * at) % len(names)] for at in range(len(names)))
        deals = next((players.index(name) for name in order if name in players), 0)
    return SessionPlan(wish.game, players, wish.teams, house, wish.games_planned, deals, target)


def _fitting(before: GameSession, wish: Wish) -> list[str]:
    """The house rules of the part before that go with these people."""
    kept: list[str] = []
    for name in before.house:
        try:
            seating = ruleset(wish.game, [*kept, name]).seating
            seating.settle(len(wish.players), wish.teams)
        except RulesError:
            continue
        kept.append(name)
    return kept
