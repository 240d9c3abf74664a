"""Reasons on the page of the referee of games with builds: grounds, hints, rings."""

import re

import pytest
from flask.testing import FlaskClient

from .page_requests import SOUTH_AFRICAN, SWAZI, ask, choose, headline, link, part


@pytest.mark.parametrize(("game", "query", "said", "clauses"), [
    ("casino", {"table": "8 5 3", "turn": "8 x 8"}, ["A card takes what equals it.",
     "You may leave what it could take as well."], "taking-numbers taking-numbers"),
    ("lesotho-casino", {"players": "4", "table": "4C+5C=9@0", "hand": "9S KS", "turn":
     "9S 9S=4C+5C=9@2"}, ["Your partner asked for it."], "asking"),
    ("casino", {"table": "5S+3H=8@0", "hand": "2C 10S", "turn": "2C 5S+3H+2C=10"},
     ["Yes, that is right.", "But until this turn an eight had to be in your hand, for your"],
     "keep-the-card raising"),
    ("casino", {"table": "9", "turn": "8 x 8"}, ["No: this is not on the table: 8."], "groups"),
])  # fmt: skip
def test_every_verdict_says_why(client: FlaskClient, game, query, said, clauses) -> None:
    page = ask(client, f"/{game}/referee", **query)
    verdict = page.partition('<section class="verdict')[2].partition("</section>")[0]
    for sentence in said:
        assert sentence in " ".join(verdict.split())
    found = re.findall(rf"/{game}/rules#([\w-]+)", verdict)
    assert found == clauses.split()
    rules = client.get(f"/{game}/rules").text
    assert all(f'id="{clause}"' in rules for clause in found)


LESS = "Must it take all that? No, it may take less."


@pytest.mark.parametrize(("game", "house", "table", "said", "clause"), [
    ("casino", "", "8 5 3", LESS, "taking-numbers"),
    ("casino", "must_capture_equal", "8 5 3", LESS, "taking-numbers"),
    ("swazi-casino", "", "8 5 3", "Must it take all that? Only if an opponent insists.", "insist"),
    ("casino", "must_capture_equal", "8 8", "", ""),
    ("casino", "", "8 2", "", "")])  # fmt: skip
def test_must_i_take_all(client: FlaskClient, game, house, table, said, clause) -> None:
    page = ask(client, f"/{game}/referee", table=table, played="8", house=house)
    assert ("Must it take all" in page) is bool(said)
    assert said in page
    assert not clause or f"/{game}/rules#{clause}" in page


def test_what_is_to_blame_is_marked(client: FlaskClient) -> None:
    page = ask(client, table="4 5+3=8@0", played="K", claim="laid")
    assert '<li class="build blamed">' in page
    page = ask(client, table="8 5 2", played="8", claim="took", turn="8 x 5 8")
    assert page.count("To blame:") == 2
    assert "blames-played" not in page


OF_THE_HAND = "A card from your hand must be part of it"
HINDERED = [  # the game, the position, cards that are tapped: what is said of them, and its clause
    (SWAZI, {"players": "3", "table": "9S 2C", "piles": "5H>2D@1", "hand": "9H 2H KS"},
     ["nine of spades", "two of clubs", "five of hearts"],
     f"Of one pile a group has one card, so the 2♦ below it must wait. {OF_THE_HAND}: a two.",
     "tops"),
    (SOUTH_AFRICAN, {"table": "7D 5S+3C=8@0", "piles": "AH@1"}, ["seven of diamonds",
     "ace of hearts"], f"{OF_THE_HAND}: an eight.", "turn"),
    ("/casino/referee", {"table": "5 K"}, ["five"],
     "Tap the other cards of a build too, or remove the card.", "")]  # fmt: skip


def test_every_selection_has_its_own_reason(client: FlaskClient) -> None:
    for path, query, names, said, clause in HINDERED:
        page = choose(client, path, query, *names)
        told = part(page, "making").partition(" Read the rule")[0].removesuffix(" Remove")
        assert told == said
        assert re.findall(r'rules#([a-z-]+)"', page.partition('class="making"')[2])[:1] == [
            *filter(None, [clause])
        ]


def test_a_wrong_step_is_marked(client: FlaskClient) -> None:
    """SW13: cards are added to an opponent's build, and it is not taken."""
    query = {"players": "3", "table": "6D 3C+5S=8@1", "piles": "2H@1"}
    page = ask(client, SWAZI, **query, turn="2H^1+6D=3C+5S=8 / 4S -")
    assert headline(page).startswith("No: to an opponent’s build of 8 you only add")
    assert re.findall(r'<li class="wrong"><span>([^<]+)', page) == ["The 4♠ is trailed"]
    assert link(page, "Change this play")["turn"] == "2H^1+6D=3C+5S=8"
