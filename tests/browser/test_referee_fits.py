"""The referee's page of every game in its states, on each screen: all can be read and hit.

In ``make test`` each game is seen in some of its states, on one screen and in one language, in
``make soak`` in all of them.
"""

from itertools import cycle, product
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from referee.languages import LANGUAGES
from referee.rules.games import RULESETS
from tests.strategies import SOAK, some

from .conftest import Open
from .fit import covered, misfits
from .tables import Table

LARGE_TEXT = "large text"
SCREENS = ["phone", LARGE_TEXT, "iphone", "sideways", "desktop"]

OF_BUILDS = {
    "empty": "",
    "a table": "table=5S+3D+KH+4%2B3%3D7&players=3",
    "chosen": "table=5S+3D+9H+4%2B3%3D7&with=5S+3D&played=8&players=4",
    "a build chosen": "table=9+4%2B3%3D7%401&with=4%2B3%3D7%401&players=4",
    "what it may do": "table=A+2+5+3+6+4%2B3%3D7+9%3D5%2B4%3D9%400&played=3&players=4",
    "right": "table=8+5+3&played=8&turn=8+x+3+5+8",
    "if held": "table=5&played=3&turn=3+5%2B3%3D8&holds=8",
    "wrong": "table=4+5%2B3%3D8%400&played=9&claim=laid&hand=8+4+9",
    "asked": "table=8+5+2+4%2B3%3D7%401&played=8&claim=took&with=8+5",
    "values": "table=A+2&played=3&claim=built&with=A+2",
    "unreadable": "table=5+x&played=8",
}
OF_PILES = OF_BUILDS | {
    "four piles": "players=4&table=5+6+4%2B3%3D7%402&piles=9%401+8%400&played=8&hand=8+9+2",
    "tops": "players=3&table=7+2+5%2B3%3D8%400&piles=A%401+4%402+9%400&played=7&with=A%5E1",
    "asked of tops": "players=3&table=7+5%2B3%3D8%400&piles=A%401&played=8&claim=took&with=A%5E1",
}
OF_STEPS = OF_PILES | {
    "begun": "players=3&table=4+7+9+2&piles=5%3E2%401&turn=9%3D4%2B5%5E1%3D9",
    "two steps": "players=3&table=4+7+9&piles=5%3E2%401&with=7"
    "&turn=9%3D4%2B5%5E1%3D9+%2F+9%3D2%5E1%2B7%3D4%2B5%3D9&hand=9+K&played=K",
    "insisting": "players=3&table=7+5+2&piles=4H%401&turn=7+x+7",
    "a partner": "players=4&table=5+6&proven=J+9&known=8%401&with=5+6&played=K",
}
KRYPKASINO = {
    "empty": "",
    "a table": "table=2+6+5",
    "one option": "table=AS+2C+6H+7D+8S+9D+JC&played=8H",
    "a choice": "table=2+3+4+5+8+10&played=A&last_of_deal=1&house=set_aside_spades",
    "a hand": "table=2+6+5&hand=K+QS+5D",
    "asked": "table=3+7+9+A+8+2&played=10&claim=1&captured=7+2",
    "wrong": "table=3+7+9+A+8+2&played=10&captured=7+2+A",
    "set aside": "table=8S+9C+JD+KH&dealt=1",
    "suits": "table=7&played=7",
    "unreadable": "table=8+x",
}
AS_CASINO = {state: OF_BUILDS[state] for state in ("empty", "what it may do", "asked")}
STATES = dict.fromkeys(RULESETS, AS_CASINO) | {
    "casino": OF_BUILDS,
    "krypkasino": KRYPKASINO,
    "south-african-casino": OF_PILES,
    "swazi-casino": OF_STEPS,
    "lesotho-casino": OF_STEPS,
}


SOME_STATES = {"swazi-casino": (3, 2), "south-african-casino": (3, 0), "spade-casino": (3, 2)}
"""Each so-many-th, and from which on: with those of Lesotho Casino all that are of builds."""


class Seen(NamedTuple):
    game: str
    language: str
    screen: str


def seen() -> list[Seen]:
    """Each game in one form, or in all of them."""
    if SOAK > 1:
        return [Seen(*one) for one in product(STATES, LANGUAGES, SCREENS)]
    forms = zip(STATES, cycle(LANGUAGES), cycle(SCREENS), strict=False)
    return [Seen(*one) for one in forms]


def wrong(page: Page) -> list[str]:
    """What cannot be read or hit, as it is and with all that opens."""
    expect(page.locator("#ruling h1")).to_be_visible()
    folded = covered(page)
    page.evaluate("document.querySelectorAll('main details').forEach(one => (one.open = true))")
    return [*folded, *misfits(page), *covered(page)]


@pytest.fixture(scope="module")
def evening(server: str) -> Table:
    """One that a dispute comes from."""
    table = Table.start(server, ["Ann", "Bo", "Cai", "Dee"])
    table.begin()
    return table


@pytest.mark.parametrize("one", seen(), ids=" ".join)
def test_all_can_be_read_and_hit(open_page: Open, evening: Table, one: Seen) -> None:
    screen = "phone" if one.screen == LARGE_TEXT else one.screen
    page = open_page(evening.edit_link, screen=screen, locale=one.language)
    found: list[str] = []
    dispute = f"&from={evening.page.removeprefix('/g/')}/1/table"
    for state, query in some(STATES[one.game].items(), *SOME_STATES.get(one.game, (3, 1))):
        page.goto(f"/{one.game}/referee?{query}{dispute if state == 'wrong' else ''}")
        expect(page.locator("nav a", has_text="‹")).to_have_count(int(state == "wrong"))
        if one.screen == LARGE_TEXT:
            page.evaluate("document.documentElement.style.fontSize = '200%'")
        found += [f"{state}: {what}" for what in wrong(page)]
    assert found == []
