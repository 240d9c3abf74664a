"""Why the referee of games with builds says what it says, on its page: grounds, hints, rings."""

import re

import pytest
from flask.testing import FlaskClient

from .asking import LESOTHO, SOUTH_AFRICAN, SWAZI, ask, choose, headline, link, part

WHY = [
    # the game, the question: what a yes rests on, and its clauses
    ("casino", {"table": "8 5 3", "turn": "8 x 8 5 3"}, ["8 and 3+5 are 8 each."], "groups"),
    ("casino", {"table": "8 5 3", "turn": "8 x 8"}, ["A card takes what equals it.",
     "You may leave what it could take as well."], "taking-numbers taking-numbers"),
    ("casino", {"table": "QC QS", "turn": "QD x QC"}, ["A picture takes its own rank."],
     "pictures"),
    ("royal-casino", {"table": "3+4=7@1", "turn": "2 2+3+4=9", "hand": "2 9"},
     ["With the 2 it comes to 9."], "raising"),
    ("spade-casino", {"table": "3+6=9@1", "turn": "9 9=3+6=9", "hand": "9 9"},
     ["The 9 is a group by itself."], "adding"),
    ("swazi-casino", {"table": "5 2 7 8+A=9@1", "turn": "7 x 7"}, ["A card takes what equals it.",
     "It could take more, but only if an opponent insists."], "taking-numbers insist"),
    ("lesotho-casino", {"players": "4", "table": "4C+5C=9@0", "hand": "9S KS", "turn":
     "9S 9S=4C+5C=9@2"}, ["Your partner asked for it."], "asking"),
    ("south-african-casino", {"table": "5 3+5=8@1", "turn": "8 x 3+5=8"},
     ["A card takes the builds of its value, whoever made them."], "taking-builds"),
    ("south-african-casino", {"table": "5", "turn": "8 -"},
     ["No build of yours forbids it, so any card may be trailed."], "laying"),
    ("casino", {"table": "5S+3H=8@0", "hand": "2C 10S", "turn": "2C 5S+3H+2C=10"},
     ["Yes, that is right.", "But until this turn an eight had to be in your hand, for your"],
     "keep-the-card raising"),
    ("casino", {"table": "9", "turn": "8 x 8"}, ["No: this is not on the table: 8."], "groups"),
    ("casino", {"turn": "8 x 8"}, ["No: nothing lies there."], "laying"),
    ("casino", {"table": "3+5=8@1", "turn": "5 x 5"}, ["No: in a build,"], "taking-builds"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "query", "said", "clauses"), WHY)
def test_every_verdict_says_why(
    client: FlaskClient, game: str, query: dict[str, str], said: list[str], clauses: str
) -> None:
    page = ask(client, f"/{game}/referee", **query)
    verdict = page.partition('<section class="verdict')[2].partition("</section>")[0]
    for sentence in said:
        assert sentence in " ".join(verdict.split())
    found = re.findall(rf"/{game}/rules#([\w-]+)", verdict)
    assert found == clauses.split()
    rules = client.get(f"/{game}/rules").text
    assert all(f'id="{clause}"' in rules for clause in found)


MUST_ALL = [
    # the game, the table: what is said to "must I take all?", and its clause
    ("casino", "8 5 3", "Must it take all that? No, it may take less.", "taking-numbers"),
    ("south-african-casino", "8 5 3", "Must it take all that? No, it may", "taking-numbers"),
    ("swazi-casino", "8 5 3", "Must it take all that? Only if an opponent insists.", "insist"),
    ("casino", "8 2", "", ""),
]


@pytest.mark.parametrize(("game", "table", "said", "clause"), MUST_ALL)
def test_must_i_take_all(
    client: FlaskClient, game: str, table: str, said: str, clause: str
) -> None:
    page = ask(client, f"/{game}/referee", table=table, played="8")
    assert ("Must it take all" in page) is bool(said)
    assert said in page
    assert not clause or f"/{game}/rules#{clause}" in page


def test_what_is_to_blame_is_marked(client: FlaskClient) -> None:
    page = ask(client, table="4 5+3=8@0", played="K", claim="laid")
    assert '<li class="build blamed">' in page
    page = ask(client, table="8 5 2", played="8", claim="took", turn="8 x 5 8")
    assert page.count("To blame:") == 2
    assert "blames-played" not in page
    page = ask(client, table="8", played="8", hand="9 9", turn="8 x 8")
    assert page  # the hand is read without the played card


def test_why_nothing_can_be_made(client: FlaskClient) -> None:
    query = {"table": "5S 3D", "hand": "2C KD"}
    page = choose(client, SWAZI, query, "five of spades", "three of diamonds")
    said = "No: an eight must stay in your hand to take your build of 8."
    assert said in part(page, "making").replace(" .", ".")
    assert "/swazi-casino/rules#holder" in page


OF_THE_HAND = "A card from your hand must be part of it"


HINDERED = [
    # the game, the position, cards that are tapped: what is said of them, and its clause
    (SWAZI, {"players": "3", "table": "9S 2C", "piles": "5H>2D@1", "hand": "9H 2H KS"},
     ["nine of spades", "two of clubs", "five of hearts"],
     f"Of one pile a group has one card, so the 2♦ below it must wait. {OF_THE_HAND}: a two.",
     "tops"),
    (SWAZI, {"players": "3", "table": "9S 2C", "piles": "5H@1", "hand": "9H KS"}, ["nine of spades",
     "two of clubs", "five of hearts"],
     "They come to 16. No card is worth so much, and they make no groups of one value.", "groups"),
    (SWAZI, {"players": "3", "table": "9S", "played": "KS"}, ["nine of spades"],
     "The K♠ does not take this, and together they come to 22. No card is worth so much.",
     "groups"),
    (SWAZI, {"table": "9S", "piles": "5H@1"}, ["five of hearts"],
     "Tap more: a card of a pile only comes to a build, or to cards of the table.", "tops"),
    (SOUTH_AFRICAN, {"table": "7D 5S+3C=8@0", "piles": "AH@1"}, ["seven of diamonds",
     "ace of hearts"], f"{OF_THE_HAND}: an eight.", "turn"),
    (SOUTH_AFRICAN, {"table": "7D", "piles": "AH@1"}, ["ace of hearts"], f"{OF_THE_HAND}.", "turn"),
    (LESOTHO, {"table": "K"}, ["king"], "A card from your hand must be part of it: a king.",
     "turn"),
    ("/casino/referee", {"table": "5 7"}, ["five", "seven"],
     "They come to 12. No card is worth so much, and they make no groups of one value.", "groups"),
    ("/casino/referee", {"table": "5 K"}, ["five", "king"],
     "Pictures have no number here. They neither add up nor build.", "pictures"),
    ("/casino/referee", {"table": "5 K"}, ["five"],
     "Tap the other cards of a build too, or remove the card.", ""),
]  # fmt: skip


@pytest.mark.parametrize(("path", "query", "names", "said", "clause"), HINDERED)
def test_every_selection_has_its_own_reason(
    client: FlaskClient,
    path: str,
    query: dict[str, str],
    names: list[str],
    said: str,
    clause: str,
) -> None:
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


RINGED = [
    # the position, what is claimed to have been taken: what is ringed on the felt
    ({"table": "6C", "piles": "8@1", "played": "8"}, "8^1", ["Choose: eight,"]),
    ({"table": "5C", "piles": "3S@1", "played": "8"}, "5C 3S^1", ["Choose: three of spades,"]),
    ({"table": "5C 9S", "played": "8"}, "5C 9S", ["Choose: five of clubs", "Choose: nine of sp"]),
]


@pytest.mark.parametrize(("query", "used", "ringed"), RINGED)
def test_the_right_card_is_ringed(
    client: FlaskClient, query: dict[str, str], used: str, ringed: list[str]
) -> None:
    """SW14: an 8 of a pile is not taken, however many eights there are."""
    page = ask(client, SWAZI, **query, **{"with": used, "claim": "took"})
    assert headline(page).startswith("No: ")
    felt = page.partition('class="felt"')[2].partition("</section>")[0]
    found = re.findall(r"To blame: *([^<]+)<", felt)
    assert [text.startswith(start) for text, start in zip(found, ringed, strict=True)]
    assert felt.count("blamed") == len(ringed)
    assert "blames-played" not in page
