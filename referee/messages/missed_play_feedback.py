"""Feedback on answers to questions about missed plays."""

from __future__ import annotations

from collections.abc import Sequence

from ..languages import gettext
from ..rules.exercises.exercise_and_answer_types import JudgedAnswer
from ..rules.exercises.exercise_type_enum import ExerciseType
from ..rules.exercises.missed_play_exercises import MissedExercise, MissedTask
from ..rules.games.casino.judge.verdict import Verdict
from ..rules.games.krypkasino.legality_grounds import ground_of
from ..rules.games.krypkasino.ruling import Ruling
from ..rules.games.krypkasino.verdict import CaptureVerdict
from . import exercise_errors
from .build_verdicts import build_reason_text
from .capture_rulings import because_text, headline, price_text, verdict_text
from .exercise_feedback import FeedbackLine, fails_on_text
from .live_table_events import Names, step_text
from .live_table_irregularities import irregularity_text


def nothing_tapped_text(exercise: MissedExercise) -> str:
    """Return the sentence to an answer in which nothing is tapped."""
    if exercise.asks is MissedTask.TAKE:
        return exercise_errors.nothing_tapped_text(ExerciseType.TAKE)
    return gettext("Tap what it fails on.")


def answered_text(exercise: MissedExercise, judged: JudgedAnswer) -> str:
    """Return the referee's verdict on an answer, in short."""
    match exercise.asks:
        case MissedTask.FORCED:
            return headline(_ruling(judged)) or ""
        case MissedTask.TAKE:
            return verdict_text(_claim_verdict(judged), hides=True)
        case MissedTask.FAILS:
            if judged.right:
                return gettext("Right, it fails on that.")
            return gettext("No, on something else.")
        case MissedTask.HELD:
            return gettext("Right.") if judged.right else gettext("No, another one.")


def reasons(exercise: MissedExercise, judged: JudgedAnswer, names: Names) -> list[FeedbackLine]:
    """Return why an answer is right or wrong, with the clause, and what was done at the table."""
    texts = _reason_texts(exercise, judged, names)
    table_lines = [FeedbackLine(text) for text in _table_texts(exercise, names)]
    if texts:
        return [
            *(FeedbackLine(text) for text in texts[:-1]),
            FeedbackLine(texts[-1], judged.clause),
            *table_lines,
        ]
    return [*table_lines[:-1], *(line._replace(clause=judged.clause) for line in table_lines[-1:])]


def _reason_texts(exercise: MissedExercise, judged: JudgedAnswer, names: Names) -> list[str]:
    """Return why an answer is right or wrong, as sentences."""
    record, missed = exercise.record, exercise.missed
    match exercise.asks:
        case MissedTask.FORCED:
            texts = [price_text(_ruling(judged))]
        case MissedTask.TAKE:
            ground = ground_of(_claim_verdict(judged))
            texts = [because_text(ground) if ground else ""]
        case MissedTask.FAILS:
            pieces = exercise.blame.named if judged.right else ()
            assert isinstance(judged.found, Verdict)
            texts = [
                build_reason_text(judged.found),
                fails_on_text(pieces) if pieces else "",
            ]
        case MissedTask.HELD:
            assert missed.irregularity is not None
            texts = [irregularity_text(missed.irregularity, record, names)]
    return list(filter(None, texts))


def _ruling(judged: JudgedAnswer) -> Ruling:
    """Return the ruling that explains the judgement of an answer about captures."""
    assert isinstance(judged.found, Ruling)
    return judged.found


def _claim_verdict(judged: JudgedAnswer) -> CaptureVerdict:
    """Return the verdict on the capture that an answer claims."""
    verdict = _ruling(judged).verdict
    assert verdict is not None
    return verdict


def _table_texts(exercise: MissedExercise, names: Names) -> Sequence[str]:
    """Return what was played at the table; empty for a question about a hand."""
    if exercise.asks is MissedTask.HELD:
        return []
    play = step_text(exercise.missed.event, exercise.record.rules, names)
    if exercise.missed.irregularity is None:
        return [gettext("First entered, and refused: %(play)s.", play=play)]
    return [gettext("What was done: %(play)s.", play=play)]
