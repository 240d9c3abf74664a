"""What of a log stands: undo, redo and replace, and the numbers that they go by."""

from contextlib import suppress

import pytest

from referee.rules.cards import RulesError, TooManyCopies
from referee.rules.live import GameOver, IllegalPlay
from referee.rules.log.entering import NotLatest, accept
from referee.rules.log.entries import Insert, Replace, Undo, read_entry, write_entry
from referee.rules.log.record import Record, replay
from referee.rules.log.timeline import NoSuchEntry
from tests.logs import creeps, enter, followed, irregular, rest_of, table

LOG = ["table 2D 5H 8S 9C", "8H x 8S", "9H x 9C", "5C x 5H", "JD -"]
"""Entries 1 to 5; Bo plays 2 and 4, Ada 3 and 5."""

UP_TO = 25


def undoable(record: Record) -> set[int]:
    """The numbers that an undo may name."""
    found = set()
    for seq in range(UP_TO):
        with suppress(NotLatest):
            accept(record, Undo(seq))
            found.add(seq)
    return found


UNDOING = [
    # what follows entry 5, the numbers that can be undone then, the entries that stand
    ([], {5}, [1, 2, 3, 4, 5]),
    # The latest that stands, or the latest undo.
    (["undo 5"], {4, 6}, [1, 2, 3, 4]),
    (["undo 5", "undo 4"], {3, 7}, [1, 2, 3]),
    (["undo 5", "undo 4", "undo 3", "undo 2"], {1, 9}, [1]),
    (["undo 5", "undo 4", "undo 3", "undo 2", "undo 1"], {10}, []),
    # An undo of an undo brings the entry back, under both numbers.
    (["undo 5", "undo 6"], {5, 7}, [1, 2, 3, 4, 5]),
    (["undo 5", "undo 6", "undo 5"], {4, 8}, [1, 2, 3, 4]),
    (["undo 5", "undo 6", "undo 7"], {4, 8}, [1, 2, 3, 4]),
    (["undo 5", "undo 6", "undo 7", "undo 8"], {5, 7, 9}, [1, 2, 3, 4, 5]),
    (["undo 5", "undo 6", "undo 7", "undo 8", "undo 7"], {4, 10}, [1, 2, 3, 4]),
    # Several come back in the order in which they went.
    (["undo 5", "undo 4", "undo 7"], {4, 6, 8}, [1, 2, 3, 4]),
    (["undo 5", "undo 4", "undo 7", "undo 6"], {5, 9}, [1, 2, 3, 4, 5]),
    (["undo 5", "undo 4", "undo 7", "undo 8"], {3, 9}, [1, 2, 3]),
    (["undo 5", "undo 4", "undo 7", "undo 4", "undo 9", "undo 6"], {5, 11}, [1, 2, 3, 4, 5]),
    # After another entry nothing comes back.
    (["undo 5", "QD -"], {7}, [1, 2, 3, 4, 7]),
    (["undo 5", "undo 4", "4C -"], {8}, [1, 2, 3, 8]),
    (["undo 5", "undo 4", "undo 7", "QD -"], {9}, [1, 2, 3, 4, 9]),
    (["undo 5", "undo 6", "undo 7", "QD -"], {9}, [1, 2, 3, 4, 9]),
    (["undo 5", "QD -", "undo 7"], {4, 8}, [1, 2, 3, 4]),
    (["undo 5", "shows 3D"], {7}, [1, 2, 3, 4, 7]),
    (["undo 5", "undo 4", "undo 3", "undo 2", "undo 1", LOG[0]], {11}, [11]),
    # What was replaced keeps its number; undone is what replaced it.
    (["replace 2 8C"], {6}, [1, 2, 3, 4, 5]),
    (["replace 2 8C", "undo 6"], {5, 7}, [1, 2, 3, 4, 5]),
    (["replace 2 8C", "undo 6", "undo 7"], {6, 8}, [1, 2, 3, 4, 5]),
    (["replace 2 8C", "undo 6", "undo 5"], {4, 8}, [1, 2, 3, 4]),
    (["undo 5", "replace 2 8C"], {7}, [1, 2, 3, 4]),
    (["replace 5 JC -", "undo 6", "undo 5"], {4, 8}, [1, 2, 3, 4]),
    # Back: what was taken back comes one after the other, in order, each by the same number.
    (["back 3"], {2, 6}, [1, 2]),
    (["back 3", "undo 6"], {3, 6, 7}, [1, 2, 3]),
    (["back 3", "undo 6", "undo 6"], {4, 6, 8}, [1, 2, 3, 4]),
    (["back 3", "undo 6", "undo 6", "undo 6"], {5, 9}, [1, 2, 3, 4, 5]),
    (["back 3", "undo 6", "undo 7"], {2, 8}, [1, 2]),
    (["back 3", "undo 2", "undo 7", "undo 6"], {3, 6, 9}, [1, 2, 3]),
    (["back 3", "4C -"], {7}, [1, 2, 7]),
    (["undo 5", "back 3", "undo 7", "undo 7", "undo 6"], {5, 10}, [1, 2, 3, 4, 5]),
    (["back 3", "back 2", "undo 7", "undo 6"], {3, 6, 9}, [1, 2, 3]),
    (["back 1"], {6}, []),
    (["back 5"], {4, 6}, [1, 2, 3, 4]),
    # What was said about earlier entries stays, also after what is taken back.
    (["replace 2 8C", "back 3"], {6, 7}, [1, 2]),
    (["replace 2 8C", "back 3", "undo 6"], {2, 8}, [1, 2]),
    (["replace 2 8C", "back 3", "undo 7", "undo 7", "undo 7"], {5, 10}, [1, 2, 3, 4, 5]),
    (["replace 4 5D x 5H", "back 4", "undo 7", "undo 7"], {5, 7, 9}, [1, 2, 3, 4, 5]),
]


@pytest.mark.parametrize(("lines", "numbers", "standing"), UNDOING)
def test_what_can_be_undone(lines: list[str], numbers: set[int], standing: list[int]) -> None:
    record = followed(*LOG, *lines)
    assert undoable(record) == numbers
    assert [step.seq for step in record.steps] == standing
    assert record.seq == 5 + len(lines)


@pytest.mark.parametrize(("lines", "numbers", "standing"), UNDOING)
def test_a_log_is_replayed_as_it_was_followed(
    lines: list[str], numbers: set[int], standing: list[int]
) -> None:
    record = followed(*LOG, *lines)
    again = replay(record.rules, record.players, record.dealer, record.entries)
    assert (again.steps, again.irregularities) == (record.steps, record.irregularities)


def test_nothing_stands_before_the_first_entry() -> None:
    record = followed()
    assert (undoable(record), record.state, record.seq) == (set(), None, 0)
    assert (record.timeline.latest, record.timeline.undone) == (None, None)


# Replace

BASE = dict(enumerate(LOG, 1))

REPLACING = [
    # what follows entry 5, what the log says then instead
    (["replace 2 8C"], {2: "8C x 8S"}),
    (["replace 2 8C x 8S"], {2: "8C x 8S"}),
    (["replace 5 QD -"], {5: "QD -"}),
    (["replace 1 table 2D 5H 8S 9D"], {1: "table 2D 5H 8S 9D"}),
    # Twice: the last one says what is true.
    (["replace 2 8C", "replace 2 8D"], {2: "8D x 8S"}),
    (["replace 2 8C", "replace 2 8H"], {}),
    (["replace 2 8C", "replace 5 QD -"], {2: "8C x 8S", 5: "QD -"}),
    # Under the number of the entry that replaced it, and of one that brought that back.
    (["replace 2 8C", "replace 6 8D"], {2: "8D x 8S"}),
    (["replace 2 8C", "replace 6 8D", "replace 7 8C"], {2: "8C x 8S"}),
    (["replace 2 8C", "undo 6", "undo 7", "replace 8 8D"], {2: "8D x 8S"}),
    (["replace 2 8C", "undo 6", "undo 7", "replace 6 8D"], {2: "8D x 8S"}),
    (["undo 5", "undo 6", "replace 7 QD -"], {5: "QD -"}),
    # Undone: what stood before stands again.
    (["replace 2 8C", "undo 6"], {}),
    (["replace 2 8C", "replace 2 8D", "undo 7"], {2: "8C x 8S"}),
    (["replace 2 8C", "replace 2 8D", "undo 7", "undo 6"], {}),
    (["replace 2 8C", "replace 2 8D", "undo 7", "undo 6", "undo 9"], {2: "8C x 8S"}),
    (["replace 5 QD -", "undo 6", "undo 5"], {5: None}),
    (["replace 5 QD -", "undo 6", "undo 7"], {5: "QD -"}),
    # What stays keeps what was said of it; what is taken back comes back with what was said.
    (["replace 2 8C", "back 3"], {2: "8C x 8S", 3: None, 4: None, 5: None}),
    (["replace 2 8C", "replace 4 5D x 5H", "replace 2 8D", "back 4"],
     {2: "8D x 8S", 4: None, 5: None}),
    (["replace 2 8C", "replace 4 5D x 5H", "back 4", "undo 8"], {2: "8C x 8S", 5: None}),
    (["replace 2 8C", "replace 4 5D x 5H", "back 4", *["undo 8"] * 3],
     {2: "8C x 8S", 4: "5D x 5H"}),
    # Under the number of the entry that replaced it, too.
    (["replace 2 8C", "back 6"], {2: None, 3: None, 4: None, 5: None}),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "instead"), REPLACING)
def test_replace(lines: list[str], instead: dict[int, str | None]) -> None:
    record = followed(*LOG, *lines)
    said = {step.seq: write_entry(step.entry) for step in record.steps}
    assert said == {seq: line for seq, line in (BASE | instead).items() if line}
    assert list(said) == sorted(said)


def test_the_log_names_what_was_replaced_by_its_own_number() -> None:
    record = followed(*LOG, "replace 2 8C", "replace 6 8D")
    assert [write_entry(entry) for entry in record.entries[5:]] == [
        "replace 2 8C x 8S",
        "replace 2 8D x 8S",
    ]


REPLACES_NOTHING = [
    # what follows entry 5, what is refused
    ([], "replace 6 8C -"),
    ([], "replace 99 8C -"),
    (["undo 5"], "replace 5 QD -"),
    # An undo says nothing that could be said otherwise.
    (["undo 5"], "replace 6 QD -"),
    (["replace 2 8C", "undo 6"], "replace 6 8D"),
    # A table by a table, a play by a play.
    ([], "replace 1 8C -"),
    ([], "replace 1 shows 2D 5H"),
    ([], "replace 2 table 2D 5H 8S 9C"),
    ([], "replace 2 shows 2D 5H"),
    (["shows 3D"], "replace 6 QD -"),
    (["shows 3D"], "replace 6 table 2D 5H 8S 9C"),
    (["replace 1 table 2D 5H 8S 9D"], "replace 6 8C -"),
]


@pytest.mark.parametrize(("lines", "refused"), REPLACES_NOTHING)
def test_entries_that_cannot_be_replaced_by_this(lines: list[str], refused: str) -> None:
    record = followed(*LOG, *lines)
    entry = read_entry(refused)
    assert isinstance(entry, Replace)
    with pytest.raises(NoSuchEntry) as refusal:
        accept(record, entry)
    assert refusal.value.seq == entry.seq


@pytest.mark.parametrize("seq", [0, -1])
def test_entries_are_numbered_from_1(seq: int) -> None:
    entry = read_entry("8C -")
    with pytest.raises(NoSuchEntry):
        accept(followed(*LOG), Replace(seq, entry))


# A play that was forgotten

INSERTING = [
    # what follows entry 5, what stands then, in order
    (["before 3 KC -"], [1, 2, 6, 3, 4, 5]),
    (["before 2 QC -"], [1, 6, 2, 3, 4, 5]),
    (["before 5 KC -"], [1, 2, 3, 4, 6, 5]),
    # Several, before the same entry, and before each other.
    (["before 3 KC -", "before 3 QC -"], [1, 2, 6, 7, 3, 4, 5]),
    (["before 3 KC -", "before 6 QC -"], [1, 2, 7, 6, 3, 4, 5]),
    (["before 3 KC -", "4D -", "before 7 QC -"], [1, 2, 6, 3, 4, 5, 8, 7]),
    # Undone and brought back, and what it stands under then.
    (["before 3 KC -", "undo 6"], [1, 2, 3, 4, 5]),
    (["before 3 KC -", "undo 6", "undo 7"], [1, 2, 6, 3, 4, 5]),
    (["before 3 KC -", "undo 6", "undo 7", "before 8 QC -"], [1, 2, 9, 6, 3, 4, 5]),
    (["before 3 KC -", "undo 6", "undo 5"], [1, 2, 3, 4]),
    # Beside corrections: an entry keeps its number and its place.
    (["replace 3 9D", "before 6 KC -"], [1, 2, 7, 3, 4, 5]),
    (["before 3 KC -", "replace 6 QC -"], [1, 2, 6, 3, 4, 5]),
    (["before 3 KC -", "replace 6 QC -", "undo 7", "undo 6"], [1, 2, 3, 4, 5]),
    (["shows 3D", "before 6 QD -"], [1, 2, 3, 4, 5, 7, 6]),
    # Going back takes what comes later in the game, whenever it was entered.
    (["before 3 KC -", "back 4"], [1, 2, 6, 3]),
    (["before 3 KC -", "back 3"], [1, 2, 6]),
    (["before 3 KC -", "back 6"], [1, 2]),
    (["before 5 KC -", "back 3"], [1, 2]),
    (["before 3 KC -", "before 6 QC -", "back 6"], [1, 2, 7]),
    (["before 3 KC -", "replace 6 QC -", "back 3"], [1, 2, 6]),
    (["before 3 KC -", "back 3", "QC -"], [1, 2, 6, 8]),
    (["before 3 KC -", "back 3", "before 6 QC -"], [1, 2, 8, 6]),
    (["before 3 KC -", "back 3", "undo 7"], [1, 2, 6, 3]),
    (["before 3 KC -", "back 3", "undo 7", "undo 7", "undo 7"], [1, 2, 6, 3, 4, 5]),
    (["before 3 KC -", "back 6", "undo 7", "undo 7"], [1, 2, 3, 4]),
    (["before 3 KC -", "back 6", *["undo 7"] * 4], [1, 2, 6, 3, 4, 5]),
    (["before 3 KC -", "back 3", "undo 6"], [1, 2]),
    (["before 3 KC -", "back 3", "undo 6", "undo 8", "undo 7"], [1, 2, 6, 3]),
]


@pytest.mark.parametrize(("lines", "standing"), INSERTING)
def test_a_forgotten_play_stands_in_its_place(lines: list[str], standing: list[int]) -> None:
    record = followed(*LOG, *lines)
    assert [step.seq for step in record.steps] == standing
    assert [record.index(seq) for seq in standing] == list(range(len(standing)))
    again = replay(record.rules, record.players, record.dealer, record.entries)
    assert (again.steps, again.irregularities) == (record.steps, record.irregularities)


def test_the_turns_after_a_forgotten_play() -> None:
    """Later plays were those of the next seat, but for one that says whose it was."""
    plays = ["2S -", "KC -", "@2 QC - !", "10D -"]
    record = followed("table JS JH JD JC QS", *plays, players=3)
    assert [step.seat for step in record.steps] == [None, 1, 2, 2, 0]
    record = enter(record, "before 3 9D -")
    assert [step.seat for step in record.steps] == [None, 1, 2, 0, 2, 0]
    assert [(one.seq, one.kind) for one in record.irregularities] == [(4, "out_of_turn")]
    record = enter(record, "before 4 7H -")
    assert [step.seat for step in record.steps] == [None, 1, 2, 0, 1, 2, 0]
    assert record.irregularities == ()
    assert record.state
    assert (record.state.turn, record.state.in_hands) == (1, (3, 3, 3))


NOT_BETWEEN = [
    # what follows entry 5, what is refused, why
    ([], "before 1 KC -", NoSuchEntry),
    ([], "before 6 KC -", NoSuchEntry),
    ([], "before 99 KC -", NoSuchEntry),
    (["undo 5"], "before 5 KC -", NoSuchEntry),
    (["undo 5"], "before 6 KC -", NoSuchEntry),
    (["replace 1 table 2D 5H 8S 9D"], "before 6 KC -", NoSuchEntry),
    # It is judged on the table that lay there: 2D 5H 9C.
    ([], "before 3 9S -", IllegalPlay),
    ([], "before 3 9S x 8S", IllegalPlay),
    ([], "before 3 9S x 8S !", IllegalPlay),
    (["before 2 9S x 9C", "before 2 9S -"], "before 3 9S -", TooManyCopies),
]


@pytest.mark.parametrize(("lines", "refused", "error"), NOT_BETWEEN)
def test_what_cannot_be_put_in_between(
    lines: list[str], refused: str, error: type[RulesError]
) -> None:
    record = followed(*LOG, *lines)
    entry = read_entry(refused)
    assert isinstance(entry, Insert)
    with pytest.raises(error):
        accept(record, entry)


def test_no_more_plays_than_there_are_cards() -> None:
    """When all cards have been played none was forgotten."""
    lines = [f"table {' '.join(LOG[0].split()[1:])}", *creeps(*rest_of(LOG[0][6:]))]
    record = followed(*lines)
    assert record.over
    with pytest.raises(GameOver):
        enter(record, "before 3 KC - !")
    record = enter(followed(*lines[:-1]), f"before 3 {lines[-1]}")
    assert (record.over, len(record.steps)) == (True, len(lines))


def test_a_correction_of_the_table_is_replaced() -> None:
    record = followed(*LOG, "shows 3D", "4C -", "replace 6 shows 3C 8C")
    assert table(record) == "3C 4C 8C"
    assert irregular(record) == [(6, None, "table_corrected", "")]


def test_entries_are_found_under_all_their_numbers() -> None:
    record = followed(*LOG, "replace 2 8C", "undo 6", "undo 7", "undo 8", "undo 9")
    assert [record.index(seq) for seq in (1, 2, 6, 8, 10)] == [0, 1, 1, 1, 1]
    for seq in (0, 7, 9, 11):
        with pytest.raises(NoSuchEntry):
            record.index(seq)


def test_an_entry_that_was_undone_leaves_no_trace() -> None:
    """Here it had passed a forced sweep over."""
    record = followed("table 5H 5D KH QH", "2H -", "KD -", "5S")
    assert irregular(record) == [(4, 1, "missed_forced_sweep", "5S")]
    record = enter(record, "undo 4", "undo 3", "undo 2", "5S")
    assert irregular(record) == []
    assert [step.seq for step in record.steps] == [1, 8]
