"""Titles and complaints of exercises, and the sentences of each type."""

from collections.abc import Mapping

from ..languages import and_, gettext, lazy_gettext, or_
from ..rules.exercises.exercise import (
    Exercise,
    ExerciseType,
    NoSuchSeed,
    UnknownExerciseType,
    UnreadableAnswer,
)
from ..words.house_rule_words import HOUSE_RULES
from . import (
    build_exercise_texts,
    capture_exercise_texts,
    course_exercise_texts,
    score_exercise_texts,
    seat_exercise_texts,
)
from .error_texts import error_text, quote
from .exercise_feedback import ExerciseTexts

_TEXTS: Mapping[str, ExerciseTexts] = {
    texts.name: texts
    for texts in (
        *capture_exercise_texts.TEXTS,
        *build_exercise_texts.TEXTS,
        *course_exercise_texts.TEXTS,
        *score_exercise_texts.TEXTS,
        *seat_exercise_texts.TEXTS,
    )
}


def texts_of(kind: ExerciseType) -> ExerciseTexts:
    """Return the sentences of a type of exercise."""
    return _TEXTS[kind.name]


def exercises_title(name: str) -> str:
    """Return the name of the exercises of a type or about a house rule."""
    return str(HOUSE_RULES[name].name if name in HOUSE_RULES else _TEXTS[name].title)


def house_of_exercise(exercise: Exercise) -> str:
    """Return the house rules that hold in an exercise; empty if none does."""
    house = and_(str(HOUSE_RULES[name].name) for name in exercise.house)
    return gettext("With the house rule: %(rules)s.", rules=house) if house else ""


_HABITS = {
    "equal_and_pairs": lazy_gettext("take equal cards and pair after pair"),
    "equal_and_pair_0": lazy_gettext("take equal cards and one pair"),
    "pair_0": lazy_gettext("take the first pair that fits"),
    "whole": lazy_gettext("add up the whole table"),
    "equal": lazy_gettext("look for equal cards"),
}
"""Habits in words, those that see most first."""
_MOST_HABITS = 2


def seen_text(exercise: Exercise) -> str:
    """Return in words what had to be seen in an exercise: which habit was enough, or which were
    not; empty where nothing is tapped, or where no habit leads anywhere."""
    if exercise.asks != ("pieces",):
        return ""
    answers, right = exercise.kind.habits(exercise), {each.pieces for each in exercise.answers}
    names = [name for name in _HABITS if answers.get(name)]
    for name in names:
        if answers[name] in right:
            return gettext("Here it was enough to %(habit)s.", habit=str(_HABITS[name]))
    failed = list({answers[name]: str(_HABITS[name]) for name in reversed(names)}.values())
    if not failed:
        return ""
    return gettext("Here it was not enough to %(habits)s.", habits=or_(failed[::-1][:_MOST_HABITS]))


@error_text.register
def _(error: UnreadableAnswer) -> str:
    return texts_of(error.kind).unanswered(error.name)


@error_text.register
def _(error: UnknownExerciseType) -> str:
    return gettext("This game has no exercises of the kind “%(kind)s”.", kind=quote(error.kind))


@error_text.register
def _(error: NoSuchSeed) -> str:
    return gettext("There is no exercise with the number %(seed)s.", seed=quote(str(error.seed)))
