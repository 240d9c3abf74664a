"""The page of a person: statistics of each game, results over time, rivals and partners."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ..languages import balanced
from ..rules.games import ruleset
from ..services.groups import GameStatistics, GroupView, PlayerResults, Statistics
from ..services.person_history import PersonHistory, favourite_game, history_of
from ..words.score_names import points_text
from .drawing import CHART_STEPS
from .session.game_list import Chart, ChartContent, draw_course

MOST_LISTED = 8
"""Rivals and partners that are listed: those of most evenings."""
MOST_DRAWN = 24
"""Evenings in the chart, the latest ones."""


class PersonInGame(NamedTuple):
    """The results of a person in a game, with their history; ``chart`` is None before a second
    evening. ``best`` says that nobody has a better result."""

    table: GameStatistics
    fared: PlayerResults
    history: PersonHistory
    chart: Chart | None
    best: bool


def person_facts(
    group: GroupView, person: Statistics, styles: Mapping[str, int]
) -> dict[str, object]:
    """Return the template's variables of the page of a person of a group."""
    return {
        "person": person,
        "games": [
            _in_game(group, table, person, fared, styles)
            for table in group.tables
            for other, fared in table.people
            if other is person
        ],
        "favourite": favourite_game(person.name, group.played),
        "styles": styles,
        "points_text": _points_text,
        "most_listed": MOST_LISTED,
    }


def _in_game(
    group: GroupView,
    table: GameStatistics,
    person: Statistics,
    fared: PlayerResults,
    styles: Mapping[str, int],
) -> PersonInGame:
    evenings = [evening for evening in group.played if evening.game == table.game]
    history = history_of(person.name, evenings)
    chart = _chart(person.name, styles.get(person.name, 0), history)
    return PersonInGame(table, fared, history, chart, person.name in table.best)


def _chart(name: str, style: int, history: PersonHistory) -> Chart | None:
    """Return the chart of the points a game on the latest evenings, to a tenth of a point."""
    averages = [round(float(result.average), 1) for result in history.evenings[-MOST_DRAWN:]]
    if len(averages) < 2:
        return None
    course: Sequence[tuple[int, float]] = list(enumerate(averages, 1))
    lines = ChartContent([(balanced(name), style, [course])], [len(averages)])
    return draw_course(lines, steps=(1, 2, *CHART_STEPS))


def _points_text(game: str, points: Mapping[str, int]) -> str:
    return points_text(ruleset(game).sheet, points)
