"""Changes of a game's score sheet: rows, closing, and sweeps and deals that are counted."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta

from ..rules.seating import check_seat
from ..rules.sheet_check import with_holder, without_holder
from ..rules.sheet_plan import RowCounts
from ..rules.typed_row import TypedRow
from ..store import queries
from ..store.database import db
from ..store.models import CountedSweep, Game, GameSession, now
from .access import Access, changing_game, find_game, phone_of
from .names import GameId
from .refusals import (
    AceTwice,
    Cause,
    GameFinished,
    Invalid,
    KeyReused,
    NotAccessible,
    OneForAll,
    RowChangedMeanwhile,
    SheetUnbalanced,
)
from .sheets import (
    SheetState,
    check_aces,
    check_claim,
    check_counted,
    incomplete,
    score_again,
    score_game,
    score_what_follows,
    state_of,
)
from .stored_game import add_markers, keep_row, record_of, rules_of, write_row, write_rows

ANY_VERSION = -2
"""The version for a row that is entered over any other."""


def read_sheet(access: Access, game_id: GameId) -> SheetState:
    """Return the sheet of a game. Raises :class:`.NotAccessible`."""
    return state_of(*find_game(access, game_id))


def put_row(
    access: Access, game_id: GameId, seat: int, entered: RowCounts | TypedRow, version: int
) -> SheetState:
    """Enter the row of a seat, and return the sheet.

    ``version`` is that of the row that the player saw, or ``ANY_VERSION``. A typed row is merged
    into what others have entered since, if possible. Entering the present row again changes
    nothing. Cards from photos stay with their numbers where the new row has no cards. In a finished
    game the scores follow, and the row before is kept.

    Raises :class:`.NoSuchSeat`, :class:`.OneForAll`, :class:`.AceTwice`,
    :class:`.RowChangedMeanwhile` and :class:`.SheetIncomplete`.
    """
    with changing_game(access, game_id) as (session, game):
        sheet = state_of(session, game)
        sheet.check_pile(seat)
        row = _row_over(sheet, seat, entered, version)
        if not _differs(sheet, seat, row):
            return sheet
        stored = game.rows[seat]
        if game.finished:
            keep_row(game, stored)
        write_row(session, stored, row)
        rows, versions = list(sheet.rows), list(sheet.versions)
        rows[seat], versions[seat] = row, stored.version
        sheet = replace(sheet, rows=tuple(rows), versions=tuple(versions))
        return score_again(session, game, sheet) if game.finished else sheet


def _row_over(
    sheet: SheetState, seat: int, entered: RowCounts | TypedRow, version: int
) -> RowCounts:
    """Return the row that replaces the present one of a seat.

    Raises :class:`.RowChangedMeanwhile` where somebody else has changed the row since ``version``,
    and the two cannot be merged.
    """
    present = sheet.rows[seat]
    row = entered.over(present) if isinstance(entered, TypedRow) else entered
    if row.cards is None and row.counted == present.counted:
        row = replace(row, cards=present.cards)
    _check_row(sheet, seat, row)
    if version in (sheet.versions[seat], ANY_VERSION) or not _differs(sheet, seat, row):
        return row
    merged = entered.merged(present) if isinstance(entered, TypedRow) else None
    if merged is None:
        raise RowChangedMeanwhile(sheet.rules.sheet, seat, sheet.versions[seat], present, row)
    _check_row(sheet, seat, merged)
    return merged


def _differs(sheet: SheetState, seat: int, row: RowCounts) -> bool:
    present = sheet.rows[seat]
    is_other = present != row or (present.cards or ()) != (row.cards or ())
    return is_other or sheet.versions[seat] == 0


def close_game(
    access: Access,
    game_id: GameId,
    last_capturer: int | None = None,
    *,
    accept_imbalance: bool = False,
    fill_in: bool = False,
) -> SheetState:
    """Finish a game, or correct the last capturer of a finished one, and return the sheet.

    ``fill_in``: what is left for the last of two piles is entered by itself. Raises
    :class:`.NoSuchSeat`, :class:`.SheetIncomplete`, :class:`.MustCount`, :class:`.WhichAces` and,
    unless it is accepted, :class:`.SheetUnbalanced`.
    """
    with changing_game(access, game_id) as (session, game):
        check_seat(last_capturer, len(game.rows))
        if last_capturer is not None and last_capturer != game.last_capturer:
            if game.finished:
                keep_row(game, None)
            game.last_capturer = last_capturer
        sheet, is_correction = state_of(session, game), game.finished
        checked = sheet.shown if fill_in else sheet.check
        if fill_in and not game.finished:
            write_rows(session, game, checked.rows, game.last_capturer, sheet.rows)
        if checked.uncounted:
            raise incomplete(sheet.players, checked.uncounted)
        check_counted(checked)
        if not game.finished:
            if not checked.balanced and not accept_imbalance:
                raise SheetUnbalanced(checked)
            check_aces(session, game, checked)
            game.finished_at = now()
            game.accepted_imbalance = not checked.balanced
        score_game(session, game, checked.sheet)
        if is_correction:
            score_what_follows(session, game)
        return sheet


def close_claimed(access: Access, game_id: GameId, seat: int) -> SheetState:
    """Finish a game by a claim of the target, and return the sheet (#house-rules).

    What counts at once must make the target, with what the side had before. In a followed game the
    piles count as far as the log knows them, and nobody has to enter a row.

    Raises :class:`.NoSuchSeat`, :class:`.Invalid`, :class:`.ClaimTooLow`,
    :class:`.SheetIncomplete`, :class:`.MustCount` and :class:`.GameFinished`.
    """
    with changing_game(access, game_id) as (session, game):
        check_seat(seat, len(game.rows))
        if game.finished:
            raise GameFinished
        _write_piles(session, game)
        game_sheet = check_claim(
            session, game, seat, queries.points_before(session.id, game.number)
        )
        game.claimed_by, game.finished_at = seat, now()
        score_game(session, game, game_sheet)
        return state_of(session, game)


def _write_piles(session: GameSession, game: Game) -> None:
    """Write the piles of an unfinished followed game into its rows, if the log knows every card."""
    record = record_of(session, game)
    if game.seq and record.is_certain and record.state is not None:
        log_rows = [RowCounts(row.markers, None) for row in record.rows]
        write_rows(session, game, record.rows, record.state.last_capturer, log_rows)


def _check_row(sheet: SheetState, seat: int, row: RowCounts) -> None:
    """Check a row that is to be entered for a seat.

    Raises :class:`.OneForAll` for a whole score from a partner, but one that is there from an
    earlier version stays, and :class:`.AceTwice` for a card that another pile has.
    """
    may_say = seat in sheet.says or isinstance(sheet.rows[seat].counted, int)
    if isinstance(row.counted, int) and not may_say:
        raise OneForAll(sheet.pile_owner(seat))
    others = [other.counted for other_seat, other in enumerate(sheet.rows) if other_seat != seat]
    for field in sheet.rules.sheet.apart:
        holders = [
            isinstance(counts, Mapping) and counts.get(field.key)
            for counts in (row.counted, *others)
        ]
        if holders[0] and any(holders[1:]):
            raise AceTwice(next(iter(field.faces)))


def set_last_capturer(access: Access, game_id: GameId, seat: int | None) -> None:
    """Set who captured last in an unfinished game; :func:`close_game` corrects a finished one."""
    with changing_game(access, game_id) as (_, game):
        check_seat(seat, len(game.rows))
        if not game.finished:
            game.last_capturer = seat


def set_holder(
    access: Access, game_id: GameId, field: str, seat: int, *, holds: bool = True
) -> None:
    """Set who has a card of which there is one only, or that a seat does not have it.

    Other rows change as :func:`~referee.rules.sheet_check.with_holder` says. Raises
    :class:`.NoSuchSeat`, :class:`.Invalid` and, for a field that is not asked for,
    :class:`.NotAccessible`.
    """
    with changing_game(access, game_id) as (session, game):
        sheet = state_of(session, game)
        plan = sheet.rules.sheet
        if field not in [counted_field.key for counted_field in (*plan.choices, *plan.apart)]:
            raise NotAccessible
        sheet.check_pile(seat)
        if holds:
            rows = with_holder(plan, sheet.rows, sheet.piles, seat, field)
        else:
            rows = without_holder(plan, sheet.rows, seat, field)
        for stored, before, row in zip(game.rows, sheet.rows, rows, strict=True):
            if row != before:
                if game.finished:
                    keep_row(game, stored)
                write_row(session, stored, row)
        if game.finished and rows != sheet.rows:
            score_again(session, game, state_of(session, game))


AT_ONCE = timedelta(seconds=3)
"""The time in which a second phone may not know yet of a sweep: phones ask every two seconds."""


def count_sweep(
    access: Access, game_id: GameId, seat: int, key: str, *, double: bool = False
) -> bool:
    """Count a sweep for a seat, and return whether another phone has just counted one there.

    A ``key`` that was used before counts nothing, also if its sweep was taken back. Raises
    :class:`.NoSuchSeat`, :class:`.GameFinished`, :class:`.KeyReused` and :class:`.Invalid`.
    """
    markers = 2 if double else 1
    with changing_game(access, game_id) as (session, game):
        state_of(session, game).check_pile(seat)
        if rules_of(game).sheet.markers is None:
            raise Invalid(Cause.NO_SWEEPS)
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
    :class:`.NotAccessible` for a sweep that was never counted.
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


def set_deal(access: Access, game_id: GameId, deal: int) -> None:
    """Set the number of the deal that is being played, from 1.

    Raises :class:`.Invalid` and :class:`.GameFinished`.
    """
    with changing_game(access, game_id) as (session, game):
        deals = rules_of(game).seating.deal_plan(len(session.seats)).deals
        if game.finished:
            raise GameFinished
        if not 1 <= deal <= deals:
            raise Invalid(Cause.NO_SUCH_DEAL, deals=deals)
        game.deal = deal
