"""Exercises about plays in games with builds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations, islice

from ..cards import Card, Cards
from ..games.ask import build_question
from ..games.casino.followed import disputes
from ..games.casino.followed.followed_game import BuildGameEngine
from ..games.casino.followed.state import BuildGameState, build_game_state, known_position
from ..games.casino.judge.judge import judge
from ..games.casino.judge.play_rules import BuildRules, build_rules
from ..games.casino.judge.position import Position
from ..games.casino.judge.verdict import Demand, Verdict
from ..games.casino.options.captures import CaptureOption, capture_options
from ..games.casino.options.hand import grounds
from ..games.casino.options.turn import TurnContext
from ..games.casino.ruling import verdict_on
from ..notation import write_card
from ..plays import Build, Capture, MakeBuild, Play, Trail
from .build_answers import (
    MOST_ANSWERS,
    card_of_play,
    demanded_pieces,
    largest_captures,
    lying,
    pieces_blamed,
    tops_of,
    with_demands,
)
from .exercise import Difficulty, DifficultyRange, Exercise, ExerciseType, SeededRandom
from .simulation import SimulatedPosition, captures_with, hands_of, plays_with

_MOST_BLAMED = 4
_MOST_LYING = 14
_PLAYS_TRIED, _CARDS_TRIED = 14, 4
"""The numbers of plays and of cards of the hand that are tried."""
_TRAILS_FREELY, _TAKES_NOTHING = 8, 10
"""One in so many is asked about of hands of which any card may be trailed, and of cards that
capture nothing, since most are like that."""
_MOST_MISFITS, _NEARLY, _ONE_MISFIT = 4, 2, 4
_MOST_CLAUSES = 4
_MANY = 1000


# --- what is asked --------------------------------------------------------------------------------


def ask_may(
    simulated: SimulatedPosition, chance: SeededRandom, difficulty_range: DifficultyRange
) -> Exercise | None:
    """Return an exercise that asks whether a play from a shown hand may be made; None if none fits.
    About half of these plays are legal."""
    if not table_fits(simulated):
        return None
    legal = bool(chance.below(2))
    most_clauses = _MOST_CLAUSES if legal else 1
    least, position = (
        partial(_least_may, build_game_state(simulated.state)),
        mover_position(simulated),
    )
    for play in likely_plays(
        simulated, chance, difficulty_range, least, 2 * (most_clauses - 1), slips=not legal
    ):
        verdict = judge(build_rules(simulated.rules), position, play)
        if verdict.legal is not legal or not _difficulty_of_may(
            simulated, position, play, verdict, difficulty_range
        ):
            continue
        if (exercise := may_exercise(simulated, play, difficulty_range, legal=legal)) is not None:
            return exercise
    return None


def _least_may(state: BuildGameState, play: Play) -> Difficulty:
    """Return the least difficulty of a question about a play: one clause, and one for each build of
    the mover."""
    own = sum(build.owner == state.turn for build in state.builds)
    cards = len(state.table) + len(state.builds) + sum(len(step.named) for step in play)
    return Difficulty(cards, len(state.builds), 1 + own)


def _difficulty_of_may(
    simulated: SimulatedPosition,
    position: Position,
    play: Play,
    verdict: Verdict,
    difficulty_range: DifficultyRange,
) -> Difficulty | None:
    """Return the difficulty of a question about a play; None if it is out of range or an illegal
    play has too many pieces at fault."""
    rules, difficulty = (
        build_rules(simulated.rules),
        _least_may(build_game_state(simulated.state), play),
    )
    if not verdict.legal:
        pieces = pieces_blamed(rules, position, play, verdict)
        return difficulty if 1 <= len(pieces) <= _MOST_BLAMED else None
    clauses = {ground.clause for ground in grounds(rules, position, play, verdict)}
    difficulty = difficulty._replace(clauses=difficulty.clauses + len(clauses) - 1)
    return difficulty if difficulty_range.has(difficulty) else None


def may_exercise(
    simulated: SimulatedPosition, play: Play, difficulty_range: DifficultyRange, *, legal: bool
) -> Exercise | None:
    """Return the exercise about a play; None if the question does not fit."""
    texts = question_texts(simulated, play, simulated.hand)
    question = build_question(simulated.rules.key, texts)
    verdict = verdict_on(question)
    if verdict is None or verdict.legal is not legal:
        return None
    read_play = question.turn or ()
    difficulty = _difficulty_of_may(
        simulated, question.position, read_play, verdict, difficulty_range
    )
    if difficulty is None:
        return None
    pieces = (*lying(question.table), *tops_of(question), write_card(card_of_play(play)))
    return exercise_about(
        simulated, ExerciseType.MAY, difficulty_range, difficulty, ("may", "pieces"), texts, pieces
    )


def ask_can(
    simulated: SimulatedPosition, chance: SeededRandom, difficulty_range: DifficultyRange
) -> Exercise | None:
    """Return an exercise that asks for the largest capture of a card from a shown hand; None if
    none fits."""
    if not table_fits(simulated):
        return None
    rules, start = build_rules(simulated.rules), mover_position(simulated)
    tops = sum(map(bool, start.piles)) if rules.takes_tops else 0
    lying_count = len(simulated.state.table) + len(simulated.state.builds) + tops
    if not difficulty_range.may_have(Difficulty(lying_count, 0, 1).number):
        return None
    may_take_nothing = chance.one_in(_TAKES_NOTHING)
    for redealt in promised_hands(simulated, chance):
        for card in chance.shuffled(redealt.hand)[:3]:
            position = replace(start, hand=redealt.hand)
            options, complete = capture_options(TurnContext.at(rules, position), card, MOST_ANSWERS)
            if not complete or len(options) > MOST_ANSWERS:
                continue
            if not options and not may_take_nothing:
                continue
            if not difficulty_range.may_have(
                _difficulty_of_captures(options, lying_count - tops).number
            ):
                continue
            if (exercise := can_exercise(redealt, card, difficulty_range)) is not None:
                return exercise
    return None


def can_exercise(
    simulated: SimulatedPosition, card: Card, difficulty_range: DifficultyRange
) -> Exercise | None:
    """Return the exercise about the captures of a card; None if the question does not fit."""
    texts = {**question_texts(simulated, (), simulated.hand), "played": write_card(card)}
    question = build_question(simulated.rules.key, texts)
    options, complete = largest_captures(question)
    takes_tops = build_rules(simulated.rules).takes_tops
    pieces = (*lying(question.table), *(tops_of(question) if takes_tops else ()))
    difficulty = _difficulty_of_captures(options, len(pieces))
    if not complete or len(options) > MOST_ANSWERS or not difficulty_range.has(difficulty):
        return None
    return exercise_about(
        simulated, ExerciseType.CAN, difficulty_range, difficulty, ("pieces",), texts, pieces
    )


def _difficulty_of_captures(options: Sequence[CaptureOption], lying_count: int) -> Difficulty:
    """Return the difficulty of finding these captures among a number of pieces on the table."""
    most = max((len(option.step.captured) for option in options), default=0)
    sorts = {sort for option in options for sort in _sorts_captured(option.step)}
    return Difficulty(lying_count + 1, most + len(options), max(1, len(sorts)))


def ask_trail(
    simulated: SimulatedPosition, chance: SeededRandom, difficulty_range: DifficultyRange
) -> Exercise | None:
    """Return an exercise that asks which cards of a hand may be trailed; None if none fits."""
    state = simulated.state
    if not table_fits(simulated) or len(simulated.hand) < 2:
        return None
    own = sum(build.owner == simulated.seat for build in state.builds)
    if not own and chance.below(_TRAILS_FREELY):
        return None
    return trail_exercise(simulated, difficulty_range)


def trail_exercise(
    simulated: SimulatedPosition, difficulty_range: DifficultyRange
) -> Exercise | None:
    """Return the exercise about trailing cards of a hand; None if its difficulty is out of
    range."""
    hand, state = simulated.hand, simulated.state
    own = sum(build.owner == simulated.seat for build in state.builds)
    among = len(state.builds) + len(state.table) // 2
    difficulty = Difficulty(len(hand), among, 1 + 2 * own)
    if not difficulty_range.has(difficulty):
        return None
    texts, pieces = question_texts(simulated, (), hand), tuple(map(write_card, hand))
    return exercise_about(
        simulated, ExerciseType.TRAIL, difficulty_range, difficulty, ("pieces",), texts, pieces
    )


def likely_plays(
    simulated: SimulatedPosition,
    chance: SeededRandom,
    difficulty_range: DifficultyRange,
    least: Callable[[Play], Difficulty],
    more: int = _MANY,
    *,
    slips: bool = False,
    cards_tried: int = _CARDS_TRIED,
) -> Iterator[Play]:
    """Yield plays that people may think of, with ``slips`` also wrong ones. ``least`` gives the
    least difficulty of a question about a play, which is at most ``more`` higher."""
    rules, builds = build_rules(simulated.rules), simulated.state.builds
    cards = chance.shuffled(simulated.hand)[:cards_tried]
    plays = [play for card in cards for play in plays_with(rules, simulated, card)]
    if slips:
        plays += [play for card in cards for play in slip_plays(rules, simulated, card, chance)]
    for play in chance.shuffled(plays)[:_PLAYS_TRIED]:
        number = least(play).number
        laid = isinstance(play[0], Trail)
        if laid and not builds and chance.below(8):
            continue
        if difficulty_range.may_have(number, number + more):
            yield play


def mover_position(simulated: SimulatedPosition) -> Position:
    """Return the position as the mover knows it."""
    position = known_position(
        build_rules(simulated.rules), build_game_state(simulated.state), simulated.seat
    )
    return replace(position, hand=simulated.hand)


def promised_hands(
    simulated: SimulatedPosition, chance: SeededRandom
) -> Iterator[SimulatedPosition]:
    """Yield the position with hands that players may hold, in which owners of builds keep cards
    that capture these."""
    rules, state = build_rules(simulated.rules), build_game_state(simulated.state)
    promised = {rank for build in state.builds for rank in rules.ranks_worth(build.value)}
    return hands_of(simulated, chance, frozenset(promised.union(*state.proven)))


def table_fits(simulated: SimulatedPosition) -> bool:
    """Return whether the table has a number of pieces that can be asked about."""
    return 1 <= len(simulated.state.table) + len(simulated.state.builds) <= _MOST_LYING


def slip_plays(
    rules: BuildRules, simulated: SimulatedPosition, card: Card, chance: SeededRandom
) -> Iterator[Play]:
    """Yield wrong plays that people may think of: captures that nearly make the value or have one
    card too many, builds broken up, builds of another value."""
    loose, builds = simulated.state.table, simulated.state.builds
    highest = max(values[0] for values in rules.values.values() if values)
    own = rules.values[card.rank][0] if rules.makes_builds and rules.has_number(card) else 0
    first_capture = next(captures_with(rules, simulated, card), None)
    loose_shuffled = chance.shuffled(loose)
    yield from _misfit_captures(rules, card, loose_shuffled, chance)
    for other in loose_shuffled[:2]:
        step = first_capture[0] if first_capture else None
        if isinstance(step, Capture) and other not in step.cards:
            yield (step._replace(cards=tuple(sorted((*step.cards, other)))),)
        if (
            own
            and rules.has_number(other)
            and (value := own + rules.values[other.rank][0]) <= highest
        ):
            yield (MakeBuild(card, Build(value, (tuple(sorted((card, other))),))),)
    for build in builds:
        yield (Capture(card, (), (build,)),)
        if own and (value := build.value + own) <= highest:
            yield (MakeBuild(card, Build(value, (tuple(sorted((card, *build.cards))),))),)


def _misfit_captures(
    rules: BuildRules, card: Card, loose: Sequence[Card], chance: SeededRandom
) -> Iterator[Play]:
    """Yield captures of two cards that make a little more or less than the card's value, and rarely
    of a single card."""
    values = rules.hand_values(card)
    numbers = [other for other in loose if rules.has_number(other)][:_MOST_MISFITS]
    for pair in combinations(numbers, 2):
        total = sum(rules.values[other.rank][0] for other in pair)
        if any(0 < abs(total - value) <= _NEARLY for value in values):
            yield (Capture(card, tuple(sorted(pair))),)
    if loose and chance.one_in(_ONE_MISFIT):
        yield (Capture(card, (loose[0],)),)


def question_texts(simulated: SimulatedPosition, play: Play, hand: Cards) -> dict[str, str]:
    """Return the text fields of a question about a play from a hand."""
    engine, state = simulated.rules.engine, build_game_state(simulated.state)
    assert isinstance(engine, BuildGameEngine)
    texts = disputes.question_texts(engine, state, simulated.seat, play, hand)
    house = simulated.rules.house_rules.on_during_play
    return {**texts, "house": " ".join(house)} if house else texts


def exercise_about(
    simulated: SimulatedPosition,
    kind: ExerciseType,
    difficulty_range: DifficultyRange,
    difficulty: Difficulty,
    asks: tuple[str, ...],
    texts: Mapping[str, str],
    pieces: tuple[str, ...],
) -> Exercise:
    """Return an exercise in the position. Seats count from the mover, as in the question."""
    players = simulated.seats.players
    return Exercise(
        simulated.rules.key, kind, difficulty_range.seed, difficulty, asks, texts, pieces, players
    )


def _sorts_captured(step: Capture) -> Iterator[str]:
    """Yield the sorts of pieces in a capture, each of which has a clause of its own."""
    equal = [other.rank is step.card.rank for other in step.cards]
    if any(equal):
        yield "equal"
    if not all(equal):
        yield "groups"
    if step.builds:
        yield "builds"
    if step.tops:
        yield "tops"


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
