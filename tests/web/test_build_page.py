"""The referee's page of games with builds, part by part, without a script."""

import re
from urllib.parse import urlencode

import pytest
from flask.testing import FlaskClient

from .page_requests import SWAZI, ask, headline, link

REFEREE = "/casino/referee"


@pytest.mark.parametrize(("query", "said"), [  # the question, what is said first
    ({}, "Which cards lie on the table?"),
    ({"table": "5", "played": "K"}, "The king can only be trailed"),
    ({"table": "3+5=8@0"}, "You were the last to add to the build of 8: take, build or add."),
    ({"table": "5 x"}, "“x” is not a card."),
    ({"table": "5", "players": "9"}, "9 is not between 2 and 4."),
    ({"table": "5", "turn": "what"}, "“what” is not a turn.")])  # fmt: skip
def test_the_first_sentence(client: FlaskClient, query: dict[str, str], said: str) -> None:
    assert headline(ask(client, **query)).startswith(said)


def test_who_holds_the_card_settles_it(client: FlaskClient) -> None:
    page = ask(client, table="5", played="3", turn="3 3+5=8")
    yes = ask(client, **link(page, "Yes, I hold it"))
    assert headline(yes) == "Yes, that is right."
    assert "You hold an eight. That is what your build needs." in yes
    no = ask(client, **link(page, "No"))
    assert headline(no) == "No: an eight must stay in your hand to take your build of 8."
    assert "/casino/rules#holder" in no
    assert link(no, "No") == link(page, "Change this play") | {"turn": "3 3+5=8"}  # once more: open


@pytest.mark.parametrize(("table", "turn", "ticked"), [  # the table, the turn: what is ticked
    ("A 2 3 5 6 8", "8 x 8 6+2=8", ["8"]),
    ("9 3+4=7@1", "2 3+4+2=9=9", ["9", "3+4=7@1"]),
    ("5", "3 -", [])])  # fmt: skip
def test_what_was_done_is_ticked(client: FlaskClient, table, turn, ticked) -> None:
    page = ask(client, table=table, turn=turn)
    claim = ask(client, **link(page, "Was that right?"))
    assert headline(claim) == headline(page)
    assert re.findall(r'name="with" value="([^"]+)" checked', claim) == ticked


def test_a_turn_that_is_begun_goes_on(client: FlaskClient) -> None:
    """A build of the table alone, and then a card is laid."""
    begun = {"table": "3 5", "hand": "8 K", "played": "K", "house": "trail_and_table_build"}
    page = ask(client, **begun, turn="3+5=8")
    assert headline(page) == "The king may be trailed"
    assert 'class="open"' in page
    assert link(page, "Trail it")["turn"] == "3+5=8 / K -"
    assert headline(ask(client, **link(page, "Trail it"))) == "Yes, that is right."


def test_a_build_is_made_of_chosen_cards(client: FlaskClient) -> None:
    page = ask(client, table="5S 3D K", **{"with": "5S 3D"})
    assert link(page, "the opponent’s") == {"table": "K 3D+5S=8@1"}
    assert link(page, "yours") == {"table": "K 3D+5S=8@0"}
    assert link(page, "Remove") == {"table": "K"}
    assert re.findall(r">If they lie as a build of (\d+), it is:<", page) == ["8"]


@pytest.mark.parametrize(("path", "players", "whose"), [
    (REFEREE, "2", ["yours", "the opponent’s"]),
    (REFEREE, "3", ["yours", "next player’s", "previous player’s"]),
    (REFEREE, "4", ["yours", "next player’s", "opposite player’s", "previous player’s"]),
    (SWAZI, "4", ["yours", "next player’s", "your partner’s", "previous player’s"])])  # fmt: skip
def test_whose_a_build_is(client: FlaskClient, path: str, players: str, whose: list[str]) -> None:
    for cards in ({"table": "3+5=8@1", "with": "3+5=8@1"}, {"table": "3 5", "with": "3 5"}):
        page = ask(client, path, **cards, players=players)
        for seat, owner in enumerate(whose):
            found = ask(client, path, **link(page, owner))
            (keeper,) = re.findall(r'<span class="keeper[^>]*>([^<]+)</span>', found)
            assert keeper == owner
            assert link(page, owner)["table"] == f"3+5=8@{seat}"
    assert "Whose is the build" not in ask(client, path, table="3+5=8@1", players=players)


@pytest.mark.parametrize(("build", "played", "said", "may"), [
    ("3+5=8@1", "8", "The 8 may take these or build with them", ["Take, and the build of 8",
     "Add to 8"]),
    ("3+5=8@1", "2", "The 2 may build with these", ["Raise to 10"]),
    ("3+5=8@0", "K", "The king may not be played now", [])])  # fmt: skip
def test_a_build_that_is_tapped(client: FlaskClient, build, played, said, may) -> None:
    page = ask(client, table=build, played=played, **{"with": build})
    assert headline(page) == said
    making = page.partition('class="making"')[2].partition('id="whose-8"')[0]
    assert re.findall(r'class="button main"[^>]*>([^<]+)<', making) == may
    assert ("Read the rule" in making) is not bool(may)


@pytest.mark.parametrize(("table", "players", "turn", "then"), [
    ("5 K", "3", "3 3+5=8", "K 3+5=8@2"),
    ("5 2+4=6@1", "4", "5 -", "5 5 2+4=6@0"),
    ("3+5=8@1 9", "", "8 x 3+5=8", "9")])  # fmt: skip
def test_the_next_play(client: FlaskClient, table: str, players: str, turn: str, then: str) -> None:
    """The owner of a build stays right: seats are counted from the next player."""
    page = ask(client, table=table, players=players, turn=turn, judge="1")
    kept = {"players": players} if players else {}
    assert link(page, "Next play") == {"table": then, "judge": "1"} | kept


def test_what_a_card_may_do(client: FlaskClient) -> None:
    """AA16 and AA12 of the rules file: 2 on a build of 7, with a loose 9."""
    page = ask(client, table="3+4=7@1 9 2", played="2")
    assert link(page, "Take") == {"table": "2 9 3+4=7@1", "played": "2", "turn": "2 x 2"} | {
        "table": "9 2 3+4=7@1"
    }
    assert link(page, "Raise to 9")["turn"] == "2 2+3+4=9"
    assert "If you still hold a nine" in page
    assert link(page, "Trail it")["turn"] == "2 -"


TRAILED = {"table": "3 5 8 K", "played": "Q", "house": "trail_and_table_build"}


def test_trailing_and_building_is_listed(client: FlaskClient) -> None:
    page = ask(client, **TRAILED)
    assert "Trail and build of the table" in page
    assert link(page, "Trail it, build 8")["turn"] == "3+5=8 / Q -"
    done = ask(client, **link(page, "Trail it, build 8"))
    assert headline(done) == "Yes, if you still hold an eight."
    bound = ask(client, **TRAILED | {"table": "3 5 4+6=10@0", "hand": "Q 8 10"})
    assert headline(bound) == "The queen may not be played before another step"
    assert "Trail it, build 8" in bound
    assert "Trail it, build" not in ask(client, **TRAILED | {"house": ""})
    assert "Trail it, build" not in ask(client, **TRAILED | {"hand": "Q 7"})


@pytest.mark.parametrize("asked", [  # what was typed, the fields that keep it and their errors
    {"table": "5 3+3=8@0"},
    {"table": "5+", "played": "3 4", "hand": "x", "turn": "y"},
    {"players": "two", "table": "5"},
    {"turn": "8 x " + "5 " * 600}])  # fmt: skip
def test_bad_input_is_told_and_kept(client: FlaskClient, asked: dict[str, str]) -> None:
    page = ask(client, **asked)
    assert '<h1 class="wrong">' in page
    for name in ("table", "played", "hand", "turn"):
        assert f'name="{name}" value="{asked.get(name, "")}"' in page.replace("&#39;", "'")
    for part in ("ruling", "share"):
        assert client.get(f"{REFEREE}/{part}?{urlencode(asked)}").status_code == 200


@pytest.mark.parametrize(("table", "hand", "holds", "values"), [
    ("5 6", "3 9", "", "8"),
    ("5 6", "3 K", "", "8 or 9"),
    ("3 4 5 6 3 4 5 6 A 2 A 2", "3 K", "", "3, 4, 5, 6, 7, 8, 9 or 10"),  # more than are listed
    ("5 6", "", "", ""),
    ("5 6", "", "-8", "8")])  # fmt: skip
def test_why_a_build_is_not_listed(client: FlaskClient, table, hand, holds, values) -> None:
    more = {"turn": "3 3+5=8"} if holds else {}
    page = ask(client, table=table, played="3", hand=hand, holds=holds, **more)
    said = re.findall("No build of ([^:]+): a card that takes it", page)
    assert said == ([values] if values else [])
    assert ('hand. <a href="/casino/rules#holder">' in page) is bool(values)
