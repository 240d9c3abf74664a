"""Engine of followed games with builds: effects of each play on the state (#deal to #end).

Hands are secret: a state has the number of cards of each hand, not the cards.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from ....cards import Card, Cards, KnownCards, difference
from ....plays import (
    Build,
    Capture,
    CardOnly,
    Irregularity,
    MakeBuild,
    NoBuildsHere,
    OwnerMissing,
    Play,
    Played,
    Selection,
    Table,
    TableShown,
    Tapped,
    Top,
    TopRevealed,
    cards_of,
    in_order,
    lying,
    played_in,
    seats_in,
    with_mover_as_owner,
)
from ....question_fields import NotInThisGame
from ....ruleset import (
    AppliedEvent,
    DrawnAgain,
    GameEngine,
    GameOver,
    HandSigns,
    NoSuchTop,
    PlayResult,
    Ruleset,
    State,
    WrongTable,
)
from ....score_items import MARKERS
from ....seating import NOT_DEALT, Held, ImpossiblePlayers, Seating, Seats, check_seat
from ....session_end import SessionPlan
from ....sheet_plan import RowCounts, SheetPlan
from ..judge.judge import judge
from ..judge.play_rules import BuildRules, proves
from ..judge.position import drawn_first
from ..judge.verdict import Verdict
from ..options.turn import TurnContext
from .bluffs import bluffs
from .play_choices import Choices, choices, choices_of, context_after, only_play
from .state import (
    BuildGameState,
    Pile,
    build_game_state,
    position_with_assumed_tops,
    position_with_named_tops,
    possible_orders,
    table_after,
    too_many_tops,
)


@dataclass(frozen=True, eq=False)
class BuildGameEngine(GameEngine):
    """Engine of a game with builds."""

    BY_CARD = False

    seating: Seating
    sheet: SheetPlan
    rules: BuildRules

    def opening(self, seats: Seats) -> BuildGameState | None:
        plan = self.seating.deal_plan(seats.players)
        if sum(plan.table) or plan is NOT_DEALT:
            return None
        return self._begin(seats, ())

    def start(self, seats: Seats, table: Cards) -> BuildGameState:
        if not self.seating.deals_to(seats.players):
            raise ImpossiblePlayers(seats.players, tuple(self.seating.deal_plans))
        expected = sum(self.seating.deal_plan(seats.players).table)
        if len(table) != expected:
            raise WrongTable(len(table), expected)
        limits, known_cards = self.seating.redeal, KnownCards(self.rules.deck, table)
        if limits and drawn_first(limits, self.rules.worth, known_cards, table).must_redraw:
            raise DrawnAgain(limits)
        return self._begin(seats, table)

    def _begin(self, seats: Seats, table: Cards) -> BuildGameState:
        players, dealer, teams = seats
        sides = self.seating.side_of_each(players, teams)
        own_pile = tuple(range(players))
        before = BuildGameState(
            dealer=dealer,
            turn=None,
            deal=0,
            table=tuple(sorted(table)),
            in_hands=(0,) * players,
            sides=sides,
            pile_seats=tuple(map(sides.index, sides)) if self.sheet.shares_piles else own_pile,
            piles=(Pile(),) * players,
            proven=(frozenset(),) * players,
            stock=self.seating.deal_plan(players).stock,
        )
        return self._deal(before)

    def turn_context(
        self,
        state: BuildGameState,
        seat: int,
        begun: Play = (),
        tops: Sequence[Top] = (),
        hand: Cards | None = None,
    ) -> TurnContext:
        """Return the context of a seat after these first steps of its play; ``tops`` that it uses
        are taken to lie on their piles, and its whole ``hand`` may be known.

        Raises :class:`.UnreadablePlay` where the steps are not right, and :class:`.NoSuchSeat`.
        """
        for named in (seat, *seats_in(begun), *(top.seat for top in tops)):
            check_seat(named, state.players)
        cards = (*chain.from_iterable(step.named for step in begun), *cards_of(tops))
        position = position_with_named_tops(self.rules, state, seat, cards)
        return context_after(self.rules, replace(position, hand=hand), begun)

    def settle(self, state: State, seat: int, play: CardOnly, tapped: Tapped | None) -> Play:
        """Return the only play that the taps and the card can mean.

        Raises :class:`.SeveralOptions` where the player must choose, :class:`.NotInThisGame` where
        nothing was tapped on a page, and as :meth:`turn_context` does.
        """
        if tapped is None or play.captured is not None:
            raise NotInThisGame
        context = self.turn_context(build_game_state(state), seat, tapped.begun, tapped.used.tops)
        return only_play(context, play.card, tapped.used)

    def begin(self, state: State | None, tapped: Tapped) -> Choices:
        """Return the steps with which a play may go on before its card is played, each of just what
        was tapped.

        Raises :class:`.NotInThisGame`, :class:`.GameOver` and as :meth:`turn_context` does.
        """
        if not self.rules.has_steps:
            raise NotInThisGame
        if state is None or state.turn is None:
            raise GameOver
        context = self.turn_context(
            build_game_state(state), state.turn, tapped.begun, tapped.used.tops
        )
        return choices_of(context, None, tapped.used)

    def listed(self, state: State, card: Card) -> Choices:
        assert state.turn is not None
        return choices(self.turn_context(build_game_state(state), state.turn), card)

    def using(self, state: State, card: Card, cards: Cards) -> Choices:
        assert state.turn is not None
        builds = tuple(build for build in state.builds if set(build.cards) <= set(cards))
        loose = difference(cards, chain.from_iterable(build.cards for build in builds))
        context = self.turn_context(build_game_state(state), state.turn)
        return choices_of(context, card, Selection(Table(loose, builds)))

    def play(self, state: State, played: Played, seat: int) -> PlayResult:
        """Return the verdict on a play, as far as it can be known, and the state after it. An
        illegal play is done as it was played if all that it names lies there; else its card is
        trailed."""
        assert not isinstance(played.play, CardOnly)
        state = build_game_state(state)
        play = with_mover_as_owner(played.play, seat)
        verdict = self.judge(state, seat, play)
        if len(played_in(play)) != 1:
            return PlayResult(verdict, state, may_stand=False, is_certain=False)
        table, applied = table_after(self.rules, state, seat, play, verdict), play
        may_stand = table is not None
        if table is None:
            loose = tuple(sorted((*state.table, played.card)))
            table, applied = Table(loose, state.builds), ()
        after = self._after(state, seat, played.card, applied, table)
        return PlayResult(verdict, after, may_stand, is_certain=True)

    def after(
        self, state: BuildGameState, seat: int, play: Play, verdict: Verdict
    ) -> BuildGameState:
        """Return the state after a play of a seat whose verdict is known, and not that it is
        illegal."""
        assert verdict.after is not None
        return self._after(state, seat, played_in(play)[0], play, verdict.after)

    def _after(
        self, state: BuildGameState, seat: int, card: Card, play: Play, table: Table
    ) -> BuildGameState:
        """Return the state after the steps of a play that leave this table, and whose card has left
        the hand."""
        after = self._applied(state, seat, play, in_order(table))
        return self._next(self._with_proof(state, after, seat, play, card), seat)

    def judge(self, state: State, seat: int, play: Play, hand: Cards | None = None) -> Verdict:
        """Return the verdict on a play of a seat, whose ``hand`` may be known by now.

        The order of cards that it names on piles may be unknown: the first order in which the play
        is legal counts, or else that of its steps.
        """
        state = build_game_state(state)
        verdict = too_many_tops(state, play) if self.rules.open_piles else None
        if verdict is not None:
            return verdict
        verdicts = []
        for named in possible_orders(state, play) if self.rules.open_piles else [()]:
            position = position_with_assumed_tops(self.rules, state, seat, named)
            with_hand = position if hand is None else replace(position, hand=hand)
            verdicts.append(judge(self.rules, with_hand, play))
            if verdicts[-1].legal is not False:
                return verdicts[-1]
        return verdicts[0]

    def _applied(
        self, state: BuildGameState, seat: int, play: Play, table: Table
    ) -> BuildGameState:
        """Return the state in which cards have left piles for what they come to, and captured cards
        lie on the mover's pile."""
        piles, last_capturer = list(state.piles), state.last_capturer
        named = set(chain.from_iterable(step.named for step in play))
        if not named.isdisjoint(state.in_piles):
            piles = [pile.without(named) for pile in piles]
        for step in play:
            if isinstance(step, Capture):
                swept = self._sweep_counts(state) and not table.cards
                captured = self.rules.laid_on_pile(step)
                pile = state.pile_seats[seat]
                piles[pile] = piles[pile].with_cards(captured, int(swept))
                last_capturer = seat
        return replace(
            state,
            table=table.loose,
            builds=table.builds,
            piles=tuple(piles),
            last_capturer=last_capturer,
        )

    def _sweep_counts(self, state: BuildGameState) -> bool:
        left = self.seating.left_to_deal(state.players, state.deal, state.surplus)
        is_last = not left and not state.stock
        return bool(self.sheet.markers) and self.rules.counts_sweep(last_cards=is_last)

    def _with_proof(
        self, before: BuildGameState, after: BuildGameState, seat: int, play: Play, card: Card
    ) -> BuildGameState:
        """Return the state with what the play proves of hands: an owner whose build was captured,
        or changed by an opponent, is known to hold a card for it until they play one (F3.7)."""
        if not proves(self.rules, self.seating, before.players):
            return after
        proven = list(after.proven)
        for build in before.builds:
            owner = build.owner
            if owner is not None and owner != seat and _proves(before, build, seat, play):
                proven[owner] |= set(self.rules.ranks_worth(build.value))
        proven[seat] -= {card.rank}
        return replace(after, proven=tuple(proven))

    def pass_unknown_card(self, state: State, seat: int) -> BuildGameState:
        """Return the state after a seat played an unknown card."""
        return self._next(build_game_state(state), seat)

    def _next(self, state: BuildGameState, seat: int) -> BuildGameState:
        """Return the state after a card has left a hand: its seat draws one, if there are any, and
        the next seat plays, the next deal follows, or the game is over."""
        if state.turn is None:
            raise GameOver
        draws = min(1, state.stock)
        in_hands = tuple(
            held - 1 + draws if other == seat else held for other, held in enumerate(state.in_hands)
        )
        return self.go_on(replace(state, in_hands=in_hands, stock=state.stock - draws), seat)

    def go_on(self, state: State, seat: int) -> BuildGameState:
        """Return the state in which the next seat after another one plays, the next deal follows,
        or the game is over."""
        state = build_game_state(state)
        next_seat = self.seating.next_holding(seat, state.in_hands)
        # A pack that ends early ends the game.
        if state.surplus < 0 and len(state.shown) >= self.rules.deck.size:
            return _finish(state)
        if next_seat is not None:
            return replace(state, turn=next_seat)
        left = self.seating.left_to_deal(state.players, state.deal, state.surplus)
        return self._deal(state) if left else _finish(state)

    def _deal(self, state: BuildGameState) -> BuildGameState:
        """Return the state with full hands; the table stays."""
        deal, players = state.deal + 1, state.players
        leader = self.seating.leader(state.dealer, players)
        in_hands = self.seating.hands(state.dealer, players, deal, state.surplus)
        return replace(state, turn=leader, deal=deal, in_hands=in_hands)

    def held(self, state: State) -> Held:
        """Return how many cards are in the hands, in the stock, and in the pack more than
        planned."""
        state = build_game_state(state)
        return Held(state.deal, state.in_hands, state.surplus, state.stock)

    def with_held(self, state: State, held: Held, before: State | None = None) -> BuildGameState:
        """Return the state with other numbers of cards in the hands."""
        return replace(build_game_state(state), **held._asdict())

    def observed(self, state: State, event: TableShown | TopRevealed) -> BuildGameState:
        """Return the state with a corrected table, or in which everybody knows a top. Cards of the
        table lie in no pile; a card that it lacks may still be in a hand. Raises
        :class:`.NoSuchTop`."""
        state = build_game_state(state)
        if isinstance(event, TopRevealed):
            return self._with_top(state, event.top)
        shown = Table(*event).cards
        piles = tuple(pile.without(shown) for pile in state.piles)
        return replace(state, table=event.table, builds=event.builds, piles=piles)

    def _with_top(self, state: BuildGameState, top: Top) -> BuildGameState:
        seat = state.pile_seats[top.seat]
        among = state.piles[seat].top_among if self.rules.open_piles else ()
        if state.turn is None or len(among) < 2 or top.card not in among:
            raise NoSuchTop(top)
        return state.with_pile(seat, state.piles[seat].with_top(top.card))

    def normalize_table(self, shows: TableShown) -> TableShown:
        """Return a corrected table with its builds divided into sets. Raises :class:`OwnerMissing`,
        :class:`.ImpossibleBuild` and :class:`.NoBuildsHere`."""
        if shows.builds and not self.rules.makes_builds:
            raise NoBuildsHere
        for build in shows.builds:
            if build.owner is None:
                raise OwnerMissing(build)
        builds = tuple(lying(build, self.rules.values) for build in shows.builds)
        return TableShown(*in_order(Table(shows.table, builds)))

    def audit(self, steps: Sequence[AppliedEvent], step: AppliedEvent) -> Iterator[Irregularity]:
        """Return the bluffs that an event brings to light."""
        yield from bluffs(self.rules, steps, step)

    def hand_signs(self, events: Sequence[AppliedEvent], state: State) -> tuple[HandSigns, ...]:
        """Return for each seat the ranks that take its builds, and those that it is proven to hold
        (#proven)."""
        state = build_game_state(state)
        held = [set(ranks) for ranks in state.proven]
        for build in state.builds:
            if build.owner is not None:
                held[build.owner].update(self.rules.ranks_worth(build.value))
        return tuple(HandSigns(held=frozenset(ranks)) for ranks in held)

    def markers_of(self, event: AppliedEvent) -> int:
        if event.before is None:
            return 0
        before, after = build_game_state(event.before), build_game_state(event.state)
        return sum(pile.markers for pile in after.piles) - sum(
            pile.markers for pile in before.piles
        )

    def leftovers(self, events: Sequence[AppliedEvent]) -> Cards:
        return tuple(sorted(build_game_state(events[-1].state).rest.cards))

    def points_so_far(self, state: BuildGameState, sheet: SheetPlan) -> tuple[int, ...]:
        """Return the points by ``sheet`` of the cards and sweeps in the pile of each seat; nobody
        knows before the end who scores for most of something."""
        worths, seats = sheet.card_worths, sorted(set(state.pile_seats))
        sweeps = sheet.sweep_points([{MARKERS: state.piles[seat].markers} for seat in seats])
        points = [sum(worths[card] for card in pile.cards) for pile in state.piles]
        for seat, of_item in zip(seats, sweeps, strict=True):
            points[seat] += sum(of_item.values())
        return tuple(points)

    def rows(self, state: State) -> tuple[RowCounts, ...]:
        """Return the counts for the score sheet, by seat; partners who share a pile have theirs in
        the row of the first."""
        state = build_game_state(state)
        return tuple(
            RowCounts(pile.markers, self.sheet.count(pile.cards) if pile_seat == seat else None)
            for seat, (pile, pile_seat) in enumerate(
                zip(state.piles, state.pile_seats, strict=True)
            )
        )


def engine_with_builds(rules: Ruleset) -> BuildGameEngine | None:
    """Return the engine of a ruleset, None for a game without builds or that is not followed."""
    return rules.engine if isinstance(rules.engine, BuildGameEngine) else None


def with_builds(
    key: str,
    version: int,
    rules: BuildRules,
    seating: Seating,
    sheet: SheetPlan,
    session: SessionPlan,
) -> Ruleset:
    """Return the ruleset of a game with builds that has these parts. ``rules`` are those of its
    referee, and of its games that are followed play by play."""
    engine = BuildGameEngine(seating, sheet, rules)
    return Ruleset(key, version, rules.house, rules.deck, seating, sheet, session, rules, engine)


def _proves(state: BuildGameState, build: Build, seat: int, play: Play) -> bool:
    """Return whether a play of a seat captures a build, or changes the value of an opponent's: both
    show that its owner holds a card for it."""
    opponents = build.owner is not None and state.sides[build.owner] != state.sides[seat]
    for step in play:
        if isinstance(step, Capture) and set(build.cards) <= set(step.captured):
            return True
        # A build that is added to stays the same, and may be captured in the same play.
        changed = isinstance(step, MakeBuild) and step.build.value != build.value
        if changed and set(build.cards) <= set(step.named):
            return opponents
    return False


def _finish(state: BuildGameState) -> BuildGameState:
    """Return the state at the end, in which the last capturer gets what is left (#end); if nobody
    captured anything, it stays."""
    last = state.last_capturer
    if last is None:
        return replace(state, turn=None)
    seat = state.pile_seats[last]
    pile = state.piles[seat]
    taken = pile._replace(below=(*pile.below, *state.full_table.cards))
    return replace(
        state.with_pile(seat, taken), turn=None, table=(), builds=(), rest=state.full_table
    )
