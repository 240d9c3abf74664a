"""``/games/{number}/plays``: the cards on the table, and plays as people enter them."""

from typing import Any

import pytest
from flask import Flask

from tests.api_calls import NAMES, Caller
from tests.followed_game_calls import Live, cards, engine


@pytest.fixture
def game(app: Flask) -> Live:
    """Ada, who deals, and Bo; nothing has been entered."""
    return engine(Caller(app), ["Ada", "Bo"])


@pytest.fixture(scope="module")
def judged(app: Flask) -> Live:
    """Return one game for all requests that are refused, and so change nothing."""
    return engine(Caller(app), ["Ada", "Bo"], "AD 3H 7S 9C")


# The table that was dealt (#deal)

DEALT = [
    # players, sent, table, set aside, sweeps for
    (2, "JS 5H QH 5H", "5H 5H", "JS QH", "5 10"),
    (2, "e♥ knp TR d♦", "AH 10D", "JS QD", "J"),
]


@pytest.mark.parametrize(("players", "sent", "lying", "aside", "sweeps_for"), DEALT)
def test_the_table_that_was_dealt(
    app: Flask, players: int, sent: str, lying: str, aside: str, sweeps_for: str
) -> None:
    state = engine(Caller(app), NAMES[:players]).lay(sent)
    assert (state["state"], state["seq"], state["turn"], state["deal"]) == ("playing", 1, 1, 1)
    assert state["table"] == cards(lying)
    assert state["set_aside"] == cards(aside)
    assert state["sweeps_for"] == sweeps_for.split()


WRONG_TABLES: list[tuple[Any, int]] = [
    # table, status
    ([], 422),
    (["5H", "8S", "9C"], 422),
    (["5H", "8S", "9C", "J"], 422),
    (["5H", "8S", "9C", "1X"], 400),
]


@pytest.mark.parametrize(("sent", "status"), WRONG_TABLES)
def test_wrong_tables(game: Live, sent: Any, status: int) -> None:
    game.refused(status, table=sent)
    assert game.read()["state"] == "open"
    game.lay("5H 8S 9C JD")


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


# Out of place


def test_a_card_before_the_table(game: Live) -> None:
    game.refused(422, card="8H")
    game.refused(422, card="8H", captured=[], as_played=True)
    game.refused(422, table_is=["8H"])
    assert game.read()["state"] == "open"


def test_cards_that_cannot_be_read(game: Live) -> None:
    game.lay("5H 8S 9C JD")
    game.refused(422, card="8")
    for card in ("", "8X", "5K", "8H 8S"):
        assert game.send(card=card).status_code in (400, 422)
    game.refused(400, card="8X")
    game.refused(400, card="8H", captured=["8X"])
    game.refused(400, card="8H", captured=["5K"])
