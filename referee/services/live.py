"""A game followed play by play: entries go into its log, and the sheet follows the log."""

from __future__ import annotations

from collections.abc import Callable
from secrets import token_urlsafe
from typing import NamedTuple

from ..rules.asking import NotInThisGame
from ..rules.live import IllegalPlay
from ..rules.log.entering import accept
from ..rules.log.entries import Back, Entry, Replace, Undo, write_entry
from ..rules.log.mending import mend
from ..rules.log.missed import Refused, count_missed, is_forbidden
from ..rules.log.record import Record, append, replay
from ..rules.sheet import Row
from ..rules.steps import Played
from ..rules.turns import Unsettled
from ..store import queries
from ..store.database import db
from ..store.models import Game, GameSession, LogEntry, now
from .changing import changing_game
from .ids import GameId
from .links import Access
from .missed import keep_refused
from .records import record_of, takes_entries
from .refusals import Faster, GameFinished, KeyReused
from .rows import add_markers, names_of, write_rows
from .scores import forget_scores, score_game

Settle = Callable[[Record, Entry], Entry]
"""An entry, once it is clear in this game what its card did."""


class Followed(NamedTuple):
    """A game as its log alone tells it."""

    number: int
    players: tuple[str, ...]
    record: Record


def enter(
    access: Access,
    game_id: GameId,
    entry: Entry,
    *,
    key: str,
    seen: int,
    by_card: bool = False,
    settle: Settle | None = None,
) -> Followed:
    """Put an entry into the log of a game, by somebody who has ``seen`` it up to that number;
    ``by_card``: a play was said as a card and what it captured. What it leaves open somebody may
    ``settle``, who raises what :func:`~referee.rules.log.entering.accept` does.

    The same key again gets the same answer and records nothing. Raises
    :class:`~referee.services.refusals.KeyReused`, :class:`~referee.services.refusals.Faster`,
    :class:`~referee.services.refusals.GameFinished`,
    :class:`~referee.rules.asking.NotInThisGame` and what
    :func:`~referee.rules.log.entering.accept` raises. A play that a rule forbids is kept for
    those who look back at what was missed.
    """
    try:
        return _enter(access, game_id, entry, key=key, seen=seen, by_card=by_card, settle=settle)
    except IllegalPlay as refused:
        if (
            isinstance(entry, Played)
            and not isinstance(entry.turn, Unsettled)
            and is_forbidden(refused.verdict)
        ):
            keep_refused(access, game_id, Refused(seen, entry))
        raise


def _enter(
    access: Access,
    game_id: GameId,
    entry: Entry,
    *,
    key: str,
    seen: int,
    by_card: bool,
    settle: Settle | None,
) -> Followed:
    with changing_game(access, game_id) as (session, game):
        asked = write_entry(entry)
        made = queries.log_entry(game.id, key)
        if made is not None:
            if made.asked != asked:
                raise KeyReused
            return _followed(session, game, record_of(session, game, until=made.seq))
        if seen != game.seq:
            raise Faster
        before = record_of(session, game)
        if game.finished and not _may_change(session, game, before, entry):
            raise GameFinished
        if by_card and not before.live.BY_CARD:
            raise NotInThisGame
        said = settle(before, entry) if settle else entry
        return _followed(session, game, _append(session, game, before, said, key, asked))


def mend_later_plays(access: Access, game_id: GameId, *, key: str, seen: int) -> Followed:
    """Somebody has ``seen`` what the plays that do not fit any more most likely were, and says that
    it was so: each is entered like that. Raises as :func:`enter` does."""
    with changing_game(access, game_id) as (session, game):
        record = record_of(session, game)
        if queries.log_entry(game.id, key) is not None:
            return _followed(session, game, record)
        if seen != game.seq:
            raise Faster
        if game.finished and not takes_entries(session, game, record):
            raise GameFinished
        for entry in mend(record):
            record = _append(session, game, record, entry, key, write_entry(entry))
            key = token_urlsafe(12)  # the first one bears the name of the request
        return _followed(session, game, record)


def _append(
    session: GameSession, game: Game, before: Record, entry: Entry, key: str, asked: str
) -> Record:
    accepted = accept(before, entry)
    game.seq += 1
    db.session.add(
        LogEntry(game_id=game.id, seq=game.seq, key=key, text=write_entry(accepted), asked=asked)
    )
    record = append(before, accepted)
    _follow(session, game, before, record)
    return record


def follow_log(session: GameSession, game: Game, record: Record) -> None:
    """Bring a game that nobody has followed yet to where a whole log is."""
    game.seq = record.seq
    empty = replay(record.rules, record.players, record.dealer, (), record.teams)
    _follow(session, game, empty, record)


def _may_change(session: GameSession, game: Game, record: Record, entry: Entry) -> bool:
    """What is finished can only be corrected, and not any more once a later game has begun."""
    return isinstance(entry, Undo | Back | Replace) and takes_entries(session, game, record)


def _follow(session: GameSession, game: Game, before: Record, record: Record) -> None:
    """Bring the sheet to where the log is.

    While the game goes on, sweeps are added to what stands in the rows, so that people may count
    there too. When it ends, the log knows every card, and writes the whole sheet.
    """
    state = record.state
    game.deal = state.deal if state else 1
    game.missed = count_missed(record) + len(game.refused or ())
    known = [Row(markers, None) for markers in _markers(before)]
    if before.finished:
        known = list(before.rows)
    if record.finished and state:
        write_rows(session, game, record.rows, state.last_capturer, known)
        game.finished_at = game.finished_at or now()
        score_game(session, game, record)
    elif game.finished:
        write_rows(session, game, [Row(markers, None) for markers in _markers(record)], None, known)
        forget_scores(game)
    else:
        changes = zip(_markers(record), _markers(before), strict=True)
        for seat, (markers, had) in enumerate(changes):
            if markers != had:
                add_markers(session, game, seat, markers - had)


def _markers(record: Record) -> list[int]:
    return [row.markers for row in record.rows] or [0] * record.players


def _followed(session: GameSession, game: Game, record: Record) -> Followed:
    return Followed(game.number, names_of(session), record)
