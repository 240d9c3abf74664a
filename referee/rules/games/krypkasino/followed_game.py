"""A followed game of Krypkasino: its states, and the effect of each play (#deal to #end).

A state holds what everybody at the table can see. Hands are secret: it holds the number of cards of
each player, not the cards. All cards in it have their suits.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeVar

from ...cards import SUITS, Card, Cards, KnownCards, Rank, difference
from ...plays import (
    Capture,
    CardOnly,
    Dealt,
    Event,
    HandsCounted,
    Irregularity,
    IrregularityKind,
    Play,
    Played,
    TableShown,
    TopRevealed,
    Trail,
    as_play,
)
from ...question_fields import NotInThisGame
from ...ruleset import (
    AppliedEvent,
    GameEngine,
    GameOver,
    HandSigns,
    PlayResult,
    State,
    WrongTable,
)
from ...seating import Held, Seating, Seats
from ...sheet_plan import RowCounts, SheetPlan
from .captures import CaptureRules, sweeping_ranks, table_after_deal
from .question import Question, consult
from .verdict import CaptureOptions, CaptureReason, CaptureVerdict, judge_claim, judge_play

_T = TypeVar("_T")


def play_of(play: Play) -> tuple[Card, Cards]:
    """Return the card of a play, which has one step in this game, and the cards that it captures.
    Raises :class:`.NotInThisGame`."""
    match play:
        case (Trail(card),):
            return card, ()
        case (Capture(card, cards, (), ()),):
            return card, cards
        case _:
            raise NotInThisGame


class CapturedPile(NamedTuple):
    """The captured cards of a player, including the ``markers`` that lie face up among them."""

    cards: Cards = ()
    markers: int = 0


@dataclass(frozen=True, kw_only=True)
class CaptureState(State):
    """The state of a followed game. After the table was corrected, ``shown`` holds only cards that
    came to light since."""

    piles: tuple[CapturedPile, ...]
    shown: Cards = ()


MAY_STAND = (
    CaptureReason.NOT_CAPTURABLE,
    CaptureReason.MUST_CAPTURE,
    CaptureReason.LEAVES_CAPTURABLE,
)
"""The reasons that a table may let stand; a card that does not lie there cannot be captured."""


@dataclass(frozen=True, eq=False)
class CaptureGameEngine(GameEngine):
    """The course of a game of Krypkasino."""

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
            piles=(CapturedPile(),) * players,
            shown=table,
        )
        return self._deal(before)

    def options(self, state: State, card: Card) -> CaptureOptions:
        """Return the options of a card, best first, with the table after the next deal where the
        play ends a deal. The last card of the game sets up no sweep."""
        last_of_deal = self.seating.ends_deal(
            state.in_hands, state.deal, capture_state(state).surplus
        )
        question = Question(state.table, card, last_of_deal=last_of_deal)
        ruling = consult(self.rules, question).play
        assert ruling is not None  # a card was played
        if last_of_deal or sum(state.in_hands) > 1:
            return ruling
        outcomes = (replace(outcome, sets_up=()) for outcome in ruling.outcomes)
        return replace(ruling, outcomes=tuple(outcomes))

    def play(self, state: State, played: Played, seat: int) -> PlayResult:
        """Return the result of a play, in which the cards that lie there are captured. After a play
        out of turn the game goes on to the left of that player."""
        assert not isinstance(played.play, CardOnly)
        state = capture_state(state)
        card, captured = play_of(played.play)
        verdict = judge_play(self.rules, state.table, card, captured)
        captured_cards = difference(sorted(state.table), difference(state.table, captured))
        after = replace(_without_card(state, seat), shown=(*state.shown, card))
        after = (
            self._taken(after, seat, card, captured_cards)
            if captured_cards
            else _with_trailed(after, card)
        )
        may_stand = verdict.reason in MAY_STAND
        return PlayResult(
            verdict, self.go_on(after, seat), may_stand, is_certain=captured_cards == captured
        )

    def judge(
        self,
        state: State,
        seat: int,  # noqa: ARG002 - whose play it is matters where there are builds
        play: Play,
        hand: Cards | None = None,
    ) -> CaptureVerdict:
        """Return the verdict on a play; with the hand known it says whether a sweep is forced
        (#forced-sweep)."""
        card, captured = play_of(play)
        if hand is None:
            return judge_play(self.rules, state.table, card, captured)
        question = Question(state.table, card, hand=hand, captured=captured)
        verdict = consult(self.rules, question).verdict
        assert verdict is not None  # a card was played
        return verdict

    def pass_unknown_card(self, state: State, seat: int) -> CaptureState:
        return self.go_on(_without_card(capture_state(state), seat), seat)

    def go_on(self, state: State, seat: int) -> CaptureState:
        """Return the game with the next seat's turn, after the next deal, or over."""
        state = capture_state(state)
        next_seat = self.seating.next_holding(seat, state.in_hands)
        # A pack that ends early ends the game.
        if state.surplus < 0 and len(state.shown) >= self.rules.deck.size:
            return _finish(state)
        if next_seat is not None:
            return replace(state, turn=next_seat)
        left = self.seating.left_to_deal(state.players, state.deal, state.surplus)
        return self._deal(state) if left else _finish(state)

    def held(self, state: State) -> Held:
        """Return how many cards are in the hands, and how many the pack has more than planned."""
        state = capture_state(state)
        return Held(state.deal, state.in_hands, state.surplus)

    def with_held(self, state: State, held: Held, before: State | None = None) -> CaptureState:
        """Return the game with other numbers of cards in the hands. A deal that is taken back had
        set cards aside, which lie on the table again."""
        state = capture_state(state)
        if held.deal < state.deal and before is not None:
            aside = difference(state.set_aside, before.set_aside)
            table = tuple(sorted((*state.table, *aside)))
            state = replace(state, table=table, set_aside=before.set_aside)
        return replace(state, deal=held.deal, in_hands=held.in_hands, surplus=held.surplus)

    def observed(self, state: State, event: TableShown | TopRevealed) -> CaptureState:
        """Return the game with the shown table in place of its own. Raises :class:`.NotInThisGame`
        for tops of piles."""
        if isinstance(event, TopRevealed):
            raise NotInThisGame
        return replace(capture_state(state), table=event.table, shown=event.table)

    def audit(self, events: Sequence[AppliedEvent], event: AppliedEvent) -> Iterator[Irregularity]:
        """Yield missed forced sweeps of this deal: plays at which the seat held this card, which
        sweeps, and played another (#forced-sweep).

        The search ends at a correction of the table, since the table before it is uncertain.
        """
        if not isinstance(event.event, Played):
            return
        seat, card = event.seat, event.event.card
        reported = {
            irregularity.missed_at for earlier in events for irregularity in earlier.irregularities
        }
        missed = [
            earlier.seq
            for earlier in _plays_of_deal(events, events[-1].state.deal)
            if earlier.seat == seat
            and earlier.seq not in reported
            and card.rank in self._passed_over(earlier)
        ]
        for missed_at in reversed(missed):
            yield Irregularity(
                event.seq, IrregularityKind.MISSED_FORCED_SWEEP, seat, card, missed_at
            )

    def _passed_over(self, event: AppliedEvent) -> tuple[Rank, ...]:
        """Return the ranks that could have swept when a card was played that could not."""
        assert isinstance(event.event, Played)
        assert event.before is not None
        ranks = sweeping_ranks(self.rules, event.before.table)
        return () if event.event.card.rank in ranks else ranks

    def hand_signs(self, events: Sequence[AppliedEvent], state: State) -> tuple[HandSigns, ...]:
        """Return for each seat the ranks whose sweep it passed over in this deal, so that it holds
        no card of them (#forced-sweep). A play that missed a forced sweep, as a later one showed,
        bars no rank."""
        barred: list[frozenset[Rank]] = [frozenset()] * state.players
        later_ranks: list[set[Rank]] = [set() for _ in barred]
        for event in _plays_of_deal(events, state.deal):
            assert isinstance(event.event, Played)
            assert event.seat is not None
            ranks = frozenset(self._passed_over(event))
            if ranks.isdisjoint(later_ranks[event.seat]):
                barred[event.seat] |= ranks
            later_ranks[event.seat].add(event.event.card.rank)
        return tuple(map(HandSigns, barred))

    def rows(self, state: State) -> tuple[RowCounts, ...]:
        return tuple(
            RowCounts(pile.markers, self.sheet.count(pile.cards))
            for pile in capture_state(state).piles
        )

    def other_events(
        self, applied: AppliedEvent, extra: Counter[Card], missing: Counter[Card]
    ) -> Iterator[Event]:
        """Yield events that may have happened in place of an applied one: another card dealt or
        played, or other cards captured. ``extra`` cards lie on the real table alone, ``missing``
        ones on that of the log alone."""
        one_for_one = extra.total() == missing.total() == 1
        match applied.event:
            case Dealt(table) if one_for_one:
                (wrong,), (right,) = missing, extra
                if wrong in table:
                    place = table.index(wrong)
                    yield Dealt((*table[:place], right, *table[place + 1 :]))
            case Played() as played:
                card, captured = played.card, played.captured or ()
                if one_for_one and not captured and missing[card]:
                    (other,) = extra
                    yield played._replace(play=as_play(other, ()), as_played=True)
                # The play may have trailed or captured: the difference tells which cards.
                new_capture = Counter(captured) - extra + missing
                if not captured and missing[card]:
                    new_capture[card] -= 1
                new_capture = +new_capture
                if new_capture != Counter(captured):
                    play = as_play(card, tuple(sorted(new_capture.elements())))
                    yield played._replace(play=play, as_played=True)

    def may_have_taken(self, state: State, missing: Cards) -> tuple[Rank, ...]:
        return tuple(
            rank
            for rank in self.rules.hand_values
            if judge_claim(self.rules, state.table, Card(rank), missing).legal
        )

    def markers_of(self, event: AppliedEvent) -> int:
        if event.before is None or event.seat is None:
            return 0
        before, after = capture_state(event.before), capture_state(event.state)
        return after.piles[event.seat].markers - before.piles[event.seat].markers

    def announced_sweeps(self, events: Sequence[AppliedEvent]) -> tuple[Rank, ...]:
        if not events:
            return ()
        state = capture_state(events[-1].state)
        shown = state.shown if all(event.is_certain for event in events) else ()
        of_rank = Counter(card.rank for card in shown)
        most = self.rules.deck.copies * len(SUITS)
        sweeping = sweeps_for(self.rules, state)
        return tuple(rank for rank in sweeping if of_rank[rank] < most)

    def leftovers(self, events: Sequence[AppliedEvent]) -> Cards:
        applied, played = events[-1], events[-1].event
        if applied.before is None or not isinstance(played, Played | HandsCounted):
            return ()
        after, before = capture_state(applied.state), capture_state(applied.before)
        last = after.last_capturer
        if after.turn is not None or last is None:
            return ()
        captured = before.piles[last].cards
        if isinstance(played, Played) and played.captured:
            captured = (*captured, *played.captured)
            if applied.seat == last:
                captured = (*captured, played.card)
        return difference(sorted(after.piles[last].cards), captured)

    def _taken(self, state: CaptureState, seat: int, card: Card, captured: Cards) -> CaptureState:
        remaining = difference(sorted(state.table), captured)
        pile = state.piles[seat]
        markers = pile.markers + (0 if remaining else markers_for(self.rules, card, captured))
        pile = CapturedPile((*pile.cards, *captured, card), markers)
        piles = _replaced(state.piles, seat, pile)
        return replace(state, table=remaining, piles=piles, last_capturer=seat)

    def _deal(self, state: CaptureState) -> CaptureState:
        """Return the game after the next deal: full hands, and the table without the cards that are
        set aside (#set-aside)."""
        deal = state.deal + 1
        after_deal = table_after_deal(
            self.rules, state.table, KnownCards(self.rules.deck, state.table)
        )
        in_hands = self.seating.hands(state.dealer, state.players, deal, state.surplus)
        return replace(
            state,
            turn=self.seating.leader(state.dealer, state.players),
            deal=deal,
            table=after_deal.staying,
            in_hands=in_hands,
            set_aside=tuple(sorted(state.set_aside + after_deal.aside)),
        )


def _plays_of_deal(events: Sequence[AppliedEvent], deal: int) -> Iterator[AppliedEvent]:
    """Yield the plays of a deal, the latest first, back to a correction of the table, since the
    table before it is uncertain."""
    for event in reversed(events):
        if isinstance(event.event, HandsCounted):
            continue
        if not isinstance(event.event, Played) or event.before is None or event.before.deal != deal:
            return
        yield event


def _without_card(state: CaptureState, seat: int) -> CaptureState:
    """Return the game with one card less in a hand. Raises :class:`.GameOver`."""
    if state.turn is None:
        raise GameOver
    return replace(state, in_hands=_replaced(state.in_hands, seat, state.in_hands[seat] - 1))


def capture_state(state: object) -> CaptureState:
    """Return a state that is known to be one of Krypkasino, typed so."""
    assert isinstance(state, CaptureState)
    return state


def sweeps_for(rules: CaptureRules, state: CaptureState) -> tuple[Rank, ...]:
    """Return the ranks that would capture the whole table now."""
    return () if state.turn is None else sweeping_ranks(rules, state.table)


def markers_for(rules: CaptureRules, card: Card, swept: Cards) -> int:
    """Return the number of face-up cards for a sweep of these cards: two for a lone twin
    (#double-sweep). An ace cannot capture an ace, so a sweep of one is no double sweep even if it
    was let stand."""
    takes_twins = rules.hand_values[card.rank] == rules.table_values[card.rank]
    return 2 if swept == (card,) and takes_twins else 1


def set_up_by(seat: int, players: int) -> int:
    """Return the seat that left the table which ``seat`` swept, and pays for it: the player before
    (#set-up)."""
    return (seat - 1) % players


def _with_trailed(state: CaptureState, card: Card) -> CaptureState:
    return replace(state, table=tuple(sorted((*state.table, card))))


def _finish(state: CaptureState) -> CaptureState:
    """Return the finished game: the last capturer takes what is left (#end); if nobody ever
    captured, nobody does."""
    last = state.last_capturer
    if last is None:
        return replace(state, turn=None)
    pile = state.piles[last]
    last_pile = pile._replace(cards=pile.cards + state.table + state.set_aside)
    piles = _replaced(state.piles, last, last_pile)
    return replace(state, turn=None, table=(), set_aside=(), piles=piles)


def _replaced(items: tuple[_T, ...], index: int, item: _T) -> tuple[_T, ...]:
    return (*items[:index], item, *items[index + 1 :])
