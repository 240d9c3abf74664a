"""Base class of the rules of games with builds, which judge a play: *may I do that?* (#turn)

Cards of a hand whose suit was not entered are given a face where the suit decides what they capture
(#values).
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import cached_property, lru_cache
from typing import ClassVar, NamedTuple

from .... import sums
from ....cards import (
    SUITS,
    Card,
    Cards,
    Deck,
    Impossible,
    KnownCards,
    Rank,
    Values,
    counted,
)
from ....house_rules import HouseRules
from ....plays import FEWEST_CARDS, Build, Capture, MakeBuild, Play, Step, Table, Top
from ....ruleset import Referee, Ruleset
from ....seating import Seating
from .position import MOVER, BuildAttempt, Position, TurnState
from .resolution import Resolution
from .verdict import Clauses, Demand, Fault, Reason

ANY_NUMBER = tuple(range(1, len(SUITS)))
"""Numbers of cards of its rank that a card can capture where it may capture any number."""


class CaptureDuties(NamedTuple):
    """Captures that house rules demand (#laying). ``some``: a card that could capture may not be
    trailed. ``equals``: a card captures all loose cards of its own value."""

    some: bool = False
    equals: bool = False


class TopCaptures(NamedTuple):
    """Tops that may be captured: those ``alone`` that are worth the value, and those ``in_sets``
    with other cards. ``need_base``: only beside a build, or a set without a top."""

    alone: bool = False
    in_sets: bool = False
    need_base: bool = False


class LoneSteps(Enum):
    """Steps without the card from the hand: ``BUILDS`` of table cards, before and after it;
    ``ADDITIONS`` to the own build, before it; builds ``BESIDE_TRAIL``, where it is trailed."""

    NONE = auto()
    BUILDS = auto()
    ADDITIONS = auto()
    BESIDE_TRAIL = auto()


class OnPile(NamedTuple):
    """Cards that a capture adds to a pile: ``layers`` from the top down, within each of which only
    the capturer knows the order, and cards that go ``below`` all others."""

    layers: tuple[Cards, ...]
    below: Cards = ()


@dataclass(frozen=True, eq=False)
class BuildRules(Referee):
    """Rules of a game with builds.

    ``values`` has the values of the cards, ``worth`` the points of each card in a pile. The methods
    are what games and house rules differ in; a play is judged by them in the order of
    :class:`~.verdict.Reason`.
    """

    deck: Deck
    values: Values
    worth: Mapping[Card, int]
    house: HouseRules

    CLAUSES: ClassVar[Clauses] = {}
    """Reasons that are in another clause than their row says."""
    open_piles: ClassVar[bool] = False
    merges: ClassVar[bool] = False
    """True if a build that is raised to the value of another one is joined with it."""
    proves: ClassVar[bool] = False
    """True if a partner can be known to hold a card, so that one may build for them."""
    makes_builds: ClassVar[bool] = True
    """True if a card can be built with; otherwise it captures or is trailed."""
    insists: ClassVar[bool] = False
    """True if opponents may insist that a capture, or a build, is completed."""

    def clause_of(self, reason: Reason) -> str | None:
        """Return the clause of the rules page that decides; None where no rule does."""
        return self.CLAUSES.get(reason, reason.clause)

    @property
    def picture_captures(self) -> tuple[int, ...]:
        """Return the numbers of cards of its rank that a picture without a number can capture at
        once, in ascending order (#pictures)."""
        return (1,)

    def most_pictures(self, lying: int) -> int:
        """Return the most cards of its rank that a picture can capture of those ``lying`` loose."""
        return max((number for number in self.picture_captures if number <= lying), default=0)

    def hand_values(self, card: Card) -> tuple[int, ...]:
        """Return the values, lowest first, at which a card from the hand captures (#values)."""
        return self.values.of(card)

    def captures_all(self, card: Card) -> bool:
        """Return whether a card from the hand may capture all loose cards, whatever they are worth
        (#taking-numbers)."""
        return False

    def captures_as(self, card: Card) -> tuple[Rank, tuple[int, ...], bool]:
        """Return a key that is equal for cards from the hand which capture alike."""
        return card.rank, self.hand_values(card), self.captures_all(card)

    @property
    def capture_duties(self) -> CaptureDuties:
        """Return the captures that house rules demand (#laying)."""
        return CaptureDuties()

    @property
    def builds_in_sets(self) -> bool:
        """Return whether a simple build counts as one card of its value in sets (#house-rules)."""
        return False

    @property
    def card_alone_raises(self) -> bool:
        """Return whether no card but the one from the hand may be in the set that changes the value
        of a build (#raising)."""
        return True

    @property
    def top_captures(self) -> TopCaptures:
        """Return how tops of open piles may be captured (#tops)."""
        return TopCaptures()

    @property
    def lone_steps(self) -> LoneSteps:
        """Return the steps that a play may have without the card from the hand."""
        return LoneSteps.NONE

    @property
    def has_steps(self) -> bool:
        """Return whether a play may have steps without the card from the hand."""
        return self.lone_steps is not LoneSteps.NONE

    def step_fault(self, turn_state: TurnState, step: Step) -> Fault | None:
        """Return the fault of a step that may not be done without a card from the hand, or after
        the steps before it."""
        raise NotImplementedError

    def top_use_fault(
        self, turn_state: TurnState, tops: tuple[Top, ...], *, taking: bool
    ) -> Fault | None:
        """Return the fault of a step that uses tops which may not be used at all; ``taking`` if it
        captures them."""
        return None

    def top_addition_fault(self, turn_state: TurnState, attempt: BuildAttempt) -> Fault | None:
        """Return the fault of an attempt whose tops are not added to anything that lies there."""
        return None

    def top_capture_fault(
        self, turn_state: TurnState, resolution: Resolution, value: int
    ) -> Fault | None:
        """Return the fault of a capture whose numbers fit, but not with these tops (#tops)."""
        return None

    def reachable(self, turn_state: TurnState, step: MakeBuild) -> TurnState:
        """Return the turn state with only those cards on the table that the step may build with."""
        return turn_state

    def build_fault(self, turn_state: TurnState, attempt: BuildAttempt) -> Fault | None:
        """Return the fault of a build that may not be made, raised or added to: of builds that may
        not be joined, of a multiple one whose value changes (#raising), of any other change that a
        house rule forbids, or of its parts."""
        if len(attempt.builds) > 1 and not self.may_merge(turn_state, attempt):
            return Fault(Reason.NO_MERGE, build=attempt.builds[1], value=attempt.value)
        for build in attempt.changed:
            if build.multiple:
                return Fault(Reason.RAISE_MULTIPLE, build=build, value=build.value)
        return self.raise_fault(turn_state, attempt) or self.parts_fault(turn_state, attempt)

    def may_merge(self, turn_state: TurnState, attempt: BuildAttempt) -> bool:
        """Return whether an attempt may join several builds."""
        raise NotImplementedError

    def raise_fault(self, turn_state: TurnState, attempt: BuildAttempt) -> Fault | None:
        """Return the fault of a changed value where a house rule forbids it."""
        return None

    def parts_fault(self, turn_state: TurnState, attempt: BuildAttempt) -> Fault | None:
        """Return the fault of parts that do not make the value, or that may not be used."""
        raise NotImplementedError

    def owner_after(self, turn_state: TurnState, attempt: BuildAttempt) -> int:
        """Return the seat that owns the build after the attempt."""
        raise NotImplementedError

    def may_be_asked(self, position: Position, card: Card, build: Build) -> bool:
        """Return whether a partner can ask for a card to be added to this build instead of
        capturing it (#asking)."""
        return False

    def equal_build_fault(self, turn_state: TurnState, attempt: BuildAttempt) -> Fault | None:
        """Return the fault of a build that may not lie beside the other builds of the table."""
        return None

    def duty_faults(self, turn_state: TurnState) -> Iterator[Fault]:
        """Return the faults of a play that has left something undone."""
        raise NotImplementedError

    def duties(self, position: Position) -> Iterator[Reason]:
        """Return the reasons that bind the mover before a card is played, apart from cards to be
        kept."""
        raise NotImplementedError

    def demands(self, turn_state: TurnState) -> Iterator[Demand]:
        """Return what opponents may insist on after a legal play (#insist)."""
        yield from ()

    def pile_after(self, turn_state: TurnState, card: Card, captured: Cards) -> Cards:
        """Return the known cards of the mover's pile, from its top, once a card has captured
        others."""
        return ()

    def laid_on_pile(self, step: Capture) -> OnPile:
        """Return the order in which a capture comes to lie on its pile; of no interest for closed
        piles."""
        return OnPile(((step.card, *step.captured),))

    @cached_property
    def nothing_named(self) -> KnownCards:
        """The cards that a question names in a followed game, where all cards have their suits:
        none."""
        return KnownCards(self.deck, ())

    @cached_property
    def highest_value(self) -> int:
        """The highest value of any card on the table."""
        return self.values.highest

    def build_values(self, cards: Cards) -> list[int]:
        if len(cards) < FEWEST_CARDS or not self.makes_builds:
            return []
        return [
            value
            for value in range(1, self.highest_value + 1)
            if self.takers(value) and sums.divide_cards(cards, value, self.values)
        ]

    def takers(self, value: int) -> Cards:
        """Return the card that can capture a build of a value, if there is one; without a suit it
        is any of its rank."""
        return self._takers.get(value, ())

    @cached_property
    def _takers(self) -> dict[int, Cards]:
        ranks, faces = self.values, self.values.faces
        takers: dict[int, Cards] = {value: (face,) for face in faces for value in faces[face]}
        return takers | {value: (Card(rank),) for rank in ranks for value in ranks[rank]}

    def ranks_worth(self, value: int) -> tuple[Rank, ...]:
        """Return the rank of the card that can capture a build of a value, if there is one."""
        return tuple([card.rank for card in self.takers(value)])

    @cached_property
    def without_number(self) -> frozenset[int]:
        """The ranks of the pack that have no number."""
        return frozenset(int(face.rank) for face in self.deck.faces if not self.values[face.rank])

    def has_number(self, card: Card) -> bool:
        """Return whether a card has a number, so that it can be part of sums and builds."""
        return bool(self.values[card.rank])

    def divides(self, value: int, cards: Iterable[Card], numbers: Iterable[int] = ()) -> bool:
        """Return whether cards and further ``numbers`` can be divided into sets of a value
        (#groups), each card counting one of its values."""
        others = tuple(numbers)
        for way in self.values.ways(cards, value):
            if _divisible(tuple(sorted((*way, *others))), value):
                return True
        return False


@lru_cache(maxsize=4096)
def _divisible(numbers: tuple[int, ...], value: int) -> bool:
    """Return whether numbers can be divided into sets of a value. Cached, since captures that
    differ in suits alone ask for the same numbers."""
    others = [number for number in numbers if number != value]
    if not others:
        return True
    if max(others) > value or sum(others) % value:
        return False
    # A card may count more than 13, and so may a build that counts as one or that is raised.
    return sums.divide(counted(others, max(others)), value) is not None


@lru_cache(maxsize=256)
def duties_change(rules: BuildRules, players: int, *, deal: int = 1, stock: int = 0) -> bool:
    """Return whether the owner of a build has other duties in this deal or beside this stock than
    in the first deal without one."""
    build = Build(rules.deck.faces[0].rank, ((rules.deck.faces[0],),), MOVER)
    position = Position(
        table=Table((), (build,)),
        hand=None,
        known_cards=KnownCards(rules.deck, ()),
        sides=tuple(range(players)),
    )
    later = replace(position, deal=deal, stock=stock)
    return tuple(rules.duties(position)) != tuple(rules.duties(later))


def duties_of(rules: BuildRules, position: Position) -> tuple[Reason, ...]:
    """Return the reasons that bind the mover, who owns a build, before a card is played."""
    if not position.binding(position.table.builds):
        return ()
    return (*rules.duties(position), Reason.KEEP_CARD)


def proves(rules: BuildRules, seating: Seating, players: int) -> bool:
    """Return whether a partner can be known to hold a card in a game of this number of players
    (#proven)."""
    return rules.proves and players in seating.pairs_only


def build_rules(rules: Ruleset) -> BuildRules:
    """Return the referee of a ruleset that has builds; any other ruleset is an error."""
    assert isinstance(rules.referee, BuildRules)
    return rules.referee


class SuitDecides(Impossible):
    """A card without a suit of which one suit captures otherwise than the others: the ``special``
    face at another value, ``captured_at``, or everything, where that is None."""

    def __init__(self, special: Card, captured_at: int | None) -> None:
        super().__init__(f"which {special.rank.name.lower()}?")
        self.special, self.captured_at = special, captured_at


class OpenSuit(NamedTuple):
    """A question that cannot be answered, since the card in a ``field`` may be one of several faces
    that capture differently."""

    field: str
    error: SuitDecides


def faces_meant(
    rules: BuildRules,
    table: Table,
    hand: Cards | None,
    played: Mapping[str, Card | None],
    play: Play | None,
) -> Cards | OpenSuit:
    """Return the faces that cards of the hand without a suit stand for, one of a rank, or the field
    whose card may be several.

    ``played`` has the fields that name the card from the hand. Cards that a ``play`` captures are
    taken to lie on the table. Only ranks are asked for of which one suit captures otherwise than
    the others; on the table, those of which one suit counts otherwise there too.
    """
    ranks = _ranks_by_suit(rules)
    if not (ranks or rules.values.faces):
        return ()
    captured = [card for step in play or () if isinstance(step, Capture) for card in step.cards]
    named = {field: card for field, card in played.items() if card is not None}
    cards = _CardsInSight((*table.cards, *captured), hand or (), named)
    in_sight = {*table.cards, *cards.hand, *named.values()}
    for face in rules.values.faces:
        if Card(face.rank) in table.cards and face not in in_sight:
            return _open_suit(rules, "table", face.rank)
    faces: list[Card] = []
    for rank in ranks:
        meant = _face_of_rank(rules, cards, rank)
        if isinstance(meant, OpenSuit):
            return meant
        faces += meant
    return tuple(faces)


@lru_cache(maxsize=256)
def _ranks_by_suit(rules: BuildRules) -> tuple[Rank, ...]:
    """Return the ranks of which a card from the hand captures otherwise in one suit than in
    others."""
    kinds = {rules.captures_as(face) for face in rules.deck.faces}
    ranks = [rank for rank, _, _ in kinds]
    return tuple(sorted(rank for rank in set(ranks) if ranks.count(rank) > 1))


class _CardsInSight(NamedTuple):
    """The cards that a question names: those of the table, those of the hand, and the card from the
    hand by the fields that name it."""

    table: Cards
    hand: Cards
    played: Mapping[str, Card]


def _by_capture(rules: BuildRules, faces: Iterable[Card]) -> dict[object, list[Card]]:
    alike: dict[object, list[Card]] = {}
    for face in faces:
        alike.setdefault(rules.captures_as(face), []).append(face)
    return alike


def _face_of_rank(rules: BuildRules, cards: _CardsInSight, rank: Rank) -> Cards | OpenSuit:
    """Return a face that cards of this rank without a suit stand for; none if there is no such
    card."""
    held = [card for card in cards.hand if card.rank is rank]
    in_sight = {*cards.table, *held}
    free = [face for suit in SUITS if (face := Card(rank, suit)) not in in_sight]
    named = [card for card in cards.played.values() if card.rank is rank]
    written = [card for card in named if card in free]
    stands_for: Cards = ()
    if Card(rank) in held:
        meant = written if written and held.count(Card(rank)) == 1 else free
        if len(_by_capture(rules, meant)) > 1:
            return _open_suit(rules, "hand", rank)
        stands_for = tuple(meant[:1])
    for field, card in cards.played.items():
        if card != Card(rank):
            continue
        meant = [*(face for face in held if face.suited), *stands_for] if held else written or free
        if len(_by_capture(rules, meant)) > 1:
            return _open_suit(rules, field, rank)
        if not held:
            stands_for = tuple(meant[:1])
    return stands_for


def _open_suit(rules: BuildRules, field: str, rank: Rank) -> OpenSuit:
    """Return the field of a card that may be several faces, with the face that is unlike the
    others."""
    alike = _by_capture(rules, [Card(rank, suit) for suit in SUITS]).values()
    (special,) = min(alike, key=len)
    captured_at = None if rules.captures_all(special) else rules.hand_values(special)[-1]
    return OpenSuit(field, SuitDecides(special, captured_at))
