"""The referee: a question in, a ruling out (#turn and #sweep, and the API's *Referee*)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property, lru_cache

from ...cards import (
    SUITS,
    Card,
    Cards,
    KnownCards,
    Rank,
    TooManyCards,
    TooManyCopies,
    difference,
    match,
)
from ...plays import Play, as_play
from ...question_fields import BadQuestion, WrongField
from .capture_options import Captures, Option, sweeping_ranks
from .capture_rules import CaptureRules, SetAside
from .question import Question, SuitNeeded
from .verdict import CaptureReason, CaptureVerdict, completed, judge_claim


class Sweep(StrEnum):
    """Does a play take the whole table? ``UNSURE``: double if two suits turn out the same."""

    NONE = "none"
    SINGLE = "single"
    DOUBLE = "double"
    UNSURE = "single_or_double"


@dataclass(frozen=True)
class Outcome:
    """An option and the table after it: what is left, what of that the next deal sets aside,
    and the ranks that would sweep the rest."""

    option: Option
    left: Cards
    set_aside: Cards
    sweep: Sweep
    sets_up: tuple[Rank, ...]


@dataclass(frozen=True)
class HandPlay:
    """What one card of a hand would do; ``options_total`` is None if not all were found."""

    card: Card
    sweep: Sweep
    options_total: int | None
    points_least: int


@dataclass(frozen=True)
class HandRuling:
    """The cards of which one must be played (none: free choice), and each card's outlook."""

    must_play: Cards
    plays: tuple[HandPlay, ...]


@dataclass(frozen=True)
class CaptureOptions:
    """What the played card may do. Creeping is an option that captures nothing."""

    card: Card
    value: int
    creeps: bool
    options_total: int | None
    outcomes: tuple[Outcome, ...]

    @property
    def plays(self) -> Sequence[Play]:
        """Each of them as a turn."""
        return [as_play(self.card, outcome.option.captured) for outcome in self.outcomes]


@dataclass(frozen=True)
class Ruling:
    """The whole answer; ``table`` is what lies there once ``set_aside`` is gone.

    ``unless``: the ranks of ``sweeps_for`` of which the hand, which nobody showed, must hold none
    if another card was played (#forced-sweep). ``open_suits``: suitless cards that decide about a
    double sweep or about what is set aside; ``open_points``: others that decide about points;
    ``sweep_points``: what a marker costs.
    """

    table: Cards
    set_aside: Cards
    sweeps_for: tuple[Rank, ...]
    unless: tuple[Rank, ...]
    hand: HandRuling | None
    play: CaptureOptions | None
    verdict: CaptureVerdict | None
    open_suits: Cards
    open_points: Cards
    sweep_points: int

    @property
    def sweep(self) -> Sweep:
        """The sweep that it is about: the one that the played card makes, or else the one that the
        hand forces. Where the cards to choose from make different ones, it is not sure."""
        if self.play and self.play.outcomes[0].sweep is not Sweep.NONE:
            return self.play.outcomes[0].sweep
        forced = {play.sweep for play in self.hand.plays} if self.hand else set()
        forced.discard(Sweep.NONE)
        return Sweep.UNSURE if len(forced) > 1 else min(forced, default=Sweep.NONE)


@lru_cache(maxsize=128)
def consult(rules: CaptureRules, question: Question) -> Ruling:
    """Rule on a question. Raises :class:`~referee.rules.question_fields.BadQuestion`.

    The last rulings are kept: one position is asked about by several phones, and again for its
    page, its share page and its code.
    """
    return _Case(rules, question).ruling()


class _Case:
    """A question with everything about it that is worth working out just once."""

    def __init__(self, rules: CaptureRules, question: Question) -> None:
        self.rules, self.question = rules, question
        self.hand = tuple(sorted(question.hand or ()))
        self.held: Cards | None = None  # the played card, as it stands in the hand
        self.packs = self._packs("table", question.table)
        if self.hand:
            self.packs = self._packs("hand", question.table + self.hand)
        if question.played:
            self.packs = self._packs_with(question.played)
        claimed, most = len(question.captured or ()), rules.deck.size
        if claimed > most:
            raise BadQuestion(WrongField("captured", TooManyCards(claimed, most)))
        self.table: Cards = tuple(sorted(question.table))
        self.set_aside: Cards = ()
        if question.dealt:
            settled = rules.after_deal(question.table, self.packs)
            if settled.undecided:
                raise BadQuestion(WrongField("table", SuitNeeded(settled.undecided[0])))
            self.table, self.set_aside = settled.kept, settled.aside

    def ruling(self) -> Ruling:
        played = self.question.played
        judged = self.question.hand is not None or self.question.captured is not None
        play = None if played is None else self._rule_play(played)
        suitless = play and not all(card.suited for card in (*self.table, play.card))
        return Ruling(
            table=self.table,
            set_aside=self.set_aside,
            sweeps_for=self.sweeps_for,
            unless=self.unless,
            hand=None if self.question.hand is None else self._rule_hand(),
            play=play,
            verdict=self._judge(played) if played and judged else None,
            open_suits=self._open_suits(play) if play and suitless else (),
            open_points=self._open_points(play) if play and suitless else (),
            sweep_points=self.rules.sweep_points,
        )

    @cached_property
    def sweeps_for(self) -> tuple[Rank, ...]:
        return sweeping_ranks(self.rules, self.table)

    @cached_property
    def unless(self) -> tuple[Rank, ...]:
        """Nobody holds a card of a rank that is all in sight, nor another one beside the last card
        of a deal."""
        played = self.question.played
        if played is None or played.rank in self.sweeps_for:
            return ()
        if self.question.hand is not None or self.question.last_of_deal:
            return ()
        seen = Counter(card.rank for card in (*self.question.table, played))
        most = self.rules.deck.copies * len(SUITS)
        return tuple(rank for rank in self.sweeps_for if seen[rank] < most)

    @cached_property
    def must_play(self) -> Cards:
        return tuple(card for card in dict.fromkeys(self.hand) if card.rank in self.sweeps_for)

    def _packs(self, field: str, cards: Cards) -> KnownCards:
        try:
            return KnownCards(self.rules.deck, cards)
        except TooManyCopies as error:
            raise BadQuestion(WrongField(field, error)) from None

    def _packs_with(self, played: Card) -> KnownCards:
        """All cards that were named. The played card is one of the hand, if the hand has it."""
        hand = list(self.hand)
        self.held = match((played,), self.hand, self.packs)
        if self.held:
            if self.held == (played,) or not played.suited:
                return self.packs
            hand.remove(*self.held)
        return self._packs("played", (*self.question.table, *hand, played))

    def _captures(self, played: Card, containing: Cards = ()) -> Captures:
        held = tuple(dict.fromkeys(card for card in self.hand if card.rank is played.rank))
        played_as = (played,) if played.suited or not held else held
        return Captures(self.rules, self.table, played_as, self.packs, containing)

    def _may_be(self, card: Card) -> Cards:
        """What a card of the hand may be: with its suit told when it was played, that card."""
        played = self.question.played
        if played is None or card.suited or not played.suited or self.held != (card,):
            return (card,)
        return (played,) if self.hand.count(card) == 1 else (played, card)

    def _rule_hand(self) -> HandRuling:
        plays = []
        for card in dict.fromkeys(self.hand):
            captures = Captures(self.rules, self.table, self._may_be(card), self.packs)
            sweep = self._sweep(captures) if card in self.must_play else Sweep.NONE
            total = captures.total if captures.complete else None
            plays.append(HandPlay(card, sweep, total, captures.points_least))
        return HandRuling(self.must_play, tuple(plays))

    def _rule_play(self, played: Card) -> CaptureOptions:
        captures = self._captures(played)
        return CaptureOptions(
            card=played,
            value=captures.value,
            creeps=captures.creeps,
            options_total=captures.total if captures.complete else None,
            outcomes=tuple(
                self._outcome(captures, played, option)
                for option in captures.options(self.question.limit)
            ),
        )

    def _outcome(self, captures: Captures, played: Card, option: Option) -> Outcome:
        left = difference(self.table, option.captured) if option.captured else (*self.table, played)
        left = tuple(sorted(left))
        settled = SetAside(kept=left, aside=(), undecided=())
        if self.question.last_of_deal:
            settled = self.rules.after_deal(left, self.packs)
        return Outcome(
            option=option,
            left=left,
            set_aside=settled.aside,
            sweep=Sweep.NONE if left else self._sweep(captures),
            sets_up=sweeping_ranks(self.rules, settled.kept, settled.undecided),
        )

    def _sweep(self, captures: Captures) -> Sweep:
        """The sweep of a card that takes the whole table: double if it takes just its twin."""
        if len(self.table) > 1 or self.table[0].rank is not captures.played_as[0].rank:
            return Sweep.SINGLE
        twins = [self.packs.twins(card, self.table[0]) for card in captures.played_as]
        if not any(same for same, _ in twins):
            return Sweep.SINGLE
        return Sweep.UNSURE if any(different for _, different in twins) else Sweep.DOUBLE

    def _open_suits(self, play: CaptureOptions) -> Cards:
        found = set()
        for outcome in play.outcomes:
            if outcome.sweep is Sweep.UNSURE:
                found |= {self.table[0], play.card}
            if self.question.last_of_deal:
                found.update(self.rules.after_deal(outcome.left, self.packs).undecided)
        return tuple(sorted(card for card in found if not card.suited))

    def _open_points(self, play: CaptureOptions) -> Cards:
        found = set()
        for outcome in play.outcomes:
            if outcome.option.points < outcome.option.points_most:
                found |= {*outcome.option.captured, play.card}
        return tuple(
            card
            for card in sorted(found.difference(self._open_suits(play)))
            if not card.suited
            and len({self.rules.worth[face] for face in self.packs.faces(card)}) > 1
        )

    def _judge(self, played: Card) -> CaptureVerdict:
        """The first of the reasons that applies, in the API's order."""
        if self.question.hand is not None and not self.held:
            return CaptureVerdict(CaptureReason.NOT_IN_HAND, played)
        claim = self.question.captured
        taken = None if claim is None else match(claim, self.table, self.packs)
        if claim is not None and taken is None:
            absent = _absent(claim, self.table, self.packs)
            return CaptureVerdict(CaptureReason.NOT_ON_TABLE, played, culprits=absent)
        if self.must_play and played.rank not in self.sweeps_for:
            return CaptureVerdict(CaptureReason.MUST_SWEEP, played, must_play=self.must_play)
        if taken is None:
            return CaptureVerdict(CaptureReason.LEGAL, played)
        verdict = judge_claim(self.rules, self.table, played, taken)
        if verdict.missed:
            return completed(verdict, self._captures(played, taken), self.question.limit)
        return replace(verdict, unless=self.unless) if verdict.legal else verdict


def settled(rules: CaptureRules, question: Question, held: Sequence[Rank]) -> Ruling:
    """The ruling once somebody says which of the ranks that it hangs on the hand held."""
    assert question.played is not None
    return consult(rules, replace(question, hand=(question.played, *map(Card, held))))


def _absent(named: Cards, table: Cards, packs: KnownCards) -> Cards:
    """The named cards that do not lie there."""
    found: Cards = ()
    absent = []
    for card in sorted(named):
        if match((*found, card), table, packs) is None:
            absent.append(card)
        else:
            found = (*found, card)
    return tuple(absent)
