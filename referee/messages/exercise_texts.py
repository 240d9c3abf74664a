"""Titles and complaints of exercises, and the sentences of each type."""

from __future__ import annotations

from collections.abc import Mapping

from ..languages import and_, gettext, ngettext
from ..rules.exercises.exercise import (
    Exercise,
    ExerciseType,
    NoSuchSeed,
    UnknownExerciseType,
    UnreadableAnswer,
)
from ..words.house_rule_words import HOUSE_RULES
from . import build_exercise_texts, capture_exercise_texts, score_exercise_texts
from .error_texts import error_text, quote
from .exercise_feedback import ExerciseTexts

_TEXTS: Mapping[str, ExerciseTexts] = {
    texts.name: texts
    for texts in (
        *capture_exercise_texts.TEXTS,
        *build_exercise_texts.TEXTS,
        *score_exercise_texts.TEXTS,
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


def difficulty_text(exercise: Exercise) -> str:
    """Return how hard an exercise is: its cards, choices and clauses."""
    difficulty = exercise.difficulty
    parts = [ngettext("%(num)d card", "%(num)d cards", difficulty.cards)]
    if difficulty.choices:
        parts.append(ngettext("%(num)d choice", "%(num)d choices", difficulty.choices))
    if difficulty.clauses:
        parts.append(ngettext("%(num)d clause", "%(num)d clauses", difficulty.clauses))
    return gettext(
        "Difficulty %(number)d: %(parts)s.", number=difficulty.number, parts=", ".join(parts)
    )


@error_text.register
def _(error: UnreadableAnswer) -> str:
    return texts_of(error.kind).unanswered(error.name)


@error_text.register
def _(error: UnknownExerciseType) -> str:
    return gettext("This game has no exercises of the kind “%(kind)s”.", kind=quote(error.kind))


@error_text.register
def _(error: NoSuchSeed) -> str:
    return gettext("There is no exercise with the number %(seed)s.", seed=quote(str(error.seed)))
