"""Hosts, other sites, and paths below which the app lies."""

from __future__ import annotations

import html
import io
import json
import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urljoin, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import Headers
from werkzeug.exceptions import HTTPException
from werkzeug.middleware.dispatcher import DispatcherMiddleware
from werkzeug.test import Client, TestResponse, create_environ, run_wsgi_app

from referee import create_app
from referee.headers import HEADERS
from referee.web.requests import is_cross_site
from tests.api_calls import API
from tests.databases import dump, quick_folder
from tests.groups import every_game
from tests.page_client import POLL, Page, Phone, new_group
from tests.strategies import SOAK

from .requests_by_key import FORMS, TABLE, address, form, make, meant, prepared

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


UNREADABLE = [".", "a..b", "x" * 64, f"a.{'x' * 64}.b", "..", f".{'x' * 70}:80"]
"""No address at all can be made of these."""
NO_LINK = [
    *("", "a b", "a/b", "a\\b", "a@b", "my_host", "bücher.example", ":80", "a:", "a:x", "a:0"),
    *("a" + ".a" * 2000, "a:99999", "[", "[]", "[x]", "[1:2]", "[::1", "[::::]")]  # fmt: skip
"""Of these none that phones would find."""
FOR_PHONES = ["/krypkasino/referee/share?table=8", "/krypkasino/referee/qr.svg?table=8"]
ADDRESSES = [
    *("/", "/krypkasino/referee", "/krypkasino/referee/ruling?table=8", "/krypkasino/rules"),
    *("/krypkasino/new", "/import", "/g/nobody", "/k/nobody", "/nothing", "//krypkasino//rules"),
    *("/like/cards/large-cards", "/sw.js", "/manifest.webmanifest", "/static/js/app.js"),
    *("/api/v1/krypkasino/referee?table=8", "/api/v1/groups/x", "/api/v1/docs", "/api/v1/nothing"),
]


def ask(app: Flask, path: str, host: str) -> tuple[int, Headers]:
    """Return the answer to a request as a server passes it on; Flask's own client reads hosts
    itself."""
    environ = create_environ(path) | {"HTTP_HOST": host.encode().decode("latin-1")}
    _, status, headers = run_wsgi_app(app.wsgi_app, environ, buffered=True)
    return int(status.split()[0]), headers


def refused(app: Flask, path: str, host: str) -> bool:
    """Return whether a host is refused with status 400; check that every answer has all headers."""
    status, headers = ask(app, path, host)
    assert status < 500, path
    assert {name for name, _ in HEADERS} <= set(headers.keys()), path
    kind = "application/problem+json" if path.startswith("/api/") else "text/html"
    return status == 400 and headers["Content-Type"].startswith(kind)


@pytest.mark.parametrize("host", UNREADABLE)
def test_an_unreadable_host_is_refused(app: Flask, host: str) -> None:
    assert [path for path in FOR_PHONES + ADDRESSES if not refused(app, path, host)] == []


@pytest.mark.parametrize("host", NO_LINK)
def test_no_link_is_made_of_what_is_no_host(
    app: Flask, monkeypatch: pytest.MonkeyPatch, host: str
) -> None:
    """All else is answered, and the links too where a public address is known."""
    assert [path for path in FOR_PHONES if not refused(app, path, host)] == []
    monkeypatch.setitem(app.config, "PUBLIC_ADDRESS", "http://192.168.1.7:8000/")
    assert [path for path in FOR_PHONES + ADDRESSES if refused(app, path, host)] == []


@pytest.mark.parametrize("host", [
    *("localhost", "localhost:5000", "192.168.1.7:8000", "[::1]", "[::1]:8000", "cards.example."),
    *("xn--bcher-kva.example", "xn--a", "xn--", "x" * 63)])  # fmt: skip
def test_any_other_host_is_answered(app: Flask, host: str) -> None:
    """Hosts that are no IDNA are answered, too."""
    assert [path for path in FOR_PHONES + ADDRESSES if refused(app, path, host)] == []


HERE, LAN, V6 = "cards.example", "192.168.1.7:8000", "[fd00::7]:8000"
KEY = "group_Xy=signed"
NO_KEY = "language=sv"
ALLOWED = False
REFUSED = True
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
    # A port falls away where it is the usual one of that scheme.
    (None, "http://cards.example", "cards.example:443", KEY, "POST", REFUSED),
    (None, "http://cards.example:443", "cards.example", KEY, "POST", REFUSED),
    (None, "https://cards.example:80", "cards.example", KEY, "POST", REFUSED),
    (None, "https://cards.example", "cards.example:80", KEY, "POST", ALLOWED),
    (None, "https://cards.example:443", HERE, KEY, "POST", ALLOWED),
    (None, "http://cards.example:80", HERE, KEY, "POST", ALLOWED),
    (None, "ftp://cards.example", HERE, KEY, "POST", REFUSED),
    # The address that the settings name, where a proxy keeps it to itself.
    (None, "https://public.example", "127.0.0.1:8000", KEY, "POST", ALLOWED),
    (None, "http://public.example", "127.0.0.1:8000", KEY, "POST", REFUSED),
    (None, "http://public.example", "public.example", KEY, "POST", REFUSED),
    (None, "http://127.0.0.1:8000", "127.0.0.1:8000", KEY, "POST", ALLOWED),
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


@pytest.mark.parametrize("origin", [
    "http://cards.example", "http://cards.example:443", "http://cards.example:80",
    "https://cards.example:80"])  # fmt: skip
def test_with_https_in_front_other_origins_are_refused(proxied: Flask, origin: str) -> None:
    headers = {"X-Forwarded-Host": "cards.example", "X-Forwarded-Proto": "https", "Origin": origin}
    answer = proxied.test_client().post("/krypkasino/score", headers=headers, data={"players": "2"})
    assert answer.status_code == 403


FROM_ELSEWHERE: list[dict[str, str]] = [
    {"Sec-Fetch-Site": "cross-site"},
    {"Origin": "https://evil.example"},
    {"Origin": "null"}]  # fmt: skip


DELETING = ("/delete", "/discard", "/links", "/merge")
"""Ends of the addresses of forms that delete or replace something for good."""
HARMLESS = ("/exercises/kept/merge",)
"""Addresses that end so and change nothing on the server."""


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
            if rule.endswith(DELETING) and rule not in HARMLESS:
                assert not page.has("Send it again"), rule
                assert "that cannot be taken back" in page.text
                continue
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


KEYLESS = [
    ("/krypkasino/referee?table=8&played=8", "GET", 200),
    ("/casino/referee?table=%3F", "GET", 400),
    ("/nonsense/referee", "GET", 404),
    ("/krypkasino/score", "POST", 400),
    ("/photo?game=nonsense", "POST", 422),
    ("/openapi.json", "GET", 200),
]
KEYED = [
    ("/sessions", "POST", 400),
    ("/sessions/x", "GET", 401),
    ("/groups/x", "GET", 401),
    ("/sessions/x/games/1/plays", "POST", 401),
]
CALLS = [(*call, "*") for call in KEYLESS] + [(*call, None) for call in KEYED]


@pytest.mark.parametrize(("path", "method", "status", "allowed"), CALLS)
def test_pages_of_other_sites_read_what_needs_no_key(
    client: FlaskClient, path: str, method: str, status: int, allowed: str | None
) -> None:
    headers = {"Origin": "https://other.example"}
    answer = client.open(f"{API}{path}", method=method, headers=headers)
    assert (answer.status_code, answer.headers.get("Access-Control-Allow-Origin")) == (
        *(status, allowed),
    )
    headers |= {"Access-Control-Request-Method": method}
    asked = client.open(f"{API}{path}", method="OPTIONS", headers=headers)
    assert (asked.status_code, asked.headers.get("Access-Control-Allow-Origin")) == (200, allowed)
    assert (method in asked.headers.get("Access-Control-Allow-Methods", "")) == bool(allowed)
    assert ("Content-Type" in asked.headers.get("Access-Control-Allow-Headers", "")) == bool(
        allowed
    )
    assert "Access-Control-Allow-Credentials" not in asked.headers


def test_the_api_may_be_asked_by_any_page(app: Flask) -> None:
    asked: dict[str, Any] = {"game": "krypkasino", "players": ["Ada", "Bo"]}
    headers = FROM_ELSEWHERE[0] | FROM_ELSEWHERE[1]
    answer = Phone(app).ask("/api/v1/sessions", "POST", json=asked, headers=headers)
    assert answer.status_code == 201


HOST = "https://cards.example"
BELOW = "/cards"
FIRST = ["/", "/offline", "/import", "/manifest.webmanifest", "/sw.js", f"{API}/docs", "/nothing"]
_ATTRIBUTES = re.compile(r'\s[\w-]+="(/[^"]*)"')
_LINKS = re.compile(r'\s(?:href|src)="(/[^"]*)"')
_TEXTS = re.compile(r"""["'`](/[a-z][^"'`\s]*)["'`]""")
MOST = 8 if SOAK > 1 else 2
"""Addresses of a kind: in a soak more than there are games, otherwise any of them."""


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
    assert {one for one in named if not NO_ADDRESS.search(one)} == set()


NO_ADDRESS = re.compile(
    r": (/dispute|/links|/hand-over|/qr\.svg|/table"  # ends of addresses
    r"|/answer.*|/ruling.*|/rules#?"
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
