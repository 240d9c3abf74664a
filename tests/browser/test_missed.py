"""What we missed: a group's own positions, answered by taps, and nobody named."""

import pytest
from playwright.sync_api import expect

from tests.strategies import some

from .conftest import Check, Open
from .following import PASSED_OVER
from .tables import Followed, Table
from .taps import button, heading, link


@pytest.mark.parametrize("scripted", some([True, False], every=2))
def test_own_positions(open_page: Open, check: Check, server: str, scripted: bool) -> None:
    """From the group's page; each is answered on a page of its own, and the others are a tap
    away."""
    table = Table.start(server, ["Quintus", "Ottilie"])
    table.begin()
    game = Followed(table, PASSED_OVER).plays("2H", "KD", "5S 5D 5H", "KC KD")
    game.enter(card="2C", captured=[], as_played=True)
    page = open_page(table.edit_link, java_script_enabled=scripted)
    page.goto(table.group)
    link(page, "What we missed").tap()
    expect(heading(page)).to_have_text("What we missed")
    examples = page.locator(".example")
    expect(examples.locator("> h2")).to_have_text(
        ["What must the 2♣\ufe0e take?", "Which card must be played?"]
    )
    here = page.url
    take = examples.nth(0)
    take.locator("label").first.tap()
    button(take, "That is my answer").tap()
    said = page.locator("#answer")
    expect(said).to_have_text("That was right.")
    expect(said).to_have_class("right")
    expect(said).to_be_focused()
    if scripted:
        check(page, schemes=True)
    link(page, "More of them").tap()
    sweep = page.locator(".example").nth(1)
    sweep.get_by_role("button", name="two of hearts").tap()
    told = page.locator(".reply")
    expect(told.locator("h2")).to_have_class("wrong")
    expect(told).to_contain_text("What was done: Player 1: 2♥\ufe0e creeps.")
    told.get_by_text("Show the answer").tap()
    expect(told.get_by_role("img", name="five of spades")).to_be_visible()
    link(told, "See the play").tap()
    expect(heading(page)).to_have_text("Ottilie: 2♥\ufe0e creeps")
    page.goto(here)
    expect(page.locator("body")).not_to_contain_text("Ottilie")
    button(page, "Name people").tap()
    expect(button(page, "Name nobody")).to_be_visible()
