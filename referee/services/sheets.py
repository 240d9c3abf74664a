"""The score sheet of a game: rows as they are counted, closing, correcting."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from ..rules.checks import Check, check
from ..rules.games import ruleset
from ..rules.ruleset import Ruleset
from ..rules.scoring import Counted, Row, is_counted, score, uncounted
from ..rules.seating import check_seat, sides
from ..rules.sheet import SheetPlan
from ..store import queries
from ..store.database import db
from ..store.models import Correction, Game, GameSession, SheetRow, now
from .changing import changing_game
from .ids import GameId
from .links import Access
from .refusals import (
    CannotClaim,
    ClaimTooLow,
    GameFinished,
    Impossible,
    Incomplete,
    Missing,
    MustCount,
    SharesPile,
    Stale,
    Unbalanced,
)
from .stored import Damaged, of_stored

ANY_VERSION = -2


@dataclass(frozen=True)
class Corrected:
    """A row, or the last capturer where ``seat`` is None, as it stood until ``at``."""

    at: datetime
    seat: int | None
    row: Row | None
    last_capturer: int | None


@dataclass(frozen=True)
class SheetState:
    """A sheet as it stands. ``versions`` are 0 where nothing was entered. ``claimed_by`` is the
    seat that has ended the game by claiming the target, and ``claim_taken_back``: such a claim does
    not hold any more, so the game goes on."""

    players: tuple[str, ...]
    rules: Ruleset
    rows: tuple[Row, ...]
    versions: tuple[int, ...]
    last_capturer: int | None
    check: Check
    claimed_by: int | None
    claim_taken_back: bool


def read_sheet(access: Access, game_id: GameId) -> SheetState:
    """The sheet of a game. Raises :class:`~referee.services.refusals.Missing`."""
    return state_of(*find_game(access, game_id))


def find_game(access: Access, game_id: GameId) -> tuple[GameSession, Game]:
    """A game and its session. Raises :class:`~referee.services.refusals.Missing`."""
    session = queries.session(access.group_id, game_id.session_id)
    game = queries.game(session.id, game_id.number) if session else None
    if session is None or game is None:
        raise Missing
    return session, game


@of_stored
def state_of(session: GameSession, game: Game) -> SheetState:
    rules, rows = rules_of(game), rows_of(game)
    return SheetState(
        players=tuple(seat.player.name for seat in session.seats),
        rules=rules,
        rows=rows,
        versions=tuple(row.version for row in game.rows),
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

    The row that stands already may be entered again. In a finished game the scores follow, and
    what stood before is kept. Raises :class:`~referee.rules.seating.NoSuchSeat`,
    :class:`~referee.services.refusals.SharesPile`,
    :class:`~referee.services.refusals.Stale` and
    :class:`~referee.services.refusals.Incomplete`.
    """
    with changing_game(access, game_id) as (session, game):
        check_pile(session, game, seat)
        stored = game.rows[seat]
        before = _row(stored)
        if before != row or stored.version == 0:
            if version not in (stored.version, ANY_VERSION):
                raise Stale(rules_of(game).sheet, seat, stored.version, before, row)
            if game.finished:
                _keep(game, stored)
            _write(stored, row)
            if game.finished:
                _score_again(session, game)
        return state_of(session, game)


def close_game(
    access: Access,
    game_id: GameId,
    last_capturer: int | None = None,
    *,
    accept_imbalance: bool = False,
) -> SheetState:
    """Finish a game, or correct the last capturer of a finished one.

    Raises :class:`~referee.rules.seating.NoSuchSeat`,
    :class:`~referee.services.refusals.Incomplete`,
    :class:`~referee.services.refusals.MustCount` and, unless it is accepted,
    :class:`~referee.services.refusals.Unbalanced`.
    """
    with changing_game(access, game_id) as (session, game):
        check_seat(last_capturer, len(game.rows))
        if last_capturer is not None and last_capturer != game.last_capturer:
            if game.finished:
                _keep(game, None)
            game.last_capturer = last_capturer
        state = state_of(session, game)
        if state.check.uncounted:
            raise _incomplete(session, game)
        check_counted(session, game)
        if not game.finished:
            if not state.check.balanced and not accept_imbalance:
                raise Unbalanced(state.check)
            game.finished_at = now()
            game.accepted_imbalance = not state.check.balanced
        score_game(session, game)
        return state


def close_claimed(access: Access, game_id: GameId, seat: int) -> SheetState:
    """Finish a game because somebody claims the target: what counts at once, with what that side
    had before, makes the target (#house-rules).

    Raises :class:`~referee.rules.seating.NoSuchSeat`,
    :class:`~referee.services.refusals.CannotClaim`,
    :class:`~referee.services.refusals.ClaimTooLow`,
    :class:`~referee.services.refusals.Incomplete`,
    :class:`~referee.services.refusals.MustCount` and
    :class:`~referee.services.refusals.GameFinished`.
    """
    with changing_game(access, game_id) as (session, game):
        check_seat(seat, len(game.rows))
        if game.finished:
            raise GameFinished
        check_claim(session, game, seat, queries.points_before(session.id, game.number))
        game.claimed_by, game.finished_at = seat, now()
        score_game(session, game)
        return state_of(session, game)


def check_claim(session: GameSession, game: Game, seat: int, before: Mapping[int, int]) -> None:
    """Does what a seat has claimed hold, with the points of each seat from the games ``before``?
    Raises as :func:`close_claimed` does."""
    rules, rows, teams = rules_of(game), rows_of(game), teams_of(session)
    if not rules.claims_out:
        raise CannotClaim
    if any(isinstance(row.counted, int) for row in rows):
        raise MustCount
    seats = next(found for found in sides(len(rows), teams).values() if seat in found)
    if all(rows[one].counted is None for one in seats):
        raise Incomplete((session.seats[seats[0]].player.name,))
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
        score_game(session, game)
    for one in queries.claimed_games(session.id, game.number):
        assert one.claimed_by is not None
        before = queries.points_before(session.id, one.number)
        try:
            check_claim(session, one, one.claimed_by, before)
        except Impossible:
            _take_claim_back(session, one)
        else:
            score_game(session, one)


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
    _keep(game, game.rows[game.claimed_by])
    game.claimed_by = None
    last = queries.last_game(session.id)
    if last is not game:
        score_game(session, game)
        game.accepted_imbalance = not game.balanced
        return
    game.finished_at, game.balanced, game.accepted_imbalance = None, None, False
    for row in game.rows:
        row.total = None


def check_pile(session: GameSession, game: Game, seat: int) -> None:
    """Raises :class:`~referee.rules.seating.NoSuchSeat`, and
    :class:`~referee.services.refusals.SharesPile` where a partner has the pile."""
    check_seat(seat, len(game.rows))
    if seat not in rules_of(game).pile_seats(len(game.rows), teams_of(session)):
        raise SharesPile(pile_owner(session, seat))


def pile_owner(session: GameSession, seat: int) -> str:
    """Who has the pile of a side, by name."""
    together = sides(len(session.seats), teams_of(session)).values()
    seats = next(found for found in together if seat in found)
    return session.seats[seats[0]].player.name


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
    not counted, and cannot have it.

    Raises :class:`~referee.rules.seating.NoSuchSeat`,
    :class:`~referee.services.refusals.SharesPile` and, where nobody is asked for this,
    :class:`~referee.services.refusals.Missing`.
    """
    with changing_game(access, game_id) as (session, game):
        rules, rows = rules_of(game), rows_of(game)
        if field not in [one.key for one in rules.sheet.choices]:
            raise Missing
        check_pile(session, game, seat)
        if isinstance(rows[seat].counted, int):
            return
        for at, row in enumerate(rows):
            if not holds and at != seat:
                continue
            counted = _held(rules.sheet, row.counted, field, holds=holds and at == seat)
            if counted != row.counted:
                if game.finished:
                    _keep(game, game.rows[at])
                _write(game.rows[at], replace(row, counted=counted))
        if game.finished:
            _score_again(session, game)


def _held(plan: SheetPlan, counted: Counted | None, field: str, *, holds: bool) -> Counted | None:
    """A pile with or without what there is but one of; None if nothing is counted then."""
    if isinstance(counted, int) or (not holds and not (counted or {}).get(field)):
        return counted
    known = {key: n for key, n in (counted or {}).items() if key != field}
    known |= {field: 1} if holds else {}
    return {one.key: known[one.key] for one in plan.fields if one.key in known} or None


def history(game: Game) -> list[Corrected]:
    """What stood before each correction, the latest first."""
    return [
        Corrected(
            at=kept.corrected_at,
            seat=kept.seat,
            row=None if kept.seat is None else _row(kept),
            last_capturer=kept.last_capturer,
        )
        for kept in queries.corrections(game.id)
    ]


@of_stored
def rules_of(game: Game) -> Ruleset:
    """The rules that a game is played by, whatever its session's are by now."""
    return ruleset(game.game, game.house, game.rules_version)


def teams_of(session: GameSession) -> tuple[int, ...] | None:
    return None if session.teams is None else tuple(session.teams)


def rows_of(game: Game) -> tuple[Row, ...]:
    """The rows of a game, in seat order. Raises :class:`~referee.services.stored.Damaged` for one
    that lacks fields where no row may."""
    rows, sheet = tuple(map(_row, game.rows)), rules_of(game).sheet
    if not sheet.whole_score_said:
        for row in rows:
            if row.counted is not None and not is_counted(sheet, row):
                raise Damaged(f"a row of game {game.id} has not all kinds")
    return rows


def _row(stored: SheetRow | Correction) -> Row:
    counted = stored.card_points if stored.kinds is None else stored.kinds
    return Row(stored.markers, counted)


def add_markers(game: Game, seat: int, markers: int) -> None:
    """More or fewer face-up cards in a row, whoever else counts there."""
    row = game.rows[seat]
    row.markers = max(0, row.markers + markers)
    row.version += 1


def write_rows(
    game: Game, rows: Sequence[Row], last_capturer: int | None, known: Sequence[Row]
) -> None:
    """Put these rows in the place of what stands. What somebody had counted by hand, something
    else than the ``known`` rows that a log had written, is kept."""
    game.last_capturer = last_capturer
    for seat, (stored, row) in enumerate(zip(game.rows, rows, strict=True)):
        before = _row(stored)
        if before == row:
            continue
        if before != known[seat]:
            _keep(game, stored)
        _write(stored, row)


def _write(stored: SheetRow, row: Row) -> None:
    stored.version += 1
    stored.markers = row.markers
    stored.card_points = row.counted if isinstance(row.counted, int) else None
    stored.kinds = dict(row.counted) if isinstance(row.counted, Mapping) else None


def _keep(game: Game, row: SheetRow | None) -> None:
    """Keep what stands in a row, or who captured last, before it is corrected."""
    kept = Correction(game_id=game.id, last_capturer=game.last_capturer)
    if row is not None:
        kept.seat, kept.markers = row.seat, row.markers
        kept.card_points, kept.kinds = row.card_points, row.kinds
    db.session.add(kept)


@of_stored
def score_game(session: GameSession, game: Game) -> None:
    """Write a finished game's scores down."""
    rules, rows, teams = rules_of(game), rows_of(game), teams_of(session)
    claimed = game.claimed_by is not None
    if not claimed and uncounted(rules, rows, teams):
        raise _incomplete(session, game)
    sheet = score(rules, rows, teams, game.last_capturer, claimed=claimed)
    game.balanced = sheet.balanced
    for stored, scored in zip(game.rows, sheet.scores, strict=True):
        stored.total = scored.total


def _incomplete(session: GameSession, game: Game) -> Incomplete:
    missing = uncounted(rules_of(game), rows_of(game), teams_of(session))
    return Incomplete(tuple(session.seats[seat].player.name for seat in missing))
