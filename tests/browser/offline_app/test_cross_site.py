"""A form that another site's page sends to the app that this phone keeps."""

from playwright.sync_api import expect

from ..paused_laptop import Laptop
from ..phones_with_pack import Phone
from ..session_taps import button, post_from_elsewhere
from .own_session import ADDRESS


def test_a_form_of_another_site(phone: Phone, laptop: Laptop) -> None:
    phone.expected.append("status of 403")
    page = phone.page()
    laptop.leave()
    post_from_elsewhere(page, f"{ADDRESS}/krypkasino/score?here=1")
    expect(page.locator("main")).to_contain_text("was sent from a page of another site")
    button(page, "Send it again").tap()
    page.wait_for_url("**/g/0*/*/1/sheet")
