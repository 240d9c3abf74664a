"""The fast core of games with builds in which a play is one step and no pile is open: Casino, Royal
Casino, Spade Casino and Kasino.

:mod:`.builds_positions` has the positions; here are the plays that are worth a thought, and the
rule of thumb. The numbers of loose cards are *packed*: four bits for the count of each number, of
which the highest is a guard, so that a comparison of all counts is a subtraction.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, chain, combinations, islice, product
from math import comb
from operator import lshift
from typing import NamedTuple

from ..cards import FACES, NUMBERS, SUITS, Counts, Rank
from ..games.casino.casino import CasinoBuilds, CasinoRoyalBuilds
from ..games.casino.family import CasinoRoyalHouseRules, LastAdderBuilds
from ..games.casino.judge.play_rules import BuildRules
from ..games.casino.kasino import NoBuilds
from ..games.casino.options.sets import is_within, without_aces
from ..lattice import Lattice
from ..ruleset import Ruleset
from ..seating import Seats
from ..sums import HIGHEST_VALUE, parts
from .builds_positions import NOBODY, OVER, WEIGHT, BuildsPositions, Move, OpenBuild, OpenGame

REFEREES = (LastAdderBuilds, CasinoRoyalBuilds, CasinoBuilds, NoBuilds)
"""The kinds of rules of play that the core knows; a class derived from one may change anything."""
KNOWN_HOUSE_RULES = frozenset(
    "ace_low draw five_of_spades kasino_values kasino_values_free may_trail_with_build "
    "must_capture must_capture_equal no_raise_own one_build_a_value pictures_take_all "
    "table_cards_may_raise three_pictures".split()
)
"""The house rules of play that the core knows. It knows all that only change the score."""

HORIZON = 8
"""The number of plays after which positions are compared: as good as whole games, and quicker."""

MOST_ALTERNATIVES = 24
"""The number of captures and builds that are worth a thought: crowded tables have hundreds."""
_MOST_MEMOS = 10_000
_MOST_IN_SUM = 3
"""The number of loose cards that people add to the card from the hand in one set of a build."""
_MOST_SELECTIONS = 48
"""The number of selections that are listed at a value: more than a table of ten cards has."""
_WORK_LIMIT = 2_000_000
"""Work on the sums of one table, which is more than a table of 16 cards needs."""
_MOST_MOVES = 500
"""Plays of a position that is solved."""
_SHIFTS = tuple(4 * number for number in (0, *NUMBERS))
"""The places of the counts of each number in packed counts."""
_GUARDS = sum(8 << shift for shift in _SHIFTS)
_UP_TO = [(1 << 4 * (value + 1)) - 1 for value in range(HIGHEST_VALUE + 1)]
"""Masks of packed counts, of the numbers up to each value."""


@dataclass(frozen=True)
class BuildWeights:
    """Weights of the rule of thumb, in thousandths: of the cards of a ``build`` that no rival can
    capture, for more can be added; of a card that is trailed, and of one that is ``trailed_alone``,
    its three fellows all unseen, which rivals are likely to capture; and in hundredths of a point
    of each card of a ``pair`` in the hand."""

    build: int = 1200
    trailed: int = 500
    trailed_alone: int = 1000
    pair: int = 1000


THUMB = BuildWeights()


def plays(rules: Ruleset) -> bool:
    """Return whether the core knows all rules of a game with its house rules."""
    referee = rules.referee
    if not isinstance(referee, BuildRules) or type(referee) not in REFEREES:
        return False
    known = KNOWN_HOUSE_RULES.issuperset(rules.house_rules.on_during_play)
    by_rank = not referee.values.faces
    numbers = by_rank and all(
        values[:1] in ((), (rank,)) for rank, values in referee.values.items()
    )
    one_pack = referee.deck.copies == 1 and referee.deck.faces == FACES
    shared = rules.sheet.by_side and rules.sheet.shares_piles
    return rules.engine is not None and known and numbers and one_pack and shared


Selection = tuple[tuple[int, int], ...]
"""Loose cards by rank: ranks in order, and how many cards of each."""
_Outline = tuple[int, Selection, tuple[OpenBuild, ...], int]
"""A play whose loose cards are the best ones of a selection."""


class _Turn(NamedTuple):
    """The facts on which the plays of a mover depend: the loose cards by rank, the packed counts of
    those that have a number, the builds, the hand, how many of its cards have each value, the same
    of the values that builds may have, and the values that the mover must keep a card for.
    ``every``: all plays are listed that can make a difference, not only those that are worth a
    thought."""

    seat: int
    by_rank: Mapping[int, Sequence[int]]
    counts: int
    builds: tuple[OpenBuild, ...]
    hand: Sequence[int]
    held: Mapping[int, int]
    built: Mapping[int, int]
    bound: frozenset[int]
    every: bool = False


class BuildsCore(BuildsPositions):
    """The core of a game for which :func:`plays` is true."""

    def __init__(self, rules: Ruleset, seats: Seats, weights: BuildWeights = THUMB) -> None:
        super().__init__(rules, seats)
        self._weights = weights
        referee = self._referee
        self._unit = [_packed(face.rank) if referee.has_number(face) else 0 for face in self._faces]
        self._rivals = [
            [other for other, pile in enumerate(self._pile_of) if pile != own_pile]
            for own_pile in self._pile_of
        ]
        self._prepare_rules(referee)

    def _prepare_rules(self, referee: BuildRules) -> None:
        """Read the rules of play that are switched on or off."""
        house = referee.house
        self._makes_builds = referee.makes_builds
        self._picture_captures = referee.picture_captures
        self._pictures = [referee.most_pictures(lying) for lying in range(len(SUITS) + 1)]
        self._high_ace = max(referee.values[Rank.ACE])
        self._takers = {
            value: referee.ranks_worth(value)[0]
            for value in range(1, referee.highest_value + 1)
            if referee.ranks_worth(value)
        }
        self._must_capture, self._must_capture_equal = referee.capture_duties
        self._must_act = self._table_raises = self._one_of_value = False
        self._raises_own = self._adds_to_others = True
        if isinstance(referee, LastAdderBuilds):
            self._must_act = not referee.house.may_trail_with_build
            self._table_raises = referee.house.table_cards_may_raise
        if isinstance(house, CasinoRoyalHouseRules):
            self._raises_own = not house.no_raise_own
            self._one_of_value = house.one_build_a_value

    def horizon(self, position: OpenGame) -> int:  # noqa: ARG002 - alike everywhere
        return HORIZON

    def rolled_out(self, position: OpenGame, plays: int) -> OpenGame:
        following = position.copy()
        while plays > 0 and following.turn != OVER:
            self._do(following, self.habit(following))
            plays -= 1
        return following

    # --- plays ------------------------------------------------------------------------------------

    def alternatives(self, position: OpenGame) -> Sequence[Move]:
        turn = self._turn_of(position)
        outlines = list(dict.fromkeys(self._outlines(turn)))
        if len(outlines) > MOST_ALTERNATIVES:
            promises = self._promises(position, turn, outlines)
            order = sorted(range(len(outlines)), key=lambda place: (-promises[place], place))
            kept = [place for place in order if promises[place] >= 0][:MOST_ALTERNATIVES]
            kept += [place for place in order if promises[place] < 0]  # trails
            outlines = [outlines[place] for place in sorted(kept)]
        return [_move(turn, outline) for outline in outlines]

    def every_move(self, position: OpenGame) -> Sequence[Move]:
        """Return all legal plays, but of cards that differ in nothing only the first; none if there
        are too many."""
        turn = self._turn_of(position)._replace(every=True)
        moves: dict[Move, None] = {}
        for outline in self._outlines(turn):
            moves.update(dict.fromkeys(self._moves_of(turn, outline)))
            if len(moves) > _MOST_MOVES:
                return ()
        return list(moves)

    def key(self, position: OpenGame) -> Hashable:
        kinds = self._alike
        loose = tuple(sorted([kinds[card] for card in position.loose]))
        hands = tuple([tuple([kinds[card] for card in hand]) for hand in position.hands])
        builds = tuple(
            sorted(
                (build.value, sum(card >> 2 for card in build.cards), *build[2:])
                for build in position.builds
            )
        )
        return position.turn, loose, builds, hands, tuple(position.piles), position.last

    def _moves_of(self, turn: _Turn, outline: _Outline) -> Iterator[Move]:
        """Yield the plays with any cards of a selection."""
        card, selection, builds, value = outline
        choices = [self._different(turn.by_rank[rank], count) for rank, count in selection]
        for chosen in product(*choices):
            yield card, tuple(chain.from_iterable(chosen)), builds, value

    def _different(self, cards: Sequence[int], count: int) -> Iterable[tuple[int, ...]]:
        """Return the selections of so many cards that differ in what counts."""
        selections: dict[tuple[int, ...], tuple[int, ...]] = {}
        for selection in combinations(cards, count):
            selections.setdefault(tuple([self._alike[card] for card in selection]), selection)
        return selections.values()

    def _turn_of(self, game: OpenGame) -> _Turn:
        by_rank: dict[int, list[int]] = {}
        counts = 0
        for card in game.loose:
            rank = (card >> 2) + 1
            if rank in by_rank:
                by_rank[rank].append(card)
            else:
                by_rank[rank] = [card]
            counts += self._unit[card]
        hand = game.hands[game.turn]
        held: dict[int, int] = {}
        for card in hand:
            for value in self._values[card]:
                held[value] = held.get(value, 0) + 1
        bound = frozenset(
            [build.value for build in game.builds if build.owner == game.turn]
        ).intersection(held)
        built = self._values_built(game, held, bound)
        return _Turn(game.turn, by_rank, counts, game.builds, hand, held, built, bound)

    def _values_built(
        self,
        game: OpenGame,  # noqa: ARG002 - for those that build less
        held: Mapping[int, int],
        bound: frozenset[int],  # noqa: ARG002
    ) -> Mapping[int, int]:
        """Return the values that builds of the mover may have, of those that the hand has cards
        of, with the numbers of these."""
        return held

    def _outlines(self, turn: _Turn) -> list[_Outline]:
        """Return the plays that are worth a thought; some of an ace may be in it twice.

        A build of the mover's that no card of the hand captures is dead, or the mover broke the
        rules before: it binds nobody. Nor do all of them where the hand cannot keep its cards.
        """
        outlines: list[_Outline] = []
        last, builds_any = NOBODY, self._makes_builds and bool(turn.built)
        for card in turn.hand:
            if self._alike[card] == last:
                continue
            last = self._alike[card]
            captures = self._captures(turn, card)
            outlines += self._every_capture(turn, card) if turn.every else captures
            if self._may_trail(turn, card, captures):
                outlines.append((card, (), (), 0))
            if self._sweeper[card] and turn.by_rank:
                lying = [(rank, len(cards)) for rank, cards in turn.by_rank.items()]
                outlines.append((card, tuple(sorted(lying)), (), 0))
            if builds_any and self._unit[card]:
                self._add_builds(outlines, turn, card)
        if not outlines and turn.bound:
            return self._outlines(turn._replace(bound=frozenset()))
        return outlines

    def _captures(self, turn: _Turn, card: int) -> list[_Outline]:
        """Return the largest captures of a card at each of its values."""
        values, builds, bound = self._hand_values[card], turn.builds, turn.bound
        if not values:
            rank = (card >> 2) + 1
            most = self._pictures[len(turn.by_rank.get(rank, ()))]
            if most and (not bound or self._keeps(turn, card, bound)):
                return [(card, ((rank, most),), (), 0)]
            return []
        outlines: list[_Outline] = []
        for value in values:
            if bound and not self._keeps(turn, card, bound - {value}):
                continue
            of_value = tuple([build for build in builds if build.value == value]) if builds else ()
            largest = _largest(turn.counts & _UP_TO[value], value, value == self._high_ace)
            outlines += [(card, each, of_value, 0) for each in largest if each or of_value]
        return outlines

    def _every_capture(self, turn: _Turn, card: int) -> Iterator[_Outline]:
        """Yield all captures of a card."""
        by_rank, rank = turn.by_rank, (card >> 2) + 1
        if not self._hand_values[card] and self._keeps(turn, card, turn.bound):
            most = self._pictures[len(by_rank.get(rank, ()))]
            for number in self._picture_captures:
                if number == most or (number < most and not self._must_capture_equal):
                    yield card, ((rank, number),), (), 0
        for value in self._hand_values[card]:
            of_value = [build for build in turn.builds if build.value == value]
            high_aces = value == self._high_ace
            equal = Rank.ACE if high_aces else value
            equals = len(by_rank.get(equal, ())) if self._must_capture_equal else 0
            for builds in _parts_of(of_value):
                own_left = any(b.owner == turn.seat for b in of_value if b not in builds)
                if self._keeps(turn, card, turn.bound if own_left else turn.bound - {value}):
                    for selection in _every_division(turn.counts & _UP_TO[value], value, high_aces):
                        if (selection or builds) and dict(selection).get(equal, 0) >= equals:
                            yield card, selection, builds, 0

    def _may_trail(self, turn: _Turn, card: int, captures: Sequence[_Outline]) -> bool:
        if turn.bound and (self._must_act or not self._keeps(turn, card, turn.bound)):
            return False
        if not captures:
            return True
        has_equal = self._equal[card] and (card >> 2) + 1 in turn.by_rank
        return not (self._must_capture or (self._must_capture_equal and has_equal))

    def _keeps(self, turn: _Turn, card: int, values: Iterable[int]) -> bool:
        """Return whether the hand without a card captures builds of these values, each with another
        card."""
        held = [(other >> 2) + 1 for other in turn.hand if other != card]
        needed = [self._takers[value] for value in values]
        return all(held.count(rank) >= needed.count(rank) for rank in needed)

    def _add_builds(self, outlines: list[_Outline], turn: _Turn, card: int) -> None:
        """Add the builds that a card makes, adds to or raises, of values that the other cards of
        the hand have."""
        builds, bound, own_values = turn.builds, turn.bound, self._values[card]
        sets_of = _every_set if turn.every else _sets
        for value, number in turn.built.items():
            if value < own_values[0] or (number == 1 and value in own_values):
                continue
            of_value = [build for build in builds if build.value == value] if builds else []
            is_free = not (of_value and self._one_of_value)
            if not bound or self._keeps(turn, card, bound | {value}):
                counts = turn.counts & _UP_TO[value]
                for own in own_values:
                    if own > value:
                        break
                    sets = sets_of(counts, value - own, value, value == self._high_ace)
                    if is_free:
                        outlines += [(card, each, (), value) for each in sets if each]
                    for build in of_value:
                        if self._adds_to_others or build.owner == turn.seat:
                            outlines += [(card, each, (build,), value) for each in sets]
            if builds and is_free:
                self._add_raises(outlines, turn, card, value)

    def _add_raises(self, outlines: list[_Outline], turn: _Turn, card: int, value: int) -> None:
        """Add the simple builds that a card raises to a value."""
        sets_of = _every_set if turn.every else _sets
        for build in turn.builds:
            missing = value - build.value - self._values[card][0]
            if missing < 0 or build.multiple or (missing and not self._table_raises):
                continue
            if build.owner == turn.seat and not self._raises_own:
                continue
            others = [b.value for b in turn.builds if b.owner == turn.seat and b is not build]
            if turn.bound and not self._keeps(
                turn, card, turn.bound.intersection(others) | {value}
            ):
                continue
            counts = turn.counts & _UP_TO[value]
            sets = sets_of(counts, missing, value, value == self._high_ace)
            outlines += [(card, each, (build,), value) for each in sets]

    # --- the rule of thumb ------------------------------------------------------------------------

    def habit(self, position: OpenGame) -> Move:
        """Return the play that gives most: captures by what they are worth; builds likewise, if few
        rivals are likely to capture them; trails of what gives least, and of ranks that are
        gone."""
        turn = self._turn_of(position)
        outlines = self._outlines(turn)
        if len(outlines) == 1:
            return _move(turn, outlines[0])
        promises = self._promises(position, turn, outlines)
        return _move(turn, outlines[promises.index(max(promises))])

    def promises(self, position: OpenGame) -> list[tuple[int, Move]]:
        """Return the plays that are worth a thought, each behind what it promises."""
        turn = self._turn_of(position)
        outlines = self._outlines(turn)
        promises = self._promises(position, turn, outlines)
        moves = [_move(turn, outline) for outline in outlines]
        return list(zip(promises, moves, strict=True))

    def _promises(self, game: OpenGame, turn: _Turn, outlines: Sequence[_Outline]) -> Sequence[int]:
        """Return how much each play promises by the rule of thumb, in thousandths of its weight."""
        weight, hand, weights = self._weight, turn.hand, self._weights
        gains = {
            rank: [0, *accumulate([weight[card] for card in cards])]
            for rank, cards in turn.by_rank.items()
        }
        promises: list[int] = []
        safe: dict[int, int] = {}
        for card, selection, builds, value in outlines:
            worth = weight[card]
            for rank, number in selection:
                worth += gains[rank][number]
            for build in builds:
                worth += build.tally & WEIGHT
            if value:
                if value not in safe:
                    safe[value] = self._safety(game, value)
                promises.append(worth * safe[value])
            elif selection or builds:
                promises.append(worth * 1000)
            else:
                rank = card >> 2
                own = sum([other >> 2 == rank for other in hand])
                risk = weights.trailed_alone * (game.hidden[rank] - own) // 3
                promises.append(-(weights.trailed + risk) * worth - weights.pair * own)
        return promises

    def _safety(self, game: OpenGame, value: int) -> int:
        """Return how much of a build's worth its owner can count on, in thousandths."""
        rank, hand = self._takers[value], game.hands[game.turn]
        own = sum([(card >> 2) + 1 == rank for card in hand])
        rivals = sum([len(game.hands[seat]) for seat in self._rivals[game.turn]])
        unseen = sum(game.hidden) - len(hand)
        chance = none_among(game.hidden[rank - 1] - own, unseen, rivals)
        return self._weights.build * chance // 1000


def _packed(rank: int) -> int:
    return 1 << 4 * rank


def _unpacked(counts: int) -> Counts:
    return tuple([counts >> shift & 7 for shift in _SHIFTS])


@lru_cache(maxsize=_MOST_MEMOS)
def _largest(counts: int, value: int, high_aces: bool) -> Sequence[Selection]:
    """Return the largest selections of packed counts that divide into sets of a value; an empty one
    if there is none. An ace may be a set alone if it counts the value."""
    return list(map(_selection, _find_largest(counts, value, high_aces)))


@lru_cache(maxsize=_MOST_MEMOS)
def _find_largest(counts: int, value: int, high_aces: bool) -> Sequence[int]:
    """Return the largest selections, each as packed counts."""
    lying = _unpacked(counts)
    sets = _apart(lying, value) or Lattice(lying, value).maximal(_WORK_LIMIT).sets
    if high_aces and lying[Rank.ACE]:  # each of them is in any largest selection
        fewer = dict.fromkeys(map(without_aces, sets))
        sets = [
            (counts[0], lying[Rank.ACE], *counts[2:])
            for counts in fewer
            if not any(other != counts and is_within(counts, other) for other in fewer)
        ]
    return [sum(map(lshift, counts, _SHIFTS)) for counts in sets[:_MOST_SELECTIONS]]


@lru_cache(maxsize=_MOST_MEMOS)
def _sets(counts: int, missing: int, value: int, high_aces: bool) -> Sequence[Selection]:
    """Return selections for a build: cards that make up what a set is ``missing``, alone and with
    each largest selection of further sets."""
    chosen: dict[int, None] = {}
    for base in _few_making(counts & _UP_TO[missing], missing):
        chosen[base] = None
        for further in _find_largest(counts - base, value, high_aces):
            chosen[base + further] = None
    return [_selection(counts) for counts in islice(chosen, _MOST_SELECTIONS)]


@lru_cache(maxsize=_MOST_MEMOS)
def _few_making(counts: int, total: int) -> Sequence[int]:
    """Return the packed counts of a few numbers that make a total."""
    return [
        sum(map(_packed, numbers))
        for numbers in parts(_unpacked(counts), total)
        if len(numbers) <= _MOST_IN_SUM
    ]


@lru_cache(maxsize=_MOST_MEMOS)
def _every_division(counts: int, value: int, high_aces: bool) -> Sequence[Selection]:
    """Return all selections of packed counts that divide into sets of a value, none of them
    included; only some if there are too many."""
    return list(map(_selection, _divisible(counts, value, high_aces)))


@lru_cache(maxsize=_MOST_MEMOS)
def _divisible(counts: int, value: int, high_aces: bool) -> Sequence[int]:
    lying = _unpacked(counts)
    sets = [sum(map(_packed, numbers)) for numbers in parts(lying, value)]
    if high_aces and lying[Rank.ACE]:
        sets.append(_packed(Rank.ACE))
    chosen = {0: None}
    for each in sets:
        for before in list(chosen):
            following = before + each
            while (counts | _GUARDS) - following & _GUARDS == _GUARDS:
                chosen[following] = None
                following += each
        if len(chosen) > _MOST_MOVES:
            break
    return list(chosen)


@lru_cache(maxsize=_MOST_MEMOS)
def _every_set(counts: int, missing: int, value: int, high_aces: bool) -> Sequence[Selection]:
    """Return all selections for a build: cards that make up what a set is ``missing``, and any
    further sets."""
    chosen: dict[int, None] = {}
    for numbers in parts(_unpacked(counts), missing):
        base = sum(map(_packed, numbers))
        further = _divisible(counts - base, value, high_aces)
        chosen.update(dict.fromkeys([base + each for each in further]))
        if len(chosen) > _MOST_MOVES:
            break
    return list(map(_selection, chosen))


def _parts_of(builds: Sequence[OpenBuild]) -> Iterator[tuple[OpenBuild, ...]]:
    """Yield all selections of builds, in their order."""
    for number in range(len(builds) + 1):
        yield from combinations(builds, number)


def _apart(lying: Counts, value: int) -> list[Counts]:
    """Return the only largest selection that divides into sets of a value, if no two of all sets
    have a number in common; else nothing."""
    chosen = [0] * len(lying)
    for numbers in parts(lying, value):
        if any(chosen[number] for number in numbers):
            return []
        ranks = set(numbers)
        times = min([lying[number] // numbers.count(number) for number in ranks])
        for number in ranks:
            chosen[number] = times * numbers.count(number)
    return [tuple(chosen)]


def _selection(counts: int) -> Selection:
    return tuple([(number, count) for number, count in enumerate(_unpacked(counts)) if count])


def _move(turn: _Turn, outline: _Outline) -> Move:
    """Return a play with the best cards of its selection."""
    card, selection, builds, value = outline
    cards = [other for rank, count in selection for other in turn.by_rank[rank][:count]]
    return card, tuple(cards), builds, value


@lru_cache(maxsize=4096)
def none_among(cards: int, unseen: int, held: int) -> int:
    """Return the chance, in thousandths, that none of so many cards is among those ``held`` of all
    that are ``unseen``."""
    if unseen < held or not unseen:
        return 1000
    return 1000 * comb(unseen - cards, held) // comb(unseen, held)
