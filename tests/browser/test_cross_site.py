"""A form that another site's page sends, as browsers tell of it."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from .conftest import AT_HOME, HOST, Open
from .session_taps import button, post_from_elsewhere

REFUSED = "was sent from a page of another site"


@pytest.mark.parametrize("host", [HOST, AT_HOME])
def test_a_form_of_another_site(open_page: Open, server: str, host: str) -> None:
    """A refused form can be sent again from the page that refuses it."""
    address = f"http://{host}:{urlsplit(server).port}/krypkasino/score"
    page = open_page("/", expected=("status of 403",))
    post_from_elsewhere(page, address)
    expect(page.locator("main")).to_contain_text(REFUSED)
    expect(page.locator("main li")).to_have_text("players: 2")
    button(page, "Send it again").tap()
    page.wait_for_url("**/g/*/*/1/sheet")
