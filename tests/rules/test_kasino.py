"""Kasino: values of cards, and sweeps that score nothing late (#values).

`test_variants.py` holds its plays and followed games, and `api/test_kasino_sessions.py` its
sessions, against the oracle.
"""

import pytest

from referee.rules.games import ruleset
from referee.rules.games.ask import build_question
from referee.rules.games.casino.followed.state import Pile
from referee.rules.games.casino.judge.play_rules import build_rules
from referee.rules.notation import read_cards
from referee.rules.scoring import after_games
from referee.rules.seating import Seats

GAME = "kasino"

VALUES = [
    # card, house rule, values from the hand, on the table
    ("AH", "", (1, 14), (1, 14)), ("AH", "kasino_values", (14,), (1,)),
    ("2S", "kasino_values", (15,), (2,)), ("2H", "kasino_values", (2,), (2,)),
    ("10D", "kasino_values", (16,), (10,)), ("10D", "kasino_values_free", (10, 16), (10,)),
    ("2S", "kasino_values_free", (2, 15), (2,)), ("AH", "kasino_values_free", (1, 14), (1, 14)),
]  # fmt: skip


@pytest.mark.parametrize(("text", "house", "hand", "table"), VALUES)
def test_values(text: str, house: str, hand: tuple[int, ...], table: tuple[int, ...]) -> None:
    rules = build_rules(ruleset(GAME, house.split()))
    (card,) = build_question(GAME, {"table": text}).table.loose
    assert (rules.hand_values(card), rules.values[card.rank]) == (hand, table)


LATE = [
    # house rule, totals before the game: what two sweeps score so far
    ("late_sweeps_off", {0: 10, 1: 0}, 0), ("late_sweeps_off", {0: 9, 1: 9}, 2), ("", {0: 15}, 2),
]  # fmt: skip


@pytest.mark.parametrize(("house", "totals", "points"), LATE)
def test_late_sweeps_score_nothing_so_far(house: str, totals: dict[int, int], points: int) -> None:
    """The live table says so before the end."""
    rules = after_games(ruleset(GAME, house.split()), None, totals, ())
    engine = rules.engine
    state = engine.start(Seats(2, 0), read_cards("4C 5H 9C KD"))
    swept = state.with_pile(0, Pile(markers=2))
    assert engine.points_so_far(swept, rules.sheet) == (points, 0)
