"""Score sheets of games: entering rows, also of finished games, and closing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ..rules.seating import check_seat
from ..rules.sheet_plan import RowCounts
from ..rules.sheet_single_card_holder import with_holder, without_holder
from ..rules.typed_row_over_existing import TypedRow
from ..store import queries
from ..store.models import Game, GameSession, now
from .closing_checks import check_aces, check_counted, incomplete
from .group_keys import Access
from .group_session_game_lookup import find_game
from .ids import GameId
from .locked_changes import changing_game
from .refusals import (
    AceTwice,
    GameFinished,
    NotAccessible,
    OneForAll,
    RowChangedMeanwhile,
    SheetUnbalanced,
)
from .replayed_logs import record_of
from .score_after_correction import score_again, score_what_follows
from .sheet_correction_history import keep_row
from .sheet_state import SheetState, state_of
from .store_or_forget_scores import score_game
from .stored_sheet_rows import write_row, write_rows
from .target_claim_check import check_claim

ANY_VERSION = -2
"""The version for a row that is entered over any other."""


def read_sheet(access: Access, game_id: GameId) -> SheetState:
    """Return the sheet of a game. Raises :class:`~referee.services.refusals.NotAccessible`."""
    return state_of(*find_game(access, game_id))


def put_row(
    access: Access, game_id: GameId, seat: int, entered: RowCounts | TypedRow, version: int
) -> SheetState:
    """Enter the row of a seat, and return the sheet.

    ``version`` is that of the row that the player saw, or ``ANY_VERSION``. A typed row is merged
    into what others have entered since, if possible. Entering the present row again changes
    nothing. Cards from photos stay with their numbers where the new row has no cards. In a finished
    game the scores follow, and the row before is kept.

    Raises :class:`~referee.rules.seating.NoSuchSeat`,
    :class:`~referee.services.refusals.OneForAll`, :class:`~referee.services.refusals.AceTwice`,
    :class:`~referee.services.refusals.RowChangedMeanwhile` and
    :class:`~referee.services.refusals.SheetIncomplete`.
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

    Raises :class:`~referee.services.refusals.RowChangedMeanwhile` where somebody else has changed
    the row since ``version``, and the two cannot be merged.
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
    """Return whether a row differs from the present one, or is the first of its seat."""
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
    :class:`~referee.rules.seating.NoSuchSeat`, :class:`~referee.services.refusals.SheetIncomplete`,
    :class:`~referee.services.refusals.MustCount`, :class:`~referee.services.refusals.WhichAces`
    and, unless it is accepted, :class:`~referee.services.refusals.SheetUnbalanced`.
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

    Raises :class:`~referee.rules.seating.NoSuchSeat`, :class:`~referee.services.refusals.Invalid`,
    :class:`~referee.services.refusals.ClaimTooLow`,
    :class:`~referee.services.refusals.SheetIncomplete`,
    :class:`~referee.services.refusals.MustCount` and
    :class:`~referee.services.refusals.GameFinished`.
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

    Raises :class:`~referee.services.refusals.OneForAll` for a whole score from a partner, but one
    that is there from an earlier version stays, and :class:`~referee.services.refusals.AceTwice`
    for a card that another pile has.
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

    Other rows change as :func:`~referee.rules.sheet_single_card_holder.with_holder` says. Raises
    :class:`~referee.rules.seating.NoSuchSeat`, :class:`~referee.services.refusals.Invalid` and, for
    a field that is not asked for, :class:`~referee.services.refusals.NotAccessible`.
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
