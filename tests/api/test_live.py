"""``/games/{number}/plays``: the cards on the table, and plays as people enter them."""

import pytest
from flask import Flask

from tests.api_calls import Caller
from tests.followed_game_calls import Live, engine


@pytest.fixture
def game(app: Flask) -> Live:
    """Ada, who deals, and Bo; nothing has been entered."""
    return engine(Caller(app), ["Ada", "Bo"])


@pytest.fixture(scope="module")
def judged(app: Flask) -> Live:
    """Return one game for all requests that are refused, and so change nothing."""
    return engine(Caller(app), ["Ada", "Bo"], "AD 3H 7S 9C")


def test_the_table_that_was_dealt(game: Live) -> None:
    """The table is entered first, as people write it, and only as it can be."""
    game.refused(422, card="8H")
    game.refused(422, card="8H", captured=[], as_played=True)
    game.refused(422, table_is=["8H"])
    for wrong, status in (("", 422), ("5H 8S 9C", 422), ("5H 8S 9C J", 422), ("5H 8S 9C 1X", 400)):
        game.refused(status, table=wrong.split())
    assert game.read()["state"] == "open"
    state = game.lay("e♥ knp TR d♦")
    assert (state["state"], state["seq"], state["turn"], state["deal"]) == ("playing", 1, 1, 1)
    assert (state["table"], state["set_aside"]) == (["AH", "10D"], ["JS", "QD"])
    assert state["sweeps_for"] == ["J"]


def test_a_choice(game: Live) -> None:
    game.lay("3H 3D 4S 9C")
    problem = game.refused(422, card="7C")
    assert problem["reason"] == "choose"
    assert [option["captured"] for option in problem["options"]] == [["3H", "4S"], ["3D", "4S"]]
    assert game.play("7C", "3D 4S")["table"] == ["3H", "9C"]


def test_an_illegal_play(judged: Live) -> None:
    verdict = judged.refused(422, card="10D", captured=["3H", "7S"])["verdict"]
    assert (verdict["legal"], verdict["reason"]) == (False, "leaves_capturable")
    assert (verdict["missed"], verdict["missing"]) == (["AD", "9C"], [["AD", "9C"]])
    assert verdict["unless"] == []
    assert verdict["message"]


def test_cards_that_cannot_be_read(game: Live) -> None:
    game.lay("5H 8S 9C JD")
    for status, card in ((422, "8"), (400, ""), (400, "8X"), (400, "5K"), (400, "8H 8S")):
        game.refused(status, card=card)
    for card in ("8X", "5K"):
        game.refused(400, card="8H", captured=[card])
