"""Followed games: entering plays, and views of the state."""

from dataclasses import dataclass, replace
from secrets import token_urlsafe
from typing import NamedTuple

from ..rules.log.corrections import suggest_repairs
from ..rules.log.entries import Agreed, Entry, Insert, Replace, StepBack, Undo, write_entry
from ..rules.log.missed_plays import RefusedPlay, count_missed, is_forbidden
from ..rules.log.record import Accepted, Record, accept, append, replay
from ..rules.playing.players import has_players
from ..rules.plays import Played, Tapped
from ..rules.ruleset import IllegalPlay
from ..rules.scoring import Sheet
from ..rules.seating import DealPlan
from ..rules.sheet_plan import NO_ADJUSTMENT, RowCounts
from ..store import queries
from ..store.database import db
from ..store.models import CountedSweep, Game, GameSession, LogEntry, now
from .access import Access, changing_game, find_game
from .group_missed_plays import keep_refused
from .names import GameId
from .outcome import in_question
from .refusals import Cause, Conflict, GameFinished, KeyReused, raises_damaged
from .sheets import SheetState, forget_scores, score_game, state_of
from .stored_game import (
    CorrectedRow,
    Log,
    add_markers,
    history,
    keep_record,
    log_of,
    record_of,
    replayed,
    rules_of,
    state_name,
    takes_entries,
    write_rows,
)


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
    def is_analysed(self) -> bool:
        """Return whether the plays of the game can be looked at: it is finished, and was followed
        to its last card."""
        return self.finished and self.record.over and has_players(self.record.rules)

    @property
    def scores(self) -> Sheet | None:
        """The score as it stands, corrected by hand or not; None until the game is finished."""
        return self.sheet.check.sheet if self.finished else None

    @property
    def corrected(self) -> bool:
        """Return whether the sheet of a finished followed game differs from its log, which knows
        no adjustments."""
        state = self.record.state
        if not (self.finished and self.record.finished and state):
            return False
        same_capturer = self.sheet.last_capturer == state.last_capturer
        counted = tuple(replace(row, adjustment=NO_ADJUSTMENT) for row in self.sheet.rows)
        return counted != self.record.rows or not same_capturer


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

    Raises :class:`.NotAccessible`.
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

    Raises :class:`.NotAccessible`.
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


CAMERA = ".camera."
"""The part of a key that says that a camera has made the entry, after the name of its phone."""


def entries_by_camera(access: Access, game_id: GameId, record: Record) -> frozenset[int]:
    """Return the numbers of the events that a camera has entered, and nobody corrected.

    Raises :class:`.NotAccessible`.
    """
    _, game = find_game(access, game_id)
    seqs = queries.log_seqs(game.id, CAMERA)
    return frozenset(
        applied.seq
        for applied in record.events
        if applied.seq in seqs and record.entries[applied.seq - 1] == applied.event
    )


def _in_question(session: GameSession, game: Game, sheet: SheetState) -> tuple[int, ...]:
    """Return the seats that must say which aces they have."""
    return in_question(session, game, sheet.shown) if sheet.rules.sheet.apart else ()


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

    Raises :class:`.KeyReused`, :class:`.Conflict`, :class:`.GameFinished` and what
    :func:`~referee.rules.log.record.accept` raises.
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
        if not rules_of(game).seating.deals_to(len(session.seats)):
            raise Conflict(Cause.NOT_DEALT)
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
    is_correction = isinstance(entry, Undo | StepBack | Replace | Insert)
    return is_correction and takes_entries(session, game, record)


def _follow(session: GameSession, game: Game, before: Record, record: Record) -> None:
    """Bring the sheet to the state of the log.

    While a game goes on, sweeps are added to the numbers in the rows, so that people may count
    there too. At its end the log knows every card, and the whole sheet is written.
    """
    state = record.state
    game.deal = state.deal if state else 1
    game.missed = count_missed(record) + len(game.refused or ())
    rows_before = [RowCounts(markers, None) for markers in _markers(before)]
    if before.over:
        queries.forget_findings(game.id)
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
    return [row.markers for row in record.rows] or [0] * record.players
