"""Positions of games with builds as players see through them, with all hands open: cards as
numbers, piles as tallies, and the effect of each play.

A play is one step and no pile is open. Cards are numbers from 0 to 51, four for each rank in order;
within a rank the card that is worth most comes first, so that sorted cards begin with those that
are best to have. A *set* of cards is an integer with a bit for each of them, so that four bits are
the cards of a rank.
"""

from __future__ import annotations

from bisect import insort
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from ..cards import Card, Cards
from ..games.casino.followed.state import build_game_state
from ..games.casino.judge.play_rules import BuildRules, build_rules
from ..plays import Build, Capture, MakeBuild, Play, Trail
from ..ruleset import Ruleset, State
from ..score_items import LAST, MARKERS, PointsForMost, PointsPerCard
from ..seating import Seats
from ..sheet_plan import RowCounts, SheetPlan
from ..sums import divide_cards
from .core import Core
from .knowledge import Deal

NOBODY = -1
OVER = -1
_HUNDREDTHS = 100
_MOST_SCORED = _MOST_SUMS = 4096
_WEIGHT_BITS, _FIELD_BITS = 16, 8
WEIGHT = (1 << _WEIGHT_BITS) - 1
"""The bits of a tally that are its weight."""


class OpenBuild(NamedTuple):
    """A build of a position: ``cards`` is a set, and ``tally`` theirs. The owner is -1 if it has
    none."""

    value: int
    cards: int
    tally: int
    multiple: bool
    owner: int


Move = tuple[int, int, tuple[OpenBuild, ...], int]
"""A play: the card from the hand, the set of loose cards, builds, and the value of the build that
all of them make; 0 for a capture, or for a trail if there are no cards and builds."""


@dataclass(slots=True)
class OpenGame:
    """A position with all hands open.

    ``loose`` is a set of cards, and so is ``hidden`` with those that were not shown yet. Each hand
    is sorted; the ``pack`` is dealt and drawn from the index ``dealt`` on. ``piles`` has the tally
    of each side's piles at the place of its first seat. ``turn`` is -1 if the game is over, and
    ``last`` if nobody has captured.
    """

    turn: int
    deal: int
    surplus: int
    stock: int
    loose: int
    builds: tuple[OpenBuild, ...]
    hands: list[list[int]]
    pack: tuple[int, ...]
    dealt: int
    piles: list[int]
    hidden: int
    last: int

    def copy(self) -> OpenGame:
        """Return a position that can be changed while this one stays as it is."""
        return OpenGame(
            self.turn,
            self.deal,
            self.surplus,
            self.stock,
            self.loose,
            self.builds,
            [hand[:] for hand in self.hands],
            self.pack,
            self.dealt,
            self.piles[:],
            self.hidden,
            self.last,
        )


def cards_of_set(cards: int) -> list[int]:
    """Return the cards of a set, in order."""
    chosen = []
    while cards:
        lowest = cards & -cards
        chosen.append(lowest.bit_length() - 1)
        cards ^= lowest
    return chosen


class _Sums(dict[int, int]):
    """The sum of something over the cards of a set, by the set: it is remembered for many sets."""

    def __init__(self, of_card: Sequence[int]) -> None:
        super().__init__()
        self._of_card = of_card

    def __missing__(self, cards: int) -> int:
        if len(self) >= _MOST_SUMS:
            self.clear()
        self[cards] = total = sum([self._of_card[card] for card in cards_of_set(cards)])
        return total


class PackedSheet:
    """The sheet of a game for tallies: numbers that hold the weight of some cards and how many of
    them each field has, so that tallies of cards are added.

    The weight is in hundredths of a point: what a card scores by itself, and its share of what is
    scored for the most of something, which ``shares`` has by field.
    """

    def __init__(self, plan: SheetPlan) -> None:
        self._plan = plan
        self._places = {
            key: _WEIGHT_BITS + _FIELD_BITS * place
            for place, key in enumerate((MARKERS, *(field.key for field in plan.fields)))
        }
        self.shares = {
            item.field: round(2 * _HUNDREDTHS * item.points / (plan.whole[item.field] + 2))
            for item in plan.items
            if isinstance(item, PointsForMost)
        }
        self.sweep = (1 << self._places[MARKERS]) + _HUNDREDTHS * plan.worths[MARKERS]

    def tally(self, face: Card) -> int:
        """Return the tally of a card."""
        fields = [field.key for field in self._plan.fields if face in field.faces]
        weight = _HUNDREDTHS * self._plan.card_worths[face]
        weight += sum(self.shares.get(key, 0) for key in fields)
        return weight + sum(1 << self._places[key] for key in fields)

    def weight(self, tally: int) -> int:
        """Return the weight of a tally."""
        return tally & WEIGHT

    def counts(self, tally: int) -> dict[str, int]:
        """Return how many cards of each field a tally has, and how many markers."""
        mask = (1 << _FIELD_BITS) - 1
        return {key: tally >> place & mask for key, place in self._places.items()}

    def row(self, tally: int) -> RowCounts:
        """Return a tally as a row of the sheet."""
        counts = self.counts(tally)
        return RowCounts(counts.pop(MARKERS), counts)

    def totals(self, tallies: tuple[int, ...], last: int | None, over: bool) -> list[int]:
        """Return the score of each unit with these tallies, of which the one at the index ``last``
        has captured last; before the game is over only of what scores by itself."""
        units = [
            self.counts(tally) | {LAST: int(over and index == last)}
            for index, tally in enumerate(tallies)
        ]
        items = [item for item in self._plan.items if over or isinstance(item, PointsPerCard)]
        totals = [
            sum(points) for points in zip(*(item.score(units) for item in items), strict=True)
        ]
        if self._plan.difference:
            first, second = totals
            return [max(0, first - second), max(0, second - first)]
        return totals


class BuildsPositions(Core[OpenGame, Move]):
    """The part of a core that knows what plays do, and not which ones to think of."""

    def __init__(self, rules: Ruleset, seats: Seats) -> None:
        super().__init__(rules, seats)
        self._referee, self._sheet = build_rules(rules), PackedSheet(rules.sheet)
        # The ends of a game that is solved are much alike.
        self._scored = lru_cache(maxsize=_MOST_SCORED)(self._sheet.totals)
        side_of = rules.seating.side_of_each(seats.players, seats.teams)
        self._pile_of = tuple(map(side_of.index, side_of))
        self._units = sorted(set(self._pile_of))
        self._unit_of = [self._units.index(pile) for pile in self._pile_of]
        self._step = rules.seating.step
        marked = bool(rules.sheet.markers)
        self._sweeps = tuple(
            marked and self._referee.counts_sweep(last_cards=last) for last in (False, True)
        )
        self._number_cards(self._referee)
        self._last_standing: tuple[State, OpenGame] | None = None

    def _number_cards(self, referee: BuildRules) -> None:
        """Give each card its number, and list what is asked about each of them."""
        faces = self.rules.deck.faces
        tally_of = {face: self._sheet.tally(face) for face in faces}
        self._faces = sorted(
            faces, key=lambda face: (face.rank, -self._sheet.weight(tally_of[face]), face.suit)
        )
        self._number = {face: number for number, face in enumerate(self._faces)}
        self._tally = [tally_of[face] for face in self._faces]
        self._tally_of = _Sums(self._tally)
        self._weight = [self._sheet.weight(tally) for tally in self._tally]
        self._values = [referee.values[face.rank] for face in self._faces]
        self._hand_values = [referee.hand_values(face) for face in self._faces]
        self._sweeper = [referee.captures_all(face) for face in self._faces]
        self._equal = [
            (not values and not referee.has_number(face))
            or not set(values).isdisjoint(referee.values[face.rank])
            for face, values in zip(self._faces, self._hand_values, strict=True)
        ]
        kinds = [
            (face.rank, *rest)
            for face, *rest in zip(
                self._faces, self._tally, self._hand_values, self._sweeper, strict=True
            )
        ]
        self._alike = [kinds.index(kind) for kind in kinds]
        self._kind = [1 << 3 * kind for kind in self._alike]
        self._kinds_of = _Sums(self._kind)

    # --- positions --------------------------------------------------------------------------------

    def position(self, state: State, deal: Deal) -> OpenGame:
        last = self._last_standing
        if last is None or last[0] is not state:  # many deals are tried in a state
            self._last_standing = last = state, self.standing(state)
        return self.dealt(last[1], deal)

    def standing(self, state: State) -> OpenGame:
        """Return the position of a state without the unseen cards."""
        game = build_game_state(state)
        hidden = (1 << len(self._faces)) - 1
        piles = [0] * self.seats.players
        for pile, pile_of_side in zip(game.piles, self._pile_of, strict=True):
            piles[pile_of_side] += pile.markers * self._sheet.sweep
            piles[pile_of_side] += sum([self._tally[self._number[card]] for card in pile.cards])
        return OpenGame(
            OVER if game.turn is None else game.turn,
            game.deal,
            game.surplus,
            game.stock,
            self._set_of(game.table),
            tuple(map(self._open_build, game.builds)),
            [],
            (),
            0,
            piles,
            hidden & ~self._set_of(game.shown),
            NOBODY if game.last_capturer is None else game.last_capturer,
        )

    def dealt(self, standing: OpenGame, deal: Deal) -> OpenGame:
        """Return a position with the unseen cards."""
        number = self._number
        position = standing.copy()
        position.hands = [sorted([number[card] for card in hand]) for hand in deal.hands]
        position.pack = tuple([number[card] for card in deal.pack])
        return position

    def face(self, number: int) -> Card:
        """Return the card that has a number."""
        return self._faces[number]

    def _set_of(self, cards: Iterable[Card]) -> int:
        number, of_all = self._number, 0
        for card in cards:
            of_all |= 1 << number[card]
        return of_all

    def _open_build(self, build: Build) -> OpenBuild:
        cards = self._set_of(build.cards)
        owner = NOBODY if build.owner is None else build.owner
        return OpenBuild(build.value, cards, self._tally_of[cards], build.multiple, owner)

    def turn(self, position: OpenGame) -> int | None:
        return None if position.turn == OVER else position.turn

    def after(self, position: OpenGame, move: Move) -> OpenGame:
        following = position.copy()
        self._do(following, move)
        return following

    def _do(self, game: OpenGame, move: Move) -> None:
        """Do a play, and deal or draw the cards that follow it."""
        card, cards, builds, value = move
        seat = game.turn
        hand = game.hands[seat]
        hand.remove(card)
        game.hidden &= ~(1 << card)
        if builds:
            game.builds = tuple([build for build in game.builds if build not in builds])
        if value:
            game.loose ^= cards
            self._make_build(game, move)
        elif cards or builds:
            game.loose ^= cards
            self._capture(game, move)
        else:
            game.loose |= 1 << card
        if game.stock and game.dealt < len(game.pack):
            insort(hand, game.pack[game.dealt])
            game.dealt += 1
            game.stock -= 1
        if not self._go_on(game, seat):
            self._deal_next(game)

    def _go_on(self, game: OpenGame, seat: int) -> bool:
        """Let the next seat after another one play that holds a card. Return whether one does."""
        hands, step = game.hands, self._step
        for _ in hands:
            seat = (seat + step) % len(hands)
            if hands[seat]:
                game.turn = seat
                return True
        return False

    def _make_build(self, game: OpenGame, move: Move) -> None:
        card, cards, builds, value = move
        made = 1 << card | cards
        for build in builds:
            made |= build.cards
        multiple = sum([(number >> 2) + 1 for number in cards_of_set(made)]) != value
        game.builds += (OpenBuild(value, made, self._tally_of[made], multiple, game.turn),)

    def _capture(self, game: OpenGame, move: Move) -> None:
        card, cards, builds, _ = move
        tally = self._tally[card] + self._tally_of[cards]
        for build in builds:
            tally += build.tally
        if not game.loose and not game.builds and self._counts_sweep(game):
            tally += self._sheet.sweep
        game.piles[self._pile_of[game.turn]] += tally
        game.last = game.turn

    def _counts_sweep(self, game: OpenGame) -> bool:
        early, late = self._sweeps
        return late if early == late or self._is_last_deal(game) else early

    def _is_last_deal(self, game: OpenGame) -> bool:
        """Return whether no more cards will be dealt or drawn."""
        seating, players = self.rules.seating, self.seats.players
        return not (game.stock or seating.left_to_deal(players, game.deal, game.surplus))

    def _deal_next(self, game: OpenGame) -> None:
        """Deal the next hands, or end the game, in which the last capturer gets what is left."""
        players, dealer = self.seats.players, self.seats.dealer
        if not self._is_last_deal(game) and game.dealt < len(game.pack):
            game.deal += 1
            sizes = self.rules.seating.hands(dealer, players, game.deal, game.surplus)
            for seat, size in enumerate(sizes):
                game.hands[seat] = sorted(game.pack[game.dealt : game.dealt + size])
                game.dealt += size
            # A pack may lack cards where the log has been corrected.
            if self._go_on(game, dealer):
                return
        game.turn = OVER
        if game.last != NOBODY:
            rest = self._tally_of[game.loose] + sum([build.tally for build in game.builds])
            game.piles[self._pile_of[game.last]] += rest
            game.loose, game.builds = 0, ()

    # --- worth ------------------------------------------------------------------------------------

    def worth(self, position: OpenGame) -> tuple[int, ...]:
        if position.turn == OVER:
            units = [_HUNDREDTHS * total for total in self._totals(position)]
        else:
            units = [position.piles[pile] & WEIGHT for pile in self._units]
        others, total = len(units) - 1, sum(units)
        margins = [worth - (total - worth) // others for worth in units]
        return tuple([margins[unit] for unit in self._unit_of])

    def limits(self, position: OpenGame, seat: int) -> tuple[float, float]:
        """Return what the end is worth if the other or this seat gets all cards that are left."""
        tally = self._tally
        rest = self._tally_of[position.loose] + sum([build.tally for build in position.builds])
        for hand in position.hands:
            rest += sum([tally[card] for card in hand])
            rest += self._sheet.sweep * len(hand) * any(self._sweeps)
        limits = []
        for winner in (1 - seat, seat):
            tallies = position.piles[:]
            tallies[winner] += rest
            ours, theirs = self._scored(tuple(tallies), winner, True)
            limits.append(_HUNDREDTHS * (ours - theirs) * (1 if seat == 0 else -1))
        return limits[0], limits[1]

    def points(self, position: OpenGame) -> tuple[int, ...]:
        totals = self._totals(position)
        return tuple([totals[unit] for unit in self._unit_of])

    def _totals(self, game: OpenGame) -> list[int]:
        tallies = tuple([game.piles[pile] for pile in self._units])
        last = None if game.last == NOBODY else self._unit_of[game.last]
        return self._scored(tallies, last, game.turn == OVER)

    # --- plays as the referee reads them ----------------------------------------------------------

    def play(
        self,
        position: OpenGame,  # noqa: ARG002 - a move has all that it needs
        move: Move,
    ) -> Play:
        card, cards, builds, value = move
        face, loose = self._faces[card], self._faces_of(cards_of_set(cards))
        if value:
            of_builds = chain.from_iterable(cards_of_set(build.cards) for build in builds)
            made = (face, *loose, *self._faces_of(of_builds))
            return (MakeBuild(face, self._build(made, value)),)
        if not cards and not builds:
            return (Trail(face),)
        taken = tuple(
            self._build(self._faces_of(cards_of_set(build.cards)), build.value, build.owner)
            for build in builds
        )
        return (Capture(face, loose, taken),)

    def _faces_of(self, cards: Iterable[int]) -> Cards:
        return tuple(sorted(self._faces[card] for card in cards))

    def _build(self, cards: Iterable[Card], value: int, owner: int = NOBODY) -> Build:
        faces = tuple(sorted(cards))
        sets = divide_cards(faces, value, self._referee.values) or (faces,)
        return Build(value, sets, None if owner == NOBODY else owner)

    def move(self, position: OpenGame, play: Play) -> Move:
        (step,) = play
        assert step.card is not None
        (card,) = self._first_alike([self._number[step.card]], position.hands[position.turn])
        if isinstance(step, Trail):
            return card, 0, (), 0
        named = self._set_of(step.captured if isinstance(step, Capture) else step.from_table)
        builds = tuple(build for build in position.builds if not build.cards & ~named)
        for build in builds:
            named &= ~build.cards
        loose = self._first_alike(cards_of_set(named), cards_of_set(position.loose))
        value = step.build.value if isinstance(step, MakeBuild) else 0
        return card, sum(1 << other for other in loose), builds, value

    def _first_alike(self, cards: Iterable[int], among: Iterable[int]) -> list[int]:
        """Return cards that differ from others in nothing that counts: of several the first ones
        of those that lie or are held there."""
        kinds = Counter(self._alike[card] for card in cards)
        chosen: list[int] = []
        for card in among:
            if kinds[self._alike[card]]:
                kinds[self._alike[card]] -= 1
                chosen.append(card)
        return chosen
