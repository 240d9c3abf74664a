"""Outcome of a session, worked out from its games: totals, leaders, winners."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from ..rules import standings
from ..rules.ruleset import Ruleset
from ..rules.scoring import Sheet, score
from ..rules.session_end import (
    CountedOut,
    FirstToTarget,
    TargetReached,
    count_out,
    reached,
    tie_broken,
)
from ..rules.sheet_check import Check
from ..rules.sheet_plan import RowCounts
from ..store import group_queries, queries
from ..store.models import Game, GameSession
from ..store.queries import GameRow
from .refusals import raises_damaged
from .stored_game import end_of, rows_of, rules_for, rules_of, sides_of, teams_of


class EarlierWin(NamedTuple):
    """An earlier game, by ``number``, after which these sides had won a session that went on."""

    number: int
    winners: tuple[int, ...]


class SessionOutcome(NamedTuple):
    """The totals of a session by side, and the sides that have won it; none while it goes on."""

    totals: Mapping[int, int]
    winners: tuple[int, ...]


def decide(session: GameSession) -> tuple[int, ...]:
    """Return the sides that have won a session; none while it goes on."""
    return outcome_of(session, queries.games(session.id)).winners


@raises_damaged
def outcome_of(session: GameSession, games: Sequence[GameRow]) -> SessionOutcome:
    """Return the totals of a session, and who has won it (#session).

    After an agreed number of games whoever leads wins. With a target it is the side that is alone
    at the top with it, that claimed it first, or that leads where the session was to end with this
    game.
    """
    finished = _counted(session, games)
    totals = add_up(rules_for(session), sides_of(session), _scores(finished))
    winners = _winners(session, len(finished), finished[-1], totals) if finished else ()
    return SessionOutcome(totals, winners)


def _winners(
    session: GameSession, games: int, last: GameRow, totals: Mapping[int, int]
) -> tuple[int, ...]:
    """Return the sides that have won with the ``last`` of so many games, after which these are the
    ``totals``."""
    seats_of_sides, game = sides_of(session), last.game
    if game.claimed_by is not None:
        return (next(side for side, seats in seats_of_sides.items() if game.claimed_by in seats),)
    if rules_of(game).counts_out and isinstance(end_of(session), FirstToTarget):
        gained = add_up(rules_for(session), seats_of_sides, _scores([last]))
        before = {side: total - gained[side] for side, total in totals.items()}
        whole_game = queries.game(session.id, game.number)
        assert whole_game is not None
        rules, rows = rules_of(game), rows_of(whole_game)
        sheet = score(rules, rows, teams_of(session), game.last_capturer)
        counted_out = _counted_out(session, rules, before, rows, sheet)
        if counted_out is not None:
            return counted_out.winners
    winners = won_by_totals(session, totals, games)
    return winners if len(winners) == 1 else _tie_broken(session, totals, game) or winners


def _tie_broken(session: GameSession, totals: Mapping[int, int], last: Game) -> tuple[int, ...]:
    """Return the side that wins a tie at the target by what it has in the last game, as a tuple of
    one side; empty if there is none."""
    plan, end = rules_of(last).session, end_of(session)
    if not isinstance(plan, FirstToTarget) or plan.tie_break is None:
        return ()
    if not isinstance(end, FirstToTarget):
        return ()
    game = queries.game(session.id, last.number)
    assert game is not None
    rows = rows_of(game)
    counts: dict[int, int] = {}
    for side, seats in sides_of(session).items():
        counted = rows[seats[0]].counted  # partners share a pile
        if not isinstance(counted, Mapping):
            return ()
        counts[side] = counted.get(plan.tie_break, 0)
    return tie_broken(end.target, totals, counts)


def won_by_totals(session: GameSession, totals: Mapping[int, int], games: int) -> tuple[int, ...]:
    """Return the sides that have won after this number of games, as far as totals decide."""
    plan = end_of(session)
    best = standings.leaders(totals, lowest_wins=plan.lowest_wins)
    if not isinstance(plan, FirstToTarget):
        return best if games >= session.games_planned else ()
    winners = reached(plan.target, totals, lowest_wins=plan.lowest_wins)
    return best if not winners and games == session.ends_with else winners


def _counted(session: GameSession, games: Sequence[GameRow]) -> list[GameRow]:
    ends_with = session.ends_with or len(games)
    return [row for row in games[:ends_with] if row.game.finished]


def _counted_out(
    session: GameSession,
    rules: Ruleset,
    before: Mapping[int, int],
    rows: Sequence[RowCounts],
    sheet: Sheet,
) -> CountedOut | None:
    """Return which side reached the target first in a game, counted item by item.

    None if the rule is off, if there is no target, or if not everybody has counted.
    """
    seats_of_sides, end = sides_of(session), end_of(session)
    if not isinstance(rules.session, FirstToTarget) or not rules.session.count_out:
        return None
    if not isinstance(end, FirstToTarget):
        return None
    items = {side: sheet.scores[seats[0]].items for side, seats in seats_of_sides.items()}
    scored_items = {side: value for side, value in items.items() if value is not None}
    counts = {side: rows[seats[0]].counted for side, seats in seats_of_sides.items()}
    piles = {side: value for side, value in counts.items() if isinstance(value, Mapping)}
    if len(scored_items) < len(items) or len(piles) < len(items):
        return None
    gained = add_up(rules, seats_of_sides, [[value.total for value in sheet.scores]])
    after = {side: total + gained[side] for side, total in before.items()}
    reaching = TargetReached(end.target, before, after)
    return count_out(rules.sheet, reaching, scored_items, piles, rules.session.count_out)


def in_question(session: GameSession, game: Game, checked: Check) -> tuple[int, ...]:
    """Return the seats that must say which aces they have, because the winner depends on it.

    None if it does not, or while the sheet is not filled in.
    """
    rules, seats_of_sides = checked.rules, sides_of(session)
    if not rules.sheet.apart or checked.claimed or checked.uncounted:
        return ()
    points = queries.points_before(session.id, game.number)
    before = {side: points.get(seats[0], 0) for side, seats in seats_of_sides.items()}
    counted_out = _counted_out(session, rules, before, checked.rows, checked.sheet)
    return tuple(seats_of_sides[side][0] for side in counted_out.in_question) if counted_out else ()


@raises_damaged
def won_earlier(session: GameSession, games: Sequence[GameRow]) -> EarlierWin | None:
    """Return the game after which somebody had won before the last finished game; None without one.

    That happens where people played on, or where an older game was corrected.
    """
    rules, seats_of_sides, end = rules_for(session), sides_of(session), end_of(session)
    if not isinstance(end, FirstToTarget):
        return None
    finished = _counted(session, games)[:-1]
    after = islice(running(rules, seats_of_sides, _scores(finished)), 1, None)
    for number, (row, totals) in enumerate(zip(finished, after, strict=True), 1):
        is_claimed = row.game.claimed_by is not None
        if is_claimed or max(totals.values()) >= end.target:
            winners = _winners(session, number, row, totals)
            if winners:
                return EarlierWin(row.game.number, winners)
    return None


def running(
    rules: Ruleset, seats_of_sides: Mapping[int, Sequence[int]], games: Iterable[Sequence[int]]
) -> Iterator[dict[int, int]]:
    """Yield the totals of the sides before the first game, and after each game."""
    totals = dict.fromkeys(seats_of_sides, 0)
    yield totals
    for scores in games:
        gained = add_up(rules, seats_of_sides, [scores])
        totals = {side: total + gained[side] for side, total in totals.items()}
        yield totals


def add_up(
    rules: Ruleset, seats_of_sides: Mapping[int, Sequence[int]], games: Sequence[Sequence[int]]
) -> dict[int, int]:
    """Return the total of each side over games whose scores are in seat order.

    The score of a side whose piles are counted as one stands at each of its seats, and counts once.
    """
    scoring = {
        side: seats[:1] if rules.sheet.by_side else seats for side, seats in seats_of_sides.items()
    }
    return standings.add_up(scoring, games)


def _scores(games: Sequence[GameRow]) -> list[list[int]]:
    return [[total or 0 for total in row.totals] for row in games]


class BestSeats(NamedTuple):
    """The ``seats`` of the sides that have ``won`` a session, or else that lead."""

    seats: tuple[int, ...]
    won: bool


def best_seats(session: GameSession, sums: Sequence[group_queries.SeatSums]) -> BestSeats:
    """Return who has won a session, or else who leads."""
    rules, seats_of_sides = rules_for(session), sides_of(session)
    points = [line.points or 0 for line in sums]
    totals = add_up(rules, seats_of_sides, [points])
    best = standings.leaders(totals, lowest_wins=rules.session.lowest_wins)
    if not isinstance(end_of(session), FirstToTarget) or rules.won_by_totals(len(best)):
        winners = won_by_totals(session, totals, sums[0].games)
    else:
        winners = outcome_of(session, queries.games(session.id)).winners
    leading = winners or best
    return BestSeats(
        tuple(seat for side in leading for seat in seats_of_sides[side]), bool(winners)
    )
