"""What a seat knows of a game that it plays in: its own hand, what was shown, and what the log tells
about the hands of others."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ..cards import Cards, Impossible, Rank, difference
from ..log.record import Record
from ..ruleset import AppliedEvent, GameOver, Ruleset, State
from .simulation import SeededRandom


class HandDoesNotFit(Impossible):
    """A hand that the mover cannot have: another number of cards, or cards that were shown."""

    field = "hand"


class NothingDealt(Impossible):
    """A game in which the table has not been dealt yet."""

    field = "log"


class Deal(NamedTuple):
    """All cards that nobody has shown: the hand of each seat, and the ``pack`` in the order in which
    it will be dealt or drawn."""

    hands: tuple[Cards, ...]
    pack: Cards


@dataclass(frozen=True)
class Knowledge:
    """What the mover knows.

    ``unseen`` are the cards that others hold or that are not dealt yet, in card order, so that
    nothing depends on where they really are. ``barred`` are the ranks that each seat cannot hold,
    ``held`` those that it is known to hold.
    """

    rules: Ruleset
    state: State
    seat: int
    hand: Cards
    unseen: Cards
    barred: tuple[frozenset[Rank], ...]
    held: tuple[frozenset[Rank], ...]

    def dealt_anew(self, chance: SeededRandom) -> Deal:
        """Return the unseen cards dealt by chance, as far as possible in keeping with what is known
        of the hands."""
        raise NotImplementedError


def knowledge_of(record: Record, hand: Cards) -> Knowledge:
    """Return what the seat whose turn it is knows, with this hand.

    Raises :class:`.GameOver`, :class:`NothingDealt` and :class:`HandDoesNotFit`.
    """
    state = record.state
    if state is None:
        raise NothingDealt
    return knowledge_before(record.rules, record.events, state, hand)


def knowledge_before(
    rules: Ruleset, events: Sequence[AppliedEvent], state: State, hand: Cards
) -> Knowledge:
    """Return what the mover knew in a state to which the events led.

    Raises :class:`.GameOver` and :class:`HandDoesNotFit`.
    """
    if state.turn is None:
        raise GameOver
    deck = rules.deck
    left = Counter(deck.faces * deck.copies) - Counter(state.shown)
    if len(hand) != state.in_hands[state.turn] or Counter(hand) - left:
        raise HandDoesNotFit
    unseen = difference(sorted(left.elements()), hand)
    nothing: frozenset[Rank] = frozenset()
    none = (nothing,) * state.players
    return Knowledge(rules, state, state.turn, tuple(sorted(hand)), unseen, none, none)
