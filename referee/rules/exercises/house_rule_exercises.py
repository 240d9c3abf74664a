"""Exercises about house rules: positions and plays that one switch decides."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import chain
from typing import NamedTuple

from ..cards import Card, Cards, Rank, answers
from ..games import ruleset
from ..games.ask import build_question
from ..games.casino.followed.state import build_game_state
from ..games.casino.judge.play_rules import build_rules
from ..games.casino.options.captures import capture_options
from ..games.casino.options.turn import TurnContext
from ..playing.simulation import SeededRandom, SimulatedPosition
from ..plays import MakeBuild, Table, in_order
from ..ruleset import Ruleset
from .build_exercises import CAN, TOP
from .build_play_exercises import MAY
from .build_plays import (
    OPTIONS_TRIED,
    RuleContexts,
    plays_to_decide,
    promised_ranks,
    question_texts,
    table_fits,
    tops_differ,
)
from .exercise import DifficultyRange, Draft, Exercise, ExerciseType
from .habits import Screen
from .score_exercises import OF_HOUSE_RULES, ScoreExerciseType

_CARDS_TRIED = 6

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
    pairs = (rule_pair(game, name) for name in rules.house_rules.names())
    return tuple(pair.rule for pair in pairs if _score_type(pair) or _decides_plays(pair))


@cache
def _score_type(pair: RulePair) -> ScoreExerciseType | None:
    """Return the type of exercises about what a house rule changes in the deal or the score; None
    if it changes neither."""
    return next((kind for kind in OF_HOUSE_RULES if kind.is_changed(pair.on, pair.off)), None)


def _decides_plays(pair: RulePair) -> bool:
    order = pair.on.seating.clockwise is not pair.off.seating.clockwise
    redeal = pair.off.seating.redeal
    first_cards = redeal is not None and redeal.unless == pair.rule
    decides_plays = pair.rule in pair.on.house_rules.names_during_play()
    return decides_plays and not order and not first_cards and CAN.is_in(pair.on)


def most_plays_of(pair: RulePair) -> int:
    """Return how many plays of a simulated game are used."""
    return (_score_type(pair) or MAY).most_plays


def about_rule(
    simulated: SimulatedPosition,
    chance: SeededRandom,
    range_of: RangeOf,
    screen: Screen,
    pair: RulePair,
) -> Iterator[Exercise]:
    """Yield exercises that a house rule decides, of any type that fits."""
    if (kind := _score_type(pair)) is not None:
        exercises = kind.changed(Draft(simulated, chance, range_of(kind), screen), pair.off)
    else:
        exercises = _about_play(simulated, chance, range_of, screen, pair)
    for exercise in exercises:
        yield replace(exercise, rule=pair.rule, house=pair.on.house_rules.on)


def _about_play(
    simulated: SimulatedPosition,
    chance: SeededRandom,
    range_of: RangeOf,
    screen: Screen,
    pair: RulePair,
) -> Iterator[Exercise]:
    """Yield exercises about plays in a position. The mover gets a card about which the house rule
    decides, as far as any unseen card is one."""
    if not table_fits(simulated):
        return
    changed = _crowded(_with_own_build(simulated, chance), chance)
    possible = _possible_hand(changed, chance)
    contexts = _contexts(changed, pair, possible)
    if contexts is None:
        return
    for card in chance.shuffled(possible)[:_CARDS_TRIED]:
        needed = _needed_cards(changed, contexts, card, chance)
        held = _holding(changed, needed) if needed else None
        held_contexts = _contexts(held, pair, held.hand) if held else None
        if held is None or held_contexts is None:
            continue
        for kind in chance.shuffled((MAY, CAN, TOP)):
            yield from kind.decided(
                Draft(held, chance, range_of(kind), screen), held_contexts, card
            )


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
            takers = [taker for value in values for taker in rules.takers(value)]
            held = (other for other in possible if any(answers(other, taker) for taker in takers))
            return (card, *held)
    if rules.open_piles:
        for option in capture_options(contexts.on, card, OPTIONS_TRIED)[0]:
            if tops_differ(contexts, (option.step,)):
                return (card,)
    return ()


def _crowded(simulated: SimulatedPosition, chance: SeededRandom) -> SimulatedPosition:
    """Return a position, mostly with unseen cards of one rank in place of loose cards,
    which go into hands and the pack instead. The rank is that of a loose card, or one that makes
    the value of a build together with it."""
    table = simulated.state.table
    if table and chance.one_in(4):
        return _with_own_value(simulated, chance)
    if len(table) < 2 or chance.one_in(3):
        return simulated
    kept = chance.pick(table)
    rank = _completing(simulated, kept, chance) or kept.rank
    if rank in promised_ranks(simulated):
        return simulated
    out = [card for card in chance.shuffled(table) if card.rank is not rank and card != kept]
    into = [card for card in chance.shuffled(sorted(simulated.unseen)) if card.rank is rank]
    number = min(len(out), max(0, len(into) - 1), 1 + chance.below(2))
    return _exchanged(simulated, tuple(out[:number]), tuple(into[:number]))


def _with_own_value(simulated: SimulatedPosition, chance: SeededRandom) -> SimulatedPosition:
    """Return a position with a loose card of the value of a build of the mover, if there is such a
    build and an unseen card that others need not keep."""
    state, rules, seat = (
        build_game_state(simulated.state),
        build_rules(simulated.rules),
        simulated.seat,
    )
    own = {build.value for build in state.builds if build.owner == seat}
    others = {build.value for build in state.builds if build.owner != seat}
    cards = [
        card
        for value in sorted(own - others)
        for card in simulated.unseen
        if any(answers(card, taker) for taker in rules.takers(value)) and card not in simulated.hand
    ]
    if not cards:
        return simulated
    return _exchanged(simulated, (chance.pick(state.table),), (chance.pick(cards),))


def _completing(simulated: SimulatedPosition, card: Card, chance: SeededRandom) -> Rank | None:
    """Return a rank that makes the value of a build together with a card, half the time as far as
    there is one; else None. A build of the mover goes before others."""
    state, rules = build_game_state(simulated.state), build_rules(simulated.rules)
    own = [build for build in state.builds if build.owner == simulated.seat]
    builds = own or state.builds
    if not builds or not rules.has_number(card) or chance.one_in(2):
        return None
    lacking = chance.pick(builds).value - rules.values.of(card)[0]
    return next((rank for rank in Rank if rules.values[rank][:1] == (lacking,)), None)


def _with_own_build(simulated: SimulatedPosition, chance: SeededRandom) -> SimulatedPosition:
    """Return a position, two times in three with a build of another seat as the mover's, who then
    gets the card that this seat holds for it."""
    state, rules = build_game_state(simulated.state), build_rules(simulated.rules)
    seat = simulated.seat
    builds = [build for build in state.builds if build.owner != seat]
    if not builds or len(builds) < len(state.builds) or chance.one_in(3):
        return simulated
    build = chance.pick(builds)
    assert build.owner is not None
    takers = rules.takers(build.value)

    def captures(card: Card) -> bool:
        """Return whether a card captures the build."""
        return any(answers(card, taker) for taker in takers)

    theirs = [card for card in simulated.hands[build.owner] if captures(card)]
    promised = promised_ranks(simulated)
    may_go = [card for card in simulated.hand if card.rank not in promised]
    if not any(map(captures, simulated.hand)):
        if not theirs or not may_go:
            return simulated
        simulated = _exchanged(simulated, (may_go[0],), (theirs[0],))
    owned = tuple(other._replace(owner=seat) if other is build else other for other in state.builds)
    return replace(
        simulated,
        state=replace(build_game_state(simulated.state), builds=in_order(Table((), owned)).builds),
    )


def _possible_hand(simulated: SimulatedPosition, chance: SeededRandom) -> Cards:
    """Return one card of each rank and value that the mover could hold, as far as other hands need
    not keep it."""
    values_of = build_rules(simulated.rules).values.of
    promised = promised_ranks(simulated)
    free = [card for card in simulated.unseen if card.rank not in promised]
    cards = chance.shuffled(sorted({*free, *simulated.hand}))
    return tuple(sorted({(card.rank, values_of(card)): card for card in cards}.values()))


def _holding(simulated: SimulatedPosition, cards: Cards) -> SimulatedPosition | None:
    """Return the position with these cards in the mover's hand, in exchange for others that need
    not stay there; None if too few may go."""
    promised = promised_ranks(simulated)
    may_go = [card for card in simulated.hand if card.rank not in promised and card not in cards]
    into = tuple(card for card in dict.fromkeys(cards) if card not in simulated.hand)
    if len(into) > len(may_go):
        return None
    return _exchanged(simulated, tuple(may_go[: len(into)]), into)


def _exchanged(simulated: SimulatedPosition, out: Cards, into: Cards) -> SimulatedPosition:
    places = dict(chain(zip(out, into, strict=True), zip(into, out, strict=True)))
    state = build_game_state(simulated.state)

    def moved(cards: Cards) -> list[Card]:
        """Return cards as they are after the exchange."""
        return [places.get(card, card) for card in cards]

    return replace(
        simulated,
        state=replace(state, table=tuple(moved(state.table))),
        hands=tuple(tuple(sorted(moved(hand))) for hand in simulated.hands),
        pack=tuple(moved(simulated.pack)),
    )
