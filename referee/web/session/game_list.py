"""Games of a session or a night: the list of their scores, and the chart of the totals."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor
from typing import NamedTuple

from flask import request, url_for

from ...languages import balanced, gettext
from ...services.nights import NightGame, NightPart, NightView
from ...services.session_views import GameScore, SessionView
from ..badges import shapes_of
from ..drawing import CHART_STEPS

LAST_GAMES = 50
"""Games listed where there are more than twice as many: a phone draws the page each time."""


class ScoreCell(NamedTuple):
    """The score of a column in a game, and its total after it; None for a game that does not count.

    ``deals``: the column dealt this game; ``dealer`` names which of its players did, where it has
    several.
    """

    score: int
    total: int | None
    deals: bool
    dealer: str = ""


class ScoreLine(NamedTuple):
    """A finished game in the list; a column has no cell where its player had no part in it."""

    game: GameScore
    address: str
    cells: Sequence[ScoreCell | None]


class ScoreLines(NamedTuple):
    """The games of a session in the list; ``title`` names the session where it is a part."""

    title: str
    lines: Sequence[ScoreLine]


class ScoreList(NamedTuple):
    """The list of scores with the names of its columns, without the first ``left_out`` games."""

    columns: Sequence[str]
    parts: Sequence[ScoreLines]
    left_out: int

    @property
    def games(self) -> int:
        """Return the number of games that are listed."""
        return sum(len(part.lines) for part in self.parts)


def list_scores(session_view: SessionView) -> ScoreList | None:
    """Return the list of the games of a session, of a night those of all its parts by person; None
    before a game is finished."""
    if session_view.night is not None:
        people, parts = session_view.night.people, _parts_of_night(session_view.night)
        columns = [balanced(name) for name in people]
    else:
        parts = [ScoreLines("", _lines_of_session(session_view))]
        columns = [
            " & ".join(balanced(name) for name in session_view.named(seats))
            for seats in session_view.columns
        ]
    left_out = _left_out(sum(len(part.lines) for part in parts))
    score_list = ScoreList(columns, _without_first(parts, left_out), left_out)
    return score_list if score_list.games else None


def _left_out(finished: int) -> int:
    """Return the number of first games that a long list leaves out, 0 if all are asked for."""
    long = finished > 2 * LAST_GAMES and request.args.get("games") != "all"
    return finished - LAST_GAMES if long else 0


def _without_first(parts: Iterable[ScoreLines], left_out: int) -> list[ScoreLines]:
    """Return the parts without their first games in all, and without parts that have none then."""
    shown = []
    for part in parts:
        lines = part.lines[left_out:]
        left_out = max(0, left_out - len(part.lines))
        if lines:
            shown.append(part._replace(lines=lines))
    return shown


def _lines_of_session(session_view: SessionView) -> list[ScoreLine]:
    def cell(game: GameScore, column: int, score: int, totals: Sequence[int] | None) -> ScoreCell:
        seats = session_view.columns[column]
        deals = game.dealer in seats
        dealer = balanced(session_view.players[game.dealer]) if deals and len(seats) > 1 else ""
        return ScoreCell(score, totals[column] if totals else None, deals, dealer)

    return [
        ScoreLine(
            game,
            url_for("sheet.page", number=game.number),
            [cell(game, column, score, totals) for column, score in enumerate(scores)],
        )
        for game, scores, totals in session_view.lines
    ]


def _parts_of_night(night: NightView) -> list[ScoreLines]:
    return [
        ScoreLines(gettext("Part %(number)d", number=number), _lines_of_part(part, night.people))
        for number, part in enumerate(night.course, 1)
    ]


def _lines_of_part(part: NightPart, people: Sequence[str]) -> list[ScoreLine]:
    players = part.session.players

    def cell(name: str, night_game: NightGame) -> ScoreCell:
        game, scores, totals = night_game
        total = totals[name] if totals else None
        return ScoreCell(scores[name], total, players[game.dealer] == name)

    return [
        ScoreLine(
            night_game.game,
            url_for("sheet.page", session_id=part.session.id, number=night_game.game.number),
            [cell(name, night_game) if name in players else None for name in people],
        )
        for night_game in part.games
    ]


WIDTH, HEIGHT = 340, 180
LEFT, RIGHT, TOP, BOTTOM = 30, 14, 10, 20
MOST_LINES = 6
MOST_NUMBERS = 12
APART = 11
"""Distance between numbers on the left at which they do not touch."""

Stretch = list[tuple[int, int]]
"""Totals of a line without a gap: after how many games of the evening, and the total then."""


@dataclass(frozen=True)
class ChartLine:
    """A side's totals, of a night a person's.

    ``stretches`` are the points in the drawing, several where a person was away or a part began at
    zero. ``style`` is the number of its colour, ``shape`` of its marks: told apart without colours.
    """

    name: str
    style: int
    shape: str
    stretches: tuple[tuple[tuple[float, float], ...], ...]


@dataclass(frozen=True)
class Chart:
    """``levels`` are totals with their heights, without those too near the ``target``, which is
    one too; ``numbers`` are games with their places, ``parts`` the places where parts begin."""

    lines: tuple[ChartLine, ...]
    levels: tuple[tuple[int, float], ...]
    target: tuple[int, float] | None
    numbers: tuple[tuple[int, float], ...]
    parts: tuple[float, ...]


class ChartContent(NamedTuple):
    """The content of a chart: names with the styles of their lines and their stretches, and how
    many games each part has."""

    stretches: Sequence[tuple[str, int, Sequence[Sequence[tuple[int, float]]]]]
    games: Sequence[int]


def draw_chart(
    session_view: SessionView, names: Mapping[int, str], styles: Mapping[str, int]
) -> Chart | None:
    """Return the chart, with the ``names`` of the sides; of a night that of all its parts, by
    person. A line has the colour of a person in ``styles``, of a team that of its first one. None
    before the second game, when there is no line yet."""
    night = session_view.night
    if night is not None:
        course = _course_of_night(night, styles)
    else:
        running, players = session_view.running, session_view.players
        stretches = [
            (
                names[side],
                styles[players[seats[0]]],
                [[(number, totals[side]) for number, totals in enumerate(running)]],
            )
            for side, seats in session_view.sides.items()
        ]
        course = ChartContent(stretches, [len(running) - 1])
    return draw_course(course, session_view.target) if sum(course.games) > 1 else None


def _course_of_night(night: NightView, styles: Mapping[str, int]) -> ChartContent:
    """Return the totals of each person; a person who stays in a game without a target goes on in
    the same stretch."""
    stretches: dict[str, list[Stretch]] = {name: [] for name in night.people}
    games, done = [], 0
    for part in night.course:
        totals = [game.totals for game in part.games if game.totals is not None]
        for name, total in part.before.items():
            of_person = stretches[name]
            if not (of_person and of_person[-1][-1] == (done, total)):
                of_person.append([(done, total)])
            of_person[-1].extend((done + n, after[name]) for n, after in enumerate(totals, 1))
        games.append(len(totals))
        done += len(totals)
    lines = (
        (balanced(name), styles[name], [stretch for stretch in of_person if len(stretch) > 1])
        for name, of_person in stretches.items()
    )
    return ChartContent([line for line in lines if line[-1]], games)


def draw_course(
    course: ChartContent, target: int | None = None, steps: Sequence[int] = CHART_STEPS
) -> Chart:
    """Return the chart of a course, with the line of a ``target``. Its levels are at one of these
    distances."""
    totals = [total for *_, parts in course.stretches for part in parts for _, total in part]
    lowest, highest = min(totals), max(target or 0, *totals)
    wanted = (highest - lowest) / MOST_LINES
    step = next((step for step in steps if step >= wanted), steps[-1])
    bottom = floor(lowest / step) * step
    top = max(ceil(highest / step) * step, bottom + step)
    games = sum(course.games)

    def across(number: int) -> float:
        return round(LEFT + number * (WIDTH - LEFT - RIGHT) / games, 1)

    def up(total: float) -> float:
        return round(TOP + (top - total) * (HEIGHT - TOP - BOTTOM) / (top - bottom), 1)

    levels = [(level, up(level)) for level in range(bottom, top + 1, step)]
    every = -(-games // MOST_NUMBERS)
    starts = [sum(course.games[:part]) for part in range(len(course.games))]
    shapes = shapes_of([style for _, style, _ in course.stretches])
    return Chart(
        lines=tuple(
            ChartLine(
                name,
                style,
                shape,
                tuple(
                    tuple((across(number), up(total)) for number, total in stretch)
                    for stretch in stretches
                ),
            )
            for shape, (name, style, stretches) in zip(shapes, course.stretches, strict=True)
        ),
        levels=tuple(
            (level, y) for level, y in levels if target is None or abs(y - up(target)) >= APART
        ),
        target=None if target is None else (target, up(target)),
        numbers=tuple(
            (n, across(start + n))
            for start, in_part in zip(starts, course.games, strict=True)
            for n in range(1, in_part + 1)
            if n % every == 0
        ),
        parts=tuple(across(start) for start in starts[1:] if 0 < start < games),
    )
