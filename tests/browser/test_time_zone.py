"""The time zone of a phone comes to the server by itself."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import expect

from .conftest import Open
from .taps import field

FAR = ["Pacific/Kiritimati", "Pacific/Pago_Pago"]  # it is never the same day there


def test_a_group_gets_the_zone_of_the_phone(open_page: Open) -> None:
    page = open_page("/krypkasino/new", timezone_id="Asia/Tokyo")
    expect(page.locator("[type=hidden][name=timezone]")).to_have_value("Asia/Tokyo")
    assert {one["name"]: one["value"] for one in page.context.cookies()}["zone"] == "Asia/Tokyo"
    for number, name in enumerate(("Ann", "Bo"), 1):
        field(page, f"Seat {number}").fill(name)
    page.get_by_role("button", name="Start", exact=True).tap()
    page.wait_for_url("**/g/**")
    page.goto("/".join(page.url.split("/")[:5]))
    page.get_by_text("Time zone", exact=False).first.tap()
    expect(field(page, "Time zone")).to_have_value("Asia/Tokyo")


@pytest.mark.parametrize("zone", FAR)
def test_todays_exercises_are_those_of_the_phone(open_page: Open, zone: str) -> None:
    """From the first look on."""
    page = open_page("/krypkasino/exercises", timezone_id=zone)
    today = datetime.now(ZoneInfo(zone)).date()
    expect(page.locator(f'a[href$="/exercises/ten/{today}"]')).to_be_visible()
