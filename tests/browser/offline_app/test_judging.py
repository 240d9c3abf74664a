"""The referee on a phone that keeps it: what it judges, and teaches, where no server answers."""

from playwright.sync_api import Page, expect

from ..paused_laptop import Laptop, kept, until
from ..phones_with_pack import STARTING, Phone
from ..referee_pad import lies, pick, tap, verdict
from ..session_taps import link
from ..sessions_by_api import Followed, Table
from .own_session import ADDRESS

REFEREE = f"{ADDRESS}/krypkasino/referee"


def judged_here(page: Page, sentence: str) -> None:
    """Check that the page gives this ruling, and that the phone itself has judged."""
    expect(page.locator("h1")).to_have_text(sentence, timeout=STARTING)
    expect(page.locator("#here")).to_be_visible()


def test_a_cellar(phone: Phone, laptop: Laptop) -> None:
    """The server is gone: the phone judges what nobody has seen."""
    laptop.leave()
    page = phone.page()
    page.goto(f"{REFEREE}?table=A+7+8+9&played=8")
    judged_here(page, "The 8 must take three cards")
    tap(page, "Table", "5")
    expect(page.locator("#felt")).to_have_attribute("data-table", "A 7 8 9 5")
    lies(page, "table", "A 5 7 8 9")
    link(page, "Was that right?").tap()
    pick(page, "7")
    judged_here(page, "No: the 7 alone does not make 8. Something is missing, such as A.")
    link(page, "Read the rule").tap()
    expect(page.locator(":target")).to_be_in_viewport(timeout=STARTING)
    page.go_back()
    judged_here(page, "No: the 7 alone does not make 8. Something is missing, such as A.")
    link(page, "New deal").tap()
    expect(page.locator("#felt")).to_have_attribute("data-table", "5 9")
    link(page, "Clear").tap()
    expect(verdict(page)).to_have_text("Which cards lie on the table?")
    tap(page, "3", "5", "Played", "8")
    expect(verdict(page)).to_have_text("Sweep: the 8 takes the whole table")
    link(page, "Share").tap()
    expect(page.locator("img.qr")).to_be_visible(timeout=STARTING)
    until(page, "document.querySelector('img[src*=qr]').naturalWidth > 0")
    judged_here(page, "Sweep: the 8 takes the whole table")


def test_a_server_that_hangs(phone: Phone, laptop: Laptop) -> None:
    page = phone.page()
    page.goto(f"{REFEREE}?table=A+7+8+9")
    expect(page.locator("#pad").get_by_role("button", name="Played")).to_be_visible()
    laptop.sleep()
    tap(page, "Played", "8")
    judged_here(page, "The 8 must take three cards")
    page.goto(f"{REFEREE}?table=3+5&played=8")
    judged_here(page, "Sweep: the 8 takes the whole table")
    laptop.wake()
    with page.expect_request_finished(lambda request: "/ruling" in request.url):
        tap(page, "ace")  # asked of both; the server answers, and is waited for from then on
    tap(page, "2")
    expect(page.locator("#here")).to_be_hidden()


def test_a_dispute_of_a_followed_game(phone: Phone, laptop: Laptop) -> None:
    """Without a network *Dispute?* brings along the table that the phone has last shown."""
    table = Table.begun(laptop.address, ["Ann", "Bo"])
    followed = Followed(table, "2D 5H 8S 9C")
    page = phone.page()
    page.goto(ADDRESS + table.edit_link)
    page.goto(ADDRESS + table.live())
    kept(page, table.live(), "data-here")
    followed.plays("8H 8S")
    kept(page, table.live(), "2D+5H+9C")
    laptop.leave()
    link(page, "Dispute?").tap()
    felt = page.locator("#felt")
    expect(felt).to_have_attribute("data-table", "2D 5H 9C", timeout=STARTING)
    expect(page.locator("#here")).to_be_visible()
    tap(page, "Played", "7")
    expect(verdict(page)).to_have_text("The 7 must take two cards")
    page.get_by_role("link", name="Back to game 1").tap()
    expect(page.locator("#kept")).to_be_visible()
