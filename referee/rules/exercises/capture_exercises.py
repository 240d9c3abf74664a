"""Types of exercises about captures in Krypkasino."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from enum import StrEnum
from itertools import pairwise, product

from ..cards import Card, Cards, KnownCards, difference
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
    Draft,
    Exercise,
    ExerciseType,
    JudgedAnswer,
    level_of,
)
from .habits import (
    HabitAnswers,
    Screen,
    habits_of,
    habits_of_hand,
    tables_beyond_habits,
    tables_to_sweep,
)

_MOST_ANSWERS = 12
_MOST_TABLE = 14
_MOST_WAYS = 40
_MOST_FOR_FOURS = 10
"""The largest table on which sets of four cards are counted."""
_MOST_CLAUSES = 3
_CARDS_TRIED = 8
_LONE = 5
"""One in so many tables is asked about as if its last card alone lay there: a double sweep needs
that."""
_FEWEST_HELD = 3
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
        draft: Draft,
        difficulty: Difficulty,
        table: Cards,
        card: Card,
        choices: tuple[str, ...] = (),
    ) -> Exercise:
        simulated = draft.simulated
        return Exercise(
            simulated.rules.key,
            self,
            draft.wanted.seed,
            difficulty,
            self.asks,
            {"table": write_cards(table), "played": write_card(card)},
            choices,
            players=simulated.seats.players,
            seat=simulated.seat,
        )


class Take(_CaptureType):
    """Exercises that ask which table cards a card must capture."""

    name, clause, asks = "take", "capture-everything", ("pieces",)
    edges = ((8, 9, 22, 24),)
    wide_levels = True

    def candidates(self, draft: Draft) -> Iterator[Exercise]:
        simulated, chance, wanted, screen = draft
        rules = capture_rules(simulated.rules)
        for card in _one_of_each_rank(simulated.unseen, chance)[:_CARDS_TRIED]:
            for table in self._tables(draft, rules, card):
                among = _set_counts(rules, table)[rules.hand_values[card.rank]]
                least = Difficulty(len(table) + 1, among, 1)
                if not wanted.may_have(least.number, least.number + 2 * (_MOST_CLAUSES - 1)):
                    continue
                captures = _captures(rules, table, card)
                if screen.wants_nothing is not captures.creeps:
                    continue
                if not captures.complete or captures.total > _MOST_ANSWERS:
                    continue
                options, pieces = captures.options(_MOST_ANSWERS), pieces_of(table)
                several = any(len(option.sets) > 1 for option in options)
                clauses = 1 if captures.creeps else 1 + several + (len(options) > 1)
                difficulty = least._replace(clauses=clauses)
                right = frozenset(tuple(sorted(pieces_of(option.captured))) for option in options)
                if wanted.has(difficulty) and screen.allows(
                    right, habits_of(rules, pieces, card), len(pieces)
                ):
                    yield self._about_play(draft, difficulty, table, card, pieces)

    def _tables(self, draft: Draft, rules: CaptureRules, card: Card) -> Iterator[Cards]:
        """Yield the tables on which a card may be asked about: the one that lies there, or some of
        its cards with unseen ones, where no habit is to find the answer."""
        simulated, chance, wanted, screen = draft
        table = _table(simulated)
        if screen.lenient:
            if 2 <= len(table) <= _MOST_TABLE:
                yield table
            return
        unseen = difference(simulated.unseen, (card,))
        yield from tables_beyond_habits(rules, table, unseen, card, level_of(wanted.seed), chance)

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
    edges = ((10, 12, 30, 32),)
    wide_levels = True

    def candidates(self, draft: Draft) -> Iterator[Exercise]:
        """Yield exercises about hands with cards that sweep, or without any where nothing is to be
        the answer."""
        simulated, chance, wanted, screen = draft
        if len(simulated.hand) < _FEWEST_HELD:
            return
        rules = capture_rules(simulated.rules)
        for table, redealt in self._tables(draft, rules):
            sweeping, ways = sweeping_ranks(rules, table), _set_counts(rules, table)
            if not 1 <= len(table) <= _MOST_TABLE or not (sweeping or screen.wants_nothing):
                continue
            hand = self._hand(redealt, rules, chance, table, screen)
            among = sum(ways[rules.hand_values[rank]] for rank in {card.rank for card in hand})
            clauses = 1 + (len(table) > 1)
            difficulty = Difficulty(len(table) + len(hand), min(among, _MOST_WAYS), clauses)
            pieces = pieces_of(hand)
            must = tuple(sorted(pieces_of(card for card in hand if card.rank in sweeping)))
            if wanted.has(difficulty) and screen.allows(
                frozenset({must}), _habits_of_hand(rules, table, hand), len(hand)
            ):
                texts = {"table": write_cards(table), "hand": write_cards(hand)}
                game = simulated.rules.key
                yield Exercise(game, self, wanted.seed, difficulty, self.asks, texts, pieces)

    def _tables(
        self, draft: Draft, rules: CaptureRules
    ) -> Iterator[tuple[Cards, SimulatedPosition]]:
        """Yield tables, each with a position that has the hand: the table that lies there, or some
        of its cards with unseen ones, where no habit is to find the answer."""
        simulated, chance, wanted, screen = draft
        table = _table(simulated)
        if screen.lenient:
            yield from ((table, redealt) for redealt in hands_of(simulated, chance))
            return
        for _ in range(_CARDS_TRIED):
            unseen, level = simulated.unseen, level_of(wanted.seed)
            yield from (
                (swept, simulated) for swept in tables_to_sweep(rules, table, unseen, level, chance)
            )

    def _hand(
        self,
        simulated: SimulatedPosition,
        rules: CaptureRules,
        chance: SeededRandom,
        table: Cards,
        screen: Screen,
    ) -> Cards:
        """Return a hand that the mover may hold, in which one to three cards sweep, or none."""
        if screen.wants_nothing:
            return simulated.hand
        unseen = chance.shuffled(difference(simulated.unseen, difference(table, _table(simulated))))
        sweeping, divides = sweeping_ranks(rules, table), _divides(rules, table)
        must = [card for card in unseen if card.rank in sweeping]
        others = [card for card in unseen if card.rank not in sweeping]
        number = min(1 + chance.below(3), len(must), len(simulated.hand) - 1)
        if not screen.lenient:  # one that only seems to sweep comes first
            others.sort(key=lambda card: not divides(card))
            others = [*others[:1], *chance.shuffled(others[1:])]
        return tuple(sorted((*must[:number], *others[: len(simulated.hand) - number])))

    def habits(self, exercise: Exercise) -> HabitAnswers:
        rules, shown = capture_rules(exercise.rules), self.shown(exercise)
        return _habits_of_hand(rules, shown.table.loose, shown.hand)

    def answers(self, exercise: Exercise) -> frozenset[Answer]:
        """Return the only right answer: every card that may be played, a twin twice."""
        hand = ruling_on(exercise).hand
        assert hand is not None
        must = {write_card(card) for card in hand.must_play}
        return frozenset({Answer(tuple(sorted(one for one in exercise.choices if one in must)))})

    def judge(self, exercise: Exercise, answer: Answer) -> JudgedAnswer:
        right = answer in self.answers(exercise)
        return JudgedAnswer(right, self.clause, ruling_on(exercise))


class SweepReason(StrEnum):
    """The reason why a play sweeps, or does not."""

    CREEPS = "creeps"
    REST_STAYS = "rest_stays"
    TAKES_ALL = "takes_all"
    TWIN_ALONE = "twin_alone"


class Sweeps(_CaptureType):
    """Exercises that ask whether a play sweeps, and why."""

    name, clause, asks = "sweep", "sweep", ("choice",)
    edges = ((6, 7, 8, 9),)

    def candidates(self, draft: Draft) -> Iterator[Exercise]:
        reason = draft.screen.pick(tuple(SweepReason))
        yield from self._about_sweep(draft, reason, tuple(SweepReason))

    def _about_sweep(
        self, draft: Draft, reason: SweepReason, choices: tuple[str, ...]
    ) -> Iterator[Exercise]:
        """Yield exercises about plays that sweep, or do not, for a reason. Where only one card
        lies, most plays would be double sweeps: so it also meets a card of its rank, or another."""
        simulated, chance, wanted, _ = draft
        rules, table = capture_rules(simulated.rules), _table(simulated)
        lone = reason is SweepReason.TWIN_ALONE or (
            reason is not SweepReason.REST_STAYS and chance.one_in(_LONE)
        )
        if lone and table:
            table = (chance.pick(table),)
        if not 1 <= len(table) <= _MOST_TABLE:
            return
        ways, cards = _set_counts(rules, table), _one_of_each_rank(simulated.unseen, chance)
        if lone and reason is not SweepReason.CREEPS:
            equal = [card for card in simulated.unseen if card.rank is table[0].rank]
            twin = reason is SweepReason.TWIN_ALONE
            cards = [card for card in equal if (card == table[0]) is twin]
        for card in cards:
            among = ways[rules.hand_values[card.rank]]
            difficulty = Difficulty(len(table) + 1, among, 1)
            fits = wanted.has(difficulty) or (lone and len(table) == 1)
            if fits and _reason_of(rules, table, card) is reason:
                yield self._about_play(draft, difficulty, table, card, choices)
                return

    def answers(self, exercise: Exercise) -> frozenset[Answer]:
        outcome = play_of(ruling_on(exercise)).outcomes[0]
        if outcome.sweep is Sweep.NONE:
            stays = bool(outcome.option.captured)
            reason = SweepReason.REST_STAYS if stays else SweepReason.CREEPS
        else:
            double = outcome.sweep is Sweep.DOUBLE
            reason = SweepReason.TWIN_ALONE if double else SweepReason.TAKES_ALL
        return frozenset({Answer(choice=reason)})


NOBODY = "nobody"
_PLACES = 12
"""Places around the table, the same part of which each payer has, however many there are."""
_PAID_PLACES = (
    *((SweepReason.REST_STAYS, place) for place in range(0, _PLACES, 3)),
    *product((SweepReason.TAKES_ALL, SweepReason.TWIN_ALONE), range(_PLACES)),
)
"""The sorts of sweeps with the places of the payers: one in seven is paid by nobody."""


class Pays(Sweeps):
    """Exercises that ask who set up a sweep, and how many points it costs them: ``1:5`` are five
    points of the player at seat 1."""

    name, clause = "pays", "set-up"
    edges = ((6, 7, 8, 9),)

    def candidates(self, draft: Draft) -> Iterator[Exercise]:
        """Yield exercises whose sweep the screen picks, and then who pays: so a sort of sweep that
        comes about more easily does not come more often. Whoever plays sits so that it is right."""
        simulated = draft.simulated
        players, points = simulated.seats.players, capture_rules(simulated.rules).sweep_points
        seats = sorted(range(players), key=lambda seat: set_up_by(seat, players))
        payments = [f"{payer}:{times * points}" for payer in range(players) for times in (1, 2)]
        values = (NOBODY, *payments)
        reason, place = draft.screen.pick(_PAID_PLACES)
        seat = seats[place * players // _PLACES]
        for exercise in self._about_sweep(draft, reason, values):
            yield replace(exercise, seat=seat)

    def answers(self, exercise: Exercise) -> frozenset[Answer]:
        ruling = ruling_on(exercise)
        markers = _markers(ruling)
        seat = set_up_by(exercise.seat, exercise.players)
        paid = f"{seat}:{markers * ruling.sweep_points}" if markers else NOBODY
        return frozenset({Answer(choice=paid)})

    def _clause_of(self, sweep: Sweep) -> str:
        return self.clause if sweep is Sweep.SINGLE else super()._clause_of(sweep)


class Cost(_CaptureType):
    """Exercises that ask how many points the cards and the sweep of a play cost, of a card that
    captures in one way only."""

    name, clause, asks = "cost", "scoring", ("number",)
    edges = ((6, 7, 8, 9),)

    def candidates(self, draft: Draft) -> Iterator[Exercise]:
        simulated, chance, wanted, screen = draft
        rules, table = capture_rules(simulated.rules), _table(simulated)
        lone = bool(table) and chance.one_in(_LONE)
        if lone:
            table = (chance.pick(table),)
        if not 1 <= len(table) <= _MOST_TABLE:
            return
        sweeping = sweeping_ranks(rules, table)
        swept_first = [card for card in simulated.unseen if card.rank in sweeping]
        if not lone and chance.one_in(3):
            swept_first = []
        for card in _one_of_each_rank(swept_first or simulated.unseen, chance)[:_CARDS_TRIED]:
            captures = _captures(rules, table, card)
            if captures.creeps or not captures.complete or captures.total != 1:
                continue
            (option,) = captures.options(1)
            taken = (*option.captured, card)
            scoring = sum(rules.worth[taken_card] > 0 for taken_card in taken)
            swept = len(option.captured) == len(table)
            double = swept and table == (card,)
            difficulty = Difficulty(len(taken), scoring, 1 + swept + double)
            cost = option.points + (swept + double) * rules.sweep_points
            if (wanted.has(difficulty) or double) and screen.allows_number(cost):
                yield self._about_play(draft, difficulty, table, card)

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


def pieces_of(cards: Iterable[Card]) -> tuple[str, ...]:
    """Return the texts of cards."""
    return tuple(map(write_card, cards))


def _markers(ruling: Ruling) -> int:
    return _MARKERS[play_of(ruling).outcomes[0].sweep]


def _reason_of(rules: CaptureRules, table: Cards, card: Card) -> SweepReason:
    """Return whether a card sweeps a table, and why."""
    if card.rank in sweeping_ranks(rules, table):
        return SweepReason.TWIN_ALONE if table == (card,) else SweepReason.TAKES_ALL
    creeps = _captures(rules, table, card).creeps
    return SweepReason.CREEPS if creeps else SweepReason.REST_STAYS


def _habits_of_hand(rules: CaptureRules, table: Cards, hand: Cards) -> HabitAnswers:
    """Return which cards of a hand habits take for those that must be played: the usual ones, the
    cards ``equal`` in rank to one on the table, and those that count as much as the ``whole`` table
    or that ``divide`` its sum."""
    pieces, ranks = pieces_of(hand), {card.rank for card in table}
    total = sum(rules.table_values[card.rank] for card in table)
    cards = {
        "equal": (card for card in hand if card.rank in ranks),
        "whole": (card for card in hand if rules.hand_values[card.rank] == total),
        "divide": filter(_divides(rules, table), hand),
    }
    answers = {name: tuple(sorted(pieces_of(some))) for name, some in cards.items()}
    return {**habits_of(rules, pieces, None), **habits_of_hand(hand), **answers}


def _divides(rules: CaptureRules, table: Cards) -> Callable[[Card], bool]:
    """Return a function that says whether the sum of a table is a multiple of a card's value: as it
    must be for a sweep, which is not enough."""
    total = sum(rules.table_values[card.rank] for card in table)
    return lambda card: total % rules.hand_values[card.rank] == 0


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
