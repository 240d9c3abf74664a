"""The time zone of a group, and the dates of its sessions."""

from datetime import UTC, datetime
from typing import Any

from referee.store import queries
from referee.store.database import writing
from tests.api_calls import Caller, Table, fields, plan

LATE = datetime(2026, 11, 25, 3, 30, tzinfo=UTC)
PACIFIC = "America/Los_Angeles"


def late(table: Table) -> None:
    """Move the begin of the session to late in the evening, as California has it."""
    with table.edit.app.app_context(), writing():
        session = queries.session(table.group_id, table.id)
        assert session is not None
        session.started_at = LATE


def dates(table: Table) -> list[str]:
    (listed,) = table.group()["sessions"]
    assert listed["started_at"] == table.get()["started_at"] == "2026-11-25T03:30:00+00:00"
    return [listed["date"], table.get()["date"]]


def change(caller: Caller, group_id: str, body: Any) -> Any:
    return caller("PATCH", f"/groups/{group_id}", body)


def test_dates_are_those_of_the_zone(either: Caller) -> None:
    table = either.start(["Ada", "Bo"], timezone=PACIFIC)
    late(table)
    assert table.group()["timezone"] == PACIFIC
    assert dates(table) == ["2026-11-24"] * 2
    answer = change(table.edit, table.group_id, {"timezone": "Asia/Tokyo"})
    assert (answer.status_code, answer.json) == (200, table.group())
    assert answer.json["timezone"] == "Asia/Tokyo"
    assert dates(table) == ["2026-11-25"] * 2


def test_without_one_it_is_the_servers(api: Caller) -> None:
    one, other = api.start(["Ada", "Bo"]), api.start(["Ada", "Bo"], timezone=None)
    assert one.group()["timezone"] == other.group()["timezone"]
    assert change(one.edit, one.group_id, {"timezone": PACIFIC}).json["timezone"] == PACIFIC
    assert change(one.edit, one.group_id, {}).json["timezone"] == PACIFIC
    assert change(one.edit, one.group_id, {"timezone": None}).json == one.group() | {
        "timezone": other.group()["timezone"]
    }


def test_unknown_zones(api: Caller) -> None:
    table = api.start(["Ada", "Bo"], timezone=PACIFIC)
    for zone in ("Mars/Olympus", "", "CEST+2", "../UTC", 7, ["UTC"], "\ud800"):
        for answer in (
            api("POST", "/sessions", plan(timezone=zone)),
            change(table.edit, table.group_id, {"timezone": zone}),
        ):
            assert (answer.status_code, fields(answer)) == (422, ["timezone"])
    assert table.group()["timezone"] == PACIFIC
