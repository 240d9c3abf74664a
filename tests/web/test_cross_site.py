"""Refusal of requests that another site's page makes, by what browsers tell of their origin."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from flask import Flask

from referee import create_app
from referee.web.forms import is_cross_site
from tests.database_dump import dump
from tests.databases import quick_folder
from tests.page_client import POLL, Page, Phone, new_group

from .requests_by_key import FORMS, TABLE, address, form, make, meant, prepared

HERE, LAN, V6 = "cards.example", "192.168.1.7:8000", "[fd00::7]:8000"
KEY = "group_Xy=signed"
NO_KEY = "language=sv"
ALLOWED, REFUSED = False, True
Told = tuple[str | None, str | None, str, str | None, str, bool]


@pytest.mark.parametrize("told", [  # Sec-Fetch-Site, Origin, Host, cookie, method, is it refused?
    ("same-origin", "https://cards.example", HERE, KEY, "POST", ALLOWED),
    ("same-origin", "https://cards.example", "127.0.0.1:8000", KEY, "POST", ALLOWED),  # a proxy's
    ("same-origin", None, HERE, KEY, "POST", ALLOWED),
    ("same-origin", "null", HERE, KEY, "POST", ALLOWED),  # a page that names no address
    ("none", None, HERE, KEY, "POST", ALLOWED),  # typed in, or a page that is loaded again
    ("same-site", "https://other.cards.example", HERE, KEY, "POST", REFUSED),
    ("cross-site", "https://evil.example", HERE, KEY, "POST", REFUSED),
    ("cross-site", "https://evil.example", HERE, NO_KEY, "POST", REFUSED),
    ("cross-site", "https://cards.example", HERE, KEY, "POST", REFUSED),
    ("Same-Origin", None, HERE, KEY, "POST", REFUSED),  # no browser says so
    ("cross-site", "https://evil.example", HERE, KEY, "DELETE", REFUSED),
    # Looking changes nothing.
    ("cross-site", "https://evil.example", HERE, KEY, "GET", ALLOWED),
    ("cross-site", None, HERE, KEY, "HEAD", ALLOWED),
    (None, None, HERE, KEY, "GET", ALLOWED),
    # Safari before 16.4, and plain http on any other host than localhost.
    (None, "https://cards.example", HERE, KEY, "POST", ALLOWED),
    (None, "https://cards.example", "cards.example:443", KEY, "POST", ALLOWED),
    (None, "http://192.168.1.7:8000", LAN, KEY, "POST", ALLOWED),
    (None, "http://192.168.1.7", "192.168.1.7:80", KEY, "POST", ALLOWED),
    (None, "http://[fd00::7]:8000", V6, KEY, "POST", ALLOWED),
    (None, "http://192.168.1.7:8001", LAN, KEY, "POST", REFUSED),  # another program there
    (None, "http://192.168.1.8:8000", LAN, KEY, "POST", REFUSED),
    (None, "https://evil.example", HERE, KEY, "POST", REFUSED),
    (None, "https://evil.example", HERE, None, "POST", REFUSED),
    (None, "https://cards.example.evil.example", HERE, KEY, "POST", REFUSED),
    (None, "https://cards.example@evil.example", HERE, KEY, "POST", REFUSED),
    (None, "null", HERE, KEY, "POST", REFUSED),
    (None, "null", "null", KEY, "POST", REFUSED),
    (None, "http://[", HERE, KEY, "POST", REFUSED),
    (None, "https://", "", KEY, "POST", REFUSED),
    # The address that the settings name, where a proxy keeps it to itself.
    (None, "https://public.example", "127.0.0.1:8000", KEY, "POST", ALLOWED),
    # No browser: what has no key changes nothing of others.
    (None, None, HERE, KEY, "POST", REFUSED),
    (None, None, HERE, "group_Xy=", "POST", REFUSED),
    (None, None, HERE, NO_KEY, "POST", ALLOWED),
    (None, None, HERE, None, "POST", ALLOWED)], ids=str)  # fmt: skip
def test_what_is_refused(app: Flask, monkeypatch: pytest.MonkeyPatch, told: Told) -> None:
    *values, method, is_refused = told
    monkeypatch.setitem(app.config, "PUBLIC_ADDRESS", "https://public.example/cards/")
    names = ("Sec-Fetch-Site", "Origin", "Host", "Cookie")
    headers = {name: value for name, value in zip(names, values, strict=True) if value is not None}
    with app.test_request_context("/krypkasino/new", method=method, headers=headers) as context:
        assert is_cross_site(context.request) == is_refused


@pytest.fixture(scope="module")
def proxied() -> Iterator[Flask]:
    with quick_folder() as folder:
        url = f"sqlite:///{folder / 'referee.db'}"
        yield create_app({"TESTING": True, "DATABASE_URL": url, "PROXIES": 1})


@pytest.mark.parametrize(("forwarded", "origin"), [
    # what a proxy passes on, where a browser says that it is at
    ({"Host": "cards.example", "Proto": "https"}, "https://cards.example"),
    ({"Host": "cards.example", "Proto": "https", "Port": "8443"}, "https://cards.example:8443"),
    ({"Host": "cards.example:8443", "Proto": "https"}, "https://cards.example:8443"),
    ({"Host": "cards.example", "Proto": "https", "Prefix": "/cards"}, "https://cards.example"),
    ({"Host": "nas.local:8080", "Proto": "http"}, "http://nas.local:8080")])  # fmt: skip
def test_behind_a_proxy(proxied: Flask, forwarded: dict[str, str], origin: str) -> None:
    headers = {f"X-Forwarded-{name}": value for name, value in forwarded.items()}
    client = proxied.test_client()
    inside = "http://127.0.0.1:8000"
    for sent, status in ((origin, 303), (f"{origin}9", 403), (inside, 403)):
        answer = client.post(
            "/krypkasino/score",
            base_url=inside,
            headers={"Origin": sent, **headers},
            data={"players": "2"},
        )
        assert answer.status_code == status, sent


FROM_ELSEWHERE: list[dict[str, str]] = [
    {"Sec-Fetch-Site": "cross-site"},
    {"Origin": "https://evil.example"},
    {"Origin": "null"}]  # fmt: skip


def test_every_form(app: Flask) -> None:
    """Nothing is changed, nothing secret is shown, and what was entered can be sent again."""
    world = make(app, "edit")
    phone = prepared(app, world)
    before = dump(app)
    for (rule, method), headers in product(FORMS, FROM_ELSEWHERE):
        fields = meant(world, TABLE[rule, method][0])
        answer = phone.ask(address(world, rule), method, data=form(fields), headers=headers)
        assert answer.status_code == 403, rule
        page = Page("", answer)
        assert "from a page of another site" in page.text
        assert world.edit not in page.html
        if all(isinstance(value, str) for value in fields.values()):
            kept, _ = page.form("Send it again")
            assert sorted(kept.fields) == sorted(fields.items())
    assert dump(app) == before


def test_what_was_entered_is_shown_before_it_is_sent_again(app: Flask) -> None:
    phone = new_group(app).phone
    typed = {"player": ["Ada", "<b>Bo</b>"], "dealer": "0"}
    answer = phone.ask("/casino/new", "POST", data=typed, headers={"Origin": "null"})
    page = Page("/casino/new", answer)
    assert "player: Ada player: <b>Bo</b> dealer: 0" in page.text
    assert phone.press(page, "Send it again").status == 200


@pytest.mark.parametrize("asks", [POLL, {"X-Outbox": "1"}])
def test_scripts_get_a_sentence(app: Flask, asks: dict[str, str]) -> None:
    group = new_group(app)
    headers = {"Origin": "https://evil.example", **asks}
    answer = group.phone.ask(f"{group.session}/1/sweeps", "POST", headers=headers)
    assert (answer.status_code, answer.mimetype) == (403, "text/plain")
    assert answer.text.startswith("This was sent from a page of another site")


def test_the_api_may_be_asked_by_any_page(app: Flask) -> None:
    asked: dict[str, Any] = {"game": "krypkasino", "players": ["Ada", "Bo"]}
    headers = FROM_ELSEWHERE[0] | FROM_ELSEWHERE[1]
    answer = Phone(app).ask("/api/v1/sessions", "POST", json=asked, headers=headers)
    assert answer.status_code == 201
