"""Installability: manifest, icons, service worker, files that are kept."""

import gzip
import json
import re
from pathlib import Path
from struct import unpack

import pytest
from flask import Flask
from flask.testing import FlaskClient

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


def test_the_service_worker_keeps_what_there_is(client: FlaskClient) -> None:
    text = client.get("/sw.js").text
    files = json.loads(re.search(r"const FILES = (.+);", text)[1])
    asked = re.findall(r'(?:href|src)="(/assets/[^"]+\.(?:css|js|svg))"', client.get("/").text)
    assert set(asked) <= set(files)
    for path in files:
        with client.get(path) as answer:
            assert answer.status_code == 200, path


def test_files_are_kept_until_they_change(client: FlaskClient) -> None:
    """An address with another version is one from before an update, or one made up."""
    path = re.search(r"/assets/\w+/css/frame.css", client.get("/").text)[0]
    for address, lasting in ((path, True), ("/assets/000000000000/css/frame.css", False)):
        with client.get(address) as answer:
            assert answer.status_code == 200
            assert ("immutable" in answer.headers["Cache-Control"]) == lasting
    short = client.get(path, headers={"Accept-Encoding": "gzip"})
    assert short.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(short.data) == client.get(path).data
    assert client.get("/assets/000000000000/css/nothing.css").status_code == 404
    assert client.get("/assets/000000000000/../config.py").status_code == 404


NAMED = re.compile(r'\{\{ assets \}\}/([^"?{]+)"')


def test_every_file_that_a_page_names_is_there(app: Flask) -> None:
    templates = Path(app.root_path, str(app.template_folder)).rglob("*.html")
    named = {name for page in templates for name in NAMED.findall(page.read_text("utf-8"))}
    assert named
    assert {name for name in named if not Path(str(app.static_folder), name).is_file()} == set()
