"""Feedback on exercises agrees with whether it was taken, over many seeds: a
reason blames what had to be tapped, and a right answer is not told that it lacks something."""

import re
from collections.abc import Iterator

import pytest

from referee.languages import Speech, speaking
from referee.messages.build_exercise_texts import seat_texts
from referee.messages.exercise_texts import texts_of
from referee.rules.exercises.exercise import (
    LEVELS,
    SEEDS,
    Answer,
    Exercise,
    seed_at,
)
from referee.rules.exercises.registry import kinds, make
from referee.rules.exercises.simulation import SeededRandom
from referee.rules.games import RULESETS, ruleset
from tests.strategies import times

OF_EACH = times(50)
SYMBOLS = str.maketrans({"♠": "S", "♥": "H", "♦": "D", "♣": "C", "\ufe0e": None})
OF_KIND = [(game, kind.name) for game in RULESETS for kind in kinds(ruleset(game))]
TAKING = [one for one in OF_KIND if one[1] in ("take", "can")]
LACKS = re.compile(r"[Nn]o:|must|can take more|missing|not make|no group|cannot|[Ss]omething there")


def exercises(game: str, kind: str) -> Iterator[Exercise]:
    chance = SeededRandom("reasons", game, kind)
    for number in range(OF_EACH):
        yield make(game, kind, seed_at(LEVELS[number % len(LEVELS)], chance.below(SEEDS)))


def told(exercise: Exercise, answer: Answer) -> str:
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
            text = told(exercise, answer)
            assert not LACKS.search(text.replace("A card that can take must.", "")), (
                exercise,
                text,
            )
            assert ("more than one way" in text) is (len(right) > 1)
            for piece in answer.pieces or ():
                less = list(answer.pieces or ())
                less.remove(piece)
                if Answer(tuple(less)) not in right:
                    assert LACKS.search(told(exercise, Answer(tuple(less)))), (exercise, less)
        if Answer(()) not in right:
            text = told(exercise, Answer(()))
            assert LACKS.search(text), exercise
            if kind == "take":  # no capture of several is told as the only one
                chosen = "either" in text or "There are more ways" in text
                assert chosen is (len(right) > 1), (exercise, text)
