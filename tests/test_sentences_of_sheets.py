"""Sentences on sheets that are not complete or do not add up, in every game."""

import re

import pytest

from referee.messages import balance_text, rest_text
from referee.rules.checks import check_filled
from referee.rules.games import RULESETS, ruleset
from referee.rules.sheet import Counted, Row

KINDS = ("storan", "lillan", "ace_of_spades", "other_spades", "other_aces")
PILE = ("cards", "spades", "aces", "big_casino", "little_casino")
Given = tuple[int, ...] | int | None
"""A pile: by kind, what was said of it, or not counted yet."""


def told(game: str, *given: Given, last: int | None = None, **house: bool) -> str:
    """Return the sentence at the foot of the sheet, and the button beside it."""
    fields = KINDS if game == "krypkasino" else PILE
    rows = [
        Row(0, dict(zip(fields, one, strict=False)) if isinstance(one, tuple) else one)
        for one in given
    ]
    _, check = check_filled(ruleset(game, house=house), rows, None, last)
    names = ("Ada", "Bo", "Cia", "Dan", "Eva", "Fia")
    said = [balance_text(check)]
    if check.left_over:
        said.append(rest_text(names[check.left_over.seat], check.left_over.counts))
    if check.rest is not None:
        said.append(rest_text(names[check.uncounted[0]], check.rest))
    return " / ".join(said)


MORE = "One pile was said to make {}, but what is left makes {}. / "
SAID: list[tuple[str, list[Given], str]] = [
    # game, what each has, what is said
    ("krypkasino", [None, None], "Nothing counted yet."),
    ("krypkasino", [10, None], "10 points so far / Bo must have 32 points"),
    ("krypkasino", [10, 12, 19, None], "41 points so far / Dan must have 1 point"),
    ("krypkasino", [10, 12, 20, 0], "Adds up to 42"),
    ("krypkasino", [10, 12, 20, 1], "1 point too many: the sum is 43, not 42."),
    (
        "krypkasino",
        [(2, 2, 2, 22, 6), (0, 0, 0, 0, 0), None],
        "42 points so far / Cia can have no counting cards",
    ),
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
        [(1, 1, 1, 10, 2), (1, 1, 1, 5, 2), (0, 0, 0, 6, 2), 0],
        MORE.format(0, 1) + "Dan must have one other spade",
    ),
    (
        "krypkasino",
        [(1, 1, 1, 10, 2), (1, 1, 1, 5, 2), (0, 0, 0, 6, 2), (0, 0, 0, 0, 0)],
        "Still missing: one other spade.",
    ),
    (
        "krypkasino",
        [(3, 0, 0, 0, 0), 33],
        "Too many: one storan.",
    ),
    ("casino", [7, 4, None], "11 points so far / Cia must have 0 points"),
    ("casino", [8, 1], "The sum is 9. It can be 8 or 11."),
    (
        "casino",
        [(30, 8, 2, 1, 1), 7],
        MORE.format(7, 2) + "Bo must have 22 cards, five spades and two aces",
    ),
    ("spade-casino", [14, 8], "The sum is 22. It can be 21 or 24."),
    ("swazi-casino", [5, 4, None], "9 points so far / Cia must have 2 points"),
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


def sums(players: int) -> list[list[Counted | None]]:
    """Sheets on which some said what they made and others have said nothing."""
    return [
        [*first, *([None] * (players - len(first)))]
        for whole in (9, 10, 11, 12, 21, 24, 42, 43)
        for first in ([whole], [whole - 1, 1], [0] * (players - 1) + [whole], [0] * (players - 1))
        if len(first) <= players
    ]


@pytest.mark.parametrize("game", RULESETS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_sentence_contradicts_itself(game: str, players: int) -> None:
    """Nothing is missing that is none, and no number is what it is not."""
    for rows in sums(players):
        said = told(game, *rows)  # type: ignore[arg-type]
        assert not re.match(r"0 points? (is|are|too) ", said)
        assert not re.search(r"is (\d+), not \1\b", said)
        assert not re.search(r"sum is (\d+)\..*be (?:.*\b)?\1\b", said)
