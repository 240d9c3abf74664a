"""Questions to the referee of Krypkasino, and their rulings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from ...cards import (
    SUITS,
    Card,
    Cards,
    Impossible,
    KnownCards,
    Rank,
    TooManyCards,
    TooManyCopies,
    difference,
    match,
)
from ...notation import NOTHING, read_cards
from ...question_fields import (
    OPTIONS_DEFAULT,
    BadQuestion,
    FieldReader,
    NothingPlayed,
    WrongField,
    read_limit,
    read_names,
    read_one_card,
    read_switch,
)
from .captures import (
    CaptureRules,
    Captures,
    LegalCapture,
    SetAside,
    sweeping_ranks,
    table_after_deal,
)
from .verdict import (
    CaptureOptions,
    CaptureReason,
    CaptureVerdict,
    HandPlay,
    HandRuling,
    Outcome,
    Ruling,
    Sweep,
    completed,
    judge_claim,
)


class SuitNeeded(Impossible):
    """A card without suit where a house rule sets cards aside by suit."""

    def __init__(self, card: Card) -> None:
        super().__init__(f"its suit decides: {card!r}")
        self.card = card


@dataclass(frozen=True)
class Question:
    """The fields of the API's referee call. ``captured=()`` claims a creep, None claims nothing.

    ``dealt``: the table was just dealt, so cards are set aside first; ``last_of_deal``: this play
    empties the hands, so cards that it leaves are set aside before the next player can sweep;
    ``limit``: the largest number of options to be listed.
    """

    table: Cards = ()
    played: Card | None = None
    hand: Cards | None = None
    captured: Cards | None = None
    dealt: bool = False
    last_of_deal: bool = False
    house: tuple[str, ...] = ()
    limit: int = OPTIONS_DEFAULT

    @classmethod
    def read(cls, texts: Mapping[str, str]) -> Question:
        """Return the question in text fields; absent and empty ones keep their defaults.

        Raises :class:`PartlyReadable` with a fault for each field that cannot be read.
        """
        reader = FieldReader(texts)
        question = cls(
            table=reader.read("table", read_cards) or (),
            played=reader.read("played", read_one_card),
            hand=reader.read("hand", read_cards),
            captured=reader.read("captured", _read_claim),
            dealt=reader.read("dealt", read_switch) or False,
            last_of_deal=reader.read("last_of_deal", read_switch) or False,
            house=reader.read("house", read_names) or (),
            limit=reader.read("limit", read_limit) or OPTIONS_DEFAULT,
        )
        faults = reader.faults
        if question.captured is not None and question.played is None and not faults:
            faults = [WrongField("played", NothingPlayed())]
        if faults:
            raise PartlyReadable(question, *faults)
        return question


class PartlyReadable(BadQuestion):
    """A question with fields that cannot be read; ``question`` has the others."""

    def __init__(self, question: Question, *faults: WrongField) -> None:
        super().__init__(*faults)
        self.question = question


def _read_claim(text: str) -> Cards:
    """Return the captured cards that a text claims; ``-`` is a creep."""
    return () if text == NOTHING else read_cards(text)


@lru_cache(maxsize=128)
def consult(rules: CaptureRules, question: Question) -> Ruling:
    """Return the ruling on a question. Raises :class:`.BadQuestion`.

    Recent rulings are cached: one position is asked about by several phones, and again for its
    page, its share page and its code.
    """
    return _Case(rules, question).ruling()


class _Case:
    """A question with everything about it that is computed only once."""

    def __init__(self, rules: CaptureRules, question: Question) -> None:
        self.rules, self.question = rules, question
        self.hand = tuple(sorted(question.hand or ()))
        self.hand_match: Cards | None = None  # the played card, as it stands in the hand
        self.known_cards = self._check_cards("table", question.table)
        if self.hand:
            self.known_cards = self._check_cards("hand", question.table + self.hand)
        if question.played:
            self.known_cards = self._check_played_card(question.played)
        claimed, most = len(question.captured or ()), rules.deck.size
        if claimed > most:
            raise BadQuestion(WrongField("captured", TooManyCards(claimed, most)))
        self.table: Cards = tuple(sorted(question.table))
        self.set_aside: Cards = ()
        if question.dealt:
            after_deal = table_after_deal(rules, question.table, self.known_cards)
            if after_deal.undecided:
                raise BadQuestion(WrongField("table", SuitNeeded(after_deal.undecided[0])))
            self.table, self.set_aside = after_deal.staying, after_deal.aside

    def ruling(self) -> Ruling:
        """Return the whole ruling."""
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
        """Return the ranks that would sweep the table."""
        return sweeping_ranks(self.rules, self.table)

    @cached_property
    def unless(self) -> tuple[Rank, ...]:
        """Return the sweeping ranks that the hand must not hold for another card to be legal.

        Ranks of which all cards are in sight are left out, as are all ranks with the last card of a
        deal, when the hand holds no other card.
        """
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
        """Return the cards of the hand that sweep, of which one must be played."""
        return tuple(card for card in dict.fromkeys(self.hand) if card.rank in self.sweeps_for)

    def _check_cards(self, field: str, cards: Cards) -> KnownCards:
        """Return all cards named so far, checked against the deck. Raises :class:`.BadQuestion` for
        a field."""
        try:
            return KnownCards(self.rules.deck, cards)
        except TooManyCopies as error:
            raise BadQuestion(WrongField(field, error)) from None

    def _check_played_card(self, played: Card) -> KnownCards:
        """Return all cards that were named, checked against the deck. The played card is one of the
        hand, if the hand has it."""
        hand = list(self.hand)
        self.hand_match = match((played,), self.hand, self.known_cards)
        if self.hand_match:
            if self.hand_match == (played,) or not played.suited:
                return self.known_cards
            hand.remove(*self.hand_match)
        return self._check_cards("played", (*self.question.table, *hand, played))

    def _captures(self, played: Card, containing: Cards = ()) -> Captures:
        """Return the captures of the played card, which without a suit may be any card of its rank
        in the hand; with ``containing``, only captures of at least these cards."""
        hand_match = tuple(dict.fromkeys(card for card in self.hand if card.rank is played.rank))
        played_as = (played,) if played.suited or not hand_match else hand_match
        return Captures(self.rules, self.table, played_as, self.known_cards, containing)

    def _played_as(self, card: Card) -> Cards:
        """Return the cards that a card of the hand may be: a card without suit may be the played
        card, whose suit is known."""
        played = self.question.played
        if played is None or card.suited or not played.suited or self.hand_match != (card,):
            return (card,)
        return (played,) if self.hand.count(card) == 1 else (played, card)

    def _rule_hand(self) -> HandRuling:
        plays = []
        for card in dict.fromkeys(self.hand):
            captures = Captures(self.rules, self.table, self._played_as(card), self.known_cards)
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

    def _outcome(self, captures: Captures, played: Card, option: LegalCapture) -> Outcome:
        if option.captured:
            remaining = difference(self.table, option.captured)
        else:
            remaining = tuple(sorted((*self.table, played)))
        after_deal = SetAside(staying=remaining, aside=(), undecided=())
        if self.question.last_of_deal:
            after_deal = table_after_deal(self.rules, remaining, self.known_cards)
        return Outcome(
            option=option,
            left=remaining,
            set_aside=after_deal.aside,
            sweep=Sweep.NONE if remaining else self._sweep(captures),
            sets_up=sweeping_ranks(self.rules, after_deal.staying, after_deal.undecided),
        )

    def _sweep(self, captures: Captures) -> Sweep:
        """Return the sweep of a card that captures the whole table: double if it captures only its
        twin."""
        if len(self.table) > 1 or self.table[0].rank is not captures.played_as[0].rank:
            return Sweep.SINGLE
        twins = [self.known_cards.twins(card, self.table[0]) for card in captures.played_as]
        if not any(same for same, _ in twins):
            return Sweep.SINGLE
        return Sweep.UNSURE if any(different for _, different in twins) else Sweep.DOUBLE

    def _open_suits(self, play: CaptureOptions) -> Cards:
        """Return the cards without suit that decide about a double sweep or about setting aside."""
        open_cards = set()
        for outcome in play.outcomes:
            if outcome.sweep is Sweep.UNSURE:
                open_cards |= {self.table[0], play.card}
            if self.question.last_of_deal:
                open_cards.update(
                    table_after_deal(self.rules, outcome.left, self.known_cards).undecided
                )
        return tuple(sorted(card for card in open_cards if not card.suited))

    def _open_points(self, play: CaptureOptions) -> Cards:
        """Return the other cards without suit that decide about points."""
        open_cards = set()
        for outcome in play.outcomes:
            if outcome.option.points < outcome.option.points_most:
                open_cards |= {*outcome.option.captured, play.card}
        return tuple(
            card
            for card in sorted(open_cards.difference(self._open_suits(play)))
            if not card.suited
            and len({self.rules.worth[face] for face in self.known_cards.faces(card)}) > 1
        )

    def _judge(self, played: Card) -> CaptureVerdict:
        """Return the verdict with the first reason that applies, in the API's order."""
        if self.question.hand is not None and not self.hand_match:
            return CaptureVerdict(CaptureReason.NOT_IN_HAND, played)
        claim = self.question.captured
        captured = None if claim is None else match(claim, self.table, self.known_cards)
        if claim is not None and captured is None:
            absent = _absent(claim, self.table, self.known_cards)
            return CaptureVerdict(CaptureReason.NOT_ON_TABLE, played, culprits=absent)
        if self.must_play and played.rank not in self.sweeps_for:
            return CaptureVerdict(CaptureReason.MUST_SWEEP, played, must_play=self.must_play)
        if captured is None:
            return CaptureVerdict(CaptureReason.LEGAL, played)
        verdict = judge_claim(self.rules, self.table, played, captured)
        if verdict.missed:
            return completed(verdict, self._captures(played, captured), self.question.limit)
        return replace(verdict, unless=self.unless) if verdict.legal else verdict


def settled(rules: CaptureRules, question: Question, hand_match: Sequence[Rank]) -> Ruling:
    """Return the ruling once it is known which of the ranks that it depends on the hand holds."""
    assert question.played is not None
    return consult(rules, replace(question, hand=(question.played, *map(Card, hand_match))))


def _absent(named: Cards, table: Cards, known_cards: KnownCards) -> Cards:
    present: Cards = ()
    absent = []
    for card in sorted(named):
        if match((*present, card), table, known_cards) is None:
            absent.append(card)
        else:
            present = (*present, card)
    return tuple(absent)
