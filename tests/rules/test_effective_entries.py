"""Effective entries of a log: undo, redo and replace, and the numbers that they refer to."""

from random import Random

import pytest

from referee.rules.log.accept_entry import accept
from referee.rules.log.entries import NoSuchEntry, Replace, read_entry, write_entry
from referee.rules.ruleset import GameOver
from tests.oracle.krypkasino_simulator import simulate
from tests.written_logs import enter, followed, lines_of

LOG = ["table 2D 5H 8S 9C", "8H x 8S", "9H x 9C", "5C x 5H", "JD -"]
"""Entries 1 to 5; Bo plays 2 and 4, Ada 3 and 5."""


def test_nothing_stands_before_the_first_entry() -> None:
    record = followed()
    assert (record.state, record.seq) == (None, 0)
    assert (record.timeline.latest, record.timeline.undone) == (None, None)


# Replace


def test_the_log_names_what_was_replaced_by_its_own_number() -> None:
    record = followed(*LOG, "replace 2 8C", "replace 6 8D")
    assert [write_entry(entry) for entry in record.entries[5:]] == [
        "replace 2 8C x 8S",
        "replace 2 8D x 8S",
    ]


@pytest.mark.parametrize("seq", [0, -1])
def test_entries_are_numbered_from_1(seq: int) -> None:
    entry = read_entry("8C -")
    with pytest.raises(NoSuchEntry):
        accept(followed(*LOG), Replace(seq, entry))


# A play that was forgotten


def test_no_more_plays_than_there_are_cards() -> None:
    """No play can have been forgotten when all cards have been played."""
    lines = lines_of(simulate(Random(1), 2, 0))
    record = followed(*lines)
    assert record.over
    with pytest.raises(GameOver):
        enter(record, "before 3 KC - !")
    record = enter(followed(*lines[:-1]), f"before 3 {lines[-1].split()[0]} - !")
    assert (record.over, len(record.events)) == (True, len(lines))


def test_entries_are_found_under_all_their_numbers() -> None:
    record = followed(*LOG, "replace 2 8C", "undo 6", "undo 7", "undo 8", "undo 9")
    assert [record.index(seq) for seq in (1, 2, 6, 8, 10)] == [0, 1, 1, 1, 1]
    for seq in (0, 7, 9, 11):
        with pytest.raises(NoSuchEntry):
            record.index(seq)
