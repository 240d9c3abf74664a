"""Irregularities that come to light later: forced sweeps that were passed over, the hands, and
facts that are lost once the table showed something else (#sweep)."""

import random
from dataclasses import replace

import pytest

from referee.rules.log.record import Record
from referee.rules.notation import write_cards
from tests.oracle.krypkasino_simulator import simulate
from tests.written_logs import (
    begun,
    enter,
    followed,
    irregular,
    lines_of,
    missed,
    now,
    rest_of,
    sweeping,
    table,
    warned_of,
)

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
