"""The pages without a browser: they answer, escape, keep what was typed and link to their rule."""

from html import unescape
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from flask.testing import FlaskClient

from referee.rules.games.krypkasino.verdict import CaptureReason
from tests.strategies import some

from .page_requests import Page

REFEREE = "/krypkasino/referee"
POSITION = {"table": "A 2 6 7 8 9 J", "played": "8"}


def page(client: FlaskClient, path: str, status: int = 200, **query: str) -> str:
    response = client.get(f"{path}?{urlencode(query)}" if query else path)
    assert response.status_code == status
    assert response.content_type == "text/html; charset=utf-8"
    return response.text


@pytest.mark.parametrize("path", ["/", REFEREE, "/krypkasino/rules", "/api/v1/docs"])
def test_pages_stand_alone(client: FlaskClient, path: str) -> None:
    found = Page(page(client, path))
    assert found.outside == []
    assert len(found.ids) == len(set(found.ids))
    links = {link.partition("#")[0] for link in found.links} - {""}
    for link in some(sorted(links), 20):
        assert client.get(link, follow_redirects=True).status_code == 200, link


@pytest.mark.parametrize(
    "path", ["/", REFEREE, "/krypkasino/rules", "/nothing", "/sw.js", "/assets/0/icons/icon.svg"]
)
def test_headers_allow_nothing_foreign(client: FlaskClient, path: str) -> None:
    with client.get(path) as response:
        headers = response.headers
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"


@pytest.mark.parametrize("path", ["/assets/0/css/referee.css", "/assets/0/js/referee.js"])
def test_parts_of_a_page_are_held_to_its_policy(client: FlaskClient, path: str) -> None:
    headers = client.get(path).headers
    assert "Content-Security-Policy" not in headers
    assert headers["X-Content-Type-Options"] == "nosniff"


def test_the_address_holds_the_position(client: FlaskClient) -> None:
    found = Page(page(client, REFEREE, **POSITION, hand="8 6", captured="8"))
    assert {name: found.values[name] for name in ("table", "played", "hand", "captured")} == {
        **POSITION, "hand": "8 6", "captured": "8"}  # fmt: skip


@pytest.mark.parametrize(("query", "sentence"), [
    ({"table": "8 x 9"}, "“x” is not a card"),
    ({"table": "8K"}, "klöver"),
    ({"table": "8S 8S 8S"}, "3 × 8♠"),
    ({"played": "8 9"}, "more than one card"),
    ({"captured": "8"}, "Say which card was played"),
    ({"house": "jokers"}, "no house rule “jokers”"),
    ({"table": "8", "dealt": "1", "house": "set_aside_spades"}, "Enter the suit of the 8"),
    ({"table": "<svg onload=alert(1)>"}, "“<svg” is not a card"),
    ({"table": "x" * 10_000}, "is not a card")])  # fmt: skip
def test_bad_input_is_explained_and_kept(client: FlaskClient, query, sentence) -> None:
    text = page(client, REFEREE, **query)
    assert "<svg" not in text
    assert sentence in unescape(text)
    for name, value in query.items():
        if name in ("table", "played", "captured"):
            assert Page(text).values[name] == value


def test_what_cannot_be_read_adds_nothing_to_addresses(client: FlaskClient) -> None:
    """Links hold only fields that exist, with the cards that could be read."""
    text = page(client, REFEREE, table="8S 9C", played="x", house="set_aside_spades a&b=c#d%41")
    links = [link for link in Page(text).links if link.startswith(f"{REFEREE}?")]
    assert links
    for link in links:
        fields = parse_qs(urlsplit(link).query)
        assert set(fields) <= {"table", "house", "dealt", "last_of_deal", "judge"}
        assert fields.get("house", ["set_aside_spades"]) == ["set_aside_spades"]
        assert not urlsplit(link).fragment


def test_a_card_that_should_not_have_been_played(client: FlaskClient) -> None:
    """The captures of such a card are no advice."""
    text = page(client, REFEREE, table="3H 5S", played="3C", hand="3C 8D")
    assert "If you let the 3♣\ufe0e stand:" in text
    assert 'class="button "' in text
    assert 'class="button main" href' not in text
    assert 'class="button main" href' in page(client, REFEREE, table="3H 5S", played="3C")


def test_claims_link_to_their_clause(client: FlaskClient) -> None:
    rules = Page(page(client, "/krypkasino/rules"))
    assert {reason.clause for reason in CaptureReason} - {None} <= set(rules.ids)
    text = page(client, REFEREE, **POSITION, captured="8")
    assert "/krypkasino/rules#capture-everything" in Page(text).links


def test_worked_examples_open_in_the_referee(client: FlaskClient) -> None:
    links = [link for link in Page(page(client, "/krypkasino/rules")).links if "/referee?" in link]
    assert len(links) >= 30
    for link in some(links, 3):
        assert 'class="error"' not in page(client, link)
