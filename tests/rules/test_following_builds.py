"""A followed game with builds, scene by scene: what is entered, and how it lies then (#deal to
#end). The scenes go by the points of the contract, L1 to L8, L15 and L16."""

from __future__ import annotations

import pytest

from referee.rules.cards import RulesError, TooManyCopies
from referee.rules.games.casino.live.following import KeeperUnsaid
from referee.rules.games.casino.live.state import (
    dead_values,
)
from referee.rules.live import DrawnAgain, IllegalPlay, WrongTable
from referee.rules.log.entering import AlreadyDealt, NoCardLeft, NotDealt, OutOfTurn, SameTable
from referee.rules.log.timeline import NoSuchEntry
from referee.rules.seating import NoSuchSeat
from referee.rules.table import ImpossibleBuild
from tests.following import (
    CASINO,
    CRAZY,
    LESOTHO,
    PAIRS,
    ROYAL,
    SOUTH,
    SOUTH_PAIRS,
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

STARTS = [
    # scene, the table (None: none is dealt), whose turn, hands, stock
    (CASINO, "5S 9C JD 2D", 1, 4, 0),
    (Scene("casino", 3), "5S 9C JD 2D", 1, 4, 0),
    (Scene("spade-casino", 4), "5S 9C JD 2D", 1, 4, 0),
    (SWAZI, "5S 9C JD 2D", 1, 12, 0),
    (Scene("swazi-casino", 3), "5S 9C JD 2D", 2, 16, 0),
    (PAIRS, "5S 9C JD 2D", 3, 12, 0),
    (Scene("lesotho-casino", 4, "clockwise"), "5S 9C JD 2D", 1, 12, 0),
    (CRAZY, "5S 9C JD 2D", 1, 8, 32),
    (SOUTH, None, 1, 10, 0),
    (Scene("south-african-casino", 3), "5S", 1, 13, 0),
    (SOUTH_PAIRS, None, 1, 10, 0),
]


@pytest.mark.parametrize(("scene", "table", "turn", "hand", "stock"), STARTS)
def test_a_game_begins(scene: Scene, table: str | None, turn: int, hand: int, stock: int) -> None:
    record = follow(scene, *([] if table is None else [f"table {table}"]))
    state = now(record)
    assert (state.turn, state.stock, state.deal) == (turn, stock, 1)
    assert state.in_hands == (hand,) * scene.players


FIRST = [
    # scene, entry, error
    (CASINO, "8H -", NotDealt),
    (CASINO, "shows 8H", NotDealt),
    (CASINO, "top 8H^1", NotDealt),
    (CASINO, "table 5S 9C JD", WrongTable),
    (CASINO, "table 5S 9C JD 2D 3D", WrongTable),
    (CASINO, "table 5S 9C JD JD", TooManyCopies),
    (SWAZI, "table JD KH QS 2C", DrawnAgain),
    (SWAZI, "table AS 10D 4C 5H", DrawnAgain),
    (SWAZI, "table AS 2S AD 5H", DrawnAgain),
    (LESOTHO, "table JD KH QS 2C", DrawnAgain),
    (SOUTH, "table 5S", AlreadyDealt),
    (SOUTH, "table", AlreadyDealt),
    (SOUTH_PAIRS, "table 5S", AlreadyDealt),
    (Scene("south-african-casino", 3), "table", WrongTable),
    (Scene("south-african-casino", 3), "table 5S 6S", WrongTable),
    (Scene("south-african-casino", 3), "table KS", TooManyCopies),
]


@pytest.mark.parametrize(("scene", "line", "error"), FIRST)
def test_what_no_game_begins_with(scene: Scene, line: str, error: type[RulesError]) -> None:
    assert refused(follow(scene), line) == error.__name__


def test_who_has_dealt_again_enters_the_new_table() -> None:
    assert lies(follow(SWAZI, "table AS 9D 4C 5H")) == "AS 4C 5H 9D"
    plain = Scene("swazi-casino", 2, "no_redeal")
    assert lies(follow(plain, "table JD KH QS 2C")) == "2C JD QS KH"
    assert refused(follow(plain, "table JD KH QS 2C"), "table 2S 3S 4S 5S") == "AlreadyDealt"
    record = follow(SWAZI, "table AS 9D 4C 5H")
    assert refused(record, "replace 1 table JD KH QS 2C") == "DrawnAgain"


# L3 to L6: turns, what is refused, what the log knows, what the table lets stand

LAID_6 = laid("KS", "KH", "KD", "KC", "QS", "QH")
FIRST_22 = laid(
    *"AS AH AD AC 2S 2H 2C 3S 3H 3C 4S 4H 4D 4C 5H 5D 5C 6S 6H 6D JC JD".split()
)  # all but the last card of both first hands of Swazi for two
TURNS = [
    # scene, entries before, turn, why it is refused ("": it is not)
    (CASINO, ["table 5S 9C JD 2D"], "3C 3C+5S=8", ""),
    (CASINO, ["table 5S 9C JD 2D"], "4H x 5S", "no_match"),
    (CASINO, ["table 5S 9C JD 2D"], "3H+5S=8", "need_hand_card"),
    (CASINO, ["table 5S 9C JD 2D"], "KD - / KH -", "one_hand_card"),
    (CASINO, ["table 5S 9C JD 2D"], "@0 KD -", OutOfTurn.__name__),
    (CASINO, ["table 5S 9C JD 2D"], "@2 KD - !", NoSuchSeat.__name__),
    (CASINO, ["table 5S 9C JD 2D"], "5S -", TooManyCopies.__name__),
    (CASINO, ["table 5S 9C JD 2D", "9H x 9C"], "9C - !", TooManyCopies.__name__),
    (SOUTH, [], "KS -", TooManyCopies.__name__),
    (CASINO, ["table 5S 9C JD 2D"], "3C", "NotInThisGame"),
    # Whose build it is that is taken or added to is not compared.
    (CASINO, ["table 5S 9C JD 2D", "3C 3C+5S=8"], "8H x 3C+5S=8@0", ""),
    (CASINO, ["table 5S 9C JD 2D", "3C 3C+5S=8"], "8H x 3C+5S=7", "not_on_table"),
    (CASINO, ["table 5S 9C JD 2D", "3C 3C+5S=8"], "8H x 3C 5S", "build_as_unit"),
    (CASINO, ["table 5S 9C JD 2D", "3C 3C+5S=8", "KD -"], "4H -", "must_act_on_build"),
    # All four of a rank were shown, also those that lie in closed piles.
    (CASINO, ["table 8S 8H 8D 5S", "8C x 8S 8H 8D"], "3C 3C+5S=8", "no_holder"),
    (CASINO, ["table 8S 8H 8D 5S"], "3C 3C+5S=8", ""),
    # With the last card of a hand nothing is left to take a build with.
    (CASINO, ["table 5S 9C JD 2D", *LAID_6], "3C 3C+5S=8", "no_holder"),
    (CASINO, ["table 5S 9C JD 2D", *LAID_6[:4], "3C 3C+5S=8", "QH -"], "QS -", "keep_card"),
    (CASINO, ["table 5S 9C JD 2D", *LAID_6[:4], "3C 3C+5S=8", "QH -"], "8S x 3C+5S=8", ""),
    # The last of its rank may not be played otherwise.
    (CASINO, ["table 8S 8H 6D 5S", "3C 3C+5S=8", "8C x 8S 8H"], "8D -", "keep_card"),
    (CASINO, ["table 5S 9C JD 2D", *LAID_6, "AS -"], "@1 AH - !", NoCardLeft.__name__),
    # Builds of 1 and of 14 need an ace each.
    (ROYAL, ["table AS 10D 9C 5H", "4S 4S+10D=14", "KS -", "AD AD=AS=1", "AC -"],
     "QD -", "keep_card"),
    (ROYAL, ["table AS 10D 9C 5H", "4S 4S+10D=14", "KS -"], "AD AD=AS=1", ""),
    (ROYAL, ["table AS 10D 9C 5H", "4S 4S+10D=14", "AC -"], "AD AD=AS=1", "no_holder"),
    # A card that is yet to be played is held: with the last one of a hand a build is made and taken
    # (F3.4, #holder), with the last but one beside another that is kept.
    (SWAZI, ["table 5S 7C 2D 3D", *FIRST_22], "5S+7C=12 / QC x 5S+7C=12", ""),
    (SWAZI, ["table 5S 7C 2D 3D", *FIRST_22], "5S+7C=12", "unfinished"),
    (SWAZI, ["table 5S 7C 2D 3D", *FIRST_22], "5S+7C=12 / QC -", "no_holder"),
    (SWAZI, ["table 5S 7C 2D 3D", *FIRST_22[2:]], "5S+7C=12 / 2D+JC=13 / QC x 5S+7C=12", ""),
    (SWAZI, ["table 5S 7C 2D 3D", *FIRST_22[2:]], "5S+7C=12 / 2D+JC=13 / QS -", "no_holder"),
    (SWAZI, ["table 5S 7C 2D 3D", *FIRST_22], "5S+7C=12 / 2D+JC=13 / QC x 5S+7C=12",
     "no_holder"),
    # A build that is not there any more is not on the table, whatever else is in a build.
    (SWAZI, ["table 5S 7C 2D 3D", "4C 3D+4C=7", "KD -"], "7C=3D+4C=7 / 7D x 3D+4C=7 7C",
     "not_on_table"),
    # Proof and request (F3.7).
    (PAIRS, ["table 5S 6D 9C 3H", "7C -", "KS -"], "4H 4H+7C=11@3", "not_proven"),
]  # fmt: skip


@pytest.mark.parametrize(("scene", "lines", "turn", "reason"), TURNS)
def test_turns(scene: Scene, lines: list[str], turn: str, reason: str) -> None:
    assert refused(follow(scene, *lines), turn) == reason


NEVER = [
    # nobody can have done that, whatever the table let stand
    (CASINO, ["table 5S 9C JD 2D"], "KD - / KH - !"),
    (CASINO, ["table 5S 9C JD 2D"], "5S+2D=7 !"),
    (CASINO, ["table 5S 9C JD 2D"], "8H x 8C !"),
    (CASINO, ["table 5S 9C JD 2D"], "3C 3C+5S=9 !"),
    (CASINO, ["table 5S 9C JD 2D"], "4H 4H+JD=11 !"),
    (CASINO, ["table 5S 9C JD 2D"], "9H 9H+9C=18 !"),
    (CASINO, ["table 5S 9C JD 2D", "3C 3C+5S=8"], "8H x 3C !"),
    (CASINO, ["table 5S 9C JD 2D", "3C 3C+5S=8"], "4H 4H+3C=7 !"),
    (CASINO, ["table 5S 9C JD 2D", "9H x 9C"], "8H x 9C !"),
    (SOUTH, ["5S -", "5D x 5S", "6H -"], "6C x 6H 5D^1 !"),
    # A card of a pile is there but once.
    (SWAZI, ["table 5S 9C 2D 7H", "9D x 9C 2D 7H"], "5S+9D^1=14 / 5C 5C+9D^1=14 !"),
]


@pytest.mark.parametrize(("scene", "lines", "line"), NEVER)
def test_what_nobody_can_have_done(scene: Scene, lines: list[str], line: str) -> None:
    with pytest.raises(IllegalPlay):
        follow(scene, *lines, line)


STANDS = [
    # scene, entries before, entry, what lies there, irregular, whose turn
    (CASINO, ["table 5S 9C JD 2D"], "8H x 9C !", "2D 5S JD", ["2 1 illegal_turn 8H no_match"], 0),
    (CASINO, ["table 5S 9C JD 2D"], "9H x 9C !", "2D 5S JD", [], 0),
    (CASINO, ["table 5S 9C JD 2D"], "@0 KD - !", "2D 5S 9C JD KD", ["2 0 out_of_turn KD"], 1),
    (CASINO, ["table 5S 9C JD 2D"], "@0 8H x 9C !", "2D 5S JD",
     ["2 0 out_of_turn 8H", "2 0 illegal_turn 8H no_match"], 1),
    # A build is the mover's.
    (CASINO, ["table 5S 9C 6D 2D", "3C 3C+5S=8"], "2H 2H+6D=3C+5S=8 !", "2D 9C 2H+6D=3C+5S=8@0",
     [], 1),
    (CASINO, ["table 5S 9C 6D 2D", "3C 3C+5S=8"], "AH AH+2D+3C+5S=11 !", "", None, 1),
    (CASINO, ["table 5S 9C JD 2D", "3C 3C+5S=8", "KD -"], "4H - !", "2D 4H 9C JD KD 3C+5S=8@1",
     ["4 1 illegal_turn 4H must_act_on_build"], 0),
    # His in whose seat it ends.
    (PAIRS, ["table 5S 6D 9C 3H", "7C -", "KS -"], "4H 4H+7C=11@3 !",
     "3H 5S 6D 9C KS 4H+7C=11@3", ["4 1 illegal_turn 4H not_proven"], 0),
]  # fmt: skip


@pytest.mark.parametrize(("scene", "lines", "line", "table", "irregular", "turn"), STANDS)
def test_what_the_table_lets_stand(
    scene: Scene, lines: list[str], line: str, table: str, irregular: list[str] | None, turn: int
) -> None:
    if irregular is None:
        assert refused(follow(scene, *lines), line)
        return
    record = follow(scene, *lines, line)
    assert (lies(record), found(record), now(record).turn) == (table, irregular, turn)


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

SHOWS_REFUSED = [
    ("shows 3C+5S=8 9C", KeeperUnsaid),
    ("shows 3C+6S=8@1 9C", ImpossibleBuild),
    ("shows 8S=8@1 9C", ImpossibleBuild),
    ("shows 3C+5S=8@2 9C", NoSuchSeat),
    ("shows 3C+5S=8@1 5S", TooManyCopies),
    ("shows JD 9C 2D 3C+5S=8@1", SameTable),
]


@pytest.mark.parametrize(("line", "error"), SHOWS_REFUSED)
def test_no_table_shows_that(line: str, error: type[RulesError]) -> None:
    record = follow(CASINO, "table 5S 9C JD 2D", "3C 3C+5S=8")
    assert refused(record, line) == error.__name__


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


# L16: what was replaced, and what came before

REPLACED = [
    # scene, entries, correction, what lies there, irregular
    (CASINO, ["table 5S 9C JD 2D", "3C 3C+5S=8", "KH -", "8H x 3C+5S=8"], "replace 2 3C -",
     "2D 3C 5S 8H 9C JD KH", ["4 1 does_not_fit 8H not_on_table"]),
    (CASINO, ["table 5S 9C JD 2D", "3C 3C+5S=8", "KH -"], "replace 2 4C 4C+5S=9",
     "2D 9C JD KH 4C+5S=9@1", []),
    (CASINO, ["table 5S 9C JD 2D", "KC -", "KH x KC"], "replace 2 QC -", "",
     ["3 0 does_not_fit KH not_on_table"]),
    # What lies there is taken all the same.
    (CASINO, ["table 5S 9C JD 2D", "KC -", "9H x 9C"], "replace 1 table 5S 9C JD 9D",
     "5S 9D JD KC", []),
    (CASINO, ["table 5S 9C JD 2D", "3C -", "8D x 3C 5S"], "replace 2 4C -", "",
     ["3 0 does_not_fit 8D not_on_table"]),
    (CASINO, ["table 5S 9C JD 2D", "KC -", "5D -", "4D 4D+5S=9"],
     "replace 2 3C 3C+5S=8", "", ["4 1 does_not_fit 4D build_as_unit"]),
    (CASINO, ["table 5S 9C JD 2D", "KC -", "KH -"], "before 3 @1 AC - !",
     "AC 2D 5S 9C JD KH KC", ["4 1 out_of_turn AC"]),
    (CASINO, ["table 5S 9C JD 2D", "KC -", "KH -"], "before 3 AC -",
     "AC 2D 5S 9C JD KH KC", []),
    # What was let stand is that it was out of turn, not what it did.
    (Scene("casino", 3), ["table 5S KH 2C 9D", "3C -", "QC -", "@1 QD - !"],
     "replace 2 3C 3C+5S=8", "2C 9D QD QC KH 3C+5S=8@1",
     ["4 1 out_of_turn QD", "4 1 does_not_fit QD must_act_on_build"]),
    (Scene("casino", 3), ["table 5S KH 2C 9D", "3C 3C+5S=8", "QC -", "@1 QD - !"],
     "replace 3 JC -", "2C 9D JC QD KH 3C+5S=8@1",
     ["4 1 out_of_turn QD", "4 1 illegal_turn QD must_act_on_build"]),
    (Scene("swazi-casino", 3), ["table 5S KH 2C 9D", "QC -", "JC -", "@2 2D 2D+2C=4 !"],
     "before 3 4C 2C+4C=6", "", ["4 2 does_not_fit 2D build_as_unit"]),
    # A replacement says everything anew, who played and that it stands too.
    (CASINO, ["table 5S 9C JD 2D", "@0 8H x 9C !"], "replace 2 8H -", "2D 5S 8H 9C JD", []),
    # A top that is none any more is passed over.
    (SOUTH, ["5S -", "5D x 5S", "top 5S^0"], "replace 2 5D -", "5S 5D",
     ["3 - does_not_fit 5S"]),
]  # fmt: skip


@pytest.mark.parametrize(("scene", "lines", "correction", "table", "irregular"), REPLACED)
def test_corrections(
    scene: Scene, lines: list[str], correction: str, table: str, irregular: list[str]
) -> None:
    record = follow(scene, *lines)
    corrected = enter(record, correction)
    assert (lies(corrected) if table else "", found(corrected)) == (table, irregular)
    back = enter(corrected, f"undo {corrected.seq}")
    assert [step.state for step in back.steps] == [step.state for step in record.steps]


MISPLACED = [
    ("replace 3 table 5S 9C JD 3D", NoSuchEntry),
    ("replace 1 KH -", NoSuchEntry),
    ("replace 9 KH -", NoSuchEntry),
    ("replace 2 shows 9C", NoSuchEntry),
    ("before 1 AC -", NoSuchEntry),
    ("before 9 AC -", NoSuchEntry),
]


@pytest.mark.parametrize(("line", "error"), MISPLACED)
def test_corrections_of_something_else(line: str, error: type[RulesError]) -> None:
    record = follow(CASINO, "table 5S 9C JD 2D", "3C -", "KH -")
    assert refused(record, line) == error.__name__
