"""Links from a game to the referee and back, with what lies on the table."""

from html import unescape
from itertools import islice
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from flask import Flask

from referee.services import sessions
from referee.services.access import Access
from tests.groups import PAIRS, begin
from tests.live_table_taps import Followed
from tests.page_client import HOME, Group, Page, Phone
from tests.playthroughs import Setup, games
from tests.strategies import SOAK, some

REFEREE = "/krypkasino/referee"
DEALT = "2D 5H 8S KD"
"""The king is set aside."""


def query(page: Page) -> dict[str, str]:
    """Return the question that the referee was asked."""
    return {name: text for name, (text,) in parse_qs(urlsplit(page.path).query).items()}


def dispute(phone: Phone, address: str) -> Page:
    """Return the page that *Dispute?* leads to."""
    page = phone.get(address)
    (link,) = (link for link in page.links if link.endswith("/dispute"))
    return phone.get(link)


def follow(group: Group) -> str:
    """Return the live table, with the cards that were dealt to it."""
    address = f"{group.session}/1/table"
    group.phone.press(group.phone.get(address), "These lie on the table", dealt=DEALT)
    return address


def test_from_a_session_and_a_game_that_nobody_follows(group: Group) -> None:
    for address, back in ((group.session, "the session"), (f"{group.session}/1", "game 1")):
        page = dispute(group.phone, address)
        assert set(query(page)) == {"from"}
        assert address in page.links
        assert f'aria-label="Back to {back}"' in page.html


def test_from_a_group(group: Group) -> None:
    """The referee begins with the house rules of the session that began last, or of the first
    preset."""
    phone, page = group.phone, f"/g/{group.id}"
    for text in ("Friday = casino: sweeps, pictures_take_all", "Monday = swazi-casino"):
        phone.ask(f"{page}/house-rules", "POST", data={"text": text})
    asked = dispute(phone, page)
    assert asked.path.startswith(REFEREE)
    assert page in asked.links
    assert 'aria-label="Back to the group"' in asked.html
    with phone.app.app_context():
        opened = Access(group.id, may_write=True)
        sessions.set_aside(opened, group.session.rpartition("/")[2], aside=True)
    asked = dispute(phone, page)
    assert asked.path.startswith("/casino/referee")
    assert query(asked) == {"house": "pictures_take_all", "from": group.id}


RAISED = "table_cards_may_raise"


@pytest.mark.parametrize(("players", "teams", "house", "asked"), [
    (2, None, "", {}),
    (3, None, "", {"players": "3"}),
    (4, PAIRS, "", {"players": "4", "pairs": "1"}),
    (4, None, f"sweeps {RAISED}", {"players": "4", "house": RAISED})])  # fmt: skip
def test_from_a_game_with_builds(app: Flask, players, teams, house, asked) -> None:
    begun = begin(app, "casino", players, *house.split(), teams=teams)
    for address in (begun.page, begun.page.rpartition("/")[0]):
        page = dispute(begun.phone, address)
        assert page.path.startswith("/casino/referee")
        told = query(page)
        assert told.pop("from") in address
        assert address in page.links
        assert told == asked


def test_from_a_followed_game(group: Group) -> None:
    address = follow(group)
    for place in (address, f"{group.session}/1"):
        page = dispute(group.phone, place)
        assert query(page)["table"] == "2D 5H 8S"
        assert address in page.links
        assert 'aria-label="Back to game 1"' in page.html


def test_a_play_of_the_replay_leads_back_to_itself(group: Group) -> None:
    phone, address = group.phone, follow(group)
    phone.press(phone.get(address), "hearts", rank="8")
    step = f"{address}/replay/1"
    (link,) = (link for link in phone.get(step).links if link.startswith(REFEREE))
    page = phone.get(link)
    assert query(page) | {"from": ""} == {
        "table": "2D 5H 8S", "played": "8H", "captured": "8S", "from": ""}  # fmt: skip
    assert step in page.links


@pytest.mark.parametrize(("game", "dealt", "turn", "verdict"), [
    ("krypkasino", "2D 5H 8S 9C", "8H x 8S", "That was right."),
    ("casino", "4C 8H JD QS", "8C x 8H", "Yes, that is right."),
    ("swazi-casino", "2C 5S 9H KD", "KC x KD", "Yes, that is right.")])  # fmt: skip
def test_after_a_play_its_verdict_comes_first_and_another_card_second(
    app: Flask, game: str, dealt: str, turn: str, verdict: str
) -> None:
    begun = Followed(app, Setup(game, 2)).turns(dealt, turn)
    page = dispute(begun.phone, begun.table)
    assert page.path == f"{begun.table}/replay/1"
    assert verdict in page.text
    (link,) = (link for link in page.links if link.endswith("/dispute/card"))
    asked = begun.phone.get(link)
    assert asked.path.startswith(f"/{game}/referee")
    assert begun.table in asked.links
    assert "played" not in query(asked)


def test_the_way_back_stays_from_tap_to_tap(group: Group) -> None:
    page = dispute(group.phone, follow(group))
    ways = [link for link in page.links if link.startswith(REFEREE)]
    assert len(ways) >= 5  # cards taken back, new deal, share, clear
    for way in ways:
        assert f"from={group.session.removeprefix('/g/')}/1/table" in way, way
    form, _ = page.form("Ask the referee")
    assert form.value("from") == f"{group.session.removeprefix('/g/')}/1/table"


def test_what_is_shared_does_not_say_where_it_was_asked(group: Group) -> None:
    page = dispute(group.phone, follow(group))
    (link,) = (link for link in page.links if "/share?" in link)
    shared = unescape(group.phone.ask(link).text)
    assert f'value="{HOME}{REFEREE}?table=2D+5H+8S"' in shared
    assert f'href="{page.path}"' in shared, "the way back of this phone"
    asked = ({"table": "2D 5H 8S"}, query(page))
    codes = {group.phone.ask(f"{REFEREE}/qr.svg?{urlencode(one)}").data for one in asked}
    assert len(codes) == 1


def test_a_phone_without_the_link_is_shown_no_way_back(group: Group, phone: Phone) -> None:
    """The address may have been copied from another phone's browser."""
    page = dispute(group.phone, f"{group.session}/1")
    assert "Back to game" not in phone.get(page.path).html


NO_WAY_BACK = [
    *("", "//evil.example", "/evil.example", "\\evil.example", "\t/evil.example", "\r\nX: x"),
    *("https://evil.example", "javascript:alert(1)", "é" * 2000, "{session}/1/../../../../evil"),
    *("{session}/1/table?to=//evil.example", "{session}/1//evil.example", "{session}/1/table/"),
    *("{session}/1/table/log.txt", "{session}/" + "1" * 40, "{group}/links")]  # fmt: skip


def test_no_other_way_out(group: Group) -> None:
    session = group.session.removeprefix("/g/")
    for way in NO_WAY_BACK:
        text = way.format(session=session, group=group.id)
        page = group.phone.get(f"{REFEREE}?{urlencode({'table': '8', 'from': text})}")
        assert "Back to" not in page.html, way
        links = [link for link in page.links if not link.startswith("/like/")]  # back to this page
        assert not [link for link in links if "evil" in link or "from=" in link], way


ASKED = ("table", "players", "deal", "stock", "piles", "proven", "house")
COUNTER_CLOCKWISE = ("swazi-casino", "lesotho-casino")
MOST = 40
"""Entries of a game; a soak has whole ones."""
GAMES = ["casino", "royal-casino", "swazi-casino", "lesotho-casino", "south-african-casino"]


@pytest.mark.parametrize("game", some(GAMES, 3))
def test_the_same_builds_and_duties_with_the_mover_at_seat_0(app: Flask, game: str) -> None:
    setup, entries, _ = next(islice(games("disputes", game), 1))
    followed = Followed(app, setup)
    step = -1 if game in COUNTER_CLOCKWISE and "clockwise" not in setup.house else 1
    for number, state in enumerate(followed.enter(entries if SOAK > 1 else entries[:MOST])):
        if state["turn"] is None or number % (4 if SOAK > 1 else 7):
            continue
        leads_to = followed.phone.ask(f"{followed.page}/dispute/card").location
        query = {name: one[0] for name, one in parse_qs(urlsplit(leads_to).query).items()}
        asked = {name: text for name, text in query.items() if name in ASKED}
        ruling = app.test_client().get(f"/api/v1/{game}/referee", query_string=asked).json or {}
        assert sorted((one["value"], one["keeper"]) for one in ruling["builds"]) == sorted(
            (one["value"], (one["keeper"] - state["turn"]) * step % setup.players)
            for one in state["builds"]
        )
        assert sorted(ruling["table"]) == sorted(state["table"])
        if not any(one["dead"] for one in state["builds"]):
            assert ruling["duties"] == state["duties"]
        assert followed.phone.ask(leads_to).status_code == 200
