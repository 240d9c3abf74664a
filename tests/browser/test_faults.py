"""A fault of a script: the page says so once, and goes on as it does without scripts."""

import pytest
from playwright.sync_api import Page, Route, expect

from .conftest import ROOT, Open
from .session_taps import open_counter, sweep
from .sessions_by_api import FOUR, Table

FAULTS = ("null", "missing", "Unexpected", "404", "500", "net::ERR", "Failed to load")
"""Messages of the console about these faults."""
REFEREE = "/krypkasino/referee"
REDRAW = "export const redraw = () => null.missing;"
VIEW = (ROOT / "static" / "js" / "referee_view.js").read_text("utf-8")
SIGHT = VIEW.replace("  if (!focus) return;\n", "  null.missing;\n")


def broken(page: Page, script: str, text: str | None) -> None:
    """Load the page again with another text in the place of a script, or none."""

    def answer(route: Route) -> None:
        if text is None:
            route.abort()
        else:
            route.fulfill(body=text, content_type="text/javascript")

    page.route(f"**/js/{script}", answer)
    page.reload()


def says_it_failed(page: Page) -> None:
    expect(page.get_by_role("alert").filter(has_text="Part of this page failed")).to_be_visible()
    expect(page.locator("#notice")).to_be_hidden()


def test_a_fault_of_drawing_is_no_lost_network(open_page: Open, server: str) -> None:
    """A tap is counted once, and the next one goes to the server as a form."""
    table = Table.begun(server, FOUR)
    page = open_counter(open_page, table, expected=FAULTS)
    broken(page, "redraw.js", REDRAW)
    sweep(page, 0).tap()
    says_it_failed(page)
    sweep(page, 1).tap()
    expect(page.locator(".sweepers small")).to_have_text(
        [f"{number} face up" for number in ("1 card", "1 card", "0 cards", "0 cards")]
    )


def test_a_fault_at_a_ruling_leaves_the_form(open_page: Open) -> None:
    page = open_page(REFEREE, expected=FAULTS)
    broken(page, "referee_view.js", SIGHT)
    page.locator("#pad").get_by_label("ace").tap()
    says_it_failed(page)
    page.get_by_text("Type the cards").tap()
    page.get_by_role("textbox", name="Table").fill("8 9")
    page.get_by_role("textbox", name="Played").fill("8")
    page.get_by_role("button", name="Ask the referee").tap()
    expect(page.get_by_role("heading", level=1)).to_contain_text("The 8")


@pytest.mark.parametrize("text", ["class {", None], ids=["unknown syntax", "not arrived"])
def test_a_script_that_does_not_run_leaves_the_form(open_page: Open, text: str | None) -> None:
    page = open_page(REFEREE, expected=FAULTS)
    broken(page, "position.js", text)
    says_it_failed(page)
    expect(page.get_by_role("textbox", name="Played")).to_be_visible()
    expect(page.locator("#pad")).to_be_hidden()
