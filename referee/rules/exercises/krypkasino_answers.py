"""Answers to exercises in games in which a card that can capture must: right ones, and the
judgement of a given one.
"""

from __future__ import annotations

from ..card_notation import NOTHING, write_card
from ..cards import Cards
from ..games import ruleset
from ..games.ask_referee import ask_about_capture
from ..games.krypkasino.capture_options import divided
from ..games.krypkasino.card_values_and_points_type import capture_rules
from ..games.krypkasino.followed_game import set_up_by
from ..games.krypkasino.ruling import CaptureOptions, Ruling, Sweep
from .exercise_and_answer_types import Answer, Exercise, JudgedAnswer
from .exercise_type_enum import ExerciseType
from .krypkasino_exercises import pieces_of

_MARKERS = {Sweep.NONE: 0, Sweep.SINGLE: 1, Sweep.DOUBLE: 2}


def answers(exercise: Exercise) -> frozenset[Answer]:
    """Return all right answers to an exercise, as the referee rules."""
    ruling = _ruling(exercise)
    match exercise.kind:
        case ExerciseType.TAKE:
            outcomes = _play(ruling).outcomes
            return frozenset(
                Answer(tuple(sorted(pieces_of(outcome.option.captured)))) for outcome in outcomes
            )
        case ExerciseType.FORCED:
            return frozenset({Answer(_forced(exercise, ruling))})
        case ExerciseType.SWEEP:
            return frozenset({Answer(number=_MARKERS[_play(ruling).outcomes[0].sweep])})
        case ExerciseType.COST:
            outcome = _play(ruling).outcomes[0]
            swept = _MARKERS[outcome.sweep] * ruling.sweep_points
            return frozenset({Answer(number=outcome.option.points + swept)})
        case ExerciseType.PAYS:
            markers = _MARKERS[_play(ruling).outcomes[0].sweep]
            seats = (set_up_by(exercise.seat, exercise.players),) if markers else ()
            return frozenset({Answer(number=markers * ruling.sweep_points, seats=seats)})
    raise ValueError(exercise.kind)


def _forced(exercise: Exercise, ruling: Ruling) -> tuple[str, ...]:
    """Return every card of the hand that may be played under a forced sweep, a twin twice."""
    assert ruling.hand is not None
    must = {write_card(card) for card in ruling.hand.must_play}
    return tuple(sorted(piece for piece in exercise.choices if piece in must))


def judge_answer(exercise: Exercise, answer: Answer) -> JudgedAnswer:
    """Return the judgement of an answer. An answer about captured cards is judged as a claim; other
    answers are compared with the right ones."""
    if exercise.kind is ExerciseType.TAKE:
        claim = " ".join(answer.pieces or ()) or NOTHING
        ruling = ask_about_capture(exercise.game, {**exercise.texts, "captured": claim}).ruling
        verdict = ruling.verdict
        assert verdict is not None  # a capture was claimed
        return JudgedAnswer(
            verdict.legal is not False, verdict.clause or "capture-everything", ruling
        )
    ruling = _ruling(exercise)
    return JudgedAnswer(answer in answers(exercise), _clause_of(exercise.kind, ruling), ruling)


def groups_of_answer(exercise: Exercise, judged: JudgedAnswer) -> tuple[Cards, ...]:
    """Return the sets that the played card captures, to be shown after an answer: of several
    captures those of the answer. Empty if nothing is captured or the exercise is not solved."""
    ruling = judged.found
    if not isinstance(ruling, Ruling) or ruling.play is None:
        return ()
    if exercise.kind is not ExerciseType.TAKE:
        return ruling.play.outcomes[0].option.sets
    captured = ruling.verdict.taken if ruling.verdict and judged.right else ()
    return divided(capture_rules(ruleset(exercise.game)), ruling.play.card, captured)


def _clause_of(kind: ExerciseType, ruling: Ruling) -> str:
    """Return the clause of the rules that decides the answer."""
    if kind is ExerciseType.FORCED:
        return "forced-sweep"
    sweep = _play(ruling).outcomes[0].sweep
    if kind is ExerciseType.COST:
        return "scoring" if sweep is Sweep.NONE else "sweep"
    if sweep is Sweep.DOUBLE:
        return "double-sweep"
    return "set-up" if kind is ExerciseType.PAYS and sweep is not Sweep.NONE else "sweep"


def _ruling(exercise: Exercise) -> Ruling:
    """Return the referee's ruling on an exercise."""
    return ask_about_capture(exercise.game, exercise.texts).ruling


def _play(ruling: Ruling) -> CaptureOptions:
    """Return the options of the played card in a ruling."""
    assert ruling.play is not None
    return ruling.play
