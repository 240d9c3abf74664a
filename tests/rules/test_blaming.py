"""Which piece is to blame for which reason: a loose card, a build, the top of a pile, the card from
the hand."""

import pytest

from referee.rules.games.asked import build_question
from referee.rules.games.casino.judge.blaming import Blamed, blamed
from referee.rules.games.casino.judge.building import build_rules
from referee.rules.games.casino.judge.reasons import Reason
from referee.rules.games.casino.ruling import verdict_on
from referee.rules.notation import write_cards
from referee.rules.table import write_build, write_top
from tests.rules.test_judging_builds import EXAMPLES, FIELDS, VECTORS

CASINO = "casino"
SWAZI = "swazi-casino"
SOUTH_AFRICAN = "south-african-casino"


def judged(game: str, asked: dict[str, str]) -> tuple[Reason, Blamed]:
    question = build_question(game, asked)
    verdict = verdict_on(question)
    assert verdict
    assert question.turn
    rules = build_rules(question.rules)
    found = blamed(rules, question.position, question.turn, verdict, question.table)
    return verdict.reason, found


def pieces(found: Blamed) -> str:
    """``5S | 3+5=8@0 | 8H^1 | played``"""
    written = [
        write_cards(found.loose),
        " ".join(map(write_build, found.builds)),
        " ".join(map(write_top, found.tops)),
        "played" if found.played else "",
    ]
    return " | ".join(filter(None, written))


MINE = "3S+5H=8@0"
THEIRS = "3S+5H=8@1"
BLAMED = [
    # the reason, the game, the position, the turn: what is to blame
    ("not_in_hand", CASINO, {"table": "5S", "hand": "9H"}, "8H -", "played"),
    ("one_hand_card", SWAZI, {"table": "6S 5H 2C 7D 10C"}, "6H x 6S / 7C 7D=2C+5H+7C=14", "played"),
    ("need_hand_card", CASINO, {"table": "3C 5S"}, "3C+5S=8", "3C 5S"),
    ("empty_table", CASINO, {"table": ""}, "8H x 8S", "played"),
    ("not_on_table", CASINO, {"table": "9S"}, "8H x 8S", ""),
    ("not_on_table", CASINO, {"table": "9S"}, "8 x 8", ""),
    ("build_as_unit", CASINO, {"table": MINE}, "5S x 5H", MINE),
    ("pile_own", SOUTH_AFRICAN, {"table": "9C", "piles": "4H@0"}, "4D x 4H^0", "4H^0"),
    ("pile_top_only", SWAZI, {"table": "6C 8S", "piles": "5H>2S@1"}, "8S=6C+2S^1=8", "2S^1"),
    ("pile_augment_only", SWAZI, {"table": "6C", "piles": "8S@1"}, "8H x 8S^1", "8S^1"),
    ("pile_augment_only", SWAZI, {"table": "6C", "piles": "8@1"}, "8 x 8^1", "8^1"),
    ("pile_augment_only", SWAZI, {"table": "5C", "piles": "3S@1"}, "8H x 5C 3S^1", "3S^1"),
    ("pile_two_in_set", SWAZI, {"table": "9S 2D", "piles": "5H>2S@1"}, "9S=2D+5H^1+2S^1=9",
     "5H^1 2S^1"),
    ("no_base", SWAZI, {"table": "6C", "piles": "2S@1"}, "6C+2S^1=8", "2S^1"),
    ("picture_no_number", CASINO, {"table": "5S KC"}, "8H x 5S KC", "KC"),
    ("picture_no_number", CASINO, {"table": "5S KC"}, "KH x 5S KC", "KC | played"),
    ("picture_no_number", CASINO, {"table": "5"}, "Q 5+Q=17", "played"),
    ("picture_no_number", CASINO, {"table": "5S 7S"}, "5H 5H+7S=12", "7S | played"),
    ("no_match", CASINO, {"table": "9S"}, "8H x 9S", "9S"),
    ("no_match", SOUTH_AFRICAN, {"table": "9C", "piles": "4H@1"}, "3D x 4H^1", "4H^1"),
    ("picture_one", CASINO, {"table": "QC QS"}, "QD x QC QS", "QC QS"),
    ("build_value", CASINO, {"table": THEIRS}, f"9H x {THEIRS[:-2]}", THEIRS),
    ("no_merge", CASINO, {"table": f"{MINE} 2D+6H=8@1"}, "8D 8D=3S+5H=2D+6H=8",
     f"{MINE} 2D+6H=8@1"),
    ("raise_multiple", CASINO, {"table": "3S=3H=3@1"}, "2C 2C+3S+3H=5", "3S=3H=3@1"),
    ("no_raise", SOUTH_AFRICAN, {"table": "3S+4C=7@1", "house": "no_raise"}, "2H 3S+4C+2H=9",
     "3S+4C=7@1"),
    ("raise_own_side", SWAZI, {"table": "6S+3C=9@0"}, "2S 6S+3C+2S=11", "3C+6S=9@0"),
    ("augment_not_yours", SWAZI, {"table": f"{THEIRS} 6C"}, "2C 3S+5H=6C+2C=8", THEIRS),
    ("raise_table_card", CASINO, {"table": "2C AS+4H=5@1"}, "3D AS+2C+3D+4H=10", "2C | AS+4H=5@1"),
    ("raise_played_must_change", CASINO, {"table": "3C 2S+4H=6@1",
     "house": "table_cards_may_raise"}, "9D 9D=2S+3C+4H=9", "2S+4H=6@1 | played"),
    ("bad_sum", CASINO, {"table": "8S 5C 2D"}, "8H x 8S 5C", "8S 5C"),
    ("bad_sum", CASINO, {"table": "6H 6D"}, "6S 6S+6H+6D=9", "6H 6D | played"),
    ("bad_sum", CASINO, {"table": "6 6"}, "6 6+6+6=9", "6 6 | played"),
    ("bad_sum", CASINO, {"table": "3C+4H=7@1"}, "2S 2S+3C+4H=8", "3C+4H=7@1 | played"),
    ("bad_sum", CASINO, {"table": "3C+4H=7@1 6D"}, "2S 2S+6D=3C+4H=7", "6D | played"),
    ("bad_sum", SOUTH_AFRICAN, {"table": "5C 2D", "piles": "3H@1"}, "9D x 5C 3H^1", "5C | 3H^1"),
    ("no_holder", CASINO, {"table": "AH 2C", "hand": "3D 6S"}, "3D AH+3D=4", "AH | played"),
    ("no_holder", SWAZI, {"table": "5S 3D 6C", "hand": "2C KD"}, "5S+3D=8", "5S 3D"),
    ("no_holder", SWAZI, {"table": "5S 3D", "hand": "8C KD"}, "5S+3D=8 / 8C -", "5S 3D"),
    ("not_proven", SWAZI, {"table": "6H 5C", "players": "4"}, "6H+5C=11@2 / 4C -", "6H 5C"),
    ("dup_value", SWAZI, {"table": "9C+4D=13@1 6H 7H"}, "6H+7H=13 / 2C -", "4D+9C=13@1"),
    ("must_merge", SWAZI, {"table": "9C+4D=13@0 6H 7H"}, "6H+7H=13 / 2C -", "4D+9C=13@0"),
    ("keep_card", CASINO, {"table": f"8H {MINE}", "hand": "8D KS"}, "8D x 8H", f"{MINE} | played"),
    ("keep_card", CASINO, {"table": f"4H {MINE}", "hand": "4D KS"}, "4D x 4H", MINE),
    ("must_act_on_build", CASINO, {"table": MINE, "hand": "8H QC"}, "QC -", MINE),
    ("owner_add_or_take", SOUTH_AFRICAN, {"table": f"{MINE} 3H"}, "7H -", MINE),
    ("no_lay_with_build", SWAZI, {"table": "5S+4C=9@0 3H"}, "7H -", "4C+5S=9@0 | played"),
    ("one_build_max", SWAZI, {"table": "5S+4C=9@0 6H 3D"}, "AH 6H+3D+AH=10", "6H 3D | played"),
]  # fmt: skip


@pytest.mark.parametrize(("reason", "game", "asked", "turn", "wanted"), BLAMED)
def test_what_is_to_blame(
    reason: str, game: str, asked: dict[str, str], turn: str, wanted: str
) -> None:
    said, found = judged(game, asked | {"turn": turn})
    assert said == reason
    assert pieces(found) == wanted


def test_every_reason_blames_something() -> None:
    plain = {Reason.LEGAL, Reason.UNFINISHED}
    assert {reason for reason, *_ in BLAMED} == set(Reason) - plain


REFUSED = [
    one
    for one in (*VECTORS, *EXAMPLES)
    if one["legal"] is False and one["reason"] not in ("not_on_table", "unfinished")
]


@pytest.mark.parametrize("one", REFUSED, ids=lambda one: f"{one['game']}-{one['id']}")
def test_something_is_to_blame_in_each_published_refusal(one: dict[str, object]) -> None:
    asked = one.get("query") or {name: str(one[name]) for name in FIELDS if name in one}
    assert isinstance(asked, dict)
    house = one["house"]
    assert isinstance(house, list)
    reason, found = judged(str(one["game"]), asked | {"house": " ".join(house)})
    assert found.anything, reason
