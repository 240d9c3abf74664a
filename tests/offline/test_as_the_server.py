"""Refusals of a phone's own app are those of the server; and parts in which their pages differ."""

import re

from flask import Flask

from tests.offline_app import Cabin
from tests.page_client import Phone, start

ADVICE = r'<p class="quiet advice">.*?</p>'
"""Other phones are told of on a server alone."""
WAITING = (
    r' data-(waits|offline)="[^"]*"',
    r'<small class="say" data-waits hidden>.*?</small>',
    r'<p class="say without-waiting">.*?</p>',
)
"""Texts about entries that wait for the network, which they do on a server alone."""
ON_SERVER = (
    r'<a( class="button")? href="/g/\w+/links.*?</a>',  # other phones
    r'<p class="say needs-network">.*?</p>',
    r" data-server(?= )",
    r'<div id="own"></div>',
    r' <a id="go-on".*?</a>',
    r'<label class="camera">.*?</label>',  # of a photo, which this phone does not read
    r'<p class="field without-script">\s*<label for="photo">.*?</p>',
    r'<p class="actions without-script">\s*<button[^>]*formenctype="multipart/form-data".*?</p>',
    ADVICE,
    *WAITING,
)
"""Parts of pages that a server alone has."""
ON_PHONE = (
    r'<section class="panel" id="only-here">.*?</section>',
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
