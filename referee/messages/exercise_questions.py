"""What exercises ask, as sentences, and what their buttons say."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ..languages import gettext, lazy_gettext, ngettext
from ..rules.exercises.exercise import Exercise, ExerciseType
from ..rules.exercises.scoring_exercises import sheet_of
from ..rules.notation import read_card
from ..words import sentence, the_card
from .exercise_plays import play_to_do

_TITLES = {
    ExerciseType.TAKE: lazy_gettext("What must it take?"),
    ExerciseType.FORCED: lazy_gettext("Which card must be played?"),
    ExerciseType.SWEEP: lazy_gettext("Is it a sweep?"),
    ExerciseType.COST: lazy_gettext("What does it cost?"),
    ExerciseType.PAYS: lazy_gettext("Who set the sweep up?"),
    ExerciseType.MAY: lazy_gettext("May I do that?"),
    ExerciseType.CAN: lazy_gettext("What can this card take?"),
    ExerciseType.TRAIL: lazy_gettext("May I trail?"),
    ExerciseType.INSIST: lazy_gettext("Who may insist on what?"),
    ExerciseType.PILE: lazy_gettext("What is this pile worth?"),
    ExerciseType.MISSING: lazy_gettext("What is missing?"),
}


def exercise_title(kind: ExerciseType) -> str:
    """What a kind of exercise asks, in a few words."""
    return str(_TITLES[kind])


def exercise_question(exercise: Exercise, names: Sequence[str]) -> str:
    """What is asked, and how it is answered. Whoever plays has one of these ``names``."""
    return _QUESTIONS[exercise.kind](exercise, names)


def _played(exercise: Exercise) -> str:
    return the_card(read_card(exercise.texts["played"]))


def _may_question(exercise: Exercise, _names: Sequence[str]) -> str:
    return gettext(
        "You want to %(turn)s. May you? If not, tap what makes it wrong.",
        turn=play_to_do(exercise),
    )


def _insist_question(exercise: Exercise, _names: Sequence[str]) -> str:
    done = gettext("Your turn was to %(turn)s.", turn=play_to_do(exercise))
    if "seats" in exercise.asks:
        asks = gettext(
            "What more may be insisted on, and by whom? Tap both. Of several such things one is"
            " enough."
        )
    else:
        asks = gettext(
            "What more may your opponent insist on? Tap it. Of several such things one is enough."
        )
    return f"{done} {asks}"


def _missing_question(exercise: Exercise, _names: Sequence[str]) -> str:
    sheet = sheet_of(exercise)
    return gettext(
        "Their points add up to %(sum)d, and should to %(expected)d. Tap every line in which cards"
        " were forgotten.",
        sum=sheet.sum,
        expected=sheet.expected or 0,
    )


_QUESTIONS: Mapping[ExerciseType, Callable[[Exercise, Sequence[str]], str]] = {
    ExerciseType.TAKE: lambda e, _: gettext("Tap all that %(card)s must take.", card=_played(e)),
    ExerciseType.FORCED: lambda _e, _n: gettext(
        "Can a card of your hand take the whole table? Then it must be played: tap each that can."
    ),
    ExerciseType.SWEEP: lambda e, _: sentence(
        gettext("%(card)s is played. How many cards are laid face up?", card=_played(e))
    ),
    ExerciseType.COST: lambda e, _: sentence(
        gettext(
            "%(card)s is played. How many points does that bring, cards and sweep together?",
            card=_played(e),
        )
    ),
    ExerciseType.PAYS: lambda e, names: gettext(
        "%(name)s plays %(card)s. If that is a sweep, tap who set it up, and say how many points "
        "they get rid of.",
        name=names[e.seat],
        card=_played(e),
    ),
    ExerciseType.MAY: _may_question,
    ExerciseType.CAN: lambda e, _: gettext(
        "Tap all that %(card)s can take at once. Where there is a choice, any way will do to which"
        " nothing can be added.",
        card=_played(e),
    ),
    ExerciseType.TRAIL: lambda _e, _n: gettext(
        "This is your hand. Tap every card that you may trail."
    ),
    ExerciseType.INSIST: _insist_question,
    ExerciseType.PILE: lambda _e, _n: gettext(
        "How many points are these cards worth together, each counted by itself?"
    ),
    ExerciseType.MISSING: _missing_question,
}

_NONE = {
    ExerciseType.TAKE: lazy_gettext("It takes nothing"),
    ExerciseType.FORCED: lazy_gettext("Any card may be played"),
    ExerciseType.PAYS: lazy_gettext("Nobody: it is no sweep"),
    ExerciseType.CAN: lazy_gettext("It takes nothing"),
    ExerciseType.TRAIL: lazy_gettext("None of them"),
    ExerciseType.INSIST: lazy_gettext("Nothing"),
}


def number_label(kind: ExerciseType) -> str:
    """What the number is of."""
    return gettext("Cards face up") if kind is ExerciseType.SWEEP else gettext("Points")


_ALL = {ExerciseType.TRAIL: lazy_gettext("All of them")}


def all_text(kind: ExerciseType) -> str:
    """What says that it is all that can be tapped; nothing where that is never so."""
    return str(_ALL.get(kind, ""))


def none_text(kind: ExerciseType) -> str:
    """What says that it is none of all that can be tapped; nothing where it cannot be."""
    return str(_NONE.get(kind, ""))


def difficulty_text(exercise: Exercise) -> str:
    """How hard it is: of how many cards, choices and clauses, as far as there are some."""
    told = exercise.difficulty
    parts = [ngettext("%(num)d card", "%(num)d cards", told.cards)]
    if told.choices:
        parts.append(ngettext("%(num)d choice", "%(num)d choices", told.choices))
    if told.clauses:
        parts.append(ngettext("%(num)d clause", "%(num)d clauses", told.clauses))
    return gettext("Difficulty %(number)d: %(parts)s.", number=told.number, parts=", ".join(parts))
