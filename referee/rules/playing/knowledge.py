"""The knowledge of a seat about its game: its own hand, the cards that were shown, and what the log
tells about the hands of others."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import NamedTuple

from ..cards import Card, Cards, Impossible, difference
from ..log.record import Record
from ..ruleset import AppliedEvent, GameOver, HandSigns, Ruleset, State
from .simulation import SeededRandom


class HandDoesNotFit(Impossible):
    """A hand that the mover cannot have: another number of cards, or cards that were shown."""

    field = "hand"


class NothingDealt(Impossible):
    """A game in which the table has not been dealt yet."""

    field = "log"


class Deal(NamedTuple):
    """Cards that nobody has shown: the hand of each seat, and the ``pack`` in the order in
    which it will be dealt or drawn."""

    hands: tuple[Cards, ...]
    pack: Cards


@dataclass(frozen=True)
class Knowledge:
    """The knowledge of the mover.

    ``unseen`` are the cards that others hold or that are not dealt yet, in card order, so that
    nothing depends on where they really are. ``signs`` has what the plays of the deal tell about
    the hand of each seat; the referee lets people err, so they need not be true.
    """

    rules: Ruleset
    state: State
    seat: int
    hand: Cards
    unseen: Cards
    signs: tuple[HandSigns, ...]

    @cached_property
    def _others(self) -> tuple[int, ...]:
        """Return the other seats that hold cards, those of which most is known first."""
        seats = (seat for seat, size in enumerate(self.state.in_hands) if size)
        return tuple(
            sorted(
                (seat for seat in seats if seat != self.seat),
                key=lambda seat: (-len(self.signs[seat].held), -len(self.signs[seat].barred), seat),
            )
        )

    @cached_property
    def open_hands(self) -> bool:
        """Return whether the mover knows each hand, since nobody else than one opponent has unseen
        cards."""
        sizes = (self.state.in_hands[seat] for seat in self._others)
        return len(self._others) <= 1 and sum(sizes) == len(self.unseen)

    def dealt_anew(self, chance: SeededRandom) -> Deal:
        """Return the unseen cards dealt by chance, as far as possible in keeping with the signs of
        the hands. Cards that no hand has room for are the pack."""
        free = chance.shuffled(self.unseen)
        hands: list[Cards] = [()] * self.state.players
        hands[self.seat] = self.hand
        for seat in self._others:
            size, signs = self.state.in_hands[seat], self.signs[seat]
            if signs.barred or signs.held:
                hands[seat], free = _hand_with(signs, size, free)
            else:
                hands[seat], free = tuple(free[:size]), free[size:]
        return Deal(tuple(hands), tuple(free))


def _hand_with(signs: HandSigns, size: int, free: list[Card]) -> tuple[Cards, list[Card]]:
    """Return the first hand of ``size`` cards in keeping with its signs among shuffled cards, and
    the other cards in their order."""
    places: list[int] = []
    for rank in sorted(signs.held)[:size]:
        fitting = (place for place, card in enumerate(free) if card.rank is rank)
        places += islice(fitting, 1)
    for may_bar in (False, True):  # barred cards come last, where the log leaves no others
        for place, card in enumerate(free):
            if len(places) == size:
                break
            if (card.rank in signs.barred) is may_bar and place not in places:
                places.append(place)
    taken = set(places)
    others = [card for place, card in enumerate(free) if place not in taken]
    return tuple(free[place] for place in places), others


def knowledge_of(record: Record, hand: Cards) -> Knowledge:
    """Return the knowledge of the seat whose turn it is, with this hand.

    Raises :class:`.GameOver`, :class:`NothingDealt` and :class:`HandDoesNotFit`.
    """
    state = record.state
    if state is None:
        raise NothingDealt
    return knowledge_before(record.rules, record.events, state, hand)


def knowledge_before(
    rules: Ruleset, events: Sequence[AppliedEvent], state: State, hand: Cards
) -> Knowledge:
    """Return the knowledge of the mover in a state to which the events led.

    Raises :class:`.GameOver` and :class:`HandDoesNotFit`.
    """
    if state.turn is None:
        raise GameOver
    deck = rules.deck
    left = Counter(deck.faces * deck.copies) - Counter(state.shown)
    if len(hand) != state.in_hands[state.turn] or Counter(hand) - left:
        raise HandDoesNotFit
    unseen = difference(sorted(left.elements()), hand)
    assert rules.engine is not None  # the events were followed
    signs = rules.engine.hand_signs(events, state)
    return Knowledge(rules, state, state.turn, tuple(sorted(hand)), unseen, signs)
