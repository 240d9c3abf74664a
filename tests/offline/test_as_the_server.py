"""Answers and refusals of a phone's own app are those of the server."""

import re
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

from referee.web.assets import assets
from tests.page_client import POLL, Phone, start
from tests.web.requests_by_key import World

from .own_app import Cabin, changes, looks, saved, world_of

ADVICE = r'<p class="quiet advice">.*?</p>'
"""Other phones are told of on a server alone."""
WAITING = (
    r'\sdata-(waits|offline)="[^"]*"',
    r'<small class="say" data-waits hidden>.*?</small>',
    r'<p class="say without-waiting">.*?</p>',
)
"""Texts about entries that wait for the network, which they do on a server alone."""
ON_SERVER = (
    r'<a( class="button")? href="/g/\w+/links.*?</a>',  # other phones
    r'<p class="say needs-network">.*?</p>',
    r"\sdata-server(?=\s)",
    r'<meta (property="og:|name="twitter:)[^>]*>',  # what chats show beside a link
    r'<div id="own"></div>',
    r'\s<a id="go-on".*?</a>',
    r'<label class="camera">.*?</label>',  # of a photo, which this phone does not read
    r'<p class="field without-script">\s*<label for="photo">.*?</p>',
    r'<p class="actions without-script">\s*<button[^>]*formenctype="multipart/form-data".*?</p>',
    ADVICE,
    *WAITING,
)
"""Parts of pages that a server alone has."""
ON_PHONE = (
    r'<section class="panel" id="only-here">.*?</section>',
    r'<p class="quiet" id="only-here">.*?</p>',
    r"\+offline-hand_over(?=[+.])",
    r'<p class="quiet">(No connection|Ingen uppkoppling|Keine Verbindung): .*?</p>',
    r' data-phone( data-keys="[^"]*")?(?=[ >])',
    ADVICE,
    *WAITING,
)
"""Parts of pages that a phone alone has."""
REFUSED_ON_PHONE = {"/g/G/links": (200, 409)}
"""Paths that a server answers otherwise: its status, and the phone's."""

CHANGES = (
    (r'(name="game" value|data-game)="[0-9a-f]{16}"', "GAME"),
    (r'name="key" value="[^"]*"', "KEY"),
    (r'data-etag="[^"]*"', "ETAG"),
    (r'data-keys?="[^"]*"', "KEY"),
    (r'datetime="[^"]*"', "TIME"),
)
"""Texts that differ from one phone to another, with their stand-ins."""


def read(html: str, names: dict[str, str], alone: tuple[str, ...]) -> list[str]:
    """Return the tags and texts of a page."""
    html = _named(html, names)
    for pattern in alone:
        html = re.sub(pattern, "", html, flags=re.DOTALL)
    for pattern, said in CHANGES:
        html = re.sub(pattern, said, html)
    found = (" ".join(one.split()) for one in re.findall(r"<[^>]*>|[^<]+", html))
    return [one.replace(" >", ">") for one in found if one]


def _named(text: str, names: dict[str, str]) -> str:
    for name, stands_for in names.items():
        text = re.sub(rf"{name}(?!\d)", stands_for, text)
    return text


REQUESTS = [
    ("GET", "/g/G", {}),
    ("GET", "/g/G/links", {}),
    ("GET", "/g/G/nothing", {}),
    ("GET", "/g/abcdefghjkmn", {}),
    ("GET", "/g/G/export.csv", {}),
    ("GET", "/g/G/plays.csv", {}),
    ("POST", "/g/G/name", {}),
    ("POST", "/g/G/name", {"name": ""}),
    ("POST", "/g/G/name", {"name": "x" * 61}),
    ("POST", "/g/G/delete", {"name": "wrong"}),
    ("POST", "/krypkasino/new", {"player": ["Ada", "Ada"], "dealer": "0"}),
    ("POST", "/import", {}),
    ("PUT", "/", {}),
]


def test_what_is_refused(app: Flask, cabin: Cabin) -> None:
    told = []
    for phone in (Phone(app), cabin):
        group = start(phone, "Ada", "Bo").group
        told.append(
            [
                phone.ask(path.replace("G", group), method, data=said).status_code
                for method, path, said in REQUESTS
            ]
        )
    for (method, path, _), *both in zip(REQUESTS, *told, strict=True):
        expected = REFUSED_ON_PHONE.get(path) if method == "GET" else None
        assert tuple(both) == (expected or (both[0], both[0])), (method, path)


NEW_ID = re.compile(r"(?<=/)[02-9a-z]{12}\b")
ONLY_HERE = "/links"
"""Other phones cannot come in there."""
TIME = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+(\+00:00)?")


class Both:
    """A group on a server and its copy on a phone, which get the same requests."""

    def __init__(self, app: Flask, cabin: Cabin) -> None:
        data = saved(app)
        self.phones = (Phone(app), cabin)
        self.worlds = [self._read_in(phone, data) for phone in self.phones]

    @staticmethod
    def _read_in(phone: Phone, data: bytes) -> World:
        sent = {"file": (BytesIO(data), "referee.json")}
        answer = phone.ask("/import", "POST", data=sent, content_type="multipart/form-data")
        page = phone.get(phone.local(answer.location))
        return world_of(page.group, page.html, lambda path: phone.ask(path).status_code == 200)

    def told(self, number: int, answer: TestResponse) -> Any:
        """Status, kind, where it leads to and what it says, as far as it must be the same."""
        world, alone = self.worlds[number], (ON_SERVER, ON_PHONE)[number]
        names = {world.group: "G", world.session: "S", world.fresh: "F"}
        names |= {
            f"/people/{world.person}": "/people/P",
            f"/people/{world.person + 1}": "/people/Q",
        }

        def said(text: str, without: tuple[str, ...] = ()) -> list[str]:
            found = read(TIME.sub("TIME", text), names, without)
            return [NEW_ID.sub("NEW", one) for one in found]

        led = said(answer.location or "")
        return answer.status_code, answer.content_type, led, said(answer.text, alone)

    def ask(self, paths: tuple[str, str], fields: Any = None, **options: Any) -> tuple[Any, Any]:
        """Return the server's answer and the phone's."""
        at_server, here = (
            self.told(number, phone.ask(path, **options, **self._sent(fields)))
            for number, (phone, path) in enumerate(zip(self.phones, paths, strict=True))
        )
        return at_server, here

    def _sent(self, fields: dict[str, Any] | None) -> dict[str, Any]:
        if fields is None:
            return {}
        typed = {
            name: (BytesIO(value), "a") if isinstance(value, bytes) else value
            for name, value in fields.items()
        }
        return {"method": "POST", "data": MultiDict(typed)}

    @property
    def state(self) -> tuple[Any, Any]:
        """The whole group, as files."""
        paths = [f"/g/{world.group}/export.json" for world in self.worlds]
        return self.ask((paths[0], paths[1]))


@pytest.fixture
def both(app: Flask, tmp_path: Path) -> Both:
    with app.app_context():
        return Both(app, Cabin(tmp_path, assets=assets().base))


def test_whatever_is_looked_at(both: Both) -> None:
    """Whole, and as the part that scripts ask for."""
    for paths in zip(*map(looks, both.worlds), strict=True):
        for headers in ({}, POLL):
            at_server, here = both.ask(paths, headers=headers)
            if paths[0].endswith(ONLY_HERE):
                assert (at_server[0], here[0]) == (200, 409)
            else:
                assert here == at_server, paths


def test_whatever_is_changed(both: Both) -> None:
    """By a script, and by a form that is sent again."""
    for (path, fields), (path_here, _) in zip(*map(changes, both.worlds), strict=True):
        for headers in (POLL, {}):
            at_server, here = both.ask((path, path_here), fields, headers=headers)
            if path.endswith(ONLY_HERE):
                assert (at_server[0], here[0]) == (303, 409)
            else:
                assert here == at_server, path
            there, kept_here = both.state
            assert kept_here == there, path
