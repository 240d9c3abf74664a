"""Random numbers from seeds, and simulated games of simple players who keep the rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import singledispatch
from itertools import combinations, islice
from typing import NamedTuple, TypeVar

from ..cards import Card, Cards, KnownCards, Rank, difference, unanswered
from ..games.casino.judge.play_rules import BuildRules
from ..games.krypkasino.captures import CaptureRules, Captures, sweeping_ranks
from ..plays import Build, Capture, MakeBuild, Play, Played, Trail, as_play
from ..ruleset import DrawnAgain, Referee, Ruleset, State
from ..seating import Seats
from ..sums import divide_cards

_MOST_TRIED = 24
"""The largest number of plays tried before a card is just trailed."""
_CREEPS_TRIED = 3
_OTHER_HANDS = 1
_MOST_FROM_TABLE = 9
"""The number of loose cards of which sums are tried; more are rare."""


_T = TypeVar("_T")
_WORD = (1 << 64) - 1
_STEP, _FIRST, _SECOND = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
"""The step and the factors of SplitMix64."""


class SeededRandom:
    """A stream of random numbers (SplitMix64), begun from the texts of the ``seeds``."""

    def __init__(self, *seeds: object) -> None:
        state = 0xCBF29CE484222325  # FNV-1a: texts that differ a little begin far apart
        for byte in "/".join(map(str, seeds)).encode():
            state = ((state ^ byte) * 0x100000001B3) & _WORD
        self._state = state

    def below(self, number: int) -> int:
        """Return a number from 0 to below ``number``. The bias of the remainder is negligible for
        64 bits."""
        self._state = (self._state + _STEP) & _WORD
        mixed = self._state
        mixed = ((mixed ^ (mixed >> 30)) * _FIRST) & _WORD
        mixed = ((mixed ^ (mixed >> 27)) * _SECOND) & _WORD
        return (mixed ^ (mixed >> 31)) % number

    def one_in(self, number: int) -> bool:
        """Return true in one of ``number`` cases."""
        return self.below(number) == 0

    def pick(self, things: Sequence[_T]) -> _T:
        """Return a random item of a sequence, which must not be empty."""
        return things[self.below(len(things))]

    def shuffled(self, things: Sequence[_T]) -> list[_T]:
        """Return all items in random order."""
        mixed, state = list(things), self._state
        for index in range(len(mixed) - 1, 0, -1):
            state = (state + _STEP) & _WORD  # as below, which takes longer
            word = ((state ^ (state >> 30)) * _FIRST) & _WORD
            word = ((word ^ (word >> 27)) * _SECOND) & _WORD
            other = (word ^ (word >> 31)) % (index + 1)
            mixed[index], mixed[other] = mixed[other], mixed[index]
        self._state = state
        return mixed


@dataclass(frozen=True)
class SimulatedPosition:
    """A game before a play, with the cards of each seat; ``pack`` are the cards not dealt yet."""

    rules: Ruleset
    seats: Seats
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

    def with_hand(self, hand: Cards) -> SimulatedPosition:
        """Return the position with another hand of the seat whose turn it is."""
        hands = (*self.hands[: self.seat], hand, *self.hands[self.seat + 1 :])
        return replace(self, hands=hands)

    def dealt_anew(
        self, chance: SeededRandom, fixed: frozenset[Rank] = frozenset()
    ) -> SimulatedPosition:
        """Return the position with the unseen cards dealt again; cards of the ranks ``fixed`` stay
        in their hands."""
        free = chance.shuffled([card for card in self.unseen if card.rank not in fixed])
        fixed_cards = [card for card in self.hand if card.rank in fixed]
        hand = tuple(sorted((*fixed_cards, *free[: len(self.hand) - len(fixed_cards)])))
        others = iter(free[len(self.hand) - len(fixed_cards) :])
        hands = [
            hand
            if seat == self.seat
            else tuple(card if card.rank in fixed else next(others) for card in hand_of_seat)
            for seat, hand_of_seat in enumerate(self.hands)
        ]
        pack = tuple(card if card.rank in fixed else next(others) for card in self.pack)
        return replace(self, hands=tuple(hands), pack=pack)

    @property
    def unseen(self) -> Cards:
        """Return every card that some hand may hold, and those not dealt yet."""
        return (*(card for hand in self.hands for card in hand), *self.pack)


def simulated_positions(rules: Ruleset, chance: SeededRandom) -> Iterator[SimulatedPosition]:
    """Yield the positions of a random game from its first play to its last."""
    simulated = _first_position(rules, chance)
    while simulated.state.turn is not None:
        yield simulated
        following = _after_next_play(simulated, chance)
        if following is None:
            return
        simulated = following


class SimulatedPlay(NamedTuple):
    """A play of a simulated game, with the position ``before`` it."""

    before: SimulatedPosition
    play: Play


def simulated_plays(simulated: SimulatedPosition, chance: SeededRandom) -> Iterator[SimulatedPlay]:
    """Yield the plays of a game from a position to its end."""
    while simulated.state.turn is not None:
        chosen = simple_play(simulated, chance)
        if chosen is None:
            return
        yield SimulatedPlay(simulated, chosen[0])
        simulated = _after_play(simulated, *chosen)


def hands_of(
    simulated: SimulatedPosition, chance: SeededRandom, fixed: frozenset[Rank] = frozenset()
) -> Iterator[SimulatedPosition]:
    """Yield a position as it is, and then with other hands, which is faster than to simulate
    further plays."""
    yield simulated
    for _ in range(_OTHER_HANDS):
        yield simulated.dealt_anew(chance, fixed)


def _first_position(rules: Ruleset, chance: SeededRandom) -> SimulatedPosition:
    assert rules.engine is not None
    numbers = rules.seating.numbers
    players = chance.pick((*numbers, *numbers[:3]))
    seats = Seats(players, chance.below(players), rules.seating.usual_teams(players))
    plan = rules.seating.deal_plan(players)
    state: State | None = None
    while state is None:
        pack = chance.shuffled(rules.deck.faces * rules.deck.copies)
        table = tuple(pack[: sum(plan.table)])
        try:
            state = rules.engine.opening(seats) or rules.engine.start(seats, table)
        except DrawnAgain:
            continue
    nothing: tuple[Cards, ...] = ((),) * players
    first = SimulatedPosition(rules, seats, state, nothing, tuple(pack[len(table) :]))
    return _with_full_hands(first)


def _with_full_hands(simulated: SimulatedPosition) -> SimulatedPosition:
    """Return the position with the cards dealt or drawn from the pack that hands lack, as many
    cards as the state says."""
    pack, hands = simulated.pack, []
    for size, hand in zip(simulated.state.in_hands, simulated.hands, strict=True):
        lacking = size - len(hand)
        hands.append(tuple(sorted((*hand, *pack[:lacking]))))
        pack = pack[lacking:]
    return replace(simulated, hands=tuple(hands), pack=pack)


def _after_next_play(
    simulated: SimulatedPosition, chance: SeededRandom
) -> SimulatedPosition | None:
    chosen = simple_play(simulated, chance)
    return chosen and _after_play(simulated, *chosen)


def simple_play(simulated: SimulatedPosition, chance: SeededRandom) -> tuple[Play, State] | None:
    """Return the play of a simple player, which is legal with the mover's hand, and the state after
    it; None if none of the likely plays is."""
    engine, seat = simulated.rules.engine, simulated.seat
    assert engine is not None
    for play in likely_plays(simulated.rules.referee, simulated, chance):
        result = engine.play(simulated.state, Played(play), seat)
        if result.verdict.legal is not False and _holds_promise(simulated, play, result.verdict):
            return play, result.state
    return None


def _holds_promise(simulated: SimulatedPosition, play: Play, verdict: object) -> bool:
    """Return whether the mover's other cards include those that a verdict requires."""
    remaining = difference(simulated.hand, played_card(play))
    return not unanswered(getattr(verdict, "holds", ()), remaining)


def played_card(play: Play) -> Cards:
    """Return the cards from the hand in a play."""
    return tuple(step.card for step in play if step.card is not None)


def _after_play(simulated: SimulatedPosition, play: Play, state: State) -> SimulatedPosition:
    """Return the position after a play, with the cards that are dealt or drawn then."""
    seat, card = simulated.seat, played_card(play)
    hands = tuple(
        difference(hand, card) if index == seat else hand
        for index, hand in enumerate(simulated.hands)
    )
    return _with_full_hands(replace(simulated, state=state, hands=hands))


# --- what players think of ------------------------------------------------------------------------


@singledispatch
def likely_plays(
    referee: Referee | None, _now: SimulatedPosition, _chance: SeededRandom
) -> Iterator[Play]:
    """Yield the plays that a simple player considers, by the kind of referee."""
    raise TypeError(f"nobody plays a {type(referee).__name__}")


@likely_plays.register
def _(rules: CaptureRules, simulated: SimulatedPosition, chance: SeededRandom) -> Iterator[Play]:
    """Yield one play of a simple player: a sweep if one is possible; otherwise a creep if one of
    the first few cards creeps, and else one of the best captures of the last card tried."""
    table = simulated.state.table
    sweeping = sweeping_ranks(rules, table)
    forced = [card for card in simulated.hand if card.rank in sweeping]
    for card in chance.shuffled(forced or simulated.hand)[:_CREEPS_TRIED]:
        captures = Captures(rules, table, (card,), KnownCards(rules.deck, (*table, card)))
        if captures.creeps:
            break
    yield as_play(card, chance.pick(captures.options(2)).captured)


@likely_plays.register
def _(rules: BuildRules, simulated: SimulatedPosition, chance: SeededRandom) -> Iterator[Play]:
    """Yield plays of a simple player, builds more often than captures because few builds would be
    made otherwise; then every trail, and last all other plays."""
    cards = chance.shuffled(simulated.hand)
    yield from islice(_likely_builds_and_captures(rules, simulated, cards, chance), _MOST_TRIED)
    for card in cards:
        yield (Trail(card),)
    for card in simulated.hand:  # a capture may be forced, so that no trail is legal
        yield from sorted(plays_with(rules, simulated, card), key=_capture_order)


def _likely_builds_and_captures(
    rules: BuildRules, simulated: SimulatedPosition, cards: Sequence[Card], chance: SeededRandom
) -> Iterator[Play]:
    """Yield builds and captures with each card, in random order; three times out of four builds
    come first, as few would be made otherwise."""
    for card in cards:
        builds_first = chance.below(4) > 0
        for building in (builds_first, not builds_first):
            if building:
                yield from chance.shuffled(list(builds_with(rules, simulated, card)))[:6]
            else:
                takes = chance.shuffled(list(captures_with(rules, simulated, card)))
                yield from sorted(takes, key=_capture_order)[:2]


def _capture_order(play: Play) -> int:
    step = play[-1]
    return -len(step.captured) if isinstance(step, Capture) else 0


def plays_with(rules: BuildRules, simulated: SimulatedPosition, card: Card) -> Iterator[Play]:
    """Yield plays of a card that people may think of, legal or not."""
    yield from captures_with(rules, simulated, card)
    yield from builds_with(rules, simulated, card)
    yield (Trail(card),)


def captures_with(rules: BuildRules, simulated: SimulatedPosition, card: Card) -> Iterator[Play]:
    """Yield captures of loose cards that make a value of the card, of builds of that value, and of
    both."""
    builds = simulated.state.builds
    loose = simulated.state.table[:_MOST_FROM_TABLE]
    if rules.captures_all(card) and simulated.state.table:
        yield (Capture(card, simulated.state.table),)
    for value in rules.hand_values(card) or (0,):
        of_value = tuple(build for build in builds if value and build.value == value)
        for cards in _captured_sets(rules, loose, value, card):
            yield (Capture(card, cards, of_value),)
        if of_value:
            yield (Capture(card, (), of_value),)


def _captured_sets(rules: BuildRules, loose: Cards, value: int, card: Card) -> Iterator[Cards]:
    """Yield loose cards that a card captures at a value: equal cards, one more set, and both."""
    same = tuple(other for other in loose if other.rank is card.rank)
    if same:
        yield same if value else same[: rules.most_pictures(len(same))]
    if not value:
        return
    others = [other for other in loose if other.rank is not card.rank and rules.has_number(other)]
    for size in (2, 3):
        for cards in combinations(others, size):
            if _grouped(rules, cards, (value,)):
                yield cards
                if same:
                    yield tuple(sorted((*same, *cards)))


def builds_with(rules: BuildRules, simulated: SimulatedPosition, card: Card) -> Iterator[Play]:
    """Yield builds of the card with one or two loose cards, or with a build and at most one card,
    of a value that another card of the hand has."""
    numbers = _loose_numbers(rules, simulated)
    pairs = [cards for size in (1, 2) for cards in combinations(numbers, size)]
    return _builds_of(rules, simulated, card, (*pairs, *_sets_on_builds(rules, simulated)))


def changed_builds_with(
    rules: BuildRules, simulated: SimulatedPosition, card: Card
) -> Iterator[Play]:
    """Yield builds of the card with a build and at most one loose card, of a value that another
    card of the hand has."""
    return _builds_of(rules, simulated, card, _sets_on_builds(rules, simulated))


def _loose_numbers(rules: BuildRules, simulated: SimulatedPosition) -> list[Card]:
    loose = simulated.state.table[:_MOST_FROM_TABLE]
    return [card for card in loose if rules.has_number(card)]


def _sets_on_builds(rules: BuildRules, simulated: SimulatedPosition) -> Iterator[Cards]:
    numbers = _loose_numbers(rules, simulated)
    for build in simulated.state.builds:
        yield build.cards
        yield from ((*build.cards, other) for other in numbers)


def _builds_of(
    rules: BuildRules, simulated: SimulatedPosition, card: Card, sets: Iterable[Cards]
) -> Iterator[Play]:
    """Yield builds of the card with each of these sets, of a value that another card of the hand
    has."""
    if not (rules.makes_builds and rules.has_number(card)):
        return
    held_values = sorted(
        {value for other in difference(simulated.hand, (card,)) for value in rules.values.of(other)}
    )
    for cards in sets:
        for value, groups in _grouped(rules, (card, *cards), held_values):
            yield (MakeBuild(card, Build(value, groups)),)


def _grouped(
    rules: BuildRules, cards: Cards, values: Iterable[int]
) -> list[tuple[int, tuple[Cards, ...]]]:
    """Return those of the values that the cards make in sets, with the sets. Values that are too
    low or do not divide the sum are excluded first, since most are."""
    total = largest = 0
    more: tuple[int, ...] = ()
    for card in cards:  # a plain loop, since this runs tens of thousands of times
        count = rules.values[card.rank]
        total += count[0]
        largest = max(largest, count[0])
        if len(count) > 1:
            more = count[1:]
    likely = [
        value for value in values if (value >= largest and total % value == 0) or value in more
    ]
    divisions = ((value, divide_cards(cards, value, rules.values)) for value in likely)
    return [(value, groups) for value, groups in divisions if groups]
