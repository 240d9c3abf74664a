"""Rules by which games of a session are scored, with what its earlier games have carried over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ..rules.ruleset import Ruleset
from ..rules.scoring_after_earlier_games import FinishedGame, after_games, depends_on_earlier_games
from ..store import queries
from ..store.models import Game, GameSession
from .stored_rules import rules_of
from .stored_seats import sides_of, teams_of
from .stored_sheet_rows import rows_of


class EarlierGames(NamedTuple):
    """The games of a session before another one, the latest first, and the points of each seat from
    them."""

    points: Mapping[int, int]
    latest_first: Iterable[Game]


def rules_in_session(session: GameSession, game: Game) -> Ruleset:
    """Return the rules that a game is scored by, after the earlier games of its session."""
    rules = rules_of(game)
    if not depends_on_earlier_games(rules):
        return rules
    numbers = range(game.number - 1, 0, -1)
    games = filter(None, (queries.game(session.id, number) for number in numbers))
    points = queries.points_before(session.id, game.number)
    return rules_after(session, game, EarlierGames(points, games))


def rules_after(session: GameSession, game: Game, earlier: EarlierGames) -> Ruleset:
    """Return the rules that a game is scored by after the ``earlier`` ones."""
    points, games = earlier
    totals = {side: points.get(seats[0], 0) for side, seats in sides_of(session).items()}
    finished = (FinishedGame(rules_of(other), rows_of(other)) for other in games)
    return after_games(rules_of(game), teams_of(session), totals, finished)


def finished_games(session: GameSession, games: Sequence[Game]) -> Iterator[tuple[Game, Ruleset]]:
    """Yield the finished ones among all ``games`` of a session, in order, each with the rules that
    it is scored by. A game may be scored again before the next one is asked for."""
    points = Counter[int]()
    for place, game in enumerate(games):
        if game.finished:
            yield game, rules_after(session, game, EarlierGames(points, reversed(games[:place])))
            points.update({row.seat: row.total or 0 for row in game.rows})
