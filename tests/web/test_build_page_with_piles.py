"""The referee's page of games with open piles and turns of several steps, without a script."""

import re

import pytest
from flask.testing import FlaskClient

from .page_requests import (
    LESOTHO,
    RIGHT,
    SOUTH_AFRICAN,
    SWAZI,
    ask,
    choose,
    headline,
    link,
    part,
    tapped,
)

STEPS = [  # the game, the position, cards that are tapped, the button, the turn so far
    (SWAZI, {"table": "9S 7S 4C", "piles": "5H>2D@1", "hand": "9D KH"}, ["nine of spades",
     "four of clubs", "five of hearts"], "Build 9", "9S=4C+5H^1=9"),
    (SWAZI, {"table": "6D 3C+5S=8@1", "piles": "2H@1", "hand": "4S 8D"}, ["six of diamonds",
     "two of hearts"], "Add to 8", "2H^1+6D=3C+5S=8"),
    (SWAZI, {"table": "8S", "piles": "8H@1", "hand": "4S 8D"}, ["eight of spades"], "", ""),
    (LESOTHO, {"players": "4", "table": "5C 2D+6H=8@0", "piles": "3S@2", "hand": "2C 8D"},
     ["five of clubs", "three of spades"], "Add to 8", "3S^2+5C=2D+6H=8")]  # fmt: skip


def test_what_tapped_cards_make_in_a_turn(client: FlaskClient) -> None:
    for path, query, names, button, turn in STEPS:
        page = choose(client, path, query, *names)
        if button:
            found = link(page.partition('class="making"')[2].partition("</div>")[0], button)["turn"]
            assert sorted(re.split("[ +=]", found)) == sorted(re.split("[ +=]", turn))
        else:
            assert "In this turn" not in page


def test_a_build_before_the_card_looks_otherwise_than_one_with_it(client: FlaskClient) -> None:
    query = {"table": "9S 5C 4D", "played": "9H", "players": "3"}
    page = choose(client, SWAZI, query, "nine of spades", "five of clubs", "four of diamonds")
    (making,) = re.findall(r'id="made">.*?</p>\s*<p class="actions".*?</p>', page, re.DOTALL)
    buttons = re.findall(r'class="button (\w*)"[^>]*>([^<]+)<', making)
    assert buttons == [
        ("", "Build 9 first, the 9♥ later"),
        ("main", "Take"),
        ("main", "Build 9 with the 9♥"),
    ]


SW7 = {"players": "3", "table": "4C 7S 9S", "piles": "5H>2D@1", "hand": "9D KH"}


def test_a_turn_step_by_step(client: FlaskClient) -> None:
    """SW7: both cards of a pile, one after the other, and then a king is laid."""
    page = choose(client, SWAZI, SW7, "nine of spades", "four of clubs", "five of hearts")
    page = ask(client, SWAZI, **link(page, "Build 9"))
    assert headline(page) == "Not yet: a card from the hand must still be played."
    assert part(page, "steps").startswith("9♠ and 4♣+5♥ are 9 each")
    assert re.findall(r'<b class="value"[^>]*>(\d+)<', page) == ["9"]
    for name in ("seven of spades", "two of diamonds"):
        page = ask(client, SWAZI, **tapped(page, name))
    page = ask(client, SWAZI, **link(page, "Add to 9"))
    page = ask(client, SWAZI, **link(page, "Share") | {"played": "KH"})
    page = ask(client, SWAZI, **link(page, "Trail it"))
    assert headline(page) == RIGHT
    assert "The K♥ is trailed" in part(page, "steps")
    back = link(page.replace('<span class="unseen">: The K♥ is trailed</span>', ""), "Take back")
    assert back["turn"].count("/") == 1
    assert headline(ask(client, SWAZI, **back)) == "The K♥ may be trailed"
    assert "piles" not in link(page, "Next play")


@pytest.mark.parametrize(("query", "turn", "said", "then"), [
    ({"table": "2C 5H 7S"}, "7D x 7S", "Take 2♣ and 5♥ as well", "7D x 2C 5H 7S"),
    ({"table": "KS 4C+5S=9@0", "piles": "9H@1", "hand": "9C 10D"}, "10D -",
     "Add next player’s 9♥ to your build of 9", "10D - / 9H^1=4C+5S=9")])  # fmt: skip
def test_what_they_may_insist_on(client: FlaskClient, query, turn, said, then) -> None:
    """SW18 and SW19."""
    page = ask(client, SWAZI, players="3", **query, turn=turn)
    assert headline(page) == "Yes, but an opponent may insist on more."
    assert "An opponent may insist:" in page
    assert link(page, said)["turn"] == then
    done = ask(client, SWAZI, **link(page, said))
    assert headline(done) == RIGHT
    assert "An opponent may insist:" not in done


@pytest.mark.parametrize(("path", "players", "table", "piles", "turn", "then"), [
    (SWAZI, "3", "8S 3+5=8@1", "9C@1", "8D x 8S 3+5=8", ("", "9C@0 8D@2")),
    (LESOTHO, "4", "7S", "9C@1 3D@2", "7D x 7S", ("", "9C@0 3D@1 7D@3")),
    (SOUTH_AFRICAN, "2", "3D 5C", "9C@1", "8S x 3D 5C", ("", "9C@0 3D>5C>8S@1"))])  # fmt: skip
def test_the_next_play(client: FlaskClient, path, players, table, piles, turn, then) -> None:
    page = ask(client, path, players=players, table=table, piles=piles, turn=turn)
    found = link(page, "Next play")
    assert (found.get("table", ""), found["piles"]) == then


def test_what_else_is_passed_on(client: FlaskClient) -> None:
    crazy = {"house": "crazy", "stock": "0", "table": "5"}
    assert link(ask(client, SWAZI, **crazy, turn="7 -"), "Next play")["stock"] == "0"
    second = {"deal": "2", "table": "5"}
    assert link(ask(client, SWAZI, **second, turn="7 -"), "Next play")["deal"] == "2"


def test_piles_that_cannot_be_read(client: FlaskClient) -> None:
    page = ask(client, SWAZI, table="5", piles="3@9 x")
    assert '<h1 class="wrong">' in page
    assert 'name="piles" value="3@9 x"' in page
    assert '<h1 class="wrong">' in ask(client, "/casino/referee", table="5", piles="3@1")


def test_games_without_piles_know_nothing_of_them(client: FlaskClient) -> None:
    page = ask(client, "/casino/referee", table="5 3", played="8", **{"with": "5 3"})
    shown = re.sub("data-piles|turn piles", "", page.partition("<main")[2])
    for text in ("pile", "Hands", "Stock", "Partner", "insist"):
        assert text not in shown


def test_another_card_below_a_used_one(client: FlaskClient) -> None:
    """The step that used a top stays when the card below it is corrected, and so does the top."""
    begun = {"players": "3", "table": "9 7 4", "piles": "5>2@1", "turn": "9=4+5^1=9"}
    page = ask(client, SWAZI, **begun, **{"with": "2^1 7"})
    gone = link(page, "Change the top card")
    assert (gone["piles"], gone["turn"]) == ("5@1", "9=4+5^1=9")


def test_who_holds_it_is_asked_once_a_turn(client: FlaskClient) -> None:
    page = ask(client, SWAZI, table="6 2 5", played="3", turn="3 3+5=8")
    page = ask(client, SWAZI, **link(page, "Yes, I hold it"))
    assert headline(page) == "Yes, but an opponent may insist on more."
    page = ask(client, SWAZI, **link(page, "Add 2 and 6 to your build of 8"))
    assert headline(page) == RIGHT
    assert 'data-stay="yes" aria-current' in page
    assert link(page, "Change this play")["holds"] == "8"
    assert "holds" not in link(page, "Next play")
