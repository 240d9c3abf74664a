"""Scoring of finished games: their scores and statistics are stored with them.

No page then has to add up or replay thousands of games.
"""

from __future__ import annotations

from ..rules.log.record import Record
from ..rules.ruleset import Ruleset
from ..rules.scoring import Sheet, score, uncounted
from ..store.models import Game, GameSession
from .closing_checks import incomplete
from .damaged_data import raises_damaged
from .replayed_logs import record_of
from .rules_after_earlier_games import rules_in_session
from .statistics_of_one_followed_game import figures_of
from .stored_seats import names_of, teams_of
from .stored_sheet_rows import rows_of


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


def _score(session: GameSession, game: Game, rules: Ruleset) -> Sheet:
    """Return the scores of a game. Raises :class:`~referee.services.refusals.SheetIncomplete`."""
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
