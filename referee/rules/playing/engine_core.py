"""Cores on the referee's own rules: slower than others, and right in every game and by all house
rules."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from ..cards import Card, Cards, KnownCards, Values, difference
from ..games.casino.followed.followed_game import BuildGameEngine
from ..games.casino.followed.play_choices import context_after
from ..games.casino.followed.state import build_game_state, position_with_named_tops
from ..games.casino.judge.play_rules import BuildRules, build_rules
from ..games.casino.options.builds import (
    build_options,
    build_options_with_tops,
    builds_while_trailing,
    steps_without_hand_card,
)
from ..games.casino.options.captures import capture_options
from ..games.casino.options.turn import TurnContext
from ..games.krypkasino.captures import Captures, capture_rules, sweeping_ranks
from ..plays import (
    Capture,
    MakeBuild,
    Play,
    Played,
    Step,
    Trail,
    as_play,
    in_card_order,
    in_order,
    played_in,
    with_mover_as_owner,
)
from ..ruleset import GameEngine, Ruleset, State
from ..score_items import MARKERS
from ..scoring import score
from ..seating import Seats
from ..sums import divide_cards
from .approximate_core import ApproximateCore
from .builds_positions import OpenGame
from .core import Core
from .estimates import Estimates
from .knowledge import Deal
from .play_ideas import Ideas, weights_of

_MOST_TRAILS, _MOST_OTHERS = 5, 10
"""The largest numbers of alternatives that only trail a card, and of all others beside the
habit."""
_MOST_CAPTURES, _MOST_BUILDS, _MOST_BEFORE = 8, 40, 2
"""Limits of the captures and builds of a card that are listed, and of first steps without one."""
_SLOWER = 3
"""The factor by which a roll-out is slower than elsewhere, for each card of the hands."""
_HORIZON = 8
"""The number of plays after which positions are compared, but all seats have played equally
often."""


@dataclass(frozen=True, eq=False)
class OpenPosition:
    """A followed game with all hands open, and the ``pack`` in the order in which it is dealt or
    drawn."""

    rules: Ruleset
    state: State
    hands: tuple[Cards, ...]
    pack: Cards

    @property
    def seat(self) -> int:
        """Return the seat whose turn it is; the game must not be over."""
        assert self.state.turn is not None
        return self.state.turn

    @property
    def hand(self) -> Cards:
        """Return the hand of the seat whose turn it is."""
        return self.hands[self.seat]

    @cached_property
    def context(self) -> TurnContext:
        """Return the context in which the mover of a game with builds plays, whose verdicts are
        stored in it: with the known tops of piles, and the hand."""
        rules = build_rules(self.rules)
        state = build_game_state(self.state)
        start = position_with_named_tops(rules, state, self.seat, (), self.hand)
        return TurnContext.at(rules, start)

    def followed_by(self, state: State, card: Card) -> OpenPosition:
        """Return the position with the state after a play of this card, and with the cards that
        are dealt or drawn then."""
        pack, hands = self.pack, []
        for seat, size in enumerate(state.in_hands):
            hand = self.hands[seat]
            if seat == self.state.turn:
                hand = difference(hand, (card,))
            lacking = size - len(hand)
            if lacking > 0:
                hand, pack = tuple(sorted((*hand, *pack[:lacking]))), pack[lacking:]
            hands.append(hand)
        return OpenPosition(self.rules, state, tuple(hands), pack)


class EngineCore(Core[OpenPosition, Play]):
    """A core whose positions are those of the engine of a game."""

    def __init__(self, rules: Ruleset, seats: Seats) -> None:
        super().__init__(rules, seats)
        self._estimates = Estimates(rules, seats)

    @property
    def _engine(self) -> GameEngine:
        assert self.rules.engine is not None  # games without an engine are not followed
        return self.rules.engine

    def position(self, state: State, deal: Deal) -> OpenPosition:
        hands = tuple([tuple(sorted(hand)) for hand in deal.hands])
        return OpenPosition(self.rules, state, hands, deal.pack)

    def turn(self, position: OpenPosition) -> int | None:
        return position.state.turn

    def after(self, position: OpenPosition, move: Play) -> OpenPosition:
        state = self._state_after(position, move)
        return position.followed_by(state, played_in(move)[0])

    @abstractmethod
    def _state_after(self, position: OpenPosition, move: Play) -> State:
        """Return the state after a play of the mover."""

    def rolled_out(self, position: OpenPosition, plays: int) -> OpenPosition:
        for _ in range(plays):
            # Where a log has gone wrong there may be too few cards for all hands.
            if position.state.turn is None or not position.hand:
                break
            position = self.after(position, self.habit(position))
        return position

    def horizon(self, position: OpenPosition) -> int:
        players = position.state.players
        return -(-_HORIZON // players) * players

    def worth(self, position: OpenPosition) -> tuple[int, ...]:
        state = position.state
        last = None if state.turn is not None else state.last_capturer
        return self._estimates.margins(self._engine.rows(state), last)

    def points(self, position: OpenPosition) -> tuple[int, ...]:
        state = position.state
        rows = self._engine.rows(state)
        sheet = score(self.rules, rows, self.seats.teams, state.last_capturer)
        return tuple(of_seat.total for of_seat in sheet.scores)

    def play(self, position: OpenPosition, move: Play) -> Play:  # noqa: ARG002 - alike everywhere
        return move


class _Tried(NamedTuple):
    """Plays that are tried in a ``state`` with a ``hand``, each with the state and the position
    without unseen cards that it leads to."""

    state: State | None
    hand: Cards
    after: dict[Play, tuple[State, OpenGame]]


class BuildEngineCore(EngineCore):
    """A core of a game with builds, also one with open piles, plays of several steps or a stock."""

    def __init__(self, rules: Ruleset, seats: Seats) -> None:
        super().__init__(rules, seats)
        self._weights = weights_of(rules.sheet)
        self._sweep = float(rules.sheet.worths[MARKERS])
        self._further = ApproximateCore(rules, seats)
        self._tried = _Tried(None, (), {})

    @property
    def _followed(self) -> BuildGameEngine:
        assert isinstance(self.rules.engine, BuildGameEngine)
        return self.rules.engine

    def _state_after(self, position: OpenPosition, move: Play) -> State:
        verdict = position.context.judge(*move)
        if verdict.legal is not False:
            state = build_game_state(position.state)
            return self._followed.after(state, position.seat, move, verdict)
        # It names a top that the context does not know, or there was no legal play.
        return self._followed.play(position.state, Played(move), position.seat).state

    def worth_after(self, position: OpenPosition, move: Play, plays: int) -> tuple[int, ...]:
        state, standing = self._after_trial(position, move)
        following = position.followed_by(state, played_in(move)[0])
        game = self._further.dealt(standing, Deal(following.hands, following.pack))
        self._further.play_on(game, plays)
        return self._further.worth(game)

    def _after_trial(self, position: OpenPosition, move: Play) -> tuple[State, OpenGame]:
        """Return the state after a play, and what is known then of the position: the same for all
        deals that are tried in a state."""
        tried = self._tried
        if tried.state is not position.state or tried.hand != position.hand:
            self._tried = tried = _Tried(position.state, position.hand, {})
        if move not in tried.after:
            state = self._state_after(position, move)
            tried.after[move] = state, self._further.standing(state)
        return tried.after[move]

    def points_after(self, position: OpenPosition, plays: int) -> tuple[int, ...]:
        game = self._further.position(position.state, Deal(position.hands, position.pack))
        self._further.play_on(game, plays)
        return self._further.points(game)

    def work(self, state: State, plays: int) -> int:
        return _SLOWER * super().work(state, plays)

    def habit(self, position: OpenPosition) -> Play:
        context = position.context
        for idea in self._ideas(position).sorted():
            play = idea.play(context.rules)
            if play is not None and context.judge(*play).legal:
                return play
        return self._possible(position)[0]  # a play that nobody thinks of at once

    def alternatives(self, position: OpenPosition) -> Sequence[Play]:
        habit, ideas = self.habit(position), self._ideas(position)
        different: dict[object, Play] = {_outcome(position.context, habit): habit}
        for play in sorted(self._possible(position), key=len):
            different.setdefault(_outcome(position.context, play), play)
        gains = {play: ideas.gain(play) for play in different.values() if play != habit}
        best_first = sorted(gains, key=lambda play: -gains[play])
        trails = [play for play in best_first if _only_trails(play)]
        others = [play for play in best_first if not _only_trails(play)]
        return (habit, *others[:_MOST_OTHERS], *trails[:_MOST_TRAILS])

    def _ideas(self, position: OpenPosition) -> Ideas:
        state = build_game_state(position.state)
        ours = state.sides[position.seat]
        sizes = zip(state.in_hands, state.sides, strict=True)
        opponents = sum(size for size, side in sizes if side != ours)
        return Ideas(position.context, self._weights, self._sweep, opponents)

    def _possible(self, position: OpenPosition) -> list[Play]:
        """Return plays that are legal with the hand, as far as they are listed. If none is, a rule
        was broken before, and they are those that are legal as far as everybody knows; or else the
        card that is trailed against the rules."""
        for context in (position.context, position.context.secret):
            plays = [in_card_order(play) for play in _listed(context, position.hand)]
            if plays:
                return plays
        return [(Trail(position.hand[0]),)]

    def move(self, position: OpenPosition, play: Play) -> Play:
        values = build_rules(self.rules).values
        owned = in_card_order(with_mover_as_owner(play, position.seat))
        return tuple(_with_first_sets(step, values) for step in owned)


def _with_first_sets(step: Step, values: Values) -> Step:
    """Return a step with its build, if it makes one, in the first division into sets."""
    if not isinstance(step, MakeBuild):
        return step
    build, tops = step.build, tuple(sorted(step.tops))
    sets = divide_cards(build.cards, build.value, values) or build.sets
    return MakeBuild(step.card, build._replace(sets=sets), tops)


def _outcome(context: TurnContext, play: Play) -> object:
    """Return the table after a play and what it captured, which are equal for plays that differ in
    nothing else than their steps."""
    after = context.judge(*play).after
    captured = frozenset(card for step in play if isinstance(step, Capture) for card in step.named)
    return after and in_order(after), captured


def _only_trails(play: Play) -> bool:
    return len(play) == 1 and isinstance(play[0], Trail)


def _listed(context: TurnContext, hand: Cards) -> Iterator[Play]:
    """Yield the legal plays of each card of a hand that the options list, and those that begin with
    a step without a card from the hand. Builds that a partner has asked for (#asking) are none of
    them: nobody knows what is said at a table."""
    for card in dict.fromkeys(hand):
        yield from _captures_and_trail(context, card)
        for list_builds in (build_options, build_options_with_tops):
            yield from ((option.step,) for option in list_builds(context, card, _MOST_BUILDS)[0])
        beside, _ = builds_while_trailing(context, card, _MOST_CAPTURES)
        yield from ((Trail(card), option.step) for option in beside)
        before, _ = steps_without_hand_card(context, card, _MOST_BUILDS)
        before.sort(key=lambda option: -len(option.step.build.cards))
        for option in before[:_MOST_BEFORE]:
            if option.verdict.unfinished:
                after = context_after(context.rules, context.start, (option.step,))
                plays = _captures_and_trail(after, card)
                yield from ((option.step, *play) for play in plays)


def _captures_and_trail(context: TurnContext, card: Card) -> Iterator[Play]:
    """Yield the largest legal captures of a card, and its trail if that is legal."""
    captures, _ = capture_options(context, card, _MOST_CAPTURES)
    yield from ((option.step,) for option in captures)
    if context.judge(Trail(card)).legal is not False:
        yield (Trail(card),)


class CaptureEngineCore(EngineCore):
    """A core of Krypkasino, in which a card captures all that it can and points are penalties."""

    def _state_after(self, position: OpenPosition, move: Play) -> State:
        return self._engine.play(position.state, Played(move), position.seat).state

    def habit(self, position: OpenPosition) -> Play:
        return self._best_first(position, 1)[0]

    def alternatives(self, position: OpenPosition) -> Sequence[Play]:
        return self._best_first(position, _MOST_CAPTURES)[: 1 + _MOST_OTHERS]

    def _best_first(self, position: OpenPosition, most: int) -> list[Play]:
        """Return at most so many plays of each card that may be played, those that seem to cost
        least first, of equal ones those with high cards."""
        rules, table = capture_rules(self.rules), position.state.table
        sweeping = sweeping_ranks(rules, table)
        cards = tuple(dict.fromkeys(position.hand))
        forced = tuple(card for card in cards if card.rank in sweeping)
        costs: dict[Play, tuple[float, int]] = {}
        for card in forced or cards:
            captures = Captures(rules, table, (card,), KnownCards(rules.deck, (*table, card)))
            for option in captures.options(most):
                captured = tuple(sorted(option.captured))
                play = as_play(card, captured)
                left = difference(sorted(table), captured) if captured else (*table, card)
                sweeps = self._chance_of_sweep(position, left) * rules.sweep_points
                costs[play] = option.points - sweeps, -rules.hand_values[card.rank]
        return sorted(costs, key=lambda play: costs[play])

    def _chance_of_sweep(self, position: OpenPosition, table: Cards) -> float:
        """Return the chance that the next player must sweep this table."""
        rules, state = capture_rules(self.rules), position.state
        unseen = [*position.pack, *(card for hand in position.hands for card in hand)]
        for card in position.hand:
            unseen.remove(card)
        following = (position.seat + self.rules.seating.step) % state.players
        if not table or not unseen or not state.in_hands[following]:
            return 0.0
        sweeping = sweeping_ranks(rules, table)
        lacking = 1 - sum(card.rank in sweeping for card in unseen) / len(unseen)
        none = 1.0
        for _ in range(state.in_hands[following]):
            none *= lacking
        return 1 - none

    def move(self, position: OpenPosition, play: Play) -> Play:  # noqa: ARG002 - alike everywhere
        return in_card_order(play)


def engine_core(rules: Ruleset, seats: Seats) -> EngineCore:
    """Return the core of a game that has an engine, for its seats."""
    kind = BuildEngineCore if isinstance(rules.referee, BuildRules) else CaptureEngineCore
    return kind(rules, seats)
