"""What everybody at the table knows in a followed game with builds: tops of piles, demands, what is
proven, and what the last card of a hand tells (L10 to L14, L17)."""

from __future__ import annotations

import pytest

from referee.rules.games.casino.live.insisting import insisted
from referee.rules.games.casino.live.state import dead_values
from referee.rules.live import NoSuchTop
from referee.rules.notation import write_rank
from referee.rules.seating import NoSuchSeat
from referee.rules.turns import write_turn
from tests.following import (
    CASINO,
    LESOTHO,
    PAIRS,
    ROYAL,
    SOUTH,
    SOUTH_PAIRS,
    SWAZI,
    Scene,
    follow,
    found,
    laid,
    lies,
    live,
    now,
    refused,
    tops,
    whole,
)
from tests.logs import enter

# L10 and L11: piles

TOOK_9 = ["table 5S 9C 2D 7H", "9D x 9C 2D 7H"]
USED_9 = [*TOOK_9, "4C 4C+5S=9 / 9D^1=4C+5S=9", "JS -"]
"""The nine of diamonds went from the pile to a build: nobody knows what lies below it."""
PILES = [
    # scene, entries, seat, the cards that may be on top
    (SWAZI, TOOK_9, 1, "9D"),
    (SWAZI, USED_9, 1, "2D 7H 9C"),
    (SWAZI, [*USED_9, "top 2D^1"], 1, "2D"),
    (SWAZI, [*USED_9, "9H 9H=9C^1=9D=4C+5S=9"], 1, "2D 7H"),
    (LESOTHO, ["table 5S 6D 9C JH", "JD x JH"], 1, ""),
    (LESOTHO, ["table 5S 6D 9C JH", "5D x 5S", "KS -", "JD x JH"], 1, "5D"),
    (SOUTH, ["5S -", "5D x 5S"], 0, "5S 5D"),
    (SOUTH, ["5S -", "5D x 5S", "top 5S^0"], 0, "5S"),
    (SOUTH, ["5S -", "5D x 5S", "AC -", "2C -", "6C -", "3D x AC 2C"], 0, "AC"),
]


@pytest.mark.parametrize(("scene", "lines", "seat", "among"), PILES)
def test_piles(scene: Scene, lines: list[str], seat: int, among: str) -> None:
    assert tops(follow(scene, *lines), seat) == among


TOPS = [
    # scene, entries before, entry, why it is refused
    (SWAZI, TOOK_9, "top 9D^1", NoSuchTop.__name__),  # known already
    (SWAZI, TOOK_9, "top 2D^1", NoSuchTop.__name__),
    (SWAZI, TOOK_9, "top 2D^0", NoSuchTop.__name__),
    (SWAZI, TOOK_9, "top 2D^2", NoSuchSeat.__name__),
    (SWAZI, USED_9, "top KD^1", NoSuchTop.__name__),
    (SWAZI, USED_9, "top 7H^1", ""),
    (SWAZI, [*USED_9, "top 7H^1"], "top 7H^1", NoSuchTop.__name__),
    (SWAZI, [*USED_9, "top 7H^1"], "top 2D^1", NoSuchTop.__name__),
    (SWAZI, [*USED_9, "top 7H^1"], "9H 9H=9C^1=9D=4C+5S=9", "pile_top_only"),
    (SWAZI, [*USED_9, "top 7H^1"], "2C 2C+7H^1=9D=4C+5S=9", ""),
    # Who names a card as top says that it is; several may come off one after the other.
    (SWAZI, USED_9, "2C 2C+7H^1=9D=4C+5S=9", ""),
    (SWAZI, USED_9, "2C 2C+7H=9D=4C+5S=9", ""),
    (SWAZI, USED_9, "9H 9H=9C^1=9D=4C+5S=9", ""),
    (SWAZI, USED_9, "9H 9H=9S^1=9D=4C+5S=9", "not_on_table"),
    (SWAZI, USED_9, "9H 9H=9C^0=9D=4C+5S=9", "not_on_table"),
    (SOUTH, ["5S -", "5D x 5S", "6H -", "7H -"], "5H x 5S^0", ""),
    (SOUTH, ["5S -", "5D x 5S", "6H -", "7H -"], "5H x 5S^0 5D^0", "pile_top_only"),
    (SOUTH, ["5S -", "5D x 5S", "6H -"], "5H x 5S^0", "pile_own"),
    (CASINO, ["table 5S 9C JD 2D", "9H x 9C"], "top 9C^1", NoSuchTop.__name__),
]


@pytest.mark.parametrize(("scene", "lines", "line", "reason"), TOPS)
def test_tops(scene: Scene, lines: list[str], line: str, reason: str) -> None:
    assert refused(follow(scene, *lines), line) == reason


def test_of_a_pile_that_partners_share_either_may_be_named() -> None:
    lines = ["5S -", "5D x 5S", "6H -", "7H -", "8H -"]
    for seat in (0, 2):
        assert tops(follow(SOUTH_PAIRS, *lines, f"top 5D^{2 * (seat // 2)}"), 2) in ("", "5D")
    record = follow(SOUTH_PAIRS, "5S -", "5D x 5S", "top 5D^0")
    assert (tops(record, 0), tops(record, 2)) == ("5D", "")


# L12: demands

DEMANDS = [
    # scene, entries, what opponents may insist on, as the turn that they want
    (SWAZI, ["table 5S 4D 9C 3H", "9D x 9C"], ["9D x 9C 4D 5S"]),
    (SWAZI, ["table 5S 4D 9C 3H", "9D x 9C", "KH -"], []),
    (SWAZI, ["table 5S 4D 9C 3H", "9D -"], ["9D x 4D 5S 9C"]),
    (SWAZI, ["table 5S 4D 9C 3H", "9D x 9C", "undo 2"], []),
    (SWAZI, ["table 5S 4D 9C 3H", "9D x 9C", "shows 4D 5S"], []),
    (SWAZI, ["table 5S 6D 9C 2H", "JD x 5S 6D", "9S x 9C", "QS -", "5D -", "6S 5D+6S=11"],
     ["6S 5D+6S=11 / 2H+9S^0=5D+6S=11"]),
    # It may be met in parts.
    (PAIRS, ["table 5S 9D 9C 3H", "5C 5C+9D=14"], ["5C 5C+9D=14 / 5S+9D=5C+9C=14"]),
    (PAIRS, ["table 5S 6D 9C 3H", "5C 5C+6D=11", "JD -"], ["JD x 5C+6D=11"]),
    # Nobody insists on what was against the rules.
    (SWAZI, ["table 5S 4D 9C 3H", "9D x 9C 3H !"], []),
    (SOUTH, ["5S -", "5D -"], []),
    (CASINO, ["table 5S 4D 9C 3H", "9D x 9C"], []),
]  # fmt: skip


@pytest.mark.parametrize(("scene", "lines", "turns"), DEMANDS)
def test_demands(scene: Scene, lines: list[str], turns: list[str]) -> None:
    record = follow(scene, *lines)
    wanted = insisted(live(record), record.steps)
    assert [one.text for one in wanted] == turns
    # Put in the place of the turn, nothing of it is open any more.
    number = record.steps[-1].seq
    for one in wanted:
        assert insisted(live(record), enter(record, f"replace {number} {one.text}").steps) == ()
        assert (
            insisted(live(record), enter(record, f"replace {number} {write_turn(one.turn)}").steps)
            == ()
        )


def test_a_top_that_is_told_counts_for_demands() -> None:
    """9C may be on top, or 2D, or 7H; only what is known is demanded."""
    record = follow(SWAZI, *USED_9, "9H 9H=9D=4C+5S=9")
    assert insisted(live(record), record.steps) == ()
    record = enter(record, "top 9C^1")
    wanted = [one.text for one in insisted(live(record), record.steps)]
    assert wanted == ["9H 9H=9D=4C+5S=9 / 9H=9D=9C^1=4C+5S=9"]
    assert lies(enter(record, f"replace 5 {wanted[0]}")) == "JS 9H=9D=9C=4C+5S=9@0"


# L13, L14: what is proven; requests

PROVEN = [
    # entries, what each seat is known to hold
    (["table 5S 6D 9C 3H", "5C 5C+6D=11", "KD -"], ["", "", "", ""]),
    (["table 5S 6D 9C 3H", "5C 5C+6D=11", "JD x 5C+6D=11"], ["", "", "", "J"]),
    (["table 5S 6D 9C 3H", "5C 5C+6D=11", "KD -", "JD x 5C+6D=11"], ["", "", "", "J"]),
    (["table 5S 6D 9C 3H", "5C 5C+6D=11", "2C 2C+5C+6D=13"], ["", "", "", "J"]),
    (["table 5S 9D 9C 3H", "5C 5C+9D=14", "AC x 5C+9D=14"], ["", "", "", "A"]),
    (["table 5S 6D 9C 3H", "5C 5C+6D=11", "JD x 5C+6D=11", "4C -", "2C -", "JC -"],
     ["", "", "", ""]),
    (["table 5S 6D 9C 3H", "5C 5C+6D=11", "JD x 5C+6D=11", "4C -", "2C -", "QC -"],
     ["", "", "", "J"]),
    (["table 5S 6D 9C 3H", "5C 5C+6D=11", "KD -", "4C -", "2C -", "JC x 5C+6D=11"],
     ["", "", "", ""]),
    (["table 5S 6D 9C 3H", "5C 5C+6D=11", "JD x 5C+6D=11", "undo 3"], ["", "", "", ""]),
    # Added to and taken in one turn, by an opponent and by the partner.
    (["table 2S 6D 9C 3H", "5C 5C+6D=11", "2S+9C=5C+6D=11 / JD x 2S+9C=5C+6D=11"],
     ["", "", "", "J"]),
    (["table 2S 6D 9C 3H", "5C 5C+6D=11", "KD -", "2S+9C=5C+6D=11 / JD x 2S+9C=5C+6D=11"],
     ["", "", "", "J"]),
    (["table 2S 6D 9C 3H", "5C 5C+6D=11", "KD -", "2S+9C=5C+6D=11 / QD -"], ["", "", "", ""]),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "ranks"), PROVEN)
def test_what_is_proven(lines: list[str], ranks: list[str]) -> None:
    proven = now(follow(PAIRS, *lines)).proven
    assert [" ".join(map(write_rank, sorted(one))) for one in proven] == ranks


def test_a_build_for_the_partner_is_kept_by_him() -> None:
    lines = ["table 5S 6D 9C 3H", "5C 5C+6D=11", "KD -", "JD x 5C+6D=11", *laid("4C", "2S", "7S")]
    assert lies(follow(PAIRS, *lines, "4D 4D+7S=11@3")) == "2S 3H 4C 5S 9C KD 4D+7S=11@3"
    assert lies(follow(PAIRS, *lines, "4D 4D+7S=11")) == "2S 3H 4C 5S 9C KD 4D+7S=11@1"


REQUESTS = [
    # scene, entries, what lies there
    (PAIRS, ["JC JC=5C+6D=11@1"], "JC=5C+6D=11@1"),  # he makes his partner its keeper
    (PAIRS, ["JC JC=5C+6D=11"], "JC=5C+6D=11@3"),
    (PAIRS, ["JC JC=5C+6D=11@3"], "JC=5C+6D=11@3"),
]


@pytest.mark.parametrize(("scene", "lines", "build"), REQUESTS)
def test_requests(scene: Scene, lines: list[str], build: str) -> None:
    before = ["table 5S 6D 9C 3H", "5C 5C+6D=11", "KD -", "QS -", "KH -"]
    assert lies(follow(scene, *before, *lines)).split()[-1] == build


def test_a_request_needs_no_card() -> None:
    """It may be the last of four: the build is dead then, and binds nobody."""
    before = ["table 5S 6D 9C JS", "5C 5C+6D=11", "JH x JS", *laid("QS", "KH")]
    record = follow(PAIRS, *before, "JC JC=5C+6D=11@1")
    assert lies(record).split()[-1] == "JC=5C+6D=11@1"


def test_south_african_partners_add_to_each_others_build() -> None:
    before = ["5S -", "6S -", "3S 3S+5S=8", "2D -"]
    record = follow(SOUTH_PAIRS, *before, "2S 2S+6S=3S+5S=8")
    assert (lies(record), found(record)) == ("2D 2S+6S=3S+5S=8@3", [])


# L17: with the last card of a hand everybody knows what it held

DEALT = "table 8S 5S 6D 2D"
AUDIT = [
    # scene, entries; seat 1 plays 2, 4, 6, 8 and seat 0 plays 3, 5, 7, 9; what comes to light
    # Formed without a card for it.
    (CASINO, [DEALT, "3C 3C+5S=8", "8H x 3C+5S=8", *laid("KS", "KH", "QS", "QH")], []),
    (CASINO, [DEALT, "3C 3C+5S=8", "8H x 3C+5S=8", *laid("KS", "KH", "QS", "QH", "AS")],
     ["8 1 no_holder since 2 3C+5S=8@1 8"]),
    (CASINO, [DEALT, "3C 3C+5S=8", "8H x 3C+5S=8", *laid("KS", "KH", "QS", "QH", "8D")], []),
    (CASINO, [DEALT, "3C 3C+5S=8", "8H x 3C+5S=8", *laid("8D", "KH", "QS", "QH", "AS")], []),
    # He had one, and played it otherwise.
    (CASINO, [DEALT, "3C 3C+5S=8", "KH -", "8D x 8S", "8H x 3C+5S=8", *laid("QS", "QH", "AS")],
     ["8 1 keep_card since 4 3C+5S=8@1 8"]),
    # Added to, it is the same build, and listed once.
    (CASINO, [DEALT, "3C 3C+5S=8", "KH -", "2C 2C+6D=3C+5S=8", "8H x 2C+6D=3C+5S=8",
              *laid("QS", "QH", "AS")],
     ["8 1 no_holder since 2 3C+5S=8@1 8"]),
    # Whoever added last keeps it.
    (CASINO, [DEALT, "3C 3C+5S=8", "2C 2C+6D=3C+5S=8", "8D x 2C+6D=3C+5S=8",
              *laid("KH", "QS", "QH", "AS", "AH")],
     ["9 0 no_holder since 3 2C+6D=3C+5S=8@0 8"]),
    (CASINO, [DEALT, "3C 3C+5S=8", "2C 2C+6D=3C+5S=8", "KH -", "8D x 2C+6D=3C+5S=8",
              *laid("QS", "QH", "AS", "AH")],
     ["8 1 no_holder since 2 3C+5S=8@1 8"]),
    # Several equal ones need one card.
    (CASINO, [DEALT, "3C 3C+5S=8", "KH -", "2C 2C+6D=8", "8H x 3C+5S=8 2C+6D=8",
              *laid("QS", "QH", "8D")], []),
    (CASINO, [DEALT, "3C 3C+5S=8", "KH -", "2C 2C+6D=8", "8H x 3C+5S=8 2C+6D=8",
              *laid("QS", "QH", "AS")],
     ["8 1 no_holder since 2 3C+5S=8@1 8", "8 1 no_holder since 4 2C+6D=8@1 8"]),
    # Builds of 1 and of 14 need an ace each; what was just formed lacks it.
    (ROYAL, ["table AS 10D 9C 5H", "4S 4S+10D=14", "KS -", "AD AD=AS=1", "AC x 4S+10D=14",
             "AH x AS=AD=1", *laid("QS", "QH")],
     ["8 1 no_holder since 4 AS=AD=1@1 A"]),
    (ROYAL, ["table AS 10D 9C 5H", "4S 4S+10D=14", "KS -", "AD x 4S+10D=14", *laid(
        "AC", "KH", "KD", "QH")], []),
    # What a turn lacked that was let stand is said already.
    (CASINO, [DEALT, *laid("KS", "KH", "QS", "QH", "AS", "AH"), "3C 3C+5S=8 !"],
     ["8 1 illegal_turn 3C no_holder"]),
    (CASINO, [DEALT, "3C 3C+5S=8", *laid("KH"), "8D x 8S", "QH -", "8C x 3C+5S=8", *laid(
        "AS", "AH")], []),
    # Two builds and one card left: whichever it is for, the other one is what the turn lacked.
    (CASINO, [DEALT, "3C 3C+5S=8", "KS -", "3D 3D+6D=9", "KH -", "9D - !", "QH -", "8D - !"],
     ["6 1 illegal_turn 9D keep_card", "8 1 illegal_turn 8D keep_card"]),
    (CASINO, [DEALT, "3C 3C+5S=8", "KS -", "3D 3D+6D=9", "KH -", "8D - !", "QH -", "9D - !"],
     ["6 1 illegal_turn 8D keep_card", "8 1 illegal_turn 9D keep_card"]),
    # What he came by through another seat's turn that was let stand.
    (CASINO, [DEALT, "@0 3C 3C+5S=8 !", "KS -", "8H x 3C+5S=8", *laid("QS", "QH", "AS", "JS")],
     ["2 0 out_of_turn 3C"]),
]  # fmt: skip


@pytest.mark.parametrize(("scene", "lines", "irregular"), AUDIT)
def test_bluffs_come_to_light(scene: Scene, lines: list[str], irregular: list[str]) -> None:
    record = follow(scene, *lines)
    assert found(record) == irregular
    # It is worked out anew: the last card undone, nobody knows it yet.
    undone = enter(record, f"undo {record.seq}")
    assert set(found(undone)) <= set(irregular)
    assert found(enter(undone, f"undo {undone.seq}")) == irregular


MERGED = [
    "table 5S 8C 6D 2D",
    *laid("7C"),
    "3C 3C+6D=9",
    "8D 8D+5S=13",
    *laid("QS"),
    "4D 4D+3C+6D=5S+8D=13",
    "KS x 3C+4D+6D=5S+8D=13",
    *laid("KH", "KD", "AS", "9S", "AH", "KC"),
]
"""Of a pair (1 and 3) the one who keeps the 13 has a king; who merged a 9 into it has none."""
PROVEN_DEAD = [
    "table 5S 8C 6D 2D",
    *laid("7C", "KH"),
    "8D 8D+5S=13",
    "KS x 5S+8D=13",
    *laid("KD", "KC", "3H", "QS"),
    "6D+7C=13@1 / JC -",
    *laid("10S", "AS"),
]
"""Who was proven to hold a king never had one, and all four are shown when the partner builds."""


def test_only_keepers_are_asked_for_cards() -> None:
    """Whoever merges a build into the partner's needs a card, but the partner keeps it (L17)."""
    assert found(whole(PAIRS, *MERGED)) == []


def test_a_build_that_is_dead_when_it_is_made_is_audited_like_any() -> None:
    """From its keeper's next turn, as one by proof is (L5b, L17)."""
    record = follow(PAIRS, *PROVEN_DEAD)
    assert dead_values(live(record).rules, now(record)) == {13}
    lacking = [line.partition(" ")[2] for line in found(whole(PAIRS, *PROVEN_DEAD))]
    assert lacking == ["1 no_holder since 4 5S+8D=13@1 K", "1 keep_card since 12 6D+7C=13@1 K"]
