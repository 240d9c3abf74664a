"""Finished games of a group as a table that is safe to open in a spreadsheet."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from io import StringIO

from ..evening_dates import day_of
from ..rules.games import RULESETS, ruleset
from ..rules.ruleset import Ruleset
from ..rules.score_items import MARKERS
from ..rules.scoring import score
from ..rules.seating import mates
from ..rules.sheet_plan import SheetPlan
from ..store import queries
from ..store.models import Game, GameSession
from ..time_zones import local
from .damaged_data import raises_damaged
from .group_keys import Access
from .group_session_game_lookup import find_group
from .rules_after_earlier_games import finished_games
from .stored_seats import names_of, sides_of, teams_of
from .stored_sheet_rows import rows_of

_HEAD = (
    *("session", "started", "game", "number", "finished", "dealer", "seat", "player", "team"),
    "night",
)


def columns_of(games: Iterable[str]) -> tuple[str, ...]:
    """Return the columns of a table with these games: score items, then the counts for them.

    A count that has the name of a score item, such as that of most cards, gets another name.
    """
    sheets = [ruleset(game).sheet for game in dict.fromkeys(games)]
    items = dict.fromkeys(item.key for sheet in sheets for item in sheet.items)
    fields = dict.fromkeys(
        count_column(field.key, sheet) for sheet in sheets for field in sheet.fields
    )
    return (*_HEAD, "markers", *items, "total", "balanced", *fields)


def count_column(field: str, sheet: SheetPlan) -> str:
    """Return the column of a count: its field, with a suffix if a score item has that name."""
    return f"{field}_counted" if field in (item.key for item in sheet.items) else field


_FORMULA = re.compile(r'(^|[;,|\t\r\n])([\s"]*)(?=[=+\-@＝＋－＠﹦﹢﹣﹫\t\r])')
"""Places before a character that may begin a formula: the beginning of a cell, or after a character
that a spreadsheet may take for the end of one, since its users choose the separator."""


@raises_damaged
def games_as_csv(access: Access, title: Callable[[str], str], delimiter: str) -> str:
    """Return the finished games of a group as CSV, a line for each pile.

    Sessions that are set aside are left out. Seats and teams count from 1, times are those of the
    group's zone. ``title`` gives the heading of a column.
    """
    group = find_group(access)
    sessions = [
        (session, queries.whole_games(session.id))
        for session in reversed(queries.sessions(group.id))
        if not session.set_aside
    ]
    finished = [
        (session, game, rules)
        for session, games in sessions
        for game, rules in finished_games(session, games)
    ]
    columns = columns_of([game.game for _, game, _ in finished] or [next(iter(RULESETS))])
    output = StringIO()
    table = csv.writer(output, delimiter=delimiter)
    table.writerow(title(column) for column in columns)
    for session, game, rules in finished:
        table.writerows(
            [_safe(line[column]) for column in columns]
            for line in _lines(session, game, rules, group.timezone, columns)
        )
    return output.getvalue()


def _lines(
    session: GameSession, game: Game, rules: Ruleset, zone: str | None, columns: Sequence[str]
) -> Iterator[dict[str, object]]:
    """Yield the lines of a game, each with its values by column."""
    finished = game.finished_at or session.started_at
    names = names_of(session)
    teams = teams_of(session)
    claimed = game.claimed_by is not None
    sheet = score(rules, rows_of(game), teams, game.last_capturer, claimed=claimed)
    seats_of_sides = sides_of(session)
    piles = rules.pile_seats(len(names), teams)
    sweeps = rules.sheet.beside([{MARKERS: game.rows[seat].markers} for seat in piles])
    for place, seat in enumerate(piles):
        stored, score_of_pile = game.rows[seat], sheet.scores[seat]
        partners = mates(seat, seats_of_sides)
        pile_owners = partners if rules.sheet.shares_piles else (seat,)
        # Partners with a pile each score together: it stands with the first of them.
        score_of_side = {**(score_of_pile.items or {}), "total": score_of_pile.total}
        if score_of_pile.items is None:  # entered as points, without sweeps
            score_of_side |= sweeps[place]
        counts = {count_column(key, rules.sheet): n for key, n in (stored.kinds or {}).items()}
        yield dict.fromkeys(columns, "") | {
            "session": session.id,
            "night": session.night or session.id,
            "started": day_of(session.started_at, zone).isoformat(),
            "game": game.game,
            "number": game.number,
            "finished": local(finished, zone).isoformat(" ", "minutes")[:16],
            "dealer": names[game.dealer],
            "seat": seat + 1,
            "player": " & ".join(names[mate] for mate in pile_owners),
            "team": "" if session.teams is None else session.teams[seat] + 1,
            "markers": stored.markers,
            **(score_of_side if seat == partners[0] or not rules.sheet.by_side else {}),
            "balanced": int(sheet.balanced),
            **counts,
        }


def _safe(cell: object) -> object:
    """Return a cell with an apostrophe before each possible formula, which makes it a text."""
    return _FORMULA.sub(r"\1\2'", cell) if isinstance(cell, str) else cell
