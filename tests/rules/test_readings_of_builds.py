"""Sentences of the rules that could be read in two ways, each with the reading that counts."""

from typing import NamedTuple

import pytest

from referee.rules.games.asked import ask
from referee.rules.games.casino.ruling import BuildRuling
from referee.rules.table import write_table


class Judged(NamedTuple):
    """A turn in a position, and what is said of it."""

    game: str
    asked: dict[str, str]
    turn: str
    reason: str
    step: int | None = None


SWAZI, LESOTHO, SOUTH_AFRICAN = "swazi-casino", "lesotho-casino", "south-african-casino"
CASINO, ROYAL = "casino", "royal-casino"
FOUR = {"players": "4"}
THREE = {"players": "3"}
OWN_NINE = FOUR | {"table": "4C+5C=9@0"}
AS_CARDS = {"house": "simple_build_as_card"}


def of(judged: Judged) -> BuildRuling:
    return ask(judged.game, judged.asked | {"turn": judged.turn}).ruling


# --- a build is left to the partner who asked for it ----------------------------------------------

# game, position, turn, keeper of the build afterwards
HANDED_ON = [
    (SWAZI, OWN_NINE | {"hand": "9S KS"}, "9S 9S=4C+5C=9@2", 2),
    (SWAZI, OWN_NINE | {"hand": "9S 9D"}, "9S 9S=4C+5C=9@2", 2),
    (SWAZI, OWN_NINE, "9S 9S=4C+5C=9@2", 2),
    (SWAZI, OWN_NINE | {"proven": "9", "hand": "9S KS"}, "9S 9S=4C+5C=9@2", 2),
    (LESOTHO, OWN_NINE | {"hand": "9S KS"}, "9S 9S=4C+5C=9@2", 2),
    # loose cards and a top come along
    (SWAZI, OWN_NINE | {"table": "4C+5C=9@0 2D 7D", "piles": "9H@1", "hand": "9S"},
     "9S 9S=2D+7D=4C+5C=9H^1=9@2", 2),
    # an ace takes 14, so it may be left in it, as 14 or as 1
    (SWAZI, FOUR | {"table": "4C+10C=14@0", "hand": "AS"}, "AS AS=4C+10C=14@2", 2),
    (SWAZI, FOUR | {"table": "4C+10C=14@0 KD", "hand": "AS"}, "AS AS+KD=4C+10C=14@2", 2),
    # one's own, made in this turn
    (SWAZI, FOUR | {"table": "4C 5C", "hand": "9S KS"}, "4C+5C=9 / 9S 9S=4C+5C=9@2", 2),
    # the partner's stays the partner's
    (SWAZI, FOUR | {"table": "4C+5C=9@2", "hand": "9S KS"}, "9S 9S=4C+5C=9@2", 2),
    (SWAZI, FOUR | {"table": "4C+5C=9@2", "hand": "9S KS"}, "9S 9S=4C+5C=9", 2),
    # a card that could not take the build was not asked for, nor was one from the table
    (SWAZI, OWN_NINE | {"table": "4C+5C=9@0 3D", "hand": "6S 9S"}, "6S 3D+6S=4C+5C=9@2", 0),
    (SWAZI, OWN_NINE | {"table": "4C+5C=9@0 9H", "hand": "2S 9S"}, "9H=4C+5C=9@2 / 2S -", 0),
]  # fmt: skip


@pytest.mark.parametrize(("game", "asked", "turn", "keeper"), HANDED_ON)
def test_whose_a_build_is_that_the_partner_asked_for(
    game: str, asked: dict[str, str], turn: str, keeper: int
) -> None:
    verdict = ask(game, asked | {"turn": turn}).ruling.verdict
    assert verdict is not None
    assert (verdict.legal, verdict.reason, verdict.holds) == (True, "legal", ())
    assert verdict.after is not None
    assert [build.keeper for build in verdict.after.builds] == [keeper]


NOT_HANDED_ON = [
    # without a request a nine of one's own is asked for
    Judged(SWAZI, OWN_NINE | {"hand": "9S KS"}, "9S 9S=4C+5C=9", "no_holder", 0),
    # nor with one where every nine lies in sight
    Judged(SWAZI, FOUR | {"table": "9H=9D=4C+5C=9@0", "piles": "9C@1", "hand": "9S KS"},
     "9S 9S=9H=9D=4C+5C=9@2", "no_holder", 0),
    # other builds of one's own still bind
    Judged(SWAZI, FOUR | {"table": "4C+5C=9@0 5D+6D=11@0", "hand": "9S KS"}, "9S 9S=4C+5C=9@2",
     "keep_card"),
    # a new build is made for a partner by proof alone
    Judged(SWAZI, FOUR | {"table": "9H", "hand": "9S KS"}, "9S 9S=9H=9@2", "not_proven", 0),
    # nobody asks three players, two pairs of South African, or an opponent
    Judged(SWAZI, THREE | {"table": "4C+5C=9@0", "hand": "9S KS"}, "9S 9S=4C+5C=9@2", "no_holder",
     0),
    Judged(SOUTH_AFRICAN, OWN_NINE | {"house": "partners", "hand": "9S 8S"}, "9S 9S=4C+5C=9@2",
     "no_holder", 0),
    Judged(SWAZI, OWN_NINE | {"hand": "9S KS"}, "9S 9S=4C+5C=9@1", "no_holder", 0),
    # what an opponent's build was lent comes first
    Judged(SWAZI, FOUR | {"table": "4C+5C=9@0 2D+6D=8@1 8H", "hand": "9S 8S"},
     "8H=2D+6D=8 / 9S 9S=4C+5C=9@2", "augment_not_yours", 1),
]  # fmt: skip

# --- an opponent's build is added to only for whoever takes it ------------------------------------

LENT = [
    # no card is left that could take it
    Judged(SWAZI, THREE | {"table": "6D AC+5C=6@1 KD", "hand": "9S 9C"}, "6D=AC+5C=6",
     "augment_not_yours", 0),
    Judged(SWAZI, THREE | {"table": "6D 6H=AC+5C=6@1 KD", "piles": "6S@1 6C@2"}, "6D=6H=AC+5C=6",
     "augment_not_yours", 0),
    # before what is wrong with its groups
    Judged(SWAZI, THREE | {"table": "5D AC+5C=6@1", "hand": "9S"}, "5D=AC+5C=6",
     "augment_not_yours", 0),
    Judged(SWAZI, THREE | {"table": "6D AC+5C=6@1 KD", "hand": "6S"}, "6D=AC+5C=6", "unfinished"),
    # else where the card does something else
    Judged(SWAZI, THREE | {"table": "6D AC+5C=6@1 KD", "hand": "6S KS"}, "6D=AC+5C=6 / KS -",
     "augment_not_yours", 1),
    # after that step's own faults
    Judged(SWAZI, THREE | {"table": "6D AC+5C=6@1 3D", "hand": "6S 4S KS"},
     "6D=AC+5C=6 / 4S 3D+4S=7", "no_holder", 1),
    Judged(SWAZI, THREE | {"table": "6D AC+5C=6@1 3D 2D+5D=7@2", "hand": "6S 4S 7S"},
     "6D=AC+5C=6 / 4S 3D+4S=7", "dup_value", 1),
    # one ace takes an opponent's build of 1, whatever one's own build of 14 needs later
    Judged(SWAZI, THREE | {"table": "AC AD=AH=1@1 4C+10C=14@0", "hand": "AS"},
     "AC=AD=AH=1 / AS x AC=AD=AH=1", "keep_card"),
]  # fmt: skip

# --- a picture that names a build -----------------------------------------------------------------

PICTURES = [
    Judged(CASINO, {"table": "AH+9S=10"}, "QS x AH+9S=10", "build_value", 0),
    Judged(CASINO, {"table": "AH+9S=10 QH"}, "QS x QH AH+9S=10", "build_value", 0),
    Judged(CASINO, {"table": "AH+9S=10 QH QD"}, "QS x QH QD AH+9S=10", "build_value", 0),
    Judged(CASINO, {"table": "AH+9S=10 5D"}, "QS x 5D AH+9S=10", "picture_no_number", 0),
    Judged(CASINO, AS_CARDS | {"table": "AH+9S=10"}, "QS x AH+9S=10", "picture_no_number", 0),
    Judged(CASINO, AS_CARDS | {"table": "AH+9S=10 QH"}, "QS x QH AH+9S=10", "picture_no_number", 0),
    Judged(CASINO, AS_CARDS | {"table": "10H=AH+9S=10"}, "QS x 10H=AH+9S=10", "build_value", 0),
    Judged(LESOTHO, THREE | {"table": "AH+9S=10 QH QD"}, "QS x QH QD AH+9S=10", "build_value", 0),
    Judged(LESOTHO, THREE | {"table": "AH+9S=10 QH QD", "house": "one_picture"},
     "QS x QH QD AH+9S=10", "build_value", 0),
]  # fmt: skip

# --- the cards of piles ---------------------------------------------------------------------------

TOPS = [
    Judged(SWAZI, THREE | {"piles": "7C>QS@2"}, "7H x 7C^2 QS^2", "pile_top_only", 0),
    Judged(LESOTHO, THREE | {"piles": "7C>QS@2"}, "7H x 7C^2 QS^2", "pile_top_only", 0),
    Judged(SWAZI, THREE | {"piles": "7C@1 QS@2"}, "7H x 7C^1 QS^2", "pile_augment_only", 0),
    Judged(SWAZI, THREE | {"piles": "7C>QS@2"}, "7H x 7C^2", "pile_augment_only", 0),
    # a card without a suit is the uppermost that it can be
    Judged(SWAZI, THREE | {"table": "9D", "piles": "8H>8S@1"}, "KS 8^1+9D+KS=30", "no_base", 0),
    # a top is there, though nobody says whose; the ace is in a build
    Judged(SWAZI, THREE | {"table": "7S=AD+6S=7@0", "piles": "KD@1", "hand": "7H"}, "KD+AD=14",
     "build_as_unit", 0),
    # of two sixes of a pile the one without a suit is the one that is not named
    Judged(SWAZI, FOUR | {"table": "AC+JS=4H+8S=12@1", "piles": "6C>6D@1"},
     "6^1+6C^1+AC+4H+8S+JS=12", "pile_two_in_set", 0),
    # two builds that make no group with it: they are joined, whatever a top might do to one of them
    Judged(SWAZI, {"table": "4D AH+4C=5@1 2D+4H=6@0 3D", "piles": "2S>5D@1", "hand": "AS 3H"},
     "AS AH+4C+2D+4H+3D+2S^1+AS=11", "no_merge", 0),
    # values that no card has, with a build of 14
    Judged(SWAZI, FOUR | {"table": "QC 4C AD+KD=14@1", "piles": "10C>5S@3"},
     "AS AD+KD+QC+4C+10C^3+AS=41", "pile_augment_only", 0),
    Judged(LESOTHO, {"table": "9C", "piles": "7S>9S@1"}, "7S^1+9S^1=16", "pile_two_in_set", 0),
    Judged(LESOTHO, {"table": "10H", "piles": "10C@1"}, "10H+10C^1=20", "no_base", 0),
]  # fmt: skip

# --- values that no card has: the sums come before the holder (the order of the reasons) ----------

TOO_HIGH = [
    Judged(CASINO, {"table": "10S 5S 9D"}, "6H 10S+5S=9D+6H=15", "no_holder", 0),
    Judged(CASINO, {"table": "10S 5S 9D"}, "7H 10S+5S=9D+7H=15", "bad_sum", 0),
    # thirty, but no two groups of fifteen
    Judged(CASINO, {"table": "10S 8D 6C"}, "6H 10S+8D+6C+6H=15", "bad_sum", 0),
    Judged(SWAZI, THREE | {"table": "10S 5S 9D 6D"}, "10S+5S=9D+6D=15", "no_holder", 0),
    Judged(ROYAL, AS_CARDS | {"table": "10C+4C=14@0 6D 3S"}, "JH 10C+4C+3S=JH+6D=17", "no_holder",
     0),
]  # fmt: skip

# --- pairs in South African -----------------------------------------------------------------------

PAIRS = [
    Judged(SOUTH_AFRICAN, FOUR | {"house": "partners", "table": "4C+5C=9@2 3D", "hand": "6S 8S"},
     "6S 3D+6S=4C+5C=9", "legal"),
    Judged(SOUTH_AFRICAN, FOUR | {"house": "partners", "table": "4C+5C=9@0 3D", "hand": "6S 8S"},
     "6S 3D+6S=4C+5C=9", "no_holder", 0),
]  # fmt: skip


@pytest.mark.parametrize("judged", [*NOT_HANDED_ON, *LENT, *PICTURES, *TOPS, *TOO_HIGH, *PAIRS])
def test_reasons(judged: Judged) -> None:
    verdict = of(judged).verdict
    assert verdict is not None
    assert (verdict.reason, verdict.step) == (judged.reason, judged.step)


def test_a_rank_that_lies_in_sight_is_not_asked_for_where_the_partner_keeps_the_build() -> None:
    asked = OWN_NINE | {"table": "4C+5C=9@2 9H 9D 9C", "hand": "9S"}
    verdict = ask(SWAZI, asked | {"turn": "9S 9S=9H=4C+5C=9"}).ruling.verdict
    assert verdict is not None
    assert verdict.legal


# --- a card that is laid stays beside the build ---------------------------------------------------

LAID_FIRST = [
    # table, turn, why not, what lies there afterwards
    ("6H 3S", "6C - / 6+3S=9", "legal", "6C 3S+6H=9@0"),
    ("6H 3S", "6 - / 6+3S=9", "legal", "6 3S+6H=9@0"),
    ("6 3S", "6 - / 6+3S=9", "legal", "6 3S+6=9@0"),
    ("6 6H 3S", "6 - / 6+3S=9", "legal", "6H 6 3S+6=9@0"),
    ("6H 3S", "6+3S=9 / 6 -", "legal", "6 3S+6H=9@0"),
    ("3S", "6C - / 6+3S=9", "need_hand_card", None),
    ("3S", "6 - / 6+3S=9", "need_hand_card", None),
]


@pytest.mark.parametrize(("table", "turn", "reason", "after"), LAID_FIRST)
def test_a_build_of_what_lay_there_before(
    table: str, turn: str, reason: str, after: str | None
) -> None:
    asked = {"table": table, "turn": turn, "house": "trail_and_table_build"}
    verdict = ask(CASINO, asked).ruling.verdict
    assert verdict is not None
    assert verdict.reason.value == reason
    assert (verdict.after and write_table(verdict.after)) == after
