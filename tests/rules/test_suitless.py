"""Cards whose suits nobody told are judged as the same cards with suits are."""

import pytest

from referee.rules.games.referee import ask
from referee.rules.plays import write_step

CASINO = "casino"

HELD = [
    # the hand, the card as it was played: what it takes is written with, and scores
    ("10D 3H", "10", "10D x 10C", (2, 2)), ("10S 3H", "10", "10S x 10C", (0, 0)),
    ("10S 10H", "10", "10S x 10C", (0, 0)), ("10 3H", "10", "10 x 10C", (0, 2)),
    ("10 3H", "10D", "10D x 10C", (2, 2)), (None, "10", "10 x 10C", (0, 2)),
]  # fmt: skip


@pytest.mark.parametrize(("hand", "played", "turn", "points"), HELD)
def test_a_played_card_has_the_suit_that_it_has_in_the_hand(
    hand: str | None, played: str, turn: str, points: tuple[int, int]
) -> None:
    asked = {"table": "10C 5H", "played": played} | ({"hand": hand} if hand else {})
    play = ask(CASINO, asked).ruling.play
    assert play is not None
    (taking,) = play.takes
    assert write_step(taking.step) == turn
    assert (taking.points, taking.points_most) == points
