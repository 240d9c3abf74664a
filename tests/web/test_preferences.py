"""Pages and the API in the language that somebody likes, with the letters of their cards."""

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from io import BytesIO
from itertools import combinations

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st
from werkzeug.exceptions import RequestEntityTooLarge

from referee import create_app
from referee.languages import LANGUAGES
from referee.rules.cards import Card, Rank, TooManyCopies
from referee.services.refusals import GameFinished
from referee.store import queries
from referee.store.database import close, writing
from referee.store.driver_errors import DatabaseBusy
from referee.times import find_zone, server_zone, today
from referee.urls import own_address
from tests.groups import REPEATED, group_of, rich_read_in
from tests.page_client import NEW, POLL, Page, Phone, all_pages, start

QUESTION = "/krypkasino/referee?table=A+7+8+9&played=8"
RULING = f"/api/v1{QUESTION}&captured=8"


@pytest.mark.parametrize(("liked", "headline", "sentence"), [
    ("", "The 8 must take three cards", "No: it must also take the ace and the 7."),
    ("sv", "Åttan måste ta in tre kort", "Nej: esset och sjuan måste också"),
    ("de-AT", "Die Acht muss drei Karten schlagen",
     "Nein – die Karte muss auch das Ass und die Sieben"),
    ("fi,de;q=0.5", "Die Acht muss drei Karten schlagen", "Nein – die Karte muss")])  # fmt: skip
def test_what_the_browser_likes(client: FlaskClient, liked, headline, sentence) -> None:
    headers = {"Accept-Language": liked}
    assert f"<h1>{headline}</h1>" in client.get(QUESTION, headers=headers).text
    assert client.get(RULING, headers=headers).json["verdict"]["message"].startswith(sentence)


def test_a_choice_is_remembered(client: FlaskClient) -> None:
    answer = client.get("/like/language/sv", query_string={"to": QUESTION})
    assert (answer.status_code, answer.location) == (303, QUESTION)
    page = client.get(QUESTION, headers={"Accept-Language": "de"}).text
    assert '<html lang="sv">' in page
    assert "Åttan måste ta in tre kort" in page


@pytest.mark.parametrize(("language", "international", "letters"), [
    ("en", False, "AJQK"),
    ("sv", False, "EKnDK"),
    ("de", False, "ABDK"),
    ("de", True, "AJQK")])  # fmt: skip
def test_letters_follow_the_language(app: Flask, language, international, letters) -> None:
    """The notation of addresses does not."""
    client = app.test_client()
    client.get(f"/like/language/{language}")
    client.get(f"/like/letters/{'international' if international else 'own'}")
    page = client.get("/krypkasino/referee?table=AS+KH").text
    keys = [key.split("<")[0].split(">")[1] for key in page.split('data-rank="')[1:]]
    assert "".join(key for key in keys if not key.isdecimal()) == letters
    assert 'data-table="AS KH"' in page


SAME = {
    *("Referee", "Krypkasino", "Casino", "Royal Casino", "Swazi Casino", "Lesotho Casino"),
    *("Spade Casino", "Kasino", "Standard Hoyle, 1904", "Wippen", "At Bo’s = home"),
    *("English", "Svenska", "Deutsch", "Friday"),
    *("Ada", "Bo", "Cia", "Dan", "Eva", "Ada &amp; Cia", "Bo &amp; Dan", "kr"),
    *("Aa", "Hand", "Link", "Links", "Name", "Session")}  # fmt: skip
"""Words that read the same in another language."""
NAMED = re.compile(r"(\w+|Session) · (Krypkasino · )?Referee|\w+ &amp; \w+ \d+")


def read_aloud(html: str) -> set[str]:
    """Return the texts and labels of a page, but for what it says in a language of its own."""
    html = re.sub(r"<(t[hd]|a) [^>]*lang=.*?</\1>", "", html)
    html = re.sub(r"<(script|style|code|textarea)\b.*?</\1>", "", " ".join(html.split()))
    labels = re.findall(r'(?:aria-label|title|alt|placeholder)="([^"]+)"', html)
    texts = (text.strip() for text in re.split(r"<[^>]*>", html))
    return {text for text in (*texts, *labels) if re.search("[a-zäöåß]{2}", text, re.IGNORECASE)}


@pytest.fixture(scope="module")
def pages(app: Flask) -> dict[str, list[str]]:
    """Return the pages of a group that was played out, and those that need no group."""
    phone = rich_read_in(app)
    group = group_of(phone)
    english = all_pages(phone, f"/g/{group}", group, REPEATED)
    found = {"en": [page.html for page in english] + [phone.ask(path).text for path in FREE]}
    for language in set(LANGUAGES) - {"en"}:
        phone.ask(f"/like/language/{language}")
        asked = (*(page.path for page in english), *FREE)
        found[language] = [phone.ask(path).text for path in asked]
    return found


FREE = [
    *("/", "/krypkasino/new", "/import", "/krypkasino/rules", "/krypkasino/referee"),
    *(f"{QUESTION}&captured=8", "/krypkasino/referee?table=6+6&hand=6+Q+2"),
    *("/krypkasino/referee?table=x", f"/krypkasino/referee/share?{QUESTION.partition('?')[2]}"),
]
ZONE = {server_zone()}


@pytest.mark.parametrize("language", ["sv", "de"])
def test_no_english_on_pages(pages: dict[str, list[str]], language: str) -> None:
    english = set().union(*map(read_aloud, pages["en"]))
    other = set().union(*map(read_aloud, pages[language]))
    assert len(english) > 300
    assert {text for text in english & other - SAME - ZONE if not NAMED.fullmatch(text)} == set()


ERRORS = {
    "/broken": ZeroDivisionError(), "/busy": DatabaseBusy(), "/large": RequestEntityTooLarge(),
    "/late": GameFinished(), "/impossible": TooManyCopies(Card(Rank.ACE), 9, 8)}  # fmt: skip


def throw(error: Exception) -> str:
    raise error


@pytest.fixture(scope="module")
def broken() -> Iterator[FlaskClient]:
    """Yield an app of its own, to break it."""
    app = create_app()
    for path, error in ERRORS.items():
        app.add_url_rule(path, path, partial(throw, error))
    yield app.test_client()
    close(app)


@pytest.mark.parametrize("live", [False, True])
@pytest.mark.parametrize(("method", "path", "status"), [  # method, path, status
    ("GET", "/nothing", 404),
    ("GET", "/whist/rules", 404),
    ("GET", "/g/nobody", 404),
    ("GET", f"/krypkasino/referee/qr.svg?table={'8S+' * 2000}", 400),
    ("POST", "/", 405),
    ("POST", "/import", 403),
    ("GET", "/broken", 500),
    ("GET", "/busy", 503),
    ("GET", "/large", 413),
    ("GET", "/late", 409),
    ("GET", "/impossible", 422)])  # fmt: skip
def test_no_english_on_error_pages(broken: FlaskClient, method, path, status, live) -> None:
    said = {}
    for language in LANGUAGES:
        headers = {"Accept-Language": language, "Origin": "null"} | (POLL if live else {})
        answer = broken.open(path, method=method, headers=headers)
        assert answer.status_code == status
        page = answer.text.partition('<main id="main">')[2].partition("</main>")[0] or answer.text
        said[language] = set(filter(str.strip, re.split(r"<[^>]*>|\n", page)))
    assert not any(one & other for one, other in combinations(said.values(), 2))


NO_CHOICE = ["language/fi", "language/", "letters/none", "cards/", "suits/large-cards", "what/own"]


@pytest.mark.parametrize("path", NO_CHOICE)
def test_nothing_else_can_be_chosen(client: FlaskClient, path: str) -> None:
    assert client.get(f"/like/{path}").status_code == 404


LOOKS = [  # one after the other: what is chosen, the classes of every page from then on
    ("suits/four-colours", "four-colours"),
    ("cards/large-cards", "four-colours large-cards"),
    ("sound/sounds", "four-colours large-cards sounds"),
    ("suits/two-colours", "large-cards sounds"),
    ("cards/usual-cards", "sounds"),
    ("sound/no-sounds", "")]  # fmt: skip


def test_how_cards_look(client: FlaskClient) -> None:
    for path, classes in LOOKS:
        client.get(f"/like/{path}")
        html = f'<html lang="en" class="{classes}">' if classes else '<html lang="en">'
        assert html in client.get(QUESTION).text
    client.set_cookie("suits", '"><script>')
    assert '<html lang="en">' in client.get(QUESTION).text


@pytest.mark.parametrize(("to", "address"), [  # what somebody asks to be led to, where that is
    ("/", "/"),
    (QUESTION, QUESTION),
    ("/krypkasino/referee?hand=\\&house=%5C", "/krypkasino/referee?hand=%5C&house=%5C"),
    ("/.//example.org", "/.//example.org"),
    ("", "/"), ("https://example.org", "/"), ("javascript:alert(1)", "/"),
    ("///example.org", "/example.org"),
    ("/\\example.org", "/"),
    ("\\\\example.org", "/"),
    ("/\n/example.org", "/"),
    ("/\r\n\\example.org", "/"),
    (" //example.org", "/"),
    ("/a\r\nSet-Cookie: a=b", "/aSet-Cookie:%20a=b")])  # fmt: skip
def test_no_way_out(client: FlaskClient, to: str, address: str) -> None:
    answer = client.get("/like/language/sv", query_string={"to": to})
    assert (answer.status_code, answer.location) == (303, address)
    assert "Set-Cookie" in answer.headers


PIECES = [*"/\\\t\n\r \x00\x0b\x1f\x7f\x85\u2028:@?#.[]%a／", "http:", "javascript:", "example.org"]


@given(st.lists(st.sampled_from(PIECES), max_size=8).map("".join))
def test_no_other_text_is_a_way_out(to: str) -> None:
    """A browser goes to another host only after a scheme or two slashes, and drops tabs, line
    breaks, and what controls come first."""
    address = own_address(to)
    assert re.match(r"/(?![/\\])", address)
    assert not re.search(r"[\t\r\n]", address)


PACIFIC, SWEDISH = "America/Los_Angeles", "Europe/Stockholm"
LATE = datetime(2026, 11, 25, 3, 30, tzinfo=UTC)
"""In California it is half past seven in the evening of the 24th."""


def zone_of(app: Flask, group_id: str) -> str | None:
    with app.app_context():
        return queries.timezone(group_id)


def begun(app: Flask, page: Page) -> Page:
    """Return a session that began late."""
    with app.app_context(), writing():
        session = queries.session(page.group, page.path.split("/")[3])
        assert session is not None
        session.started_at = LATE
    return page


def evening(phone: Phone, zone: str) -> Page:
    phone.client.set_cookie("zone", zone)
    return begun(phone.app, start(phone, "Ada", "Bo"))


@pytest.mark.parametrize(("form", "cookie", "zone"), [
    (PACIFIC, SWEDISH, PACIFIC),
    ("", SWEDISH, SWEDISH),
    ("Mars/Olympus", SWEDISH, SWEDISH),
    ("", "x", None)])  # fmt: skip
def test_a_group_has_the_zone_of_its_phone(app: Flask, phone: Phone, form, cookie, zone) -> None:
    if cookie is not None:
        phone.client.set_cookie("zone", cookie)
    page = phone.get(NEW)
    filled, button = page.form("Start")
    sent = filled.filled(button, player=["Ada", "Bo"])
    sent["timezone"] = form
    assert zone_of(app, phone.send(NEW, sent).group) == zone


def test_a_session_began_where_its_group_is(phone: Phone) -> None:
    session = evening(phone, PACIFIC)
    assert "24 November 2026" in phone.get(session.path).text
    assert "24 Nov" in phone.get(session.path).html.partition("</title>")[0]
    page = phone.get(f"/g/{session.group}")
    phone.press(page, "Change the time zone", timezone="asia/tokyo")
    assert "25 November 2026" in phone.get(session.path).text


def test_the_zone_is_changed_on_the_page_of_the_group(phone: Phone) -> None:
    session = evening(phone, SWEDISH)
    page = phone.get(f"/g/{session.group}")
    assert f"Time zone {SWEDISH}" in page.text
    assert "As on this phone" not in page.text
    page = phone.press(page, "Change the time zone", 422, timezone="Mars/Olympus")
    assert page.alert() == "“Mars/Olympus” is not a time zone: write Europe/Stockholm, say."
    form, _ = page.form("Change the time zone")
    assert form.value("timezone") == "Mars/Olympus"
    assert zone_of(phone.app, session.group) == SWEDISH
    page = phone.press(phone.get(f"/g/{session.group}"), "Change the time zone", timezone=PACIFIC)
    assert zone_of(phone.app, session.group) == PACIFIC
    phone.press(page, f"As on this phone: {SWEDISH}")
    assert zone_of(phone.app, session.group) == SWEDISH
    phone.press(phone.get(f"/g/{session.group}"), "Change the time zone", timezone=" ")
    assert zone_of(phone.app, session.group) is None


def read_in(phone: Phone, text: str, status: int = 200) -> Page:
    form, button = phone.get("/import").form("Load it")
    file = (BytesIO(text.encode()), "a file")
    return phone.send("/import", dict(form.filled(button)) | {"again": "1", "file": file}, status)


def test_files_carry_it(phone: Phone) -> None:
    session = evening(phone, PACIFIC)
    data = phone.ask(f"/g/{session.group}/export.json").json
    assert data["timezone"] == PACIFIC
    assert data["sessions"][0]["started_at"] == LATE.isoformat()
    phone.client.set_cookie("zone", SWEDISH)
    assert zone_of(phone.app, read_in(phone, json.dumps(data)).group) == PACIFIC
    del data["timezone"]
    assert zone_of(phone.app, read_in(phone, json.dumps(data)).group) == SWEDISH
    for wrong in ("Mars/Olympus", 7, ["UTC"]):
        page = read_in(phone, json.dumps(data | {"timezone": wrong}), 422)
        assert "timezone" in page.alert()


def test_a_spreadsheet_has_the_times_of_the_group(phone: Phone) -> None:
    session = evening(phone, PACIFIC)
    page = phone.press(phone.get(session.path), "Begin game 1")
    page = phone.get(f"{page.path}/sheet")
    for seat, points in enumerate((40, 2)):
        page = phone.press(page, "Save", inside=f"row-{seat}", points=str(points))
    phone.press(page, "Finish the game")
    with phone.app.app_context(), writing():
        game = queries.last_game(session.path.split("/")[3])
        assert game is not None
        game.finished_at = LATE.replace(hour=9)  # one in the morning
    line = phone.ask(f"/g/{session.group}/export.csv").text.splitlines()[1].split(",")
    assert (line[1], line[4]) == ("2026-11-24", "2026-11-25 01:30")


def test_a_followed_game_as_text_has_them_too(phone: Phone) -> None:
    session = evening(phone, PACIFIC)
    game = phone.press(session, "Begin game 1")
    table = phone.get(f"{game.path}/table")
    phone.press(table, "These lie on the table", dealt="8S KH KD KC")
    with phone.app.app_context(), writing():
        for entry in queries.log(queries.last_game(session.path.split("/")[3]).id):  # type: ignore[union-attr]
            entry.made_at = LATE
    text = phone.ask(f"{table.path}/log.txt").text
    assert "2026-11-24T19:30:00-08:00" in text
    page = read_in(phone, text)
    assert phone.ask(f"{page.path}/log.txt").text == text


@pytest.mark.parametrize("zone", ["Pacific/Niue", "Pacific/Kiritimati", "Mars/Olympus"])
def test_the_exercises_of_the_day_change_at_midnight_of_the_phone(phone: Phone, zone: str) -> None:
    """In Kiritimati the day begins 25 hours sooner than on Niue."""
    phone.client.set_cookie("zone", zone)
    before = today(find_zone(zone))
    links = phone.get("/krypkasino/exercises").links
    days = {link.rpartition("/")[2] for link in links if "/exercises/ten/" in link}
    assert days <= {before.isoformat(), today(find_zone(zone)).isoformat()}
    assert len(days) == 1
