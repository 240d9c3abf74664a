"""Exercises about captures in Krypkasino, and their answers."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ..cards import Card, Cards, KnownCards
from ..games import ruleset
from ..games.ask import ask_about_capture
from ..games.krypkasino.captures import (
    CaptureRules,
    Captures,
    capture_rules,
    divided,
    sweeping_ranks,
)
from ..games.krypkasino.followed_game import set_up_by
from ..games.krypkasino.verdict import CaptureOptions, Ruling, Sweep
from ..notation import NOTHING, write_card, write_cards
from .exercise import (
    Answer,
    Difficulty,
    DifficultyRange,
    Exercise,
    ExerciseType,
    JudgedAnswer,
    SeededRandom,
)
from .simulation import SimulatedPosition, hands_of

_MOST_ANSWERS = 12
_MOST_TABLE = 14
_MOST_WAYS = 40
_MOST_FOR_FOURS = 10
"""The largest table on which sets of four cards are counted."""
_MOST_CLAUSES = 3
_CARDS_TRIED = 8
_NO_SWEEPS = 6
"""One in so many tables that no card sweeps is asked about, since most are like that."""


def ask_take(
    simulated: SimulatedPosition, chance: SeededRandom, difficulty_range: DifficultyRange
) -> Exercise | None:
    """Return an exercise that asks which table cards a card must capture; None if none fits."""
    rules, table = capture_rules(simulated.rules), _table(simulated)
    if not 2 <= len(table) <= _MOST_TABLE:
        return None
    takes, ways = chance.below(8) > 0, _set_counts(rules, table)
    for card in _one_of_each_rank(simulated.unseen, chance)[:_CARDS_TRIED]:
        least = Difficulty(len(table) + 1, ways[rules.hand_values[card.rank]], 1)
        if not difficulty_range.may_have(least.number, least.number + 2 * (_MOST_CLAUSES - 1)):
            continue
        captures = _captures(rules, table, card)
        if not captures.complete or captures.total > _MOST_ANSWERS or takes is captures.creeps:
            continue
        options = captures.options(_MOST_ANSWERS)
        several = any(len(option.sets) > 1 for option in options)
        clauses = 1 if captures.creeps else 1 + several + (len(options) > 1)
        difficulty = least._replace(clauses=clauses)
        if difficulty_range.has(difficulty):
            texts = {"table": write_cards(table), "played": write_card(card)}
            return Exercise(
                simulated.rules.key,
                ExerciseType.TAKE,
                difficulty_range.seed,
                difficulty,
                ("pieces",),
                texts,
                pieces_of(table),
            )
    return None


def ask_sweep(
    simulated: SimulatedPosition, chance: SeededRandom, difficulty_range: DifficultyRange
) -> Exercise | None:
    """Return an exercise that asks how many cards are turned face up for a play; None if none
    fits."""
    return _ask_about_sweep(simulated, chance, difficulty_range, ExerciseType.SWEEP, ("number",))


def ask_pays(
    simulated: SimulatedPosition, chance: SeededRandom, difficulty_range: DifficultyRange
) -> Exercise | None:
    """Return an exercise that asks who set up a sweep and how many points it costs them; None if
    none fits."""
    return _ask_about_sweep(
        simulated, chance, difficulty_range, ExerciseType.PAYS, ("seats", "number")
    )


def _ask_about_sweep(
    simulated: SimulatedPosition,
    chance: SeededRandom,
    difficulty_range: DifficultyRange,
    kind: ExerciseType,
    asks: tuple[str, ...],
) -> Exercise | None:
    """Return an exercise about a play that may sweep; None if none fits. Most of the plays sweep,
    and a lone card often meets its twin."""
    rules, table = capture_rules(simulated.rules), _table(simulated)
    if not 1 <= len(table) <= _MOST_TABLE:
        return None
    sweeping = sweeping_ranks(rules, table)
    if not sweeping and chance.below(_NO_SWEEPS):
        return None
    cards = [card for card in simulated.unseen if card.rank in sweeping]
    if len(table) == 1 and not chance.one_in(3):
        cards = [card for card in cards if card == table[0]] or cards
    if not cards or chance.one_in(4):
        cards = [card for card in simulated.unseen if card.rank not in sweeping]
    ways, more = _set_counts(rules, table), len(asks) - 1
    for card in _one_of_each_rank(cards, chance):
        among = ways[rules.hand_values[card.rank]] + more
        lone = len(table) == 1 and table[0].rank is card.rank
        difficulty = Difficulty(len(table) + 1, among, 1 + lone + more)
        if difficulty_range.has(difficulty):
            return _about_play(simulated, kind, difficulty_range, difficulty, asks, card)
    return None


def ask_forced(
    simulated: SimulatedPosition, chance: SeededRandom, difficulty_range: DifficultyRange
) -> Exercise | None:
    """Return an exercise that asks of which cards of a hand one must be played; None if none
    fits."""
    rules, table = capture_rules(simulated.rules), _table(simulated)
    if not 1 <= len(table) <= _MOST_TABLE or len(simulated.hand) < 2:
        return None
    sweeping, ways = sweeping_ranks(rules, table), _set_counts(rules, table)
    for redealt in hands_of(simulated, chance):
        if not any(card.rank in sweeping for card in redealt.hand) and chance.below(4):
            continue
        among = sum(ways[rules.hand_values[rank]] for rank in {card.rank for card in redealt.hand})
        clauses = 1 + (len(table) > 1)
        difficulty = Difficulty(len(table) + len(redealt.hand), min(among, _MOST_WAYS), clauses)
        if difficulty_range.has(difficulty):
            texts = {"table": write_cards(table), "hand": write_cards(redealt.hand)}
            return Exercise(
                simulated.rules.key,
                ExerciseType.FORCED,
                difficulty_range.seed,
                difficulty,
                ("pieces",),
                texts,
                pieces_of(redealt.hand),
            )
    return None


def ask_cost(
    simulated: SimulatedPosition, chance: SeededRandom, difficulty_range: DifficultyRange
) -> Exercise | None:
    """Return an exercise that asks how many points the cards and the sweep of a play cost; None if
    none fits. The card captures in one way only."""
    rules, table = capture_rules(simulated.rules), _table(simulated)
    if not 1 <= len(table) <= _MOST_TABLE:
        return None
    sweeping = sweeping_ranks(rules, table)
    cards = [card for card in simulated.unseen if card.rank in sweeping]
    if not cards and chance.below(3):
        return None
    for card in _one_of_each_rank(cards or simulated.unseen, chance)[:_CARDS_TRIED]:
        captures = _captures(rules, table, card)
        if captures.creeps or not captures.complete or captures.total != 1:
            continue
        (option,) = captures.options(1)
        taken = (*option.captured, card)
        scoring = sum(rules.worth[taken_card] > 0 for taken_card in taken)
        swept = len(option.captured) == len(table)
        if not scoring and not swept and chance.below(4):
            continue
        double = swept and table == (card,)
        difficulty = Difficulty(len(taken), scoring, 1 + swept + double)
        if difficulty_range.has(difficulty):
            return _about_play(
                simulated, ExerciseType.COST, difficulty_range, difficulty, ("number",), card
            )
    return None


def _about_play(
    simulated: SimulatedPosition,
    kind: ExerciseType,
    difficulty_range: DifficultyRange,
    difficulty: Difficulty,
    asks: tuple[str, ...],
    card: Card,
) -> Exercise:
    """Return an exercise about the effect of a played card on the table."""
    return Exercise(
        simulated.rules.key,
        kind,
        difficulty_range.seed,
        difficulty,
        asks,
        {"table": write_cards(_table(simulated)), "played": write_card(card)},
        players=simulated.seats.players,
        seat=simulated.seat,
    )


def _one_of_each_rank(cards: Sequence[Card], chance: SeededRandom) -> list[Card]:
    """Return one card of each rank in random order; ranks with many cards tend to come early."""
    return list({card.rank: card for card in chance.shuffled(cards)}.values())


def _table(simulated: SimulatedPosition) -> Cards:
    """Return the table cards in card order."""
    return tuple(sorted(simulated.state.table))


def _captures(rules: CaptureRules, table: Cards, card: Card) -> Captures:
    """Return the captures of a card whose suit is known."""
    return Captures(rules, table, (card,), KnownCards(rules.deck, (*table, card)))


def _set_counts(rules: CaptureRules, table: Cards) -> list[int]:
    """Return for each value the number of sets of up to four cards that make it, among which a
    player has to search."""
    highest = max(rules.hand_values.values())
    of_size = [[0] * (highest + 1) for _ in range(5 if len(table) <= _MOST_FOR_FOURS else 4)]
    of_size[0][0] = 1
    for card in table:
        number = rules.table_values[card.rank]
        for fewer, more in reversed(list(pairwise(of_size))):
            for value in range(number, highest + 1):
                more[value] += fewer[value - number]
    return [min(sum(ways), _MOST_WAYS) for ways in zip(*of_size[1:], strict=True)]


def pieces_of(cards: Cards) -> tuple[str, ...]:
    """Return the texts of cards."""
    return tuple(map(write_card, cards))


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
