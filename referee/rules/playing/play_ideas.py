"""Plays of games with builds that players think of first, with what each seems to gain."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import accumulate, islice
from typing import NamedTuple

from .. import lattice, sums
from ..cards import NUMBERS, SUITS, Card, Cards, Counts, Rank, difference
from ..games.casino.judge.play_rules import BuildRules, LoneSteps
from ..games.casino.options.sets import card_of
from ..games.casino.options.turn import TurnContext
from ..plays import FEWEST_CARDS, Build, Capture, MakeBuild, Play, Step, Table, Top, Trail, cards_of
from ..score_items import PointsForMost, PointsFromCount, PointsPerCardOver
from ..sheet_plan import SheetPlan
from ..sums import divide_cards

Weights = Mapping[Card, float]
"""The points that each card in a pile seems to be worth, its part in most cards among them."""

_SHARE = 1.8
"""The weight of all cards of a field together, in points for the most of them: more than one, as a
pile seldom gains cards when the matter is decided."""
_BUILT, _THEIRS, _TRAILED = 0.8, 0.6, 0.5
"""Parts of their weight that cards count which are built, captured from others' builds, trailed."""
_SAFE = 0.2
"""The least chance that nobody else can capture a build, for it to be thought of."""
_EQUAL = 0.01
"""The gain that is lost with a trailed card for each equal one of the hand."""
_MOST_IN_SET = 3
"""The number of loose cards that are added to the card from the hand in one set of a build."""
_MOST_VECTORS, _MOST_WAYS, _MOST_BEFORE = 12, 6, 2
"""Limits of the largest selections, sets of one total and first steps that are thought of."""
_MANY = 10
"""The number of loose cards beyond which nothing else is looked for beside one set of a build."""
_WORK_LIMIT = 2_000_000
"""Work on the sums of one table, which is more than a table of 16 cards needs."""


def weights_of(sheet: SheetPlan) -> Weights:
    """Return the weight of each card by a sheet."""
    weights: dict[Card, float] = {card: float(worth) for card, worth in sheet.card_worths.items()}
    fields = {field.key: field for field in sheet.fields}
    for item in sheet.items:
        if isinstance(item, PointsForMost | PointsFromCount | PointsPerCardOver):
            field = fields[item.field]
            for card in field.faces:
                weights[card] += _SHARE * item.points / field.total
    return weights


Vector = tuple[tuple[int, int], ...]
"""Numbers, and how many units of each."""


class _Numbers:
    """Loose cards and tops by their numbers: of each number the dearest card first, and tops last.
    A vector of numbers stands for the first units of each."""

    def __init__(
        self, rules: BuildRules, weights: Weights, loose: Iterable[Card], tops: Sequence[Top]
    ) -> None:
        self._rules = rules
        units: dict[int, list[Card | Top]] = {}
        values = rules.values
        for card in sorted(loose, key=lambda card: (-weights[card], card)):
            if numbers := values.of(card):
                units.setdefault(numbers[0], []).append(card)
        self.loose_counts = _counts_of(units)
        for top in tops:
            if numbers := values.of(top.card):
                units.setdefault(numbers[0], []).append(top)
        self.counts = _counts_of(units) if tops else self.loose_counts
        self.are_many = sum(self.loose_counts) > _MANY
        self._units = units
        self._sums = {
            number: list(accumulate((weights[card_of(unit)] for unit in same), initial=0.0))
            for number, same in units.items()
        }
        self._best: dict[tuple[int, bool, Vector], tuple[float, Vector]] = {}

    def weight(self, vector: Vector) -> float:
        """Return the weight of the units of a vector."""
        return sum([self._sums[number][count] for number, count in vector])

    def dearest(self, value: int, tops: bool, base: Vector = ()) -> tuple[float, Vector]:
        """Return the dearest units beside those of the base that divide into sets of a value and
        are part of no larger selection: their weight, and the vector with the base."""
        key = value, tops, base
        if key not in self._best:
            self._best[key] = self._dearest(value, self.counts if tops else self.loose_counts, base)
        return self._best[key]

    def _dearest(self, value: int, counts: Counts, base: Vector) -> tuple[float, Vector]:
        if base:
            left = list(counts)
            for number, count in base:
                left[number] -= count
            counts = tuple(left)
        aces_apart = counts[1] > 0 and value in self._rules.values[Rank.ACE][1:]
        most, best = self.weight(base) - 1, base
        for vector in _maximal(counts, value, aces_apart):
            joined = _joined(base, vector) if base else vector
            weight = self.weight(joined)
            if weight > most:
                most, best = weight, joined
        return max(0.0, most - self.weight(base)), best

    def units(self, vector: Vector) -> tuple[Cards, tuple[Top, ...]]:
        """Return the loose cards and the tops of a vector."""
        units = [unit for number, count in vector for unit in self._units[number][:count]]
        loose = tuple([unit for unit in units if isinstance(unit, Card)])
        return loose, tuple([unit for unit in units if isinstance(unit, Top)])


def _counts_of(units: Mapping[int, Sequence[Card | Top]]) -> Counts:
    return tuple([len(units.get(number, ())) for number in (0, *NUMBERS)])


def _joined(one: Vector, other: Vector) -> Vector:
    counts = Counter(dict(one))
    counts.update(dict(other))
    return tuple(sorted(counts.items()))


class PlayIdea(NamedTuple):
    """A play by its parts, and what it seems to gain in points. It uses the ``loose`` cards and
    those of the ``vector``. A ``value`` above 0 is that of a build. ``before`` and ``beside`` are
    steps without a card from the hand."""

    gain: float
    card: Card
    loose: Cards = ()
    numbers: _Numbers | None = None
    vector: Vector = ()
    builds: tuple[Build, ...] = ()
    value: int = 0
    before: tuple[MakeBuild, ...] = ()
    beside: tuple[MakeBuild, ...] = ()

    def play(self, rules: BuildRules) -> Play | None:
        """Return the play; None if its cards make no build."""
        loose, tops = self.numbers.units(self.vector) if self.numbers else (self.loose, ())
        step: Step | None
        if self.value:
            step = made(rules, self.card, self.value, (self.card, *loose), self.builds, tops)
        elif loose or self.builds or tops:
            step = Capture(self.card, tuple(sorted(loose)), self.builds, tuple(sorted(tops)))
        else:
            step = Trail(self.card)
        return None if step is None else (*self.before, step, *self.beside)


def made(
    rules: BuildRules,
    card: Card | None,
    value: int,
    fresh: Cards,
    builds: Iterable[Build] = (),
    tops: tuple[Top, ...] = (),
) -> MakeBuild | None:
    """Return the step that makes a build of these parts, ``fresh`` being the card from the hand and
    loose cards; None if they do not divide into sets of the value."""
    cards = (*fresh, *cards_of(tops), *(other for build in builds for other in build.cards))
    sets = divide_cards(cards, value, rules.values)
    return MakeBuild(card, Build(value, sets), tuple(sorted(tops))) if sets else None


class Ideas:
    """The ideas of the mover of a context, whose hand is known."""

    def __init__(
        self, context: TurnContext, weights: Weights, sweep: float, others_cards: int
    ) -> None:
        """Collect what the mover sees; ``sweep`` is the worth of a sweep, ``others_cards`` the
        number of cards in the hands of opponents."""
        assert context.hand is not None
        self._rules, self._start = context.rules, context.start
        self._weights, self._sweep, self._others_cards = weights, sweep, others_cards
        self._hand: Cards = context.hand
        self._tops, self._table = context.tops, context.table
        self._ranks = [card.rank for card in self._hand]
        self._seen = [card.rank for card in self._start.seen] + self._ranks
        self._opponents = max(1, len(set(self._start.sides)) - 1)
        self._chances: dict[int, float] = {}
        alike: dict[object, list[Card]] = {}
        for card in self._hand:
            alike.setdefault(context.rules.captures_as(card), []).append(card)
        for cards in alike.values():
            if len(cards) > 1:
                cards.sort(key=lambda card: (-weights[card], card))
        self._alike = list(alike.values())

    def sorted(self) -> list[PlayIdea]:
        """Return the ideas, those that seem to gain most first."""
        numbers = _Numbers(self._rules, self._weights, self._table.loose, self._tops)
        ideas = list(self._captures_and_trails(self._table, numbers))
        if self._rules.makes_builds:
            ideas += self._all_builds(numbers)
        for gain, step, table, tops in self._steps_before(numbers):
            after = _Numbers(self._rules, self._weights, table.loose, tops)
            ideas += [
                idea._replace(gain=idea.gain + gain, before=(step,))
                for idea in self._captures_and_trails(table, after)
            ]
        ideas += self._beside_trail(numbers)
        ideas.sort(key=lambda idea: -idea.gain)
        return ideas

    # --- what cards and builds are worth ----------------------------------------------------------

    def gain(self, play: Play) -> float:
        """Return what any play seems to gain, in points."""
        table, gain = self._table, 0.0
        for step in play:
            match step:
                case Trail(card):
                    gain += self._trail_gain(card)
                case Capture(card, cards, builds, tops):
                    whole = len(cards) == len(table.loose) and len(builds) == len(table.builds)
                    weight = self._weight((*cards, *cards_of(tops)))
                    gain += self._capture_gain(card, weight, builds, whole)
                case MakeBuild():
                    gain += self._gain_of_build(step)
        return gain

    def _weight(self, cards: Iterable[Card]) -> float:
        weights = self._weights
        return sum([weights[card] for card in cards])

    def _chance(self, value: int) -> float:
        """Return the chance that no opponent can capture a build of a value."""
        chance = self._chances.get(value)
        if chance is None:
            total = self._rules.deck.size - len(self._seen)
            takers = sum(
                [len(SUITS) - self._seen.count(rank) for rank in self._rules.ranks_worth(value)]
            )
            missing = 1 - takers / total if total else 1.0
            chance = 1.0
            for _ in range(self._others_cards):  # no power: products are equal on every machine
                chance *= missing
            self._chances[value] = chance
        return chance

    def _worth_of_build(self, build: Build) -> float:
        """Return what a build on the table is worth to the mover, less than nothing if it is an
        opponent's."""
        weight = self._weight(build.cards)
        if self._start.is_of_own_side(build):
            return _BUILT * self._chance(build.value) * weight
        return -_THEIRS * weight / self._opponents

    def _trail_gain(self, card: Card) -> float:
        return -_TRAILED * self._weights[card] - _EQUAL * self._ranks.count(card.rank)

    def _capture_gain(
        self, card: Card, weight: float, builds: tuple[Build, ...], whole: bool
    ) -> float:
        gain = self._weights[card] + weight + (self._sweep if whole else 0)
        for build in builds:
            gain += self._weight(build.cards) - self._worth_of_build(build)
        return gain

    def _gain_of_build(self, step: MakeBuild) -> float:
        used = set(step.from_table)
        gain = _BUILT * self._chance(step.build.value) * self._weight(step.build.cards)
        for other in self._table.builds:
            if other.cards[0] in used:
                gain -= self._worth_of_build(other)
        return gain

    # --- ideas ------------------------------------------------------------------------------------

    def _captures_and_trails(self, table: Table, numbers: _Numbers) -> Iterator[PlayIdea]:
        """Yield ideas of one card of those that capture alike: the dearest that captures, the
        cheapest that is trailed."""
        for cards in self._alike:
            yield PlayIdea(self._trail_gain(cards[-1]), cards[-1])
            if self._rules.captures_all(cards[0]) and table.loose:
                weight = self._weight(table.loose)
                gain = self._capture_gain(cards[0], weight, (), not table.builds)
                yield PlayIdea(gain, cards[0], table.loose)
            for value in self._rules.hand_values(cards[0]):
                yield from self._captures_at(table, numbers, cards[0], value)
            if not self._rules.hand_values(cards[0]):
                yield from self._picture_captures(table, cards[0])

    def _captures_at(
        self, table: Table, numbers: _Numbers, card: Card, value: int
    ) -> Iterator[PlayIdea]:
        """Yield the dearest captures at a value, where tops can be captured also one without."""
        builds = tuple([build for build in table.builds if build.value == value])
        may_be = self._rules.top_captures
        for tops in (False, True) if self._tops and may_be.in_sets else (False,):
            weight, vector = numbers.dearest(value, tops)
            if vector or builds:
                whole = (
                    sum([count for _, count in vector]) == len(table.loose)
                    and len(builds) == len(table.builds)
                    and not tops
                )
                gain = self._capture_gain(card, weight, builds, whole)
                yield PlayIdea(gain, card, (), numbers, vector, builds)

    def _picture_captures(self, table: Table, card: Card) -> Iterator[PlayIdea]:
        same = [other for other in table.loose if other.rank is card.rank]
        if same:
            same.sort(key=lambda other: (-self._weights[other], other))
            loose = tuple(same[: self._rules.most_pictures(len(same))])
            whole = len(loose) == len(table.loose) and not table.builds
            gain = self._capture_gain(card, self._weight(loose), (), whole)
            yield PlayIdea(gain, card, loose)

    def _all_builds(self, numbers: _Numbers) -> Iterator[PlayIdea]:
        """Yield builds of each card with values that other cards of the hand have."""
        rules, table = self._rules, self._table
        own = {build.value for build in table.builds if self._start.is_of_own_side(build)}
        for value, takers in self._takers.items():
            if self._chance(value) < _SAFE and value not in own:
                continue
            equal = [build for build in table.builds if build.value == value]
            if equal and value not in own and rules.merges:
                continue  # no opponent's build is added to, and there is only one of a value
            equal.sort(key=lambda build: not self._start.is_of_own_side(build))
            for cards in self._alike:
                card = cards[0]
                if takers - (card.rank in rules.ranks_worth(value)) < 1:
                    continue
                for base, changed in self._bases(numbers, card, value):
                    idea = self._build(numbers, card, value, base, (*changed, *equal[:1]))
                    if idea is not None:
                        yield idea

    @cached_property
    def _takers(self) -> dict[int, int]:
        """Return the values of which the hand has cards, with the number of these, in order."""
        values = Counter(value for card in self._hand for value in self._rules.values.of(card))
        return dict(sorted(values.items()))

    def _bases(
        self, numbers: _Numbers, card: Card, value: int
    ) -> list[tuple[Vector, tuple[Build, ...]]]:
        """Return what makes a value with a card in one set: nothing, loose cards, or a build that
        it raises."""
        values = self._rules.values.of(card)
        bases: list[tuple[Vector, tuple[Build, ...]]] = [((), ())] if value in values else []
        if values and value > values[0]:
            bases += [(way, ()) for way in _ways(numbers.loose_counts, value - values[0])]
            for build in self._table.builds:
                if not build.multiple and build.value + values[0] == value:
                    bases.append(((), (build,)))
        return bases

    def _build(
        self, numbers: _Numbers, card: Card, value: int, base: Vector, builds: tuple[Build, ...]
    ) -> PlayIdea | None:
        """Return the dearest build of a card with a base, added to builds; None if there is nothing
        to build with."""
        tops = bool(self._tops) and bool(base or builds)
        if base and numbers.are_many:
            weight, vector = 0.0, base
        else:
            weight, vector = numbers.dearest(value, tops, base)
        if not vector and not builds:
            return None
        weight += self._weights[card] + numbers.weight(base)
        gain = 0.0
        for build in builds:
            weight += self._weight(build.cards)
            gain -= self._worth_of_build(build)
        gain += _BUILT * self._chance(value) * weight
        return PlayIdea(gain, card, (), numbers, vector, builds, value)

    # --- steps without a card from the hand -------------------------------------------------------

    def _steps_before(
        self, numbers: _Numbers
    ) -> list[tuple[float, MakeBuild, Table, tuple[Top, ...]]]:
        """Return the steps that seem best before a card is played, with what they gain, and the
        table and the tops after each."""
        rules, mover = self._rules, self._start.mover
        if rules.lone_steps not in (LoneSteps.BUILDS, LoneSteps.ADDITIONS):
            return []
        new = rules.lone_steps is LoneSteps.BUILDS
        steps = []
        for value in self._takers:
            equal = [build for build in self._table.builds if build.value == value]
            own = [build for build in equal if build.owner == mover]
            if (equal and not own) or not (own or (new and self._chance(value) >= _SAFE)):
                continue
            _, vector = numbers.dearest(value, bool(own and new and self._tops))
            loose, tops = numbers.units(vector)
            step = made(rules, None, value, loose, own, tops) if vector else None
            if step is None or len(step.build.cards) < FEWEST_CARDS:
                continue
            rest = difference(self._table.builds, own)
            owned = step.build._replace(owner=mover)
            table = Table(difference(self._table.loose, loose), (*rest, owned))
            steps.append((self._gain_of_build(step), step, table, difference(self._tops, tops)))
        steps.sort(key=lambda found: -found[0])
        return steps[:_MOST_BEFORE]

    def _beside_trail(self, numbers: _Numbers) -> Iterator[PlayIdea]:
        """Yield the builds of the table that seem best while a card is trailed."""
        rules = self._rules
        if rules.lone_steps is not LoneSteps.BESIDE_TRAIL:
            return
        for cards in self._alike:
            others = difference(self._hand, cards[-1:])
            for value in sorted({value for other in others for value in rules.values.of(other)}):
                loose, _ = numbers.units(numbers.dearest(value, tops=False)[1])
                step = made(rules, None, value, loose) if len(loose) >= FEWEST_CARDS else None
                if step is not None:
                    gain = self._gain_of_build(step) + self._trail_gain(cards[-1])
                    yield PlayIdea(gain, cards[-1], beside=(step,))


@lru_cache(maxsize=4096)
def _maximal(counts: Counts, value: int, aces_apart: bool) -> tuple[Vector, ...]:
    """Return the first maximal divisible collections of some numbers, with all aces if each of them
    is a set by itself. Few are stored of each, so that the memory is bounded."""
    found = islice(lattice.maximal(counts, value, _WORK_LIMIT).sets, _MOST_VECTORS)
    vectors = dict.fromkeys(
        tuple(
            (number, count)
            for number, count in enumerate(vector)
            if count and not (aces_apart and number == 1)
        )
        for vector in found
    )
    return tuple(((1, counts[1]), *vector) if aces_apart else vector for vector in vectors)


@lru_cache(maxsize=4096)
def _ways(counts: Counts, total: int) -> tuple[Vector, ...]:
    """Return the first ways to make a total with few numbers."""
    ways = (way for way in sums.parts(counts, total) if len(way) <= _MOST_IN_SET)
    return tuple(tuple(sorted(Counter(way).items())) for way in islice(ways, _MOST_WAYS))
