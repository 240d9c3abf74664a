"""The score sheet of a game: rows as they are counted, closing, correcting."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ..rules.scoring import Sheet, score
from ..rules.seating import check_seat, mates
from ..rules.sheet_check import Check
from ..rules.sheet_plan import RowCounts
from ..rules.single_card_holders import with_holder, without_holder
from ..rules.typed_row import TypedRow
from ..store import queries
from ..store.models import Game, GameSession, now
from .group_keys import Access
from .ids import GameId
from .refusals import (
    AceTwice,
    Cause,
    ClaimTooLow,
    GameFinished,
    Invalid,
    MustCount,
    NotAccessible,
    OneForAll,
    RowChangedMeanwhile,
    SheetIncomplete,
    SheetUnbalanced,
    WhichAces,
)
from .replayed_logs import record_of
from .session_outcome import in_question
from .sheet_rows import keep_row, names_of, write_row, write_rows
from .sheet_state import SheetState, state_of
from .stored_scores import forget_scores, incomplete, score_game
from .transactions import changing_game, identified

ANY_VERSION = -2


def read_sheet(access: Access, game_id: GameId) -> SheetState:
    """The sheet of a game. Raises :class:`~referee.services.refusals.NotAccessible`."""
    return state_of(*find_game(access, game_id))


def find_game(access: Access, game_id: GameId) -> tuple[GameSession, Game]:
    """A game and its session. Raises :class:`~referee.services.refusals.NotAccessible` and
    :class:`~referee.services.refusals.GameDiscarded`."""
    session = queries.session(access.group_id, game_id.session_id)
    if session is None:
        raise NotAccessible
    return session, identified(game_id, queries.game(session.id, game_id.number))


def put_row(
    access: Access, game_id: GameId, seat: int, entered: RowCounts | TypedRow, version: int
) -> SheetState:
    """Enter a player's row over the ``version`` of it that the player saw, or ``ANY_VERSION``. A
    row that was typed is merged into what others have entered since, if that can be.

    The row that stands already may be entered again. The cards that a photo has shown stay with
    their numbers where the new row says nothing of cards. In a finished game the scores follow, and
    what stood before is kept. Raises :class:`~referee.rules.seating.NoSuchSeat`,
    :class:`~referee.services.refusals.OneForAll`,
    :class:`~referee.services.refusals.AceTwice`,
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
    """Return the row that is to stand in the place of the one that does. Raises
    :class:`~referee.services.refusals.RowChangedMeanwhile` where somebody else has changed that
    meanwhile, and both cannot stand."""
    stands = sheet.rows[seat]
    row = entered.over(stands) if isinstance(entered, TypedRow) else entered
    if row.cards is None and row.counted == stands.counted:
        row = replace(row, cards=stands.cards)
    _check_row(sheet, seat, row)
    if version in (sheet.versions[seat], ANY_VERSION) or not _differs(sheet, seat, row):
        return row
    merged = entered.merged(stands) if isinstance(entered, TypedRow) else None
    if merged is None:
        raise RowChangedMeanwhile(sheet.rules.sheet, seat, sheet.versions[seat], stands, row)
    _check_row(sheet, seat, merged)
    return merged


def _differs(sheet: SheetState, seat: int, row: RowCounts) -> bool:
    """Is it another row than the one that was entered, or the first one?"""
    stands = sheet.rows[seat]
    other = stands != row or (stands.cards or ()) != (row.cards or ())
    return other or sheet.versions[seat] == 0


def close_game(
    access: Access,
    game_id: GameId,
    last_capturer: int | None = None,
    *,
    accept_imbalance: bool = False,
    fill_in: bool = False,
) -> SheetState:
    """Finish a game, or correct the last capturer of a finished one. ``fill_in``: what is left of
    two piles need not be entered.

    Raises :class:`~referee.rules.seating.NoSuchSeat`,
    :class:`~referee.services.refusals.SheetIncomplete`,
    :class:`~referee.services.refusals.MustCount`,
    :class:`~referee.services.refusals.WhichAces` and, unless it is accepted,
    :class:`~referee.services.refusals.SheetUnbalanced`.
    """
    with changing_game(access, game_id) as (session, game):
        check_seat(last_capturer, len(game.rows))
        if last_capturer is not None and last_capturer != game.last_capturer:
            if game.finished:
                keep_row(game, None)
            game.last_capturer = last_capturer
        sheet = state_of(session, game)
        checked = sheet.shown if fill_in else sheet.check
        if fill_in and not game.finished:
            write_rows(session, game, checked.rows, game.last_capturer, sheet.rows)
        if checked.uncounted:
            raise incomplete(sheet.players, checked.uncounted)
        check_counted(checked)
        if not game.finished:
            if not checked.balanced and not accept_imbalance:
                raise SheetUnbalanced(checked)
            _check_aces(session, game, checked)
            game.finished_at = now()
            game.accepted_imbalance = not checked.balanced
        score_game(session, game, checked.sheet)
        return sheet


def close_claimed(access: Access, game_id: GameId, seat: int) -> SheetState:
    """Finish a game because somebody claims the target: what counts at once, with what that side
    had before, makes the target (#house-rules). Of a followed game the piles count as they stand,
    as far as its log knows them; nobody has to put a row.

    Raises :class:`~referee.rules.seating.NoSuchSeat`,
    :class:`~referee.services.refusals.Invalid`,
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
        scored = check_claim(session, game, seat, queries.points_before(session.id, game.number))
        game.claimed_by, game.finished_at = seat, now()
        score_game(session, game, scored)
        return state_of(session, game)


def _write_piles(session: GameSession, game: Game) -> None:
    """The rows of a followed game that is not over yet: what lies in the piles by now. Where the
    log does not know that, those count that somebody has put."""
    record = record_of(session, game)
    if game.seq and record.sure and record.state is not None:
        known = [RowCounts(row.markers, None) for row in record.rows]
        write_rows(session, game, record.rows, record.state.last_capturer, known)


def check_claim(session: GameSession, game: Game, seat: int, before: Mapping[int, int]) -> Sheet:
    """Does what a seat has claimed hold, with the points of each seat from the games ``before``?
    Return what the game scores then. Raises as :func:`close_claimed` does."""
    sheet = state_of(session, game)
    if not sheet.rules.claims_out:
        raise Invalid(Cause.CANNOT_CLAIM, field="claimed_by")
    if any(isinstance(row.counted, int) for row in sheet.rows):
        raise MustCount
    seats = mates(seat, sheet.sides)
    nothing = all(sheet.rows[mate].counted is None for mate in seats)
    if nothing and not sheet.rules.sheet.claims_markers:
        raise SheetIncomplete((sheet.pile_owner(seat),))
    scored = score(sheet.rules, sheet.rows, sheet.teams, claimed=True)
    points = before.get(seats[0], 0) + sum((scored.scores[seat].items or {}).values())
    target = session.target or 0
    if points < target:
        raise ClaimTooLow(points, target)
    return scored


def score_again(session: GameSession, game: Game, sheet: SheetState) -> SheetState:
    """After a correction: the scores follow, and claims that do not hold any more, in this game or
    in one after it, are taken back. Return the sheet as it is then."""
    if game.claimed_by is None:
        check_counted(sheet.check)
        _check_aces(session, game, sheet.check)
        if sheet.check.uncounted:
            raise incomplete(sheet.players, sheet.check.uncounted)
        score_game(session, game, sheet.check.sheet)
    for later in queries.claimed_games(session.id, game.number):
        assert later.claimed_by is not None
        before = queries.points_before(session.id, later.number)
        try:
            scored = check_claim(session, later, later.claimed_by, before)
        except Invalid:
            _take_claim_back(session, later)
        else:
            score_game(session, later, scored)
    return sheet if sheet.claimed_by is None else state_of(session, game)


def _check_aces(session: GameSession, game: Game, checked: Check) -> None:
    """Raises :class:`~referee.services.refusals.WhichAces` where they decide and are not known."""
    seats = in_question(session, game, checked)
    if seats:
        names = names_of(session)
        raise WhichAces(seats, tuple(names[seat] for seat in seats))


def _check_row(sheet: SheetState, seat: int, row: RowCounts) -> None:
    """Raises :class:`~referee.services.refusals.OneForAll` where a partner says the whole score: in
    games of before it may stand here, and stays. Raises
    :class:`~referee.services.refusals.AceTwice`: what is told apart lies in one pile."""
    says = seat in sheet.says or isinstance(sheet.rows[seat].counted, int)
    if isinstance(row.counted, int) and not says:
        raise OneForAll(sheet.pile_owner(seat))
    others = [other.counted for at, other in enumerate(sheet.rows) if at != seat]
    for field in sheet.rules.sheet.apart:
        has = [isinstance(one, Mapping) and one.get(field.key) for one in (row.counted, *others)]
        if has[0] and any(has[1:]):
            raise AceTwice(next(iter(field.faces)))


def check_counted(checked: Check) -> None:
    """Raises :class:`~referee.services.refusals.MustCount` if some have counted and some said one
    number, or somebody has where all must count: no game is finished like that."""
    said = any(isinstance(row.counted, int) for row in checked.rows)
    if checked.mixed or (said and checked.rules.must_count and not checked.claimed):
        raise MustCount


def _take_claim_back(session: GameSession, game: Game) -> None:
    """The game goes on where it was ended. Where a later one has begun it stays finished, and is
    scored like any other; it need not add up."""
    assert game.claimed_by is not None
    keep_row(game, game.rows[game.claimed_by])
    game.claimed_by = None
    last = queries.last_game(session.id)
    if last is not game:
        score_game(session, game)
        game.accepted_imbalance = not game.balanced
        return
    forget_scores(game)


def set_last_capturer(access: Access, game_id: GameId, seat: int | None) -> None:
    """Who captured last, while the sheet is filled in; correcting a finished game is
    :func:`close_game`'s."""
    with changing_game(access, game_id) as (_, game):
        check_seat(seat, len(game.rows))
        if not game.finished:
            game.last_capturer = seat


def set_holder(
    access: Access, game_id: GameId, field: str, seat: int, *, holds: bool = True
) -> None:
    """Who has what there is but one of, or does not have it after all, by the rules of
    :func:`~referee.rules.single_card_holders.with_holder`; no other row changes.

    Raises :class:`~referee.rules.seating.NoSuchSeat`,
    :class:`~referee.services.refusals.Invalid` and, where nobody is asked for this,
    :class:`~referee.services.refusals.NotAccessible`.
    """
    with changing_game(access, game_id) as (session, game):
        sheet = state_of(session, game)
        plan = sheet.rules.sheet
        if field not in [one.key for one in (*plan.choices, *plan.apart)]:
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
