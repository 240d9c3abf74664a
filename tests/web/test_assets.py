"""Files that pages name: installed, kept, and compressed as the browser takes them."""

import gzip
import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from struct import unpack
from urllib.parse import unquote

import brotli
import pytest
from flask import Flask
from flask.testing import FlaskClient
from waitress.buffers import ReadOnlyFileBasedBuffer

from referee import config, create_app, languages
from referee.store.database import close
from referee.urls import STATIC_FILES
from referee.web.assets import assets
from tests.page_client import POLL, Group

PNG = b"\x89PNG\r\n\x1a\n"


def test_icons_of_an_installed_app(client: FlaskClient) -> None:
    """Each is a picture as large as the manifest says; one kind may be cut to any shape."""
    icons = client.get("/manifest.webmanifest").json["icons"]
    assert {icon["purpose"] for icon in icons} == {"any", "maskable"}
    for icon in icons:
        with client.get(icon["src"]) as answer:
            assert answer.data.startswith(PNG)
            size = "{}x{}".format(*unpack(">II", answer.data[16:24]))
        assert size == icon["sizes"]
    assert {icon["sizes"] for icon in icons} >= {"192x192", "512x512"}


@pytest.mark.parametrize(("language", "described"), [
    # the browser's language, how the app is described
    ("en", "Referee and score keeper"),
    ("sv", "Domare och"),
    ("de", "Schiedsrichter und")])  # fmt: skip
def test_the_manifest_speaks_the_language(client: FlaskClient, language, described) -> None:
    answer = client.get("/manifest.webmanifest", headers={"Accept-Language": language})
    assert answer.content_type.startswith("application/manifest+json")
    assert (answer.json["lang"], answer.json["display"]) == (language, "standalone")
    assert answer.json["description"].startswith(described)
    for path in (answer.json["start_url"], *(each["url"] for each in answer.json["shortcuts"])):
        assert client.get(path).status_code == 200


def test_the_service_worker_keeps_what_there_is(app: Flask) -> None:
    """Files of pages, but those that it joins of parts (``tests/browser/test_offline.py``)."""
    client = app.test_client()
    text = client.get("/sw.js").text
    files = json.loads(re.search(r"const FILES = (.+);", text)[1])
    asked = re.findall(r'(?:href|src)="(/assets/[^"]+\.(?:css|js|svg))"', client.get("/").text)
    assert len(set(asked) - set(files)) == 2
    with app.test_request_context():
        base, parts = assets().base, assets().parts.of_kind
    for kind, of_kind in parts.items():
        assert {f"{base}/parts/{kind}/{name}.{kind}" for name in of_kind} <= set(files)
    for path in files:
        with client.get(path) as answer:
            assert answer.status_code == 200, path


def test_files_are_kept_until_they_change(client: FlaskClient) -> None:
    """An address with another version is one from before an update, or one made up."""
    path = re.search(r"/assets/\w+/css/base[^/]+.css", client.get("/").text)[0]
    before, gone = "/assets/000000000000/css/base.css", "/assets/000000000000/css/gone+base+old.css"
    for address, lasting in ((path, True), (before, False), (gone, False)):
        with client.get(address) as answer:
            assert answer.status_code == 200
            assert ("immutable" in answer.headers["Cache-Control"]) == lasting
    short = client.get(path, headers={"Accept-Encoding": "gzip"})
    assert short.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(short.data) == client.get(path).data
    assert client.get(gone).data == client.get(before).data
    assert client.get("/assets/000000000000/css/nothing.css").status_code == 404
    assert client.get("/assets/000000000000/../config.py").status_code == 404


NAMED = re.compile(r'\{\{ assets \}\}/([^"?{]+)"')


def test_every_file_that_a_page_names_is_there(app: Flask) -> None:
    templates = Path(app.root_path, str(app.template_folder)).rglob("*.html")
    named = {name for page in templates for name in NAMED.findall(page.read_text("utf-8"))}
    assert named
    assert {name for name in named if not Path(str(app.static_folder), name).is_file()} == set()


PARTS = re.compile(r"^(?:.*block (?:styles|scripts) %}.*?)?(\+.*)", re.MULTILINE)
LATE = re.compile(r'import\(modules\.at\+"js/([\w+-]+)')
OF_ALL = {"base", "app", "photo"}
"""Styles and scripts that no template names by itself; photos have a style of their own."""


def test_every_style_and_script_is_a_part_of_some_page(app: Flask) -> None:
    with app.test_request_context():
        parts = assets().parts.of_kind
    names = [name for of_kind in parts.values() for name in of_kind]
    templates = Path(app.root_path, str(app.template_folder)).rglob("*.html")
    texts = "\n".join(page.read_text("utf-8") for page in templates)
    named = {name for names in PARTS.findall(texts) for name in re.findall(r"\+([\w-]+)", names)}
    assert named <= set(names)
    for of_kind in parts.values():
        for part in of_kind.values():
            late = (name for names in LATE.findall(part.text) for name in names.split("+"))
            named |= {*part.imports, *late} - {"only"}
    assert set(names) - named == OF_ALL


@pytest.mark.parametrize("path", [
    *("css/nothing.css", "css/base+nothing.css", "css/base.js", "css/base+.css", "css/+.css"),
    *("js/base.js", "js/script_failure+app.js", "js/offline/phone.js", "js/app.js/")])  # fmt: skip
def test_files_of_no_page(client: FlaskClient, app: Flask, path: str) -> None:
    assert client.get(f"{app.extensions[STATIC_FILES]}/{path}").status_code == 404


def test_a_part_is_joined_once(client: FlaskClient) -> None:
    """A module comes after those that it imports, whoever else imports them."""
    text = client.get("/assets/0/js/app+referee+app+keyboard.js").text
    names = re.findall(r'^modules\["([\w-]+)"\]\?\?=', text, re.MULTILINE)
    assert len(names) == len(set(names))
    assert (
        names.index("browser")
        < names.index("app")
        < names.index("referee")
        < names.index("keyboard")
    )


def test_a_late_script_brings_what_its_page_lacks(client: FlaskClient, app: Flask) -> None:
    with app.test_request_context():
        parts = assets().parts
    page = set(parts.needed("js", "referee"))
    [late] = set(LATE.findall(parts.of_kind["js"]["referee_view"].text))
    assert late.split("+")[0] == "only"
    assert set(late.split("+")[1:]) == set(parts.needed("js", "keyboard")) - page
    text = client.get(f"/assets/0/js/{late}.js").text
    assert re.findall(r'^modules\["([\w-]+)"\]\?\?=', text, re.MULTILINE) == late.split("+")[1:]


def test_the_drawing_of_a_style_comes_with_it(client: FlaskClient) -> None:
    style = client.get("/assets/0/css/frame.css").text
    [drawing] = re.findall(r'url\("data:image/svg\+xml,([^"]+)"\)', style)
    with client.get("/static/icons/icon.svg") as icon:
        assert unquote(drawing).replace("'", '"') == icon.text


@pytest.mark.parametrize(
    "path", ["/", "/import", "/krypkasino/exercises", "/casino/new", "/kasino/score"]
)
def test_pages_that_a_time_zone_changes_say_it(client: FlaskClient, path: str) -> None:
    text = client.get(path).text
    assert 'name="timezone"' in text or "data-today" in text
    assert re.search(r'src="[^"]+\+time_zone[+.]', text)


def test_made_up_files_fill_nothing(client: FlaskClient, app: Flask) -> None:
    """Beyond those that pages name a file is joined each time, and quickly compressed."""
    with app.test_request_context():
        kept = assets().joined
        names = sorted(assets().parts.of_kind["css"])
    asked = [f"/assets/0/css/{one}+{other}.css" for one in names for other in names]
    assert len(asked) > 150
    for path in asked:
        assert client.get(path, headers=taking("br")).status_code == 200
    assert len(kept) < 70


def test_an_update_below_a_running_server_changes_no_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Templates, texts, examples and styles are those that the server started with."""
    for name in ("templates", "static"):
        shutil.copytree(config.resources(name), tmp_path / name)
    shutil.copytree(languages.FOLDER, tmp_path / "translations")
    (tmp_path / "pyproject.toml").touch()
    monkeypatch.setattr(config, "CHECKOUT", tmp_path)
    monkeypatch.setattr(languages, "FOLDER", tmp_path / "translations")
    languages.catalogue.cache_clear()
    updated = create_app({"DATABASE_URL": f"sqlite:///{tmp_path / 'referee.db'}"})
    languages.translations.cache_clear()
    for name in ("templates", "static", "translations"):
        shutil.rmtree(tmp_path / name)
    client = updated.test_client()
    for path in ("/", "/krypkasino/referee?table=8&played=8", "/casino/rules", "/krypkasino/new"):
        assert client.get(path, headers={"Accept-Language": "sv"}).status_code == 200
    assert "Avgör en tvist" in client.get("/", headers={"Accept-Language": "sv"}).text
    assert client.get("/nothing").status_code == 404
    assert client.get(f"{updated.extensions[STATIC_FILES]}/css/base.css").status_code == 200
    close(updated)


OPENERS: dict[str | None, Callable[[bytes], bytes]] = {
    "br": brotli.decompress,
    "gzip": gzip.decompress,
    None: bytes}  # fmt: skip
RULING = "/krypkasino/referee?table=A+2+6+7+8&played=8"
RULES = "/swazi-casino/rules"
TAKEN = [  # what the browser takes, what it gets
    ("gzip, deflate, br, zstd", "br"),
    ("gzip, deflate", "gzip"),
    ("br;q=0, gzip", "gzip"),
    ("*", "br"),
    ("deflate", None),
    ("gzip;q=0", None),
    ("", None)]  # fmt: skip


def taking(encodings: str) -> dict[str, str]:
    return {"Accept-Encoding": encodings}


@pytest.mark.parametrize(("path", "most"), [  # address, bytes that it has at most with Brotli
    ("/", 2000),
    (RULING, 3800),
    (RULES, 12_500),
    ("/api/v1/openapi.json", 8100),
    ("/manifest.webmanifest", 600),
    ("/krypkasino/new", 3000)])  # fmt: skip
def test_what_everybody_may_see_goes_out_compressed(client: FlaskClient, path, most) -> None:
    for encoding, opener in OPENERS.items():
        answer = client.get(path, headers=taking(encoding or ""))
        assert answer.status_code == 200
        assert answer.headers.get("Content-Encoding") == encoding
        assert "Accept-Encoding" in answer.headers["Vary"]
        assert int(answer.headers["Content-Length"]) == len(answer.data)
        assert encoding != "br" or len(answer.data) < most
        head = client.head(path, headers=taking(encoding or ""))
        if path != "/krypkasino/new":  # its form has a number of its own, another one each time
            assert opener(answer.data) == client.get(path).data
            assert dict(head.headers) | SAME == dict(answer.headers) | SAME
        assert head.data == b""


SAME = dict.fromkeys(("Date", "X-Request-Id", "Set-Cookie"), "")


@pytest.mark.parametrize("path", [RULES, RULING])
def test_as_the_browser_takes_it(client: FlaskClient, path: str) -> None:
    for taken, sent in TAKEN:
        headers = client.get(path, headers=taking(taken)).headers
        assert headers.get("Content-Encoding") == sent, taken


def test_what_gains_nothing_goes_out_as_it_is(client: FlaskClient) -> None:
    """A picture, a page of an error, few bytes."""
    few = "/api/v1/krypkasino/referee?table=2"
    for path in ("/assets/0/icons/icon-192.png", "/krypkasino/rules/answer", few):
        answer = client.get(path, headers=taking("br, gzip"))
        assert "Content-Encoding" not in answer.headers
        assert answer.data == client.get(path).data


def test_the_range_of_a_file_that_the_server_sends_itself(client: FlaskClient) -> None:
    """Waitress takes the file as it is, and ranges count its bytes."""
    waitress = {"wsgi.file_wrapper": ReadOnlyFileBasedBuffer}
    headers = taking("br") | {"Range": "bytes=0-999"}
    with client.get("/static/css/base.css", headers=headers, environ_overrides=waitress) as answer:
        assert answer.status_code == 206
        assert "Content-Encoding" not in answer.headers


@pytest.mark.parametrize("path", ["", "/1", "/1/sheet"])
def test_a_version_is_the_same_however_it_is_sent(group: Group, path: str) -> None:
    """A poll is compressed, and one that changes nothing is 304, also behind a proxy that has
    made the tag a weak one, or a strong one of it."""
    asked = group.session + path
    plain = group.phone.ask(asked, headers=POLL)
    tag = plain.headers["ETag"]
    for encoding in ("br", "gzip"):
        first = group.phone.ask(asked, headers=POLL | taking(encoding))
        assert first.headers["Content-Encoding"] == encoding
        assert first.headers["ETag"] == tag
        for known in (tag, tag.removeprefix("W/")):
            headers = POLL | taking(encoding) | {"If-None-Match": known}
            again = group.phone.ask(asked, headers=headers)
            assert (again.status_code, again.data) == (304, b"")
            assert "Content-Encoding" not in again.headers


@pytest.mark.parametrize("right", ["edit", "view"])
def test_a_page_with_keys_is_not_compressed_beside_a_guess(group: Group, right: str) -> None:
    """The right one no more than a wrong one of the same letters; nor may a proxy do it."""
    key = getattr(group, right)
    lengths = set()
    for guess in (key, key[::-1]):
        path = f"/g/{group.id}/links?guess={guess}"
        answer = group.phone.ask(path, headers=taking("br, gzip"))
        assert "Content-Encoding" not in answer.headers
        assert answer.cache_control.no_transform
        lengths.add(answer.content_length)
    assert len(lengths) == 1
