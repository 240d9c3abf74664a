"""Irregularities that come to light later, and missed plays that become exercises."""

import random
from dataclasses import replace

import pytest

from referee.rules.cards import RulesError
from referee.rules.exercises.missed_play_exercises import each_question_once, exercise_of
from referee.rules.log.missed_plays import count_missed, missed_in, read_refused, write_refused
from referee.rules.log.record import Record
from referee.rules.notation import write_cards
from tests.followed_games import (
    CASINO,
    ROYAL,
    SOUTH,
    begun,
    enter,
    follow,
    followed,
    irregular,
    laid,
    lines_of,
    missed,
    now,
    rest_of,
    sweeping,
    table,
    warned_of,
)
from tests.oracle.krypkasino_simulator import simulate

FIVES = "table 5H 5D KH QH"
"""A five takes it, and so does a ten. Bo plays entries 2, 4, ..., Ada 3, 5, ..."""


def whole_deal(*first: str, last: str = "") -> list[str]:
    """Return the plays of two people who hold six cards each, beginning and ending with these."""
    others = [card for card in rest_of("5H 5D KH QH", seed=2) if card[:-1] in "6 7 8".split()]
    number = 12 - len(first) - bool(last)
    return [*first, *(f"{card} - !" for card in others[:number]), *([last] if last else [])]


def test_the_last_card_of_a_deal() -> None:
    """Bo's sixth card is entry 12."""
    plays = whole_deal("2H - !")
    plays[10] = "5S - !"
    assert missed(followed(FIVES, *plays)) == [(12, 1, "5S", 2)]


# The table shows something else
def test_the_table_shows_something_else() -> None:
    before = followed(FIVES, "2H -", "5S x 5D 5H")
    record = enter(before, "shows 9D 3C")
    assert table(record) == "3C 9D"
    assert record.state
    assert before.state
    for name in ("turn", "deal", "in_hands", "piles", "set_aside", "last_capturer"):
        assert getattr(record.state, name) == getattr(before.state, name)
    assert irregular(record) == [(4, None, "table_corrected", "")]
    assert (before.is_certain, record.is_certain, enter(record, "undo 4").is_certain) == (
        True,
        False,
        True,
    )


def through(seed: int, shows_at: int | None) -> Record:
    """Return a simulated game, in which the table shows something else after so many plays."""
    game = simulate(random.Random(seed), 3, 0)
    record = begun(game)
    for number, line in enumerate(lines_of(game)):
        record = enter(record, line)
        if number == shows_at:
            record = enter(record, "shows " + write_cards(record.state.table[1:]))
            record = enter(record, "shows " + write_cards(record.events[-2].state.table))
    return record


@pytest.mark.parametrize("shows_at", [0, 20, 98])
def test_a_corrected_game_is_over_but_never_finished(shows_at: int) -> None:
    """Even where it all turned out to be right: it ends on an ordinary sheet."""
    straight, record = through(5, None), through(5, shows_at)
    assert (straight.over, straight.finished, straight.score is None) == (True, True, False)
    assert (record.over, record.finished, record.score) == (True, False, None)
    ended = [replace(now(one), shown=()) for one in (record, straight)]
    assert ended[0] == ended[1]


# The hands
def hands(record: Record) -> list[str | None]:
    found = [record.hand(index) for index in range(len(record.events))]
    return [None if cards is None else write_cards(cards) for cards in found]


def test_a_hand_is_known_when_all_of_it_was_played() -> None:
    plays = whole_deal("2H - !")
    for number in range(11):
        assert hands(followed(FIVES, *plays[:number])) == [None] * (number + 1)
    record = followed(FIVES, *plays)
    cards = [play.split()[0] for play in plays]
    for index, cards_left in zip(range(1, 13), [6, 6, 5, 5, 4, 4, 3, 3, 2, 2, 1, 1], strict=True):
        known = record.hand(index)
        assert known is not None
        assert sorted(map(str, write_cards(known).split())) == sorted(cards[index - 1 :: 2])
        assert len(known) == cards_left
    assert record.hand(0) is None


def test_a_hand_stays_unknown_where_the_table_was_corrected() -> None:
    plays = whole_deal("2H - !")
    found = hands(followed(FIVES, *plays[:6], "shows 9H", *plays[6:]))
    assert found[:8] == [None] * 8
    assert None not in found[8:]


@pytest.mark.parametrize("players", range(2, 7))
def test_the_hands_of_a_simulated_game(players: int) -> None:
    game = simulate(random.Random(players), players, 0, careless=0.5)
    record = enter(begun(game), *lines_of(game))
    assert hands(record) == [None, *(" ".join(play.hand) for play in game.plays)]


def test_what_nobody_can_hold_is_not_announced() -> None:
    """The rules say that a nine sweeps; the table says that none is left."""
    nines = ["table 9S 9H 9D 9C", "9S x 9S 9H 9D 9C", "9H -"]
    some_left = followed(*nines)
    assert warned_of(some_left) == ["9"]
    none_left = enter(some_left, "9D x 9H", "9C -")
    assert sweeping(none_left) == ["9"]
    assert warned_of(none_left) == []
    # Once the log is not sure, anybody may hold one.
    unsure = enter(none_left, "2S -", "shows 9C")
    assert warned_of(unsure) == ["9"]


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
