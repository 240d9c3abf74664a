"""Sentences for unreadable answers, and for exercises that do not exist."""

from __future__ import annotations

from ..languages import gettext, lazy_gettext
from ..rules.exercises.difficulty_levels import NoSuchSeed
from ..rules.exercises.exercise_and_answer_types import UnreadableAnswer
from ..rules.exercises.exercise_type_enum import ExerciseType, UnknownExerciseType
from .error_text_by_type import error_text, quote
from .exercise_questions import none_text

_UNANSWERED = {
    "number": lazy_gettext("Enter a number."),
    "may": lazy_gettext("Say whether that may be done."),
    "fields": lazy_gettext("Tap the lines that you mean."),
}


@error_text.register
def _(error: UnreadableAnswer) -> str:
    if error.name in _UNANSWERED:
        return str(_UNANSWERED[error.name])
    if error.kind is ExerciseType.MAY:
        return gettext("If you may not, tap what makes it wrong first.")
    if error.name == "seats":
        return gettext("Tap the players that you mean, or “%(none)s”.", none=none_text(error.kind))
    return nothing_tapped_text(error.kind)


def nothing_tapped_text(kind: ExerciseType) -> str:
    """Return the sentence to an answer in which nothing is tapped; it names the button "none"."""
    return gettext("Tap the cards that you mean, or “%(none)s”.", none=none_text(kind))


@error_text.register
def _(error: UnknownExerciseType) -> str:
    return gettext("This game has no exercises of the kind “%(kind)s”.", kind=quote(error.kind))


@error_text.register
def _(error: NoSuchSeed) -> str:
    return gettext("There is no exercise with the number %(seed)s.", seed=quote(str(error.seed)))
