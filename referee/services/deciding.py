"""Who has won a session, and who deals next: worked out from its games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ..rules import standings
from ..rules.games import ruleset
from ..rules.ruleset import Ruleset
from ..rules.scoring import score
from ..rules.seating import Dealt, Evening, sides
from ..rules.session import FirstTo, counted_out, reached
from ..store import queries
from ..store.models import Game, GameSession
from ..store.queries import GameRow
from .rows import rows_of, rules_of, teams_of
from .stored import of_stored


class Earlier(NamedTuple):
    """A game after which the ``winners``, sides, had won a session in which more was played."""

    number: int
    winners: tuple[int, ...]


class Outcome(NamedTuple):
    """Where a session stands: the totals of its sides, and who has won it, nobody yet if it goes
    on."""

    totals: Mapping[int, int]
    winners: tuple[int, ...]


def sides_of(session: GameSession) -> dict[int, tuple[int, ...]]:
    return sides(len(session.seats), teams_of(session))


def next_dealer(session: GameSession, rules: Ruleset, last: Game | None) -> int:
    """Who deals after the ``last`` game, or the first one."""
    together, first = sides_of(session), session.first_dealer
    if last is None:
        return rules.seating.next_dealer(Evening(together, first, 0, None))
    scores = [row.total or 0 for row in last.rows] if last.finished else None
    dealt = Dealt(last.dealer, scores)
    return rules.seating.next_dealer(Evening(together, first, last.number, dealt))


def decide(session: GameSession) -> tuple[int, ...]:
    """The sides that have won a session; none as long as it goes on."""
    rules = ruleset(session.game, session.house)
    return outcome_of(session, rules, queries.games(session.id)).winners


@of_stored
def outcome_of(session: GameSession, rules: Ruleset, games: Sequence[GameRow]) -> Outcome:
    """The totals of a session, and who has won it (#session): after the agreed number of games
    whoever leads; or who has the target alone at the top, or has said so first."""
    together = sides_of(session)
    finished = [one for one in games if one.game.finished]
    totals = add_up(rules, together, _scores(finished))
    plan = rules.session
    if not isinstance(plan, FirstTo):
        over = len(finished) >= session.games_planned
        return Outcome(totals, standings.leaders(totals) if over else ())
    target = session.target or plan.target
    last = finished[-1].game if finished else None
    if last is not None and last.claimed_by is not None:
        side = next(side for side, seats in together.items() if last.claimed_by in seats)
        return Outcome(totals, (side,))
    if last is not None and plan.count_out:
        before = add_up(rules, together, _scores(finished[:-1]))
        whole = queries.game(session.id, last.number)
        assert whole is not None
        scored = score(rules_of(whole), rows_of(whole), teams_of(session), whole.last_capturer)
        items = {side: scored.scores[seats[0]].items for side, seats in together.items()}
        known = {side: one for side, one in items.items() if one is not None}
        if len(known) == len(items):
            return Outcome(totals, counted_out(target, before, known, plan.count_out))
    return Outcome(totals, reached(target, totals))


def won_earlier(session: GameSession, rules: Ruleset, games: Sequence[GameRow]) -> Earlier | None:
    """Had somebody the target before the last finished game? So it is where people played on, and
    where an older game was corrected."""
    if not isinstance(rules.session, FirstTo):
        return None
    together = sides_of(session)
    finished = [one for one in games if one.game.finished]
    totals = dict.fromkeys(together, 0)
    for at, one in enumerate(finished[:-1], 1):
        gained = add_up(rules, together, _scores([one]))
        totals = {side: total + gained[side] for side, total in totals.items()}
        claimed = one.game.claimed_by is not None
        if claimed or max(totals.values()) >= (session.target or rules.session.target):
            winners = outcome_of(session, rules, finished[:at]).winners
            if winners:
                return Earlier(one.game.number, winners)
    return None


def add_up(
    rules: Ruleset, together: Mapping[int, Sequence[int]], games: Sequence[Sequence[int]]
) -> dict[int, int]:
    """Each side's total over games whose scores stand in seat order. The score of a side whose
    piles are counted as one stands at each of its seats, and counts once."""
    return standings.add_up(scoring_seats(rules, together), games)


def scoring_seats(
    rules: Ruleset, together: Mapping[int, Sequence[int]]
) -> dict[int, Sequence[int]]:
    """The seats whose scores are a side's when they are added up."""
    return {side: seats[:1] if rules.sheet.by_side else seats for side, seats in together.items()}


def _scores(games: Sequence[GameRow]) -> list[list[int]]:
    return [[total or 0 for total in one.totals] for one in games]
