"""Sentences on sheets that are not complete or do not add up, in every game."""

import pytest

from referee.messages.sheet_balance import balance_text, rest_text
from referee.rules.games import ruleset
from referee.rules.sheet_check import check
from referee.rules.sheet_plan import RowCounts

KINDS = ("storan", "lillan", "ace_of_spades", "other_spades", "other_aces")
PILE = ("cards", "spades", "aces", "big_casino", "little_casino")
Given = tuple[int, ...] | int | None
"""A pile: by kind, what was said of it, or not counted yet."""


def told(game: str, *given: Given, last: int | None = None, **house: bool) -> str:
    """Return the sentence at the foot of the sheet, and the button beside it."""
    fields = KINDS if game == "krypkasino" else PILE
    rows = [
        RowCounts(0, dict(zip(fields, one, strict=False)) if isinstance(one, tuple) else one)
        for one in given
    ]
    checked = check(ruleset(game, house_rules=house), rows, None, last, filled=True)
    names = ("Ada", "Bo", "Cia", "Dan", "Eva", "Fia")
    said = [balance_text(checked)]
    if checked.left_over:
        said.append(rest_text(names[checked.left_over.seat], checked.left_over.counts))
    if checked.rest is not None:
        said.append(rest_text(names[checked.uncounted[0]], checked.rest))
    return " / ".join(said)


MORE = "One pile was said to make {}, but what is left makes {}. / "
SAID: list[tuple[str, list[Given], str]] = [
    # game, what each has, what is said
    ("krypkasino", [None, None], "Nothing counted yet."),
    ("krypkasino", [10, None], "10 points so far / Bo must have 32 points"),
    ("krypkasino", [10, 12, 20, 0], "Adds up to 42"),
    ("krypkasino", [10, 12, 20, 1], "1 point too many: the sum is 43, not 42."),
    (
        "krypkasino",
        [(2, 2, 1, 10, 2), None],
        (
            "Still missing: one A♠︎, twelve other spades and four other aces."
            " / Bo must have one A♠︎, twelve other spades and four other aces"
        ),
    ),
    ("krypkasino", [(1, 1, 1, 10, 2), 10, None], "29 points so far / Cia must have 13 points"),
    # All but one by kind, and that one does not fit.
    (
        "krypkasino",
        [(1, 1, 1, 10, 2), (1, 1, 1, 5, 2), (0, 0, 0, 6, 2), (0, 0, 0, 0, 0)],
        "Still missing: one other spade.",
    ),
    (
        "krypkasino",
        [(1, 1, 1, 10, 2), (1, 1, 0, 5, 2), (0, 0, 0, 6, 2), 6],
        MORE.format(6, 3) + "Dan must have one A♠︎ and one other spade",
    ),
    ("krypkasino", [(3, 0, 0, 0, 0), 33], "Too many: one storan."),
    ("casino", [7, 4, None], "11 points so far / Cia must have 0 points"),
    ("casino", [8, 1], "The sum is 9. It can be 8 or 11."),
    (
        "casino",
        [(30, 8, 2, 1, 1), 7],
        MORE.format(7, 2) + "Bo must have 22 cards, 5 spades and 2 aces",
    ),
    ("spade-casino", [14, 8], "The sum is 22. It can be 21 or 24."),
    ("lesotho-casino", [11, None], "11 points so far / Bo must have 0 points"),
    ("south-african-casino", [9, 0, 5], "The sum is 14. It can be 9, 10 or 11."),
]


@pytest.mark.parametrize(("game", "given", "said"), SAID)
def test_what_is_missing(game: str, given: list[Given], said: str) -> None:
    assert told(game, *given) == said


def test_the_last_capture_is_missing() -> None:
    house = {"last_capture_point": True}
    assert told("krypkasino", 10, 32, **house) == "Now say who captured last: it scores a point."
    assert told("krypkasino", 10, 32, last=0, **house) == "Adds up to 43"
    assert told("krypkasino", 10, None, last=0, **house) == (
        "11 points so far / Bo must have 32 points"
    )
