"""How fast one address may make groups; whatever else it does is never slowed down."""

import io
import sqlite3
import stat
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from referee import create_app
from referee.services.pace import AT_ONCE_MINUTES, OWN_TIMES
from referee.store import pace
from referee.store.database import db
from tests.phones import Phone

PER_MINUTE = 2
AT_ONCE = PER_MINUTE * AT_ONCE_MINUTES
HERE, ELSEWHERE = "192.168.1.7", "192.168.1.8"
SESSION = {"game": "krypkasino", "players": ["Ada", "Bo"]}
Start = Callable[..., Flask]


@pytest.fixture
def start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Start]:
    """Workers on one machine, which count."""
    monkeypatch.setenv("REFEREE_INSTANCE", str(tmp_path))
    apps: list[Flask] = []

    def create(**settings: Any) -> Flask:
        apps.append(create_app({"GROUPS_PER_MINUTE": PER_MINUTE} | settings))
        return apps[-1]

    yield create
    for app in apps:
        with app.app_context():
            db.engine.dispose()


def post(app: Flask, address: str = HERE, **headers: str) -> TestResponse:
    """Start a session through the API."""
    environ = {"REMOTE_ADDR": address}
    return app.test_client().post(
        "/api/v1/sessions", json=SESSION, headers=headers, environ_base=environ
    )


def use_up(app: Flask, address: str = HERE) -> None:
    assert [post(app, address).status_code for _ in range(AT_ONCE)] == [201] * AT_ONCE


def test_the_api_says_when_one_more_may_be_made(start: Start) -> None:
    app = start()
    use_up(app)
    answer = post(app, **{"Accept-Language": "en"})
    assert (answer.status_code, answer.content_type) == (503, "application/problem+json")
    assert 1 <= int(answer.headers["Retry-After"]) <= 60 / PER_MINUTE
    assert answer.json["detail"].startswith("Very many new groups came from here.")
    assert post(app, ELSEWHERE).status_code == 201


def test_it_goes_on_at_the_pace_that_is_allowed(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    app, now = start(), 1_000_000.0
    monkeypatch.setattr(pace.time, "time", lambda: now)
    use_up(app)
    for _ in range(3):
        wait = int(post(app).headers["Retry-After"])
        assert wait == 60 / PER_MINUTE
        now += wait
        assert post(app).status_code == 201
    now += 3600  # and after a while at once again, but no more than that
    use_up(app)
    assert post(app).status_code == 503


def test_workers_count_together(start: Start) -> None:
    """Nobody gets more by being answered by another worker, or at the same moment."""
    workers = [start() for _ in range(3)]

    def count(number: int) -> float:
        with workers[number % 3].app_context():
            return pace.seconds_to_wait("somebody", 3600, 20)

    with ThreadPoolExecutor(12) as threads:
        waits = list(threads.map(count, range(60)))
    assert waits.count(0) == 20


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("192.168.1.7", "::ffff:192.168.1.7", True),
    ],
)
def test_a_home_is_one_sender(start: Start, one: str, other: str, same: bool) -> None:
    app = start()
    use_up(app, one)
    assert post(app, other).status_code == (503 if same else 201)


def test_behind_a_proxy_it_is_the_browser_that_counts(start: Start) -> None:
    app = start(PROXIES=1)
    answers = [post(app, **{"X-Forwarded-For": HERE}) for _ in range(AT_ONCE + 1)]
    assert [one.status_code for one in answers] == [201] * AT_ONCE + [503]
    assert post(app, **{"X-Forwarded-For": ELSEWHERE}).status_code == 201


def test_the_machine_itself_gets_more(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pace.time, "time", lambda: 1_000_000.0)
    app = start()
    for _ in range(OWN_TIMES * AT_ONCE):
        assert post(app, "127.0.0.1").status_code == 201
    assert post(app, "::1").status_code == 503


def test_what_is_not_slowed_down(start: Start) -> None:
    """The referee, scoring, pages, and whatever a group's key opens."""
    app = start()
    made = post(app).json
    for _ in range(AT_ONCE):
        post(app)
    client = app.test_client()
    client.environ_base["REMOTE_ADDR"] = HERE
    key = {"Authorization": f"Bearer {made['edit_key']}"}
    for _ in range(3):
        assert client.get("/krypkasino/referee?table=8S&played=8H").status_code == 200
        assert client.get("/api/v1/krypkasino/referee?table=8S").status_code == 200
        body = SESSION | {"group_id": made["group_id"]}
        assert client.post("/api/v1/sessions", json=body, headers=key).status_code == 201
    players = {"players": [{"name": "A", "markers": 0, "card_points": 42}] * 2}
    assert client.post("/api/v1/krypkasino/score", json=players).status_code == 200
    assert post(app).status_code == 503


def test_what_is_wrong_is_said_first_and_does_not_count(start: Start) -> None:
    app = start()
    wrong = {"json": SESSION | {"players": ["Ada"]}, "environ_base": {"REMOTE_ADDR": HERE}}
    for _ in range(AT_ONCE + 1):
        assert app.test_client().post("/api/v1/sessions", **wrong).status_code == 422
    use_up(app)


@pytest.fixture
def phone(start: Start) -> Phone:
    """A phone from whose address very many groups came."""
    app = start()
    phone = Phone(app)
    phone.client.environ_base["REMOTE_ADDR"] = HERE
    use_up(app)
    return phone


SENTENCE = "Very many new groups came from here. Nothing was changed; wait a little."


def test_the_start_page_keeps_what_was_typed(phone: Phone) -> None:
    names = ["Ada", "Grace Hopper"]
    page = phone.press(phone.get("/krypkasino/new"), "Start", 503, player=names)
    assert SENTENCE in page.text
    assert all(f'value="{name}"' in page.html for name in names)


def test_a_single_game_says_so(phone: Phone) -> None:
    page = phone.press(phone.get("/krypkasino/score"), "2", 503)
    assert SENTENCE in page.text


def test_an_import_says_so_before_it_is_read(phone: Phone) -> None:
    file = (io.BytesIO(b"{"), "group.json")
    sent = {"file": file, "csrf_token": phone.token()}
    assert SENTENCE in phone.send("/import", sent, 503).text


def test_no_bound(start: Start) -> None:
    app = start(GROUPS_PER_MINUTE=0)
    for _ in range(AT_ONCE + 1):
        assert post(app).status_code == 201


def noise(file: Path) -> None:
    file.write_bytes(b"no database" * 1000)


def zeros_in_the_middle(file: Path) -> None:
    data = file.read_bytes()
    file.write_bytes(data[:100] + bytes(len(data) - 100))


def half(file: Path) -> None:
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def another_table(file: Path) -> None:
    file.write_bytes(b"")
    execute(file, "CREATE TABLE paces (a, b, c)")


def execute(file: Path, command: str) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as opened:
        opened.execute(command)


def rows_of_nonsense(file: Path) -> None:
    execute(file, "UPDATE paces SET moment = 'soon'")


def rows_of_a_wrong_clock(file: Path) -> None:
    """It was a year ahead, and was put right."""
    execute(file, "UPDATE paces SET moment = moment + 31536000")


def rows_of_no_text(file: Path) -> None:
    execute(file, "UPDATE paces SET moment = CAST(x'ff' AS TEXT)")


DAMAGES = [
    rows_of_no_text,
    noise,
    zeros_in_the_middle,
    half,
    another_table,
    rows_of_nonsense,
    rows_of_a_wrong_clock,
]


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_count_begins_anew(
    start: Start, tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    app = start()
    use_up(app)
    damage(tmp_path / "pace.db")
    use_up(app)
    assert post(app).status_code == 503
    assert [path.name for path in tmp_path.glob("pace*")] == ["pace.db"]
    assert stat.S_IMODE((tmp_path / "pace.db").stat().st_mode) == 0o600


def test_nobody_is_kept_out_where_nobody_can_be_counted(start: Start, tmp_path: Path) -> None:
    app = start()
    use_up(app)
    (tmp_path / "pace.db").unlink()
    (tmp_path / "pace.db").mkdir()
    assert post(app).status_code == 201
