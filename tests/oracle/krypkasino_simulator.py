"""Whole random games of Krypkasino, with every hand known and the state after every play.

Written from the rules alone, apart from the referee. Cards are strings with a suit, as in the
brute force oracle, which says here what cards are worth and how they are spelt, no more.
"""

import random
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from . import krypkasino_play

DECK = tuple(rank + suit for rank in krypkasino_play.RANKS for suit in krypkasino_play.SUITS)
PLACE = {card: place for place, card in enumerate(DECK)}
HOUSE_RULES = frozenset({"two_player_five_six", "last_capture_point", "set_aside_spades"})

# Batches to each hand and to the table (#deal, #house-rules): the first deal by players.
FIRST_DEAL = {
    2: ((3, 3), (2, 2)), 3: ((3, 2), (3, 2)), 4: ((3, 2), (2, 2)), 5: ((2, 2), (2, 2)),
    6: ((3, 2), (2, 0)),
}  # fmt: skip
FIVE_SIX_DEAL = ((3, 2), (3, 3))
LATER_DEAL = ((2, 2), (0, 0))


@dataclass(frozen=True)
class State:
    """State of a game after an entry, as everybody at the table can see it."""

    table: tuple[str, ...]  # in card order: A low, K high, then S H D C
    set_aside: tuple[str, ...]  # in card order
    piles: tuple[tuple[str, ...], ...]  # by seat, each in card order, markers included
    markers: tuple[int, ...]  # by seat
    hands: tuple[int, ...]  # by seat: cards left in the hand
    turn: int | None  # None when the game is over
    deal: int  # from 1
    last_capturer: int | None
    sweeps_for: tuple[str, ...]  # ranks that take the whole table, A first; () when over


@dataclass(frozen=True)
class Play:
    """A card that was played, and everything about the play."""

    seat: int
    card: str
    captured: tuple[str, ...]  # in card order, () for a creep
    only: bool  # was this all the card could do?
    hand: tuple[str, ...]  # the seat's hand before the play, in card order
    state: State  # afterwards, with the next deal if this was the last card of a deal
    missed: tuple[tuple[int, str], ...]  # sweeps passed over that this card brings to light:
    # the index in Game.plays of the play that passed it over, and this card


@dataclass(frozen=True)
class Game:
    """A whole game from the first deal to the scores."""

    players: int
    dealer: int
    house: frozenset[str]
    dealt: tuple[str, ...]  # to the table, in dealing order, before anything is set aside
    start: State  # after the first deal and setting aside
    plays: tuple[Play, ...]
    scores: tuple[int, ...] | None  # by seat; None if nobody ever captured


def simulate(
    chance: random.Random,
    players: int,
    dealer: int,
    house: Collection[str] = frozenset(),
    careless: float = 0.0,
) -> Game:
    """Play a random game that is legal, but for forced sweeps passed over (#deal to #scoring).

    `careless` is the probability that a player who holds a card that sweeps, and another that
    does not, plays the other.
    """
    if players not in FIRST_DEAL or dealer not in range(players):
        raise ValueError(f"no such table: {players} players, dealer {dealer}")
    if not HOUSE_RULES.issuperset(house) or ("two_player_five_six" in house and players != 2):
        raise ValueError(f"not house rules for {players} players: {sorted(house)}")
    table = _Table(chance, players, dealer, frozenset(house))
    dealt = table.deal_out()
    start = state = table.state()
    plays: list[Play] = []
    while state.turn is not None:
        plays.append(table.play(len(plays), state, careless))
        state = plays[-1].state
    return Game(players, dealer, table.house, dealt, start, tuple(plays), table.scores())


class _Table:
    """The cards of a game, face down ones too, and the players around them."""

    def __init__(self, chance: random.Random, players: int, dealer: int, house: frozenset[str]):
        self.chance, self.players, self.dealer, self.house = chance, players, dealer, house
        self.stock = chance.sample(DECK * 2, len(DECK) * 2)
        self.lying: list[str] = []
        self.aside: list[str] = []
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.piles: list[tuple[str, ...]] = [()] * players
        self.markers = [0] * players
        self.turn: int | None = None
        self.deal = 0
        self.last_capturer: int | None = None
        # By seat, for this deal: plays that took no sweep though cards of these ranks could.
        self.doubtful: list[dict[int, tuple[str, ...]]] = []

    def deal_out(self) -> tuple[str, ...]:
        """Deal once and set cards aside; answers what was dealt to the table (#set-aside)."""
        to_hands, to_table = LATER_DEAL
        if self.deal == 0:
            five_six = "two_player_five_six" in self.house
            to_hands, to_table = FIVE_SIX_DEAL if five_six else FIRST_DEAL[self.players]
        dealt: list[str] = []
        for hand_batch, table_batch in zip(to_hands, to_table, strict=True):
            for step in range(1, self.players + 1):
                self.hands[(self.dealer + step) % self.players] += self._draw(hand_batch)
            dealt += self._draw(table_batch)
        spades = "set_aside_spades" in self.house
        self.lying, aside = krypkasino_play.set_aside(self.lying + dealt, spades)
        self.aside += aside
        self.deal += 1
        self.turn = self._left_of(self.dealer)
        self.doubtful = [{} for _ in range(self.players)]
        return tuple(dealt)

    def state(self) -> State:
        """Return what everybody can see now."""
        return State(
            table=_in_order(self.lying),
            set_aside=_in_order(self.aside),
            piles=tuple(self.piles),
            markers=tuple(self.markers),
            hands=tuple(len(hand) for hand in self.hands),
            turn=self.turn,
            deal=self.deal,
            last_capturer=self.last_capturer,
            sweeps_for=() if self.turn is None else _sweeps_for(self.lying),
        )

    def play(self, index: int, before: State, careless: float) -> Play:
        """Let the player whose turn it is play a card, and go on to the next turn (#turn)."""
        assert before.turn is not None
        seat, hand = before.turn, _in_order(self.hands[before.turn])
        cards = self._allowed(hand, before.sweeps_for, careless)
        moves = [(card, *_choose_capture(self.chance, self.lying, card)) for card in cards]
        # Any card (the first, as they are shuffled), the least taken, or a choice of captures.
        taste = self.chance.choice((0, 1, 2))
        card, captured, only = min(moves, key=lambda move: (0, len(move[1]), move[2])[taste])
        rank, doubtful = krypkasino_play.rank_of(card), self.doubtful[seat]
        shown = [earlier for earlier, ranks in doubtful.items() if rank in ranks]
        for earlier in shown:
            del doubtful[earlier]
        if before.sweeps_for and rank not in before.sweeps_for:
            doubtful[index] = before.sweeps_for
        self.hands[seat].remove(card)
        self._put_down(seat, card, captured)
        self._go_on(seat)
        missed = tuple((earlier, card) for earlier in shown)
        return Play(seat, card, captured, only, hand, self.state(), missed)

    def scores(self) -> tuple[int, ...] | None:
        """Return the totals by seat, or None if nobody ever captured (#end, #scoring,
        #house-rules)."""
        if self.last_capturer is None:
            return None
        totals = [
            sum(krypkasino_play.card_points(card) for card in self.piles[seat])
            + 5 * self.markers[seat]
            - 5 * self.markers[self._left_of(seat)]
            for seat in range(self.players)
        ]
        if "last_capture_point" in self.house:
            totals[self.last_capturer] += 1
        return tuple(totals)

    def _allowed(
        self, hand: Sequence[str], sweeps_for: Collection[str], careless: float
    ) -> Sequence[str]:
        """Return the cards of the hand that the player may play, shuffled (#sweep)."""
        allowed = hand
        sweeping = [card for card in hand if krypkasino_play.rank_of(card) in sweeps_for]
        others = [card for card in hand if card not in sweeping]
        if sweeping and others:
            allowed = others if self.chance.random() < careless else sweeping
        return self.chance.sample(allowed, len(allowed))

    def _put_down(self, seat: int, card: str, captured: tuple[str, ...]) -> None:
        """Creep with this card, or take these cards with it (#must-capture and #sweep)."""
        if not captured:
            self.lying.append(card)
            return
        for taken in captured:
            self.lying.remove(taken)
        self.piles[seat] = _in_order([*self.piles[seat], *captured, card])
        self.last_capturer = seat
        if not self.lying:
            # An ace never takes a lone ace, so twins here are never aces.
            self.markers[seat] += 2 if captured == (card,) else 1

    def _go_on(self, seat: int) -> None:
        """Continue to the next turn, the next deal or the end of the game (#deal and #end)."""
        if any(self.hands):
            self.turn = self._left_of(seat)
        elif self.stock:
            self.deal_out()
        else:
            self.turn, last = None, self.last_capturer
            if last is not None:
                self.piles[last] = _in_order([*self.piles[last], *self.lying, *self.aside])
                self.lying, self.aside = [], []

    def _draw(self, count: int) -> list[str]:
        return [self.stock.pop() for _ in range(count)]

    def _left_of(self, seat: int) -> int:
        return (seat + 1) % self.players


def _in_order(cards: Collection[str]) -> tuple[str, ...]:
    return tuple(sorted(cards, key=PLACE.__getitem__))


def _sweeps_for(table: Sequence[str]) -> tuple[str, ...]:
    """Return the ranks that take the whole table, A first; none for an empty table (#sweep)."""
    everything, total = _pack(table), sum(krypkasino_play.table_value(card) for card in table)
    return tuple(
        rank
        for rank in krypkasino_play.RANKS
        if total and total % krypkasino_play.hand_value(rank) == 0
        if everything in _maximal(everything, krypkasino_play.hand_value(rank))
    )


def _choose_capture(
    chance: random.Random, table: Sequence[str], card: str
) -> tuple[tuple[str, ...], bool]:
    """Return a random legal capture, and if it is the only one; () for a creep (#must-capture)."""
    options = _maximal(_pack(table), krypkasino_play.hand_value(card))
    taste = chance.choice((-1, 0, 0, 1))  # the most cards, any, or the fewest
    shuffled = chance.sample(options, len(options))
    wanted = min(shuffled, key=lambda option: taste * _size(option))
    taken: list[str] = []
    left: list[str] = []
    for other in chance.sample(table, len(table)):
        one = _one(krypkasino_play.table_value(other))
        if _fits(one, wanted):
            taken.append(other)
            wanted -= one
        else:
            left.append(other)
    # A card that stays could be taken for another of its rank. That is another capture, unless
    # the two are identical.
    swaps = any(
        a != b and krypkasino_play.rank_of(a) == krypkasino_play.rank_of(b)
        for a in taken
        for b in left
    )
    return _in_order(taken), len(options) == 1 and not swaps


# What adds up. Suits do not matter for that, so a set of cards is seen as the count of each rank,
# packed into one integer: five bits for each rank, the ace lowest. A count needs only four of
# them; the fifth is a guard bit, with which all counts are compared at once.

FIELD = 5
GUARDS = sum(1 << (FIELD * place + FIELD - 1) for place in range(len(krypkasino_play.RANKS)))


def _one(rank: int) -> int:
    """Return a card of this rank (its table value)."""
    return 1 << (FIELD * (rank - 1))


def _pack(cards: Sequence[str]) -> int:
    return sum(_one(krypkasino_play.table_value(card)) for card in cards)


def _size(counts: int) -> int:
    return sum(counts >> (FIELD * place) & 15 for place in range(len(krypkasino_play.RANKS)))


def _fits(small: int, large: int) -> bool:
    """Return whether no count of the first is larger than that of the second; else a guard bit is
    lost."""
    return ((large | GUARDS) - small) & GUARDS == GUARDS


def _adding_up(total: int, highest: int) -> Iterator[int]:
    """Yield all counts of ranks up to the highest whose table values add up to the total."""
    if total == 0:
        yield 0
    for rank in range(1, min(total, highest) + 1):
        yield from (_one(rank) + rest for rest in _adding_up(total - rank, rank))


@cache
def _groups(value: int, highest: int) -> tuple[int, ...]:
    """Return all groups of this value whose highest card has this rank; none if it is too high."""
    return tuple(_one(highest) + rest for rest in _adding_up(value - highest, highest))


@lru_cache(maxsize=1 << 16)
def _maximal(counts: int, value: int) -> tuple[int, ...]:
    """Return all sets that divide into groups while nothing larger that contains them does
    (#groups).

    Such a set has no card of the highest rank: then it is maximal among the lower ranks. Or it
    has one, in some group. Without that group it is maximal in what the group leaves of the
    cards, or else the whole could have been larger.
    """
    if counts == 0:
        return (0,)
    highest = (counts.bit_length() - 1) // FIELD + 1
    found = set(_maximal(counts % _one(highest), value))
    for group in _groups(value, highest):
        if _fits(group, counts):
            found.update(group + rest for rest in _maximal(counts - group, value))
    maximal: list[int] = []
    for option in sorted(found, reverse=True):
        # Whatever contains this one is a larger number, so it has been looked at before.
        if not any(_fits(option, larger) for larger in maximal):
            maximal.append(option)
    return tuple(maximal)
