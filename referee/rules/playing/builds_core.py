"""The fast core of games with builds in which a play is one step and no pile is open: Casino, Royal
Casino, Spade Casino and Kasino.

:mod:`.builds_positions` has the positions; here are the plays that are worth a thought, and the
rule of thumb. :mod:`.selections` has the sums of loose cards.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, product
from math import comb
from typing import NamedTuple

from ..cards import FACES, NUMBERS, SUITS, Rank
from ..games.casino.casino import CasinoBuilds, CasinoRoyalBuilds
from ..games.casino.family import CasinoRoyalHouseRules, LastAdderBuilds
from ..games.casino.judge.play_rules import BuildRules
from ..games.casino.kasino import NoBuilds
from ..ruleset import Ruleset
from ..seating import Seats
from .builds_positions import (
    NOBODY,
    OVER,
    WEIGHT,
    BuildsPositions,
    Move,
    OpenBuild,
    OpenGame,
    cards_of_set,
)
from .selections import (
    SHIFTS,
    UP_TO,
    Selection,
    best_of,
    counts_of,
    every_division,
    every_set_of_build,
    in_order,
    largest,
    sets_of_build,
    sums_of,
)

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
_MOST_MOVES = 500
"""Plays of a position that is solved."""
_MOST_BESTS = 1 << 13
_NO_VALUES: frozenset[int] = frozenset()
_BUILT = 1200
"""The weight, in thousandths, of the cards of a build that no rival can capture, to which more can
be added."""
_TRAILED, _TRAILED_ALONE = 500, 1000
"""The weight, in thousandths, of a card that is trailed, and what is added if its three fellows are
all unseen, since rivals are then likely to capture it."""
_PAIR = 1000
"""The promise that a trail loses with each equal card of the hand: a hundredth of a point."""


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


_Made = tuple[int, int, tuple[OpenBuild, ...]]
"""A build that a card makes: its value, what loose cards must add to the card in one set, and the
build that it uses."""
_Outline = tuple[int, Selection, tuple[OpenBuild, ...], int]
"""A play whose loose cards are the best ones of a selection."""


class _Turn(NamedTuple):
    """The facts on which the plays of a mover depend. Values and sums are integers with a bit for
    each.

    ``loose`` is a set, and ``counts`` has those of its cards that have a number. ``taken`` are the
    values at which something can be captured, ``few`` the sums that a few loose cards make, and
    ``raised`` the values of builds that can be raised, with what loose cards may add to them.
    ``held`` are the values that the hand has cards of, ``twice`` those that it has several cards
    of, and ``bound`` those that the mover must keep a card for. ``every``: any number of cards is
    added up, since all plays are listed that can make a difference, not only those that are worth a
    thought.
    """

    seat: int
    loose: int
    counts: int
    taken: int
    few: int
    raised: int
    builds: tuple[OpenBuild, ...]
    hand: Sequence[int]
    held: int
    twice: int
    bound: frozenset[int]
    every: bool = False

    def lying(self, rank: int) -> int:
        """Return the number of loose cards of a rank."""
        return (self.loose >> 4 * (rank - 1) & 15).bit_count()


class BuildsCore(BuildsPositions):
    """The core of a game for which :func:`plays` is true."""

    def __init__(self, rules: Ruleset, seats: Seats) -> None:
        super().__init__(rules, seats)
        referee = self._referee
        self._numbered = sum(
            1 << card for card, face in enumerate(self._faces) if referee.has_number(face)
        )
        self._bits = [sum(1 << value for value in values) for values in self._values]
        self._captured_with = [self._captures_with(card) for card in range(len(self._faces))]
        self._least_chance = 0
        self._best_cards = lru_cache(maxsize=_MOST_BESTS)(self._find_best_cards)
        self._rivals = [
            [other for other, pile in enumerate(self._pile_of) if pile != own_pile]
            for own_pile in self._pile_of
        ]
        self._prepare_rules(referee)

    def _captures_with(self, card: int) -> tuple[int, int]:
        """Return the values at which a card captures, with a bit for each, and the set of cards
        that it captures without a value."""
        values = sum(1 << value for value in self._hand_values[card])
        if self._sweeper[card]:
            return values, (1 << len(self._faces)) - 1
        return values, 0 if values else 15 << 4 * (card >> 2)

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
        self.play_on(following, plays)
        return following

    def worth_after(self, position: OpenGame, move: Move, plays: int) -> tuple[int, ...]:
        following = position.copy()
        self._do(following, move)
        self.play_on(following, plays)
        return self.worth(following)

    def play_on(self, game: OpenGame, plays: int) -> None:
        """Do so many plays by the rule of thumb in a position, or fewer up to the end."""
        while plays > 0 and game.turn != OVER:
            self._do(game, self.habit(game))
            plays -= 1

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
        turn = self._turn_of(position, every=True)
        moves: dict[Move, None] = {}
        for outline in self._outlines(turn):
            moves.update(dict.fromkeys(self._moves_of(turn, outline)))
            if len(moves) > _MOST_MOVES:
                return ()
        return list(moves)

    def key(self, position: OpenGame) -> Hashable:
        kind = self._kind
        hands = tuple([sum([kind[card] for card in hand]) for hand in position.hands])
        builds: tuple[object, ...] = ()
        if position.builds:
            builds = tuple(sorted([(build.value, *build[2:]) for build in position.builds]))
        loose = self._kinds_of[position.loose]
        return position.turn, loose, builds, hands, tuple(position.piles), position.last

    def _moves_of(self, turn: _Turn, outline: _Outline) -> Iterator[Move]:
        """Yield the plays with any cards of a selection."""
        card, selection, builds, value = outline
        choices = [self._different(turn.loose, rank, count) for rank, count in selection]
        for chosen in product(*choices):
            yield card, sum(chosen), builds, value

    def _different(self, loose: int, rank: int, count: int) -> Iterable[int]:
        """Return the sets of so many loose cards of a rank that differ in what counts."""
        cards = cards_of_set(loose & 15 << SHIFTS[rank - 1])
        if count == len(cards):
            return (loose & 15 << SHIFTS[rank - 1],)
        selections: dict[int, int] = {}
        for selection in combinations(cards, count):
            chosen = sum([1 << card for card in selection])
            selections.setdefault(self._kinds_of[chosen], chosen)
        return selections.values()

    def _turn_of(self, game: OpenGame, *, every: bool = False) -> _Turn:
        bits, hand, builds = self._bits, game.hands[game.turn], game.builds
        held = twice = 0
        for card in hand:
            twice |= held & bits[card]
            held |= bits[card]
        counts, bound, raised = counts_of(game.loose & self._numbered), _NO_VALUES, 0
        taken, few = sums_of(counts)
        if every:
            few = taken
        if counts & 15:
            taken |= 1 << self._high_ace
        if builds:
            own = [build.value for build in builds if build.owner == game.turn]
            bound = frozenset([value for value in own if held >> value & 1])
            added = few | 1 if self._table_raises else 1
            for build in builds:
                taken |= 1 << build.value
                raised |= 0 if build.multiple else added << build.value
        return _Turn(
            game.turn, game.loose, counts, taken, few, raised, builds, hand, held, twice, bound,
            every,
        )  # fmt: skip

    def _outlines(self, turn: _Turn) -> list[_Outline]:
        """Return the plays that are worth a thought; some of an ace may be in it twice.

        A build of the mover's that no card of the hand captures is dead, or the mover broke the
        rules before: it binds nobody. Nor do all of them where the hand cannot keep its cards.
        """
        outlines: list[_Outline] = []
        for card in self._different_cards(turn):
            if turn.every:
                captures = list(self._every_capture(turn, card))
            else:
                captures = self._captures(turn, card)
            outlines += captures
            if self._may_trail(turn, card, captures):
                outlines.append((card, (), (), 0))
            if self._sweeper[card] and turn.loose:
                lying = [(rank, turn.lying(rank)) for rank in NUMBERS if turn.lying(rank)]
                outlines.append((card, tuple(lying), (), 0))
            for value, missing, builds in self._made(turn, card):
                counts, high_aces = turn.counts & UP_TO[value], value == self._high_ace
                sets = (every_set_of_build if turn.every else sets_of_build)(
                    counts, missing, value, high_aces
                )
                outlines += [(card, each, builds, value) for each in sets if each or builds]
        if not outlines and turn.bound:
            return self._outlines(turn._replace(bound=_NO_VALUES))
        return outlines

    def _different_cards(self, turn: _Turn) -> Iterator[int]:
        """Yield the cards of the hand that differ in what counts."""
        last = NOBODY
        for card in turn.hand:
            if self._alike[card] != last:
                last = self._alike[card]
                yield card

    def _captures(self, turn: _Turn, card: int) -> list[_Outline]:
        """Return the largest captures of a card at each of its values."""
        if not self._hand_values[card]:
            most = self._pictures_of(turn, card)
            return [(card, (((card >> 2) + 1, most),), (), 0)] if most else []
        outlines: list[_Outline] = []
        for value, builds in self._captured(turn, card):
            selections = largest(turn.counts & UP_TO[value], value, value == self._high_ace)
            outlines += [(card, each, builds, 0) for each in selections]
        return outlines

    def _pictures_of(self, turn: _Turn, card: int) -> int:
        """Return how many loose cards of its rank a card without a number captures."""
        most = self._pictures[turn.lying((card >> 2) + 1)]
        return most if not turn.bound or self._keeps(turn, card, turn.bound) else 0

    def _captured(self, turn: _Turn, card: int) -> list[tuple[int, tuple[OpenBuild, ...]]]:
        """Return the values at which a card captures something, with the builds of each."""
        captured = []
        for value in self._hand_values[card]:
            if turn.bound and not self._keeps(turn, card, turn.bound - {value}):
                continue
            if turn.taken >> value & 1:
                builds = turn.builds
                if builds:
                    builds = tuple([build for build in builds if build.value == value])
                captured.append((value, builds))
        return captured

    def _every_capture(self, turn: _Turn, card: int) -> Iterator[_Outline]:
        """Yield all captures of a card."""
        rank = (card >> 2) + 1
        if not self._hand_values[card] and self._keeps(turn, card, turn.bound):
            most = self._pictures[turn.lying(rank)]
            for number in self._picture_captures:
                if number == most or (number < most and not self._must_capture_equal):
                    yield card, ((rank, number),), (), 0
        for value in self._hand_values[card]:
            if not turn.taken >> value & 1:
                continue
            of_value = [build for build in turn.builds if build.value == value]
            high_aces = value == self._high_ace
            equal = Rank.ACE if high_aces else value
            equals = turn.lying(equal) if self._must_capture_equal else 0
            for builds in _parts_of(of_value):
                own_left = any(b.owner == turn.seat for b in of_value if b not in builds)
                if self._keeps(turn, card, turn.bound if own_left else turn.bound - {value}):
                    for selection in every_division(turn.counts & UP_TO[value], value, high_aces):
                        if (selection or builds) and dict(selection).get(equal, 0) >= equals:
                            yield card, selection, builds, 0

    def _may_trail(self, turn: _Turn, card: int, captures: Sequence[_Outline]) -> bool:
        if turn.bound and (self._must_act or not self._keeps(turn, card, turn.bound)):
            return False
        if not captures:
            return True
        has_equal = self._equal[card] and turn.lying((card >> 2) + 1)
        return not (self._must_capture or (self._must_capture_equal and has_equal))

    def _keeps(self, turn: _Turn, card: int, values: Iterable[int]) -> bool:
        """Return whether the hand without a card captures builds of these values, each with another
        card."""
        held = [(other >> 2) + 1 for other in turn.hand if other != card]
        needed = [self._takers[value] for value in values]
        return all(held.count(rank) >= needed.count(rank) for rank in needed)

    def _made(self, turn: _Turn, card: int) -> list[_Made]:
        """Return the builds that a card makes, adds to or raises, of values that the other cards of
        the hand have."""
        others = turn.held & ~self._bits[card] | turn.twice
        own_values, builds, few = self._values[card], turn.builds, turn.few
        if not (others and own_values and self._makes_builds):
            return []
        reached = turn.raised << own_values[0]
        for own in own_values:
            reached |= few << own | turn.taken & 1 << own
        made: list[_Made] = []
        for value in in_order(reached & others):
            of_value = [build for build in builds if build.value == value] if builds else []
            is_free = not (of_value and self._one_of_value)
            if not turn.bound or self._keeps(turn, card, turn.bound | {value}):
                of_value = [b for b in of_value if self._adds_to_others or b.owner == turn.seat]
                for own in own_values:
                    missing = value - own
                    has_sets = few >> missing & 1 if missing > 0 else self._has_sets(turn, value)
                    if has_sets and is_free and missing >= 0:
                        made.append((value, missing, ()))
                    if (has_sets and missing > 0) or not missing:
                        made += [(value, missing, (build,)) for build in of_value]
            if builds and is_free:
                made += self._raised(turn, card, value, few)
        return made

    def _has_sets(self, turn: _Turn, value: int) -> bool:
        """Return whether loose cards make a set of a value."""
        high_ace = value == self._high_ace and turn.counts & 15
        return bool(high_ace or sums_of(turn.counts)[0] >> value & 1)

    def _raised(self, turn: _Turn, card: int, value: int, few: int) -> Iterator[_Made]:
        """Yield the simple builds that a card raises to a value."""
        for build in turn.builds:
            missing = value - build.value - self._values[card][0]
            if missing < 0 or build.multiple:
                continue
            if missing and not (self._table_raises and few >> missing & 1):
                continue
            if build.owner == turn.seat and not self._raises_own:
                continue
            others = [b.value for b in turn.builds if b.owner == turn.seat and b is not build]
            if turn.bound and not self._keeps(
                turn, card, turn.bound.intersection(others) | {value}
            ):
                continue
            yield value, missing, (build,)

    # --- the rule of thumb ------------------------------------------------------------------------

    def habit(self, position: OpenGame) -> Move:
        """Return the play that gives most: captures by what they are worth; builds likewise, if few
        rivals are likely to capture them; trails of what gives least, and of ranks that are
        gone."""
        turn = self._turn_of(position)
        best = self._best_use(position, turn) or self._best_trail(position, turn)
        if best is None:  # see _outlines
            turn = turn._replace(bound=_NO_VALUES)
            best = self._best_use(position, turn) or self._best_trail(position, turn)
        assert best is not None
        return best

    def _best_use(self, game: OpenGame, turn: _Turn) -> Move | None:
        """Return the play that promises most of those that use cards of the table, the first of
        several; None if there are none."""
        most, best = -1, None
        loose, held, twice, last = turn.loose, turn.held, turn.twice, NOBODY
        taken, few, raised = turn.taken, turn.few, turn.raised
        alike, values, bits, captured = self._alike, self._values, self._bits, self._captured_with
        safe: dict[int, int] = {}
        for card in turn.hand:
            if alike[card] == last:
                continue
            last, reached = alike[card], 0
            for own in values[card]:
                reached |= (few | raised) << own | taken & 1 << own
            captures, equals = captured[card]
            if taken & captures or loose & equals:
                promise, move = self._best_capture(turn, card)
                if promise > most:
                    most, best = promise, move
            if reached & (held & ~bits[card] | twice):
                promise, move = self._best_build(game, turn, card, safe)
                if promise > most:
                    most, best = promise, move
        return best

    def _best_capture(self, turn: _Turn, card: int) -> tuple[int, Move | None]:
        """Return what the best capture of a card promises, and the play; -1 if there is none."""
        most, best, weight, loose = -1, None, self._weight[card], turn.loose
        for value, builds in self._captured(turn, card):
            gain, cards = self._best_cards(loose & UP_TO[value], 0, value)
            for build in builds:
                gain += build.tally & WEIGHT
            if 1000 * (weight + gain) > most:
                most, best = 1000 * (weight + gain), (card, cards, builds, 0)
        if not self._hand_values[card] and (number := self._pictures_of(turn, card)):
            cards = best_of(loose, (((card >> 2) + 1, number),))
            most, best = 1000 * (weight + (self._tally_of[cards] & WEIGHT)), (card, cards, (), 0)
        if self._sweeper[card] and loose:
            promise = 1000 * (weight + (self._tally_of[loose] & WEIGHT))
            if promise > most:
                most, best = promise, (card, loose, (), 0)
        return most, best

    def _best_build(
        self, game: OpenGame, turn: _Turn, card: int, safe: dict[int, int]
    ) -> tuple[int, Move | None]:
        """Return what the best build of a card promises, and the play; -1 if there is none. How
        ``safe`` each value is has been stored for other cards."""
        most, best, weight, loose = -1, None, self._weight[card], turn.loose
        for value, missing, builds in self._made(turn, card):
            if value not in safe:
                safe[value] = self._safety(game, turn, value)
            if safe[value] >= 0:
                gain, cards = self._best_cards(loose & UP_TO[value], missing, value)
                for build in builds:
                    gain += build.tally & WEIGHT
                if safe[value] * (weight + gain) > most:
                    most, best = safe[value] * (weight + gain), (card, cards, builds, value)
        return most, best

    def _best_trail(self, game: OpenGame, turn: _Turn) -> Move | None:
        """Return the trail that promises most where no play uses cards of the table; None if the
        mover is bound to act."""
        most, best, last = 0, None, NOBODY
        for card in turn.hand:
            if self._alike[card] != last:
                last = self._alike[card]
                if not turn.bound or self._may_trail(turn, card, ()):
                    promise = self._promise_of_trail(game, turn, card)
                    if promise > most or best is None:
                        most, best = promise, (card, 0, (), 0)
        return best

    def promises(self, position: OpenGame) -> list[tuple[int, Move]]:
        """Return the plays that are worth a thought, each behind what it promises."""
        turn = self._turn_of(position)
        outlines = self._outlines(turn)
        promises = self._promises(position, turn, outlines)
        moves = [_move(turn, outline) for outline in outlines]
        return list(zip(promises, moves, strict=True))

    def _find_best_cards(self, loose: int, missing: int, value: int) -> tuple[int, int]:
        """Return the weight and the set of the best loose cards of which some make up what is
        ``missing`` and the others make sets of a value; of those that only add to something, which
        misses nothing, some."""
        counts, high_aces = counts_of(loose & self._numbered), value == self._high_ace
        most, best = -1, 0
        if missing:
            selections = sets_of_build(counts, missing, value, high_aces)
        else:
            selections = largest(counts, value, high_aces)
        for selection in selections:
            cards = best_of(loose, selection)
            weight = self._tally_of[cards] & WEIGHT
            if weight > most:
                most, best = weight, cards
        return most, best

    def _promises(self, game: OpenGame, turn: _Turn, outlines: Sequence[_Outline]) -> Sequence[int]:
        """Return how much each play promises by the rule of thumb, in thousandths of its weight."""
        promises: list[int] = []
        safe: dict[int, int] = {}
        for card, selection, builds, value in outlines:
            worth = self._weight[card]
            worth += self._tally_of[best_of(turn.loose, selection)] & WEIGHT
            for build in builds:
                worth += build.tally & WEIGHT
            if value:
                if value not in safe:
                    safe[value] = self._safety(game, turn, value)
                promises.append(worth * safe[value])
            elif selection or builds:
                promises.append(worth * 1000)
            else:
                promises.append(self._promise_of_trail(game, turn, card))
        return promises

    def _promise_of_trail(self, game: OpenGame, turn: _Turn, card: int) -> int:
        rank = card >> 2
        own = sum([other >> 2 == rank for other in turn.hand])
        hidden = (game.hidden >> 4 * rank & 15).bit_count()
        risk = _TRAILED_ALONE * (hidden - own) // 3
        return -(_TRAILED + risk) * self._weight[card] - _PAIR * own

    def _safety(self, game: OpenGame, turn: _Turn, value: int) -> int:
        """Return how much of a build's worth its owner can count on, in thousandths; -1 if it is
        not thought of, since a rival is too likely to capture it."""
        rank, hand = self._takers[value], turn.hand
        own = sum([(card >> 2) + 1 == rank for card in hand])
        rivals = sum([len(game.hands[seat]) for seat in self._rivals[turn.seat]])
        hidden = (game.hidden >> SHIFTS[rank - 1] & 15).bit_count()
        chance = none_among(hidden - own, game.hidden.bit_count() - len(hand), rivals)
        safe = chance >= self._least_chance or value in turn.bound
        return _BUILT * chance // 1000 if safe else -1


def _parts_of(builds: Sequence[OpenBuild]) -> Iterator[tuple[OpenBuild, ...]]:
    """Yield all selections of builds, in their order."""
    for number in range(len(builds) + 1):
        yield from combinations(builds, number)


def _move(turn: _Turn, outline: _Outline) -> Move:
    """Return a play with the best cards of its selection."""
    card, selection, builds, value = outline
    return card, best_of(turn.loose, selection), builds, value


@lru_cache(maxsize=4096)
def none_among(cards: int, unseen: int, held: int) -> int:
    """Return the chance, in thousandths, that none of so many cards is among those ``held`` of all
    that are ``unseen``."""
    if unseen < held or not unseen:
        return 1000
    return 1000 * comb(unseen - cards, held) // comb(unseen, held)
