"""Exercises in dealing, under a house rule that changes it: the number of cards not dealt yet
(#deal)."""

from __future__ import annotations

from typing import NamedTuple

from ..ruleset import Ruleset
from .difficulty_levels import Difficulty, DifficultyRange
from .exercise_and_answer_types import Answer, Exercise, JudgedAnswer
from .exercise_type_enum import ExerciseType
from .game_simulation import SimulatedPosition
from .seeded_random import SeededRandom

_LATE = 6
"""The number of plays that make an exercise harder by 1."""


class Dealt(NamedTuple):
    """The numbers of cards that went to the table, and to hands in whole deals; those that were
    ``drawn`` one by one, and those that are not dealt yet."""

    table: int
    hands: int
    drawn: int
    undealt: int


def dealt(rules: Ruleset, players: int, plays: int) -> Dealt:
    """Return the numbers of cards dealt when so many have been played."""
    plan = rules.seating.deal_plan(players)
    table, hands, deals = sum(plan.table), players * plan.hand_size(1), 1
    drawn = min(plays, plan.stock)
    while not plan.stock and plays >= hands and deals < plan.deals:
        deals += 1
        hands += players * plan.hand_size(deals)
    return Dealt(table, hands, drawn, rules.deck.size - table - hands - drawn)


def ask_undealt(
    simulated: SimulatedPosition,
    chance: SeededRandom,
    difficulty_range: DifficultyRange,
    without: Ruleset,
) -> Exercise | None:
    """Return an exercise that asks how many cards are not dealt yet, which are others by the rules
    ``without`` the house rule; None if it does not fit."""
    rules, players = simulated.rules, simulated.seats.players
    if players not in without.seating.deal_plans:
        return None
    plays = 1 + chance.below(rules.deck.size - sum(rules.seating.deal_plan(players).table) - 1)
    difficulty = Difficulty(players, plays // _LATE, 1)
    numbers = [dealt(each, players, plays).undealt for each in (rules, without)]
    if numbers[0] == numbers[1] or not difficulty_range.has(difficulty):
        return None
    return Exercise(
        rules.key,
        ExerciseType.UNDEALT,
        difficulty_range.seed,
        difficulty,
        ("number",),
        players=players,
        plays=plays,
    )


def answers(exercise: Exercise) -> frozenset[Answer]:
    """Return the only right answer to an exercise."""
    return frozenset(
        {Answer(number=dealt(exercise.rules, exercise.players, exercise.plays).undealt)}
    )


def judge_answer(exercise: Exercise, answer: Answer) -> JudgedAnswer:
    """Return the judgement of an answer, with the numbers of cards dealt."""
    numbers = dealt(exercise.rules, exercise.players, exercise.plays)
    return JudgedAnswer(answer in answers(exercise), "deal", numbers)
