"""A group's finished games as a table that is safe to open in a spreadsheet."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from io import StringIO

from ..rules.games import RULESETS, ruleset
from ..rules.score_items import MARKERS, PointsPerCard
from ..rules.scoring import score
from ..rules.seating import mates
from ..rules.sheet_plan import SheetPlan
from ..store import queries
from ..store.models import Game, GameSession
from ..time_zones import day_of, local
from .damaged_data import of_stored
from .group_keys import Access
from .group_overview import find_group
from .sheet_rows import names_of, rows_of, rules_of, sides_of, teams_of

_HEAD = (
    *("session", "started", "game", "number", "finished", "dealer", "seat", "player", "team"),
    "night",
)


def columns_of(games: Iterable[str]) -> tuple[str, ...]:
    """The columns of a table with these games: what they score, then what was counted for it. A
    score and a count of one name, of most cards say, are two columns."""
    sheets = [ruleset(game).sheet for game in dict.fromkeys(games)]
    items = dict.fromkeys(item.key for sheet in sheets for item in sheet.items)
    fields = dict.fromkeys(
        count_column(field.key, sheet) for sheet in sheets for field in sheet.fields
    )
    return (*_HEAD, "markers", *items, "total", "balanced", *fields)


def count_column(field: str, sheet: SheetPlan) -> str:
    """The column of a count: called like its field, unless an item is."""
    return f"{field}_counted" if field in (item.key for item in sheet.items) else field


_FORMULA = re.compile(r'(^|[;,|\t\r\n])([\s"]*)(?=[=+\-@＝＋－＠﹦﹢﹣﹫\t\r])')
"""Before what spreadsheets take for a formula: at the beginning of a cell, or after what they may
take for the beginning of one, since their users choose what parts the cells."""


@of_stored
def games_as_csv(access: Access, title: Callable[[str], str], delimiter: str) -> str:
    """All finished games as CSV, a line for each pile, but for sessions that are set aside;
    ``title`` is what a column is called."""
    group = find_group(access)
    sessions = [
        (session, queries.whole_games(session.id))
        for session in reversed(queries.sessions(group.id))
        if not session.set_aside
    ]
    finished = [(session, game) for session, games in sessions for game in games if game.finished]
    columns = columns_of([game.game for _, game in finished] or [next(iter(RULESETS))])
    written = StringIO()
    table = csv.writer(written, delimiter=delimiter)
    table.writerow(title(column) for column in columns)
    for session, game in finished:
        table.writerows(
            [_safe(line[column]) for column in columns]
            for line in _lines(session, game, group.timezone, columns)
        )
    return written.getvalue()


def _lines(
    session: GameSession, game: Game, zone: str | None, columns: Sequence[str]
) -> Iterator[dict[str, object]]:
    finished = game.finished_at or session.started_at
    names = names_of(session)
    rules, teams = rules_of(game), teams_of(session)
    claimed = game.claimed_by is not None
    sheet = score(rules, rows_of(game), teams, game.last_capturer, claimed=claimed)
    together = sides_of(session)
    for seat in rules.pile_seats(len(names), teams):
        stored, scored = game.rows[seat], sheet.scores[seat]
        partners = mates(seat, together)
        sharing = partners if rules.sheet.shares_piles else (seat,)
        # Partners with a pile each score together: it stands with the first of them.
        score_of_side = {**(scored.items or {}), "total": scored.total}
        if scored.items is None and not rules.sheet.sweeps_said:  # said as points, without sweeps
            score_of_side |= _sweeps(rules.sheet, stored.markers)
        counts = {count_column(key, rules.sheet): n for key, n in (stored.kinds or {}).items()}
        yield dict.fromkeys(columns, "") | {
            "session": session.id,
            "night": session.night or session.id,
            "started": day_of(session.started_at, zone).isoformat(),
            "game": game.game,
            "number": game.number,
            "finished": local(finished, zone).isoformat(" ", "minutes")[:16],
            "dealer": names[game.dealer],
            "seat": seat,
            "player": " & ".join(names[mate] for mate in sharing),
            "team": "" if session.teams is None else session.teams[seat],
            "markers": stored.markers,
            **(score_of_side if seat == partners[0] or not rules.sheet.by_side else {}),
            "balanced": int(sheet.balanced),
            **counts,
        }


def _sweeps(plan: SheetPlan, markers: int) -> dict[str, int]:
    """What sweeps score by themselves."""
    items = [
        item for item in plan.items if isinstance(item, PointsPerCard) and MARKERS in item.points
    ]
    return {item.key: markers * item.points[MARKERS] for item in items}


def _safe(cell: object) -> object:
    """An apostrophe makes texts of what would be formulas."""
    return _FORMULA.sub(r"\1\2'", cell) if isinstance(cell, str) else cell
