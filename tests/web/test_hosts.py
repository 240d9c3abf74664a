"""A ``Host`` that no link can lead back to is refused everywhere, with all headers."""

import pytest
from flask import Flask
from werkzeug.datastructures import Headers
from werkzeug.test import create_environ, run_wsgi_app

from referee.headers import HEADERS

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
