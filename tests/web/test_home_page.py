"""The first page, links from game to game, and pages that need nothing kept."""

import re
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from functools import cache
from urllib.parse import unquote_plus

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import update
from werkzeug.test import Client, TestResponse

from referee.config import resources
from referee.offline import referee_only_app
from referee.rules import games
from referee.rules.games import RULESETS, listed, ruleset
from referee.store.database import db
from referee.store.models import GameSession
from referee.web.assets import assets
from referee.web.referee.position_url import way_back
from tests.page_client import Page, Phone, begin, fill, keys_of, opened, play, start
from tests.strategies import SOAK, some

from .page_requests import WAYS, addresses, cookies
from .page_requests import Page as ReadPage

STRANGERS = "Must I take all of that?"


def button(page: Page) -> tuple[str, str]:
    """Return the link and the text of the first main button of a page."""
    (found, *_) = re.findall(r'<a class="button main" href="([^"]*)">([^<]*)<', page.html)
    return found


def first_heading(page: Page) -> str:
    (found,) = re.findall(r"<h1>(.*?)</h1>", page.html)
    return re.sub("<[^>]*>", "", found)


def test_the_game_asked_about_last_comes_first(phone: Phone) -> None:
    """For strangers their words do, and a game that there is not comes nowhere."""
    page = phone.get("/")
    assert first_heading(page) == "The referee at your card table"
    assert button(page) == ("/krypkasino/referee", "Settle a dispute")
    phone.get("/swazi-casino/referee?table=5S+3H")
    home = phone.get("/")
    assert button(home)[0] == "/swazi-casino/referee"
    places = [home.text.index(text) for text in ("Swazi Casino", "More games", "Krypkasino")]
    assert places == sorted(places)
    phone.get("/krypkasino/referee")
    assert button(phone.get("/"))[0] == "/krypkasino/referee"
    for game in ("", "bridge", "../x", "krypkasino; x"):
        phone.client.set_cookie("game", game)
        assert button(phone.get("/"))[0] == "/krypkasino/referee"


def test_the_game_is_asked_once(phone: Phone) -> None:
    """Every other game stands behind one row, and has the same doors."""
    asked = phone.get("/")
    assert asked.text.count("Which game do you play?") == 1
    chosen = phone.get("/?game=lesotho-casino")
    doors = ["referee", "play", "new", "score", "rules", "exercises"]
    assert {f"/lesotho-casino/{door}" for door in doors} <= set(chosen.links)
    home = phone.get("/")
    assert button(home)[0] == "/lesotho-casino/referee"
    assert "Which game do you play?" not in home.text
    others = {f"/?game={game}" for game in listed() if game != "lesotho-casino"}
    assert others <= set(home.links)


@pytest.mark.parametrize("page", ["play", "exercises", "new"])
def test_a_game_that_was_used_comes_first(phone: Phone, page: str) -> None:
    phone.get(f"/kasino/{page}")
    assert button(phone.get("/"))[0] == "/kasino/referee"


def test_a_running_session_heads_the_page(phone: Phone) -> None:
    session = start(phone, "Ada", "Bo")
    for path in ("/", f"/g/{session.group}"):
        assert button(phone.get(path)) == (session.path, "Continue: game 1 of 2")
    home = phone.get("/")
    assert first_heading(home) == "Ada, Bo"
    assert home.text.index("Continue") < home.text.index("Settle") < home.text.index(STRANGERS)
    play(phone, session, 1, 2, 40)
    home = phone.get("/")
    assert button(home) == (session.path, "Continue: game 2 of 2")
    assert "Tonight · leads: Ada" in home.text


def test_one_tap_leads_to_where_it_goes_on(phone: Phone) -> None:
    """The counter; the live table; the sheet, once somebody counts."""
    session = start(phone, "Ada", "Bo")
    game = phone.press(session, "Begin game 1")
    assert leads_on(phone, session) == f"{session.path}/1"
    phone.press(phone.get(game.path), "Sweep: Bo")
    assert leads_on(phone, session) == f"{session.path}/1"
    table = phone.get(f"{game.path}/table")
    phone.press(table, "These lie on the table", dealt="8S KH KD KC")
    assert leads_on(phone, session) == f"{session.path}/1/table"
    fill(phone, phone.get(f"{game.path}/sheet"), 1)
    assert leads_on(phone, session) == f"{session.path}/1/sheet"


def leads_on(phone: Phone, session: Page) -> str:
    """Return where the home page and the session's page lead on, which must be the same."""
    address, _ = button(phone.get("/"))
    assert button(phone.get(session.path))[0] == address
    return address


def test_lookers_on_look_on(app: Flask, phone: Phone) -> None:
    session = begin(phone, "Ada", "Bo")
    watcher = opened(app, keys_of(phone, session.group)[1])
    address, said = button(watcher.get("/"))
    assert (address, said) == (session.path.removesuffix("/sheet"), "Look on: game 1 of 2")


def test_the_latest_of_several_comes_first(app: Flask, phone: Phone) -> None:
    days = {"Ada": 2, "Bo": 0, "Cia": 1}
    for name, ago in days.items():
        began = datetime.now(UTC) - timedelta(days=ago)
        session = start(phone, name, "Dan")
        with app.app_context():
            one = GameSession.id == session.path.split("/")[3]
            db.session.execute(update(GameSession).where(one).values(started_at=began))
            db.session.commit()
    home = phone.get("/")
    names = re.findall(r"<(?:h1|strong)><bdi>(.*?)</bdi>", home.html)
    assert names == ["Bo, Dan", "Cia, Dan", "Ada, Dan"]
    assert home.html.count("<h1>") == 1


def test_every_open_session_is_in_reach(phone: Phone) -> None:
    """Open sessions of one group are listed, two lines above the dispute. A session that
    is won or set aside is open no more."""
    won = start(phone, "Ada", "Bo", games="1")
    play(phone, won, 1, 2, 40)
    first, *others = (phone.press(phone.get(f"/g/{won.group}/new"), "Start") for _ in range(4))
    aside = phone.press(phone.get(f"/g/{won.group}/new"), "Start")
    phone.press(play(phone, aside, 1, 2, 40), "Set it aside")
    home = phone.get("/")
    latest = others.pop()
    assert button(home)[0] == latest.path
    listed = [path for path in home.links if path in {one.path for one in (first, *others, won)}]
    assert sorted(listed) == sorted(one.path for one in (first, *others))
    assert home.text.index("Also open") < home.text.index("1 more") < home.text.index("Settle")


@pytest.mark.parametrize("points", [(2, 40), None])
def test_a_session_that_is_over_goes_on_nowhere(phone: Phone, points) -> None:
    session = start(phone, "Ada", "Bo")
    if points:
        session = play(phone, session, 1, *points)
    phone.press(session, "End the session")
    home = phone.get("/")
    assert "Continue" not in home.text
    assert first_heading(home) == "Your groups"
    told = home.text.split("Your groups ")[1]
    assert told.startswith("Ada, Bo Last played" if points else "Ada, Bo Nothing was played yet.")
    assert f"/g/{session.group}" in home.links


def test_an_evening_without_a_finished_game_is_not_listed_as_played(phone: Phone) -> None:
    session = start(phone, "Ada", "Bo")
    group = f"/g/{session.group}"
    assert "Nothing was played yet." in phone.get(group).text
    assert "Without a finished game" not in phone.get(group).text  # it is running
    phone.press(session, "End the session")
    page = phone.get(group)
    assert "Nothing was played yet. Without a finished game" in page.text
    assert session.path in page.links
    played = play(phone, phone.press(phone.get(f"{group}/new"), "Start"), 1, 2, 40)
    page = phone.get(group)
    assert "1 of 2 games · leads: Ada" in page.text
    assert "0 of 2" not in page.text
    assert {played.path, session.path} <= set(page.links)


@pytest.mark.parametrize("game", listed())
def test_a_game_that_people_see_has_its_rules(client: FlaskClient, game: str) -> None:
    assert f"/{game}/rules" in ReadPage(client.get(f"/?game={game}").text).links
    assert client.get(f"/{game}/rules").status_code == 200


@pytest.mark.parametrize("game", RULESETS)
def test_a_game_has_its_pages(client: FlaskClient, game: str) -> None:
    """A page that a game lacks is not there."""
    has = {"new": True, "score": True, "rules": game in listed()}
    has["tactics"] = RULESETS[game].tactics is not None
    has["exercises"] = ruleset(game).engine is not None
    for page, there in (has | {"referee": ruleset(game).referee is not None}).items():
        assert client.get(f"/{game}/{page}").status_code == (200 if there else 404)


def test_every_game_has_the_same_doors(client: FlaskClient) -> None:
    """A ruling of it is drawn, too, and leads to the referee."""
    doors = []
    for game in listed():
        page = ReadPage(client.get(f"/?game={game}").text)
        links = {link for link in page.links if link.startswith(f"/{game}/")}
        assert any("/referee?table=" in link for link in links), game
        doors.append({link.split("?")[0].replace(game, "game") for link in links})
    assert all(found == doors[0] for found in doors)


OTHERS = [key for key in RULESETS if key != "krypkasino"]


@pytest.mark.parametrize("page", ["rules", "score"])
def test_the_same_page_of_every_other_game(phone: Phone, page: str) -> None:
    links = phone.get(f"/krypkasino/{page}").links
    assert {f"/{other}/{page}" for other in OTHERS} <= set(links)


def test_only_games_with_a_referee_lead_to_it(phone: Phone) -> None:
    referees = [key for key in OTHERS if games.ruleset(key).referee]
    found = phone.get("/krypkasino/referee")
    assert {f"/{key}/referee" for key in referees} == {
        link for link in found.links if re.fullmatch("/[^/]*/referee", link)
    }


def test_from_referee_to_referee(phone: Phone) -> None:
    """A page that was reached from a game has no such links: its dispute is about that game."""
    assert "/casino/referee" in phone.get("/krypkasino/referee").links
    asked = phone.get("/krypkasino/referee?table=8").links
    assert "/casino/referee?table=8&was=krypkasino" in asked
    session = start(phone, "Ada", "Bo")
    back = session.path.removeprefix("/g/")
    links = phone.get(f"/krypkasino/referee?from={back}").links
    assert session.path in links
    assert "/casino/referee" not in links


@pytest.mark.parametrize(("game", "asked", "other", "along"), [
    ("casino", "table=5 8 3%2B4%3D7@1&players=3", "royal-casino", "table=5 8 3+4=7@1&players=3"),
    ("casino", "table=5 8 3%2B4%3D7@1&played=8", "krypkasino", "table=5 8 3 4&played=8"),
    ("krypkasino", "table=8S 8S 9&played=9", "casino", "table=8 8 9&played=9"),
    # South African has no pictures
    ("casino", "table=5 K 3&players=4", "south-african-casino", "table=5 3&players=4"),
    ("casino", "table=5 K&played=Q&hand=Q 5", "south-african-casino", "table=5&hand=5"),
    ("royal-casino", "table=5 2%2BJ%3D13@0", "south-african-casino", "table=5 2")])  # fmt: skip
def test_cards_and_players_go_along(phone: Phone, game, asked, other, along) -> None:
    answer = phone.client.get(f"/{other}/referee?{asked}&was={game}")
    assert answer.status_code == 303
    assert unquote_plus(answer.location) == f"/{other}/referee?{along}"


@pytest.mark.usefixtures("only_krypkasino")
@pytest.mark.parametrize("page", ["referee", "rules", "new", "score"])
def test_a_game_alone_leads_to_no_other(phone: Phone, page: str) -> None:
    found = phone.get(f"/krypkasino/{page}")
    assert 'class="games"' not in found.html
    assert not [link for link in found.links if "casino/" in link and "/krypkasino/" not in link]


OF_SERVERS = {"alembic", "flask_sqlalchemy", "marshmallow", "sqlalchemy", "waitress"}


@cache
def alone(base: str) -> Flask:
    return referee_only_app.create_app(resources("templates").parent, base)


def told(response: TestResponse) -> tuple[int, str, bytes]:
    """Return the answer without what chats show beside a link to a server."""
    page = re.sub(rb'\n\s*<meta (property="og:|name="twitter:)[^>]*>', b"", response.data)
    return response.status_code, response.headers["Content-Type"], page


@pytest.mark.parametrize(("language", "letters"), WAYS if SOAK > 1 else WAYS[::3])
def test_pages_are_the_same_alone(app: Flask, language: str, letters: str) -> None:
    """In some of the ways to speak: in all of them the pack is asked, which is this app."""
    server = app.test_client(use_cookies=False)
    with app.app_context():
        phone = Client(alone(assets().base), use_cookies=False)
    headers = {"Cookie": cookies(language, letters)}
    for address in some(addresses(language, letters), 8, WAYS.index((language, letters))):
        served = told(server.get(address, headers=headers))
        assert told(phone.get(address, headers=headers)) == served, address
    assert f'<html lang="{language}"' in phone.get("/", headers=headers).text


def test_what_somebody_likes_is_remembered_where_scripts_read_it() -> None:
    response = Client(alone("")).get("/like/language/sv?to=/krypkasino/rules")
    assert (response.status_code, response.headers["Location"]) == (303, "/krypkasino/rules")
    assert "HttpOnly" not in response.headers["Set-Cookie"]


def test_the_way_back_to_a_game_is_shown_without_keys() -> None:
    """A phone's own referee cannot read which links the phone has opened."""
    with alone("").test_request_context():
        way = way_back("abcdefghjkmn/abcdefghjkmn/3/table")
        assert way is not None
        assert (way.address, way.name) == ("/g/abcdefghjkmn/abcdefghjkmn/3/table", "Game 3")
        assert way_back("abcdefghjkmn/links") is None


def test_nothing_of_a_database_is_imported() -> None:
    imported = "import sys, referee.offline.referee_only_app"
    script = f"{imported}; print(*{{name.split('.')[0] for name in sys.modules}})"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert OF_SERVERS.isdisjoint(run.stdout.split())
