"""Titles and complaints of exercises, and the sentences of each type."""

from collections.abc import Iterator, Mapping

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
    """Return in words what had to be seen in an exercise; empty if nothing was measured."""
    tasks = list(_tasks(exercise))
    return gettext("You had to %(tasks)s.", tasks=and_(tasks)) if tasks else ""


def _tasks(exercise: Exercise) -> Iterator[str]:
    cards, choices, clauses = exercise.difficulty
    if exercise.rows or exercise.plays:
        yield ngettext("reckon for %(num)d player", "reckon for %(num)d players", exercise.players)
        return
    if cards:
        yield ngettext("look at %(num)d card", "look at %(num)d cards", cards)
    if choices > 1:
        yield str(texts_of(exercise.kind).choosing)
    if clauses > 1:
        yield gettext("think of more than one rule")


@error_text.register
def _(error: UnreadableAnswer) -> str:
    return texts_of(error.kind).unanswered(error.name)


@error_text.register
def _(error: UnknownExerciseType) -> str:
    return gettext("This game has no exercises of the kind “%(kind)s”.", kind=quote(error.kind))


@error_text.register
def _(error: NoSuchSeed) -> str:
    return gettext("There is no exercise with the number %(seed)s.", seed=quote(str(error.seed)))
