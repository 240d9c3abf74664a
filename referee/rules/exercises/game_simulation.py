"""Games played forward by players who keep the rules and think of little else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import singledispatch
from itertools import combinations, islice

from ..cards import Card, Cards, KnownCards, Rank, difference
from ..events import Played, State
from ..game_engine import DrawnAgain
from ..games.casino.judge.build_rules import BuildRules
from ..games.krypkasino.capture_options import Captures, sweeping_ranks
from ..games.krypkasino.capture_rules import CaptureRules
from ..plays import Capture, MakeBuild, Play, Trail, as_play
from ..ruleset import Referee, Ruleset
from ..seating import Seats
from ..table_and_builds import Build, divided
from .seeded_random import SeededRandom

_MOST_TRIED = 24
"""So many turns are looked at before a card is just laid."""
_CREEPS_TRIED = 3
_OTHER_HANDS = 1
_MOST_FROM_TABLE = 9
"""Of so many loose cards sums are tried: more lie there seldom."""


@dataclass(frozen=True)
class SimulatedPosition:
    """A game before a turn, with what each seat holds; ``pack`` is what is not dealt yet."""

    rules: Ruleset
    seats: Seats
    state: State
    hands: tuple[Cards, ...]
    pack: Cards

    @property
    def seat(self) -> int:
        """Whose turn it is; nobody's once the game is over."""
        assert self.state.turn is not None
        return self.state.turn

    @property
    def hand(self) -> Cards:
        return self.hands[self.seat]

    def dealt_anew(
        self, chance: SeededRandom, fixed: frozenset[Rank] = frozenset()
    ) -> SimulatedPosition:
        """The same, but the mover holds other cards of those that nobody has seen; those of some
        ranks stay ``fixed`` in their hands."""
        free = chance.shuffled([card for card in self.unseen if card.rank not in fixed])
        kept = [card for card in self.hand if card.rank in fixed]
        hand = tuple(sorted((*kept, *free[: len(self.hand) - len(kept)])))
        others = iter(free[len(self.hand) - len(kept) :])
        hands = [
            hand
            if seat == self.seat
            else tuple(card if card.rank in fixed else next(others) for card in held)
            for seat, held in enumerate(self.hands)
        ]
        pack = tuple(card if card.rank in fixed else next(others) for card in self.pack)
        return replace(self, hands=tuple(hands), pack=pack)

    @property
    def unseen(self) -> Cards:
        """Every card that some hand may hold."""
        return (*(card for hand in self.hands for card in hand), *self.pack)


def simulated_positions(rules: Ruleset, chance: SeededRandom) -> Iterator[SimulatedPosition]:
    """A game from its first turn to its last, dealt and played as chance has it."""
    now = _dealt(rules, chance)
    while now.state.turn is not None:
        yield now
        after = _played_on(now, chance)
        if after is None:
            return
        now = after


def hands_of(
    moment: SimulatedPosition, chance: SeededRandom, fixed: frozenset[Rank] = frozenset()
) -> Iterator[SimulatedPosition]:
    """The moment as it is, and with other hands: to play on takes longer than to ask again."""
    yield moment
    for _ in range(_OTHER_HANDS):
        yield moment.dealt_anew(chance, fixed)


def _dealt(rules: Ruleset, chance: SeededRandom) -> SimulatedPosition:
    assert rules.live is not None
    numbers = rules.seating.numbers
    players = chance.pick((*numbers, *numbers[:3]))
    seats = Seats(players, chance.below(players), rules.seating.settle(players, None))
    plan = rules.seating.deal_plan(players)
    state: State | None = None
    while state is None:
        pack = chance.shuffled(rules.deck.faces * rules.deck.copies)
        table = tuple(pack[: sum(plan.table)])
        try:
            state = rules.live.opening(seats) or rules.live.start(seats, table)
        except DrawnAgain:
            continue
    nothing: tuple[Cards, ...] = ((),) * players
    first = SimulatedPosition(rules, seats, state, nothing, tuple(pack[len(table) :]))
    return _new_hands(first)


def _new_hands(now: SimulatedPosition) -> SimulatedPosition:
    sizes, pack = now.state.in_hands, list(now.pack)
    hands = []
    for size in sizes:
        hands.append(tuple(sorted(pack[:size])))
        pack = pack[size:]
    return replace(now, hands=tuple(hands), pack=tuple(pack))


def _played_on(now: SimulatedPosition, chance: SeededRandom) -> SimulatedPosition | None:
    """The game after the next turn; None where a player finds none."""
    live, seat = now.rules.live, now.seat
    assert live is not None
    for turn in tried(now.rules.referee, now, chance):
        made = live.play(now.state, Played(turn), seat)
        if made.verdict.legal is False or not _holds(now, turn, made.verdict):
            continue
        return _after(now, turn, made.state)
    return None


def _holds(now: SimulatedPosition, turn: Play, verdict: object) -> bool:
    """Has the mover what the turn promises?"""
    needed = Counter(getattr(verdict, "holds", ()))
    left = Counter(card.rank for card in difference(now.hand, played_card(turn)))
    return needed <= left


def played_card(turn: Play) -> Cards:
    return tuple(step.card for step in turn if step.card is not None)


def _after(now: SimulatedPosition, turn: Play, state: State) -> SimulatedPosition:
    seat, card = now.seat, played_card(turn)
    hands = tuple(difference(h, card) if at == seat else h for at, h in enumerate(now.hands))
    after = replace(now, state=state, hands=hands)
    return _new_hands(after) if state.turn is not None and not any(hands) else after


# --- what players think of ------------------------------------------------------------------------


@singledispatch
def tried(
    referee: Referee | None, _now: SimulatedPosition, _chance: SeededRandom
) -> Iterator[Play]:
    """The turns that come to a player's mind, by the kind of referee."""
    raise TypeError(f"nobody plays a {type(referee).__name__}")


@tried.register
def _(rules: CaptureRules, now: SimulatedPosition, chance: SeededRandom) -> Iterator[Play]:
    """Whoever can sweep does; else the first of a few cards that takes nothing, or any card, and
    one of what it can take."""
    table = now.state.table
    sweeping = sweeping_ranks(rules, table)
    forced = [card for card in now.hand if card.rank in sweeping]
    for card in chance.shuffled(forced or now.hand)[:_CREEPS_TRIED]:
        found = Captures(rules, table, (card,), KnownCards(rules.deck, (*table, card)))
        if found.creeps:
            break
    yield as_play(card, chance.pick(found.options(2)).captured)


@tried.register
def _(rules: BuildRules, now: SimulatedPosition, chance: SeededRandom) -> Iterator[Play]:
    """To build comes to mind more often than to take, or else hardly anybody builds."""
    cards = chance.shuffled(now.hand)
    yield from islice(_thought_of(rules, now, cards, chance), _MOST_TRIED)
    for card in cards:
        yield (Trail(card),)
    for card in now.hand:  # who must take a build does
        yield from sorted(plays_with(rules, now, card), key=_most_first)


def _thought_of(
    rules: BuildRules, now: SimulatedPosition, cards: Sequence[Card], chance: SeededRandom
) -> Iterator[Play]:
    for card in cards:
        builds_first = chance.below(4) > 0
        for building in (builds_first, not builds_first):
            if building:
                yield from chance.shuffled(list(builds_with(rules, now, card)))[:6]
            else:
                takes = chance.shuffled(list(captures_with(rules, now, card)))
                yield from sorted(takes, key=_most_first)[:2]


def _most_first(turn: Play) -> int:
    step = turn[-1]
    return -len(step.captured) if isinstance(step, Capture) else 0


def plays_with(rules: BuildRules, now: SimulatedPosition, card: Card) -> Iterator[Play]:
    """What somebody may think of doing with a card, right or wrong."""
    yield from captures_with(rules, now, card)
    yield from builds_with(rules, now, card)
    yield (Trail(card),)


def captures_with(rules: BuildRules, now: SimulatedPosition, card: Card) -> Iterator[Play]:
    """Takes of loose cards that make a value of the card, of builds of that value, and of both."""
    builds = now.state.builds
    loose = now.state.table[:_MOST_FROM_TABLE]
    for value in rules.values[card.rank] or (0,):
        of_value = tuple(one for one in builds if value and one.value == value)
        for cards in _making(rules, loose, value, card):
            yield (Capture(card, cards, of_value),)
        if of_value:
            yield (Capture(card, (), of_value),)


def _making(rules: BuildRules, loose: Cards, value: int, card: Card) -> Iterator[Cards]:
    """Loose cards that a card takes at a value: those equal to it, one more group, and both."""
    same = tuple(one for one in loose if one.rank is card.rank)
    if same and not (rules.one_picture and not value):
        yield same
    elif same:
        yield same[:1]
    if not value:
        return
    others = [one for one in loose if one.rank is not card.rank and rules.has_number(one)]
    for size in (2, 3):
        for cards in combinations(others, size):
            if _grouped(rules, cards, (value,)):
                yield cards
                if same:
                    yield tuple(sorted((*same, *cards)))


def builds_with(rules: BuildRules, now: SimulatedPosition, card: Card) -> Iterator[Play]:
    """Builds of the card with one or two loose ones, or with a build and at most one, of a value
    that another card of the hand has."""
    if not rules.has_number(card):
        return
    held = sorted(
        {value for one in difference(now.hand, (card,)) for value in rules.values[one.rank]}
    )
    numbers = [one for one in now.state.table[:_MOST_FROM_TABLE] if rules.has_number(one)]
    with_card = [cards for size in (1, 2) for cards in combinations(numbers, size)]
    for build in now.state.builds:
        with_card += [build.cards, *((*build.cards, one) for one in numbers)]
    for cards in with_card:
        for value, groups in _grouped(rules, (card, *cards), held):
            yield (MakeBuild(card, Build(value, groups)),)


def _grouped(
    rules: BuildRules, cards: Cards, values: Iterable[int]
) -> list[tuple[int, tuple[Cards, ...]]]:
    """The values of these that the cards make in groups. Most sums fit none, nor does a card that
    is larger, which is seen at once but for aces that count more."""
    total = largest = 0
    more: tuple[int, ...] = ()
    for card in cards:  # as plain as can be, since it is asked ten thousands of times
        count = rules.values[card.rank]
        total += count[0]
        largest = max(largest, count[0])
        if len(count) > 1:
            more = count[1:]
    likely = [one for one in values if (one >= largest and total % one == 0) or one in more]
    found = ((value, divided(cards, value, rules.values)) for value in likely)
    return [(value, groups) for value, groups in found if groups]
