"""Scores and statistics of finished games, stored with them.

No page then has to add up or replay thousands of games.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..rules.carried_points import depends_on_earlier_games
from ..rules.log.record import Record
from ..rules.ruleset import Ruleset
from ..rules.scoring import Sheet, score, uncounted
from ..store import queries
from ..store.models import Figures, Game, GameSession
from .damaged_data import raises_damaged
from .refusals import SheetIncomplete
from .replayed_logs import record_of
from .rules_with_carried_points import finished_games, rules_in_session
from .stored_rows import rows_of
from .stored_seats import names_of, teams_of


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
    these are at hand. Raises :class:`~referee.services.refusals.SheetIncomplete`.
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


def score_later_games(session: GameSession, game: Game) -> None:
    """Score the finished games after a corrected one again, as far as their scores depend on it."""
    for later, rules in finished_games(session, queries.whole_games(session.id)):
        if later.number > game.number and depends_on_earlier_games(rules):
            score_game(session, later, rules=rules)


def _score(session: GameSession, game: Game, rules: Ruleset) -> Sheet:
    """Return the scores of a game. Raises :class:`~referee.services.refusals.SheetIncomplete`."""
    rows, teams = rows_of(game), teams_of(session)
    claimed = game.claimed_by is not None
    missing = () if claimed else uncounted(rules, rows, teams)
    if missing:
        raise incomplete(names_of(session), missing)
    return score(rules, rows, teams, game.last_capturer, claimed=claimed)


def figures_of(record: Record, sheet: Sheet) -> Figures | None:
    """Return the statistics of a followed game; None in games without builds.

    They are those of its builds by seat, and the points of each seat by score item.
    """
    build_stats = record.engine.build_statistics(record.events, record.players)
    if build_stats is None:
        return None
    items = [seat_score.items or {} for seat_score in sheet.scores]
    keys = dict.fromkeys(key for seat_items in items for key in seat_items)
    points = {key: [seat_items.get(key, 0) for seat_items in items] for key in keys}
    return Figures(
        built=build_stats.built,
        taken=build_stats.taken,
        bluffs=build_stats.bluffs,
        points={key: seat_points for key, seat_points in points.items() if any(seat_points)},
    )


def forget_scores(game: Game) -> None:
    """Delete the scores of a game that goes on."""
    game.finished_at, game.balanced, game.accepted_imbalance = None, None, False
    game.figures = None
    for row in game.rows:
        row.total = None


def incomplete(names: Sequence[str], seats: Iterable[int]) -> SheetIncomplete:
    """Return the refusal that names the seats whose piles are not counted yet."""
    return SheetIncomplete(tuple(names[seat] for seat in seats))
