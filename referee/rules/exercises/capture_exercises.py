"""Exercises where whoever can capture must: what is asked, and what the referee says."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ..cards import Card, Cards, KnownCards
from ..games import ruleset
from ..games.krypkasino.capture_options import Captures, divided, sweeping_ranks
from ..games.krypkasino.capture_rules import CaptureRules, capture_rules
from ..games.krypkasino.followed_game import set_up_by
from ..games.krypkasino.ruling import CaptureOptions, Ruling, Sweep
from ..games.referee import ask
from ..notation import NOTHING, write_card, write_cards
from .difficulty_levels import DifficultyRange
from .exercise import Answer, Difficulty, Exercise, ExerciseType, JudgedAnswer
from .game_simulation import SimulatedPosition, hands_of
from .seeded_random import SeededRandom

_MOST_ANSWERS = 12
_MOST_TABLE = 14
_MOST_WAYS = 40
_MOST_FOR_FOURS = 10
"""Among more cards nobody looks for sets of four."""
_MOST_CLAUSES = 3
_CARDS_TRIED = 8
_NO_SWEEPS = 6
"""One of so many tables that no card sweeps is asked about: of most none does."""
_MARKERS = {Sweep.NONE: 0, Sweep.SINGLE: 1, Sweep.DOUBLE: 2}


# --- what is asked --------------------------------------------------------------------------------


def ask_take(
    moment: SimulatedPosition, chance: SeededRandom, wanted: DifficultyRange
) -> Exercise | None:
    """A card of somebody's, and the table: which cards must it take?"""
    rules, table = capture_rules(moment.rules), _table(moment)
    if not 2 <= len(table) <= _MOST_TABLE:
        return None
    takes, ways = chance.below(8) > 0, _ways(rules, table)
    for card in _one_of_each_rank(moment.unseen, chance)[:_CARDS_TRIED]:
        least = Difficulty(len(table) + 1, ways[rules.hand_values[card.rank]], 1)
        if not wanted.may_have(least.number, least.number + 2 * (_MOST_CLAUSES - 1)):
            continue
        found = _captures(rules, table, card)
        if not found.complete or found.total > _MOST_ANSWERS or takes is found.creeps:
            continue
        options = found.options(_MOST_ANSWERS)
        several = any(len(option.groups) > 1 for option in options)
        clauses = 1 if found.creeps else 1 + several + (len(options) > 1)
        difficulty = least._replace(clauses=clauses)
        if wanted.has(difficulty):
            texts = {"table": write_cards(table), "played": write_card(card)}
            return Exercise(
                moment.rules.key,
                ExerciseType.TAKE,
                wanted.seed,
                difficulty,
                ("pieces",),
                texts,
                _pieces(table),
            )
    return None


def ask_sweep(
    moment: SimulatedPosition, chance: SeededRandom, wanted: DifficultyRange
) -> Exercise | None:
    """A card and the table: how many cards are laid face up?"""
    return _of_sweep(moment, chance, wanted, ExerciseType.SWEEP, ("number",))


def ask_pays(
    moment: SimulatedPosition, chance: SeededRandom, wanted: DifficultyRange
) -> Exercise | None:
    """The same: who set it up, and what do they get rid of?"""
    return _of_sweep(moment, chance, wanted, ExerciseType.PAYS, ("seats", "number"))


def _of_sweep(
    moment: SimulatedPosition,
    chance: SeededRandom,
    wanted: DifficultyRange,
    kind: ExerciseType,
    asks: tuple[str, ...],
) -> Exercise | None:
    """Half of the cards sweep, and a lone card now and then meets its twin."""
    rules, table = capture_rules(moment.rules), _table(moment)
    if not 1 <= len(table) <= _MOST_TABLE:
        return None
    sweeping = sweeping_ranks(rules, table)
    if not sweeping and chance.below(_NO_SWEEPS):
        return None
    cards = [card for card in moment.unseen if card.rank in sweeping]
    if len(table) == 1 and not chance.one_in(3):
        cards = [card for card in cards if card == table[0]] or cards
    if not cards or chance.one_in(4):
        cards = [card for card in moment.unseen if card.rank not in sweeping]
    ways, more = _ways(rules, table), len(asks) - 1
    for card in _one_of_each_rank(cards, chance):
        among = ways[rules.hand_values[card.rank]] + more
        lone = len(table) == 1 and table[0].rank is card.rank
        difficulty = Difficulty(len(table) + 1, among, 1 + lone + more)
        if wanted.has(difficulty):
            return _about_play(moment, kind, wanted, difficulty, asks, card)
    return None


def ask_forced(
    moment: SimulatedPosition, chance: SeededRandom, wanted: DifficultyRange
) -> Exercise | None:
    """A hand and the table: of which cards must one be played?"""
    rules, table = capture_rules(moment.rules), _table(moment)
    if not 1 <= len(table) <= _MOST_TABLE or len(moment.hand) < 2:
        return None
    sweeping, ways = sweeping_ranks(rules, table), _ways(rules, table)
    for one in hands_of(moment, chance):
        if not any(card.rank in sweeping for card in one.hand) and chance.below(4):
            continue
        among = sum(ways[rules.hand_values[rank]] for rank in {card.rank for card in one.hand})
        clauses = 1 + (len(table) > 1)
        difficulty = Difficulty(len(table) + len(one.hand), min(among, _MOST_WAYS), clauses)
        if wanted.has(difficulty):
            texts = {"table": write_cards(table), "hand": write_cards(one.hand)}
            return Exercise(
                moment.rules.key,
                ExerciseType.FORCED,
                wanted.seed,
                difficulty,
                ("pieces",),
                texts,
                _pieces(one.hand),
            )
    return None


def ask_cost(
    moment: SimulatedPosition, chance: SeededRandom, wanted: DifficultyRange
) -> Exercise | None:
    """A card that takes in one way: what do its cards and its sweep cost whoever plays it?"""
    rules, table = capture_rules(moment.rules), _table(moment)
    if not 1 <= len(table) <= _MOST_TABLE:
        return None
    sweeping = sweeping_ranks(rules, table)
    cards = [card for card in moment.unseen if card.rank in sweeping]
    if not cards and chance.below(3):
        return None
    for card in _one_of_each_rank(cards or moment.unseen, chance)[:_CARDS_TRIED]:
        found = _captures(rules, table, card)
        if found.creeps or not found.complete or found.total != 1:
            continue
        (option,) = found.options(1)
        taken = (*option.captured, card)
        scoring = sum(rules.worth[one] > 0 for one in taken)
        swept = len(option.captured) == len(table)
        if not scoring and not swept and chance.below(4):
            continue
        double = swept and table == (card,)
        difficulty = Difficulty(len(taken), scoring, 1 + swept + double)
        if wanted.has(difficulty):
            return _about_play(moment, ExerciseType.COST, wanted, difficulty, ("number",), card)
    return None


def _about_play(
    moment: SimulatedPosition,
    kind: ExerciseType,
    wanted: DifficultyRange,
    difficulty: Difficulty,
    asks: tuple[str, ...],
    card: Card,
) -> Exercise:
    """What a card that is played does to the table."""
    return Exercise(
        moment.rules.key,
        kind,
        wanted.seed,
        difficulty,
        asks,
        {"table": write_cards(_table(moment)), "played": write_card(card)},
        players=moment.seats.players,
        seat=moment.seat,
    )


def _one_of_each_rank(cards: Sequence[Card], chance: SeededRandom) -> list[Card]:
    """A rank of which there are many comes early."""
    return list({card.rank: card for card in chance.shuffled(cards)}.values())


def _table(moment: SimulatedPosition) -> Cards:
    return tuple(sorted(moment.state.table))


def _captures(rules: CaptureRules, table: Cards, card: Card) -> Captures:
    return Captures(rules, table, (card,), KnownCards(rules.deck, (*table, card)))


def _ways(rules: CaptureRules, table: Cards) -> list[int]:
    """By value, how many sets of up to four cards make it: among these one must find one's way."""
    highest = max(rules.hand_values.values())
    of_size = [[0] * (highest + 1) for _ in range(5 if len(table) <= _MOST_FOR_FOURS else 4)]
    of_size[0][0] = 1
    for card in table:
        number = rules.table_values[card.rank]
        for fewer, more in reversed(list(pairwise(of_size))):
            for value in range(number, highest + 1):
                more[value] += fewer[value - number]
    return [min(sum(ways), _MOST_WAYS) for ways in zip(*of_size[1:], strict=True)]


def _pieces(cards: Cards) -> tuple[str, ...]:
    return tuple(map(write_card, cards))


# --- what is right --------------------------------------------------------------------------------


def answers(exercise: Exercise) -> frozenset[Answer]:
    """All right answers, as the referee's ruling has them."""
    ruling = _ruling(exercise)
    match exercise.kind:
        case ExerciseType.TAKE:
            outcomes = _play(ruling).outcomes
            return frozenset(
                Answer(tuple(sorted(_pieces(one.option.captured)))) for one in outcomes
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
    """Every card of the hand that may be played where a sweep is forced, a twin twice."""
    assert ruling.hand is not None
    must = {write_card(card) for card in ruling.hand.must_play}
    return tuple(sorted(piece for piece in exercise.choices if piece in must))


def judged(exercise: Exercise, answer: Answer) -> JudgedAnswer:
    """What the referee says of an answer. That to what must be taken is a claim, which it judges;
    others are compared with its ruling."""
    if exercise.kind is ExerciseType.TAKE:
        claim = " ".join(answer.pieces or ()) or NOTHING
        found = ask(exercise.game, {**exercise.texts, "captured": claim}).ruling
        return JudgedAnswer(
            found.verdict.legal is not False, found.verdict.clause or "capture-everything", found
        )
    ruling = _ruling(exercise)
    return JudgedAnswer(answer in answers(exercise), _clause(exercise.kind, ruling), ruling)


def groups_told(exercise: Exercise, judged: JudgedAnswer) -> tuple[Cards, ...]:
    """Return what the played card takes, as it adds up, once an answer has told it: of several
    captures the one that was answered. None where nothing is captured, or is still to be found."""
    ruling = judged.found
    if not isinstance(ruling, Ruling) or ruling.play is None:
        return ()
    if exercise.kind is not ExerciseType.TAKE:
        return ruling.play.outcomes[0].option.groups
    taken = ruling.verdict.taken if ruling.verdict and judged.right else ()
    return divided(capture_rules(ruleset(exercise.game)), ruling.play.card, taken)


def _clause(kind: ExerciseType, ruling: Ruling) -> str:
    if kind is ExerciseType.FORCED:
        return "forced-sweep"
    sweep = _play(ruling).outcomes[0].sweep
    if kind is ExerciseType.COST:
        return "scoring" if sweep is Sweep.NONE else "sweep"
    if sweep is Sweep.DOUBLE:
        return "double-sweep"
    return "set-up" if kind is ExerciseType.PAYS and sweep is not Sweep.NONE else "sweep"


def _ruling(exercise: Exercise) -> Ruling:
    found: Ruling = ask(exercise.game, exercise.texts).ruling
    return found


def _play(ruling: Ruling) -> CaptureOptions:
    assert ruling.play is not None
    return ruling.play
