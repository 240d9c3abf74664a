"""What the referee goes by where cards are built up: the question is *may I do that?* (#turn)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import ClassVar, NamedTuple

from .... import card_sets
from ....cards import SUITS, Card, Cards, Deck, Rank
from ....house_rules import HouseRules
from ....plays import MakeBuild, Step
from ....ruleset import Referee, Ruleset
from ....seating import Seating
from ....table_and_builds import Build, Top, Values
from .card_resolution import Fault
from .position import BuildAttempt, Position, TurnState
from .verdict_reasons import Clauses, Reason


class Demand(NamedTuple):
    """What an opponent may insist on: that a take or the build ``of`` is completed with these loose
    cards, tops and builds (#insist)."""

    kind: str
    of: Build | None
    loose: Cards
    tops: tuple[Top, ...] = ()
    builds: tuple[Build, ...] = ()


class OnPile(NamedTuple):
    """Cards that come to a pile: ``layers`` from the top down, of each of which only the taker
    knows which card is higher, and those that go ``below`` all others."""

    layers: tuple[Cards, ...]
    below: Cards = ()


@dataclass(frozen=True, eq=False)
class BuildRules(Referee):
    """``values`` says what a rank counts, ``worth`` what a card scores in a pile.

    The methods are what games and their ``house`` rules differ in: each is asked where a turn is
    judged, in the order of :class:`~.reasons.Reason`.
    """

    deck: Deck
    values: Values
    worth: Mapping[Card, int]
    house: HouseRules

    CLAUSES: ClassVar[Clauses] = {}
    """Reasons that are in another clause than their row says."""
    open_piles: ClassVar[bool] = False
    takes_tops: ClassVar[bool] = False
    draws: ClassVar[bool] = False
    """Is there a form of the game with a stock?"""
    merges: ClassVar[bool] = False
    """Is a build that is raised to the value of another one joined with it?"""
    proves: ClassVar[bool] = False
    """Can a partner be known to hold a card, so that one may build for them?"""
    insists: ClassVar[bool] = False
    """May opponents insist that a take, or a build, is completed?"""

    def clause_of(self, reason: Reason) -> str | None:
        """Return the clause of the rules page that decides; None where no rule does."""
        return self.CLAUSES.get(reason, reason.clause)

    @property
    def one_picture(self) -> bool:
        """Does a picture without a number take just one of its rank?"""
        return True

    @property
    def builds_in_groups(self) -> bool:
        """Does a simple build count as one card of its value?"""
        return False

    @property
    def has_steps(self) -> bool:
        """May a turn have steps without the card from the hand?"""
        return self.forms_alone or self.lays_and_builds

    @property
    def forms_alone(self) -> bool:
        """May a turn make builds before the card from the hand is played?"""
        return False

    @property
    def lays_and_builds(self) -> bool:
        """May who lays a card also make a build of the table?"""
        return False

    @property
    def lists_all(self) -> bool:
        """Is what the referee lists for a card all that it may do, but for other cards that come
        along? Tops of piles that nobody named, and steps before it, may help."""
        return not (self.open_piles or self.has_steps)

    def heeds_deal(self, players: int) -> bool:
        """Is there a rule for so many players that depends on which deal it is?"""
        return False

    def step_fault(self, turn_state: TurnState, step: Step) -> Fault | None:
        """May there be such a step without a card from the hand, or after others?"""
        raise NotImplementedError

    def top_use_fault(
        self, turn_state: TurnState, tops: tuple[Top, ...], *, taking: bool
    ) -> Fault | None:
        """May these cards of piles be used at all?"""
        return None

    def top_addition_fault(self, turn_state: TurnState, attempt: BuildAttempt) -> Fault | None:
        """Do the cards of piles among these come to something that is there?"""
        return None

    def reachable(self, turn_state: TurnState, step: MakeBuild) -> TurnState:
        """What a build may be made of, as it lies there."""
        return turn_state

    def build_fault(self, turn_state: TurnState, attempt: BuildAttempt) -> Fault | None:
        """May a build be made, raised or added to of these, and do the numbers fit?"""
        raise NotImplementedError

    def owner_after(self, turn_state: TurnState, attempt: BuildAttempt) -> int:
        """Whose the build is then."""
        raise NotImplementedError

    def may_be_asked(self, position: Position, card: Card, build: Build) -> bool:
        """Could a partner ask for a card not to take this build, but to go into it for them?"""
        return False

    def equal_build_fault(self, turn_state: TurnState, attempt: BuildAttempt) -> Fault | None:
        """May the build stand beside those that there are?"""
        return None

    def duty_faults(self, turn_state: TurnState) -> Iterator[Fault]:
        """What a turn that is over has left undone."""
        raise NotImplementedError

    def duties(self, position: Position) -> Iterator[Reason]:
        """What binds the mover before a card is played, but for cards that must be kept."""
        raise NotImplementedError

    def demands(self, turn_state: TurnState) -> Iterator[Demand]:
        """What opponents may insist on after a legal turn."""
        yield from ()

    def pile_after(self, turn_state: TurnState, card: Card, captured: Cards) -> Cards:
        """What is known of the mover's pile, from its top, once a card has taken others."""
        return ()

    def laid_on_pile(self, card: Card, captured: Cards) -> OnPile:
        """How what a card took lies on a pile then. Nobody looks at one that is closed."""
        return OnPile(((card, *captured),))

    def ranks_worth(self, value: int) -> tuple[Rank, ...]:
        """The ranks that can take a build of a value: one, or none."""
        return self._takers.get(value, ())

    @cached_property
    def _takers(self) -> dict[int, tuple[Rank, ...]]:
        takers: dict[int, tuple[Rank, ...]] = {}
        for rank, values in self.values.items():
            for value in values:
                takers[value] = (*takers.get(value, ()), rank)
        return takers

    @cached_property
    def without_number(self) -> frozenset[int]:
        """The ranks of the pack that have no number."""
        return frozenset(int(face.rank) for face in self.deck.faces if not self.values[face.rank])

    def has_number(self, card: Card) -> bool:
        return bool(self.values[card.rank])

    def divides(self, value: int, cards: Iterable[Card], numbers: Iterable[int] = ()) -> bool:
        """Can these cards, and what counts as one number each, be divided into groups of a value
        (#groups)? An ace that may count that much does so alone, and is 1 beside others."""
        ranks = [card.rank for card in cards]
        low = tuple(sorted([*(self.values[rank][0] for rank in ranks), *numbers]))
        aces = ranks.count(Rank.ACE) if value in self.values[Rank.ACE][1:] else 0
        return any(_divisible(low[alone:], value) for alone in range(aces + 1))


@lru_cache(maxsize=4096)
def _divisible(numbers: tuple[int, ...], value: int) -> bool:
    """Can these numbers be divided into groups of a value? Takes that differ in suits alone ask it
    again and again."""
    others = [number for number in numbers if number != value]
    if not others:
        return True
    if max(others) > value or sum(others) % value:
        return False
    if value <= card_sets.HIGHEST_VALUE:
        return card_sets.divide(card_sets.counted(others), value) is not None
    # A build of 14 that counts as one card may be among them.
    counts = tuple(others.count(number) for number in range(card_sets.HIGHEST_VALUE + 1))
    return card_sets.divide(counts, value) is not None


def duties_of(rules: BuildRules, position: Position) -> tuple[Reason, ...]:
    """The reasons that bind the mover before a card is played."""
    if not position.binding(position.table.builds):
        return ()
    return (*rules.duties(position), Reason.KEEP_CARD)


def unheld(rules: BuildRules, position: Position) -> tuple[Build, ...]:
    """Return the mover's builds that no card of the hand takes although one can still be held: the
    hand broke the rules before this turn (#keep-the-card). None while the hand is secret."""
    if position.hand is None:
        return ()
    held = {card.rank for card in position.hand}
    seen = Counter(card.rank for card in position.seen)
    return tuple(
        build
        for build in position.binding(position.table.builds)
        if held.isdisjoint(ranks := rules.ranks_worth(build.value))
        and any(seen[rank] < len(SUITS) for rank in ranks)
    )


def proves(rules: BuildRules, seating: Seating, players: int) -> bool:
    """Can a partner be known to hold a card?"""
    return rules.proves and players in seating.pairs_only


def build_rules(rules: Ruleset) -> BuildRules:
    """What the referee of a game goes by that is known to be of this kind."""
    assert isinstance(rules.referee, BuildRules)
    return rules.referee
