"""Games of a session: beginning and discarding one, and changes of their rules."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from ..rules.cards import RulesError
from ..rules.log.entries import read_entry
from ..rules.log.missed_plays import count_missed
from ..rules.log.record import Record, accept, append, replay
from ..rules.ruleset import Ruleset
from ..rules.seating import DealPlan
from ..rules.session_end import MOST_PLAYED, FirstToTarget
from ..rules.sheet_plan import RowCounts
from ..store import queries
from ..store.database import db
from ..store.models import Game, GameSession, SheetRow
from .access import Access, changing_game, changing_session, once
from .names import GameId
from .outcome import decide
from .refusals import (
    Cause,
    Conflict,
    GameFinished,
    GameUnfinished,
    Invalid,
    NotAccessible,
    SessionHasBegun,
    SessionWon,
    raises_damaged,
)
from .sessions import SessionPlan, next_dealer
from .sheets import check_claims, score_again, state_of
from .stored_game import (
    end_of,
    keep_house,
    names_of,
    record_of,
    rows_of,
    rules_for,
    rules_of,
    teams_of,
    write_rows,
)


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

    Raises :class:`.GameUnfinished`, :class:`.Conflict` and :class:`.SessionWon`.
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
            if isinstance(end_of(session), FirstToTarget) and not force and decide(session):
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

    Raises :class:`.GameFinished`.
    """
    with changing_game(access, game_id) as (_, game):
        if game.finished:
            raise GameFinished
        db.session.delete(game)


class RuleChange(NamedTuple):
    """A change of the rules of a session's next games.

    The length stays as it is where ``games_planned`` and ``target`` are None; with one of them the
    session has that one, of whichever kind its length was. ``games`` are the numbers
    of earlier games that are scored by these house rules too.
    """

    house_rules: Sequence[str]
    games_planned: int | None = None
    target: int | None = None
    games: Collection[int] = ()


def change_rules(access: Access, session_id: str, change: RuleChange) -> None:
    """Change the rules of a session.

    Raises what :meth:`~referee.services.sessions.SessionPlan.check` raises,
    :class:`.SessionHasBegun` if other seats would be partners, :class:`.Invalid`, and what
    :func:`~referee.services.sheet_entry.close_game` raises of a game.
    """
    with changing_session(access, session_id) as session:
        keeps_length = change.games_planned is None and change.target is None
        plan = SessionPlan(
            session.game,
            names_of(session),
            session.teams,
            change.house_rules,
            (session.games_planned or None) if keeps_length else change.games_planned,
            session.first_dealer,
            session.target if keeps_length else change.target,
        )
        _, _, teams, length = plan.check()
        games = queries.whole_games(session.id)
        if games and teams != teams_of(session):
            raise SessionHasBegun
        session.house = sorted(set(change.house_rules))
        session.games_planned, session.target = length.games_planned or 0, length.target
        if not {*change.games} <= {game.number for game in games}:
            raise NotAccessible
        for game in games:
            if game.number in change.games and sorted(game.house) != session.house:
                _apply_house_rules(session, game)
        check_claims(session, 1)


def _apply_house_rules(session: GameSession, game: Game) -> None:
    """Put a game under the house rules of its session.

    The state before is kept of a game that was finished once. In another one nothing was scored
    yet, and rows merely lose what these rules do not count.
    """
    rows, before = rows_of(game), record_of(session, game)
    was_finished = game.finished or bool(queries.corrections(game.id))
    house_before, game.house = game.house, session.house
    rules = rules_of(game)
    if game.seq:
        record = _replayed(session, game, rules)
        if game.finished and record.over != before.over:
            raise Invalid(Cause.FOLLOWED_OTHERWISE, number=game.number)
        game.missed = count_missed(record) + len(game.refused or ())
        if game.finished and record.finished and rows == before.rows:
            rows = record.rows
    fitting = [_fitting(rules, row) for row in rows]
    kept_rows = fitting if was_finished else rows_of(game)
    write_rows(session, game, fitting, game.last_capturer, kept_rows)
    if was_finished:
        keep_house(game, house_before)
    if rules.sheet.markers is None:
        for sweep in queries.sweeps(game.id):
            sweep.taken_back = True
    if game.finished:
        score_again(session, game, state_of(session, game))


def _replayed(session: GameSession, game: Game, rules: Ruleset) -> Record:
    """Return the record of a game under other rules, each entry checked as if it were made now.

    Raises :class:`.Invalid` for an entry that these rules refuse.
    """
    record = replay(rules, len(session.seats), game.dealer, (), teams_of(session))
    try:
        for text in queries.log_texts(game.id):
            record = append(record, accept(record, read_entry(text)))
    except RulesError as error:
        raise Invalid(Cause.FOLLOWED_OTHERWISE, number=game.number) from error
    return record


def _fitting(rules: Ruleset, row: RowCounts) -> RowCounts:
    """Return a row without the fields that the sheet of these rules does not count."""
    counted = row.counted
    if isinstance(counted, Mapping):
        keys = {field.key for field in (*rules.sheet.fields, *rules.sheet.apart)}
        counted = {key: number for key, number in counted.items() if key in keys}
    markers = row.markers if rules.sheet.markers else 0
    return replace(row, markers=markers, counted=counted)
