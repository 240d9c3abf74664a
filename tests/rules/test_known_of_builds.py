"""What everybody at the table knows in a followed game with builds: tops of piles, demands, what is
proven, and what the last card of a hand tells (L10 to L14, L17)."""

from __future__ import annotations

from referee.rules.games.casino.live.insisting import insisted
from referee.rules.games.casino.live.state import dead_values
from tests.following import (
    PAIRS,
    SOUTH_PAIRS,
    SWAZI,
    follow,
    found,
    laid,
    lies,
    live,
    now,
    tops,
    whole,
)
from tests.logs import enter

# L10 and L11: piles

USED_9 = ["table 5S 9C 2D 7H", "9D x 9C 2D 7H", "4C 4C+5S=9 / 9D^1=4C+5S=9", "JS -"]
"""The nine of diamonds went from the pile to a build: nobody knows what lies below it."""


def test_of_a_pile_that_partners_share_either_may_be_named() -> None:
    lines = ["5S -", "5D x 5S", "6H -", "7H -", "8H -"]
    for seat in (0, 2):
        assert tops(follow(SOUTH_PAIRS, *lines, f"top 5D^{2 * (seat // 2)}"), 2) in ("", "5D")
    record = follow(SOUTH_PAIRS, "5S -", "5D x 5S", "top 5D^0")
    assert (tops(record, 0), tops(record, 2)) == ("5D", "")


# L12: demands


def test_a_top_that_is_told_counts_for_demands() -> None:
    """9C may be on top, or 2D, or 7H; only what is known is demanded."""
    record = follow(SWAZI, *USED_9, "9H 9H=9D=4C+5S=9")
    assert insisted(live(record), record.steps) == ()
    record = enter(record, "top 9C^1")
    wanted = [one.text for one in insisted(live(record), record.steps)]
    assert wanted == ["9H 9H=9D=4C+5S=9 / 9H=9D=9C^1=4C+5S=9"]
    assert lies(enter(record, f"replace 5 {wanted[0]}")) == "JS 9H=9D=9C=4C+5S=9@0"


# L13, L14: what is proven; requests


def test_a_build_for_the_partner_is_kept_by_him() -> None:
    lines = ["table 5S 6D 9C 3H", "5C 5C+6D=11", "KD -", "JD x 5C+6D=11", *laid("4C", "2S", "7S")]
    assert lies(follow(PAIRS, *lines, "4D 4D+7S=11@3")) == "2S 3H 4C 5S 9C KD 4D+7S=11@3"
    assert lies(follow(PAIRS, *lines, "4D 4D+7S=11")) == "2S 3H 4C 5S 9C KD 4D+7S=11@1"


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


MERGED = [
    "table 5S 8C 6D 2D", *laid("7C"), "3C 3C+6D=9", "8D 8D+5S=13", *laid("QS"),
    "4D 4D+3C+6D=5S+8D=13", "KS x 3C+4D+6D=5S+8D=13", *laid("KH", "KD", "AS", "9S", "AH", "KC"),
]  # fmt: skip
"""Of a pair (1 and 3) the one who keeps the 13 has a king; who merged a 9 into it has none."""
PROVEN_DEAD = [
    "table 5S 8C 6D 2D", *laid("7C", "KH"), "8D 8D+5S=13", "KS x 5S+8D=13",
    *laid("KD", "KC", "3H", "QS"), "6D+7C=13@1 / JC -", *laid("10S", "AS"),
]  # fmt: skip
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
