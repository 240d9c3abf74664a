"""What is told of the network: nothing moves for it, and it hides nothing."""

import pytest
from playwright.sync_api import expect

from tests.strategies import some

from .conftest import Open
from .fit import misfits
from .pages import addresses
from .tables import Demo
from .taps import notice

EVERYWHERE = {
    "phone": "home rules referee-suits group sheet-partly session-running table-playing counter",
    "sideways": "referee-suits table-playing sheet-partly",
    "desktop": "referee-suits session-over table-playing sheet-partly",
}
CONTROLS = "a, button, input:not([type=hidden]), summary"
PLACES = """controls => [...document.querySelectorAll(controls)].map(one => {
  const { x, y } = one.getBoundingClientRect();
  return [one.outerHTML.slice(0, 80), x, y]; })"""
HIDDEN = """controls => [...document.querySelectorAll(controls)]
  .filter(one => one.checkVisibility() && !one.closest(".notices, .skip, .unseen"))
  .filter(one => {
    one.scrollIntoView({ block: "center", behavior: "instant" });
    const { x, y, width, height } = one.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2)?.closest(".notices"); })
  .map(one => one.outerHTML.slice(0, 80))"""


@pytest.mark.parametrize("screen", EVERYWHERE)
def test_nothing_moves_and_nothing_is_hidden(open_page: Open, group: Demo, screen: str) -> None:
    page = open_page(group.new.edit_link, screen=screen)
    for name in some(EVERYWHERE[screen].split(), 2):
        page.goto(addresses(group)[name])
        page.wait_for_load_state("networkidle")
        before = page.evaluate(PLACES, CONTROLS)
        page.context.set_offline(True)
        expect(notice(page)).to_be_in_viewport(ratio=0.9)
        assert page.evaluate(PLACES, CONTROLS) == before, name
        assert page.evaluate(HIDDEN, CONTROLS) == [], name
        assert misfits(page) == [], name
        page.context.set_offline(False)
