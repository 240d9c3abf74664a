"""A session for all to see: the board of a large screen, and the result as a picture."""

from xml.etree import ElementTree

from flask import Flask

from tests.page_client import Phone, keys_of, opened, play, start

from .test_followed_table import followed

SVG = "{http://www.w3.org/2000/svg}"


def test_the_board_tells_the_last_sweep(app: Flask, phone: Phone) -> None:
    """Looking on is enough, and whoever set it up is named where sweeps are paid."""
    session = start(phone, "Ada", "Bo", "Cia")
    game = phone.press(session, "Begin game 1")
    phone.press(phone.get(game.path), "Sweep: Cia")
    phone.press(phone.get(game.path), "Double sweep: Ada")
    board = opened(app, keys_of(phone, session.group)[1]).get(f"{session.path}/board")
    assert board.parts["sweep"] == "The last sweep Ada made a double sweep, and Cia set it up."
    assert "1. Ada 2 cards face up 0" in board.parts["standings"]
    assert board.parts["head"] == "Game 1 of 3 Ada deals. Deal 1 of 8"


def test_the_board_of_followed_games(app: Flask) -> None:
    """The log counts sweeps without a tap on the counter; Casino pays for no sweep."""
    plays = ("5C x 5S 5H 5D", "10S x 10C")
    here = followed(app, "casino", *plays, table="5S 5H 5D 10C", on="sweeps")
    phone = here.phone
    board = phone.get(f"{here.page.rsplit('/', 1)[0]}/board")
    assert board.parts["sweep"] == "The last sweep Ada swept."


def test_whoever_looks_on_is_led_to_the_followed_game(app: Flask) -> None:
    """A counter that was opened before somebody followed the game says nothing more."""
    here = followed(app, "casino", table="5S 5H 5D 10C", on="sweeps")
    watcher = opened(app, keys_of(here.phone, here.page.split("/")[2])[1])
    answer = watcher.ask(here.page, headers={"X-Poll": "1"})
    assert (answer.status_code, answer.headers["Location"]) == (303, f"{here.page}/table")
    assert here.phone.get(here.page).path == here.page


def test_the_board_of_an_evening_that_is_over(phone: Phone) -> None:
    session = start(phone, "Ada", "Bo", games="1")
    over = play(phone, session, 1, 2, 40)
    board = phone.get(f"{over.path}/board")
    assert board.parts["head"] == "Ada wins"
    assert board.parts["settled"] == "Who pays whom Bo → Ada 38"


def test_the_result_as_a_picture(phone: Phone) -> None:
    """Well-formed, of the size that chats show, and nothing in it comes from elsewhere."""
    session = start(phone, "<b>A & o</b>", "W" * 60, games="1")
    over = play(phone, session, 1, 2, 40)
    answer = phone.ask(f"{over.path}/result.svg")
    assert answer.content_type == "image/svg+xml"
    drawn = ElementTree.fromstring(answer.data)
    assert (drawn.get("width"), drawn.get("height")) == ("1200", "630")
    texts = ["".join(one.itertext()).strip() for one in drawn.iter(f"{SVG}text")]
    assert texts[2:8] == ["1.", "<b>A & o</b>", "2", "2.", "W" * 23 + "…", "40"]
    assert not [one for one in drawn.iter() if one.tag in {f"{SVG}image", f"{SVG}use"}]


def test_the_board_goes_on_with_the_next_part(phone: Phone) -> None:
    first = play(phone, start(phone, "Ada", "Bo", "Cia", games="3"), 1, 20, 12, 10)
    second = phone.press(first, "Cia leaves")
    answer = phone.ask(f"{first.path}/board")
    assert answer.status_code == 303
    assert answer.headers["Location"] == f"{second.path}/board"
    board = phone.get(f"{second.path}/board")
    assert board.parts["night"].startswith("The whole evening 1. Cia 1 game 10 2. Bo 1 game 12")
