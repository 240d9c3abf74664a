"""Exercises about house rules: positions that a house rule decides."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import NamedTuple

from ..card_notation import write_card
from ..cards import Card, Cards
from ..games import ruleset
from ..games.ask_referee import build_question
from ..games.casino.judge.play_rules_base import BuildRules, build_rules
from ..games.casino.options.possible_captures import capture_options
from ..games.casino.options.turn_context import TurnContext
from ..plays import Capture, MakeBuild, Play, Trail
from ..ruleset import Ruleset
from .build_game_answers import MOST_ANSWERS, lying
from .build_game_exercises import (
    can_exercise,
    exercise_about,
    may_exercise,
    question_texts,
    slip_plays,
    table_fits,
    trail_exercise,
)
from .changed_positions import crowded, holding, possible_hand, with_own_build
from .dealing_exercises import ask_undealt
from .difficulty_levels import Difficulty, DifficultyRange
from .exercise_and_answer_types import Exercise
from .exercise_type_enum import ExerciseType
from .game_simulation import SimulatedPosition, captures_with
from .plays_decided_by_house_rule import OPTIONS_TRIED, RuleContexts, all_plays, plays_to_decide
from .scoring_exercises import ask_points, points_differ
from .seeded_random import SeededRandom
from .winner_exercises import ask_winner

_CARDS_TRIED = 6

MOST_PLAYS = 16
"""The number of plays of a simulated game that are used; later positions are alike."""

RangeOf = Callable[[ExerciseType], DifficultyRange]
"""The wanted difficulty for a type of exercise."""


class RulePair(NamedTuple):
    """A house rule, with the ruleset in which it is ``on``, and the one in which only it is
    ``off``."""

    rule: str
    on: Ruleset
    off: Ruleset


@cache
def rule_pair(game: str, rule: str) -> RulePair:
    """Return a house rule of a game as a pair of rulesets. House rules without which it changes
    nothing are on in both."""
    needed = type(ruleset(game).house_rules).NEEDS.get(rule, ())
    return RulePair(rule, ruleset(game, (*needed, rule)), ruleset(game, needed))


@cache
def practised_rules(game: str) -> tuple[str, ...]:
    """Return the house rules of a game that have exercises, in their order: those that decide about
    plays, points or the number of cards not dealt yet."""
    rules = ruleset(game)
    if rules.engine is None:
        return ()
    return tuple(name for name in rules.house_rules.names() if _types_of(rule_pair(game, name)))


@cache
def _types_of(pair: RulePair) -> tuple[ExerciseType, ...]:
    """Return the types of exercises about a house rule; none if nothing can be asked about it."""
    rules, seating = pair.on, pair.on.seating
    plans, before = seating.deal_plans, pair.off.seating.deal_plans
    if any(plans[players] != before[players] for players in {*plans} & {*before}):
        return (ExerciseType.UNDEALT,)
    if points_differ(pair.on, pair.off):
        return (ExerciseType.POINTS,)
    if rules.counts_out is not pair.off.counts_out:
        return (ExerciseType.WINNER,)
    order = seating.clockwise is not pair.off.seating.clockwise
    redeal = pair.off.seating.redeal
    first_cards = redeal is not None and redeal.unless == pair.rule
    decides_plays = pair.rule in rules.house_rules.names_during_play()
    if not decides_plays or order or first_cards or not isinstance(rules.referee, BuildRules):
        return ()
    return ExerciseType.MAY, ExerciseType.CAN, ExerciseType.TRAIL, ExerciseType.TOP


def most_plays_of(pair: RulePair) -> int:
    """Return how many plays of a simulated game are used: where no play is asked about, one."""
    return MOST_PLAYS if ExerciseType.MAY in _types_of(pair) else 1


def ask_about_rule(
    simulated: SimulatedPosition, chance: SeededRandom, range_of: RangeOf, pair: RulePair
) -> Exercise | None:
    """Return an exercise that a house rule decides, of any type that fits; None if none does."""
    types = _types_of(pair)
    if ExerciseType.POINTS in types:
        points_range = range_of(ExerciseType.POINTS)
        exercise = ask_points(simulated, chance, points_range, pair.off)
    elif ExerciseType.WINNER in types:
        exercise = ask_winner(simulated, chance, range_of(ExerciseType.WINNER))
    elif ExerciseType.UNDEALT in types:
        undealt_range = range_of(ExerciseType.UNDEALT)
        exercise = ask_undealt(simulated, chance, undealt_range, pair.off)
    else:
        exercise = _ask_about_play(simulated, chance, range_of, pair)
    if exercise is None:
        return None
    return exercise.about_rule(pair.rule, pair.on.house_rules.on)


def _ask_about_play(
    simulated: SimulatedPosition, chance: SeededRandom, range_of: RangeOf, pair: RulePair
) -> Exercise | None:
    """Return an exercise about a play in a position; None if none fits. The mover gets a card about
    which the house rule decides, as far as any unseen card is one."""
    if not table_fits(simulated):
        return None
    changed = crowded(with_own_build(simulated, chance), chance)
    possible = possible_hand(changed, chance)
    contexts = _contexts(changed, pair, possible)
    if contexts is None:
        return None
    for card in chance.shuffled(possible)[:_CARDS_TRIED]:
        needed = _needed_cards(changed, contexts, card, chance)
        held = holding(changed, needed) if needed else None
        held_contexts = _contexts(held, pair, held.hand) if held else None
        if held is None or held_contexts is None:
            continue
        for ask in chance.shuffled((_ask_may, _ask_can, _ask_trail, _ask_top)):
            exercise = ask(held, chance, range_of, held_contexts, card)
            if exercise is not None:
                return exercise
    return None


def _contexts(simulated: SimulatedPosition, pair: RulePair, hand: Cards) -> RuleContexts | None:
    """Return a position under both rulesets; None if it cannot be asked about without the rule.
    Piles are left out where the rule changes whose they are."""
    question = build_question(pair.on.key, question_texts(simulated, (), hand))
    without = question.under(pair.off)
    if without is None and question.piles:
        question = replace(question, piles=())
        without = question.under(pair.off)
    if without is None:
        return None
    kinds = type(pair.on.house_rules).kinds_decided(pair.rule)
    return RuleContexts(kinds, TurnContext.of(question), TurnContext.of(without))


def _needed_cards(
    simulated: SimulatedPosition, contexts: RuleContexts, card: Card, chance: SeededRandom
) -> Cards:
    """Return what a hand needs so that the house rule decides about a card: the card, and one that
    captures the build that it makes; empty if the rule does not decide."""
    rules, possible = contexts.on.rules, contexts.on.hand or ()
    for play in chance.shuffled(list(plays_to_decide(simulated, contexts, card))):
        if contexts.decided(play):
            values = [step.build.value for step in play if isinstance(step, MakeBuild)]
            ranks = {rank for value in values for rank in rules.ranks_worth(value)}
            return (card, *(other for other in possible if other.rank in ranks))
    if rules.open_piles:
        for option in capture_options(contexts.on, card, OPTIONS_TRIED)[0]:
            if _tops_differ(contexts, (option.step,)):
                return (card,)
    return ()


def _ask_may(
    simulated: SimulatedPosition,
    chance: SeededRandom,
    range_of: RangeOf,
    contexts: RuleContexts,
    card: Card,
) -> Exercise | None:
    """Return an exercise that asks whether a play may be made: for even seeds one that the house
    rule decides, and for odd ones, as far as there is one, another play of that card with the
    opposite answer; None if none fits."""
    rules = build_rules(simulated.rules)
    listed = dict.fromkeys(plays_to_decide(simulated, contexts, card))
    decided = [play for play in listed if contexts.decided(play)]
    if not decided:
        return None
    may_range = range_of(ExerciseType.MAY)
    plays = chance.shuffled(decided)[:OPTIONS_TRIED]
    if may_range.seed % 2:
        is_legal = contexts.on.judge(*plays[0]).legal
        slips = slip_plays(rules, simulated, card, chance)
        others = dict.fromkeys((*all_plays(simulated, contexts, card), *slips))
        contrasts = [play for play in others if contexts.on.judge(*play).legal is (not is_legal)]
        plays = chance.shuffled(contrasts)[:OPTIONS_TRIED] or plays
    for play in plays:
        legal = contexts.on.judge(*play).legal is True
        exercise = may_exercise(simulated, play, may_range, legal=legal)
        if exercise is not None:
            return exercise
    return None


def _ask_can(
    simulated: SimulatedPosition,
    _chance: SeededRandom,
    range_of: RangeOf,
    contexts: RuleContexts,
    card: Card,
) -> Exercise | None:
    """Return an exercise that asks for the largest capture of a card, where the house rule changes
    it; None if it does not fit."""
    captures = []
    for context in contexts.both:
        options, complete = capture_options(context, card, MOST_ANSWERS)
        if not complete:
            return None
        captures.append({option.step for option in options})
    if captures[0] == captures[1]:
        return None
    return can_exercise(simulated, card, range_of(ExerciseType.CAN))


def _ask_trail(
    simulated: SimulatedPosition,
    _chance: SeededRandom,
    range_of: RangeOf,
    contexts: RuleContexts,
    card: Card,
) -> Exercise | None:
    """Return an exercise that asks which cards of a hand may be trailed, where the house rule
    decides about the card; None if it does not fit."""
    if len(simulated.hand) < 2 or not contexts.decided((Trail(card),)):
        return None
    return trail_exercise(simulated, range_of(ExerciseType.TRAIL))


def _ask_top(
    simulated: SimulatedPosition,
    chance: SeededRandom,
    range_of: RangeOf,
    contexts: RuleContexts,
    card: Card,
) -> Exercise | None:
    """Return an exercise that asks which card lies on top of the mover's pile after a capture,
    where the house rule decides that; None if it does not fit."""
    rules = build_rules(simulated.rules)
    if not rules.open_piles:
        return None
    for play in chance.shuffled(list(islice(captures_with(rules, simulated, card), _CARDS_TRIED))):
        if not _tops_differ(contexts, play):
            continue
        step = play[0]
        assert isinstance(step, Capture)
        texts = question_texts(simulated, play, simulated.hand)
        captured = (card, *step.captured)
        difficulty = Difficulty(len(captured), len({other.rank for other in captured}), 1)
        difficulty_range = range_of(ExerciseType.TOP)
        if difficulty_range.has(difficulty):
            pieces = (*lying(build_question(simulated.rules.key, texts).table), write_card(card))
            return exercise_about(
                simulated,
                ExerciseType.TOP,
                difficulty_range,
                difficulty,
                ("pieces",),
                texts,
                pieces,
            )
    return None


def _tops_differ(contexts: RuleContexts, play: Play) -> bool:
    """Return whether a card of another rank lies on top of the mover's pile after a capture, as the
    house rule holds or not."""
    tops = [_top_after(context, play) for context in contexts.both]
    return len({top.rank for top in tops if top is not None}) == len(tops)


def _top_after(context: TurnContext, play: Play) -> Card | None:
    """Return the card on top of the mover's pile after a legal play; None if that is not known."""
    verdict = context.judge(*play)
    pile: Cards = verdict.piles[context.start.pile_seat] if verdict.legal else ()
    return pile[0] if pile else None
