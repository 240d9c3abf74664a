"""A game as a log: what no longer fits, what was irregular, and how it ends (#deal to #scoring)."""

from collections.abc import Sequence

import pytest

from referee.rules.card_notation import write_cards
from referee.rules.game_engine_interface import GameOver
from referee.rules.log.record import Record
from tests.written_logs import creeps, enter, followed, markers, now, rest_of, sweeping


def test_what_was_right_is_not_marked_as_irregular() -> None:
    record = followed("table AD 3H 7S 9C", "@1 10D x AD 3H 7S 9C !", "@0 2D - !")
    assert [step.event for step in record.events[1:]] == [
        step.event for step in followed("table AD 3H 7S 9C", "10D", "2D").events[1:]
    ]


# The end (#end and #scoring)

DEALT = "2D 5H 8S 9C"


def played_out(*plays: tuple[int, str], house: Sequence[str] = ()) -> Record:
    """Return a whole game of two in which everybody creeps, but for these plays."""
    lines = [f"table {DEALT}", *creeps(*rest_of(DEALT))]
    for number, captured in plays:
        lines[number] = lines[number].replace("-", captured)
    return followed(*lines, house=house)


def test_nobody_captures_in_a_whole_game() -> None:
    """The remaining cards go to no pile, and the sheet cannot reach 42."""
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
    """The rest is never a sweep."""
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
