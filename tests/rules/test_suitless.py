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

JUDGED = [
    # the game, the position, the turn: the reason
    # two cards of a pile that look the same are two cards, the upper one first
    (SWAZI, FOUR | {"table": "10H", "piles": "2>2@3"}, "2C^1+2S^1=4", "pile_two_in_set"),
    (SWAZI, FOUR | {"table": "10", "piles": "2>2@3"}, "2^1+2^1=4", "pile_two_in_set"),
    (SWAZI, THREE | {"table": "5 3", "piles": "4@0 A>A@1"}, "5+A+A^1+3=5", "pile_two_in_set"),
    (LESOTHO, THREE | {"table": "2C", "piles": "9@0 2>2@2"}, "2C+2D=2", "unfinished"),
    (LESOTHO, THREE | {"table": "2", "piles": "9@0 2>2@2"}, "2+2^2=2", "unfinished"),
    # where several places have such a card it must be said which one is meant
    (LESOTHO, THREE | {"table": "2", "piles": "9@0 2>2@2"}, "2+2=2", "not_on_table"),
    (LESOTHO, THREE | {"table": "2C", "piles": "2@1 2@2"}, "2C+2D=2", "not_on_table"),
    # what a build has too can be loose, or belong to another build
    (SWAZI, FOUR | {"table": "A+2=3@3 A+2+3=6@2 Q", "piles": "6>3@1"}, "6^1+A+2+3=6", "unfinished"),
    (SWAZI, {"table": "A+2=3@1 A 2 3"}, "A+2+3=6", "unfinished"),
    (SWAZI, {"table": "A+2=3@1 3"}, "A+2+3=6", "need_hand_card"),
    (SWAZI, {"table": "AS+2S=3@1 AD 2D 3D"}, "AD+2D+3D=6", "unfinished"),
    (SWAZI, {"table": "AS+2S=3@1 AD 2D 3D"}, "AS+2S+3D=6", "need_hand_card"),
    (SWAZI, {"table": "A+2=3@1"}, "A+2+3=6", "need_hand_card"),
    # a third ten is not there, though two are in a build
    (SWAZI, {"table": "10+10=10@0"}, "10+10+10=10", "not_on_table"),
    (CASINO, {"table": "10+10=10@0"}, "10 x 10", "build_as_unit"),
]


@pytest.mark.parametrize(("game", "asked", "turn", "reason"), JUDGED)
def test_what_is_said_of_cards_without_suits(
    game: str, asked: dict[str, str], turn: str, reason: str
) -> None:
    verdict = ask(game, asked | {"turn": turn}).ruling.verdict
    assert verdict is not None
    assert verdict.reason == reason


HELD = [
    # the hand, the card as it was played: what it takes is written with, and scores
    ("10D 3H", "10", "10D x 10C", (2, 2)),
    ("10S 3H", "10", "10S x 10C", (0, 0)),
    ("10S 10H", "10", "10S x 10C", (0, 0)),
    ("10 3H", "10", "10 x 10C", (0, 2)),
    ("10 3H", "10D", "10D x 10C", (2, 2)),
    (None, "10", "10 x 10C", (0, 2)),
]


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
