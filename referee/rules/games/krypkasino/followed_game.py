"""A followed game of Krypkasino: how it stands, and what a play makes of it (#deal to #end).

A state holds what everybody at the table can see. Hands are secret: it knows how many cards
each player holds, not which. All cards in it have their suits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeVar

from ...cards import SUITS, Card, Cards, KnownCards, Rank, difference
from ...events import (
    AppliedEvent,
    Dealt,
    Event,
    Irregularity,
    IrregularityKind,
    Played,
    State,
    TableShown,
)
from ...game_engine import GameEngine, GameOver, PlayResult, WrongTable
from ...plays import Capture, CardOnly, Play, Trail, as_play
from ...question_fields import NotInThisGame
from ...seating import Seating, Seats
from ...sheet_plan import RowCounts, SheetPlan
from ...table_and_builds import Build
from .capture_options import sweeping_ranks
from .capture_rules import CaptureRules
from .question import Question
from .ruling import CaptureOptions, consult
from .verdict import CaptureReason, judge_claim, judge_play

_T = TypeVar("_T")


def play_of(turn: Play) -> tuple[Card, Cards]:
    """The card of a turn, which is one step here, and the cards that it takes. Raises
    :class:`~referee.rules.question_fields.NotInThisGame`."""
    match turn:
        case (Trail(card),):
            return card, ()
        case (Capture(card, cards, (), ()),):
            return card, cards
        case _:
            raise NotInThisGame


class Pile(NamedTuple):
    """A player's cards, the ``markers`` that lie face up among them included."""

    cards: Cards = ()
    markers: int = 0


@dataclass(frozen=True)
class CaptureState:
    """``turn`` is None when the game is over; ``in_hands`` counts cards; ``deal`` counts from 1.
    ``set_aside`` are cards that left the table after a deal (#set-aside). Once the table showed
    something else, only what came to light since is sure to be ``shown``."""

    dealer: int
    turn: int | None
    deal: int
    table: Cards
    in_hands: tuple[int, ...]
    piles: tuple[Pile, ...]
    set_aside: Cards = ()
    last_capturer: int | None = None
    shown: Cards = ()

    @property
    def builds(self) -> tuple[Build, ...]:
        """None is ever made."""
        return ()

    @property
    def players(self) -> int:
        return len(self.piles)


MAY_STAND = (
    CaptureReason.NOT_CAPTURABLE,
    CaptureReason.MUST_CAPTURE,
    CaptureReason.LEAVES_CAPTURABLE,
)
"""What a table may let stand; cards that do not lie there nobody can take."""


@dataclass(frozen=True, eq=False)
class CaptureGameEngine(GameEngine):
    """How a game of Krypkasino goes on."""

    AGAINST_THE_RULES = IrregularityKind.ILLEGAL_CAPTURE

    seating: Seating
    sheet: SheetPlan
    rules: CaptureRules

    def start(self, seats: Seats, table: Cards) -> CaptureState:
        players = seats.players
        plan = self.seating.deal_plan(players)
        if len(table) != sum(plan.table):
            raise WrongTable(len(table), sum(plan.table))
        before = CaptureState(
            dealer=seats.dealer,
            turn=None,
            deal=0,
            table=table,
            in_hands=(0,) * players,
            piles=(Pile(),) * players,
            shown=table,
        )
        return self._deal(before)

    def options(self, state: State, card: Card) -> CaptureOptions:
        """What a card may do, best first, with what the next deal makes of the table."""
        last_of_deal = self.seating.ends_deal(state.in_hands, state.deal)
        question = Question(state.table, card, last_of_deal=last_of_deal)
        ruling = consult(self.rules, question).play
        assert ruling is not None  # a card was played
        return ruling

    def plays(self, state: State, card: Card) -> Sequence[Play]:
        return self.options(state, card).plays

    def play(self, state: State, played: Played, seat: int) -> PlayResult:
        """What a play takes of what lies there. Where it was out of turn, play goes on at the left
        of who played."""
        assert not isinstance(played.play, CardOnly)
        state = capture_state(state)
        card, captured = play_of(played.play)
        verdict = judge_play(self.rules, state.table, card, captured)
        there = difference(sorted(state.table), difference(state.table, captured))
        now = replace(_less_one(state, seat), shown=(*state.shown, card))
        now = self._taken(now, seat, card, there) if there else _laid(now, card)
        may_stand = verdict.reason in MAY_STAND
        return PlayResult(verdict, self._next(now, seat), may_stand, is_certain=there == captured)

    def pass_unknown_card(self, state: State, seat: int) -> CaptureState:
        return self._next(_less_one(capture_state(state), seat), seat)

    def _next(self, state: CaptureState, seat: int) -> CaptureState:
        """The next seat plays, the next deal follows, or the game is over."""
        turn = self.seating.next_holding(seat, state.in_hands)
        if turn is not None:
            return replace(state, turn=turn)
        over = state.deal == self.seating.deal_plan(state.players).deals
        return _finish(state) if over else self._deal(state)

    def corrected(self, state: State, shows: TableShown) -> CaptureState:
        return replace(capture_state(state), table=shows.table, shown=shows.table)

    def audit(self, steps: Sequence[AppliedEvent], step: AppliedEvent) -> Iterator[Irregularity]:
        """Plays of this deal at which the seat held this card, which sweeps, and played another
        (#forced-sweep). Where the table was corrected since, nobody knows what it was before."""
        if not isinstance(step.event, Played):
            return
        seat, card, deal = step.seat, step.event.card, steps[-1].state.deal
        listed = {found.missed_at for before in steps for found in before.irregularities}
        passed = []
        for before in reversed(steps):
            if isinstance(before.event, TableShown) or before.before is None:
                break
            if before.before.deal != deal:
                break
            if before.seat == seat and before.seq not in listed and self._passed_over(before, card):
                passed.append(before.seq)
        for missed_at in reversed(passed):
            yield Irregularity(
                step.seq, IrregularityKind.MISSED_FORCED_SWEEP, seat, card, missed_at
            )

    def _passed_over(self, step: AppliedEvent, card: Card) -> bool:
        """Could this card have swept, when its holder played another one that could not?"""
        if not isinstance(step.event, Played) or step.before is None:
            return False
        sweeping = sweeping_ranks(self.rules, step.before.table)
        return card.rank in sweeping and step.event.card.rank not in sweeping

    def rows(self, state: State) -> tuple[RowCounts, ...]:
        return tuple(
            RowCounts(pile.markers, self.sheet.count(pile.cards))
            for pile in capture_state(state).piles
        )

    def other_events(
        self, step: AppliedEvent, extra: Counter[Card], gone: Counter[Card]
    ) -> Iterator[Event]:
        one_for_one = extra.total() == gone.total() == 1
        match step.event:
            case Dealt(table) if one_for_one:
                (wrong,), (right,) = gone, extra
                if wrong in table:
                    place = table.index(wrong)
                    yield Dealt((*table[:place], right, *table[place + 1 :]))
            case Played() as played:
                card, captured = played.card, played.captured or ()
                if one_for_one and not captured and gone[card]:
                    (other,) = extra
                    yield played._replace(play=as_play(other, ()), as_played=True)
                # Laid or taken: the cards that its turn brought to the table and took from it.
                taken = Counter(captured) - extra + gone
                if not captured and gone[card]:
                    taken[card] -= 1
                taken = +taken
                if taken != Counter(captured):
                    turn = as_play(card, tuple(sorted(taken.elements())))
                    yield played._replace(play=turn, as_played=True)

    def may_have_taken(self, state: State, gone: Cards) -> tuple[Rank, ...]:
        return tuple(
            rank
            for rank in self.rules.hand_values
            if judge_claim(self.rules, state.table, Card(rank), gone).legal
        )

    def _taken(self, state: CaptureState, seat: int, card: Card, captured: Cards) -> CaptureState:
        left = difference(sorted(state.table), captured)
        pile = state.piles[seat]
        markers = pile.markers + (0 if left else markers_for(self.rules, card, captured))
        pile = Pile((*pile.cards, *captured, card), markers)
        piles = _changed(state.piles, seat, pile)
        return replace(state, table=left, piles=piles, last_capturer=seat)

    def _deal(self, state: CaptureState) -> CaptureState:
        """Full hands again, and the table rid of what is set aside (#set-aside)."""
        deal = state.deal + 1
        settled = self.rules.after_deal(state.table, KnownCards(self.rules.deck, state.table))
        hand = self.seating.deal_plan(state.players).hand_size(deal)
        return replace(
            state,
            turn=self.seating.leader(state.dealer, state.players),
            deal=deal,
            table=settled.kept,
            in_hands=(hand,) * state.players,
            set_aside=tuple(sorted(state.set_aside + settled.aside)),
        )


def _less_one(state: CaptureState, seat: int) -> CaptureState:
    """The game after a card left a hand."""
    if state.turn is None:
        raise GameOver
    return replace(state, in_hands=_changed(state.in_hands, seat, state.in_hands[seat] - 1))


def capture_state(state: object) -> CaptureState:
    """A followed game that is known to be one of Krypkasino."""
    assert isinstance(state, CaptureState)
    return state


def sweeps_for(rules: CaptureRules, state: CaptureState) -> tuple[Rank, ...]:
    """The ranks that would take the whole table now."""
    return () if state.turn is None else sweeping_ranks(rules, state.table)


def announced_sweeps(rules: CaptureRules, steps: Sequence[AppliedEvent]) -> tuple[Rank, ...]:
    """Those of them of which somebody can still hold a card."""
    if not steps:
        return ()
    state = capture_state(steps[-1].state)
    gone = state.shown if all(step.is_certain for step in steps) else ()
    of_rank = Counter(card.rank for card in gone)
    most = rules.deck.copies * len(SUITS)
    sweeping = sweeps_for(rules, state)
    return tuple(rank for rank in sweeping if of_rank[rank] < most)


def markers_of(step: AppliedEvent) -> int:
    """How many face-up cards a play earned."""
    if step.before is None or step.seat is None:
        return 0
    before, now = capture_state(step.before), capture_state(step.state)
    return now.piles[step.seat].markers - before.piles[step.seat].markers


def leftovers(steps: Sequence[AppliedEvent]) -> Cards:
    """What the last capturer got without capturing it when the game was over (#end): the rest of
    the table, and what had been set aside."""
    if not steps or steps[-1].before is None or not isinstance(steps[-1].event, Played):
        return ()
    step, played = steps[-1], steps[-1].event
    now, before = capture_state(step.state), capture_state(step.before)
    last = now.last_capturer
    if now.turn is not None or last is None:
        return ()
    taken = (*before.piles[last].cards, *(played.captured or ()))
    if step.seat == last and played.captured:
        taken = (*taken, played.card)
    return difference(sorted(now.piles[last].cards), taken)


def markers_for(rules: CaptureRules, card: Card, swept: Cards) -> int:
    """Face-up cards for sweeping these off the table: two for a lone twin (#double-sweep). An ace
    takes no ace, so where it happened it was no double sweep."""
    takes_twins = rules.hand_values[card.rank] == rules.table_values[card.rank]
    return 2 if swept == (card,) and takes_twins else 1


def set_up_by(seat: int, players: int) -> int:
    """Who left the table that this seat swept, and pays for it: the player before (#set-up)."""
    return (seat - 1) % players


def _laid(state: CaptureState, card: Card) -> CaptureState:
    return replace(state, table=tuple(sorted((*state.table, card))))


def _finish(state: CaptureState) -> CaptureState:
    """The last capturer takes what is left (#end); if nobody ever captured, nobody does."""
    last = state.last_capturer
    if last is None:
        return replace(state, turn=None)
    pile = state.piles[last]
    taken = pile._replace(cards=pile.cards + state.table + state.set_aside)
    piles = _changed(state.piles, last, taken)
    return replace(state, turn=None, table=(), set_aside=(), piles=piles)


def _changed(things: tuple[_T, ...], index: int, thing: _T) -> tuple[_T, ...]:
    return (*things[:index], thing, *things[index + 1 :])
