"""The app below a path of its host: mounted there, or behind a proxy that strips the path."""

from __future__ import annotations

import html
import io
import json
import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urljoin, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.exceptions import HTTPException
from werkzeug.middleware.dispatcher import DispatcherMiddleware
from werkzeug.test import Client, TestResponse

from referee import create_app
from tests.api_calls import API
from tests.databases import quick_folder
from tests.group_of_all_games import every_game
from tests.strategies import SOAK

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

HOST = "https://cards.example"
BELOW = "/cards"
FIRST = ["/", "/offline", "/import", "/manifest.webmanifest", "/sw.js", f"{API}/docs", "/nothing"]
_ATTRIBUTES = re.compile(r'\s[\w-]+="(/[^"]*)"')
_LINKS = re.compile(r'\s(?:href|src)="(/[^"]*)"')
_TEXTS = re.compile(r"""["'`](/[a-z][^"'`\s]*)["'`]""")
MOST = 8 if SOAK > 1 else 2
"""Addresses of a kind: in a soak more than there are games, otherwise any of them."""


@pytest.fixture(scope="module")
def proxied() -> Iterator[Flask]:
    with quick_folder() as folder:
        url = f"sqlite:///{folder / 'referee.db'}"
        yield create_app({"TESTING": True, "DATABASE_URL": url, "PROXIES": 1})


def mounted(app: Flask) -> WSGIApplication:
    return DispatcherMiddleware(Flask("nothing").wsgi_app, {BELOW: app.wsgi_app})


def behind_a_proxy(app: Flask) -> WSGIApplication:
    """Return a proxy strips the path, and says so."""

    def proxy(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        assert environ["PATH_INFO"].startswith(f"{BELOW}/")
        said = {"FOR": "10.0.0.1", "PROTO": "https", "HOST": "cards.example", "PREFIX": BELOW}
        changed = {f"HTTP_X_FORWARDED_{name}": value for name, value in said.items()}
        changed |= {"HTTP_HOST": "127.0.0.1:8000", "wsgi.url_scheme": "http"}
        changed |= {"PATH_INFO": environ["PATH_INFO"].removeprefix(BELOW)}
        return app.wsgi_app(environ | changed, start)

    return proxy


class Browser(NamedTuple):
    """A browser that knows a group in which every game was played."""

    client: Client
    kind: str
    group: str = ""

    def open(self, path: str, **options: Any) -> TestResponse:
        return self.client.open(path, base_url=HOST, **options)


@pytest.fixture(scope="module")
def saved(proxied: Flask) -> bytes:
    return json.dumps(every_game(proxied)).encode()


@pytest.fixture(scope="module", params=[mounted, behind_a_proxy])
def browser(request: pytest.FixtureRequest, proxied: Flask, saved: bytes) -> Browser:
    browser = Browser(Client(request.param(proxied)), request.param.__name__)
    file = (io.BytesIO(saved), "group.json")
    origin = {"Origin": HOST}
    answer = browser.open(f"{BELOW}/import", method="POST", data={"file": file}, headers=origin)
    assert answer.status_code == 303, answer.text
    assert answer.location.startswith(f"{BELOW}/g/")
    return browser._replace(group=answer.location)


def addresses(kind: re.Pattern[str], answer: TestResponse) -> set[str]:
    """Return the addresses of this host that a page names."""
    return {html.unescape(one) for one in kind.findall(answer.text)}


def kind_of(app: Flask, path: str) -> str | None:
    """Return the endpoint of an address, None without one."""
    parts = urlsplit(path.removeprefix(BELOW))
    try:
        return str(app.url_map.bind("localhost").match(parts.path)[0])
    except HTTPException:
        return None


def test_every_page(browser: Browser, proxied: Flask) -> None:
    waiting = [*(BELOW + path for path in FIRST), browser.group]
    chance = random.Random(browser.kind)
    seen: set[str] = set()
    kinds: Counter[str | None] = Counter()
    while waiting:
        path = waiting.pop(chance.randrange(len(waiting))).partition("#")[0]
        kind = kind_of(proxied, path)
        if path in seen or kinds[kind] == MOST:
            continue
        seen.add(path)
        kinds[kind] += 1
        answer = browser.open(path)
        assert answer.status_code in ((404,) if path.endswith("/nothing") else (200, 302, 303)), (
            path
        )
        if location := answer.headers.get("Location"):
            found = links = {urlsplit(urljoin(HOST + path, location)).path}
        elif answer.mimetype == "text/html":
            found, links = (addresses(kind, answer) for kind in (_ATTRIBUTES, _LINKS))
        else:
            found = links = set()
        assert [one for one in found if not one.startswith(f"{BELOW}/")] == [], path
        waiting += sorted(links)
        assert all(f"Path={BELOW}/" in one for one in answer.headers.getlist("Set-Cookie")), path
    assert len(kinds) > 30


def test_files_name_no_address(browser: Browser) -> None:
    """Styles and scripts find the app by where they lie."""
    static = Path(__file__).parents[2]
    worker = browser.open(f"{BELOW}/sw.js").text
    files = json.loads(re.search(r"const FILES = (.+);", worker)[1])
    for path in files:
        assert path.startswith(f"{BELOW}/assets/")
        assert browser.open(path).status_code == 200
    scripts = [*static.glob("static/js/**/*.js"), *static.glob("referee/offline/scripts/*.js")]
    named = {
        f"{file.name}: {text}"
        for file in scripts
        for text in _TEXTS.findall(re.sub(r"//.*", "", file.read_text("utf-8")))
    }
    assert {one for one in named if not ALLOWED.search(one)} == set()


ALLOWED = re.compile(
    r": (/dispute|/links|/hand-over|/qr\.svg|/table|/answer.*|/ruling.*"  # ends of addresses
    r"|/assets/|/pocket/|/like/|/g/0?|/data.*|/site)$"  # within, and in the file system of Python
)


def test_the_manifest(browser: Browser) -> None:
    manifest = browser.open(f"{BELOW}/manifest.webmanifest").json
    assert [manifest[name] for name in ("id", "start_url", "scope")] == [f"{BELOW}/"] * 3
    for one in (*manifest["icons"], *manifest["shortcuts"]):
        address = one.get("src") or one["url"]
        assert address.startswith(f"{BELOW}/")
        assert browser.open(address).status_code == 200


def test_links_for_others(browser: Browser) -> None:
    page = browser.open(f"{BELOW}/krypkasino/referee/share?table=8").text
    assert f'value="{HOST}{BELOW}/krypkasino/referee?table=8"' in page
    links = browser.open(f"{browser.group}/links").text
    assert len(re.findall(rf'value="{HOST}{BELOW}/k/[^"]+"', links)) == 2
    key = re.search(rf'value="{HOST}({BELOW}/k/[^"]+)"', links)[1]
    assert browser.open(key).location == browser.group


def test_the_api(browser: Browser) -> None:
    asked = {"game": "krypkasino", "players": ["Ada", "Bo"]}
    made = browser.open(f"{BELOW}{API}/sessions", method="POST", json=asked).json
    for name in ("edit_url", "view_url"):
        assert made[name].startswith(f"{HOST}{BELOW}/k/")
    document = browser.open(f"{BELOW}{API}/openapi.json").json
    assert document["servers"] == [{"url": BELOW}]


def test_a_choice_leads_back(browser: Browser) -> None:
    for to, back in (
        (f"{BELOW}/krypkasino/rules", f"{BELOW}/krypkasino/rules"),
        ("/elsewhere", f"{BELOW}/"),
        ("", f"{BELOW}/"),
        ("//evil.example/cards/", f"{BELOW}/"),
    ):
        answer = browser.open(f"{BELOW}/like/language/en", query_string={"to": to})
        assert (answer.status_code, answer.location) == (303, back)


@pytest.mark.parametrize(("prefix", "port", "host", "begins"), [
    ("/cards", "", "cards.example", "https://cards.example/cards/"),
    ("/a/b-c_d.e~f", "", "cards.example", "https://cards.example/a/b-c_d.e~f/"),
    ("", "8443", "cards.example", "https://cards.example:8443/"),
    # no path that a proxy can mean
    ("//evil.example", "", "cards.example", "https://cards.example/"),
    ('/"><script>', "", "cards.example", "https://cards.example/")])  # fmt: skip
def test_what_a_proxy_says(proxied: Flask, client: FlaskClient, prefix, port, host, begins) -> None:
    said = {"Proto": "https", "Host": host, "Prefix": prefix, "Port": port}
    headers = {f"X-Forwarded-{name}": value for name, value in said.items() if value}
    path = "/krypkasino/referee/share?table=8"
    page = proxied.test_client().get(path, headers=headers).text
    assert f'value="{begins}krypkasino/referee?table=8"' in page
    assert f'href="{urlsplit(begins).path}"' in page
    # Nobody believes it where no proxy stands in front.
    assert (
        'value="http://localhost/krypkasino/referee?table=8"'
        in client.get(path, headers=headers).text
    )


def test_a_public_address_below_a_path(proxied: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """The app opened as localhost, without the proxy, gives addresses of the proxy."""
    monkeypatch.setitem(proxied.config, "PUBLIC_ADDRESS", f"{HOST}{BELOW}/")
    for base in ("http://localhost", "http://localhost/elsewhere"):
        page = proxied.test_client().get("/krypkasino/referee/share?table=8", base_url=base).text
        assert f'value="{HOST}{BELOW}/krypkasino/referee?table=8"' in page
