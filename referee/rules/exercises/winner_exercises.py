"""Exercises about who has won a session, where a house rule counts the last game in order
(#session)."""

from __future__ import annotations

from ..first_side_to_target import CountedOut, TargetReached, count_out
from ..ruleset import Ruleset
from ..scoring import Sheet
from ..session_end import FirstToTarget, reached
from .difficulty_levels import Difficulty, DifficultyRange
from .exercise_and_answer_types import Answer, Exercise, JudgedAnswer
from .exercise_type_enum import ExerciseType
from .game_simulation import SimulatedPosition
from .scoring_exercises import random_rows, sheet_of
from .seeded_random import SeededRandom

_GAMES_TRIED = 12


def ask_winner(
    simulated: SimulatedPosition, chance: SeededRandom, difficulty_range: DifficultyRange
) -> Exercise | None:
    """Return an exercise that asks who has won a session whose last game brings several players to
    the target, and not the one with most; None if none fits."""
    rules, seats = simulated.rules, simulated.seats
    if seats.teams is not None:
        return None
    for _ in range(_GAMES_TRIED):
        rows, last_capturer = random_rows(rules, seats, chance)
        exercise = Exercise(
            rules.key,
            ExerciseType.WINNER,
            difficulty_range.seed,
            Difficulty(0, 0, 0),
            ("seats",),
            players=seats.players,
            rows=rows,
            last_capturer=last_capturer,
            house=rules.house_rules.on,
        )
        sheet = sheet_of(exercise)
        scored = sum(sum(map(bool, (each.items or {}).values())) for each in sheet.scores)
        difficulty = Difficulty(scored, seats.players, 2)
        exercise = exercise.between_totals(_totals_before(rules, sheet, chance), difficulty)
        if not difficulty_range.has(difficulty):
            continue
        counted = _counted_out(exercise, sheet)
        out_of_order = counted.winners and counted.winners != reached(*_totals(exercise, sheet))
        if out_of_order and not counted.in_question:
            return exercise
    return None


def _totals_before(rules: Ruleset, sheet: Sheet, chance: SeededRandom) -> tuple[int, ...]:
    """Return totals from which the players reach the target in this game, as far as they score."""
    target = _target(rules)
    return tuple(target - 1 - chance.below(max(1, each.total)) for each in sheet.scores)


def _target(rules: Ruleset) -> int:
    """Return the target of a session."""
    assert isinstance(rules.session, FirstToTarget)
    return rules.session.target


def _totals(exercise: Exercise, sheet: Sheet) -> tuple[int, dict[int, int]]:
    """Return the target, and the total of each player after the game on the sheet."""
    after = {seat: total + sheet.scores[seat].total for seat, total in enumerate(exercise.before)}
    return _target(exercise.rules), after


def _counted_out(exercise: Exercise, sheet: Sheet) -> CountedOut:
    """Return who reaches the target first when the game on the sheet is counted in order."""
    rules = exercise.rules
    assert isinstance(rules.session, FirstToTarget)
    target, after = _totals(exercise, sheet)
    counts = {}
    for seat, row in enumerate(exercise.rows):
        assert not isinstance(row.counted, int)
        counts[seat] = row.counted or {}
    return count_out(
        rules.sheet,
        TargetReached(target, dict(enumerate(exercise.before)), after),
        {seat: each.items or {} for seat, each in enumerate(sheet.scores)},
        counts,
        rules.session.count_out,
    )


def answers(exercise: Exercise) -> frozenset[Answer]:
    """Return the only right answer to an exercise."""
    sheet = sheet_of(exercise)
    if exercise.rules.counts_out:
        winners = _counted_out(exercise, sheet).winners
    else:
        winners = reached(*_totals(exercise, sheet))
    return frozenset({Answer(seats=winners)})


def judge_answer(exercise: Exercise, answer: Answer) -> JudgedAnswer:
    """Return the judgement of an answer, with the sheet of the game."""
    return JudgedAnswer(answer in answers(exercise), "session", sheet_of(exercise))
