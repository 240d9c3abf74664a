"""A group's finished games as a table that is safe to open in a spreadsheet."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping
from io import StringIO
from typing import Any

from ..rules.games import kind_keys
from ..rules.scoring import score
from ..store import queries
from ..store.models import Game, GameSession
from .links import Access
from .overview import find_group
from .sheets import rows_of, rules_of, teams_of
from .stored import of_stored

COLUMNS = (
    *("session", "started", "game", "number", "finished", "dealer", "seat", "player", "team"),
    *("markers", "sweeps", "set_ups", "cards", "last_capture", "total", "balanced"),
    *kind_keys(),
)
_FORMULA = re.compile(r'(^|[;,|\t\r\n])([\s"]*)(?=[=+\-@＝＋－＠﹦﹢﹣﹫\t\r])')
"""Before what spreadsheets take for a formula: at the beginning of a cell, or after what they may
take for the beginning of one, since their users choose what parts the cells."""


@of_stored
def games_as_csv(access: Access, titles: Mapping[str, str], delimiter: str) -> str:
    """All finished games as CSV, a line for each player; the columns have these titles."""
    written = StringIO()
    table = csv.writer(written, delimiter=delimiter)
    table.writerow(titles[column] for column in COLUMNS)
    for session in reversed(queries.sessions(find_group(access).id)):
        for game in queries.whole_games(session.id):
            if game.finished:
                table.writerows(
                    [_safe(line[column]) for column in COLUMNS] for line in _lines(session, game)
                )
    return written.getvalue()


def _lines(session: GameSession, game: Game) -> Iterator[dict[str, Any]]:
    names = [seat.player.name for seat in session.seats]
    sheet = score(rules_of(game), rows_of(game), teams_of(session), game.last_capturer)
    for seat, (stored, scored) in enumerate(zip(game.rows, sheet.scores, strict=True)):
        yield dict.fromkeys(COLUMNS, "") | {
            "session": session.id,
            "started": session.started_at.date().isoformat(),
            "game": game.game,
            "number": game.number,
            "finished": (game.finished_at or session.started_at).isoformat(timespec="minutes"),
            "dealer": names[game.dealer],
            "seat": seat,
            "player": names[seat],
            "team": "" if session.teams is None else session.teams[seat],
            "markers": stored.markers,
            "sweeps": scored.sweeps,
            "set_ups": scored.set_ups,
            "cards": scored.cards,
            "last_capture": scored.last_capture,
            "total": scored.total,
            "balanced": int(sheet.balanced),
            **(stored.kinds or {}),
        }


def _safe(cell: object) -> object:
    """An apostrophe makes texts of what would be formulas."""
    return _FORMULA.sub(r"\1\2'", cell) if isinstance(cell, str) else cell
