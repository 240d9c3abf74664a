"""Types of exercises about captures in Krypkasino."""

from collections.abc import Sequence
from itertools import pairwise
from typing import ClassVar

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
from ..playing.simulation import SeededRandom, SimulatedPosition, hands_of
from .exercise import (
    Answer,
    Difficulty,
    DifficultyRange,
    Draft,
    Exercise,
    ExerciseType,
    JudgedAnswer,
)

_MOST_ANSWERS = 12
_MOST_TABLE = 14
_MOST_WAYS = 40
_MOST_FOR_FOURS = 10
"""The largest table on which sets of four cards are counted."""
_MOST_CLAUSES = 3
_CARDS_TRIED = 8
_NO_SWEEPS = 6
"""One in so many tables that no card sweeps is asked about, since most are like that."""
_MARKERS = {Sweep.NONE: 0, Sweep.SINGLE: 1, Sweep.DOUBLE: 2}


class _CaptureType(ExerciseType):
    """A type of exercise about captures."""

    referee = CaptureRules

    def judge(self, exercise: Exercise, answer: Answer) -> JudgedAnswer:
        ruling = ruling_on(exercise)
        outcome, right = play_of(ruling).outcomes[0], answer in self.answers(exercise)
        return JudgedAnswer(right, self._clause_of(outcome.sweep), ruling, outcome.option.sets)

    def _clause_of(self, sweep: Sweep) -> str:
        return "double-sweep" if sweep is Sweep.DOUBLE else "sweep"

    def _about_play(
        self,
        simulated: SimulatedPosition,
        wanted: DifficultyRange,
        difficulty: Difficulty,
        card: Card,
    ) -> Exercise:
        return Exercise(
            simulated.rules.key,
            self,
            wanted.seed,
            difficulty,
            self.asks,
            {"table": write_cards(_table(simulated)), "played": write_card(card)},
            players=simulated.seats.players,
            seat=simulated.seat,
        )


class Take(_CaptureType):
    """Exercises that ask which table cards a card must capture."""

    name, clause, asks = "take", "capture-everything", ("pieces",)
    edges = ((7, 8, 10, 12),)

    def make(self, draft: Draft) -> Exercise | None:
        simulated, chance, wanted = draft
        rules, table = capture_rules(simulated.rules), _table(simulated)
        if not 2 <= len(table) <= _MOST_TABLE:
            return None
        takes, ways = chance.below(8) > 0, _set_counts(rules, table)
        for card in _one_of_each_rank(simulated.unseen, chance)[:_CARDS_TRIED]:
            least = Difficulty(len(table) + 1, ways[rules.hand_values[card.rank]], 1)
            if not wanted.may_have(least.number, least.number + 2 * (_MOST_CLAUSES - 1)):
                continue
            captures = _captures(rules, table, card)
            if not captures.complete or captures.total > _MOST_ANSWERS or takes is captures.creeps:
                continue
            options = captures.options(_MOST_ANSWERS)
            several = any(len(option.sets) > 1 for option in options)
            clauses = 1 if captures.creeps else 1 + several + (len(options) > 1)
            difficulty = least._replace(clauses=clauses)
            if wanted.has(difficulty):
                texts = {"table": write_cards(table), "played": write_card(card)}
                game, pieces = simulated.rules.key, pieces_of(table)
                return Exercise(game, self, wanted.seed, difficulty, self.asks, texts, pieces)
        return None

    def answers(self, exercise: Exercise) -> frozenset[Answer]:
        outcomes = play_of(ruling_on(exercise)).outcomes
        return frozenset(
            Answer(tuple(sorted(pieces_of(outcome.option.captured)))) for outcome in outcomes
        )

    def judge(self, exercise: Exercise, answer: Answer) -> JudgedAnswer:
        """Return the judgement of an answer, which is judged as a claim."""
        claim = " ".join(answer.pieces or ()) or NOTHING
        ruling = ask_about_capture(exercise.game, {**exercise.texts, "captured": claim}).ruling
        verdict = ruling.verdict
        assert verdict is not None  # a capture was claimed
        right, rules = verdict.legal is not False, capture_rules(ruleset(exercise.game))
        sets = divided(rules, play_of(ruling).card, verdict.taken if right else ())
        return JudgedAnswer(right, verdict.clause or self.clause, ruling, sets)


class Forced(_CaptureType):
    """Exercises that ask of which cards of a hand one must be played."""

    name, clause, asks = "forced", "forced-sweep", ("pieces",)
    edges = ((10, 12, 14, 17),)

    def make(self, draft: Draft) -> Exercise | None:
        simulated, chance, wanted = draft
        rules, table = capture_rules(simulated.rules), _table(simulated)
        if not 1 <= len(table) <= _MOST_TABLE or len(simulated.hand) < 2:
            return None
        sweeping, ways = sweeping_ranks(rules, table), _set_counts(rules, table)
        for redealt in hands_of(simulated, chance):
            hand = redealt.hand
            if not any(card.rank in sweeping for card in hand) and chance.below(4):
                continue
            among = sum(ways[rules.hand_values[rank]] for rank in {card.rank for card in hand})
            clauses = 1 + (len(table) > 1)
            difficulty = Difficulty(len(table) + len(hand), min(among, _MOST_WAYS), clauses)
            if wanted.has(difficulty):
                texts = {"table": write_cards(table), "hand": write_cards(hand)}
                game, pieces = simulated.rules.key, pieces_of(hand)
                return Exercise(game, self, wanted.seed, difficulty, self.asks, texts, pieces)
        return None

    def answers(self, exercise: Exercise) -> frozenset[Answer]:
        """Return the only right answer: every card that may be played, a twin twice."""
        hand = ruling_on(exercise).hand
        assert hand is not None
        must = {write_card(card) for card in hand.must_play}
        return frozenset({Answer(tuple(sorted(one for one in exercise.choices if one in must)))})

    def judge(self, exercise: Exercise, answer: Answer) -> JudgedAnswer:
        right = answer in self.answers(exercise)
        return JudgedAnswer(right, self.clause, ruling_on(exercise))


class Sweeps(_CaptureType):
    """Exercises that ask how many cards are turned face up for a play."""

    name, clause = "sweep", "sweep"
    asks: ClassVar[tuple[str, ...]] = ("number",)
    edges = ((7, 8, 9, 10),)

    def make(self, draft: Draft) -> Exercise | None:
        """Return an exercise about a play that may sweep; None if none fits. Most of the plays
        sweep, and a lone card often meets its twin."""
        simulated, chance, wanted = draft
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
        ways, more = _set_counts(rules, table), len(self.asks) - 1
        for card in _one_of_each_rank(cards, chance):
            among = ways[rules.hand_values[card.rank]] + more
            lone = len(table) == 1 and table[0].rank is card.rank
            difficulty = Difficulty(len(table) + 1, among, 1 + lone + more)
            if wanted.has(difficulty):
                return self._about_play(simulated, wanted, difficulty, card)
        return None

    def answers(self, exercise: Exercise) -> frozenset[Answer]:
        return frozenset({Answer(number=_markers(ruling_on(exercise)))})


class Pays(Sweeps):
    """Exercises that ask who set up a sweep, and how many points it costs them."""

    name, clause, asks = "pays", "set-up", ("seats", "number")
    edges = ((10, 11, 12, 13),)

    def answers(self, exercise: Exercise) -> frozenset[Answer]:
        ruling = ruling_on(exercise)
        markers = _markers(ruling)
        seats = (set_up_by(exercise.seat, exercise.players),) if markers else ()
        return frozenset({Answer(number=markers * ruling.sweep_points, seats=seats)})

    def _clause_of(self, sweep: Sweep) -> str:
        return self.clause if sweep is Sweep.SINGLE else super()._clause_of(sweep)


class Cost(_CaptureType):
    """Exercises that ask how many points the cards and the sweep of a play cost, of a card that
    captures in one way only."""

    name, clause, asks = "cost", "scoring", ("number",)
    edges = ((6, 7, 9, 11),)

    def make(self, draft: Draft) -> Exercise | None:
        simulated, chance, wanted = draft
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
            if wanted.has(difficulty):
                return self._about_play(simulated, wanted, difficulty, card)
        return None

    def answers(self, exercise: Exercise) -> frozenset[Answer]:
        ruling = ruling_on(exercise)
        option, swept = play_of(ruling).outcomes[0].option, _markers(ruling) * ruling.sweep_points
        return frozenset({Answer(number=option.points + swept)})

    def _clause_of(self, sweep: Sweep) -> str:
        return self.clause if sweep is Sweep.NONE else "sweep"


TAKE, FORCED = Take(), Forced()
TYPES: tuple[ExerciseType, ...] = (TAKE, FORCED, Sweeps(), Cost(), Pays())
"""The types of exercises about captures, the first to learn first."""


def ruling_on(exercise: Exercise) -> Ruling:
    """Return the referee's ruling on an exercise about captures."""
    return ask_about_capture(exercise.game, exercise.texts).ruling


def play_of(ruling: Ruling) -> CaptureOptions:
    """Return the options of the played card in a ruling."""
    assert ruling.play is not None
    return ruling.play


def pieces_of(cards: Cards) -> tuple[str, ...]:
    """Return the texts of cards."""
    return tuple(map(write_card, cards))


def _markers(ruling: Ruling) -> int:
    return _MARKERS[play_of(ruling).outcomes[0].sweep]


def _one_of_each_rank(cards: Sequence[Card], chance: SeededRandom) -> list[Card]:
    """Return one card of each rank in random order; ranks with many cards tend to come early."""
    return list({card.rank: card for card in chance.shuffled(cards)}.values())


def _table(simulated: SimulatedPosition) -> Cards:
    return tuple(sorted(simulated.state.table))


def _captures(rules: CaptureRules, table: Cards, card: Card) -> Captures:
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
