"""Dates on pages and in files: those of the zone of the phone that made the group."""

import json
from datetime import UTC, datetime
from io import BytesIO

import pytest
from flask import Flask

from referee.store import queries
from referee.store.database import writing
from referee.times import find_zone, today
from tests.page_client import NEW, Page, Phone, start

PACIFIC, SWEDISH = "America/Los_Angeles", "Europe/Stockholm"
LATE = datetime(2026, 11, 25, 3, 30, tzinfo=UTC)
"""In California it is half past seven in the evening of the 24th."""


def zone_of(app: Flask, group_id: str) -> str | None:
    with app.app_context():
        return queries.timezone(group_id)


def begun(app: Flask, page: Page) -> Page:
    """Return a session that began late."""
    with app.app_context(), writing():
        session = queries.session(page.group, page.path.split("/")[3])
        assert session is not None
        session.started_at = LATE
    return page


def evening(phone: Phone, zone: str) -> Page:
    phone.client.set_cookie("zone", zone)
    return begun(phone.app, start(phone, "Ada", "Bo"))


@pytest.mark.parametrize(("form", "cookie", "zone"), [
    (PACIFIC, SWEDISH, PACIFIC),
    ("", SWEDISH, SWEDISH),
    ("Mars/Olympus", SWEDISH, SWEDISH),
    ("", "x", None)])  # fmt: skip
def test_a_group_has_the_zone_of_its_phone(app: Flask, phone: Phone, form, cookie, zone) -> None:
    if cookie is not None:
        phone.client.set_cookie("zone", cookie)
    page = phone.get(NEW)
    filled, button = page.form("Start")
    sent = filled.filled(button, player=["Ada", "Bo"])
    sent["timezone"] = form
    assert zone_of(app, phone.send(NEW, sent).group) == zone


def test_a_session_began_where_its_group_is(phone: Phone) -> None:
    session = evening(phone, PACIFIC)
    assert "24 November 2026" in phone.get(session.path).text
    assert "24 Nov" in phone.get(session.path).html.partition("</title>")[0]
    page = phone.get(f"/g/{session.group}")
    phone.press(page, "Change the time zone", timezone="asia/tokyo")
    assert "25 November 2026" in phone.get(session.path).text


def test_the_zone_is_changed_on_the_page_of_the_group(phone: Phone) -> None:
    session = evening(phone, SWEDISH)
    page = phone.get(f"/g/{session.group}")
    assert f"Time zone {SWEDISH}" in page.text
    assert "As on this phone" not in page.text
    page = phone.press(page, "Change the time zone", 422, timezone="Mars/Olympus")
    assert page.alert() == "“Mars/Olympus” is not a time zone: write Europe/Stockholm, say."
    form, _ = page.form("Change the time zone")
    assert form.value("timezone") == "Mars/Olympus"
    assert zone_of(phone.app, session.group) == SWEDISH
    page = phone.press(phone.get(f"/g/{session.group}"), "Change the time zone", timezone=PACIFIC)
    assert zone_of(phone.app, session.group) == PACIFIC
    phone.press(page, f"As on this phone: {SWEDISH}")
    assert zone_of(phone.app, session.group) == SWEDISH
    phone.press(phone.get(f"/g/{session.group}"), "Change the time zone", timezone=" ")
    assert zone_of(phone.app, session.group) is None


def read_in(phone: Phone, text: str, status: int = 200) -> Page:
    form, button = phone.get("/import").form("Load it")
    file = (BytesIO(text.encode()), "a file")
    return phone.send("/import", dict(form.filled(button)) | {"again": "1", "file": file}, status)


def test_files_carry_it(phone: Phone) -> None:
    session = evening(phone, PACIFIC)
    data = phone.ask(f"/g/{session.group}/export.json").json
    assert data["timezone"] == PACIFIC
    assert data["sessions"][0]["started_at"] == LATE.isoformat()
    phone.client.set_cookie("zone", SWEDISH)
    assert zone_of(phone.app, read_in(phone, json.dumps(data)).group) == PACIFIC
    del data["timezone"]
    assert zone_of(phone.app, read_in(phone, json.dumps(data)).group) == SWEDISH
    for wrong in ("Mars/Olympus", 7, ["UTC"]):
        page = read_in(phone, json.dumps(data | {"timezone": wrong}), 422)
        assert "timezone" in page.alert()


def test_a_spreadsheet_has_the_times_of_the_group(phone: Phone) -> None:
    session = evening(phone, PACIFIC)
    page = phone.press(phone.get(session.path), "Begin game 1")
    page = phone.get(f"{page.path}/sheet")
    for seat, points in enumerate((40, 2)):
        page = phone.press(page, "Save", inside=f"row-{seat}", points=str(points))
    phone.press(page, "Finish the game")
    with phone.app.app_context(), writing():
        game = queries.last_game(session.path.split("/")[3])
        assert game is not None
        game.finished_at = LATE.replace(hour=9)  # one in the morning
    line = phone.ask(f"/g/{session.group}/export.csv").text.splitlines()[1].split(",")
    assert (line[1], line[4]) == ("2026-11-24", "2026-11-25 01:30")


def test_a_followed_game_as_text_has_them_too(phone: Phone) -> None:
    session = evening(phone, PACIFIC)
    game = phone.press(session, "Begin game 1")
    table = phone.get(f"{game.path}/table")
    phone.press(table, "These lie on the table", dealt="8S KH KD KC")
    with phone.app.app_context(), writing():
        for entry in queries.log(queries.last_game(session.path.split("/")[3]).id):  # type: ignore[union-attr]
            entry.made_at = LATE
    text = phone.ask(f"{table.path}/log.txt").text
    assert "2026-11-24T19:30:00-08:00" in text
    page = read_in(phone, text)
    assert phone.ask(f"{page.path}/log.txt").text == text


@pytest.mark.parametrize("zone", ["Pacific/Niue", "Pacific/Kiritimati", "Mars/Olympus"])
def test_the_exercises_of_the_day_change_at_midnight_of_the_phone(phone: Phone, zone: str) -> None:
    """In Kiritimati the day begins 25 hours sooner than on Niue."""
    phone.client.set_cookie("zone", zone)
    before = today(find_zone(zone))
    links = phone.get("/krypkasino/exercises").links
    days = {link.rpartition("/")[2] for link in links if "/exercises/ten/" in link}
    assert days <= {before.isoformat(), today(find_zone(zone)).isoformat()}
    assert len(days) == 1
