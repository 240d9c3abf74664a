"""Every page and answer of a phone's own app is the server's, but for what is listed here."""

import re
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from flask import Flask

from referee.languages import LANGUAGES
from tests.cabin import Cabin
from tests.phones import Page, Phone, all_pages, begin, fill, finish, start

ADVICE = r'<p class="quiet advice">.*?</p>'
"""Other phones are told of on a server alone."""
WAITING = (
    r' data-(waits|offline)="[^"]*"',
    r'<small class="say" data-waits hidden>.*?</small>',
    r'<p class="say without-waiting">.*?</p>',
)
"""What is not saved yet waits for the network on a server alone."""
ON_SERVER = (
    r'<a( class="button")? href="/g/\w+/links.*?</a>',  # other phones
    r'<p class="say needs-network">.*?</p>',
    r" data-server(?= )",
    r'<div id="own"></div>|<script type="module" src="[^"]*/js/offline/own_evenings.js"></script>',
    r' <a id="go-on".*?</a>',
    r'<label class="camera">.*?</label>',  # of a photo, which this phone does not read
    r'<p class="field without-script">\s*<label for="photo">.*?</p>',
    r'<p class="actions without-script">\s*<button[^>]*formenctype="multipart/form-data".*?</p>',
    ADVICE,
    *WAITING,
)
"""What a server alone has."""
ON_PHONE = (
    r'<section class="panel" id="only-here">.*?</section>',
    r'<p class="quiet">(No connection|Ingen uppkoppling|Keine Verbindung): .*?</p>',
    r' data-phone( data-keys="[^"]*")?(?=[ >])',
    ADVICE,
    *WAITING,
)
"""What a phone alone has."""
REFUSED_ON_PHONE = {"/g/G/links": (200, 409)}
"""Paths that a server answers otherwise: its status, and the phone's."""

CHANGES = (
    (r'(name="game" value|data-game)="[0-9a-f]{16}"', "GAME"),
    (r'name="key" value="[^"]*"', "KEY"),
    (r'data-etag="[^"]*"', "ETAG"),
    (r'data-keys?="[^"]*"', "KEY"),
    (r'datetime="[^"]*"', "TIME"),
)
"""What differs from one phone to another as well."""


def read(html: str, names: dict[str, str], alone: tuple[str, ...]) -> list[str]:
    """The tags and texts of a page."""
    html = _named(html, names)
    for pattern in alone:
        html = re.sub(pattern, "", html, flags=re.DOTALL)
    for pattern, said in CHANGES:
        html = re.sub(pattern, said, html)
    found = (" ".join(one.split()) for one in re.findall(r"<[^>]*>|[^<]+", html))
    return [one.replace(" >", ">") for one in found if one]


def counted(phone: Phone) -> Page:
    """A finished game of Krypkasino, one that is begun, and another evening of another game."""
    page = finish(phone, fill(phone, begin(phone, "Ada", "Bo", "Cia"), 20, 12, 10))
    session = phone.get(page.path.rpartition("/")[0].rpartition("/")[0])
    phone.press(session, "Begin game 2")
    return phone.get(f"/g/{page.group}")


def followed(phone: Phone) -> Page:
    game = phone.press(start(phone, "Ada", "Bo"), "Begin game 1")
    table = phone.get(f"{game.path}/table")
    table = phone.press(table, "These lie on the table", dealt="5H 8S 9C KD")
    table = phone.press(table, "spades", rank="2")
    phone.press(table, "hearts", rank="8")
    return phone.get(f"/g/{game.group}")


EVENINGS: dict[str, Callable[[Phone], Page]] = {"counted": counted, "followed": followed}
OFTEN = ("/links", "/replay/", "/entry/", "/chart")
"""Pages that are looked at in other evenings: those of every entry of every game are many."""


def test_every_page_of_every_game(app: Flask, tmp_path: Path, everything: bytes) -> None:
    """Both have read the same file in."""
    cabin = Cabin(tmp_path, assets=app.jinja_env.globals["assets"])
    pages = []
    for phone, alone in ((Phone(app), ON_SERVER), (cabin, ON_PHONE)):
        sent = {"file": (BytesIO(everything), "referee.json")}
        answer = phone.ask("/import", "POST", data=sent, content_type="multipart/form-data")
        home = phone.get(phone.local(answer.location))
        found = [home, *all_pages(phone, home.path, home.group, OFTEN)]
        sessions = re.findall(
            rf"/g/{home.group}/(\w{{12}})\b", "".join(page.html for page in found)
        )
        names = {home.group: "G"} | dict.fromkeys(sessions, "S") | numbered_people(home)
        pages.append([read(page.html, names, alone) for page in found])
    served, here = pages
    assert len(served) > 50
    for at_server, on_phone in zip(served, here, strict=True):
        assert on_phone == at_server


@pytest.mark.parametrize("evening", EVENINGS)
def test_every_page_of_an_evening(app: Flask, tmp_path: Path, evening: str) -> None:
    cabin = Cabin(tmp_path, assets=app.jinja_env.globals["assets"])
    phones = (Phone(app), cabin)
    homes = [EVENINGS[evening](phone) for phone in phones]
    for language in LANGUAGES if evening == "followed" else ("en",):
        pages, names = [], []
        for phone, home in zip(phones, homes, strict=True):
            phone.ask(f"/like/language/{language}")
            found = [phone.get("/"), *all_pages(phone, home.path, home.group, ("/links",))]
            names.append(names_of(found[1]))
            pages.append({_named(page.path, names[-1]): page for page in found})
        served, drawn = pages
        assert served.keys() == drawn.keys()
        assert len(served) > 8
        for path, page in served.items():
            if path != "/":  # other groups of the same app may be there
                at_server = read(page.html, names[0], ON_SERVER)
                assert read(drawn[path].html, names[1], ON_PHONE) == at_server, path


def names_of(page: Page) -> dict[str, str]:
    """What is called otherwise in each group, by the page of it."""
    sessions = re.findall(rf'/g/{page.group}/(\w{{12}})"', page.html)
    return {page.group: "G"} | dict.fromkeys(sessions, "S") | numbered_people(page)


def numbered_people(page: Page) -> dict[str, str]:
    people = sorted({*re.findall(r"/people/(\d+)", page.html)}, key=int)
    return {f"/people/{one}": f"/people/P{place}" for place, one in enumerate(people)}


def _named(text: str, names: dict[str, str]) -> str:
    for name, stands_for in names.items():
        text = re.sub(rf"{name}(?!\d)", stands_for, text)
    return text


REQUESTS = [
    ("GET", "/g/G", {}),
    ("GET", "/g/G/links", {}),
    ("GET", "/g/G/nothing", {}),
    ("GET", "/g/abcdefghjkmn", {}),
    ("GET", "/nothing", {}),
    ("GET", "/g/G/export.csv", {}),
    ("GET", "/g/G/delete", {}),
    ("POST", "/g/G/name", {}),
    ("POST", "/g/G/name", {"name": ""}),
    ("POST", "/g/G/name", {"name": "x" * 61}),
    ("POST", "/g/G/delete", {"name": "wrong"}),
    ("POST", "/krypkasino/new", {"player": "Ada"}),
    ("POST", "/krypkasino/new", {"player": ["Ada", "Ada"], "dealer": "0"}),
    ("POST", "/krypkasino/score", {"players": "99"}),
    ("POST", "/import", {}),
    ("PUT", "/", {}),
]


def test_what_is_refused(app: Flask, cabin: Cabin) -> None:
    told = []
    for phone in (Phone(app), cabin):
        group = counted(phone).group
        told.append(
            [
                phone.ask(path.replace("G", group), method, data=said).status_code
                for method, path, said in REQUESTS
            ]
        )
    for (method, path, _), *both in zip(REQUESTS, *told, strict=True):
        expected = REFUSED_ON_PHONE.get(path) if method == "GET" else None
        assert tuple(both) == (expected or (both[0], both[0])), (method, path)
