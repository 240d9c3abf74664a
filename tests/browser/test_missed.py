"""What we missed: a group's own positions, answered by taps, and nobody named."""

import pytest
from playwright.sync_api import expect

from .conftest import Check, Open
from .following import PASSED_OVER
from .tables import Followed, Table
from .taps import button, heading, link, tap_ahead


@pytest.mark.parametrize("scripted", [True, False])
def test_own_positions(open_page: Open, check: Check, server: str, scripted: bool) -> None:
    """From the group's page; in place where scripts run, else on the page of each."""
    table = Table.start(server, ["Quintus", "Ottilie"])
    table.begin()
    game = Followed(table, PASSED_OVER).plays("2H", "KD", "5S 5D 5H", "KC KD")
    game.enter(card="2C", captured=[], as_played=True)
    page = open_page(table.edit_link, java_script_enabled=scripted)
    page.goto(table.group)
    link(page, "What we missed").tap()
    expect(heading(page)).to_have_text("What we missed")
    if scripted:
        check(page, schemes=True)
    examples = page.locator(".example")
    expect(examples.locator("h2")).to_have_text(
        ["What must the 2♣\ufe0e take?", "Which card must be played?"]
    )
    here = page.url
    take, sweep = examples.nth(0), examples.nth(1)
    if scripted:
        tap_ahead(take.locator("[data-answer]"), 1)
    else:
        take.locator("section.felt a").nth(0).tap()
        link(page, "It takes these").tap()
    said = page.locator(".answer h3").first
    expect(said).to_have_text("That was right.")
    expect(said).to_have_class("right")
    if not scripted:
        link(page, "More of them").tap()
        sweep = page.locator(".example").nth(1)
    link(sweep, "Choose: two of hearts").tap()
    told = page.locator(".answer").last
    expect(told.locator("h3")).to_have_class("wrong")
    expect(told).to_contain_text("What was done: Player 1: 2♥\ufe0e creeps.")
    assert (page.url == here) is scripted
    link(told, "See the play").tap()
    expect(heading(page)).to_have_text("Ottilie: 2♥\ufe0e creeps")
    page.goto(here)
    expect(page.locator("body")).not_to_contain_text("Ottilie")
    button(page, "Name people").tap()
    expect(button(page, "Name nobody")).to_be_visible()
