"""The core of Krypkasino: positions in packed integers, and the rule of thumb.

A *face* is the place of a card among the faces of the deck. The numbers of the cards on the table
are *packed*: an integer with five bits for the count of each number, so that taking cards is a
subtraction. Suits matter only once it is settled which numbers a card takes.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations, product
from math import comb, inf, prod
from typing import NamedTuple

from ..cards import NUMBERS, Cards, Counts, counted
from ..games.krypkasino.captures import CaptureRules, capture_rules
from ..games.krypkasino.followed_game import CaptureState, capture_state, play_of, set_up_by
from ..lattice import Lattice
from ..plays import Play, as_play
from ..ruleset import HandSigns, Ruleset, State
from ..score_items import MARKERS, PaidByNeighbour
from ..seating import Seats, sides
from ..sums import dividing_values, parts
from .core import Core
from .knowledge import Deal

_MOST_REMEMBERED = 50_000
"""Tables of which the sums are kept: some ten games, and ten megabytes."""
_FEW_SETS = 8
"""Sets on a table that are added up one by one; where there are more, the lattice is faster."""
_WORK_LIMIT = 2_000_000
"""Work on the sums of one table, which is more than a table of 16 cards needs; larger ones are
rare, and some of their captures are enough."""
_MOST_COLLECTIONS = 40
"""Collections that are thought of for a card, the smallest ones; only crowded tables have more."""
_MOST_MOVES = 500
"""Plays of a position that is solved."""
_THOUSAND = 1000

Move = tuple[int, tuple[int, ...]]
"""The face that is played and the faces that it takes, in order."""
Priced = tuple[int, int, int, list[int]]
"""The price of a play, the face that is played, and what it takes: packed numbers, and faces."""


@dataclass(frozen=True)
class CaptureWeights:
    """Weights of the rule of thumb, in thousandths: of a point that a play takes, of a point that a
    set-up sweep is likely to bring, and, of a point, of playing a card a rank higher, which decides
    between plays that are alike."""

    points: int = 1000
    set_up: int = 1000
    rank: int = 30


THUMB = CaptureWeights()


class _Sweeps(dict[int, tuple[int, ...]]):
    """The hand values that take a whole table, by its packed numbers."""

    def __init__(self, rules: CaptureRules) -> None:
        super().__init__()
        self._hand_values = frozenset(rules.hand_values.values())

    def __missing__(self, packed: int) -> tuple[int, ...]:
        dividing = dividing_values(_unpacked(packed))
        values = tuple(value for value in dividing if value in self._hand_values)
        return _remembered(self, packed, values)


class _Captures(dict[int, tuple[int, ...]]):
    """The maximal divisible collections of a table for the value of a card, packed; only the empty
    one if it takes nothing. A key is ``packed << 5 | value``."""

    def __missing__(self, key: int) -> tuple[int, ...]:
        packed, value = key >> 5, key & 31
        guarded = packed | _GUARDS
        fitting: list[int] = []
        for largest, sets in _sets(value):
            if packed & largest:
                fitting += [each for each in sets if (guarded - each) & _GUARDS == _GUARDS]
        if not fitting:
            collections = [0]
        elif len(fitting) <= _FEW_SETS:
            collections = _maximal_sums(guarded, fitting)
        else:
            found = Lattice(_unpacked(packed), value).maximal(_WORK_LIMIT).sets
            collections = [_packed(counts) for counts in found]
        collections.sort()
        if len(collections) > _MOST_COLLECTIONS:
            collections = sorted(collections, key=_size)[:_MOST_COLLECTIONS]
        return _remembered(self, key, tuple(collections))


def _remembered(
    memory: dict[int, tuple[int, ...]], key: int, result: tuple[int, ...]
) -> tuple[int, ...]:
    """Return a result that is remembered from now on."""
    if len(memory) >= _MOST_REMEMBERED:
        memory.clear()  # it fills again in less than a second
    memory[key] = result
    return result


CAPTURES = _Captures()
"""The captures of all games, since they depend on numbers alone."""


@lru_cache(maxsize=4)
def _sweeps_by(rules: CaptureRules) -> _Sweeps:
    return _Sweeps(rules)


@lru_cache(maxsize=32)
def _sets(value: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Return all sets of numbers that make a value, packed, behind a mask for the counts of the
    largest number in them."""
    all_numbers = (0, *(value // number for number in NUMBERS))
    by_largest: dict[int, list[int]] = {}
    for numbers in parts(all_numbers, value):
        by_largest.setdefault(31 * _unit(numbers[0]), []).append(_packed(counted(numbers)))
    return tuple((mask, tuple(sets)) for mask, sets in by_largest.items())


def _maximal_sums(guarded: int, sets: Sequence[int]) -> list[int]:
    """Return the maximal sums of some sets, each taken any number of times, that a table with
    guard bits over its numbers has room for."""
    sums = {0}
    for numbers in sets:
        for taken in sums.copy():
            more = taken + numbers
            while (guarded - more) & _GUARDS == _GUARDS:
                sums.add(more)
                more += numbers
    maximal: list[int] = []
    for taken in sorted(sums, reverse=True):  # a part of a sum is a lower integer
        if all(((other | _GUARDS) - taken) & _GUARDS != _GUARDS for other in maximal):
            maximal.append(taken)
    return maximal


def _size(packed: int) -> int:
    return sum(_unpacked(packed))


_SHIFTS = [5 * (number - 1) for number in NUMBERS]
_GUARDS = sum(16 << shift for shift in _SHIFTS)
"""A bit over each number that the subtraction of more cards than there are would clear."""


def _unit(number: int) -> int:
    return 1 << 5 * (number - 1)


def _packed(counts: Counts) -> int:
    return sum(counts[number] * _unit(number) for number in NUMBERS)


def _unpacked(packed: int) -> Counts:
    return (0, *[packed >> shift & 31 for shift in _SHIFTS])


@lru_cache(maxsize=1 << 14)
def _numbers_in(packed: int) -> tuple[tuple[int, int], ...]:
    """Return the numbers of some packed cards, and how many there are of each."""
    return tuple((number, count) for number, count in enumerate(_unpacked(packed)) if count)


@lru_cache(maxsize=1 << 14)
def _thousandths_of_holding(wanted: int, unseen: int, size: int) -> int:
    """Return in thousandths the probability that a hand of some of the ``unseen`` cards holds one
    of the ``wanted`` ones."""
    all_hands = comb(unseen, size)
    return _THOUSAND - _THOUSAND * comb(unseen - wanted, size) // all_hands if all_hands else 0


class _Following(NamedTuple):
    """The next player as the mover sees it: how many cards of each hand value it may hold, of how
    many ``unseen`` cards it holds ``size``, and the weight of what the mover is ``paid`` for its
    sweep."""

    hidden: list[int]
    unseen: int
    size: int
    paid: int

    def worth_of_set_up(self, sweeps: tuple[int, ...]) -> int:
        """Return in thousandths of its weight what it is worth to leave a table that these hand
        values take."""
        wanted = sum([self.hidden[value] for value in sweeps])
        return self.paid * _thousandths_of_holding(wanted, self.unseen, self.size)


class CapturePosition:
    """A game of Krypkasino with all hands open. ``turn`` is -1 when it is over.

    The pack is dealt from its end. ``left`` counts the cards in all hands, ``unseen`` those in
    hands and pack by hand value. ``aside`` are the points that are set aside, ``barred`` the hand
    values of which a seat has shown that it holds no card, one bit for each.
    """

    __slots__ = (
        "aside", "barred", "deal", "hands", "last", "left", "pack", "packed", "score", "surplus",
        "table", "turn", "unseen",
    )  # fmt: skip

    turn: int
    deal: int
    surplus: int
    table: list[int]
    packed: int
    hands: list[list[int]]
    pack: list[int]
    left: int
    score: list[int]
    last: int
    aside: int
    unseen: list[int]
    barred: list[int]

    def copy(self) -> "CapturePosition":
        """Return another position that is the same so far."""
        other = CapturePosition()
        other.turn, other.deal, other.surplus = self.turn, self.deal, self.surplus
        other.table, other.packed = self.table[:], self.packed
        other.hands = [hand[:] for hand in self.hands]
        other.pack, other.left = self.pack[:], self.left
        other.score, other.last, other.aside = self.score[:], self.last, self.aside
        other.unseen, other.barred = self.unseen[:], self.barred[:]
        return other


class CapturesCore(Core[CapturePosition, Move]):
    """The rules of Krypkasino as its players need them."""

    def __init__(self, rules: Ruleset, seats: Seats, weights: CaptureWeights = THUMB) -> None:
        super().__init__(rules, seats)
        captures = capture_rules(rules)
        faces = rules.deck.faces
        self._captures, self._sweeps = CAPTURES, _sweeps_by(captures)
        self._faces, self._face_of = faces, {card: face for face, card in enumerate(faces)}
        self._number = [captures.table_values[card.rank] for card in faces]
        self._value = [captures.hand_values[card.rank] for card in faces]
        self._unit = [_unit(number) for number in self._number]
        self._points = [captures.worth[card] for card in faces]
        self._of_points = weights.points
        self._of_rank = [-weights.rank * value for value in self._value]
        self._leaves = [card in captures.faces_set_aside for card in faces]
        self._values = {rank: captures.hand_values[rank] for rank in rules.deck.ranks}
        self._cheap_first = [self._points[face] * len(faces) + face for face in range(len(faces))]
        self._marker = rules.sheet.worths[MARKERS]
        self._paid = sum(
            item.points for item in rules.sheet.items if isinstance(item, PaidByNeighbour)
        )
        self._set_up = -self._paid * weights.set_up // _THOUSAND
        self._most_for_set_up = max(0, _THOUSAND * self._set_up)
        players = range(seats.players)
        self._payer = [set_up_by(seat, seats.players) for seat in players]
        self._next = [(seat + rules.seating.step) % seats.players for seat in players]
        self._leader = rules.seating.leader(seats.dealer, seats.players)
        together = sides(seats.players, seats.teams)
        self._mates = [next(own for own in together.values() if seat in own) for seat in players]
        self._sizes: dict[tuple[int, int], tuple[int, ...]] = {}
        self._last_standing: tuple[CaptureState, CapturePosition] | None = None

    def position(self, state: State, deal: Deal) -> CapturePosition:
        standing = self._standing(capture_state(state))
        face_of, value = self._face_of, self._value
        position = standing.copy()
        position.hands = [[face_of[card] for card in hand] for hand in deal.hands]
        position.pack = [face_of[card] for card in reversed(deal.pack)]
        position.left = sum(map(len, position.hands))
        for faces in (*position.hands, position.pack):
            for face in faces:
                position.unseen[value[face]] += 1
        return position

    def _standing(self, state: CaptureState) -> CapturePosition:
        """Return the position of a state without the unseen cards; the last one is remembered, as
        many deals are tried in a state."""
        last = self._last_standing
        if last is not None and last[0] is state:
            return last[1]
        standing = CapturePosition()
        standing.turn = -1 if state.turn is None else state.turn
        standing.deal, standing.surplus = state.deal, state.surplus
        standing.table = [self._face_of[card] for card in state.table]
        standing.packed = sum(self._unit[face] for face in standing.table)
        standing.hands, standing.pack, standing.left = [], [], 0
        standing.score = self._score_so_far(state)
        standing.last = -1 if state.last_capturer is None else state.last_capturer
        standing.aside = self._points_of(state.set_aside)
        standing.unseen = [0] * (max(self._value) + 1)
        standing.barred = [0] * state.players
        self._last_standing = state, standing
        return standing

    def _score_so_far(self, state: CaptureState) -> list[int]:
        score = [0] * state.players
        for seat, pile in enumerate(state.piles):
            score[seat] += self._points_of(pile.cards) + pile.markers * self._marker
            score[self._payer[seat]] += pile.markers * self._paid
        if state.turn is None and state.last_capturer is not None:
            score[state.last_capturer] += self.rules.sheet.last_capture_points
        return score

    def _points_of(self, cards: Cards) -> int:
        return sum(self._points[self._face_of[card]] for card in cards)

    def with_signs(self, position: CapturePosition, signs: Sequence[HandSigns]) -> CapturePosition:
        for seat, of_seat in enumerate(signs):
            for rank in of_seat.barred:
                position.barred[seat] |= 1 << self._values[rank]
        return position

    def turn(self, position: CapturePosition) -> int | None:
        return None if position.turn < 0 else position.turn

    def alternatives(self, position: CapturePosition) -> list[Move]:
        """Return a play for each different card and each collection of numbers that it may take, in
        the suits that cost least."""
        moves: list[Move] = []
        for face in self._playable(position):
            for collection in self._captures_of(position, face):
                taken = self._cheapest(position.table, collection)[1]
                moves.append((face, tuple(sorted(taken))))
        return moves

    def every_move(self, position: CapturePosition) -> list[Move]:
        """Return a play for each different card and each collection of cards that it may take;
        none if there are too many. Cards of a number are told apart by their points, and where a
        hand holds their twin (#double-sweep)."""
        in_hands = {face for hand in position.hands for face in hand}
        moves: list[Move] = []
        for face in self._playable(position):
            collections = self._captures_of(position, face)
            if len(collections) == _MOST_COLLECTIONS:
                return []
            for collection in collections:
                choices = self._choices(position.table, collection, in_hands)
                if len(moves) + prod(map(len, choices)) > _MOST_MOVES:
                    return []
                takings = (tuple(sorted(chain(*faces))) for faces in product(*choices))
                moves += ((face, taken) for taken in takings)
        return moves

    def key(self, position: CapturePosition) -> Hashable:
        hands = tuple([tuple(sorted(hand)) for hand in position.hands])
        table, score = tuple(sorted(position.table)), tuple(position.score)
        return position.turn, table, hands, score, position.last

    def _playable(self, position: CapturePosition) -> list[int]:
        """Return the different faces of the mover's hand of which one must be played
        (#forced-sweep)."""
        hand = sorted(set(position.hands[position.turn]))
        sweeps = self._sweeps[position.packed]
        return [face for face in hand if self._value[face] in sweeps] or hand

    def _captures_of(self, position: CapturePosition, face: int) -> tuple[int, ...]:
        return self._captures[position.packed << 5 | self._value[face]]

    def _cheapest(self, table: list[int], collection: int) -> tuple[int, list[int]]:
        """Return the points of the cheapest cards of the table that have these numbers, and the
        cards."""
        taken: list[int] = []
        number_of = self._number
        for number, count in _numbers_in(collection):
            of_number = [face for face in table if number_of[face] == number]
            if len(of_number) > count:
                of_number.sort(key=self._cheap_first.__getitem__)
                del of_number[count:]
            taken += of_number
        points = self._points
        cost = 0
        for face in taken:
            cost += points[face]
        return cost, taken

    def _choices(
        self, table: list[int], collection: int, in_hands: set[int]
    ) -> list[list[tuple[int, ...]]]:
        """Return the different ways to take the cards of each number in a collection."""
        choices = []
        for number, count in _numbers_in(collection):
            of_number = sorted(face for face in table if self._number[face] == number)
            different: dict[tuple[int, ...], tuple[int, ...]] = {}
            for faces in combinations(of_number, count):
                kinds = (face if face in in_hands else ~self._points[face] for face in faces)
                different.setdefault(tuple(sorted(kinds)), faces)
            choices.append(list(different.values()))
        return choices

    def after(self, position: CapturePosition, move: Move) -> CapturePosition:
        following = position.copy()
        self._play(following, *move)
        return following

    def rolled_out(self, position: CapturePosition, plays: int) -> CapturePosition:
        following = position.copy()
        while plays > 0 and following.turn >= 0:
            self._play(following, *self._thumb(following))
            plays -= 1
        return following

    def _play(self, position: CapturePosition, face: int, taken: Sequence[int]) -> None:
        """Play a card in a position, and deal the next hands when all are empty."""
        seat, table, packed = position.turn, position.table, position.packed
        position.hands[seat].remove(face)
        position.unseen[self._value[face]] -= 1
        position.left -= 1
        if taken:
            gained = self._points[face]
            for other in taken:
                table.remove(other)
                gained += self._points[other]
                position.packed -= self._unit[other]
            position.score[seat] += gained
            position.last = seat
            if not table:
                self._sweep(position, seat, double=self._is_double(face, taken))
        else:
            table.append(face)
            position.packed += self._unit[face]
        if table:  # whoever passes a sweep over holds no card for it (#forced-sweep)
            for value in self._sweeps[packed]:
                position.barred[seat] |= 1 << value
        following = self._next[seat]
        if position.left:
            while not position.hands[following]:
                following = self._next[following]
            position.turn = following
        else:
            self._end_deal(position)

    def _is_double(self, face: int, swept: Sequence[int]) -> bool:
        return len(swept) == 1 and swept[0] == face and self._value[face] == self._number[face]

    def _sweep(self, position: CapturePosition, seat: int, *, double: bool) -> None:
        markers = 2 if double else 1
        position.score[seat] += markers * self._marker
        position.score[self._payer[seat]] += markers * self._paid

    def _end_deal(self, position: CapturePosition) -> None:
        """Set cards aside and deal the next hands, or end the game."""
        sizes = self._hand_sizes(position.deal, position.surplus) if position.pack else ()
        if not sizes:
            if position.last >= 0:
                left = position.aside + sum(self._points[face] for face in position.table)
                position.score[position.last] += left + self.rules.sheet.last_capture_points
            position.turn = -1
            return
        leaving = [face for face in position.table if self._leaves[face]]
        for face in leaving:
            position.table.remove(face)
            position.packed -= self._unit[face]
            position.aside += self._points[face]
        pack = position.pack
        for seat, size in enumerate(sizes):
            position.hands[seat] = [pack.pop() for _ in range(min(size, len(pack)))]
        position.left = sum(map(len, position.hands))
        position.deal += 1
        position.barred = [0] * len(sizes)
        position.turn = self._leader
        while not position.hands[position.turn]:
            position.turn = self._next[position.turn]

    def _hand_sizes(self, deal: int, surplus: int) -> tuple[int, ...]:
        """Return the number of cards that each seat gets after a deal; none after the last one."""
        key = deal, surplus
        sizes = self._sizes.get(key)
        if sizes is None:
            seating, players = self.rules.seating, self.seats.players
            more = seating.left_to_deal(players, deal, surplus)
            hands = seating.hands(self.seats.dealer, players, deal + 1, surplus) if more else ()
            sizes = self._sizes[key] = hands
        return sizes

    def habit(self, position: CapturePosition) -> Move:
        face, taken = self._thumb(position)
        return face, tuple(sorted(taken))

    def _thumb(self, position: CapturePosition) -> tuple[int, list[int]]:
        """Return the play with the lowest price."""
        hand = position.hands[position.turn]
        if len(hand) == 1:
            collections = self._captures_of(position, hand[0])
            if len(collections) == 1:
                return hand[0], self._cheapest(position.table, collections[0])[1]
        _, face, _, taken = min(self._priced(position, every=False))
        return face, taken

    def prices(self, position: CapturePosition) -> list[Priced]:
        """Return the plays that are worth a thought with their prices by the rule of thumb, in
        thousandths of a point: what a play takes, less what it is worth to set up the next player,
        and a little less for a higher card. The least of them is chosen."""
        return self._priced(position, every=True)

    def _priced(self, position: CapturePosition, *, every: bool) -> list[Priced]:
        """Return the plays with their prices: ``every`` one, or those that may be the least."""
        hand, table, packed = position.hands[position.turn], position.table, position.packed
        values, captures, sweeping = self._value, self._captures, self._sweeps
        points, of_points, cheapest = self._points, self._of_points, self._cheapest
        sweeps = sweeping[packed]
        forced = [face for face in hand if values[face] in sweeps] if sweeps else None
        if forced:
            return [(self._price_of_sweep(face, table), face, packed, table[:]) for face in forced]
        deals = position.left == 1
        following: _Following | None = None
        most = inf if every else self._most_for_set_up
        priced: list[Priced] = []
        least = inf
        for face in set(hand) if len(hand) > 1 else hand:
            price_of_rank = self._of_rank[face]
            for collection in captures[packed << 5 | values[face]]:
                if collection:
                    cost, taken = cheapest(table, collection)
                    price = of_points * (cost + points[face]) + price_of_rank
                    rest = packed - collection
                else:
                    taken, price, rest = [], price_of_rank, packed + self._unit[face]
                if price - most > least:
                    continue
                if deals:
                    rest = self._packed_after_deal(table, face, taken)
                if set_up := sweeping[rest]:
                    following = following or self._following(position)
                    price -= following.worth_of_set_up(set_up)
                if every or price <= least:
                    least = price
                    priced.append((price, face, collection, taken))
        return priced

    def _price_of_sweep(self, face: int, table: list[int]) -> int:
        markers = 2 if self._is_double(face, table) else 1
        points = self._points[face] + markers * self._marker
        return self._of_points * points + self._of_rank[face]

    def _following(self, position: CapturePosition) -> "_Following":
        """Return the next player as the mover sees it."""
        seat = position.turn
        following = self._next[seat]
        hand, size = position.hands[seat], len(position.hands[following])
        hidden = position.unseen[:]
        for face in hand:
            hidden[self._value[face]] -= 1
        if position.left == 1:
            sizes = self._hand_sizes(position.deal, position.surplus) if position.pack else ()
            size = sizes[self._leader] if sizes else 0
        elif barred := position.barred[following]:
            hidden = [0 if barred >> value & 1 else number for value, number in enumerate(hidden)]
        unseen = len(position.pack) + position.left - len(hand)
        return _Following(hidden, unseen, size, self._set_up)

    def _packed_after_deal(self, table: list[int], face: int, taken: list[int]) -> int:
        """Return the numbers that lie on the table when the play of a card has ended a deal."""
        lying = list(table)
        for other in taken:
            lying.remove(other)
        if not taken:
            lying.append(face)
        return sum(self._unit[other] for other in lying if not self._leaves[other])

    def horizon(self, position: CapturePosition) -> int:
        """Return the number of plays to the first one of the next deal, which can sweep what the
        last one left."""
        return position.left + 1

    def worth(self, position: CapturePosition) -> tuple[int, ...]:
        score = position.score
        return tuple([-100 * sum([score[seat] for seat in mates]) for mates in self._mates])

    def points(self, position: CapturePosition) -> tuple[int, ...]:
        return tuple(position.score)

    def play(self, position: CapturePosition, move: Move) -> Play:  # noqa: ARG002 - see Core
        face, taken = move
        return as_play(self._faces[face], tuple(self._faces[other] for other in taken))

    def move(self, position: CapturePosition, play: Play) -> Move:  # noqa: ARG002 - see Core
        card, captured = play_of(play)
        return self._face_of[card], tuple(sorted(self._face_of[other] for other in captured))
