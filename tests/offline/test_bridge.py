"""The app of a phone, as its scripts ask it, and tables that it brings up to date."""

import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from urllib.parse import urlencode

import pytest
from flask import Flask, request, request_finished
from werkzeug.wrappers import Response

from referee.languages import LANGUAGES
from referee.offline import schema_migration
from referee.services.names import OF_PHONES, new_id
from referee.store.migration import MIGRATIONS
from tests.browser.demo_sessions import AFTERWARDS
from tests.databases import at_revision
from tests.groups import export
from tests.page_client import HOME, NEW, begin, fill, finish, start

from .own_app import SECRET, Cabin

FORM = [("Content-Type", "application/x-www-form-urlencoded"), ("Sec-Fetch-Site", "same-origin")]
LIKES = [("Cookie", "language=sv; game=casino; group_0=mine; referee=forged")]


def test_an_evening_is_kept_after_every_form(cabin: Cabin) -> None:
    """Killed after each answer, it goes on where it was."""
    page = begin(cabin, "Ada", "Bo")
    for _ in range(2):
        cabin.put_back()
        page = cabin.get(page.path)
    page = fill(cabin, page, 20, 22)
    cabin.put_back()
    page = finish(cabin, page)
    cabin.put_back()
    assert "Ada" in cabin.get(page.path.rpartition("/")[0]).text
    data = json.loads(export(cabin).data)
    assert [row["card_points"] for row in data["sessions"][0]["games"][0]["rows"]] == [20, 22]


def test_all_its_ids_begin_as_no_servers_do(cabin: Cabin, app: Flask) -> None:
    _, _, group, session, *_ = begin(cabin, "Ada", "Bo").path.split("/")
    assert (group[0], session[0]) == (OF_PHONES, OF_PHONES)
    assert len(group) == len(session) == 12
    with app.app_context():
        assert not any(new_id().startswith(OF_PHONES) for _ in range(500))
    assert len(new_id()) == 12


def test_only_what_changes_something_is_to_be_kept(cabin: Cabin) -> None:
    session = start(cabin, "Ada", "Bo")
    for path in ("/", session.path, f"{session.path}/chart", "/casino/rules", NEW):
        assert cabin.here.ask("GET", path, HOME, [])[3] is False, path
    form, button = session.form("Begin game 1")
    sent = "&".join(f"{name}={value}" for name, value in form.filled(button).items())
    status, _, _, changed = cabin.here.ask("POST", form.action, HOME, FORM, sent.encode())
    assert (status, changed) == (303, True)


def test_what_could_not_be_kept_was_not_done(cabin: Cabin) -> None:
    session = start(cabin, "Ada", "Bo")
    kept = cabin.kept
    cabin.press(session, "Begin game 1")
    cabin.kept = kept
    cabin.put_back()
    session = cabin.get(session.path)
    form, button = session.form("Begin game 1")
    sent = urlencode([*form.filled(button).items(multi=True)]).encode()
    asked = ("POST", form.action, HOME, [*FORM, ("Accept-Language", "de")], sent)
    status, headers, body, changed = cabin.here.answer_storage_full(*asked)
    assert (status, changed) == (507, False)
    assert "text/html" in dict(headers)["Content-Type"]
    page = body.decode()
    assert "Nicht gespeichert" in page
    assert '<form method="post">' in page  # it can be sent again
    poll = ("POST", form.action, HOME, [*FORM, ("X-Poll", "1")], sent)
    assert cabin.here.answer_storage_full(*poll)[2].startswith(b"Not saved")
    assert cabin.here.answer_storage_full("GET", "/", HOME, [])[0] == 507
    assert cabin.get(session.path).has("Begin game 1")
    assert cabin.get("/")


def test_cookies_stay_here_but_for_what_somebody_likes(cabin: Cabin) -> None:
    status, headers, _, changed = cabin.here.ask("GET", "/like/language/de?to=/", HOME, [])
    assert (status, changed) == (303, False)
    assert [value.split(";")[0] for name, value in headers if name == "Set-Cookie"] == [
        "language=de"
    ]
    headers = cabin.here.ask("GET", NEW, HOME, [])[1]
    told = {value.split("=")[0] for name, value in headers if name == "Set-Cookie"}
    assert told <= {"game"}
    told = cabin.here.ask("GET", "/", HOME, LIKES)
    assert b'<html lang="sv"' in told[2]
    assert cabin.here.ask("GET", "/", HOME, LIKES)[3] is False
    asked = cabin.here.ask("GET", "/krypkasino/referee?table=2&played=2", HOME, [])
    assert asked[3] is False  # nobody without room hears less of the referee
    assert "Set-Cookie" in dict(asked[1])
    names = {name for _, _, name, _ in json.loads(cabin.here.export_cookies())}
    assert "group_0" not in names
    assert "forged" not in cabin.here.export_cookies()


def test_another_phone_begins_with_nothing_of_this_one(cabin: Cabin) -> None:
    session = start(cabin, "Ada", "Bo")
    cabin.here.forget_phone()
    assert json.loads(cabin.here.export_cookies()) == []
    cabin.file.unlink()
    offer = '{"version": "v", "sent": 12000000, "size": 33000000}'
    assert cabin.here.begin("of another phone", "[]", "/assets/1", offer) == "updated"
    assert cabin.get(session.path, status=404)
    home = cabin.ask("/").text
    assert "/assets/1/js/app+time_zone+home.js" in home
    assert "12 MB" in home
    assert " data-phone>" in home


def test_what_a_phone_has_kept_opens_with_its_own_secret_alone(cabin: Cabin) -> None:
    session = start(cabin, "Ada", "Bo")
    file, cookies = cabin.kept
    for secret, status in ((SECRET, 200), ("of somebody else", 404)):
        cabin.here.forget_phone()
        cabin.file.write_bytes(file)
        assert cabin.here.begin(secret, cookies) == "same"
        assert cabin.here.ask("GET", session.path, HOME, [])[0] == status


def change(file: Path, statement: str) -> None:
    with closing(sqlite3.connect(file)) as opened:
        opened.execute(statement)
        opened.commit()


def cannot_be_brought_up_to_date(file: Path) -> None:
    """Give the database an early version, so that a migration adds a column that is there
    already."""
    change(file, "UPDATE alembic_version SET version_num = '0001'")


def is_newer(file: Path) -> None:
    change(file, "UPDATE alembic_version SET version_num = '9999'")


def is_cut_short(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:9000])


@pytest.mark.parametrize(("damage", "told", "sentence"), [
    (cannot_be_brought_up_to_date, "stuck", "They stay as they are, and open again with the next"),
    (is_newer, "newer", "A newer version of Referee has kept the evenings of this phone."),
    (is_cut_short, "unreadable", "is damaged and cannot be read")])  # fmt: skip
def test_what_it_cannot_read_is_said_and_stays(
    cabin: Cabin, damage: Callable[[Path], None], told: str, sentence: str
) -> None:
    """The phone judges all the same."""
    session = start(cabin, "Ada", "Bo")
    file, cookies = cabin.kept
    cabin.here.forget_phone()
    damage(cabin.file)
    before = cabin.file.read_bytes()
    assert cabin.here.begin(SECRET, cookies) == told
    for method, path in (("GET", "/"), ("GET", session.path), ("POST", NEW)):
        status, _, body, changed = cabin.here.ask(method, path, HOME, FORM)
        assert (status, changed) == (503, False)
        assert sentence in body.decode()
    for path in (
        "/krypkasino/referee?table=3+5&played=8",
        "/casino/rules",
        "/krypkasino/first/1",
        "/casino/play?players=3&seed=4&hint=3",
        f"/kasino/play/afterwards?{urlencode(AFTERWARDS)}",
    ):
        assert cabin.here.ask("GET", path, HOME, [])[0] == 200
    assert cabin.file.read_bytes() == before
    cabin.here.forget_phone()
    cabin.file.write_bytes(file)
    # With the version that can read it.
    assert cabin.here.begin(SECRET, cookies, **cabin.begun) == "same"
    assert cabin.get(session.path).has("Begin game 1")


def test_other_phones_cannot_come_in(cabin: Cabin) -> None:
    session = start(cabin, "Ada", "Bo")
    group = f"/g/{session.group}"
    for path in (group, session.path):
        assert f"{group}/links" not in cabin.get(path).html
    assert "This group is on this phone only" in cabin.get(f"{group}/links", status=409).text
    assert cabin.send(f"{group}/links", {}, status=409)
    assert cabin.ask("/k/whatever").status_code == 404
    assert cabin.ask("/api/v1/rulesets").status_code == 404


def test_what_is_warm_is_not_kept(cabin: Cabin) -> None:
    """The pages of an evening are drawn before a snapshot, and nothing of it stays."""
    before = cabin.file.read_bytes()
    drawn: list[tuple[int, int]] = []

    def note(_: Flask, response: Response) -> None:
        drawn.append((response.status_code, request.path.count("/")))

    with request_finished.connected_to(note, cabin.app):
        cabin.here.warm_up()
    pages = (1, 2, 2, 5, 4, 5, 3, 2)  # how deep they lie: the first ones, a sheet to a group
    assert drawn == [(200, 2), (303, 2), *((200, depth) for depth in pages * len(LANGUAGES))]
    assert cabin.file.read_bytes() == before
    assert cabin.cookies() == []


REVISIONS = sorted(path.stem[:4] for path in (MIGRATIONS / "versions").glob("0*.py"))


def tables(file: Path) -> list[tuple[str, ...]]:
    with closing(sqlite3.connect(file)) as opened:
        found = opened.execute(
            "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE name != 'alembic_version'"
            " AND sql IS NOT NULL"
        ).fetchall()
        revision = opened.execute("SELECT version_num FROM alembic_version").fetchall()
    same = [tuple(" ".join(text.split()) for text in row) for row in found]
    return [*sorted(same), *revision]


def with_alembic(file: Path, revision: str) -> Path:
    at_revision(f"sqlite:///{file}", revision)
    return file


@pytest.fixture(scope="module")
def stages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Return an empty database of each revision, as Alembic has left it on its way to the last."""
    folder = tmp_path_factory.mktemp("stages")
    for revision in REVISIONS:
        file = with_alembic(folder / "referee.db", revision)
        shutil.copy(file, folder / f"{revision}.db")
    return {revision: folder / f"{revision}.db" for revision in REVISIONS}


@pytest.mark.parametrize("revision", [None, *REVISIONS])
def test_it_ends_as_alembic_ends(
    revision: str | None, stages: dict[str, Path], tmp_path: Path
) -> None:
    ours = tmp_path / "ours.db"
    if revision:
        shutil.copy(stages[revision], ours)
    assert schema_migration.upgrade(ours) is (revision != REVISIONS[-1])
    assert tables(ours) == tables(stages[REVISIONS[-1]])
    assert schema_migration.upgrade(ours) is False


def test_what_is_kept_is_still_there(tmp_path: Path) -> None:
    file = with_alembic(tmp_path / "old.db", "0003")
    with closing(sqlite3.connect(file)) as opened:
        opened.execute("INSERT INTO groups VALUES ('0g', 'Ada', '2026-01-01', 'e', 'v', 1)")
        opened.execute(
            "INSERT INTO game_sessions (id, group_id, game, house, games_planned, first_dealer,"
            " currency, started_at, version)"
            " VALUES ('0s', '0g', 'casino', '[]', 1, 0, '', '2026', 1)"
        )
        opened.commit()
    assert schema_migration.upgrade(file)
    with closing(sqlite3.connect(file)) as opened:
        found = opened.execute("SELECT id, settlement, target FROM game_sessions").fetchall()
    assert found == [("0s", "pairwise", None)]


@pytest.mark.parametrize(
    ("damage", "refusal"),
    [
        ("UPDATE alembic_version SET version_num = '9999'", schema_migration.NewerDatabase),
        ("DELETE FROM alembic_version", sqlite3.DatabaseError),
        ("DROP TABLE alembic_version", sqlite3.DatabaseError),
    ],
)
def test_what_is_refused_stays_as_it_is(
    damage: str, refusal: type[Exception], tmp_path: Path
) -> None:
    file = tmp_path / "referee.db"
    schema_migration.upgrade(file)
    with closing(sqlite3.connect(file)) as opened:
        opened.execute(damage)
        opened.commit()
    before = file.read_bytes()
    with pytest.raises(refusal):
        schema_migration.upgrade(file)
    assert file.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["referee.db"]


def test_a_step_that_fails_leaves_the_file(tmp_path: Path) -> None:
    file = with_alembic(tmp_path / "referee.db", "0004")
    with closing(sqlite3.connect(file)) as opened:
        opened.execute("ALTER TABLE games ADD COLUMN missed INTEGER")
    before = tables(file)
    with pytest.raises(schema_migration.MigrationFailed):
        schema_migration.upgrade(file)
    assert tables(file) == before
    assert not (tmp_path / "referee.db.new").exists()
