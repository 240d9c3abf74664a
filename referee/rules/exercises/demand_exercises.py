"""Exercises about demands of opponents, in games with builds (#insist)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import islice

from ..games.ask_referee import build_question
from ..games.casino.judge.demand_type import Demand
from ..games.casino.judge.judge_play import judge
from ..games.casino.judge.play_rules_base import build_rules
from ..plays import Play
from .build_game_answers import MOST_ANSWERS, demanded_pieces, lying, tops_of, with_demands
from .build_game_exercises import (
    exercise_about,
    likely_plays,
    mover_position,
    promised_hands,
    question_texts,
    table_fits,
)
from .difficulty_levels import Difficulty, DifficultyRange
from .exercise_and_answer_types import Exercise
from .exercise_type_enum import ExerciseType
from .game_simulation import SimulatedPosition
from .seeded_random import SeededRandom

_PLAYS_INSISTED, _CARDS_INSISTED = 8, 2
"""The numbers of plays and of cards that are tried, since demands take long to find."""
_NOTHING_MORE = 10
"""One in so many is asked about of plays without demands, since most are like that."""


def ask_insist(
    simulated: SimulatedPosition, chance: SeededRandom, difficulty_range: DifficultyRange
) -> Exercise | None:
    """Return an exercise that asks what may be insisted on after a play, and by whom; None if none
    fits."""
    if not table_fits(simulated) or len(simulated.hand) < 2:
        return None
    has_demands, rules = not chance.one_in(_NOTHING_MORE), build_rules(simulated.rules)
    least = partial(_least_insist, simulated, has_demands=has_demands)
    for redealt in promised_hands(simulated, chance):
        position = mover_position(redealt)
        tops = sum(map(bool, position.piles))
        plays = likely_plays(redealt, chance, difficulty_range, least, cards_tried=_CARDS_INSISTED)
        for play in islice(plays, _PLAYS_INSISTED):
            verdict = judge(rules, position, play, demands=True)
            demands = verdict.demands
            if verdict.legal is not True or verdict.after is None:
                continue
            if bool(demands) is not has_demands or len(demands) > MOST_ANSWERS:
                continue
            lying_count = len(lying(verdict.after))
            likely = [
                _difficulty_of_demands(redealt, demands, lying_count + more)
                for more in range(tops + 1)
            ]
            if not any(map(difficulty_range.has, likely)):
                continue
            if (exercise := _insist_exercise(redealt, play, difficulty_range)) is not None:
                return exercise
    return None


def _least_insist(simulated: SimulatedPosition, play: Play, *, has_demands: bool) -> Difficulty:
    """Return the least difficulty of a question about demands after a play: the pieces left on the
    table, and something to tap if there are demands."""
    lying_count = len(simulated.state.table) + len(simulated.state.builds)
    for step in play:
        lying_count -= len(step.named)
    return Difficulty(
        max(0, lying_count), 2 * has_demands, 1 + has_demands + (simulated.seats.players > 2)
    )


def _insist_exercise(
    simulated: SimulatedPosition, play: Play, difficulty_range: DifficultyRange
) -> Exercise | None:
    """Return the exercise about the demands after a play; None if the question does not fit."""
    texts = question_texts(simulated, play, simulated.hand)
    question = build_question(simulated.rules.key, texts)
    verdict = with_demands(question)
    if verdict.legal is not True or verdict.after is None:
        return None
    pieces = (*lying(verdict.after), *tops_of(question))
    difficulty = _difficulty_of_demands(simulated, verdict.demands, len(pieces))
    if not difficulty_range.has(difficulty):
        return None
    asks = ("pieces", "seats") if simulated.seats.players > 2 else ("pieces",)
    return exercise_about(
        simulated, ExerciseType.INSIST, difficulty_range, difficulty, asks, texts, pieces
    )


def _difficulty_of_demands(
    simulated: SimulatedPosition, demands: Sequence[Demand], lying_count: int
) -> Difficulty:
    """Return the difficulty of finding these demands among a number of pieces."""
    most = max((len(demanded_pieces(demand)) for demand in demands), default=0)
    clauses = 1 + len({demand.kind for demand in demands}) + (simulated.seats.players > 2)
    return Difficulty(lying_count, most + len(demands), clauses)
