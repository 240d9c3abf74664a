"""Redraws of the first cards on the table (F3.1)."""

import pytest

from referee.rules.games.referee import build_question

SWAZI = "swazi-casino"
LESOTHO = "lesotho-casino"


DRAWN = [
    # the cards: are they drawn again, their points and pictures
    ("10D AS 4C 5H", True, (3, 3, 0)),  # SW10
    ("AS AH 9C 4D", False, (2, 2, 0)),  # SW11
    ("JS QH KD 4C", True, (0, 0, 3)), ("JS QH 3D 4C", False, (0, 0, 2)),
    ("AS AH AD 4C", True, (3, 3, 0)), ("A A A 4", True, (3, 3, 0)), ("10 A 4 5", None, (1, 3, 0)),
    ("10 2 4 5", None, (0, 3, 0)), ("2 A 4 5", False, (1, 2, 0)), ("10S 2S A 5", False, (2, 2, 0)),
    ("10 J Q K", True, (0, 2, 3)),
]  # fmt: skip


@pytest.mark.parametrize("game", [SWAZI, LESOTHO])
@pytest.mark.parametrize(("cards", "again", "facts"), DRAWN)
def test_which_cards_are_drawn_again(
    game: str, cards: str, again: bool | None, facts: tuple[int, int, int]
) -> None:
    for players in ("2", "3", "4"):
        found = build_question(game, {"table": cards, "players": players}).first_cards
        assert found is not None
        assert found.must_redraw is again
        assert (found.points, found.points_most, found.pictures) == facts


NOT_ASKED = [
    # the game, and what is known: nothing was just drawn, or it always stays
    (SWAZI, {"table": "10D AS 4C"}), (SWAZI, {"table": "10D AS 4C 5H 6H"}),
    (SWAZI, {"table": "10D AS 4C 5H", "played": "9"}),
    (SWAZI, {"table": "10D AS 4C 5H", "turn": "9 -"}),
    (SWAZI, {"table": "10D AS 4C 5H", "piles": "9@1"}),
    (SWAZI, {"table": "10D AS 4C 5H", "deal": "2"}), (SWAZI, {"table": "10D AS 4C+5H=9@1"}),
    (SWAZI, {"table": "10D AS 4C 5H", "house": "no_redeal"}), ("casino", {"table": "10D AS 4C 5H"}),
    ("south-african-casino", {"table": "10D AS 4C 5H"}),
]  # fmt: skip


@pytest.mark.parametrize(("game", "asked"), NOT_ASKED)
def test_nothing_was_just_drawn(game: str, asked: dict[str, str]) -> None:
    assert build_question(game, asked).first_cards is None


def test_crazy_draws_four_too() -> None:
    found = build_question(SWAZI, {"table": "10D AS 4C 5H", "house": "crazy"}).first_cards
    assert found is not None
    assert found.must_redraw
