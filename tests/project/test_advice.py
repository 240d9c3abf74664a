"""Advice that was measured: its data, table, habits and words belong together."""

import json
from itertools import islice

import pytest

from bench.advice import (
    DATA,
    PACKS,
    ROWS,
    TABLE,
    Figure,
    Packs,
    Result,
    as_data,
    as_table,
    figures,
    rows_of_games,
)
from referee.messages.measured_advice import HABITS, AdviceFigure
from tests.strategies import SOAK

TOLD = json.loads(DATA.read_text("utf-8"))
FIGURES = [Figure(**figure) for figure in TOLD["figures"]]
SPARSE = 300
"""Packs in which every habit plays otherwise at least once."""


def test_each_row_was_measured_and_has_words() -> None:
    assert [tuple(figure[:4]) for figure in FIGURES] == [
        (game, row.advice, row.key, players)
        for game, row in rows_of_games()
        for players in row.players
    ]
    assert {*HABITS} == {row.key for row in ROWS}
    assert TOLD["packs"] == PACKS


def test_the_files_are_those_that_are_written() -> None:
    assert DATA.read_text("utf-8") == as_data(FIGURES, PACKS)
    assert TABLE.read_text("utf-8") == as_table(FIGURES, PACKS)


def test_no_sentence_is_contradicted() -> None:
    """A page says the contrary of no figure that shows something."""
    signs = {(row.advice, row.key): row.sentence for row in ROWS}
    contradicted = {"for": (-1,), "against": (1,), "either": (-1, 1)}
    for figure in FIGURES:
        if AdviceFigure(figure.players, figure.gain, figure.error).shows:
            sign = 1 if figure.gain > 0 else -1
            assert sign not in contradicted[signs[figure.advice, figure.habit]], figure


@pytest.mark.parametrize("game", dict.fromkeys(figure.game for figure in FIGURES))
def test_each_habit_changes_plays(game: str) -> None:
    """A row would be right in its figures, and empty, if its player did as the others do."""
    packs = Packs(game, 2)
    for row in (row for of, row in rows_of_games() if of == game):
        assert any(differs for _, differs in islice(packs.gains(row), SPARSE)), row.key


def test_every_figure_is_of_plays_that_differ() -> None:
    assert [figure for figure in FIGURES if not figure.differ] == []


RESULTS = [  # total, squares, packs, scale, gain, error
    (30, 900, 10, 1, 3.0, 5.88), (-30, 900, 10, 3, -1.0, 1.96), (-1, 1, 1000, 1, 0.0, 0.0),
    (10, 10, 10, 1, 1.0, 0.0),
]  # fmt: skip


@pytest.mark.parametrize(("total", "squares", "packs", "scale", "gain", "error"), RESULTS)
def test_gains(total: int, squares: int, packs: int, scale: int, gain: float, error: float) -> None:
    """The standard error is that of the mean; no zero has a sign."""
    result = Result(total, squares, packs, 1, scale)
    assert (str(result.gain), result.error) == (str(gain), error)


def test_the_same_packs_bring_the_same_figures() -> None:
    row = ROWS[0]
    first, again = (Packs("krypkasino", 2).measured([row], 3) for _ in range(2))
    assert first == again


if SOAK > 1:

    def test_the_figures_come_out_again() -> None:
        assert list(figures(PACKS)) == FIGURES
