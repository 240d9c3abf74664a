"""State of a game's score sheet: its rows, its check, its closing, its stored scores.

Scores are stored when a game is finished, so no page adds up or replays thousands of games.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from ..rules.games.casino.followed.bluffs import build_statistics
from ..rules.games.casino.followed.followed_game import engine_with_builds
from ..rules.log.record import Record
from ..rules.ruleset import Ruleset
from ..rules.scoring import Sheet, depends_on_earlier_games, score, uncounted
from ..rules.seating import Teams, check_seat, mates, sides
from ..rules.sheet_check import Check, check
from ..rules.sheet_plan import RowCounts
from ..store import queries
from ..store.models import Figures, Game, GameSession
from .outcome import in_question
from .refusals import (
    Cause,
    ClaimTooLow,
    Invalid,
    MustCount,
    SheetIncomplete,
    WhichAces,
    raises_damaged,
)
from .stored_game import (
    finished_games,
    keep_row,
    names_of,
    record_of,
    rows_of,
    rules_in_session,
    teams_of,
)


@dataclass(frozen=True, eq=False)
class SheetState:
    """A stored sheet, at this ``version`` of its session.

    ``teams`` are those that play, ``piles`` the seats that have a pile, ``says`` the seats that may
    enter a whole score. ``versions`` are those of the rows, 0 where nothing was entered.
    ``claimed_by`` is the seat that has ended the game by claiming the target; ``claim_taken_back``:
    such a claim no longer holds, and the game goes on.
    """

    version: int
    players: tuple[str, ...]
    rules: Ruleset
    teams: Teams | None
    piles: tuple[int, ...]
    says: tuple[int, ...]
    rows: tuple[RowCounts, ...]
    versions: tuple[int, ...]
    last_capturer: int | None
    finished: bool
    claimed_by: int | None
    claim_taken_back: bool

    @cached_property
    def check(self) -> Check:
        """The check of the sheet as it is."""
        return self._checked(filled=False)

    @cached_property
    def shown(self) -> Check:
        """The check with the last pile filled in from the others, while the game goes on."""
        return self.check if self.finished else self._checked(filled=True)

    @raises_damaged
    def _checked(self, *, filled: bool) -> Check:
        """Return the check; ``filled``: the last pile is filled in."""
        claimed = self.claimed_by is not None
        return check(
            self.rules, self.rows, self.teams, self.last_capturer, claimed=claimed, filled=filled
        )

    @property
    def sides(self) -> dict[int, tuple[int, ...]]:
        """The seats of each side."""
        return sides(len(self.rows), self.teams)

    def pile_owner(self, seat: int) -> str:
        """Return the name of the player who has the pile of a seat's side."""
        return self.players[mates(seat, self.sides)[0]]

    def check_pile(self, seat: int) -> None:
        """Raise an error for a seat without a pile of its own.

        It is :class:`.NoSuchSeat`, or :class:`.Invalid` where a partner has the pile.
        """
        check_seat(seat, len(self.rows))
        if seat not in self.piles:
            raise Invalid(Cause.SHARES_PILE, name=self.pile_owner(seat))


@raises_damaged
def state_of(session: GameSession, game: Game, rules: Ruleset | None = None) -> SheetState:
    """Return the sheet of a game; ``rules`` are those that it is scored by, if at hand."""
    rules, rows = rules or rules_in_session(session, game), rows_of(game)
    teams = rules.seating.settle(len(rows), teams_of(session))
    return SheetState(
        version=session.version,
        players=names_of(session),
        rules=rules,
        teams=teams,
        piles=rules.pile_seats(len(rows), teams),
        says=rules.quick_seats(len(rows), teams),
        rows=rows,
        versions=tuple(row.version for row in game.rows),
        last_capturer=game.last_capturer,
        finished=game.finished,
        claimed_by=game.claimed_by,
        claim_taken_back=_claim_taken_back(rules, game),
    )


def _claim_taken_back(rules: Ruleset, game: Game) -> bool:
    """Return whether a claim of this game was taken back.

    In an unfinished game that is not followed, only that makes a correction.
    """
    if not rules.claims_out or game.finished or game.seq:
        return False
    return bool(queries.corrections(game.id))


def check_aces(session: GameSession, game: Game, checked: Check) -> None:
    """Raise :class:`.WhichAces` where unknown aces decide the session."""
    seats = in_question(session, game, checked)
    if seats:
        names = names_of(session)
        raise WhichAces(seats, tuple(names[seat] for seat in seats))


def check_counted(checked: Check) -> None:
    """Raise :class:`.MustCount` for a sheet that cannot be finished.

    Some rows are counted and some are whole scores, or a row is a whole score where all must count.
    """
    whole_score_entered = any(isinstance(row.counted, int) for row in checked.rows)
    if checked.mixed or (whole_score_entered and checked.rules.must_count and not checked.claimed):
        raise MustCount


def incomplete(names: Sequence[str], seats: Iterable[int]) -> SheetIncomplete:
    """Return the refusal that names the seats whose piles are not counted yet."""
    return SheetIncomplete(tuple(names[seat] for seat in seats))


def check_claim(session: GameSession, game: Game, seat: int, before: Mapping[int, int]) -> Sheet:
    """Return the scores of a game that a seat has ended by a claim, if the claim holds.

    ``before`` are the points of each seat from earlier games. Raises :class:`.Invalid`,
    :class:`.ClaimTooLow`, :class:`.SheetIncomplete` and :class:`.MustCount`.
    """
    sheet = state_of(session, game)
    if not sheet.rules.claims_out or session.target is None:
        raise Invalid(Cause.CANNOT_CLAIM)
    if any(isinstance(row.counted, int) for row in sheet.rows):
        raise MustCount
    seats = mates(seat, sheet.sides)
    nothing_counted = all(sheet.rows[mate].counted is None for mate in seats)
    if nothing_counted and not sheet.rules.sheet.claims_markers:
        raise SheetIncomplete((sheet.pile_owner(seat),))
    game_sheet = score(sheet.rules, sheet.rows, sheet.teams, claimed=True)
    points = before.get(seats[0], 0) + sum((game_sheet.scores[seat].items or {}).values())
    if points < session.target:
        raise ClaimTooLow(points, session.target)
    return game_sheet


def figures_of(record: Record, sheet: Sheet) -> Figures | None:
    """Return the statistics of a followed game; None in games without builds.

    They are those of its builds by seat, and the points of each seat by score item.
    """
    if engine_with_builds(record.rules) is None:
        return None
    build_stats = build_statistics(record.events, record.players)
    items = [seat_score.items or {} for seat_score in sheet.scores]
    keys = dict.fromkeys(key for seat_items in items for key in seat_items)
    points = {key: [seat_items.get(key, 0) for seat_items in items] for key in keys}
    return Figures(
        built=build_stats.built,
        taken=build_stats.taken,
        bluffs=build_stats.bluffs,
        points={key: seat_points for key, seat_points in points.items() if any(seat_points)},
    )


@raises_damaged
def score_game(
    session: GameSession,
    game: Game,
    sheet: Sheet | None = None,
    record: Record | None = None,
    rules: Ruleset | None = None,
) -> None:
    """Store the scores of a finished game.

    ``sheet`` is what it scored, ``record`` its log's, and ``rules`` those that it is scored by, if
    these are at hand. Raises :class:`.SheetIncomplete`.
    """
    is_claimed = game.claimed_by is not None
    sheet = sheet or _score(session, game, rules or rules_in_session(session, game))
    game.balanced = sheet.balanced
    for stored, seat_score in zip(game.rows, sheet.scores, strict=True):
        stored.total = seat_score.total
    game.figures = None
    if game.seq:
        record = record or record_of(session, game)
        if record.over or is_claimed:  # else nobody has followed it to its end
            game.figures = figures_of(record, sheet)


def _score(session: GameSession, game: Game, rules: Ruleset) -> Sheet:
    """Return the scores of a game. Raises :class:`.SheetIncomplete`."""
    rows, teams = rows_of(game), teams_of(session)
    claimed = game.claimed_by is not None
    missing = () if claimed else uncounted(rules, rows, teams)
    if missing:
        raise incomplete(names_of(session), missing)
    return score(rules, rows, teams, game.last_capturer, claimed=claimed)


def forget_scores(game: Game) -> None:
    """Delete the scores of a game that goes on."""
    game.finished_at, game.balanced, game.accepted_imbalance = None, None, False
    game.figures = None
    for row in game.rows:
        row.total = None


def score_again(session: GameSession, game: Game, sheet: SheetState) -> SheetState:
    """Score a game again after a correction, and return its sheet.

    Claims that no longer hold, in this game or in a later one, are taken back.
    """
    if game.claimed_by is None:
        check_counted(sheet.check)
        check_aces(session, game, sheet.check)
        if sheet.check.uncounted:
            raise incomplete(sheet.players, sheet.check.uncounted)
        score_game(session, game, sheet.check.sheet)
    score_what_follows(session, game)
    return sheet if sheet.claimed_by is None else state_of(session, game)


def score_what_follows(session: GameSession, game: Game) -> None:
    """Check the claims from a corrected game on, and score later games that depend on it again."""
    check_claims(session, game.number)
    _score_later_games(session, game)


def check_claims(session: GameSession, number: int) -> None:
    """Score games again that a claim ended, from this number on.

    Claims that no longer hold are taken back.
    """
    for claimed in queries.claimed_games(session.id, number):
        assert claimed.claimed_by is not None
        before = queries.points_before(session.id, claimed.number)
        try:
            game_sheet = check_claim(session, claimed, claimed.claimed_by, before)
        except Invalid:
            _take_claim_back(session, claimed)
        else:
            score_game(session, claimed, game_sheet)


def _take_claim_back(session: GameSession, game: Game) -> None:
    """Take a claim back, so that the game goes on.

    Where a later game has begun, it stays finished and is scored like others; it need not add up.
    """
    assert game.claimed_by is not None
    keep_row(game, game.rows[game.claimed_by])
    game.claimed_by = None
    last = queries.last_game(session.id)
    if last is not game:
        score_game(session, game)
        game.accepted_imbalance = not game.balanced
        return
    forget_scores(game)


def _score_later_games(session: GameSession, game: Game) -> None:
    """Score the finished games after a corrected one again, as far as their scores depend on it."""
    for later, rules in finished_games(session, queries.whole_games(session.id)):
        if later.number > game.number and depends_on_earlier_games(rules):
            score_game(session, later, rules=rules)
