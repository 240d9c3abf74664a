"""Cards whose suits nobody told are judged as the same cards with suits are."""

import pytest

from referee.rules.games.asked import ask
from referee.rules.table import write_build
from referee.rules.turns import write_step

CASINO = "casino"
SWAZI = "swazi-casino"
LESOTHO = "lesotho-casino"
FOUR = {"players": "4"}
THREE = {"players": "3"}


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


LIES = [
    ({"table": "5H", "hand": "3H 8S", "turn": "3 3+5=8"}, "3H+5H=8@0"),
    ({"table": "5H", "hand": "3 8", "turn": "3H 3H+5H=8"}, "3H+5H=8@0"),
]


@pytest.mark.parametrize(("asked", "build"), LIES)
def test_so_has_the_build_that_it_makes(asked: dict[str, str], build: str) -> None:
    verdict = ask(CASINO, asked).ruling.verdict
    assert verdict is not None
    assert verdict.after is not None
    assert list(map(write_build, verdict.after.builds)) == [build]


def test_builds_that_look_the_same_are_two() -> None:
    asked = {"table": "9=A+8=9@0 9=A+8=9@0", "hand": "9 9", "played": "9"}
    play = ask(CASINO, asked).ruling.play
    assert play is not None
    assert [write_step(one.step) for one in play.forms] == ["9 9=9=A+8=9"]
