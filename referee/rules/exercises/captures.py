"""Exercises where whoever can capture must: what is asked, and what the referee says."""

from __future__ import annotations

from itertools import combinations

from ..cards import Card, Cards, Packs
from ..games.asked import ask
from ..games.krypkasino.captures import Captures, sweeping_ranks
from ..games.krypkasino.capturing import CaptureRules, capture_rules
from ..games.krypkasino.following import set_up_by
from ..games.krypkasino.ruling import CaptureOptions, Ruling, Sweep
from ..notation import NOTHING, write_card, write_cards
from .chance import Chance
from .exercise import Answer, Difficulty, Exercise, Judged, Kind
from .playing import Moment

_MOST_ANSWERS = 12
_MOST_TABLE = 14
_MOST_WAYS = 40
_MARKERS = {Sweep.NONE: 0, Sweep.SINGLE: 1, Sweep.DOUBLE: 2}


# --- what is asked --------------------------------------------------------------------------------


def ask_take(moment: Moment, chance: Chance, seed: int) -> Exercise | None:
    """A card of somebody's, and the table: which cards must it take?"""
    rules, table = capture_rules(moment.rules), _table(moment)
    if not 2 <= len(table) <= _MOST_TABLE:
        return None
    card = _card_played(rules, table, moment.unseen, chance)
    found = _captures(rules, table, card)
    if not found.complete or found.total > _MOST_ANSWERS:
        return None
    options = found.options(_MOST_ANSWERS)
    several = any(len(option.groups) > 1 for option in options)
    clauses = 1 if found.creeps else 1 + several + (len(options) > 1)
    ways = _ways(rules, table, rules.hand_values[card.rank])
    return Exercise(
        moment.rules.key,
        Kind.TAKE,
        seed,
        Difficulty(len(table) + 1, ways, clauses),
        ("pieces",),
        {"table": write_cards(table), "played": write_card(card)},
        _pieces(table),
    )


def ask_sweep(moment: Moment, chance: Chance, seed: int) -> Exercise | None:
    """A card and the table: how many cards are laid face up?"""
    return _of_sweep(moment, chance, seed, Kind.SWEEP, ("number",))


def ask_pays(moment: Moment, chance: Chance, seed: int) -> Exercise | None:
    """The same: who pays for it, and how much?"""
    return _of_sweep(moment, chance, seed, Kind.PAYS, ("seats", "number"))


def _of_sweep(
    moment: Moment, chance: Chance, seed: int, kind: Kind, asks: tuple[str, ...]
) -> Exercise | None:
    """Half of the cards sweep, and a lone card now and then meets its twin."""
    rules, table = capture_rules(moment.rules), _table(moment)
    if not 1 <= len(table) <= _MOST_TABLE:
        return None
    sweeping = sweeping_ranks(rules, table)
    if chance.below(4) and not sweeping:
        return None
    cards = [card for card in moment.unseen if card.rank in sweeping]
    if len(table) == 1 and not chance.one_in(3):
        cards = [card for card in cards if card == table[0]] or cards
    if not cards or chance.one_in(4):
        cards = [card for card in moment.unseen if card.rank not in sweeping]
    card = chance.pick(cards)
    value = rules.hand_values[card.rank]
    lone = len(table) == 1 and table[0].rank is card.rank
    return Exercise(
        moment.rules.key,
        kind,
        seed,
        Difficulty(
            len(table) + 1, _ways(rules, table, value) + len(asks) - 1, 1 + lone + len(asks) - 1
        ),
        asks,
        {"table": write_cards(table), "played": write_card(card)},
        players=moment.seats.players,
        seat=moment.seat,
    )


def ask_forced(moment: Moment, chance: Chance, seed: int) -> Exercise | None:
    """A hand and the table: of which cards must one be played?"""
    rules, table, hand = capture_rules(moment.rules), _table(moment), moment.hand
    if not 1 <= len(table) <= _MOST_TABLE or len(hand) < 2:
        return None
    sweeping = sweeping_ranks(rules, table)
    if not any(card.rank in sweeping for card in hand) and chance.below(4):
        return None
    ranks = {card.rank for card in hand}
    ways = sum(_ways(rules, table, rules.hand_values[rank]) for rank in ranks)
    several = len(table) > 1
    return Exercise(
        moment.rules.key,
        Kind.FORCED,
        seed,
        Difficulty(len(table) + len(hand), min(ways, _MOST_WAYS), 1 + several),
        ("pieces",),
        {"table": write_cards(table), "hand": write_cards(hand)},
        _pieces(hand),
    )


def ask_cost(moment: Moment, chance: Chance, seed: int) -> Exercise | None:
    """A card that takes in one way: what do its cards and its sweep cost whoever plays it?"""
    rules, table = capture_rules(moment.rules), _table(moment)
    if not 1 <= len(table) <= _MOST_TABLE:
        return None
    sweeping = sweeping_ranks(rules, table)
    cards = [card for card in moment.unseen if card.rank in sweeping]
    if not cards and chance.below(3):
        return None
    card = chance.pick(cards) if cards else _card_played(rules, table, moment.unseen, chance)
    found = _captures(rules, table, card)
    if found.creeps or not found.complete or found.total != 1:
        return None
    (option,) = found.options(1)
    taken = (*option.captured, card)
    scoring = sum(rules.worth[one] > 0 for one in taken)
    swept = len(option.captured) == len(table)
    double = swept and table == (card,)
    return Exercise(
        moment.rules.key,
        Kind.COST,
        seed,
        Difficulty(len(taken), scoring, 1 + swept + double),
        ("number",),
        {"table": write_cards(table), "played": write_card(card)},
        players=moment.seats.players,
        seat=moment.seat,
    )


def _table(moment: Moment) -> Cards:
    return tuple(sorted(moment.state.table))


def _card_played(rules: CaptureRules, table: Cards, unseen: Cards, chance: Chance) -> Card:
    """A card that somebody may hold, mostly one that takes."""
    cards = chance.shuffled(unseen)[:8]
    taking = [card for card in cards if not _captures(rules, table, card).creeps]
    return chance.pick(taking if taking and chance.below(8) else cards)


def _captures(rules: CaptureRules, table: Cards, card: Card) -> Captures:
    return Captures(rules, table, (card,), Packs(rules.deck, (*table, card)))


def _ways(rules: CaptureRules, table: Cards, value: int) -> int:
    """How many sets of up to four cards make a value: among these one must find one's way."""
    numbers = [rules.table_values[card.rank] for card in table]
    ways = sum(
        sum(some) == value
        for size in (1, 2, 3, 4)
        for some in combinations(numbers, size)
        if size < 4 or len(numbers) <= 10
    )
    return min(ways, _MOST_WAYS)


def _pieces(cards: Cards) -> tuple[str, ...]:
    return tuple(map(write_card, cards))


# --- what is right --------------------------------------------------------------------------------


def answers(exercise: Exercise) -> frozenset[Answer]:
    """All right answers, as the referee's ruling has them."""
    ruling = _ruling(exercise)
    match exercise.kind:
        case Kind.TAKE:
            outcomes = _play(ruling).outcomes
            return frozenset(
                Answer(tuple(sorted(_pieces(one.option.captured)))) for one in outcomes
            )
        case Kind.FORCED:
            return frozenset({Answer(_forced(exercise, ruling))})
        case Kind.SWEEP:
            return frozenset({Answer(number=_MARKERS[_play(ruling).outcomes[0].sweep])})
        case Kind.COST:
            outcome = _play(ruling).outcomes[0]
            swept = _MARKERS[outcome.sweep] * ruling.sweep_points
            return frozenset({Answer(number=outcome.option.points + swept)})
        case Kind.PAYS:
            markers = _MARKERS[_play(ruling).outcomes[0].sweep]
            seats = (set_up_by(exercise.seat, exercise.players),) if markers else ()
            return frozenset({Answer(number=markers * ruling.sweep_points, seats=seats)})
    raise ValueError(exercise.kind)


def _forced(exercise: Exercise, ruling: Ruling) -> tuple[str, ...]:
    """Every card of the hand that may be played where a sweep is forced, a twin twice."""
    assert ruling.hand is not None
    must = {write_card(card) for card in ruling.hand.must_play}
    return tuple(sorted(piece for piece in exercise.choices if piece in must))


def judged(exercise: Exercise, answer: Answer) -> Judged:
    """What the referee says of an answer. That to what must be taken is a claim, which it judges;
    others are compared with its ruling."""
    if exercise.kind is Kind.TAKE:
        claim = " ".join(answer.pieces or ()) or NOTHING
        found = ask(exercise.game, {**exercise.texts, "captured": claim}).ruling
        return Judged(found.verdict.legal, found.verdict.clause or "capture-everything", found)
    ruling = _ruling(exercise)
    return Judged(answer in answers(exercise), _clause(exercise.kind, ruling), ruling)


def _clause(kind: Kind, ruling: Ruling) -> str:
    if kind is Kind.FORCED:
        return "forced-sweep"
    sweep = _play(ruling).outcomes[0].sweep
    if kind is Kind.COST:
        return "scoring" if sweep is Sweep.NONE else "sweep"
    if sweep is Sweep.DOUBLE:
        return "double-sweep"
    return "set-up" if kind is Kind.PAYS and sweep is not Sweep.NONE else "sweep"


def _ruling(exercise: Exercise) -> Ruling:
    found: Ruling = ask(exercise.game, exercise.texts).ruling
    return found


def _play(ruling: Ruling) -> CaptureOptions:
    assert ruling.play is not None
    return ruling.play
