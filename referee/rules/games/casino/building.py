"""What the referee goes by where cards are built up: the question is *may I do that?* (#turn)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum, StrEnum

from ... import groups
from ...cards import Card, Cards, Deck, Rank
from ...ruleset import Referee, Ruleset
from .table import Build, Values


class Reason(StrEnum):
    """Why a turn is legal or not, in the order in which the rules are looked at."""

    NOT_IN_HAND = "not_in_hand"
    ONE_HAND_CARD = "one_hand_card"
    NEED_HAND_CARD = "need_hand_card"
    EMPTY_TABLE = "empty_table"
    NOT_ON_TABLE = "not_on_table"
    BUILD_AS_UNIT = "build_as_unit"
    PICTURE_NO_NUMBER = "picture_no_number"
    NO_MATCH = "no_match"
    PICTURE_ONE = "picture_one"
    BUILD_VALUE = "build_value"
    NO_MERGE = "no_merge"
    RAISE_MULTIPLE = "raise_multiple"
    RAISE_TABLE_CARD = "raise_table_card"
    RAISE_PLAYED_MUST_CHANGE = "raise_played_must_change"
    BAD_SUM = "bad_sum"
    NO_HOLDER = "no_holder"
    UNFINISHED = "unfinished"
    KEEP_CARD = "keep_card"
    MUST_ACT_ON_BUILD = "must_act_on_build"
    LEGAL = "legal"


CLAUSES = {
    Reason.ONE_HAND_CARD: "turn",
    Reason.NEED_HAND_CARD: "turn",
    Reason.PICTURE_NO_NUMBER: "pictures",
    Reason.NO_MATCH: "taking-numbers",
    Reason.PICTURE_ONE: "pictures",
    Reason.BUILD_VALUE: "taking-builds",
    Reason.NO_MERGE: "adding",
    Reason.RAISE_MULTIPLE: "raising",
    Reason.RAISE_TABLE_CARD: "raising",
    Reason.RAISE_PLAYED_MUST_CHANGE: "raising",
    Reason.BAD_SUM: "groups",
    Reason.NO_HOLDER: "holder",
    Reason.UNFINISHED: "turn",
    Reason.KEEP_CARD: "keep-the-card",
    Reason.MUST_ACT_ON_BUILD: "act-on-your-build",
}
"""The clause of the rules page that decides, by its anchor."""


class Raising(Enum):
    """What may change the value of a simple build (#raising)."""

    PLAYED_CARD = 1  # the card from the hand, and nothing else
    WITH_TABLE_CARDS = 2  # it and loose cards
    ANYHOW = 3  # loose cards without it, too


@dataclass(frozen=True, eq=False)
class BuildRules(Referee):
    """``values`` says what a rank counts, ``worth`` what a card scores in a pile.

    ``builds_in_groups``: a simple build counts as one card of its value. ``must_act``: who keeps a
    build does not just lay a card. ``table_builds``: who lays a card may also make a build of the
    table alone.
    """

    deck: Deck
    values: Values
    worth: Mapping[Card, int]
    raising: Raising
    builds_in_groups: bool
    must_act: bool
    table_builds: bool

    def ranks_worth(self, value: int) -> tuple[Rank, ...]:
        """The ranks that can take a build of a value: one, or none."""
        return tuple(rank for rank, values in self.values.items() if value in values)

    @property
    def pictures_are_numbers(self) -> bool:
        return bool(self.values[Rank.KING])

    def has_number(self, card: Card) -> bool:
        return bool(self.values[card.rank])

    def divides(self, value: int, cards: Iterable[Card], numbers: Iterable[int] = ()) -> bool:
        """Can these cards, and what counts as one number each, be divided into groups of a value
        (#groups)? An ace that may count that much does so alone, and is 1 beside others."""
        low = Counter(self.values[card.rank][0] for card in cards)
        low.update(numbers)
        if value not in self.values[Rank.ACE][1:]:
            return _divides(low, value)
        aces = sum(card.rank is Rank.ACE for card in cards)
        return any(_divides(low - Counter({1: alone}), value) for alone in range(aces + 1))


def _divides(numbers: Counter[int], value: int) -> bool:
    left = {number: count for number, count in numbers.items() if count and number != value}
    if not left:
        return True
    if value > groups.HIGHEST_VALUE:
        return sum(number * count for number, count in left.items()) == value
    if max(left) > value:
        return False
    return groups.divide(groups.counted(Counter(left).elements()), value) is not None


def build_rules(rules: Ruleset) -> BuildRules:
    """What the referee of a game goes by that is known to be of this kind."""
    assert isinstance(rules.referee, BuildRules)
    return rules.referee


def kept_by(builds: Iterable[Build], seat: int) -> tuple[Build, ...]:
    return tuple(build for build in builds if build.keeper == seat)


def count_ranks(cards: Cards) -> Counter[Rank]:
    return Counter(card.rank for card in cards)
