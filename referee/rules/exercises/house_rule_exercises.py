"""Exercises about house rules: positions and plays that one switch decides."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import chain, islice
from typing import NamedTuple

from ..cards import Card, Cards, Rank
from ..games import ruleset
from ..games.ask import build_question
from ..games.casino.followed.state import build_game_state
from ..games.casino.judge.play_rules import BuildRules, build_rules
from ..games.casino.options.builds import build_options_with_tops
from ..games.casino.options.captures import capture_options
from ..games.casino.options.table_steps import builds_while_trailing, steps_without_hand_card
from ..games.casino.options.turn import TurnContext
from ..house_rules import PlayKind
from ..notation import write_card
from ..plays import Capture, MakeBuild, Play, Table, Trail, in_order
from ..ruleset import Ruleset
from .build_answers import MOST_ANSWERS, lying
from .build_exercises import (
    can_exercise,
    exercise_about,
    may_exercise,
    question_texts,
    slip_plays,
    table_fits,
    trail_exercise,
)
from .exercise import Difficulty, DifficultyRange, Exercise, ExerciseType, SeededRandom
from .score_exercises import ask_points, ask_undealt, ask_winner, points_differ
from .simulation import SimulatedPosition, captures_with, changed_builds_with, plays_with


def crowded(simulated: SimulatedPosition, chance: SeededRandom) -> SimulatedPosition:
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
        if card.rank in rules.ranks_worth(value) and card not in simulated.hand
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
    lacking = chance.pick(builds).value - rules.values[card.rank][0]
    return next((rank for rank in Rank if rules.values[rank][:1] == (lacking,)), None)


def with_own_build(simulated: SimulatedPosition, chance: SeededRandom) -> SimulatedPosition:
    """Return a position, two times in three with a build of another seat as the mover's, who then
    gets the card that this seat holds for it."""
    state, rules = build_game_state(simulated.state), build_rules(simulated.rules)
    seat = simulated.seat
    builds = [build for build in state.builds if build.owner != seat]
    if not builds or len(builds) < len(state.builds) or chance.one_in(3):
        return simulated
    build = chance.pick(builds)
    assert build.owner is not None
    ranks = rules.ranks_worth(build.value)
    theirs = [card for card in simulated.hands[build.owner] if card.rank in ranks]
    promised = promised_ranks(simulated)
    may_go = [card for card in simulated.hand if card.rank not in promised]
    if not any(card.rank in ranks for card in simulated.hand):
        if not theirs or not may_go:
            return simulated
        simulated = _exchanged(simulated, (may_go[0],), (theirs[0],))
    owned = tuple(other._replace(owner=seat) if other is build else other for other in state.builds)
    return replace(
        simulated,
        state=replace(build_game_state(simulated.state), builds=in_order(Table((), owned)).builds),
    )


def promised_ranks(simulated: SimulatedPosition) -> frozenset[Rank]:
    """Return the ranks that capture a build, and those that a seat is known to hold: such cards
    stay in their hands."""
    state, rules = build_game_state(simulated.state), build_rules(simulated.rules)
    promised = {rank for build in state.builds for rank in rules.ranks_worth(build.value)}
    return frozenset(promised.union(*state.proven))


def possible_hand(simulated: SimulatedPosition, chance: SeededRandom) -> Cards:
    """Return one card of each rank that the mover could hold, as far as other hands need not keep
    it."""
    promised = promised_ranks(simulated)
    free = [card for card in simulated.unseen if card.rank not in promised]
    cards = chance.shuffled(sorted({*free, *simulated.hand}))
    return tuple(sorted({card.rank: card for card in cards}.values()))


def holding(simulated: SimulatedPosition, cards: Cards) -> SimulatedPosition | None:
    """Return the position with these cards in the mover's hand, in exchange for others that need
    not stay there; None if too few may go."""
    promised = promised_ranks(simulated)
    may_go = [card for card in simulated.hand if card.rank not in promised and card not in cards]
    into = tuple(card for card in dict.fromkeys(cards) if card not in simulated.hand)
    if len(into) > len(may_go):
        return None
    return _exchanged(simulated, tuple(may_go[: len(into)]), into)


def _exchanged(simulated: SimulatedPosition, out: Cards, into: Cards) -> SimulatedPosition:
    """Return a position in which two groups of cards have changed places."""
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


OPTIONS_TRIED = 4
"""The number of options of each kind that are tried."""


class RuleContexts(NamedTuple):
    """A position as the rules with a house rule see it, and as those without it do.
    ``kinds`` of plays are judged; all if there are none."""

    kinds: tuple[PlayKind, ...]
    on: TurnContext
    off: TurnContext

    @property
    def both(self) -> tuple[TurnContext, TurnContext]:
        """Return both contexts."""
        return self.on, self.off

    def decided(self, play: Play) -> bool:
        """Return whether the house rule decides if a play is legal."""
        verdicts = [context.judge(*play) for context in self.both]
        if any(verdict.unfinished or verdict.legal is None for verdict in verdicts):
            return False
        return verdicts[0].legal is not verdicts[1].legal


def plays_to_decide(
    simulated: SimulatedPosition, contexts: RuleContexts, card: Card
) -> Iterator[Play]:
    """Yield plays of a card that the house rule may decide."""
    of_kinds = [_PLAYS_OF_KIND[kind] for kind in contexts.kinds] or [all_plays]
    return chain.from_iterable(plays(simulated, contexts, card) for plays in of_kinds)


def all_plays(simulated: SimulatedPosition, contexts: RuleContexts, card: Card) -> Iterator[Play]:
    """Yield plays of a card: those that people think of first, and some that the rules list."""
    yield from plays_with(contexts.on.rules, simulated.with_hand(contexts.on.hand or ()), card)
    for context in contexts.both:
        yield from _captures(context, card)
        for option in build_options_with_tops(context, card, OPTIONS_TRIED)[0]:
            yield (option.step,)
        yield from _after_steps_without_card(context, card, trails=True)
        for option in builds_while_trailing(context, card, OPTIONS_TRIED)[0]:
            yield Trail(card), option.step


def _captures(context: TurnContext, card: Card) -> Iterator[Play]:
    """Yield the largest captures of a card."""
    yield from ((option.step,) for option in capture_options(context, card, OPTIONS_TRIED)[0])


def _after_steps_without_card(
    context: TurnContext, card: Card, *, trails: bool = False
) -> Iterator[Play]:
    """Yield steps without a card from the hand, each before the largest captures of a card;
    ``trails`` adds each before a trail."""
    for option in steps_without_hand_card(context, card, OPTIONS_TRIED)[0]:
        if trails:
            yield option.step, Trail(card)
        after = context.after((option.step,), option.verdict)
        for play in _captures(after, card):
            yield option.step, *play


def _listed_captures(
    _simulated: SimulatedPosition, contexts: RuleContexts, card: Card
) -> Iterator[Play]:
    """Yield the largest captures of a card with the house rule and without it."""
    for context in contexts.both:
        yield from _captures(context, card)


def _changed_builds(
    simulated: SimulatedPosition, contexts: RuleContexts, card: Card
) -> Iterator[Play]:
    """Yield plays that add a card to a build or raise it."""
    hand = contexts.on.hand or ()
    return changed_builds_with(contexts.on.rules, simulated.with_hand(hand), card)


def _captures_after_steps(
    _simulated: SimulatedPosition, contexts: RuleContexts, card: Card
) -> Iterator[Play]:
    """Yield steps without a card from the hand, each before the largest captures of a card."""
    return _after_steps_without_card(contexts.on, card)


_PlaysOfCard = Callable[[SimulatedPosition, RuleContexts, Card], Iterator[Play]]

_PLAYS_OF_KIND: Mapping[PlayKind, _PlaysOfCard] = {
    PlayKind.CAPTURE: _listed_captures,
    PlayKind.BUILD_CHANGE: _changed_builds,
    PlayKind.STEP_AND_CAPTURE: _captures_after_steps,
}


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
