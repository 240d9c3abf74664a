"""The score sheet of a game: rows as they are counted, closing, correcting."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ..rules.checks import Check, check, check_filled, fill
from ..rules.ruleset import Ruleset
from ..rules.scoring import score
from ..rules.seating import check_seat, mates
from ..rules.sheet import Counted, Row, SheetPlan
from ..store import queries
from ..store.models import Game, GameSession, now
from .changing import changing_game, identified
from .deciding import in_question
from .ids import GameId
from .links import Access
from .records import record_of
from .refusals import (
    AceTwice,
    Cause,
    ClaimTooLow,
    GameFinished,
    Incomplete,
    Invalid,
    Missing,
    MustCount,
    OneForAll,
    Stale,
    Unbalanced,
    WhichAces,
)
from .rows import (
    keep_row,
    names_of,
    row_of,
    rows_of,
    rules_of,
    sides_of,
    teams_of,
    write_row,
    write_rows,
)
from .scores import forget_scores, incomplete, score_game
from .stored import of_stored

ANY_VERSION = -2


@dataclass(frozen=True)
class SheetState:
    """A sheet as it stands. ``versions`` are 0 where nothing was entered; ``says`` are the seats
    that say the quick number, ``in_question`` those that must say which aces they have.
    ``claimed_by`` is the seat that has ended the game by claiming the target, and
    ``claim_taken_back``: such a claim does not hold any more, so the game goes on."""

    players: tuple[str, ...]
    rules: Ruleset
    rows: tuple[Row, ...]
    versions: tuple[int, ...]
    says: tuple[int, ...]
    in_question: tuple[int, ...]
    last_capturer: int | None
    check: Check
    claimed_by: int | None
    claim_taken_back: bool


def read_sheet(access: Access, game_id: GameId) -> SheetState:
    """The sheet of a game. Raises :class:`~referee.services.refusals.Missing`."""
    return state_of(*find_game(access, game_id))


def filled(state: SheetState, teams: Sequence[int] | None) -> SheetState:
    """A sheet with what is left of two piles filled in, as far as nobody has said it."""
    rows, checked = check_filled(state.rules, state.rows, teams, state.last_capturer)
    return replace(state, rows=rows, check=checked)


def find_game(access: Access, game_id: GameId) -> tuple[GameSession, Game]:
    """A game and its session. Raises :class:`~referee.services.refusals.Missing` and
    :class:`~referee.services.refusals.Discarded`."""
    session = queries.session(access.group_id, game_id.session_id)
    if session is None:
        raise Missing
    return session, identified(game_id, queries.game(session.id, game_id.number))


@of_stored
def state_of(session: GameSession, game: Game) -> SheetState:
    rules, rows = rules_of(game), rows_of(game)
    return SheetState(
        players=names_of(session),
        rules=rules,
        rows=rows,
        versions=tuple(row.version for row in game.rows),
        says=rules.quick_seats(len(rows), teams_of(session)),
        in_question=()
        if game.finished
        else in_question(session, game, fill(rules, rows, teams_of(session))[0]),
        last_capturer=game.last_capturer,
        check=check(
            rules,
            rows,
            teams_of(session),
            game.last_capturer,
            claimed=game.claimed_by is not None,
        ),
        claimed_by=game.claimed_by,
        claim_taken_back=_claim_taken_back(rules, game),
    )


def _claim_taken_back(rules: Ruleset, game: Game) -> bool:
    """Nothing else is corrected in a game that is not finished and that nobody follows."""
    if not rules.claims_out or game.finished or game.seq:
        return False
    return bool(queries.corrections(game.id))


def put_row(access: Access, game_id: GameId, seat: int, row: Row, version: int) -> SheetState:
    """Enter a player's row over the ``version`` of it that the player saw, or ``ANY_VERSION``.

    The row that stands already may be entered again. The cards that a photo has shown stay with
    their numbers where the new row says nothing of cards. In a finished game the scores follow, and
    what stood before is kept. Raises :class:`~referee.rules.seating.NoSuchSeat`,
    :class:`~referee.services.refusals.OneForAll`,
    :class:`~referee.services.refusals.Stale` and
    :class:`~referee.services.refusals.Incomplete`.
    """
    with changing_game(access, game_id) as (session, game):
        check_pile(session, game, seat)
        stored = game.rows[seat]
        if isinstance(row.counted, int):
            _check_says(session, game, seat, row_of(stored))
        _check_twice(rules_of(game).sheet, rows_of(game), seat, row)
        before = row_of(stored)
        if row.cards is None and row.counted == before.counted:
            row = replace(row, cards=before.cards)
        if before != row or (before.cards or ()) != (row.cards or ()) or stored.version == 0:
            if version not in (stored.version, ANY_VERSION):
                raise Stale(rules_of(game).sheet, seat, stored.version, before, row)
            if game.finished:
                keep_row(game, stored)
            write_row(session, stored, row)
            if game.finished:
                _score_again(session, game)
        return state_of(session, game)


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
    :class:`~referee.services.refusals.Incomplete`,
    :class:`~referee.services.refusals.MustCount`,
    :class:`~referee.services.refusals.WhichAces` and, unless it is accepted,
    :class:`~referee.services.refusals.Unbalanced`.
    """
    with changing_game(access, game_id) as (session, game):
        check_seat(last_capturer, len(game.rows))
        if last_capturer is not None and last_capturer != game.last_capturer:
            if game.finished:
                keep_row(game, None)
            game.last_capturer = last_capturer
        state = state_of(session, game)
        if fill_in and not game.finished:
            state = filled(state, teams_of(session))
            write_rows(session, game, state.rows, game.last_capturer, rows_of(game))
        if state.check.uncounted:
            raise incomplete(session, game)
        check_counted(session, game)
        if not game.finished:
            if not state.check.balanced and not accept_imbalance:
                raise Unbalanced(state.check)
            _check_aces(session, game)
            game.finished_at = now()
            game.accepted_imbalance = not state.check.balanced
        score_game(session, game)
        return state


def close_claimed(access: Access, game_id: GameId, seat: int) -> SheetState:
    """Finish a game because somebody claims the target: what counts at once, with what that side
    had before, makes the target (#house-rules). Of a followed game the piles count as they stand,
    as far as its log knows them; nobody has to put a row.

    Raises :class:`~referee.rules.seating.NoSuchSeat`,
    :class:`~referee.services.refusals.Invalid`,
    :class:`~referee.services.refusals.ClaimTooLow`,
    :class:`~referee.services.refusals.Incomplete`,
    :class:`~referee.services.refusals.MustCount` and
    :class:`~referee.services.refusals.GameFinished`.
    """
    with changing_game(access, game_id) as (session, game):
        check_seat(seat, len(game.rows))
        if game.finished:
            raise GameFinished
        _write_piles(session, game)
        check_claim(session, game, seat, queries.points_before(session.id, game.number))
        game.claimed_by, game.finished_at = seat, now()
        score_game(session, game)
        return state_of(session, game)


def _write_piles(session: GameSession, game: Game) -> None:
    """The rows of a followed game that is not over yet: what lies in the piles by now. Where the
    log does not know that, those count that somebody has put."""
    record = record_of(session, game)
    if game.seq and record.sure and record.state is not None:
        known = [Row(row.markers, None) for row in record.rows]
        write_rows(session, game, record.rows, record.state.last_capturer, known)


def check_claim(session: GameSession, game: Game, seat: int, before: Mapping[int, int]) -> None:
    """Does what a seat has claimed hold, with the points of each seat from the games ``before``?
    Raises as :func:`close_claimed` does."""
    rules, rows, teams = rules_of(game), rows_of(game), teams_of(session)
    if not rules.claims_out:
        raise Invalid(Cause.CANNOT_CLAIM, field="claimed_by")
    if any(isinstance(row.counted, int) for row in rows):
        raise MustCount
    seats = mates(seat, sides_of(session))
    nothing = all(rows[one].counted is None for one in seats)
    if nothing and not rules.sheet.claims_markers:
        raise Incomplete((pile_owner(session, seat),))
    scored = score(rules, rows, teams, claimed=True).scores[seat]
    points = before.get(seats[0], 0) + sum((scored.items or {}).values())
    target = session.target or 0
    if points < target:
        raise ClaimTooLow(points, target)


def _score_again(session: GameSession, game: Game) -> None:
    """After a correction: the scores follow, and claims that do not hold any more, in this game or
    in one after it, are taken back."""
    if game.claimed_by is None:
        check_counted(session, game)
        _check_aces(session, game)
        score_game(session, game)
    for one in queries.claimed_games(session.id, game.number):
        assert one.claimed_by is not None
        before = queries.points_before(session.id, one.number)
        try:
            check_claim(session, one, one.claimed_by, before)
        except Invalid:
            _take_claim_back(session, one)
        else:
            score_game(session, one)


def _check_aces(session: GameSession, game: Game) -> None:
    """Raises :class:`~referee.services.refusals.WhichAces` where they decide and are not known."""
    seats = in_question(session, game, rows_of(game))
    if seats:
        names = names_of(session)
        raise WhichAces(seats, tuple(names[seat] for seat in seats))


def _check_twice(plan: SheetPlan, rows: Sequence[Row], seat: int, row: Row) -> None:
    """Raises :class:`~referee.services.refusals.AceTwice`: what is told apart lies in one pile."""
    others = [other.counted for at, other in enumerate(rows) if at != seat]
    for field in plan.apart:
        has = [isinstance(one, Mapping) and one.get(field.key) for one in (row.counted, *others)]
        if has[0] and any(has[1:]):
            raise AceTwice(next(iter(field.faces)))


def check_counted(session: GameSession, game: Game) -> None:
    """Raises :class:`~referee.services.refusals.MustCount` if some have counted and some said one
    number, or somebody has where all must count: no game is finished like that."""
    check = state_of(session, game).check
    said = any(isinstance(row.counted, int) for row in rows_of(game))
    if check.mixed or (said and rules_of(game).must_count and game.claimed_by is None):
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


def check_pile(session: GameSession, game: Game, seat: int) -> None:
    """Raises :class:`~referee.rules.seating.NoSuchSeat`, and
    :class:`~referee.services.refusals.Invalid` where a partner has the pile."""
    check_seat(seat, len(game.rows))
    if seat not in rules_of(game).pile_seats(len(game.rows), teams_of(session)):
        raise Invalid(Cause.SHARES_PILE, field="seat", name=pile_owner(session, seat))


def _check_says(session: GameSession, game: Game, seat: int, stands: Row) -> None:
    """Raises :class:`~referee.services.refusals.OneForAll` where a partner says the whole score. In
    games of before it may stand here, and stays."""
    says = rules_of(game).quick_seats(len(game.rows), teams_of(session))
    if seat not in says and not isinstance(stands.counted, int):
        raise OneForAll(pile_owner(session, seat))


def pile_owner(session: GameSession, seat: int) -> str:
    """Who has the pile of a side, by name."""
    return names_of(session)[mates(seat, sides_of(session))[0]]


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
    """Who has what there is but one of, or does not have it after all: it goes to the row of that
    pile, out of any other, and no other row changes. A pile of which somebody said one number is
    not counted, and cannot have it, unless it is what the other of two is not.

    Raises :class:`~referee.rules.seating.NoSuchSeat`,
    :class:`~referee.services.refusals.Invalid` and, where nobody is asked for this,
    :class:`~referee.services.refusals.Missing`.
    """
    with changing_game(access, game_id) as (session, game):
        rules, rows = rules_of(game), rows_of(game)
        if field not in [one.key for one in (*rules.sheet.choices, *rules.sheet.apart)]:
            raise Missing
        check_pile(session, game, seat)
        if isinstance(rows[seat].counted, int):
            if not holds or not _is_one_of_two(session, game, rows):
                return
            rows = tuple(replace(r, counted=None) if at == seat else r for at, r in enumerate(rows))
        if holds and field in [one.key for one in rules.sheet.apart]:
            rows = _with_room(rules.sheet, rows, seat, field)
        for at, row in enumerate(rows):
            if not holds and at != seat:
                continue
            counted = _held(rules.sheet, row.counted, field, holds=holds and at == seat)
            if counted != row.counted:
                if game.finished:
                    keep_row(game, game.rows[at])
                write_row(session, game.rows[at], replace(row, counted=counted))
        if game.finished:
            _score_again(session, game)


def _with_room(plan: SheetPlan, rows: Sequence[Row], seat: int, field: str) -> tuple[Row, ...]:
    """The rows with room in one of them for this ace: where all of its aces are said already, the
    first of them goes."""
    counted = rows[seat].counted
    said = [one.key for one in plan.apart if isinstance(counted, Mapping) and counted.get(one.key)]
    if not isinstance(counted, Mapping) or field in said:
        return tuple(rows)
    if len(said) < counted.get(plan.together.key, len(plan.apart)):
        return tuple(rows)
    kept = {key: number for key, number in counted.items() if key not in said[:1]}
    row = replace(rows[seat], counted=kept)
    return tuple(row if at == seat else one for at, one in enumerate(rows))


def _is_one_of_two(session: GameSession, game: Game, rows: Sequence[Row]) -> bool:
    """Are there two piles, of which one is counted? Then so is the other one, whatever was said."""
    piles = rules_of(game).pile_seats(len(rows), teams_of(session))
    return len(piles) == 2 and any(isinstance(row.counted, Mapping) for row in rows)


def _held(plan: SheetPlan, counted: Counted | None, field: str, *, holds: bool) -> Counted | None:
    """A pile with or without what there is but one of; None if nothing is counted then."""
    if isinstance(counted, int) or (not holds and not (counted or {}).get(field)):
        return counted
    known = {key: n for key, n in (counted or {}).items() if key != field}
    known |= {field: 1} if holds else {}
    return {
        one.key: known[one.key] for one in (*plan.fields, *plan.apart) if one.key in known
    } or None
