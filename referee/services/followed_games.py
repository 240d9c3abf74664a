"""A game followed play by play: entries go into its log, and the sheet follows the log."""

from __future__ import annotations

from secrets import token_urlsafe
from typing import NamedTuple

from ..rules.events import Played
from ..rules.game_engine import IllegalPlay
from ..rules.log.accept_entry import accept
from ..rules.log.entries import Entry, Replace, StepBack, Undo, write_entry
from ..rules.log.missed_plays import RefusedPlay, count_missed, is_forbidden
from ..rules.log.record import Accepted, Record, append, replay
from ..rules.log.repair_suggestions import suggest_repairs
from ..rules.plays import Tapped
from ..rules.sheet_plan import RowCounts
from ..store import queries
from ..store.database import db
from ..store.models import Game, GameSession, LogEntry, now
from .games import FollowedView, followed_view
from .group_keys import Access
from .ids import GameId
from .missed_plays import keep_refused
from .refusals import Cause, Conflict, GameFinished, KeyReused
from .replayed_logs import Log, keep_record, log_of, replayed, takes_entries
from .sheet_rows import add_markers, write_rows
from .stored_scores import forget_scores, score_game
from .transactions import changing_game


class FollowedGame(NamedTuple):
    """A followed game after an entry: the ``game`` as it stands now, its ``record`` as it stood
    right after that entry, and the ``access`` of who entered it, who has seen all that."""

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
    """Put an entry into the log of a game, by somebody who has ``seen`` it up to that number;
    ``tapped`` is what a page knows of a play of which only the card was said.

    The same key again gets the same answer and records nothing. Raises
    :class:`~referee.services.refusals.KeyReused`, :class:`~referee.services.refusals.Conflict`,
    :class:`~referee.services.refusals.GameFinished` and what
    :func:`~referee.rules.log.accept_entry.accept` raises. A play that a rule forbids is kept for
    those who look back at what was missed.
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
    with changing_game(access, game_id) as (session, game):
        log, asked = log_of(session, game), write_entry(entry)
        before = replayed(log)
        earlier = queries.log_entry(game.id, key)
        if earlier is not None:
            if earlier.asked != asked:
                raise KeyReused
            answered = replayed(log.until(earlier.seq))
            return _followed(access, session, game, before, answered)
        if seen != game.seq:
            raise Conflict(Cause.FASTER)
        if game.finished and not _may_change(session, game, before, entry):
            raise GameFinished
        record = _append(session, game, log, before, accept(before, entry, tapped), key, asked)
        return _followed(access, session, game, record, record)


def mend_later_plays(access: Access, game_id: GameId, *, key: str, seen: int) -> FollowedGame:
    """Somebody has ``seen`` what the plays that do not fit any more most likely were, and says that
    it was so: each is entered like that. Raises as :func:`enter` does."""
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
    asked: str,
) -> Record:
    line = write_entry(accepted.entry)
    game.seq += 1
    db.session.add(LogEntry(game_id=game.id, seq=game.seq, key=key, text=line, asked=asked))
    record = keep_record(log.longer(line), append(before, accepted))
    _follow(session, game, before, record)
    return record


def _followed(
    access: Access, session: GameSession, game: Game, record: Record, answered: Record
) -> FollowedGame:
    view = followed_view(session, game, record)
    return FollowedGame(access.after(session.version), view, answered)


def follow_log(session: GameSession, game: Game, record: Record) -> None:
    """Bring a game that nobody has followed yet to where a whole log is."""
    game.seq = record.seq
    empty = replay(record.rules, record.players, record.dealer, (), record.teams)
    _follow(session, game, empty, record)


def _may_change(session: GameSession, game: Game, record: Record, entry: Entry) -> bool:
    """What is finished can only be corrected, and not any more once a later game has begun."""
    return isinstance(entry, Undo | StepBack | Replace) and takes_entries(session, game, record)


def _follow(session: GameSession, game: Game, before: Record, record: Record) -> None:
    """Bring the sheet to where the log is.

    While the game goes on, sweeps are added to what stands in the rows, so that people may count
    there too. When it ends, the log knows every card, and writes the whole sheet.
    """
    state = record.state
    game.deal = state.deal if state else 1
    game.missed = count_missed(record) + len(game.refused or ())
    known = [RowCounts(markers, None) for markers in _markers(before)]
    if before.finished:
        known = list(before.rows)
    if record.finished and state:
        write_rows(session, game, record.rows, state.last_capturer, known)
        game.finished_at = game.finished_at or now()
        score_game(session, game, record=record)
    elif game.finished:
        write_rows(
            session, game, [RowCounts(markers, None) for markers in _markers(record)], None, known
        )
        forget_scores(game)
    else:
        changes = zip(_markers(record), _markers(before), strict=True)
        for seat, (markers, had) in enumerate(changes):
            if markers != had:
                add_markers(session, game, seat, markers - had)


def _markers(record: Record) -> list[int]:
    return [row.markers for row in record.rows] or [0] * record.players
