"""The chart of a session: its lines, its scale, and what it goes to."""

import re
from datetime import UTC, datetime
from itertools import pairwise

import pytest

from referee.config import resources
from referee.rules.games import ruleset
from referee.services.session_views import GameScore, SessionView
from referee.web.session.session_parts import APART, SHAPES, Chart, draw_chart

NAMES = ("Ada", "Bo", "Cia", "Dan")


def view(
    game: str,
    *games: tuple[int, ...],
    target: int | None = None,
    teams: tuple[int, ...] | None = None,
) -> SessionView:
    scores = [
        GameScore(number, 0, 0, False, one, True, False, None) for number, one in enumerate(games)
    ]
    return SessionView(
        id="s", group_id="g", rules=ruleset(game), players=NAMES[: len(games[0])], teams=teams,
        games_planned=None if target else 9, target=target, first_dealer=0, closed=False,
        started_at=datetime(2026, 11, 22, tzinfo=UTC), stake=None, currency="",
        settlement="pairwise", games=tuple(scores), totals={}, winners=())  # fmt: skip


def chart(view: SessionView) -> Chart:
    drawn = draw_chart(view, dict(enumerate(NAMES)))
    assert drawn is not None
    return drawn


@pytest.mark.parametrize(("game", "teams", "games", "totals"), [
    ("casino", None, [(8, 3), (4, 7)], [[0, 8, 12], [0, 3, 10]]),
    ("swazi-casino", (0, 1, 0, 1), [(8, 3, 8, 3), (4, 7, 4, 7)], [[0, 8, 12], [0, 3, 10]]),
    ("krypkasino", (0, 1, 0, 1), [(8, 3, 5, 26), (4, 7, 0, 31)], [[0, 13, 17], [0, 29, 67]]),
])  # fmt: skip
def test_the_totals_of_each_side(game, teams, games, totals) -> None:
    """Partners whose piles are counted as one have one score, and it counts once."""
    session = view(game, *games, teams=teams)
    assert [[one[side] for one in session.running] for side in (0, 1)] == totals
    assert len(chart(session).lines) == 2


@pytest.mark.parametrize(("target", "games", "levels"), [
    (21, [(8, 3), (4, 7)], [0, 5, 10, 15, 25]),
    (50, [(8, 3), (30, 7)], [0, 10, 20, 30, 40]),
    (21, [(30, 0), (30, 0)], [0, 10, 30, 40, 50, 60]),
    (None, [(9900, 3), (50, 7)], [0, 2000, 4000, 6000, 8000, 10_000]),
    (None, [(8, 3), (4, 7)], [0, 5, 10, 15])])  # fmt: skip
def test_the_scale_holds_the_target(target, games, levels) -> None:
    drawn = chart(view("casino", *games, target=target))
    heights = [y for _, y in drawn.levels]
    assert (drawn.target and drawn.target[0]) == target
    heights += [drawn.target[1]] if drawn.target else []
    assert all(10 <= y <= 160 for y in heights)
    assert all(a - b >= APART for b, a in pairwise(sorted(heights)))
    assert [level for level, _ in drawn.levels] == levels


def test_a_seat_has_one_sign_in_the_chart_and_at_the_table() -> None:
    style = (resources("static") / "css" / "table.css").read_text()
    signs = re.findall(
        r"\.owner-(\d) \{\s+--owner: var\(--side-(\d)\);\s+--sign: var\(--(\w+)\);\s+\}", style
    )
    assert signs == [(str(n), str(n), shape) for n, shape in enumerate(SHAPES[:4])]
