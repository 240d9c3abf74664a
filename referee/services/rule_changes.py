"""Changes of a session's house rules and target, with the scores of games that follow them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from ..rules.error_bases import RulesError
from ..rules.log.accept_entry import accept
from ..rules.log.entry_notation import read_entry
from ..rules.log.missed_and_refused_plays import count_missed
from ..rules.log.record import Record, append, replay
from ..rules.ruleset import Ruleset
from ..rules.sheet_plan import RowCounts
from ..store import queries
from ..store.models import Game, GameSession
from .group_keys import Access
from .locked_changes import changing_session
from .refusals import Cause, Invalid, NotAccessible, SessionHasBegun
from .replayed_logs import record_of
from .score_after_correction import check_claims, score_again
from .sessions import SessionPlan
from .sheet_correction_history import keep_house
from .sheet_state import state_of
from .stored_rules import rules_of
from .stored_seats import names_of, teams_of
from .stored_sheet_rows import rows_of, write_rows


class RuleChange(NamedTuple):
    """A change of the rules of a session's next games.

    ``games_planned`` and ``target`` stay as they are where they are None. ``games`` are the numbers
    of earlier games that are scored by these house rules too.
    """

    house_rules: Sequence[str]
    games_planned: int | None = None
    target: int | None = None
    games: Collection[int] = ()


def change_rules(access: Access, session_id: str, change: RuleChange) -> None:
    """Change the rules of a session.

    Raises what :meth:`~referee.services.sessions.SessionPlan.check` raises,
    :class:`~referee.services.refusals.SessionHasBegun` if other seats would be partners,
    :class:`~referee.services.refusals.Invalid`, and what
    :func:`~referee.services.sheet_entry_and_closing.close_game` raises of a game.
    """
    with changing_session(access, session_id) as session:
        plan = SessionPlan(
            session.game,
            names_of(session),
            session.teams,
            change.house_rules,
            change.games_planned or session.games_planned or None,
            session.first_dealer,
            change.target or session.target,
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
            raise Invalid(Cause.FOLLOWED_OTHERWISE, field="house", number=game.number)
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

    Raises :class:`~referee.services.refusals.Invalid` for an entry that these rules refuse.
    """
    record = replay(rules, len(session.seats), game.dealer, (), teams_of(session))
    try:
        for text in queries.log_texts(game.id):
            record = append(record, accept(record, read_entry(text)))
    except RulesError as error:
        raise Invalid(Cause.FOLLOWED_OTHERWISE, field="house", number=game.number) from error
    return record


def _fitting(rules: Ruleset, row: RowCounts) -> RowCounts:
    """Return a row without the fields that the sheet of these rules does not count."""
    counted = row.counted
    if isinstance(counted, Mapping):
        keys = {field.key for field in (*rules.sheet.fields, *rules.sheet.apart)}
        counted = {key: number for key, number in counted.items() if key in keys}
    markers = row.markers if rules.sheet.markers else 0
    return replace(row, markers=markers, counted=counted)
