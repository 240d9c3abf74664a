"""Missed plays of a followed game, and the exercises that are made of them."""

import pytest

from referee.rules.cards import RulesError
from referee.rules.exercises.missed_play_exercises import each_question_once, exercise_of
from referee.rules.log.missed_plays import count_missed, missed_in, read_refused, write_refused
from referee.rules.log.record import Record
from tests.build_game_scenes import CASINO, ROYAL, SOUTH, follow, laid
from tests.written_logs import followed

SWEEP = "table 5H 5D KH QH"
BUILDS = "table 8S 5S 6D 2D"
BLUFF = ["3C 3C+5S=8", "8H x 3C+5S=8", *laid("KS", "KH", "QS", "QH", "AS")]

FOUND = [
    # the game, what was refused, what was missed: the play, what is asked, what can be tapped, and
    # of that what is right
    (followed(SWEEP, "2H -", "KD -", "5S x 5D 5H"), [], ["1 forced 2H 5S: 5S"]),
    # With twins either will do, and another card that sweeps as well.
    (
        followed(SWEEP, "2H -", "KD -", "5S x 5D 5H", "KC x KD", "10C -", "5C -", "5S x 5C"),
        [],
        ["1 forced 2H 5S 5S 10C: 5S 5S 10C"],
    ),
    # The third five was not in the hand: either it or the table is an error.
    (followed("table 5H 5C 2D 8D", "3S -", "4H -", "10C x 2D 5C 5H 8D", "4C x 4H", "5H -",
              "replace 1 table 5H 5H 2D 8D"), [], ["1 forced 3S 10C: 10C"]),
    (followed("table 5H 5H 2D 8D", "3S -", "4H -", "10C x 2D 5H 5H 8D", "shows 4H", "4C x 4H",
              "5H -"), [], ["1 forced 3S 10C: 10C"]),
    # Whoever could not have known sees what came to light.
    (followed(SWEEP, "2H -", "KD -"), [], []),
    (followed(SWEEP, "2H -", "5S x 5H !"), [], ["2 take 2H 5H 5D: 5H 5D"]),
    (followed("table 8S 8S 3H JC", "8H x 8S !"), [], ["1 take 3H 8S 8S: 8S 8S"]),
    (followed("table 8S 5H 3H JC", "8H - !"), [], ["1 take 3H 5H 8S: 3H 5H 8S"]),
    # Refused, and entered otherwise; or not against the rules, or let stand after all.
    (followed(SWEEP, "2H -", "5S x 5D 5H"), ["2 5S x 5H"], ["2 take 2H 5H 5D: 5H 5D"]),
    (followed(SWEEP, "2H -", "5S x 5D 5H"), ["2 5S x 5D 5H"], []),
    (followed(SWEEP, "2H -", "5S x 5H !"), ["2 5S x 5H"], ["2 take 2H 5H 5D: 5H 5D"]),
    (followed(SWEEP, "2H -"), ["2 7S x 5H", "9 7S x 5H"], ["1 take 2H 5H 5D: 2H 5D|2H 5H"]),
    (followed(SWEEP, "2H -", "undo 2", "2H -"), ["1 2C x 5H"], ["1 take 5H 5D: "]),
    (followed(SWEEP), ["1 2H x 5H"], ["0 take 5H 5D: "]),
    # Nonsense: no clause forbids it.
    (followed(SWEEP), ["0 2H -", "1 2H", "1 @9 2H x 5H", "1 2H x 9S"], []),
    (follow(CASINO, BUILDS), ["1 2C x 9C", "1 3C 3C+9C=12", "1 8H x 3C+5S=8"], []),
    # Out of turn, cards that do not fit and corrected tables teach nothing.
    (followed(SWEEP, "@0 2H - !", "shows 5H 2H"), [], []),
    (follow(CASINO, BUILDS, *BLUFF), [], ["1 held: 8"]),
    (follow(CASINO, BUILDS, *BLUFF), ["1 3C 3C+5S=9"],
     ["1 held: 8", "1 fails 2D 5S 6D 8S 3C: 3C|5S|5S 3C"]),
    (follow(CASINO, BUILDS, *laid("KS", "KH", "QS", "QH", "AS", "AH"), "3C 3C+5S=8 !"), [],
     ["7 fails AS AH 2D 5S 6D 8S QS QH KS KH 3C: 3C|5S|5S 3C"]),
    (follow(CASINO, BUILDS, "3C 3C+5S=8", "KH -", "8D x 8S", "8H x 3C+5S=8", *laid(
        "QS", "QH", "AS")), [], ["3 held: 8"]),
    (follow(ROYAL, "table AS 10D 9C 5H", "4S 4S+10D=14", "KS -", "AD AD=AS=1", "AC x 4S+10D=14",
            "AH x AS=AD=1", *laid("QS", "QH")), [], ["3 held: A"]),
    (follow(SOUTH, "7C -"), ["1 7D 7D+7C=9"], ["0 fails 7C 7D: 7C|7C 7D|7D"]),
    # What lies on top of a pile is there to be tapped, one's own too.
    (follow(SOUTH, "7C -", "7D x 7C", "9S -"), ["3 2C x 7D"], ["2 fails 9S 7D^0 2C: 7D^0|7D^0 2C"]),
    (follow(SOUTH, "7C -", "7D x 7C"), ["2 2C x 7D"], ["1 fails 7D^0 2C: 2C|7D^0|7D^0 2C"]),
]  # fmt: skip


@pytest.mark.parametrize(("record", "refused", "listed"), FOUND)
def test_what_was_missed(record: Record, refused: list[str], listed: list[str]) -> None:
    found = missed_in(record, map(read_refused, refused))
    lines = []
    for one in found:
        exercise = exercise_of(record.engine, record, one)
        choices = exercise.choices
        if exercise.asks in ("held", "forced"):
            right = " ".join(piece for piece in choices if exercise.judge((piece,)).right)
        else:
            sets = {" ".join(some) for some in subsets(choices) if exercise.judge(some).right}
            right = "|".join(sorted(sets))
        shown = () if exercise.asks == "held" else choices
        lines.append(f"{' '.join((str(one.play), exercise.asks, *shown))}: {right}")
    assert lines == listed
    assert count_missed(record) == sum(one.irregularity is not None for one in found)


def subsets(pieces: tuple[str, ...]) -> list[tuple[str, ...]]:
    some: list[tuple[str, ...]] = [()]
    for piece in pieces:
        some += [(*one, piece) for one in some]
    return some


@pytest.mark.parametrize("line", ["1 2H x 5H", "12 @2 8H x 8S", "0 3C 3C+5S=8"])
def test_what_was_refused_is_written_as_it_is_read(line: str) -> None:
    assert write_refused(read_refused(line)) == line


@pytest.mark.parametrize("line", ["", "2H x 5H", "1", "-1 2H -", "01 2H -", "1 undo 1", "1 2 -"])
def test_what_cannot_be_read(line: str) -> None:
    with pytest.raises(RulesError):
        read_refused(line)


TWICE = [
    # the game, what was refused, the questions that are asked: the play and what is asked
    # Refused, and then let stand: as it was, or another capture of the same card.
    (followed(SWEEP, "2H -", "5S x 5H !"), ["2 5S x 5H"], ["2 take"]),
    (followed(SWEEP, "2H -", "5S x 5H !"), ["2 5S x 5D"], ["2 take"]),
    (followed(SWEEP, "2H -", "5C x 5D 5H", "undo 3", "5S x 5H !"), ["2 5S x 5H"], ["2 take"]),
    # Refused twice, or once as another card.
    (followed(SWEEP, "2H -", "5S x 5D 5H"), ["2 5S x 5H", "2 5S x 5D"], ["2 take"]),
    (followed(SWEEP, "2H -", "5S x 5D 5H"), ["2 5S x 5H", "2 7S x 5H"], ["2 take", "2 take"]),
    # A build is asked about twice only if it fails on something else.
    (follow(CASINO, BUILDS, "KS -", "undo 2", "2C x 8S !"), ["1 2C x 8S"], ["1 fails"]),
    (follow(CASINO, BUILDS, "KS -"), ["1 3C 3C+5S=9", "1 3C 3C+6D=10"], ["1 fails", "1 fails"]),
    (follow(CASINO, BUILDS, *BLUFF), [], ["1 held"]),
    (followed(SWEEP, "2H -", "KD -", "5S x 5D 5H"), [], ["1 forced"]),
]  # fmt: skip


@pytest.mark.parametrize(("record", "refused", "asked"), TWICE)
def test_a_position_is_asked_about_once(
    record: Record, refused: list[str], asked: list[str]
) -> None:
    found = each_question_once(record, missed_in(record, map(read_refused, refused)))
    listed = [f"{one.play} {exercise_of(record.engine, record, one).asks}" for one in found]
    assert listed == asked
