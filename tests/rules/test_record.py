"""A game as a log: what no longer fits, what was irregular, and how it ends (#deal to #scoring)."""

from collections.abc import Sequence

import pytest

from referee.rules.asking import NotInThisGame
from referee.rules.cards import RulesError, TooManyCopies
from referee.rules.games.krypkasino.following import markers_of
from referee.rules.live import Choose, GameOver, IllegalPlay, WrongTable
from referee.rules.log.entering import AlreadyDealt, NoCardLeft, NotDealt, OutOfTurn, SameTable
from referee.rules.log.record import Record
from referee.rules.notation import write_cards
from referee.rules.seating import NoSuchSeat
from referee.rules.steps import Kind
from tests.logs import (
    Found,
    creeps,
    enter,
    followed,
    irregular,
    markers,
    missed,
    now,
    rest_of,
    sweeping,
    table,
)


def hands(record: Record) -> Sequence[int]:
    assert record.state
    return record.state.in_hands


# What is entered out of place

REFUSED: list[tuple[str, list[str], str, type[RulesError]]] = [
    # dealt, then, refused
    ("", [], "8H -", NotDealt),
    ("", [], "@0 8H - !", NotDealt),
    ("", [], "shows 8H", NotDealt),
    ("", [], "table 5H 8S 9C", WrongTable),
    ("", [], "table 5H 8S 9C JD 2D", WrongTable),
    ("", [], "table", WrongTable),
    ("", [], "table 5H 5H 5H JD", TooManyCopies),
    ("5H 8S 9C JD", [], "table 5H 8S 9C JD", AlreadyDealt),
    ("5H 8S 9C JD", ["shows"], "table 5H 8S 9C JD", AlreadyDealt),
    ("5H 8S 9C JD", [], "replace 1 table 5H 8S 9C", WrongTable),
    ("5H 8S 9C JD", [], "replace 1 table 5H 5H 5H 9C", TooManyCopies),
    # Cards that lie there, in whatever order; the jack was set aside.
    ("5H 8S 9C JD", [], "shows 9C 8S 5H", SameTable),
    ("5H 8S 9C JD", [], "shows 5H 5H 5H", TooManyCopies),
    ("5H 8S 9C JD", [], "@2 2D -", NoSuchSeat),
    ("5H 8S 9C JD", [], "@2 2D - !", NoSuchSeat),
    ("5H 8S 9C JD", [], "@0 2D -", OutOfTurn),
    ("5H 8S 9C JD", [], "@0 8H", OutOfTurn),
    ("3H 3D 4S 9C", [], "7C", Choose),
    ("3H 3D 4S 9C", [], "7C !", Choose),
    ("3H 3D 4S 9C", ["2D -"], "replace 2 7C", Choose),
    ("5H 8S 9C JD", [], "2D x 5H", IllegalPlay),
    # Nothing is built up here, and of a pile nothing is to be had.
    ("5H 8S 9C JD", [], "8H x 3C+5H=8", NotInThisGame),
    ("5H 8S 9C JD", [], "3C 3C+5H=8 !", NotInThisGame),
    ("5H 8S 9C JD", [], "8H x 8C^1 !", NotInThisGame),
    ("5H 8S 9C JD", [], "5H+3D=8 / 8H - !", NotInThisGame),
    ("5H 8S 9C JD", ["2D -"], "replace 2 2D 2D+5H=7", NotInThisGame),
    ("5H 8S 9C JD", ["2D -"], "before 2 2C 2C+5H=7", NotInThisGame),
    ("5H 8S 9C JD", [], "8H -", IllegalPlay),
    ("5H 8S 9C JD", ["2D -"], "replace 2 8H -", IllegalPlay),
    # The third of two.
    ("5H 5H 9C JD", [], "5H", TooManyCopies),
    ("JD JD 9C 2H", [], "JD -", TooManyCopies),
    ("JD JD 9C 2H", [], "JD - !", TooManyCopies),
    ("8S KH KD KC", ["8S"], "8S -", TooManyCopies),
    ("9C 2H 3H KH", creeps("7D", "8D", "7D"), "7D - !", TooManyCopies),
    ("9C 2H 3H KH", ["7D -", "7D", "8C -"], "replace 4 7D", TooManyCopies),
    ("5H 9C JD 2D", ["shows 8H 8H"], "8H", TooManyCopies),
]


@pytest.mark.parametrize(("dealt", "lines", "refused", "error"), REFUSED)
def test_out_of_place(dealt: str, lines: list[str], refused: str, error: type[RulesError]) -> None:
    record = followed(*([f"table {dealt}"] if dealt else []), *lines)
    with pytest.raises(RulesError) as refusal:
        enter(record, refused)
    assert type(refusal.value) is error


# Cards that do not lie there nobody can take, whatever the table let stand.
NEVER = [
    ("AD 3H 7S 9C", "10D x 8S"),
    ("AD 3H 7S 9C", "10D x 3H 3H"),
    ("AD 3H 7S 9C", "10D x 3H 7S 8S"),
    ("AD 3H 7S 9C", "3H x 3D"),
    ("AD 3H 7S 9C", "10D x 10D"),
    ("9H KH KD KC", "KS x KH"),
    ("KS KH KD KC", "10D x 10D"),
]


@pytest.mark.parametrize("ending", ["", " !"])
@pytest.mark.parametrize(("dealt", "line"), NEVER)
def test_captured_cards_lie_on_the_table(dealt: str, line: str, ending: str) -> None:
    with pytest.raises(IllegalPlay) as refusal:
        followed(f"table {dealt}", line + ending)
    assert refusal.value.verdict.reason == "not_on_table"


# What no longer fits, after an earlier entry was replaced. Bo plays entry 2, Ada 3.

MISFITS: list[tuple[str, list[str], str, list[Found], str]] = [
    # dealt, plays, replacement, misfits, table
    # Another entry has taken the card; and now the jack would have to take 2 and 9.
    (
        "2D 5H 8S 9C", ["8H x 8S", "9H x 9C", "5C x 5H", "JD -"], "replace 2 9D x 9C",
        [(3, 0, "does_not_fit", "9H"), (5, 0, "does_not_fit", "JD")], "2D 8S 9H JD",
    ),
    # Of two cards one is gone: what is there is taken.
    (
        "2D 5H 8S KH", ["3C -", "10D x 2D 8S", "QC -"], "replace 2 8H x 8S",
        [(3, 0, "does_not_fit", "10D")], "5H QC",
    ),
    # Something is left that could have been taken in addition.
    (
        "4S 9C 10H KH", ["2D -", "9H x 9C"], "replace 2 5D -",
        [(3, 0, "does_not_fit", "9H")], "4S 5D 10H",
    ),
    # What crept must take now.
    (
        "4S 9C 10H KH", ["2D -", "5D -"], "replace 1 table AS 4S 10H KH",
        [(3, 0, "does_not_fit", "5D")], "AS 2D 4S 5D 10H",
    ),
    # A third copy: nobody can have played it, so it is nowhere.
    (
        "4S 9C 10H KH", ["2D -", "8S -", "8S x 8S", "5D -"], "replace 2 8S -",
        [(3, 0, "does_not_fit", "8S"), (4, 1, "does_not_fit", "8S")], "4S 5D 8S 8S 9C 10H",
    ),
    ("4S 9C 10H KH", ["2D -", "7S -", "7S x 7S"], "replace 1 table 4S 7S 10H KH",
     [(3, 0, "does_not_fit", "7S"), (4, 1, "does_not_fit", "7S")], "2D 4S 7S 7S 10H"),
    # What the table let stand is no misfit, and no longer irregular if it was right after all.
    ("4S 9C 10H KH", ["2D -", "9H - !"], "replace 2 9D x 9C", [], "4S 9H 10H"),
    ("4S 9C 10H KH", ["2D -", "9H - !"], "replace 2 3D -", [(3, 0, "illegal_capture", "9H")],
     "3D 4S 9H 9C 10H"),
    # What it let stand is that it was out of turn, not what was taken.
    ("4S 9C 10H KH", ["2D -", "@1 9H x 9C !"], "replace 2 5D -",
     [(3, 1, "out_of_turn", "9H"), (3, 1, "does_not_fit", "9H")], "4S 5D 10H"),
    ("4S 9C 10H KH", ["2D -", "@1 9H - !"], "replace 2 3D -",
     [(3, 1, "out_of_turn", "9H"), (3, 1, "illegal_capture", "9H")], "3D 4S 9H 9C 10H"),
    # Another card on the table, and all later entries fit as well.
    ("4S 9C 10H KH", ["2D -", "9H x 9C"], "replace 1 table 5S 9C 10H KH", [], "2D 5S 10H"),
]  # fmt: skip


@pytest.mark.parametrize(("dealt", "plays", "replacement", "found", "left"), MISFITS)
def test_what_does_not_fit_any_more(
    dealt: str, plays: list[str], replacement: str, found: list[Found], left: str
) -> None:
    before = followed(f"table {dealt}", *plays)
    record = enter(before, replacement)
    assert (irregular(record), table(record)) == (found, left)
    assert hands(record) == hands(before)
    # Undone, or replaced by what was said at first, all is as it was.
    number = int(replacement.split()[1])
    said = [f"table {dealt}", *plays][number - 1]
    for mended in (enter(record, f"undo {record.seq}"), enter(record, f"replace {number} {said}")):
        assert [step.state for step in mended.steps] == [step.state for step in before.steps]
        assert irregular(mended) == irregular(before)


UNSURE = [
    # dealt, plays, replacement, does the log still know where every card went?
    ("4S 9C 10H KH", ["2D -", "9H x 9C"], "replace 2 5D -", True),
    ("4S 9C 10H KH", ["2D -", "5D -"], "replace 1 table AS 4S 10H KH", True),
    ("2D 5H 8S KH", ["3C -", "10D x 2D 8S"], "replace 2 8H x 8S", False),
    ("4S 9C 10H KH", ["2D -", "7S -", "7S x 7S"], "replace 2 7S -", False),
]


@pytest.mark.parametrize(("dealt", "plays", "replacement", "sure"), UNSURE)
def test_is_the_log_sure(dealt: str, plays: list[str], replacement: str, sure: bool) -> None:
    record = followed(f"table {dealt}", *plays)
    assert record.sure
    assert enter(record, replacement).sure is sure


def test_a_seat_whose_hand_is_empty() -> None:
    """After a replacement Ada would have played seven of six cards: the turn passes instead."""
    mine = ["QS", "QH", "QD", "QC", "KS", "KH"]
    lines = [f"@0 {card} - !" for card in mine]
    record = followed("table 2D 5H 8S 9C", "JD - !", *lines)
    assert (hands(record), record.state and record.state.turn) == ((0, 5), 1)
    with pytest.raises(NoCardLeft):
        enter(record, "@0 JS - !")
    record = enter(record, "replace 2 @0 JD - !")
    # The entry after it named nobody: it was the play of the one whose turn it was.
    assert hands(record) == (0, 5)
    record = enter(record, "replace 3 @0 QS - !")
    assert [found[:3:2] for found in irregular(record) if found[2] == "does_not_fit"] == [
        (8, "does_not_fit")
    ]
    assert (hands(record), record.sure) == ((0, 5), False)


# Turns (#deal and #turn)

THREE = ["table 2D 5H 8S 9C 10C", *creeps(*"QS QH QD QC KS KH KD KC JS JH JD JC".split())]
"""Ada, who deals, Bo and Cia: each has one card of the first deal left, and it is Bo's turn."""

OUT_OF_TURN = [
    # plays, out of turn, whose turn it is then, cards in hands
    (THREE[:1], [], 1, (5, 5, 5)),
    (THREE[:1], ["@1 3D -"], 2, (5, 4, 5)),
    (THREE[:1], ["@0 3D - !"], 1, (4, 5, 5)),
    (THREE[:1], ["@2 3D - !"], 0, (5, 5, 4)),
    (THREE[:1], ["@2 3D - !", "@2 3D - !"], 0, (5, 5, 3)),
    # Play goes on at the left of who played; those without a card are left out.
    (THREE, [], 1, (1, 1, 1)),
    (THREE, ["@0 3D - !"], 1, (0, 1, 1)),
    (THREE, ["@2 3D - !"], 0, (1, 1, 0)),
    (THREE, ["@0 3D - !", "@2 3D - !"], 1, (0, 1, 0)),
    (THREE, ["@2 3D - !", "@1 3C - !"], 0, (1, 0, 0)),
    # In the next deal the dealer's left begins, whoever was last.
    (THREE, ["@0 3D - !", "@2 3D - !", "3C - !"], 1, (4, 4, 4)),
    (THREE, ["@2 3D - !", "@1 3C - !", "3C - !"], 1, (4, 4, 4)),
]


@pytest.mark.parametrize(("lines", "out_of_turn", "turn", "left"), OUT_OF_TURN)
def test_turns(lines: list[str], out_of_turn: list[str], turn: int, left: tuple[int, ...]) -> None:
    record = followed(*lines, *out_of_turn, players=3)
    assert (record.state and record.state.turn, hands(record)) == (turn, left)
    found = [f"@{one.seat}" for one in record.irregularities if one.kind is Kind.OUT_OF_TURN]
    said = [line[:2] for line in out_of_turn if line.startswith("@") and line.endswith("!")]
    assert found == said


# What happened all the same (#sweep and #end)

STANDS: list[tuple[str, str, list[str], str, int]] = [
    # dealt, play, kinds, left, markers
    ("AD 3H 7S 9C", "10D x 3H 7S !", ["illegal_capture"], "AD 9C", 0),
    ("AD 3H 7S 9C", "10D - !", ["illegal_capture"], "AD 3H 7S 9C 10D", 0),
    ("AD 3H 7S 9C", "10D x AD 3H 7S 9C !", [], "", 1),
    ("AD 3H 7S 9C", "2D - !", [], "AD 2D 3H 7S 9C", 0),
    # Whoever empties the table gets the marker.
    ("AD 3H 7S 9C", "5H x AD 3H 7S 9C !", ["illegal_capture"], "", 1),
    ("8S KH KD KC", "7S x 8S !", ["illegal_capture"], "", 1),
    ("8S KH KD KC", "8H x 8S", [], "", 1),
    ("8S 8H KD KC", "8D x 8S !", ["illegal_capture"], "8H", 0),
    ("8S 8H KD KC", "8S x 8H 8S", [], "", 1),
    # A lone card and its twin: two markers, but not for an ace, which takes no ace.
    ("8S KH KD KC", "8S x 8S", [], "", 2),
    ("8S KH KD KC", "@0 8S x 8S !", ["out_of_turn"], "", 2),
    ("10D KH KD KC", "10D x 10D", [], "", 2),
    ("AS KH KD KC", "AS x AS !", ["illegal_capture"], "", 1),
    ("AS KH KD KC", "AH x AS !", ["illegal_capture"], "", 1),
    ("AS KH KD KC", "@0 AS x AS !", ["out_of_turn", "illegal_capture"], "", 1),
]  # fmt: skip


@pytest.mark.parametrize(("dealt", "line", "kinds", "left", "earned"), STANDS)
def test_as_it_was_played(dealt: str, line: str, kinds: list[str], left: str, earned: int) -> None:
    record = followed(f"table {dealt}", line)
    step = record.steps[-1]
    assert sorted(kind for _, _, kind, _ in irregular(record)) == sorted(kinds)
    assert (table(record), markers_of(step)) == (left, earned)
    assert markers(record)[step.seat or 0] == earned
    assert (record.sure, missed(record)) == (True, [])


def test_what_was_right_is_not_marked_as_irregular() -> None:
    record = followed("table AD 3H 7S 9C", "@1 10D x AD 3H 7S 9C !", "@0 2D - !")
    assert [step.entry for step in record.steps[1:]] == [
        step.entry for step in followed("table AD 3H 7S 9C", "10D", "2D").steps[1:]
    ]


# The end (#end and #scoring)

DEALT = "2D 5H 8S 9C"


def played_out(*plays: tuple[int, str], house: Sequence[str] = ()) -> Record:
    """A whole game of two in which everybody creeps, but for these plays."""
    lines = [f"table {DEALT}", *creeps(*rest_of(DEALT))]
    for number, captured in plays:
        lines[number] = lines[number].replace("-", captured)
    return followed(*lines, house=house)


def test_nobody_captures_in_a_whole_game() -> None:
    """Nobody takes the remaining cards, and the sheet cannot reach 42."""
    record = played_out()
    sheet = record.score
    assert (record.finished, record.state and record.state.last_capturer) == (True, None)
    assert sheet
    assert ([score.total for score in sheet.scores], sheet.sum, sheet.balanced) == (
        [0, 0],
        0,
        False,
    )
    assert len(now(record).table) + len(now(record).set_aside) == 104


LAST_CAPTURERS = [
    # plays that captured, house rules, last capturer, cards in piles, markers, the sum
    ([(1, "x 2D")], [], 1, [0, 104], [0, 0], 42),
    ([(1, "x 2D")], ["last_capture_point"], 1, [0, 104], [0, 0], 43),
    ([(2, "x 2D")], [], 0, [104, 0], [0, 0], 42),
    ([(1, "x 2D"), (2, "x 5H")], [], 0, [102, 2], [0, 0], 42),
    ([(1, "x 2D 5H 8S 9C")], [], 1, [0, 104], [0, 1], 42),
]


@pytest.mark.parametrize(("plays", "house", "last", "cards", "earned", "total"), LAST_CAPTURERS)
def test_the_last_capturer_takes_the_rest(
    plays: list[tuple[int, str]],
    house: list[str],
    last: int,
    cards: list[int],
    earned: list[int],
    total: int,
) -> None:
    """That is never a sweep."""
    record = played_out(*plays, house=house)
    position, sheet = now(record), record.score
    assert (position.last_capturer, position.table, position.set_aside) == (last, (), ())
    assert [len(pile.cards) for pile in position.piles] == cards
    assert markers(record) == earned
    assert sheet
    assert (sheet.sum, sheet.balanced) == (total, True)


def test_after_the_last_card() -> None:
    record = played_out()
    for line in ("2H -", "2H - !", "@0 2H - !", "shows 5H"):
        with pytest.raises(GameOver):
            enter(record, line)
    assert (sweeping(record), now(record).turn) == ([], None)
    assert enter(record, "undo 101").score is None
    assert write_cards(record.hand(record.index(101)) or ()) == rest_of(DEALT)[-1]
