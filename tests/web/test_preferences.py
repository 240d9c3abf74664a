"""Pages and the API in the language that somebody likes, with the letters of their cards."""

import re
from collections.abc import Iterator
from functools import partial
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
from referee.store.database import close
from referee.store.driver_errors import DatabaseBusy
from referee.times import server_zone
from referee.urls import own_address
from tests.exported_groups import REPEATED, group_of, rich
from tests.page_client import POLL, all_pages

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
    phone = rich(app)
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
    ("suits/two-colours", "large-cards"),
    ("cards/usual-cards", "")]  # fmt: skip


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
