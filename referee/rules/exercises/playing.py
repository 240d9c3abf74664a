"""Games played forward by players who keep the rules and think of little else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import singledispatch
from itertools import combinations

from ..cards import Card, Cards, Packs, minus
from ..games.casino.judge.building import BuildRules
from ..games.krypkasino.captures import Captures, sweeping_ranks
from ..games.krypkasino.capturing import CaptureRules
from ..live import DrawnAgain
from ..ruleset import Referee, Ruleset
from ..seating import Seats
from ..steps import Played, State
from ..table import Build, divided
from ..turns import Form, Lay, Take, Turn, turn_of
from .chance import Chance

_MOST_TRIED = 24
"""So many turns are looked at before a card is just laid."""
_CREEPS_TRIED = 3
_MOST_FROM_TABLE = 9
"""Of so many loose cards sums are tried: more lie there seldom."""


@dataclass(frozen=True)
class Moment:
    """A game before a turn, with what each seat holds; ``pack`` is what is not dealt yet, and
    ``piles`` what each seat has taken."""

    rules: Ruleset
    seats: Seats
    state: State
    hands: tuple[Cards, ...]
    pack: Cards
    piles: tuple[Cards, ...]

    @property
    def seat(self) -> int:
        """Whose turn it is; nobody's once the game is over."""
        assert self.state.turn is not None
        return self.state.turn

    @property
    def hand(self) -> Cards:
        return self.hands[self.seat]

    @property
    def unseen(self) -> Cards:
        """Every card that some hand may hold."""
        return (*(card for hand in self.hands for card in hand), *self.pack)


def moments(rules: Ruleset, chance: Chance) -> Iterator[Moment]:
    """A game from its first turn to its last, dealt and played as chance has it."""
    now = _dealt(rules, chance)
    while now.state.turn is not None:
        yield now
        after = _played_on(now, chance)
        if after is None:
            return
        now = after


def _dealt(rules: Ruleset, chance: Chance) -> Moment:
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
    first = Moment(rules, seats, state, nothing, tuple(pack[len(table) :]), nothing)
    return _new_hands(first)


def _new_hands(now: Moment) -> Moment:
    sizes, pack = now.state.in_hands, list(now.pack)
    hands = []
    for size in sizes:
        hands.append(tuple(sorted(pack[:size])))
        pack = pack[size:]
    return replace(now, hands=tuple(hands), pack=tuple(pack))


def _played_on(now: Moment, chance: Chance) -> Moment | None:
    """The game after the next turn; None where a player finds none."""
    live, seat = now.rules.live, now.seat
    assert live is not None
    for turn in tried(now.rules.referee, now, chance):
        made = live.play(now.state, Played(turn), seat)
        if made.verdict.legal is False or not _holds(now, turn, made.verdict):
            continue
        return _after(now, turn, made.state)
    return None


def _holds(now: Moment, turn: Turn, verdict: object) -> bool:
    """Has the mover what the turn promises?"""
    needed = Counter(getattr(verdict, "holds", ()))
    left = Counter(card.rank for card in minus(now.hand, played_card(turn)))
    return needed <= left


def played_card(turn: Turn) -> Cards:
    return tuple(step.card for step in turn if step.card is not None)


def _after(now: Moment, turn: Turn, state: State) -> Moment:
    seat, card = now.seat, played_card(turn)
    taken = tuple(one for step in turn if isinstance(step, Take) for one in step.captured)
    came = (*card, *taken) if taken else ()
    hands = tuple(minus(h, card) if at == seat else h for at, h in enumerate(now.hands))
    piles = tuple((*p, *came) if at == seat else p for at, p in enumerate(now.piles))
    after = replace(now, state=state, hands=hands, piles=piles)
    return _new_hands(after) if state.turn is not None and not any(hands) else after


# --- what players think of ------------------------------------------------------------------------


@singledispatch
def tried(referee: Referee | None, _now: Moment, _chance: Chance) -> Iterator[Turn]:
    """The turns that come to a player's mind, by the kind of referee."""
    raise TypeError(f"nobody plays a {type(referee).__name__}")


@tried.register
def _(rules: CaptureRules, now: Moment, chance: Chance) -> Iterator[Turn]:
    """Whoever can sweep does; else the first of a few cards that takes nothing, or any card, and
    one of what it can take."""
    table = now.state.table
    sweeping = sweeping_ranks(rules, table)
    forced = [card for card in now.hand if card.rank in sweeping]
    for card in chance.shuffled(forced or now.hand)[:_CREEPS_TRIED]:
        found = Captures(rules, table, (card,), Packs(rules.deck, (*table, card)))
        if found.creeps:
            break
    yield turn_of(card, chance.pick(found.options(2)).captured)


@tried.register
def _(rules: BuildRules, now: Moment, chance: Chance) -> Iterator[Turn]:
    """To build comes to mind more often than to take, or else hardly anybody builds."""
    count = 0
    for card in chance.shuffled(now.hand):
        found = list(turns_with(rules, now, card))
        turns = [turn for turn in chance.shuffled(found) if not isinstance(turn[-1], Lay)]
        builds = [turn for turn in turns if isinstance(turn[-1], Form)]
        takes = [turn for turn in turns if isinstance(turn[-1], Take)]
        takes.sort(key=_most_first)
        first, then = (builds[:6], takes[:2]) if chance.below(4) else (takes[:2], builds[:6])
        for turn in (*first, *then):
            count += 1
            if count <= _MOST_TRIED:
                yield turn
    for card in chance.shuffled(now.hand):
        yield (Lay(card),)
    for card in now.hand:  # who must take a build does
        yield from sorted(turns_with(rules, now, card), key=_most_first)


def _most_first(turn: Turn) -> int:
    step = turn[-1]
    return -len(step.captured) if isinstance(step, Take) else 0


def turns_with(rules: BuildRules, now: Moment, card: Card) -> Iterator[Turn]:
    """What somebody may think of doing with a card, right or wrong: takes, builds of a value that
    another card of the hand has, and to lay it."""
    builds = now.state.builds
    loose = now.state.table[:_MOST_FROM_TABLE]
    for value in rules.values[card.rank] or (0,):
        of_value = tuple(one for one in builds if value and one.value == value)
        for cards in _making(rules, loose, value, card):
            yield (Take(card, cards, of_value),)
        if of_value:
            yield (Take(card, (), of_value),)
    if rules.has_number(card):
        held = {v for one in minus(now.hand, (card,)) for v in rules.values[one.rank]}
        for value in sorted(held):
            yield from _builds(rules, builds, loose, card, value)
    yield (Lay(card),)


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
            if divided(cards, value, rules.values):
                yield cards
                if same:
                    yield tuple(sorted((*same, *cards)))


def _builds(
    rules: BuildRules, builds: Sequence[Build], loose: Cards, card: Card, value: int
) -> Iterator[Turn]:
    numbers = [one for one in loose if rules.has_number(one)]
    for size in (1, 2):
        for cards in combinations(numbers, size):
            if groups := divided((card, *cards), value, rules.values):
                yield (Form(card, Build(value, groups)),)
    for build in builds:
        whole = [build.cards, *((*build.cards, one) for one in numbers)]
        for cards in whole:
            if groups := divided((card, *cards), value, rules.values):
                yield (Form(card, Build(value, groups)),)
