"""Import of a table of rounds, which other programs and spreadsheets keep as CSV.

A column is a player and a line the points of a round. Nobody knows the cards behind them: the
points stand in the sheets as agreed on, and the sheets do not add up.
"""

import csv
import json
import re
from collections.abc import Collection, Iterator, Sequence
from datetime import datetime, timedelta
from itertools import islice, zip_longest
from typing import NamedTuple

from ..rules.cards import RulesError
from ..rules.games import RULESETS, ruleset
from ..rules.ruleset import Ruleset
from ..rules.scoring import score
from ..rules.session_end import MOST_GAMES
from ..rules.sheet_plan import MOST_ADJUSTED, RowCounts
from .archive import FORMAT, VERSION
from .archive_import import import_group
from .names import clean_names, group_name
from .refusals import Cause, Invalid

_LABELS = {
    *("", "#", "nr", "no", "no.", "round", "game", "hand", "deal"),
    *("omgång", "rond", "spel", "giv", "runde", "spiel", "runda", "partie"),
}
"""Headings of a column that counts the rounds."""
_SUMS = {"total", "sum", "totals", "summa", "totalt", "summe", "gesamt"}
_NUMBER = re.compile(r"[+-]?[0-9]{1,6}")
_MINUS = str.maketrans("−–", "--")
_LONGEST_HEAD = 1000


class Rounds(NamedTuple):
    """A table of rounds: the names of its players, and the points of each round in this order."""

    players: tuple[str, ...]
    points: tuple[tuple[int, ...], ...]

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each player in all rounds."""
        return tuple(map(sum, zip(*self.points, strict=True)))

    @property
    def games(self) -> tuple[str, ...]:
        """The games in which so many players have a score each."""
        number = len(self.players)
        return tuple(game for game in RULESETS if _scores_each(ruleset(game), number))


def _scores_each(rules: Ruleset, players: int) -> bool:
    try:
        teams = rules.seating.settle(players, None)
    except RulesError:
        return False
    return len(rules.side_seats(players, teams)) == players


def read_rounds(text: str) -> Rounds | None:
    """Return the rounds in a text; None where it is no table of rounds.

    A first column that counts the rounds and a last line of sums are passed over. Raises
    :class:`.Invalid` for a cell that is no number of points, for too many of either, and what
    :func:`~referee.services.names.clean_names` raises.
    """
    head = text[:_LONGEST_HEAD].lstrip().partition("\n")[0]
    separator = max(";\t,", key=head.count)
    if head[:1] in ("", "{", "[", "<") or separator not in head:
        return None
    try:
        reader = csv.reader(text.lstrip().splitlines(), delimiter=separator)
        rows = list(islice(filter(any, reader), MOST_GAMES + 3))
    except csv.Error:
        return None
    names, *lines = ([cell.strip() for cell in row] for row in rows)
    has_labels = names[0].casefold() in _LABELS
    if lines and lines[-1][0].casefold() in _SUMS and has_labels:
        lines.pop()
    players, lines = names[has_labels:], [line[has_labels:] for line in lines]
    if not lines or len(players) < 2 or not _looks_like_points(lines):
        return None
    if len(lines) > MOST_GAMES:
        raise Invalid(Cause.TOO_MANY_ROUNDS, most=MOST_GAMES)
    return Rounds(clean_names(players), tuple(_points(lines, len(players))))


def _looks_like_points(lines: Sequence[Sequence[str]]) -> bool:
    """Return whether every column has a number somewhere: one without any is of another kind."""
    columns = zip_longest(*lines, fillvalue="")
    return all(any(map(_is_points, column)) for column in columns)


def _is_points(cell: str) -> bool:
    """Return whether a cell of a table is a number of points."""
    return bool(_NUMBER.fullmatch(cell.translate(_MINUS)))


def _points(lines: Sequence[Sequence[str]], players: int) -> Iterator[tuple[int, ...]]:
    for number, line in enumerate(lines, 1):
        cells = [*line, *[""] * (players - len(line))]
        wrong = [*(cell for cell in cells if not _is_points(cell)), *cells[players:]]
        if wrong:
            raise Invalid(Cause.NO_POINTS, round=number, cell=wrong[0][:20])
        points = tuple(int(cell.translate(_MINUS)) for cell in cells)
        if max(map(abs, points)) > MOST_ADJUSTED:
            raise Invalid(Cause.TOO_MANY_POINTS, round=number, most=MOST_ADJUSTED)
        yield points


def import_rounds(
    rounds: Rounds,
    game: str,
    began: datetime,
    reason: str,
    timezone: str | None = None,
    phone_groups: Collection[str] = (),
) -> tuple[str, str]:
    """Import rounds as a closed session of a game in a new group, and return its id and edit key.

    The points of each sheet are explained by the ``reason``. Raises as
    :func:`~referee.services.archive_import.import_group` does.
    """
    rules = ruleset(game)
    keys = rules.sheet.keys
    nothing = [RowCounts(0, dict.fromkeys(keys, 0)) for _ in rounds.players]
    without_cards = [row.total for row in score(rules, nothing).scores]
    games = []
    for number, points in enumerate(rounds.points):
        rows = [
            _row(rules, wanted - had, reason)
            for wanted, had in zip(points, without_cards, strict=True)
        ]
        games.append(_game(rules, began + timedelta(minutes=number), rows))
    session = {
        "game": game,
        "house": [],
        "players": list(rounds.players),
        "teams": None,
        "games_planned": len(games),
        "first_dealer": 0,
        "stake": None,
        "currency": "",
        "started_at": began.isoformat(),
        "closed_at": (began + timedelta(minutes=len(games))).isoformat(),
        "games": games,
    }
    group = {
        "format": FORMAT,
        "version": VERSION,
        "name": group_name(rounds.players),
        "players": list(rounds.players),
        "sessions": [session],
    }
    return import_group(json.dumps(group), timezone, phone_groups)


def _row(rules: Ruleset, adjustment: int, reason: str) -> dict[str, object]:
    return {
        "version": 0,
        "markers": 0,
        "card_points": None,
        "kinds": dict.fromkeys(rules.sheet.keys, 0),
        "adjustment": adjustment,
        "adjustment_reason": reason if adjustment else "",
    }


def _game(rules: Ruleset, moment: datetime, rows: list[dict[str, object]]) -> dict[str, object]:
    return {
        "game": rules.key,
        "rules_version": rules.version,
        "house": [],
        "deal": 1,
        "last_capturer": None,
        "started_at": moment.isoformat(),
        "finished_at": moment.isoformat(),
        "accepted_imbalance": True,
        "rows": rows,
        "sweeps": [],
        "corrections": [],
    }
