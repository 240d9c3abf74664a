"""Reasons why a play is illegal in games with builds: a row each, with its clause."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from ....reason_code_base import RuleCode, See


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
