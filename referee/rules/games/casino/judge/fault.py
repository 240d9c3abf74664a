"""Faults of a step: why it is illegal, and what is to blame."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from ....cards import Card, Cards
from ....table_and_builds import Build, Top
from .verdict_reasons import Reason


class FaultDetail(Enum):
    """Distinctions within a reason that its code does not make: each has a sentence of its own."""

    OWN_RANK = 1  # a picture captures only its own rank
    NEVER_ADDED = 2  # nobody adds to an opponent's build, not even a player who could capture it
    NO_SUCH_BUILD = 3  # cards lie there, but not as that build
    WORTH_OF_NONE = 4  # no card has the value
    PARTNER_LACKS = 5  # the partner who asked for a build cannot hold a card for it
    LEAVES_EQUAL = 6  # loose cards of the captured value must be captured too
    ONE_OR_THREE = 7  # a picture captures one card of its rank, or three
    RAISES_OWN = 8  # nobody raises a build of their own, but a partner's
    LIES_ALREADY = 9  # somebody has a build of the value, whoever it is
    TAKEN_WITHOUT_BASE = 10  # a top is captured, and neither a build nor a set without a top
    TOP_IN_SUM = 11  # a captured top is in a set with other cards
    ONE_OWN_BUILD = 12  # an owner of a build may trail, but neither make nor raise another


class PartialCapture(NamedTuple):
    """A capture at ``value`` that does not add up.

    ``completed`` is true if more of what lies there would complete the sets of that value: the
    cards ``missing`` or, where these are none, builds. ``lacking`` are the loose cards of the
    capture that are part of no set as it stands.
    """

    value: int
    completed: bool = False
    missing: Cards = ()
    lacking: Cards = ()


class Facts(NamedTuple):
    """Facts that the sentence of a fault may name."""

    cards: Cards
    value: int


class Fault(NamedTuple):
    """A reason why a step is illegal, with what is to blame: cards, a build, or a value.

    ``tops`` are the tops that the step used, at fault or not; ``partial`` is set where cards do not
    add up to what the card from the hand captures, ``detail`` where the reason's code has several
    sentences, and ``played`` where these name the card from the hand.
    """

    reason: Reason
    cards: Cards = ()
    build: Build | None = None
    value: int | None = None
    tops: tuple[Top, ...] = ()
    partial: PartialCapture | None = None
    detail: FaultDetail | None = None
    played: Card | None = None

    def facts(self) -> Facts:
        """Return the facts for the sentence of this fault; for cards that do not add up the value
        that they should have."""
        return Facts(self.cards, self.partial.value if self.partial else self.value or 0)
