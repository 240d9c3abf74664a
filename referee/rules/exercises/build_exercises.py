"""Exercises where cards are built up: what is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations, islice

from ..cards import Card, Cards
from ..games.casino.followed.dispute_question import question_texts
from ..games.casino.followed.followed_game import BuildGameEngine
from ..games.casino.followed.game_state import BuildGameState, build_game_state, known_position
from ..games.casino.judge.build_rules import BuildRules, Demand, build_rules
from ..games.casino.judge.position import Position
from ..games.casino.judge.verdict import Verdict, judge
from ..games.casino.options.legality_grounds import grounds
from ..games.casino.options.possible_captures import CaptureOption, capture_options
from ..games.casino.options.turn_context import TurnContext
from ..games.casino.ruling import verdict_on
from ..games.referee import build_question
from ..notation import write_card
from ..plays import Capture, MakeBuild, Play, Trail
from ..table_and_builds import Build
from .build_answers import MOST_ANSWERS, demanded, lying, played_by, takes_of, tops_of, with_demands
from .cards_at_fault import pieces_blamed
from .difficulty_levels import DifficultyRange
from .exercise import Difficulty, Exercise, ExerciseType
from .game_simulation import SimulatedPosition, captures_with, hands_of, plays_with
from .seeded_random import SeededRandom

_MOST_BLAMED = 4
_MOST_LYING = 14
_TRIED, _CARDS_TRIED = 14, 4
"""So many turns are looked at, with so many cards of the hand."""
_INSISTED, _CARDS_INSISTED = 8, 2
"""The same where it takes longer to see what can be asked of each."""
_TRAILS_FREELY, _TAKES_NOTHING, _NOTHING_MORE = 8, 10, 10
"""One of so many hands of which any card may be laid is asked about, of cards that take nothing,
and of turns after which nothing can be insisted on: of most it is so."""
_MOST_MISFITS, _NEARLY, _ONE_MISFIT = 4, 2, 4
_MOST_CLAUSES = 4
_MANY = 1000


# --- what is asked --------------------------------------------------------------------------------


def ask_may(
    moment: SimulatedPosition, chance: SeededRandom, wanted: DifficultyRange
) -> Exercise | None:
    """A turn with a card of a hand that is shown: may it be played? As often as not."""
    if not _fits(moment):
        return None
    legal = bool(chance.below(2))
    most = _MOST_CLAUSES if legal else 1
    least, position = partial(_least_may, build_game_state(moment.state)), _known(moment)
    for turn in _thought_first(moment, chance, wanted, least, 2 * (most - 1), slips=not legal):
        verdict = judge(build_rules(moment.rules), position, turn)
        if verdict.legal is not legal or not _is_may(moment, position, turn, verdict, wanted):
            continue
        if (found := _may(moment, turn, wanted, legal=legal)) is not None:
            return found
    return None


def _least_may(state: BuildGameState, turn: Play) -> Difficulty:
    """What a question about a turn has at least: one clause and each build of one's own."""
    own = sum(one.owner == state.turn for one in state.builds)
    cards = len(state.table) + len(state.builds) + sum(len(step.named) for step in turn)
    return Difficulty(cards, len(state.builds), 1 + own)


def _is_may(
    moment: SimulatedPosition,
    position: Position,
    turn: Play,
    verdict: Verdict,
    wanted: DifficultyRange,
) -> Difficulty | None:
    """How hard a question about a turn is, if it is one that is wanted: what a wrong turn fails on
    are few pieces."""
    rules, difficulty = build_rules(moment.rules), _least_may(build_game_state(moment.state), turn)
    if not verdict.legal:
        pieces = pieces_blamed(rules, position, turn, verdict)
        return difficulty if 1 <= len(pieces) <= _MOST_BLAMED else None
    clauses = {one.clause for one in grounds(rules, position, turn, verdict)}
    difficulty = difficulty._replace(clauses=difficulty.clauses + len(clauses) - 1)
    return difficulty if wanted.has(difficulty) else None


def _may(
    moment: SimulatedPosition, turn: Play, wanted: DifficultyRange, *, legal: bool
) -> Exercise | None:
    texts = _texts(moment, turn, moment.hand)
    question = build_question(moment.rules.key, texts)
    verdict = verdict_on(question)
    if verdict is None or verdict.legal is not legal:
        return None
    read = question.turn or ()
    difficulty = _is_may(moment, question.position, read, verdict, wanted)
    if difficulty is None:
        return None
    pieces = (*lying(question.table), *tops_of(question), write_card(played_by(turn)))
    return _exercise(moment, ExerciseType.MAY, wanted, difficulty, ("may", "pieces"), texts, pieces)


def ask_can(
    moment: SimulatedPosition, chance: SeededRandom, wanted: DifficultyRange
) -> Exercise | None:
    """A card of a hand that is shown: what is the most that it can take?"""
    if not _fits(moment):
        return None
    rules, start = build_rules(moment.rules), _known(moment)
    tops = sum(map(bool, start.piles)) if rules.takes_tops else 0
    there = len(moment.state.table) + len(moment.state.builds) + tops
    if not wanted.may_have(Difficulty(there, 0, 1).number):
        return None
    may_take_nothing = chance.one_in(_TAKES_NOTHING)
    for one in _hands_of(moment, chance):
        for card in chance.shuffled(one.hand)[:3]:
            position = replace(start, hand=one.hand)
            found, complete = capture_options(TurnContext.at(rules, position), card, MOST_ANSWERS)
            if not complete or len(found) > MOST_ANSWERS:
                continue
            if not found and not may_take_nothing:
                continue
            if not wanted.may_have(_of_takes(found, there - tops).number):
                continue
            if (exercise := _can(one, card, wanted)) is not None:
                return exercise
    return None


def _can(moment: SimulatedPosition, card: Card, wanted: DifficultyRange) -> Exercise | None:
    texts = {**_texts(moment, (), moment.hand), "played": write_card(card)}
    question = build_question(moment.rules.key, texts)
    found, complete = takes_of(question)
    takes_tops = build_rules(moment.rules).takes_tops
    pieces = (*lying(question.table), *(tops_of(question) if takes_tops else ()))
    difficulty = _of_takes(found, len(pieces))
    if not complete or len(found) > MOST_ANSWERS or not wanted.has(difficulty):
        return None
    return _exercise(moment, ExerciseType.CAN, wanted, difficulty, ("pieces",), texts, pieces)


def _of_takes(found: Sequence[CaptureOption], there: int) -> Difficulty:
    most = max((len(one.step.captured) for one in found), default=0)
    sorts = {sort for one in found for sort in _sorts_taken(one.step)}
    return Difficulty(there + 1, most + len(found), max(1, len(sorts)))


def ask_trail(
    moment: SimulatedPosition, chance: SeededRandom, wanted: DifficultyRange
) -> Exercise | None:
    """A hand: which of its cards may be laid?"""
    hand, state = moment.hand, moment.state
    if not _fits(moment) or len(hand) < 2:
        return None
    own = sum(one.owner == moment.seat for one in state.builds)
    among = len(state.builds) + len(state.table) // 2
    difficulty = Difficulty(len(hand), among, 1 + 2 * own)
    if not wanted.has(difficulty):
        return None
    if not own and chance.below(_TRAILS_FREELY):
        return None
    texts, pieces = _texts(moment, (), hand), tuple(map(write_card, hand))
    return _exercise(moment, ExerciseType.TRAIL, wanted, difficulty, ("pieces",), texts, pieces)


def ask_insist(
    moment: SimulatedPosition, chance: SeededRandom, wanted: DifficultyRange
) -> Exercise | None:
    """A turn that was played: what may be insisted on now, and by whom?"""
    if not _fits(moment) or len(moment.hand) < 2:
        return None
    some, rules = not chance.one_in(_NOTHING_MORE), build_rules(moment.rules)
    least = partial(_least_insist, moment, some=some)
    for one in _hands_of(moment, chance):
        position = _known(one)
        tops = sum(map(bool, position.piles))
        thought = _thought_first(one, chance, wanted, least, cards_tried=_CARDS_INSISTED)
        for turn in islice(thought, _INSISTED):
            verdict = judge(rules, position, turn, demands=True)
            demands = verdict.demands
            if verdict.legal is not True or verdict.after is None:
                continue
            if bool(demands) is not some or len(demands) > MOST_ANSWERS:
                continue
            there = len(lying(verdict.after))
            likely = [_of_demands(one, demands, there + more) for more in range(tops + 1)]
            if not any(map(wanted.has, likely)):
                continue
            if (found := _insist(one, turn, wanted)) is not None:
                return found
    return None


def _least_insist(moment: SimulatedPosition, turn: Play, *, some: bool) -> Difficulty:
    """What a question about what is insisted on has at least: what is left lying, and something to
    tap where something can be insisted on."""
    there = len(moment.state.table) + len(moment.state.builds)
    for step in turn:
        there -= len(step.named)
    return Difficulty(max(0, there), 2 * some, 1 + some + (moment.seats.players > 2))


def _insist(moment: SimulatedPosition, turn: Play, wanted: DifficultyRange) -> Exercise | None:
    texts = _texts(moment, turn, moment.hand)
    question = build_question(moment.rules.key, texts)
    verdict = with_demands(question)
    if verdict.legal is not True or verdict.after is None:
        return None
    pieces = (*lying(verdict.after), *tops_of(question))
    difficulty = _of_demands(moment, verdict.demands, len(pieces))
    if not wanted.has(difficulty):
        return None
    asks = ("pieces", "seats") if moment.seats.players > 2 else ("pieces",)
    return _exercise(moment, ExerciseType.INSIST, wanted, difficulty, asks, texts, pieces)


def _of_demands(moment: SimulatedPosition, demands: Sequence[Demand], there: int) -> Difficulty:
    most = max((len(demanded(one)) for one in demands), default=0)
    clauses = 1 + len({one.kind for one in demands}) + (moment.seats.players > 2)
    return Difficulty(there, most + len(demands), clauses)


def _thought_first(
    moment: SimulatedPosition,
    chance: SeededRandom,
    wanted: DifficultyRange,
    least: Callable[[Play], Difficulty],
    more: int = _MANY,
    *,
    slips: bool = False,
    cards_tried: int = _CARDS_TRIED,
) -> Iterator[Play]:
    """Turns that somebody may think of, some of them ``slips``. A question about one has ``least``
    as its difficulty, and is at most so much ``more`` difficult."""
    rules, builds = build_rules(moment.rules), moment.state.builds
    cards = chance.shuffled(moment.hand)[:cards_tried]
    turns = [turn for card in cards for turn in plays_with(rules, moment, card)]
    if slips:
        turns += [turn for card in cards for turn in _slips(rules, moment, card, chance)]
    for turn in chance.shuffled(turns)[:_TRIED]:
        number = least(turn).number
        laid = isinstance(turn[0], Trail)
        if laid and not builds and chance.below(8):
            continue
        if wanted.may_have(number, number + more):
            yield turn


def _known(moment: SimulatedPosition) -> Position:
    """What the mover knows."""
    known = known_position(build_rules(moment.rules), build_game_state(moment.state), moment.seat)
    return replace(known, hand=moment.hand)


def _hands_of(moment: SimulatedPosition, chance: SeededRandom) -> Iterator[SimulatedPosition]:
    """Hands that a player may hold here: whoever built holds what takes that."""
    rules, state = build_rules(moment.rules), build_game_state(moment.state)
    promised = {rank for one in state.builds for rank in rules.ranks_worth(one.value)}
    return hands_of(moment, chance, frozenset(promised.union(*state.proven)))


def _fits(moment: SimulatedPosition) -> bool:
    return 1 <= len(moment.state.table) + len(moment.state.builds) <= _MOST_LYING


def _slips(
    rules: BuildRules, moment: SimulatedPosition, card: Card, chance: SeededRandom
) -> Iterator[Play]:
    """Cards are taken that nearly make the value, or one too many, a build is broken up, or another
    value built. That a card takes one that it does not equal comes to few minds."""
    loose, builds = moment.state.table, moment.state.builds
    highest = max(values[0] for values in rules.values.values() if values)
    own = rules.values[card.rank][0] if rules.has_number(card) else 0
    first = next(captures_with(rules, moment, card), None)
    tried = chance.shuffled(loose)
    yield from _misfits(rules, card, tried, chance)
    for one in tried[:2]:
        step = first[0] if first else None
        if isinstance(step, Capture) and one not in step.cards:
            yield (step._replace(cards=tuple(sorted((*step.cards, one)))),)
        if own and rules.has_number(one) and (value := own + rules.values[one.rank][0]) <= highest:
            yield (MakeBuild(card, Build(value, (tuple(sorted((card, one))),))),)
    for build in builds:
        yield (Capture(card, (), (build,)),)
        if own and (value := build.value + own) <= highest:
            yield (MakeBuild(card, Build(value, (tuple(sorted((card, *build.cards))),))),)


def _misfits(
    rules: BuildRules, card: Card, loose: Sequence[Card], chance: SeededRandom
) -> Iterator[Play]:
    """Two cards that make a little more or less than another one, and now and then one card."""
    values = rules.values[card.rank]
    numbers = [one for one in loose if rules.has_number(one)][:_MOST_MISFITS]
    for pair in combinations(numbers, 2):
        total = sum(rules.values[one.rank][0] for one in pair)
        if any(0 < abs(total - value) <= _NEARLY for value in values):
            yield (Capture(card, tuple(sorted(pair))),)
    if loose and chance.one_in(_ONE_MISFIT):
        yield (Capture(card, (loose[0],)),)


def _texts(moment: SimulatedPosition, turn: Play, hand: Cards) -> dict[str, str]:
    live = moment.rules.live
    assert isinstance(live, BuildGameEngine)
    return question_texts(live, build_game_state(moment.state), moment.seat, turn, hand)


def _exercise(
    moment: SimulatedPosition,
    kind: ExerciseType,
    wanted: DifficultyRange,
    difficulty: Difficulty,
    asks: tuple[str, ...],
    texts: Mapping[str, str],
    pieces: tuple[str, ...],
) -> Exercise:
    """Seats count from the mover, as in the question."""
    players = moment.seats.players
    return Exercise(moment.rules.key, kind, wanted.seed, difficulty, asks, texts, pieces, players)


def _sorts_taken(step: Capture) -> Iterator[str]:
    """What sorts of things a take has: each has a clause of its own."""
    equal = [one.rank is step.card.rank for one in step.cards]
    if any(equal):
        yield "equal"
    if not all(equal):
        yield "groups"
    if step.builds:
        yield "builds"
    if step.tops:
        yield "tops"
