"""A followed game with builds, scene by scene: what is entered, and how it lies then (#deal to
#end). The scenes go by the points of the contract, L1 to L8, L15 and L16."""

from __future__ import annotations

from referee.rules.games.casino.live.state import dead_values
from tests.following import (
    CASINO,
    SWAZI,
    Scene,
    duties,
    follow,
    found,
    laid,
    lies,
    live,
    now,
    refused,
    whole,
)
from tests.logs import enter

# L1 and L2: deals, and the first entry


def test_who_has_dealt_again_enters_the_new_table() -> None:
    assert lies(follow(SWAZI, "table AS 9D 4C 5H")) == "AS 4C 5H 9D"
    plain = Scene("swazi-casino", 2, "no_redeal")
    assert lies(follow(plain, "table JD KH QS 2C")) == "2C JD QS KH"
    assert refused(follow(plain, "table JD KH QS 2C"), "table 2S 3S 4S 5S") == "AlreadyDealt"
    record = follow(SWAZI, "table AS 9D 4C 5H")
    assert refused(record, "replace 1 table JD KH QS 2C") == "DrawnAgain"


# L3 to L6: turns, what is refused, what the log knows, what the table lets stand

LAID_6 = laid("KS", "KH", "KD", "KC", "QS", "QH")


# L5b: dead builds

DEAD = ["table 8S 8H 8D 5S", "3C 3C+5S=8", "8C x 8S 8H 8D"]


def test_a_dead_build_binds_nobody() -> None:
    record = follow(CASINO, *DEAD)
    assert (lies(record), duties(record)) == ("3C+5S=8@1", "")
    assert dead_values(live(record).rules, now(record)) == {8}
    record = enter(record, "KH -", "6S -")
    assert (lies(record), found(record)) == ("6S KH 3C+5S=8@1", [])
    # Added to it would need a card that nobody has; raised it is alive again.
    assert refused(record, "2S 2S+6S=3C+5S=8") == "no_holder"
    record = enter(record, "AC -")
    assert refused(record, "2S 2S+6S=3C+5S=8") == "no_holder"
    record = enter(record, "AS AS+3C+5S=9", "QC -")
    assert lies(record) == "AC 6S QC KH AS+3C+5S=9@0"
    assert duties(record) == "must_act_on_build keep_card"


# L7 and L8: between deals, and the end


def test_builds_stay_from_deal_to_deal() -> None:
    record = follow(CASINO, "table 5S 9C JD 2D", *LAID_6[:4], "3C 3C+5S=8", "QH -", "QS - !")
    record = enter(record, "QC -")
    state = now(record)
    assert (state.deal, state.turn, state.in_hands) == (2, 1, (4, 4))
    assert duties(record) == "must_act_on_build keep_card"
    bluff = ["8 1 illegal_turn QS keep_card", "8 1 no_holder since 6 3C+5S=8@1 8"]
    assert found(record) == bluff
    record = enter(record, "8S x 3C+5S=8")
    assert (now(record).piles[1].cards, found(record)) != ((), []), "whoever gets a card takes it"
    assert found(record) == bluff


def test_what_is_left_goes_to_the_last_capturer() -> None:
    record = whole(CASINO, "table 5S 9C JD 2D", "9H x 9C")
    state = now(record)
    assert (record.finished, state.turn, state.lies.cards) == (True, None, ())
    assert [len(pile.cards) for pile in state.piles] == [0, 52]
    assert [pile.markers for pile in state.piles] == [0, 0]
    assert record.score is not None
    assert record.score.balanced


def test_if_nobody_captured_it_stays_there() -> None:
    record = whole(CASINO, "table 5S 9C JD 2D")
    assert (record.finished, len(now(record).lies.cards)) == (True, 52)
    assert record.score is not None
    assert not record.score.balanced


def test_the_last_cards_are_no_sweep() -> None:
    record = whole(Scene("casino", 2, "sweeps"), "table 5S 9C JD 2D", "9H x 9C")
    assert [pile.markers for pile in now(record).piles] == [0, 0]


def test_a_sweep() -> None:
    sweeps = Scene("casino", 2, "sweeps")
    lines = ["table 5S 5H 5D 2D", "5C x 5S 5H 5D", "2H x 2D"]
    assert [pile.markers for pile in now(follow(sweeps, *lines)).piles] == [1, 0]
    assert [pile.markers for pile in now(follow(CASINO, *lines)).piles] == [0, 0]


# L15: the table shows something else


def test_the_table_shows_something_else() -> None:
    record = follow(CASINO, "table 5S 9C JD 2D", "3C 3C+5S=8", "KH -")
    record = enter(record, "shows 9C 4H+5S=9@0 KH")
    assert (lies(record), found(record)) == ("9C KH 4H+5S=9@0", ["4 - table_corrected"])
    assert refused(record, "4H -") == "TooManyCopies", "it counts as shown"
    record = enter(record, "3C -", "JD - !")
    assert now(record).in_hands == (2, 2), "what it shows no longer may be played"
    record = whole(CASINO, "table 5S 9C JD 2D", "9H x 9C", "shows JD 2D 9C")
    assert (record.over, record.finished, record.score) == (True, False, None)
    assert [len(pile.cards) for pile in now(record).piles] != [0, 52]
