"""Seats in games with open piles: partners, owners of piles and builds, what is known of them, and
other numbers of players. On the referee's page, without a script."""

import re

import pytest
from flask.testing import FlaskClient

from .page_requests import CASINO, SOUTH_AFRICAN, SWAZI, ask, headline, link

KNOWN = [  # what a partner is known to hold, and others; what is played: the same one player on
    ("J", "", "7", "", "J@1"),
    ("", "J@1", "7", "", "J@0"),
    ("", "J@0", "J", "", ""),
    ("J 9", "K@3 J@0", "J", "K", "9@1 J@1")]  # fmt: skip


def test_what_is_known_goes_round_with_the_seats(client: FlaskClient) -> None:
    for proven, known, played, then, then_known in KNOWN:
        four = {"players": "4", "table": "5", "played": played, "turn": f"{played} -"}
        page = ask(client, SWAZI, **four, proven=proven, known=known)
        found = link(page, "Next play")
        assert (found.get("proven", ""), found.get("known", "")) == (then, then_known)
        assert "known" not in link(page, "3")


def test_what_cannot_be_known_is_left_out(client: FlaskClient) -> None:
    for known in ("J@2", "J@4", "x@1", "J", "\x00@1", "J@1" * 5000):
        found = link(ask(client, SWAZI, players="4", table="5", known=known), "4 players, pairs")
        assert found.get("known", "") == ("J@1" if known.startswith("J@1") else "")
    assert "known" not in link(ask(client, SWAZI, players="3", table="5", known="J@1"), "3 players")


@pytest.mark.parametrize(("path", "query", "players", "then"), [
    (SWAZI, {"players": "4", "table": "3+5=8@3", "piles": "9C@1"}, "2", "table=3+5=8@1&piles=9C@1"),
    (SWAZI, {"players": "3", "table": "5", "piles": "9C@2"}, "4", "table=5&players=4"),
    (SWAZI, {"players": "4", "table": "5", "proven": "J"}, "3", "table=5&players=3"),
    (SOUTH_AFRICAN, {"players": "3", "table": "5", "piles": "9C@2"}, "4",
     "table=5&piles=9C@2&players=4"),
    (CASINO, {"table": "5 3+5=8@1", "played": "8", "claim": "took", "with": "5"}, "4",
     "table=5 3+5=8@1&played=8&with=5&players=4&claim=took"),
    (CASINO, {"table": "5", "played": "5", "turn": "5 x 5", "players": "4"}, "3",
     "table=5&played=5&players=3")])  # fmt: skip
def test_other_players(client: FlaskClient, path, query, players, then) -> None:
    found = link(ask(client, path, **query), players)
    assert found == dict(pair.split("=", 1) for pair in then.split("&"))
    assert headline(ask(client, path, **found))[0] != "“"


@pytest.mark.parametrize(("path", "players", "asked"),
    [(SWAZI, "4", True), (SWAZI, "3", False), (SOUTH_AFRICAN, "4", False)])  # fmt: skip
def test_what_a_partner_holds(client: FlaskClient, path: str, players: str, asked: bool) -> None:
    page = ask(client, path, players=players, table="5")
    assert ("your partner is known to hold" in page) is asked


@pytest.mark.parametrize(("players", "whose"), [
    ("3", ["next player’s", "previous player’s", "yours"]),
    ("4", ["theirs", "your side’s"])])  # fmt: skip
def test_whose_piles(client: FlaskClient, players: str, whose: list[str]) -> None:
    page = ask(client, SWAZI, players=players, table="5", piles="3@1")
    assert list(dict.fromkeys(re.findall(r'whose-pile">([^<]+)', page)))[: len(whose)] == whose
