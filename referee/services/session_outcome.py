"""Who has won a session, and who deals next: worked out from its games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from ..rules import standings
from ..rules.counting_out import CountedOut, count_out
from ..rules.ruleset import Ruleset
from ..rules.scoring import Sheet, score
from ..rules.seating import LastGame, SessionSoFar
from ..rules.session_end import FirstToTarget, TargetReached, reached
from ..rules.sheet_check import Check
from ..rules.sheet_plan import RowCounts
from ..store import queries
from ..store.models import Game, GameSession
from ..store.queries import GameRow
from .damaged_data import of_stored
from .sheet_rows import rows_of, rules_for, rules_of, sides_of, teams_of


class EarlierWin(NamedTuple):
    """A game after which the ``winners``, sides, had won a session in which more was played."""

    number: int
    winners: tuple[int, ...]


class SessionOutcome(NamedTuple):
    """Where a session stands: the totals of its sides, and who has won it, nobody yet if it goes
    on."""

    totals: Mapping[int, int]
    winners: tuple[int, ...]


def next_dealer(session: GameSession, last: Game | None) -> int:
    """Who deals after the ``last`` game, or the first one."""
    seating, together, first = rules_for(session).seating, sides_of(session), session.first_dealer
    if last is None:
        return seating.next_dealer(SessionSoFar(together, first, 0, None))
    scores = [row.total or 0 for row in last.rows] if last.finished else None
    dealt = LastGame(last.dealer, scores)
    return seating.next_dealer(SessionSoFar(together, first, last.number, dealt))


def decide(session: GameSession) -> tuple[int, ...]:
    """The sides that have won a session; none as long as it goes on."""
    return outcome_of(session, queries.games(session.id)).winners


@of_stored
def outcome_of(session: GameSession, games: Sequence[GameRow]) -> SessionOutcome:
    """The totals of a session, and who has won it (#session): after the agreed number of games
    whoever leads; or who has the target alone at the top, or has said so first, or leads where it
    was to end with this game."""
    rules, together = rules_for(session), sides_of(session)
    finished = _counted(session, games)
    totals = add_up(rules, together, _scores(finished))
    last = finished[-1].game if finished else None
    if last is not None and last.claimed_by is not None:
        side = next(side for side, seats in together.items() if last.claimed_by in seats)
        return SessionOutcome(totals, (side,))
    if last is not None and rules_of(last).must_count:
        before = add_up(rules, together, _scores(finished[:-1]))
        whole = queries.game(session.id, last.number)
        assert whole is not None
        rules, rows = rules_of(last), rows_of(whole)
        scored = score(rules, rows, teams_of(session), last.last_capturer)
        counted = _counted_out(session, rules, before, rows, scored)
        if counted is not None:
            return SessionOutcome(totals, counted.winners)
    return SessionOutcome(totals, won_by_totals(session, totals, len(finished)))


def won_by_totals(session: GameSession, totals: Mapping[int, int], games: int) -> tuple[int, ...]:
    """The sides that have won after so many games, as far as their totals tell."""
    plan = rules_for(session).session
    if not isinstance(plan, FirstToTarget):
        return standings.leaders(totals) if games >= session.games_planned else ()
    winners = reached(session.target or plan.target, totals)
    if not winners and games == session.ends_with:
        return standings.leaders(totals, lowest_wins=plan.lowest_wins)
    return winners


def _counted(session: GameSession, games: Sequence[GameRow]) -> list[GameRow]:
    """The finished games that count."""
    ends_with = session.ends_with or len(games)
    return [one for one in games[:ends_with] if one.game.finished]


def _counted_out(
    session: GameSession,
    rules: Ruleset,
    before: Mapping[int, int],
    rows: Sequence[RowCounts],
    scored: Sheet,
) -> CountedOut | None:
    """Who is out first in a game; None where it is not counted out, or not everybody counted."""
    together = sides_of(session)
    if not isinstance(rules.session, FirstToTarget) or not rules.session.count_out:
        return None
    items = {side: scored.scores[seats[0]].items for side, seats in together.items()}
    known = {side: one for side, one in items.items() if one is not None}
    counts = {side: rows[seats[0]].counted for side, seats in together.items()}
    piles = {side: one for side, one in counts.items() if isinstance(one, Mapping)}
    if len(known) < len(items) or len(piles) < len(items):
        return None
    gained = add_up(rules, together, [[one.total for one in scored.scores]])
    after = {side: total + gained[side] for side, total in before.items()}
    reaching = TargetReached(session.target or rules.session.target, before, after)
    return count_out(rules.sheet, reaching, known, piles, rules.session.count_out)


def in_question(session: GameSession, game: Game, checked: Check) -> tuple[int, ...]:
    """The seats that must say which aces they have, for who is out first hangs on it; none where it
    does not, or where a sheet is not filled in yet."""
    rules, together = checked.rules, sides_of(session)
    if not rules.sheet.apart or checked.claimed or checked.uncounted:
        return ()
    points = queries.points_before(session.id, game.number)
    before = {side: points.get(seats[0], 0) for side, seats in together.items()}
    found = _counted_out(session, rules, before, checked.rows, checked.sheet)
    return tuple(together[side][0] for side in found.in_question) if found else ()


def won_earlier(session: GameSession, games: Sequence[GameRow]) -> EarlierWin | None:
    """Had somebody the target before the last finished game? So it is where people played on, and
    where an older game was corrected."""
    rules, together = rules_for(session), sides_of(session)
    if not isinstance(rules.session, FirstToTarget):
        return None
    finished = _counted(session, games)[:-1]
    after = islice(running(rules, together, _scores(finished)), 1, None)
    for at, (one, totals) in enumerate(zip(finished, after, strict=True), 1):
        claimed = one.game.claimed_by is not None
        if claimed or max(totals.values()) >= (session.target or rules.session.target):
            winners = outcome_of(session, finished[:at]).winners
            if winners:
                return EarlierWin(one.game.number, winners)
    return None


def running(
    rules: Ruleset, together: Mapping[int, Sequence[int]], games: Iterable[Sequence[int]]
) -> Iterator[dict[int, int]]:
    """The totals of the sides before the first game, and after each."""
    totals = dict.fromkeys(together, 0)
    yield totals
    for scores in games:
        gained = add_up(rules, together, [scores])
        totals = {side: total + gained[side] for side, total in totals.items()}
        yield totals


def add_up(
    rules: Ruleset, together: Mapping[int, Sequence[int]], games: Sequence[Sequence[int]]
) -> dict[int, int]:
    """Each side's total over games whose scores stand in seat order. The score of a side whose
    piles are counted as one stands at each of its seats, and counts once."""
    scoring = {
        side: seats[:1] if rules.sheet.by_side else seats for side, seats in together.items()
    }
    return standings.add_up(scoring, games)


def _scores(games: Sequence[GameRow]) -> list[list[int]]:
    return [[total or 0 for total in one.totals] for one in games]
