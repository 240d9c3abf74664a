"""Entries of followed games; the sheet of a game follows its log."""

from __future__ import annotations

from secrets import token_urlsafe
from typing import NamedTuple

from ..rules.events import Played
from ..rules.game_engine_errors import IllegalPlay
from ..rules.log.accept_entry import accept
from ..rules.log.entries import Agreed, Entry, Replace, StepBack, Undo
from ..rules.log.entry_notation import write_entry
from ..rules.log.missed_and_refused_plays import RefusedPlay, count_missed, is_forbidden
from ..rules.log.record import Accepted, Record, append, replay
from ..rules.log.repairs_after_correction import suggest_repairs
from ..rules.plays import Tapped
from ..rules.sheet_plan import RowCounts
from ..store import queries
from ..store.database import db
from ..store.models import Game, GameSession, LogEntry, now
from .game_views import FollowedView, followed_view
from .group_keys import Access
from .ids import GameId
from .locked_changes import changing_game
from .missed_plays import keep_refused
from .refusals import Cause, Conflict, GameFinished, KeyReused
from .replayed_logs import Log, keep_record, log_of, replayed, takes_entries
from .store_or_forget_scores import forget_scores, score_game
from .stored_sheet_rows import add_markers, write_rows


class FollowedGame(NamedTuple):
    """A followed game after an entry.

    ``game`` is as it stands now, ``record`` as it stood right after the entry. ``access`` is that
    of the sender, with the version of the session after the entry.
    """

    access: Access
    game: FollowedView
    record: Record


def enter(
    access: Access,
    game_id: GameId,
    entry: Entry,
    *,
    key: str,
    seen: int,
    tapped: Tapped | None = None,
) -> FollowedGame:
    """Put an entry into the log of a game and return the game.

    ``seen`` is the number of entries that the sender has seen; ``tapped`` is what a page knows of a
    play for which only the card was given. A ``key`` that was used before gets the same answer and
    records nothing. A forbidden play is kept for the page on missed plays.

    Raises :class:`~referee.services.refusals.KeyReused`,
    :class:`~referee.services.refusals.Conflict`, :class:`~referee.services.refusals.GameFinished`
    and what :func:`~referee.rules.log.accept_entry.accept` raises.
    """
    try:
        return _enter(access, game_id, entry, key, seen, tapped)
    except IllegalPlay as refused:
        is_whole = isinstance(entry, Played) and entry.captured is not None
        if is_whole and is_forbidden(refused.verdict):
            keep_refused(access, game_id, RefusedPlay(seen, refused.played))
        raise


def _enter(
    access: Access, game_id: GameId, entry: Entry, key: str, seen: int, tapped: Tapped | None
) -> FollowedGame:
    """Put an entry into the log, without keeping it if it is refused."""
    with changing_game(access, game_id) as (session, game):
        log, requested = log_of(session, game), write_entry(entry)
        before = replayed(log)
        earlier = queries.log_entry(game.id, key)
        if earlier is not None:
            if earlier.asked != requested:
                raise KeyReused
            answer_record = replayed(log.until(earlier.seq))
            return _followed(access, session, game, before, answer_record)
        if seen != game.seq:
            raise Conflict(Cause.FASTER)
        if game.finished and not _may_change(session, game, before, entry):
            raise GameFinished
        record = _append(session, game, log, before, accept(before, entry, tapped), key, requested)
        return _followed(access, session, game, record, record)


def mend_later_plays(access: Access, game_id: GameId, *, key: str, seen: int) -> FollowedGame:
    """Enter the suggested repair of each play that no longer fits, and return the game.

    ``seen`` is the number of entries that the sender has seen. Raises as :func:`enter` does.
    """
    with changing_game(access, game_id) as (session, game):
        log = log_of(session, game)
        record = replayed(log)
        if queries.log_entry(game.id, key) is not None:
            return _followed(access, session, game, record, record)
        if seen != game.seq:
            raise Conflict(Cause.FASTER)
        if game.finished and not takes_entries(session, game, record):
            raise GameFinished
        for accepted in suggest_repairs(record):
            line = write_entry(accepted.entry)
            record = _append(session, game, log, record, accepted, key, line)
            log = log.longer(line)
            key = token_urlsafe(12)  # the first one bears the name of the request
        return _followed(access, session, game, record, record)


def _append(
    session: GameSession,
    game: Game,
    log: Log,
    before: Record,
    accepted: Accepted,
    key: str,
    requested: str,
) -> Record:
    """Write an accepted entry into the log, bring the sheet up to it, and return the new record."""
    line = write_entry(accepted.entry)
    game.seq += 1
    db.session.add(LogEntry(game_id=game.id, seq=game.seq, key=key, text=line, asked=requested))
    record = keep_record(log.longer(line), append(before, accepted))
    if record.events != before.events:  # else a sheet that was corrected by hand stays
        _follow(session, game, before, record)
    return record


def _followed(
    access: Access, session: GameSession, game: Game, record: Record, answer_record: Record
) -> FollowedGame:
    """Return the answer after an entry; ``answer_record`` is the record right after it."""
    view = followed_view(session, game, record)
    return FollowedGame(access.after(session.version), view, answer_record)


def follow_log(session: GameSession, game: Game, record: Record) -> None:
    """Bring the sheet of a game that was not followed before up to the record of a whole log."""
    game.seq = record.seq
    empty = replay(record.rules, record.players, record.dealer, (), record.teams)
    _follow(session, game, empty, record)


def _may_change(session: GameSession, game: Game, record: Record, entry: Entry) -> bool:
    """Return whether an entry may change a finished game: a correction, before a later game.

    What the table agrees on changes nothing that was scored, and can be said at any time.
    """
    if isinstance(entry, Agreed):
        return True
    return isinstance(entry, Undo | StepBack | Replace) and takes_entries(session, game, record)


def _follow(session: GameSession, game: Game, before: Record, record: Record) -> None:
    """Bring the sheet to the state of the log.

    While a game goes on, sweeps are added to the numbers in the rows, so that people may count
    there too. At its end the log knows every card, and the whole sheet is written.
    """
    state = record.state
    game.deal = state.deal if state else 1
    game.missed = count_missed(record) + len(game.refused or ())
    rows_before = [RowCounts(markers, None) for markers in _markers(before)]
    if before.finished:
        rows_before = list(before.rows)
    if record.finished and state:
        write_rows(session, game, record.rows, state.last_capturer, rows_before)
        game.finished_at = game.finished_at or now()
        score_game(session, game, record=record)
    elif game.finished:
        write_rows(
            session,
            game,
            [RowCounts(markers, None) for markers in _markers(record)],
            None,
            rows_before,
        )
        forget_scores(game)
    else:
        changes = zip(_markers(record), _markers(before), strict=True)
        for seat, (markers, markers_before) in enumerate(changes):
            if markers != markers_before:
                add_markers(session, game, seat, markers - markers_before)


def _markers(record: Record) -> list[int]:
    """Return the face-up cards of each seat."""
    return [row.markers for row in record.rows] or [0] * record.players
