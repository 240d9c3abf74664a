"""Why a turn is legal or not where cards are built up, and where the rules page says so."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum


class Reason(StrEnum):
    """Why a turn is legal or not, in the order in which the rules are looked at."""

    NOT_IN_HAND = "not_in_hand"
    ONE_HAND_CARD = "one_hand_card"
    NEED_HAND_CARD = "need_hand_card"
    EMPTY_TABLE = "empty_table"
    NOT_ON_TABLE = "not_on_table"
    BUILD_AS_UNIT = "build_as_unit"
    PILE_OWN = "pile_own"
    PILE_TOP_ONLY = "pile_top_only"
    PILE_AUGMENT_ONLY = "pile_augment_only"
    PILE_TWO_IN_SET = "pile_two_in_set"
    NO_BASE = "no_base"
    PICTURE_NO_NUMBER = "picture_no_number"
    NO_MATCH = "no_match"
    PICTURE_ONE = "picture_one"
    BUILD_VALUE = "build_value"
    NO_MERGE = "no_merge"
    RAISE_MULTIPLE = "raise_multiple"
    NO_RAISE = "no_raise"
    RAISE_OWN_SIDE = "raise_own_side"
    AUGMENT_NOT_YOURS = "augment_not_yours"
    RAISE_TABLE_CARD = "raise_table_card"
    RAISE_PLAYED_MUST_CHANGE = "raise_played_must_change"
    BAD_SUM = "bad_sum"
    NO_HOLDER = "no_holder"
    NOT_PROVEN = "not_proven"
    DUP_VALUE = "dup_value"
    MUST_MERGE = "must_merge"
    UNFINISHED = "unfinished"
    KEEP_CARD = "keep_card"
    MUST_ACT_ON_BUILD = "must_act_on_build"
    OWNER_ADD_OR_TAKE = "owner_add_or_take"
    NO_LAY_WITH_BUILD = "no_lay_with_build"
    ONE_BUILD_MAX = "one_build_max"
    LEGAL = "legal"


class Ground(StrEnum):
    """Why a turn is right."""

    EQUAL = "equal"  # a card takes what equals it
    GROUPS = "groups"  # what it takes adds up
    PICTURE = "picture"
    BUILD = "build"  # it takes the builds of its value
    MADE = "made"  # a build is made of cards that add up
    RAISED = "raised"  # the card from the hand brings it to its value
    ADDED = "added"  # what comes to it adds up
    ASKED = "asked"  # it goes into the build because the partner asked
    HELD = "held"  # a card that takes the build that was made is still in the hand
    KEPT = "kept"  # so is one for each build of one's own
    PARTNERS = "partners"  # one of a partner's needs none
    PROVEN = "proven"  # nor does one for a partner who is proven to hold it
    LAID = "laid"  # no build of one's own forbids it
    LAID_ANYHOW = "laid_anyhow"  # nor does one that there is
    LESS = "less"  # nobody has to take everything
    NOT_INSISTED = "not_insisted"  # nobody has to, as long as no opponent insists


Clauses = Mapping[Reason, str]
"""The clause of a game's rules page that decides, by its anchor."""

CLAUSES: Clauses = {
    Reason.ONE_HAND_CARD: "turn",
    Reason.NEED_HAND_CARD: "turn",
    Reason.PICTURE_NO_NUMBER: "pictures",
    Reason.NO_MATCH: "taking-numbers",
    Reason.PICTURE_ONE: "pictures",
    Reason.BUILD_VALUE: "taking-builds",
    Reason.NO_MERGE: "adding",
    Reason.RAISE_MULTIPLE: "raising",
    Reason.RAISE_TABLE_CARD: "raising",
    Reason.BAD_SUM: "groups",
    Reason.NO_HOLDER: "holder",
    Reason.UNFINISHED: "turn",
    Reason.KEEP_CARD: "keep-the-card",
}
"""Those that the games share."""

PLAIN: Clauses = {
    Reason.NOT_IN_HAND: "turn",
    Reason.EMPTY_TABLE: "laying",
    Reason.NOT_ON_TABLE: "groups",
    Reason.BUILD_AS_UNIT: "taking-builds",
}
"""Where people can read on although no rule decides; the contract names none."""

GROUNDS: Mapping[Ground, str] = {
    Ground.EQUAL: "taking-numbers",
    Ground.GROUPS: "groups",
    Ground.PICTURE: "pictures",
    Ground.BUILD: "taking-builds",
    Ground.MADE: "making-a-build",
    Ground.RAISED: "raising",
    Ground.ADDED: "adding",
    Ground.ASKED: "asking",
    Ground.HELD: "holder",
    Ground.KEPT: "keep-the-card",
    Ground.PARTNERS: "adding",
    Ground.PROVEN: "proven",
    Ground.LAID: "laying",
    Ground.LAID_ANYHOW: "laying",
    Ground.LESS: "taking-numbers",
    Ground.NOT_INSISTED: "insist",
}
"""The clause of each ground."""

OF_LAST_ADDER: Clauses = {
    **CLAUSES,
    Reason.RAISE_PLAYED_MUST_CHANGE: "raising",
    Reason.MUST_ACT_ON_BUILD: "act-on-your-build",
}
OF_OWNED_BUILDS: Clauses = {
    **CLAUSES,
    Reason.PILE_OWN: "piles",
    Reason.PILE_TOP_ONLY: "piles",
    Reason.PILE_TWO_IN_SET: "tops",
    Reason.NO_BASE: "tops",
    Reason.NO_MERGE: "one-of-a-value",
    Reason.RAISE_OWN_SIDE: "raising",
    Reason.AUGMENT_NOT_YOURS: "adding",
    Reason.DUP_VALUE: "one-of-a-value",
    Reason.MUST_MERGE: "one-of-a-value",
}
