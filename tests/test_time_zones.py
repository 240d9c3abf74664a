"""Days as people call them: zones far from UTC, summer time, evenings after midnight."""

import os
import time
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from referee import times
from referee.times import day_of, find_zone, local

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
