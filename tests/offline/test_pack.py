"""The pack: what is in it, what its Python answers, and packs that somebody has been at."""

import gzip
import json
import logging
import re
import shutil
import subprocess
from collections.abc import Callable
from hashlib import sha256
from itertools import cycle
from pathlib import Path
from typing import Any
from unittest.mock import patch
from zipfile import ZipFile

import brotli
import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient

from referee import create_app
from referee.cli import main
from referee.config import PACKAGE
from referee.headers import MAY_COMPILE
from referee.offline.build_pack import ARCHIVES, FOR_PHOTOS, RUNTIME, SCRIPTS, put_in_place
from referee.offline.pack import ENDINGS, FOLDER, LICENCES, LIST, PARTS, DamagedPack, Pack
from referee.offline.pack_contents import contents, fingerprint
from referee.rules.games import RULESETS, listed
from referee.web.assets import assets
from tests.packs import build, small_pack, unpack
from tests.strategies import SOAK, some
from tests.web.page_requests import WAYS, addresses, cookies

ASK = Path(__file__).with_name("ask.mjs")
MOST_SENT = {"br": 7_000_000 if SOAK > 1 else 8_000_000, "gzip": 9_500_000}
"""Bytes; Brotli at its best where there is time for it."""


def ask(folder: Path, pack: Pack, base: str, questions: list[tuple[str, str]]) -> list[Any]:
    """Return the modules of the Python of a pack, and its answers to (path, cookies): status,
    headers, cookie, text."""
    offer = json.dumps(pack.offer._asdict())
    lines = "".join(json.dumps(question) + "\n" for question in questions)
    command = [shutil.which("node") or "node", str(ASK), str(folder), offer, base]
    run = subprocess.run(command, input=lines, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return [json.loads(line) for line in run.stdout.splitlines()]


CHATS = re.compile(r" *<meta (?:property=\"og:|name=\"twitter:)[^>]*>\n")
"""Tags that chats ask a server for, and show beside a link."""


def test_it_answers_as_the_server_does(app: Flask, pack: Pack, tmp_path: Path) -> None:
    """Every page of every game, in every language and lettering, byte for byte; in ``make test``
    every thirteenth of them: the code is that of the server, on another Python. Before that every
    module is in the memory of a phone or in the archive beside it, and in one of them only."""
    asked = [(path, cookies(*way)) for way in WAYS for path in addresses(*way)]
    questions = some(asked, 13)
    unpacked = unpack(pack, tmp_path / "pack")
    with app.app_context():
        modules, *answers = ask(unpacked, pack, assets().base, questions)
    with ZipFile(unpacked / "modules.zip") as beside:
        site = {f"/site/{name}" for name in beside.namelist()}
    assert site == {origin for origin in modules if (origin or "").startswith("/site/")}
    client = app.test_client(use_cookies=False)
    with patch.dict(app.jinja_env.globals, offer=pack.offer):
        for (path, likes), answer in zip(questions, answers, strict=True):
            served = client.get(path, headers={"Cookie": likes})
            text = CHATS.sub("", served.text)
            assert (answer["status"], answer["text"]) == (served.status_code, text), path


def test_it_is_small(pack: Pack) -> None:
    parts = [part for file in pack.listed["files"] for part in file["parts"]]
    sent = {
        coding: sum(len(pack.part(part["sha256"], coding) or b"") for part in parts)
        for coding in ENDINGS
    }
    assert pack.offer.sent == sent["br"] < sent["gzip"]
    assert all(4_000_000 < sent[coding] < MOST_SENT[coding] for coding in ENDINGS)


NEEDED = [
    *(f"referee/rules/games/{RULESETS[game].examples}" for game in listed()),
    *(f"referee/rules/games/{RULESETS[game].tactics}" for game in listed()),
    "referee/rules/games/krypkasino/intro.json",
    "referee/rules/games/measured_advice.json",
    "babel/locale-data/de.dat",
    "referee/offline/migrations/0001.sql",
    "referee/offline/bridge.py",
    "referee/web/stateless_pages.py",
    "referee/translations/sv.po",
    "segno/__init__.py",
    "templates/referee/page.html",
]
UNNEEDED = (
    "brotli", "flask_compress/", "alembic/", "greenlet/", "flask_smorest/", "referee/api/calls",
    "referee/api/problems", "referee/migrations/", "referee/server",
    "sqlalchemy/dialects/mysql/", "tests/", "babel/locale-data/fr", "fsrs/optimizer",
)  # fmt: skip


def test_what_goes_along() -> None:
    found = contents()
    assert list(found) == sorted(found)
    assert set(NEEDED) <= set(found)
    assert not [name for name in found if name.startswith(UNNEEDED)]
    assert sum(len(found[name]) for name in found if name.endswith(".dat")) < 70_000
    games = {path.name for path in (PACKAGE / "rules" / "games").glob("*.py")}
    assert {f"referee/rules/games/{name}" for name in games} <= set(found)


LIBRARIES = ("Babel", "Flask", "fsrs", "Jinja2", "SQLAlchemy", "Werkzeug", "pyodide", "segno")


def test_licences_go_along(pack: Pack) -> None:
    assert pack.licences is not None
    told = pack.licences.decode()
    heads = {line.split()[0].lower() for line in told.splitlines() if line.strip()}
    assert {name.lower() for name in LIBRARIES} <= heads
    assert "Redistribution and use in source and binary forms" in told


if SOAK > 1:

    def test_the_same_files_give_the_same_pack(pack: Pack, tmp_path: Path) -> None:
        assert build(tmp_path).listed == pack.listed


def test_without_npm_it_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("REFEREE_INSTANCE", str(tmp_path))
    told = CliRunner().invoke(main, ["offline"])
    assert (told.exit_code, told.stderr.splitlines()[-1]) == (1, "Error: npm is not installed")
    assert list(tmp_path.iterdir()) == []


def test_what_the_command_says(pack: Pack, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("REFEREE_INSTANCE", str(tmp_path))
    monkeypatch.setattr("referee.offline.build_pack.build", lambda *_, **__: pack)
    told = CliRunner().invoke(main, ["offline"])
    sentence = f"version {pack.offer.version}, {pack.offer.megabytes_sent} MB to send"
    assert (told.exit_code, sentence in told.stdout) == (0, True)


# --- as a server offers it ----------------------------------------------------------------------
@pytest.fixture
def instance(pack: Pack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(pack.folder, tmp_path / FOLDER)
    monkeypatch.setenv("REFEREE_INSTANCE", str(tmp_path))
    return tmp_path


UNPACK = {"br": brotli.decompress, "gzip": gzip.decompress}
TAKEN = [
    ("gzip, deflate, br, zstd", "br", "sent"),
    ("gzip, deflate", "gzip", "gzip"),
    ("br;q=0, gzip", "gzip", "gzip"),
    ("", "gzip", "gzip"),
]
"""Encodings that a browser takes, the one that it gets, and the one whose size is in the list."""


def test_it_is_offered(instance: Path, pack: Pack) -> None:
    client = create_app().test_client()
    offer = f"Keep the referee on this phone ({pack.offer.megabytes_sent} MB)"
    assert offer in client.get("/").text
    listed = client.get("/pocket/files.json")
    assert listed.headers["Cache-Control"] == "no-store"
    assert listed.json == pack.listed | {
        "policy": "default-src 'none'; connect-src 'self'; script-src 'self' 'wasm-unsafe-eval'"
    }
    files = [*pack.listed["photos"], *pack.listed["files"]]
    parts = [part for file in files for part in file["parts"]]
    for (taken, coding, size), part in zip(cycle(TAKEN), parts, strict=False):
        headers = {"Accept-Encoding": taken}
        sent = client.get(f"/pocket/parts/{part['sha256']}", headers=headers)
        assert sent.headers["Content-Encoding"] == coding
        assert "Accept-Encoding" in sent.headers["Vary"]
        assert len(sent.data) == part[size]
        assert sha256(UNPACK[coding](sent.data)).hexdigest() == part["sha256"]
    assert client.get("/pocket/licences.txt").data == pack.licences
    for name in (*SCRIPTS, *RUNTIME):  # whole, as service workers import them
        script = client.get(f"/pocket/{pack.offer.version}/{name}")
        known = next(file for file in listed.json["files"] if file["name"] == name)
        if name.endswith("wasm"):
            assert script.status_code == 404
        else:
            assert sha256(script.data).hexdigest() == known["sha256"]
            assert script.content_type.startswith("text/javascript")
    assert client.get("/pocket/another/app_in_service_worker.js").status_code == 404


def test_a_pack_of_another_version_is_not_offered(
    instance: Path, caplog: pytest.LogCaptureFixture
) -> None:
    listed = instance / FOLDER / LIST
    listed.write_text(listed.read_text("utf-8").replace(fingerprint(), "0" * 12), "utf-8")
    client = create_app().test_client()
    assert "data-pocket" not in client.get("/").text
    assert "the referee for phones is of another version: build it anew" in caplog.text


def test_a_build_says_how_far_it_is(tmp_path: Path) -> None:
    said: list[str] = []
    small_pack(tmp_path, said.append)
    assert said[0].startswith("3 of 3: compressing kept_pages.js, 0.0 MB")
    assert len(said) == len({*SCRIPTS, *RUNTIME, *ARCHIVES, *FOR_PHOTOS})


NAME = "0" * 64
PART = f"{PARTS}/{NAME}.gz"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a small pack, whole, in the instance folder of the next app."""
    monkeypatch.setenv("REFEREE_INSTANCE", str(tmp_path))
    return written(tmp_path / FOLDER)


def written(folder: Path) -> Path:
    (folder / PARTS).mkdir(parents=True)
    files = [{"name": "python.js", "parts": [{"sha256": NAME, "size": 1, "sent": 1}]}]
    listed = {"version": "1", "sent": 1, "size": 1, "made_for": fingerprint(), "files": files}
    (folder / LIST).write_text(json.dumps(listed), "utf-8")
    (folder / LICENCES).write_text("licences", "utf-8")
    (folder / PART).write_bytes(b"part")
    return folder


def statuses(app: Flask) -> list[int]:
    paths = ("/pocket/files.json", f"/pocket/parts/{NAME}", "/pocket/licences.txt", "/")
    return [app.test_client().get(path).status_code for path in paths]


def become_a_folder(path: Path) -> None:
    path.unlink()
    (path / "something").mkdir(parents=True)


LISTS = [
    "",
    "{",
    "[]",
    "[" * 100_000,
    '{"version": "1", "sent": "1", "size": 1, "made_for": "1", "files": []}',
    '{"version": "1", "sent": 1, "size": 1, "made_for": "1", "files": [{"parts": [7]}]}',
    '{"version": "1", "sent": 1, "size": 1, "made_for": "1", "files": [{"parts": [{}]}]}',
]
DAMAGES: list[Callable[[Path], object]] = [
    become_a_folder,
    lambda path: path.write_bytes(b"\xff\xfe\x00"),
    *(lambda path, text=text: path.write_text(text) for text in LISTS),  # type: ignore[misc]  # a default binds it
]


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_list_is_no_pack(folder: Path, damage: Callable[[Path], object]) -> None:
    damage(folder / LIST)
    with pytest.raises(DamagedPack):
        Pack.read(folder)


def test_the_app_starts_without_it(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    become_a_folder(folder / LIST)
    with caplog.at_level(logging.WARNING):
        app = create_app()
    assert statuses(app) == [404, 404, 404, 200]
    assert f"damaged, build it anew: {folder / LIST}: " in caplog.text


@pytest.mark.parametrize("damage", [Path.unlink, become_a_folder])
def test_what_is_missing_is_not_there(folder: Path, damage: Callable[[Path], object]) -> None:
    app = create_app()
    damage(folder / PART)
    assert statuses(app) == [200, 404, 200, 200]
    damage(folder / LICENCES)
    assert statuses(app) == [200, 404, 404, 200]


def test_the_next_build_mends_it(folder: Path, tmp_path: Path) -> None:
    for name in (LIST, LICENCES, PART):
        become_a_folder(folder / name)
    put_in_place(folder, written(tmp_path / "finished"))
    assert statuses(create_app()) == [200, 200, 200, 200]


def test_the_service_worker_of_phones_that_keep_the_app(app: Flask, client: FlaskClient) -> None:
    """Phones with the pack get another script, a module, which alone may compile wasm."""
    offered = Pack(Path(), {"version": "abc123", "sent": 1, "size": 1})
    with patch.dict(app.extensions, {"referee-offline": offered}):
        hosting, other = client.get("/sw.js?pocket=abc123"), client.get("/sw.js?pocket=abc124")
    usual = client.get("/sw.js")
    assert (
        hosting.text.splitlines()[0]
        == 'import * as host from "/pocket/abc123/app_in_service_worker.js";'
    )
    assert usual.text.splitlines()[0] == "const host = null;"
    assert hosting.text.splitlines()[1:] == usual.text.splitlines()[1:]
    assert hosting.headers.get_all("Content-Security-Policy") == [MAY_COMPILE]
    assert "wasm" not in usual.headers["Content-Security-Policy"]
    assert other.status_code == client.get("/sw.js?pocket=abc123").status_code == 404
