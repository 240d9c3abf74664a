"""Settings: where they come from, the key that is made at the first start, proxies, time zones."""

import os
import stat
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from referee import config, create_app, times
from referee.store.backup import write_backup
from referee.store.database import close
from referee.times import day_of, find_zone, local
from referee.urls import for_phones
from tests.databases import on
from tests.page_client import Phone

Start = Callable[..., Flask]
STARTED = {"game": "krypkasino", "players": ["Ada", "Bo"]}


@pytest.fixture
def start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Start]:
    """Start apps with an instance folder of their own and these variables."""
    monkeypatch.setenv("REFEREE_INSTANCE", str(tmp_path))
    apps: list[Flask] = []

    def create(settings: dict[str, Any] | None = None, **variables: str) -> Flask:
        for name, value in variables.items():
            monkeypatch.setenv(f"REFEREE_{name}", value)
        apps.append(create_app({"TESTING": True} | (settings or {})))
        return apps[-1]

    yield create
    for app in apps:
        close(app)


def load(folder: Path, settings: dict[str, Any] | None = None) -> Flask:
    """Return an app that has loaded its settings, and does no more."""
    config.load(app := Flask(__name__, instance_path=str(folder)), settings)
    return app


# The secret key
def test_the_secret_key_is_made_once(tmp_path: Path) -> None:
    key = load(tmp_path).secret_key
    kept = tmp_path / "secret_key"
    assert kept.read_text("ascii") == key
    assert len(str(key)) >= 32
    assert [path.name for path in tmp_path.iterdir() if "secret" in path.name] == ["secret_key"]
    assert load(tmp_path).secret_key == key


@pytest.mark.parametrize("kept", [b"", b"\n", b"\0" * 43], ids=["empty", "a line", "zeros"])
def test_a_key_that_was_lost_with_the_power_is_made_anew(tmp_path: Path, kept: bytes) -> None:
    (tmp_path / "secret_key").write_bytes(kept)
    key = load(tmp_path).secret_key
    assert len(str(key)) >= 32
    assert load(tmp_path).secret_key == key == (tmp_path / "secret_key").read_text("ascii")


@contextmanager
def umask(mask: int) -> Iterator[None]:
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


@pytest.mark.skipif(sys.platform == "win32", reason="has no such modes")
@pytest.mark.parametrize("there", [False, True], ids=["made", "there before"])
def test_nobody_else_reads_what_is_kept(start: Start, tmp_path: Path, there: bool) -> None:
    """The key, the database and what lies beside it, and backups."""
    folder = tmp_path / "instance"
    with umask(0):
        if there:  # from a version that left it open to all
            start(INSTANCE=str(folder))
            for file in folder.iterdir():
                file.chmod(0o666)
        app = start(INSTANCE=str(folder))
        phone = Phone(app)
        phone.press(phone.get("/krypkasino/new"), "Start", player=["Ada", "Bo"])
        on(app, write_backup, folder / "backup.db")
    modes = {file.name: oct(stat.S_IMODE(file.stat().st_mode)) for file in folder.iterdir()}
    assert {"secret_key", "referee.db", "referee.db-wal", "backup.db"} <= set(modes)
    assert set(modes.values()) == {"0o600"}
    assert oct(stat.S_IMODE(folder.stat().st_mode)) == "0o700"


def test_a_database_beside_the_instance_folder_is_private_too(start: Start, tmp_path: Path) -> None:
    with umask(0):
        start(DATABASE_URL=f"sqlite:///{tmp_path / 'other.db'}")
        start(DATABASE_URL="sqlite:///relative.db")  # to the instance folder
    for name in ("other.db", "relative.db"):
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600


@pytest.mark.parametrize("key", ["2026112120261121", "[true, true, true]", "Å" * 16])
def test_a_secret_key_that_is_given_wins(start: Start, tmp_path: Path, key: str) -> None:
    """Any such key is taken; nothing is kept, and forms and links work."""
    app = start(SECRET_KEY=key)
    assert not (tmp_path / "secret_key").exists()
    phone = Phone(app)
    page = phone.press(phone.get("/krypkasino/new"), "Start", player=["Ada", "Bo"])
    assert "deals game 1" in page.text
    assert load(tmp_path).secret_key == app.secret_key


# Where settings come from
def test_later_sources_win(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert load(tmp_path).config["PUBLIC_ADDRESS"] == ""
    (tmp_path / "config.py").write_text("PUBLIC_ADDRESS = 'http://file/'", "utf-8")
    assert load(tmp_path).config["PUBLIC_ADDRESS"] == "http://file/"
    monkeypatch.setenv("REFEREE_PUBLIC_ADDRESS", "http://env/")
    assert load(tmp_path).config["PUBLIC_ADDRESS"] == "http://env/"
    given = {"PUBLIC_ADDRESS": "http://given/"}
    assert load(tmp_path, given).config["PUBLIC_ADDRESS"] == "http://given/"


SWITCHES = [
    *((text, True) for text in ("true", "True", "TRUE", "yes", "Yes", "on", "1", " yes ")),
    *((text, False) for text in ("false", "False", "no", "NO", "off", "0", "")),
]


@pytest.mark.parametrize(("text", "value"), SWITCHES)
def test_switches_are_read_in_any_case(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, value: bool
) -> None:
    monkeypatch.setenv("REFEREE_ACCESS_LOG", text)
    assert load(tmp_path).config["ACCESS_LOG"] == value


def test_a_file_of_settings_may_have_names_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "config.py").write_text("HOME = '/srv'\nPROXIES = 1", "utf-8")
    assert load(tmp_path).config["PROXIES"] == 1


def test_settings_of_flask_are_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFEREE_SESSION_COOKIE_NAME", "x")
    assert load(tmp_path).config["SESSION_COOKIE_NAME"] == "x"


# Proxies
FORWARDED = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "cards.example"}
FORGED = {"X-Forwarded-Proto": "http, https", "X-Forwarded-Host": "evil.example, cards.example"}
PROXIES = [
    # the setting, the headers, where the links lead
    ("0", FORWARDED, "http://localhost"),
    ("1", FORGED, "https://cards.example"),
    ("2", {name: f"{value}, x" for name, value in FORWARDED.items()}, "https://cards.example"),
    ("2", FORWARDED, "http://localhost"),
]


@pytest.mark.parametrize(("proxies", "headers", "base"), PROXIES)
def test_addresses_behind_proxies(
    start: Start, proxies: str, headers: dict[str, str], base: str
) -> None:
    app = start(PROXIES=proxies)
    client = app.test_client()
    answer = client.post("/api/v1/sessions", json=STARTED, headers=headers)
    assert answer.json["edit_url"].startswith(f"{base}/k/")
    opened = client.get(answer.json["edit_url"].removeprefix(base), headers=headers)
    assert ("Secure" in opened.headers["Set-Cookie"]) == base.startswith("https")
    group = answer.json["group_id"]
    page = client.get(f"/g/{group}/links", headers=headers)
    assert answer.json["edit_url"] in page.text


PHONES = "http://192.168.1.7:8000/"
ADDRESSES = [
    # where the browser is, the public address, where phones go
    ("http://localhost:8000", PHONES, "http://192.168.1.7:8000/x?y"),
    ("http://[::1]:8000", PHONES, "http://192.168.1.7:8000/x?y"),
    ("http://localhost:8000", "", "http://localhost:8000/x?y"),
    ("https://cards.example", PHONES, "https://cards.example/x?y"),
    ("http://localhost.example:8000", PHONES, "http://localhost.example:8000/x?y"),
]


@pytest.mark.parametrize(("opened", "public", "address"), ADDRESSES)
def test_addresses_for_phones(app: Flask, opened: str, public: str, address: str) -> None:
    before = app.config["PUBLIC_ADDRESS"]
    app.config["PUBLIC_ADDRESS"] = public
    try:
        with app.test_request_context("/here", base_url=opened):
            assert for_phones("/x?y") == address
    finally:
        app.config["PUBLIC_ADDRESS"] = before


DAYS = [
    # an instant in UTC, the zone, the day of the evening there, the local time
    ("2026-11-25T03:30", "America/Los_Angeles", "2026-11-24", "2026-11-24 19:30"),
    ("2026-11-25T03:30", "UTC", "2026-11-24", "2026-11-25 03:30"),
    ("2026-11-25T12:59", "America/Los_Angeles", "2026-11-24", "2026-11-25 04:59"),
    ("2026-11-25T13:00", "America/Los_Angeles", "2026-11-25", "2026-11-25 05:00"),
    ("2026-11-24T19:30", "Pacific/Auckland", "2026-11-25", "2026-11-25 08:30"),
    ("2026-11-24T15:00", "Pacific/Kiritimati", "2026-11-25", "2026-11-25 05:00"),
    ("2026-11-24T14:00", "Asia/Kolkata", "2026-11-24", "2026-11-24 19:30"),
    # the clocks go forward in Stockholm: 02:00 becomes 03:00
    ("2026-03-29T00:59", "Europe/Stockholm", "2026-03-28", "2026-03-29 01:59"),
    ("2026-03-29T02:59", "Europe/Stockholm", "2026-03-28", "2026-03-29 04:59"),
    # and back: 03:00 becomes 02:00
    ("2026-10-25T00:59", "Europe/Stockholm", "2026-10-24", "2026-10-25 02:59"),
    ("2026-10-25T03:59", "Europe/Stockholm", "2026-10-24", "2026-10-25 04:59"),
    ("2026-10-25T04:00", "Europe/Stockholm", "2026-10-25", "2026-10-25 05:00"),
    ("2026-01-01T02:00", "Europe/Stockholm", "2025-12-31", "2026-01-01 03:00"),
]


@pytest.mark.parametrize(("instant", "zone", "day", "clock"), DAYS)
def test_days(instant: str, zone: str, day: str, clock: str) -> None:
    moment = datetime.fromisoformat(instant).replace(tzinfo=UTC)
    assert day_of(moment, zone).isoformat() == day
    assert local(moment, zone).strftime("%Y-%m-%d %H:%M") == clock


@pytest.fixture
def far_machine(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "America/Los_Angeles")
    times.server_zone.cache_clear()
    time.tzset()
    yield
    monkeypatch.undo()
    times.server_zone.cache_clear()
    time.tzset()


@pytest.mark.parametrize("zone", [None, "Mars/Olympus"])
def test_without_a_zone_that_of_the_machine_holds(far_machine: None, zone: str | None) -> None:
    assert os.environ["TZ"] == times.server_zone()
    assert day_of(datetime(2026, 11, 25, 3, 30, tzinfo=UTC), zone).isoformat() == "2026-11-24"


ZONES = [
    ("Europe/Stockholm", "Europe/Stockholm"),
    (" america/new york ", "America/New_York"),
    ("UTC", "UTC"),
    ("Asia/Calcutta", "Asia/Calcutta"),
    *((text, None) for text in (
        "", "x", "Mars/Olympus", "+02:00", "../../etc/passwd", "/etc/localtime", "localtime",
        "Factory", "Europe", "posixrules", "\0", "\ud800", "x" * 100_000)),
]  # fmt: skip


@pytest.mark.parametrize(("text", "zone"), ZONES, ids=range(len(ZONES)))
def test_names_of_zones(text: str, zone: str | None) -> None:
    assert find_zone(text) == zone
