"""An evening to a target: two phones at once, who won, and playing on."""

import pytest
from playwright.sync_api import Page, expect

from tests.strategies import some

from .conftest import Open
from .tables import Table
from .taps import ask_again, button, heading, link, standings

QUESTION = "Somebody has won already. Play on all the same?"


def play(table: Table, *said: int) -> None:
    table.play(*[{"points": number} for number in said], accept_imbalance=True)


def targets(page: Page) -> list[str]:
    """What stands at the line of the target, if there is one."""
    return page.locator(".chart text.target").all_text_contents()


def test_two_phones_see_who_won_and_play_on(open_page: Open, server: str) -> None:
    table = Table.start(server, ["Ann", "Bo", "Cai"], game="casino")
    page, other = open_page(table.edit_link), open_page(table.edit_link)
    expect(heading(page)).to_have_text("Ann deals game 1")
    expect(link(page, "Dispute?")).to_be_visible()
    play(table, 8, 3, 0)
    play(table, 8, 2, 1)
    ask_again(other)
    expect(heading(other)).to_have_text("Cai deals game 3")
    expect(other.locator("#standings")).to_contain_text("Ann needs 5 more.")
    assert targets(other) == ["21"]
    play(table, 7, 4, 0)
    ask_again(other)
    expect(heading(other)).to_have_text("Ann wins")
    standings(other, "1. Ann 23", "2. Bo 9", "3. Cai 1")
    expect(other.locator(".payments li")).to_have_text(
        ["Bo → Ann 14", "Cai → Ann 22", "Cai → Bo 8"]
    )

    page.reload()
    page.get_by_text("One more game", exact=True).tap()
    button(page, "Begin game 4").tap()
    ask_again(other)
    expect(heading(other)).to_have_text("Game 4 of an evening to 21")
    expect(other.locator("#standings")).to_contain_text("Ann has won already; you play on.")


@pytest.mark.parametrize("script", some([True, False], every=2))
def test_a_game_begun_after_the_last_one(open_page: Open, server: str, script: bool) -> None:
    """Somebody taps before the phone has heard of the winner."""
    table = Table.start(server, ["Ann", "Bo"], game="casino", target=8)
    page = open_page(table.edit_link, java_script_enabled=script)
    play(table, 8, 3)
    if script:  # a phone that has not asked since
        page.route("**/g/**", lambda route: route.fulfill(status=304) if "x-poll" in
                   route.request.headers else route.fallback())  # fmt: skip
    expect(button(page, "Begin game 1")).to_be_visible()
    button(page, "Begin game 1").tap()
    expect(heading(page)).to_have_text("Ann wins")
    expect(page.get_by_role("alert").first).to_have_text(QUESTION)
    expect(button(page, "Begin game 2").first).to_be_in_viewport(ratio=1)
    button(page, "Begin game 2").first.tap()
    page.wait_for_url("**/2")
    page.goto(table.page)
    expect(heading(page)).to_have_text("Game 2 of an evening to 8")


def test_on_paper(open_page: Open, server: str) -> None:
    """The table and the chart, and nothing to tap."""
    table = Table.start(server, ["Ann", "Bo", "Cai", "Dee"], game="swazi-casino")
    play(table, 8, 3)
    play(table, 13, 7)
    page = open_page(f"{table.page}?asked=1", let_in=table.edit_link)
    page.emulate_media(media="print", color_scheme="dark")
    expect(page.locator("#standings")).to_be_visible()
    expect(page.locator(".chart text.target")).to_be_visible()
    expect(page.locator("#games td").first).to_be_visible()
    expect(page.locator("#next")).to_be_hidden()
    expect(page.locator("main :is(button, input):visible")).to_have_count(0)
    colour = "line => getComputedStyle(line).stroke"
    on_paper = page.locator(".chart line.target").evaluate(colour)
    page.emulate_media(media="screen", color_scheme="light")
    assert page.locator(".chart line.target").evaluate(colour) == on_paper
