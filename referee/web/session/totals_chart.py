"""The chart of a session's totals, as lines of an SVG drawing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ...services.session_views import SessionView

WIDTH, HEIGHT = 340, 180
LEFT, RIGHT, TOP, BOTTOM = 30, 14, 10, 20
SHAPES = ("circle", "square", "triangle", "diamond", "cross", "ring")
STEPS = tuple(size * step for size in (1, 10, 100, 1000, 10_000) for step in (5, 10, 20, 25))
MOST_LINES = 6
MOST_NUMBERS = 12
APART = 11
"""Distance between numbers on the left at which they do not touch."""


@dataclass(frozen=True)
class ChartLine:
    """A side's totals: ``points`` in the drawing, ``shape`` told apart without colours."""

    name: str
    shape: str
    points: tuple[tuple[float, float], ...]

    @property
    def path(self) -> str:
        return " ".join(f"{x:g},{y:g}" for x, y in self.points)


@dataclass(frozen=True)
class Chart:
    """``levels`` are totals with their heights, without those too near the ``target``, which is
    one too; ``numbers`` are games with their places."""

    lines: tuple[ChartLine, ...]
    levels: tuple[tuple[int, float], ...]
    target: tuple[int, float] | None
    numbers: tuple[tuple[int, float], ...]


def draw_chart(session_view: SessionView, names: Mapping[int, str]) -> Chart | None:
    """Return the chart, with the ``names`` of the sides; None before the second game, when there is
    no line yet."""
    running, target = session_view.running, session_view.target
    games = len(running) - 1
    if games < 2:
        return None
    of_sides = {side: [totals[side] for totals in running] for side in session_view.sides}
    lowest = min(map(min, of_sides.values()))
    highest = max(target or 0, *map(max, of_sides.values()))
    wanted = (highest - lowest) / MOST_LINES
    step = next((step for step in STEPS if step >= wanted), STEPS[-1])
    bottom = lowest // step * step
    top = max(-(-highest // step) * step, bottom + step)

    def across(number: int) -> float:
        return round(LEFT + number * (WIDTH - LEFT - RIGHT) / games, 1)

    def up(total: int) -> float:
        return round(TOP + (top - total) * (HEIGHT - TOP - BOTTOM) / (top - bottom), 1)

    every = -(-games // MOST_NUMBERS)
    levels = [(level, up(level)) for level in range(bottom, top + 1, step)]
    return Chart(
        lines=tuple(
            ChartLine(
                names[side],
                SHAPES[place % len(SHAPES)],
                tuple((across(number), up(total)) for number, total in enumerate(totals)),
            )
            for place, (side, totals) in enumerate(of_sides.items())
        ),
        levels=tuple(
            (level, y) for level, y in levels if target is None or abs(y - up(target)) >= APART
        ),
        target=None if target is None else (target, up(target)),
        numbers=tuple((n, across(n)) for n in range(1, games + 1) if n % every == 0),
    )
