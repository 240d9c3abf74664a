"""What a finished game scored, and what its log tells for the statistics of its group: written down
with the game, so that no page adds up or replays thousands of games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..rules.log.record import Record
from ..rules.scoring import Sheet, score, uncounted
from ..store.models import Game, GameSession
from .damaged_data import of_stored
from .refusals import SheetIncomplete
from .replayed_logs import record_of
from .sheet_rows import names_of, rows_of, rules_of, teams_of


@of_stored
def score_game(
    session: GameSession, game: Game, sheet: Sheet | None = None, record: Record | None = None
) -> None:
    """Write a finished game's scores down. ``sheet`` is what it scored, and ``record`` its
    log's, if these are at hand. Raises :class:`~referee.services.refusals.SheetIncomplete`."""
    claimed = game.claimed_by is not None
    sheet = sheet or _score(session, game)
    game.balanced = sheet.balanced
    for stored, scored in zip(game.rows, sheet.scores, strict=True):
        stored.total = scored.total
    game.figures = None
    if game.seq:
        record = record or record_of(session, game)
        if record.over or claimed:  # else nobody has followed it to its end
            game.figures = figures_of(record, sheet)


def _score(session: GameSession, game: Game) -> Sheet:
    rules, rows, teams = rules_of(game), rows_of(game), teams_of(session)
    claimed = game.claimed_by is not None
    missing = () if claimed else uncounted(rules, rows, teams)
    if missing:
        raise incomplete(names_of(session), missing)
    return score(rules, rows, teams, game.last_capturer, claimed=claimed)


def figures_of(record: Record, sheet: Sheet) -> dict[str, object] | None:
    """What became of the builds, by seat, and the points of each seat by item of the score; None
    where nothing is built."""
    fates = record.live.fates(record.steps, record.players)
    if fates is None:
        return None
    items = [one.items or {} for one in sheet.scores]
    keys = dict.fromkeys(key for one in items for key in one)
    points = {key: [one.get(key, 0) for one in items] for key in keys}
    return {**fates._asdict(), "points": {key: of for key, of in points.items() if any(of)}}


def forget_scores(game: Game) -> None:
    """A finished game goes on."""
    game.finished_at, game.balanced, game.accepted_imbalance = None, None, False
    game.figures = None
    for row in game.rows:
        row.total = None


def incomplete(names: Sequence[str], seats: Iterable[int]) -> SheetIncomplete:
    """Whose piles are not counted yet."""
    return SheetIncomplete(tuple(names[seat] for seat in seats))
