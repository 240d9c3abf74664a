"""Sentences on sheets that are not complete, and feedback on exercises."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from referee.languages import Speech, speaking
from referee.messages.build_exercise_texts import seat_texts
from referee.messages.exercise_texts import seen_text, texts_of
from referee.messages.sheet_balance import balance_text, rest_text
from referee.rules.exercises.exercise import (
    LEVELS,
    SEEDS,
    Answer,
    Exercise,
    seed_at,
)
from referee.rules.exercises.registry import kinds, make
from referee.rules.games import RULESETS, ruleset
from referee.rules.playing.simulation import SeededRandom
from referee.rules.sheet_check import check
from referee.rules.sheet_plan import RowCounts
from tests.strategies import times

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


OF_EACH = times(50)
SYMBOLS = str.maketrans({"♠": "S", "♥": "H", "♦": "D", "♣": "C", "\ufe0e": None})
OF_KIND = [(game, kind.name) for game in RULESETS for kind in kinds(ruleset(game))]
TAKING = [one for one in OF_KIND if one[1] in ("take", "can")]
LACKS = re.compile(r"[Nn]o:|must|can take more|missing|not make|no group|cannot|[Ss]omething there")


def exercises(game: str, kind: str) -> Iterator[Exercise]:
    chance = SeededRandom("reasons", game, kind)
    for number in range(OF_EACH):
        yield make(game, kind, seed_at(LEVELS[number % len(LEVELS)], chance.below(SEEDS)))


def reasons_told(exercise: Exercise, answer: Answer) -> str:
    """Return all reasons, with cards as they are typed."""
    found = exercise.judge(answer)
    with speaking(Speech("en")):
        names = seat_texts(exercise.players)
        said = texts_of(exercise.kind).feedback(exercise, answer, found, names)
        return " ".join(one.text for one in said).translate(SYMBOLS)


@pytest.mark.parametrize(("game", "kind"), TAKING)
def test_what_is_taken_as_right_lacks_nothing(game: str, kind: str) -> None:
    """Any largest take is right and is told so; whatever is refused is told what it lacks."""
    for exercise in exercises(game, kind):
        right = exercise.answers
        for answer in right:
            text = reasons_told(exercise, answer)
            assert not LACKS.search(text.replace("A card that can take must.", "")), (
                exercise,
                text,
            )
            assert ("more than one way" in text) is (len(right) > 1)
            for piece in answer.pieces or ():
                less = list(answer.pieces or ())
                less.remove(piece)
                if Answer(tuple(less)) not in right:
                    assert LACKS.search(reasons_told(exercise, Answer(tuple(less)))), (
                        exercise,
                        less,
                    )
        if Answer(()) not in right:
            text = reasons_told(exercise, Answer(()))
            assert LACKS.search(text), exercise
            if kind == "take":  # no capture of several is told as the only one
                chosen = "either" in text or "There are more ways" in text
                assert chosen is (len(right) > 1), (exercise, text)


SEEN = [
    # the table, the played card; what had to be seen
    ("3H 5C 8D QC", "8S", "Here it was enough to take equal cards and pair after pair."),
    ("8D QC", "8S", "Here it was enough to look for equal cards."),
    ("2H 3C 4D 9C 9D", "9S", "Here it was not enough to look for equal cards."),
]


@pytest.mark.parametrize(("table", "played", "seen"), SEEN)
def test_what_had_to_be_seen_is_told(table: str, played: str, seen: str) -> None:
    exercise = replace(
        make("krypkasino", "take", seed_at(1, 1)),
        texts={"table": table, "played": played},
        choices=tuple(table.split()),
    )
    with speaking(Speech("en")):
        assert seen_text(exercise) == seen
