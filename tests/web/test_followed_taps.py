"""Turns with builds as they are tapped on the page: what can be chosen, begun and added."""

import re

import pytest
from flask import Flask

from .followed_build_game import begun as followed_so_far
from .followed_build_game import plain
from .live_table_taps import Fingers

TABLE_BUILD = "trail_and_table_build"
SEVEN = ["5C 4S+3D=5C+2H=7", "AD -", "8H -"]
"""Cia has a build, and the ace and the 8 make 9."""


def begun(app: Flask, game: str, on: str, table: str, turns: list[str]) -> Fingers:
    """Return a game of so many players so far."""
    name, players = game.split()
    return Fingers(
        followed_so_far(app, name, f"table {table}", *turns, players=int(players), on=on)
    )


@pytest.mark.parametrize(("game", "on", "table", "turns", "tapped", "told"), [
    ("lesotho-casino 3", "", "4S 3D 2H 9C", SEVEN, "AD 8H > QH",
     "builds 9 of A♦ and 8♥ from the table, then trails the Q♥"),
    ("lesotho-casino 3", "", "4S 3D 2H 9C", SEVEN, "AD 8H 9C > QH",
     "builds 9 of 9♣ and A♦ + 8♥ from the table, then trails the Q♥"),
    ("swazi-casino 2", "", "2C 6H 9H KD", [], "2C 6H 9H > 9D",
     "builds 8 of 2♣ and 6♥ from the table, then takes 9♥ with the 9♦"),
    ("casino 2", TABLE_BUILD, "4C 2S JD 9H", [], "4C 2S > KC",
     "builds 6 of 2♠ and 4♣ from the table, then trails the K♣")])  # fmt: skip
def test_what_makes_no_step_with_the_card_was_built_without_it(
    app: Flask, game: str, on: str, table: str, turns: list[str], tapped: str, told: str
) -> None:
    used, _, card = tapped.partition(" > ")
    page = begun(app, game, on, table, turns).tap(card, used.split())
    assert plain(page.parts["last"]).endswith(told), page.text


CHOSEN = [  # the turn, what its button says, and what is entered
    ("2C+6H=8 / 9D x 9H", "builds 8 from the table, then takes",
     "builds 8 of 2♣ and 6♥ from the table, then takes 9♥ with the 9♦"),
    ("2C+6H=8 / 9D 9H=9D=9", "builds 8 from the table, then builds 9",
     "builds 8 of 2♣ and 6♥ from the table, then builds 9 of 9♥ and 9♦"),
    ("2C+6H=8 / 9D -", "builds 8 from the table, then trails",
     "builds 8 of 2♣ and 6♥ from the table, then trails the 9♦"),
    ("9D x 2C 6H", "takes",
     "takes 2♣ and 6♥ with the 9♦: These cards do not make groups of 9. It was left as it was"),
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(CHOSEN)))
def test_of_several_turns_one_is_chosen(app: Flask, number: int) -> None:
    fingers = begun(app, "swazi-casino 3", "", "2C 6H 9H KD", [])
    page = fingers.tap("9D", ["2C", "6H"])
    assert fingers.offered(page) == [turn for turn, _, _ in CHOSEN]
    assert re.findall(r'class="does">(.*?)<', page.html) == [said for _, said, _ in CHOSEN]
    page = fingers.choose(page, CHOSEN[number][0])
    assert CHOSEN[number][2] in plain(page.parts["last"])


def test_what_is_recorded_as_it_was_played_is_what_was_entered(app: Flask) -> None:
    """Bo owns a build and may not just trail: he built another one all the same."""
    turns = ["4D 4D+3C=7", "KC -"]
    fingers = begun(app, "swazi-casino 2", "", "3C 2C 6H JD", turns)
    page = fingers.tap("QD", ["2C", "6H"])
    assert fingers.offered(page)[0] == "2C+6H=8 / QD -"
    page = fingers.choose(page, "2C+6H=8 / QD -")
    assert "builds 8 of 2♣ and 6♥ from the table, then trails the Q♦" in plain(page.parts["last"])
    assert "It was left as it was played." in page.parts["last"]


def test_where_nothing_is_built_without_the_card_nothing_else_is_offered(app: Flask) -> None:
    fingers = begun(app, "casino 2", "", "4C 4S JD 9H", [])
    assert fingers.offered(fingers.tap("KC", ["4C", "4S"])) == ["KC x 4C 4S"]


@pytest.mark.parametrize(("game", "on", "table", "turn", "used", "told"), [
    ("swazi-casino 3", "", "2C 6H 9H KD", "QS -", "2C 6H",
     "trails the Q♠, then builds 8 of 2♣ and 6♥ from the table"),
    ("swazi-casino 3", "", "2C 6H 9H KD", "AC AC+9H=10", "KD", "Nothing can be made of these"),
    ("casino 2", TABLE_BUILD, "4C 2S JD 9H", "KC -", "4C 2S",
     "trails the K♣, then builds 6 of 2♠ and 4♣ from the table"),
    ("casino 2", TABLE_BUILD, "4C 2S JD 9H", "9C x 9H", "4C 2S", "the card that is played must be"),
])  # fmt: skip
def test_what_is_built_after_the_card(app: Flask, game, on, table, turn, used, told) -> None:
    fingers = begun(app, game, on, table, [turn])
    page = fingers.tap("", used.split(), "Bo built these too" if on else "Cia built these too")
    part = page.parts["ask" if "ask" in page.parts else "last"]
    assert told in plain(part)
    assert fingers.record.irregularities == ()


@pytest.mark.parametrize(("game", "turns"), [("casino 2", ["KC -"]), ("swazi-casino 2", [])])
def test_nobody_is_asked_what_else_was_built_where_nothing_can_be(app: Flask, game, turns) -> None:
    fingers = begun(app, game, "", "2C 6H 9H KD", turns)
    assert "built these too" not in fingers.page().text
    answer = fingers.tap("", ["2C", "6H"], "spades", at=f"{fingers.here.table}/more")
    assert "ask" in answer.parts
