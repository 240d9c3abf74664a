"""What comes to light later: forced sweeps that were passed over, the hands, and what is known no
more once the table showed something else (#sweep)."""

import random
from dataclasses import replace

import pytest

from referee.rules.log.record import Record
from referee.rules.notation import write_cards
from tests.logs import (
    begun,
    enter,
    followed,
    irregular,
    lines_of,
    markers,
    missed,
    now,
    rest_of,
    sweeping,
    table,
    warned_of,
)
from tests.oracle.simulator import simulate

Missed = list[tuple[int, int, str, int]]

FIVES = "table 5H 5D KH QH"
"""A five takes it, and so does a ten. Bo plays entries 2, 4, ..., Ada 3, 5, ..."""

PASSED_OVER: list[tuple[str, list[str], Missed]] = [
    # dealt, plays, missed: seq, seat, card, missed at
    (FIVES, ["2H -", "KD -", "5S"], [(4, 1, "5S", 2)]),
    (FIVES, ["2H -", "KD -", "10S"], [(4, 1, "10S", 2)]),
    # Not by somebody else; not if he played another card that sweeps; not before it appears.
    (FIVES, ["2H -", "5S x 5D 5H"], []),
    (FIVES, ["10H x 5H 5D", "2H -", "5S -"], []),
    (FIVES, ["2H -", "KD -"], []),
    # The table that Bo left was one for a queen: Ada passed that over.
    (FIVES, ["2H -", "KD -", "5S", "QC"], [(4, 1, "5S", 2), (5, 0, "QC", 3)]),
    # Each play is listed once, under the card that came first.
    (FIVES, ["2H -", "KD -", "5S", "3C -", "10S"], [(4, 1, "5S", 2)]),
    (FIVES, ["2H -", "KD -", "10S", "3C -", "5S"], [(4, 1, "10S", 2)]),
    # One card brings several to light.
    ("table 9H KS KH KD", ["2H -", "2D", "3H -", "3D", "9S"], [(6, 1, "9S", 2), (6, 1, "9S", 4)]),
    ("table 9H KS KH KD", ["2H -", "2D", "3H -", "3D", "4H -", "4D", "9S"], [(8, 1, "9S", 2), (8, 1,
     "9S", 4), (8, 1, "9S", 6)]),
    # An ace in the hand is 14, and never takes a lone ace.
    ("table 5D 9D KH QH", ["2H -", "2D", "AS"], [(4, 1, "AS", 2)]),
    ("table AD KS KH QH", ["2H -", "2D", "AS -"], []),
    # A card that creeps, or does not take all, could have swept earlier all the same.
    (FIVES, ["2H -", "5S x 5D 5H", "5C -"], [(4, 1, "5C", 2)]),
    (FIVES, ["2H -", "2D", "10S x 5D 5H"], [(4, 1, "10S", 2)]),
    # Played, but with another capture than the whole table: that is illegal, not a miss.
    (FIVES, ["5S x 5D !", "2D -", "10S -"], []),
    (FIVES, ["10S - !", "2D -", "5S x 5D !"], []),
    # Out of turn, but it was their table and their card.
    (FIVES, ["@0 2H - !", "2D", "5S x 5D !"], [(4, 0, "5S", 2)]),
    (FIVES, ["@0 2H - !", "@0 5S x 5D 5H !"], [(3, 0, "5S", 2)]),
]  # fmt: skip


@pytest.mark.parametrize(("dealt", "plays", "found"), PASSED_OVER)
def test_forced_sweeps_that_were_passed_over(dealt: str, plays: list[str], found: Missed) -> None:
    assert missed(followed(dealt, *plays)) == found


def whole_deal(*first: str, last: str = "") -> list[str]:
    """The plays of two people who hold six cards each, beginning and ending with these."""
    others = [card for card in rest_of("5H 5D KH QH", seed=2) if card[:-1] in "6 7 8".split()]
    number = 12 - len(first) - bool(last)
    return [*first, *(f"{card} - !" for card in others[:number]), *([last] if last else [])]


DEALS: list[tuple[list[str], str, Missed]] = [
    # plays of the first deal, the card after it, missed
    (whole_deal("2H - !"), "5S", []),
    (whole_deal("2H - !", last="5S - !"), "9S", []),  # Ada's last card: the table was Bo's
    (whole_deal("2H - !", "5S - !"), "9S", []),
    # Ada passed over a table for a four and an eight in the first deal, not in the next.
    (["2H - !", "2D x 2H", *whole_deal()[2:]], "5S", []),
]


@pytest.mark.parametrize(("plays", "then", "found"), DEALS)
def test_the_next_deal_brings_other_cards(plays: list[str], then: str, found: Missed) -> None:
    """Within a deal every card was in the hand from its beginning; in the next one none was."""
    record = followed(FIVES, *plays)
    assert record.state
    assert record.state.deal == 2
    assert missed(enter(record, f"{then} - !")) == found


def test_the_last_card_of_a_deal() -> None:
    """Bo's sixth card is entry 12."""
    plays = whole_deal("2H - !")
    plays[10] = "5S - !"
    assert missed(followed(FIVES, *plays)) == [(12, 1, "5S", 2)]


FACED = [
    # table, the ranks that could have swept it
    (FIVES, ["5", "10"]),
    ("table 5D 9D KH QH", ["A"]),
    ("table AD KS KH QH", []),
    ("table KD KS KH QH", []),
]


@pytest.mark.parametrize(("dealt", "ranks"), FACED)
def test_what_a_play_faced(dealt: str, ranks: list[str]) -> None:
    assert sweeping(followed(dealt)) == ranks


REPLACED: list[tuple[list[str], str, Missed]] = [
    # plays, replacement, missed: entries keep their numbers
    (["2H -", "KD -", "4S"], "replace 4 5S x 5H 5D", [(4, 1, "5S", 2)]),
    (["2H -", "KD -", "5S"], "replace 4 4S -", []),
    (["2H -", "KD -", "5S"], "replace 2 10H x 5H 5D", []),
    (["2H -", "KD -", "5S"], "replace 1 table 5H 6D KH QH", []),
    (["5S", "KD -", "10S -"], "replace 2 2H -", [(4, 1, "10S", 2)]),
    # What comes in between changes whose the later plays were, and what lay there.
    (["2H -", "KD -", "5S"], "before 4 JC -", []),
    (["2H -", "KD -", "JC -", "5S"], "before 4 8C -", [(5, 1, "5S", 2)]),
]


@pytest.mark.parametrize(("plays", "replacement", "found"), REPLACED)
def test_replacements_are_audited(plays: list[str], replacement: str, found: Missed) -> None:
    assert missed(followed(FIVES, *plays, replacement)) == found


# The table shows something else

SHOWN: list[tuple[list[str], Missed]] = [
    # What was before is forgotten, though it may have been so.
    (["2H -", "KD -", "shows 5H 5D 2H", "5S"], []),
    (["2H -", "shows 5H 5D", "KD -", "5S"], []),
    (["2H -", "KD -", "5S", "shows 3H"], [(4, 1, "5S", 2)]),
    # What is after it counts again.
    (["shows 9H", "2H -", "KD -", "9S"], [(5, 1, "9S", 3)]),
    (["2H -", "KD -", "shows 9H", "3H -", "3D", "5S -", "QC -", "9S"], [(8, 0, "QC", 6), (9, 1,
     "9S", 5), (9, 1, "9S", 7)]),
    # A correction that is taken back has forgotten nothing.
    (["2H -", "KD -", "shows 3H", "undo 4", "5S"], [(6, 1, "5S", 2)]),
]  # fmt: skip


@pytest.mark.parametrize(("plays", "found"), SHOWN)
def test_the_audit_forgets_what_was_before(plays: list[str], found: Missed) -> None:
    assert missed(followed(FIVES, *plays)) == found


def test_the_table_shows_something_else() -> None:
    before = followed(FIVES, "2H -", "5S x 5D 5H")
    record = enter(before, "shows 9D 3C")
    assert table(record) == "3C 9D"
    assert record.state
    assert before.state
    for name in ("turn", "deal", "in_hands", "piles", "set_aside", "last_capturer"):
        assert getattr(record.state, name) == getattr(before.state, name)
    assert irregular(record) == [(4, None, "table_corrected", "")]
    assert (before.sure, record.sure, enter(record, "undo 4").sure) == (True, False, True)


def test_an_empty_table_is_shown_and_is_no_sweep() -> None:
    record = followed(FIVES, "shows")
    assert (table(record), markers(record), sweeping(record)) == ("", [0, 0], [])


THIRD_COPIES = [
    # Only what came to light since is certain: the phone may have got the others wrong.
    ["2H - !", "2H - !", "shows 9C", "2H - !", "2H - !"],
    ["shows 5H 5H", "5D - !", "5D - !"],
]


@pytest.mark.parametrize("lines", THIRD_COPIES)
def test_cards_that_were_seen_before_may_come_again(lines: list[str]) -> None:
    assert not followed(FIVES, *lines).sure


def through(seed: int, shows_at: int | None) -> Record:
    """A simulated game, in which the table shows something else after so many plays."""
    game = simulate(random.Random(seed), 3, 0)
    record = begun(game)
    for number, line in enumerate(lines_of(game)):
        record = enter(record, line)
        if number == shows_at:
            assert record.state
            record = enter(record, "shows " + write_cards(record.state.table[1:]))
            record = enter(record, "shows " + write_cards(record.steps[-2].state.table))
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
    found = [record.hand(index) for index in range(len(record.steps))]
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
