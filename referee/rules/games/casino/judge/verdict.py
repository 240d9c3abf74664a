"""Verdicts on plays in games with builds (#turn), and the faults that make a step illegal.

Hands are secret, so a verdict is legal, illegal with the first reason, or legal on the condition
that the mover still holds what a build needs.
"""

from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple

from ....cards import Card, Cards, RuleCode, See
from ....plays import Build, Table, Top
from .position import TurnState


class Blames(Enum):
    """Kinds of cards that a reason can blame."""

    TABLE = 1  # cards of the table
    PILES = 2  # cards of piles
    HAND = 3  # cards that the one from the hand may be among
    WHOLE_BUILD = 4  # all cards of the build that was attempted


class Reason(RuleCode):
    """Reasons why a play is illegal, in the order in which rules are judged; the first is reported.
    The sentences stand in ``messages/build_reasons.py``."""

    blames: Blames

    def __init__(self, code: str, clause: str | None = None, blames: Blames = Blames.TABLE) -> None:
        super().__init__(code, clause)
        self.blames = blames

    NOT_IN_HAND = "not_in_hand", See("turn"), Blames.HAND
    ONE_HAND_CARD = "one_hand_card", "turn", Blames.HAND
    NEED_HAND_CARD = "need_hand_card", "turn", Blames.WHOLE_BUILD
    NO_BUILDS = "no_builds", "turn", Blames.WHOLE_BUILD
    EMPTY_TABLE = "empty_table", See("laying")
    NOT_ON_TABLE = "not_on_table", See("groups")
    BUILD_AS_UNIT = "build_as_unit", See("taking-builds")
    PILE_OWN = "pile_own", "piles", Blames.PILES
    PILE_TOP_ONLY = "pile_top_only", "piles", Blames.PILES
    PILE_AUGMENT_ONLY = "pile_augment_only", "tops", Blames.PILES
    PILE_TWO_IN_SET = "pile_two_in_set", "tops", Blames.PILES
    NO_BASE = "no_base", "tops", Blames.PILES
    PICTURE_NO_NUMBER = "picture_no_number", "pictures", Blames.HAND
    NO_MATCH = "no_match", "taking-numbers"
    PICTURE_ONE = "picture_one", "pictures"
    BUILD_VALUE = "build_value", "taking-builds"
    NO_MERGE = "no_merge", "adding"
    RAISE_MULTIPLE = "raise_multiple", "raising"
    NO_RAISE = "no_raise", "raising"
    RAISE_OWN_SIDE = "raise_own_side", "raising"
    AUGMENT_NOT_YOURS = "augment_not_yours", "adding"
    RAISE_TABLE_CARD = "raise_table_card", "raising"
    RAISE_PLAYED_MUST_CHANGE = "raise_played_must_change", "raising", Blames.HAND
    BAD_SUM = "bad_sum", "groups"
    NO_HOLDER = "no_holder", "holder", Blames.WHOLE_BUILD
    NOT_PROVEN = "not_proven", "proven", Blames.WHOLE_BUILD
    DUP_VALUE = "dup_value", "one-of-a-value"
    MUST_MERGE = "must_merge", "one-of-a-value"
    UNFINISHED = "unfinished", "turn"
    KEEP_CARD = "keep_card", "keep-the-card"
    MUST_ACT_ON_BUILD = "must_act_on_build", "act-on-your-build"
    OWNER_ADD_OR_TAKE = "owner_add_or_take", "own-build-duty"
    NO_LAY_WITH_BUILD = "no_lay_with_build", "two-players", Blames.HAND
    ONE_BUILD_MAX = "one_build_max", "two-players"
    COULD_TAKE = "could_take", "laying"
    LEGAL = "legal"


Clauses = Mapping[Reason, str]
"""The clauses of a game for reasons that it has in another clause than their row."""


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


class Demand(NamedTuple):
    """A completion that an opponent may insist on (#insist), with these loose cards, tops and
    builds.

    ``kind`` is ``complete_take``, where ``build`` is None, or ``complete_build``, for this build.
    """

    kind: str
    build: Build | None
    loose: Cards
    tops: tuple[Top, ...] = ()
    builds: tuple[Build, ...] = ()


class Verdict(NamedTuple):
    """A verdict on a play.

    ``legal`` is None if the play is legal for a mover who has the cards in ``holds`` besides what
    was played, where one without a suit is any of its rank. ``step`` is the index of the step at
    fault, None if the whole play is. ``after`` and ``piles`` are the table and the piles after the
    play, or as far as it has gone if it is unfinished, ``formed`` the last build that was made,
    ``lent`` the opponents' builds that must still be captured, ``done`` the kinds of the steps, if
    all are right. ``demands`` are what opponents may insist on, ``clause`` is the deciding clause
    of the page of rules, and ``end`` the turn state after a legal play.
    """

    legal: bool | None
    reason: Reason
    holds: Cards = ()
    step: int | None = None
    fault: Fault | None = None
    after: Table | None = None
    piles: tuple[Cards, ...] = ()
    value: int | None = None
    formed: Build | None = None
    lent: tuple[Build, ...] = ()
    done: tuple[str, ...] = ()
    demands: tuple[Demand, ...] = ()
    clause: str | None = None
    end: TurnState | None = None

    @property
    def unfinished(self) -> bool:
        """Return whether the steps so far are legal, but no card from the hand was played yet."""
        return self.reason is Reason.UNFINISHED
