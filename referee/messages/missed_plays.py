"""What is said where a group looks at what it has missed."""

from __future__ import annotations

from collections.abc import Sequence

from ..languages import gettext
from ..rules.events import Played
from ..rules.exercises.exercise import ExerciseType, JudgedAnswer
from ..rules.exercises.missed_play_exercises import Asks, MissedExercise
from ..rules.games.krypkasino.legality_grounds import ground_of
from ..words import build_number, the_card
from . import exercise_feedback
from .build_verdicts import build_reason_text
from .exercise_feedback import FeedbackLine
from .live_table import irregularity_text
from .live_table_plays import Names, step_text
from .rulings import because_text, headline, price_text, verdict_text


def nobodys_names(players: int, seat: int) -> list[str]:
    """What people are called where nobody is to be named: whoever played is the first."""
    return [
        gettext("Player %(number)d", number=(one - seat) % players + 1) for one in range(players)
    ]


def asked_text(exercise: MissedExercise, names: Names) -> str:
    """What is asked of a position."""
    step = exercise.missed.step
    assert isinstance(step.entry, Played)
    match exercise.asks:
        case Asks.FORCED:
            return gettext("Which card must be played?")
        case Asks.TAKE:
            return gettext("What must %(card)s take?", card=the_card(step.entry.card))
        case Asks.FAILS:
            return gettext("This may not be done. Tap what it fails on.")
        case Asks.HELD:
            return _held_asked(exercise, names)


def _held_asked(exercise: MissedExercise, names: Names) -> str:
    found = exercise.missed.found
    assert found is not None
    assert found.build is not None
    assert found.seat is not None
    return gettext(
        "%(name)s had the build of %(value)s. Which card had to be in the hand?",
        name=names[found.seat],
        value=build_number(found.build.value),
    )


def nothing_tapped_text(exercise: MissedExercise) -> str:
    """Return the sentence to an answer in which nothing is tapped."""
    if exercise.asks is Asks.TAKE:
        return exercise_feedback.nothing_tapped_text(ExerciseType.TAKE)
    return gettext("Tap what it fails on.")


def answered_text(exercise: MissedExercise, judged: JudgedAnswer) -> str:
    """What the referee says of an answer, in short."""
    match exercise.asks:
        case Asks.FORCED:
            return headline(judged.found) or ""
        case Asks.TAKE:
            return verdict_text(judged.found.verdict, hides=True)
        case Asks.FAILS:
            if judged.right:
                return gettext("Right, it fails on that.")
            return gettext("No, on something else.")
        case Asks.HELD:
            return gettext("Right.") if judged.right else gettext("No, another one.")


def reasons(exercise: MissedExercise, judged: JudgedAnswer, names: Names) -> list[FeedbackLine]:
    """Why, with the clause, and what was done at the table."""
    told = _why(exercise, judged, names)
    done = [FeedbackLine(one) for one in _done(exercise, names)]
    if told:
        return [
            *(FeedbackLine(one) for one in told[:-1]),
            FeedbackLine(told[-1], judged.clause),
            *done,
        ]
    return [*done[:-1], *(one._replace(clause=judged.clause) for one in done[-1:])]


def _why(exercise: MissedExercise, judged: JudgedAnswer, names: Names) -> list[str]:
    record, missed = exercise.record, exercise.missed
    match exercise.asks:
        case Asks.FORCED:
            told = [price_text(judged.found)]
        case Asks.TAKE:
            ground = ground_of(judged.found.verdict)
            told = [because_text(ground) if ground else ""]
        case Asks.FAILS:
            named = exercise.blame.named if judged.right else ()
            told = [
                build_reason_text(judged.found),
                exercise_feedback.fails_on_text(named) if named else "",
            ]
        case Asks.HELD:
            assert missed.found is not None
            told = [irregularity_text(missed.found, record, names)]
    return list(filter(None, told))


def _done(exercise: MissedExercise, names: Names) -> Sequence[str]:
    """What happened then."""
    if exercise.asks is Asks.HELD:
        return []
    play = step_text(exercise.missed.step, exercise.record.rules, names)
    if exercise.missed.found is None:
        return [gettext("First entered, and refused: %(play)s.", play=play)]
    return [gettext("What was done: %(play)s.", play=play)]
