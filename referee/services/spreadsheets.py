"""A group's finished games as a table that is safe to open in a spreadsheet."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from io import StringIO
from typing import Any

from ..rules.games import RULESETS, ruleset
from ..rules.scoring import score
from ..store import queries
from ..store.models import Game, GameSession
from .company import find_group
from .links import Access
from .sheets import rows_of, rules_of, teams_of

_COLUMNS = (
    *("session", "started", "game", "number", "finished", "dealer", "seat", "player", "team"),
    *("markers", "sweeps", "set_ups", "cards", "last_capture", "total", "balanced"),
)
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def games_as_csv(access: Access) -> str:
    """All finished games as CSV, a line for each player."""
    kinds = dict.fromkeys(kind.key for key in RULESETS for kind in ruleset(key).kinds)
    written = StringIO()
    table = csv.writer(written)
    table.writerow([*_COLUMNS, *kinds])
    for session in reversed(queries.sessions(find_group(access).id)):
        for game in queries.whole_games(session.id):
            if game.finished:
                table.writerows(
                    [_safe(cell) for cell in line] for line in _lines(session, game, kinds)
                )
    return written.getvalue()


def _lines(session: GameSession, game: Game, kinds: Iterable[str]) -> Iterator[list[Any]]:
    names = [seat.player.name for seat in session.seats]
    sheet = score(rules_of(game), rows_of(game), teams_of(session), game.last_capturer)
    for seat, (stored, scored) in enumerate(zip(game.rows, sheet.scores, strict=True)):
        yield [
            session.id,
            session.started_at.date().isoformat(),
            game.game,
            game.number,
            (game.finished_at or session.started_at).isoformat(timespec="minutes"),
            names[game.dealer],
            seat,
            names[seat],
            "" if session.teams is None else session.teams[seat],
            stored.markers,
            scored.sweeps,
            scored.set_ups,
            scored.cards,
            scored.last_capture,
            scored.total,
            int(sheet.balanced),
            *((stored.kinds or {}).get(kind, "") for kind in kinds),
        ]


def _safe(cell: object) -> object:
    """A spreadsheet takes texts that begin so for formulas; an apostrophe makes them texts."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell
