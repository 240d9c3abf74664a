"""The divisible collections of some cards, as states in big integers.

:mod:`referee.rules.sums` explains counts, sets and divisible collections.

There are few vectors of counts even where there are very many collections of cards, and a set *of
vectors* fits into one big integer, a bit for each, in mixed radix. Adding one more set of cards to
every collection at once is a single shift: ``(states & room) << offset``.

One integer over all numbers would be too long for a big table. But a set holds at most one
number above half its value (or two of exactly half). So only the *low* numbers, below half, share
an integer, of at most 9 ** 6 bits even with two whole packs on the table; the *high* ones are
enumerated count by count.
"""

from collections.abc import Iterator, Sequence
from functools import cache, cached_property, lru_cache
from typing import NamedTuple

from .cards import Counts, NumberSet, counted

_OVERHEAD = 2_000
"""The cost of a big-integer operation besides its length, in bits."""


class Maximal(NamedTuple):
    """Maximal divisible collections as counts; ``complete`` is true if these are all of them.
    Instances are cached and must not be changed."""

    sets: list[Counts]
    complete: bool


class _Partition(NamedTuple):
    """A set of numbers that make a value: how many of them are ``high``, and the ``low`` ones with
    how many of each; ``packed`` are all counts in one integer, with a guard bit over each."""

    numbers: NumberSet
    high: int
    low: tuple[tuple[int, int], ...]
    packed: int


class _Step(NamedTuple):
    """A set of numbers as a step in the lattice: how many of the high number it uses, how far it
    shifts a state, and the states that have ``room`` for it."""

    numbers: NumberSet
    high: int
    offset: int
    room: int


@cache
def _partitions(value: int, highest: int) -> tuple[_Partition, ...]:
    """Return the sets of two or more numbers from 1 to the ``highest`` that make a value."""

    def split(rest: int, largest_part: int) -> Iterator[NumberSet]:
        """Yield the sets of numbers up to ``largest_part`` that make ``rest``, each with its
        largest number first."""
        if rest == 0:
            yield ()
        for number in range(min(rest, largest_part), 0, -1):
            for others in split(rest - number, number):
                yield number, *others

    # Cards that make the value alone are in every maximal collection, and are added at the end.
    parts = [numbers for numbers in split(value, min(highest, value - 1)) if len(numbers) > 1]
    return tuple(
        _Partition(
            numbers,
            high=sum(2 * number >= value for number in numbers),
            low=tuple((n, numbers.count(n)) for n in sorted(set(numbers)) if 2 * n < value),
            packed=_pack(counted(numbers, highest)),
        )
        for numbers in parts
    )


def _pack(counts: Counts) -> int:
    return sum(count << 5 * number for number, count in enumerate(counts))


@cache
def _guards(highest: int) -> int:
    return _pack((16,) * (highest + 1))


class Lattice:
    """The lattice of the divisible collections of some cards, for one value.

    A *state* is a vector of low counts, and its number is ``sum(count * stride)``. *States* are an
    integer with one bit for each state.
    """

    def __init__(self, counts: Counts, value: int) -> None:
        self.counts, self.value = counts, value
        middle = (value + 1) // 2
        self.low = [n for n in range(1, middle) if counts[n]]
        self.highest = len(counts) - 1
        self.high = [n for n in range(min(value - 1, self.highest), middle - 1, -1) if counts[n]]
        self.strides: dict[int, int] = {}
        self.size = 1
        for number in self.low:
            self.strides[number] = self.size
            self.size *= counts[number] + 1
        self.top = 1 << (self.size - 1)
        self._all = (1 << self.size) - 1
        self._at_most: dict[tuple[int, int], int] = {}
        self._some = {n: self._all & ~self._states_with(n, 0) for n in self.low}
        self.steps = self._find_steps()

    def largest(self, containing: Counts) -> list[NumberSet] | None:
        """Return the sets of the divisible collection with the most cards that contains
        ``containing``, or None, as :func:`largest` describes.

        More and more high cards are omitted, until that alone costs more cards than the best
        division seen so far.
        """
        if any(containing[self.value + 1 :]):
            return None
        allowed = self._all
        for number in self.low:
            if containing[number]:
                allowed &= ~self._states_with(number, containing[number] - 1)
        spare = sum(self.counts[number] - containing[number] for number in self.high)
        # layers[depth][omitted][taken]: the states reached with `omitted` high cards omitted before
        # the number at this depth, and `taken` cards of this number taken.
        layers: list[list[list[int]]] = [[] for _ in self.high]
        best, fewest_missing = None, sum(self.counts) + 1
        for omitted in range(spare + 1):
            if omitted >= fewest_missing:
                break
            reached = 0 if omitted else self._low_states
            for depth, number in enumerate(self.high):
                layers[depth].append(self._layers(number, reached))
                reached = 0
                for before, taken in self._splits(number, omitted, containing):
                    reached |= layers[depth][before][taken]
            if fullest := self._fullest(reached & allowed, fewest_missing - omitted):
                missing, state = fullest
                best, fewest_missing = (omitted, state), omitted + missing
        return None if best is None else self._trace(layers, containing, *best)

    def _splits(self, number: int, omitted: int, containing: Counts) -> Iterator[tuple[int, int]]:
        """Yield the ways to omit ``omitted`` cards of high numbers up to ``number``: how many are
        omitted before it, and how many cards of the number are then taken."""
        for before in range(omitted + 1):
            taken = self.counts[number] - (omitted - before)
            if taken >= containing[number]:
                yield before, taken

    def _trace(
        self, layers: list[list[list[int]]], containing: Counts, omitted: int, at: int
    ) -> list[NumberSet]:
        """Return the sets on a path that leads to the state ``at`` with ``omitted`` high cards
        omitted."""
        sets: list[NumberSet] = [(self.value,)] * self._single_cards
        for number, by_omitted in zip(reversed(self.high), reversed(layers), strict=True):
            omitted, taken = next(
                (before, taken)
                for before, taken in self._splits(number, omitted, containing)
                if by_omitted[before][taken] >> at & 1
            )
            layer = by_omitted[omitted]
            while taken:
                step = self._last_step(number, at, layer[:taken])
                sets.append(step.numbers)
                at, taken = at - step.offset, taken - step.high
        while at:
            step = self._last_step(0, at, [self._low_states])
            sets.append(step.numbers)
            at -= step.offset
        return sets

    def _last_step(self, number: int, at: int, layers: list[int]) -> _Step:
        """Return a step that leads to the state ``at`` from one of the layers below it."""
        for step in self.steps[number]:
            if step.high <= len(layers) and step.offset <= at:
                before = layers[-max(step.high, 1)] & step.room
                if before >> (at - step.offset) & 1:
                    return step
        raise AssertionError("a state that was reached has a last step")

    def maximal(self, work_limit: int) -> Maximal:
        """Return all maximal divisible collections, as
        :func:`maximal` describes.

        High counts are enumerated from the most to none, so any collection that could contain
        another is seen before it, and what was collected stays true if the search is cut off.
        """
        collected: list[Counts] = []
        strides, radix = [], 1
        for number in self.high:
            strides.append(radix)
            radix *= self.counts[number] + 2  # one more than needed, so that none wraps round
        # By high counts: all states that a divisible collection contains.
        below: dict[int, int] = {}
        work_of_state = (self.size + _OVERHEAD) * (2 + sum(self.counts[n] for n in self.low))
        work = 0
        for taken, states in self._walk((), self._low_states):
            at = sum(count * stride for count, stride in zip(taken, strides, strict=True))
            above = 0
            for stride in strides:
                above |= below.get(at + stride, 0)
            below[at] = above
            if states & ~above:  # or all, and with them what they contain, are in larger ones
                downwards = self._with_subsets(states)
                summit = states & ~(above | self._one_less(downwards))
                collected += (self._vector(taken, state) for state in _bits(summit))
                below[at] |= downwards
            work += work_of_state
            if work > work_limit and collected:
                return Maximal(collected, complete=not any(taken))
        return Maximal(collected, complete=True)

    @property
    def _single_cards(self) -> int:
        """Return the number of cards that make the value by themselves, which every maximal
        collection takes."""
        return self.counts[self.value] if self.value <= self.highest else 0

    def _states_with(self, number: int, at_most: int) -> int:
        """Return the states that have at most ``at_most`` cards of a low number."""
        states = self._at_most.get((number, at_most))
        if states is None:
            stride = self.strides[number]
            period = stride * (self.counts[number] + 1)
            states = (1 << stride * (at_most + 1)) - 1
            while period < self.size:
                states |= states << period
                period *= 2
            states &= self._all
            self._at_most[number, at_most] = states
        return states

    def _find_steps(self) -> dict[int, list[_Step]]:
        """Return the sets that these cards can make, by their high number (0: none)."""
        steps: dict[int, list[_Step]] = {number: [] for number in (0, *self.high)}
        guards = _guards(self.highest)
        guarded = _pack(self.counts) + guards
        # All counts of the partition are compared at once: a count that would go
        # below zero takes its guard bit along.
        fitting = [
            partition
            for partition in _partitions(self.value, self.highest)
            if (guarded - partition.packed) & guards == guards
        ]
        rooms: dict[tuple[tuple[int, int], ...], int] = {(): self._all}
        for partition in fitting:
            offset, low = 0, partition.low
            for number, count in low:
                offset += count * self.strides[number]
            for more in range(1, len(low) + 1):  # many partitions begin alike
                if low[:more] not in rooms:
                    number, count = low[more - 1]
                    room = self._states_with(number, self.counts[number] - count)
                    rooms[low[:more]] = rooms[low[: more - 1]] & room
            high = partition.numbers[0] if partition.high else 0
            steps[high].append(_Step(partition.numbers, partition.high, offset, rooms[low]))
        return steps

    @cached_property
    def _low_states(self) -> int:
        states = 1
        for _, _, offset, room in self.steps[0]:
            before = 0
            while states != before:
                before = states
                states |= (states & room) << offset
        return states

    def _layers(self, number: int, states: int) -> list[int]:
        """Return the states reached from ``states`` with 0, 1, 2 ... cards of a high number
        taken."""
        layers = [states]
        for taken in range(1, self.counts[number] + 1):
            reached = 0
            for _, high, offset, room in self.steps[number]:
                if high <= taken:
                    reached |= (layers[taken - high] & room) << offset
            layers.append(reached)
        return layers

    def _walk(self, taken: tuple[int, ...], states: int) -> Iterator[tuple[tuple[int, ...], int]]:
        """Yield all combinations of high counts, the most first, with the states that they
        reach."""
        if len(taken) == len(self.high):
            yield taken, states
            return
        number = self.high[len(taken)]
        layers = self._layers(number, states)
        for count in range(self.counts[number], -1, -1):
            # Where a number above half cannot be taken so often, it cannot be with more cards
            # either. Half itself can: two of them make a set where no other card completes one.
            if layers[count] or 2 * number == self.value:
                yield from self._walk((*taken, count), layers[count])

    def _fullest(self, states: int, limit: int) -> tuple[int, int] | None:
        """Return the least number of low cards that a state lacks and that state, or None if it is
        not below a limit."""
        rim = self.top
        for missing in range(limit):
            if states & rim:
                return missing, (states & rim).bit_length() - 1
            rim = self._one_less(rim)
        return None

    def _one_less(self, states: int) -> int:
        less = 0
        for number, stride in self.strides.items():
            less |= (states & self._some[number]) >> stride
        return less

    def _with_subsets(self, states: int) -> int:
        for number, stride in self.strides.items():
            for _ in range(self.counts[number]):
                states |= (states & self._some[number]) >> stride
        return states

    def _vector(self, taken: tuple[int, ...], state: int) -> Counts:
        counts = [0] * len(self.counts)
        for number in self.low:
            state, counts[number] = divmod(state, self.counts[number] + 1)
        for number, count in zip(self.high, taken, strict=True):
            counts[number] = count
        if self._single_cards:
            counts[self.value] = self._single_cards
        return tuple(counts)


def _bits(states: int) -> Iterator[int]:
    """Yield the numbers of the set bits, the lowest first."""
    while states:
        lowest = states & -states
        yield lowest.bit_length() - 1
        states ^= lowest


WORK_LIMIT = 120_000_000
"""Number of bits that :func:`maximal` may shift. No table of up to 24 cards comes near it (the
tests search for the worst), while a table of a hundred cards may have more sets than atoms."""


def largest(counts: Counts, value: int, containing: Counts | None = None) -> list[NumberSet] | None:
    """Return the sets that make up the divisible collection with the most cards among those that
    contain ``containing``, or None if no divisible collection contains it.

    With ``containing=counts`` all cards are divided.
    """
    return lattice_of(counts, value).largest(containing or (0,) * len(counts))


@lru_cache(maxsize=1)
def lattice_of(counts: Counts, value: int) -> Lattice:
    """Return a lattice. The last one is kept, up to some 10 MB: a ruling asks for all captures, and
    then which of them holds a claim."""
    return Lattice(counts, value)


def missing(counts: Counts, value: int, claimed: Counts) -> list[int]:
    """Return a small selection of numbers that completes the ``claimed`` ones to sets of the value;
    an empty list if nothing does or nothing is missing."""
    remaining, numbers = list(claimed), []
    sets = largest(counts, value, containing=claimed) or []
    while any(remaining):
        best = max(
            sets,
            key=lambda candidate: (_shared(candidate, remaining), -len(candidate)),
            default=None,
        )
        if best is None:
            return []
        sets.remove(best)
        for number in best:
            if remaining[number]:
                remaining[number] -= 1
            else:
                numbers.append(number)
    return numbers


def _shared(numbers: NumberSet, remaining: Sequence[int]) -> int:
    return sum(min(numbers.count(number), remaining[number]) for number in set(numbers))


@lru_cache(maxsize=64)
def maximal(counts: Counts, value: int, work_limit: int = WORK_LIMIT) -> Maximal:
    """Return all divisible collections that no larger divisible collection contains; the empty one
    if no card can be used."""
    if not _can_make(counts, value):
        alone = (count if number == value else 0 for number, count in enumerate(counts))
        return Maximal([tuple(alone)], complete=True)
    return lattice_of(counts, value).maximal(work_limit)


def _can_make(counts: Counts, value: int) -> bool:
    """Return whether numbers below a value make it: the totals that they make are bits."""
    totals = 1
    for number, count in enumerate(counts[:value]):
        for _ in range(count):
            totals |= totals << number
    return bool(totals >> value & 1)
