"""How many taps it takes on a phone, from an empty table to what somebody wanted to know: no more
than the goal of each flow. What is typed on a number field's keyboard is no tap."""

from collections.abc import Callable
from typing import NamedTuple

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.casino import said
from tests.strategies import some

from .conftest import Open
from .fit import misfits
from .pad import verdict
from .tables import Table
from .taps import heading

RIGHT = "Yes, that is right."
IF_EIGHT = "Yes, if you still hold an eight."
NAMES = {"A": "ace", "J": "jack", "Q": "queen", "K": "king"}


class Thumb:
    """Taps on a page, and counts."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, 0

    def tap(self, part: Locator) -> None:
        """What is in sight, once; a thumb scrolls for nothing above the fold."""
        expect(part).to_be_visible()
        part.tap()
        self.taps += 1

    def keys(self, keys: str) -> None:
        """Keys of the pad: ranks, ``Played``."""
        for key in keys.split():
            self.tap(
                self.page.locator("#pad").get_by_role(
                    "button", name=NAMES.get(key, key), exact=True
                )
            )

    def link(self, name: str, within: str = "#main") -> None:
        self.tap(self.page.locator(within).get_by_role("link", name=name, exact=True).first)

    def choose(self, *cards: str) -> None:
        """Cards on the felt, one after the other."""
        for card in cards:
            self.tap(self.page.locator("#felt .choose", has_text=f"Choose: {card}").first)
            expect(
                self.page.locator("#felt .choose.chosen", has_text=f"Leave: {card}")
            ).to_be_visible()

    def build(self, value: int, whose: str) -> None:
        """All that lies there loose is a build."""
        offered = self.page.get_by_role(
            "group", name=f"If they lie as a build of {value}, it is:", exact=True
        )
        self.tap(offered.get_by_text(whose, exact=True))
        expect(self.page.locator("#felt .fan .value")).to_have_text(str(value))

    def top(self, whose: str, rank: str) -> None:
        self.tap(self.page.locator("#felt button.choose", has_text=whose))
        self.keys(rank)

    def seats(self, players: int) -> None:
        self.tap(self.page.locator(".seats").get_by_role("link", name=f"{players} players"))
        expect(self.page.locator(".seats .chosen")).to_contain_text(f"{players} players")

    def lies(self, table: str, whose: str = "") -> None:
        """This is on the table now, and builds there are somebody's."""
        expect(self.page.locator("#felt")).to_have_attribute("data-table", table)
        expect(self.page.locator("#felt .keeper")).to_have_text([whose] if whose else [])

    def says(self, text: str) -> None:
        expect(verdict(self.page)).to_have_text(text)


# --- the flows ------------------------------------------------------------------------------------


def build_with_the_eight(thumb: Thumb) -> None:
    """AA5: a 3 on a 5, "8"."""
    thumb.keys("5 Played 3")
    thumb.says("The 3 may build or be trailed")
    expect(thumb.page.locator(".play").get_by_text("If you still hold an eight")).to_be_visible()
    thumb.link("Build 8")
    thumb.says(IF_EIGHT)
    thumb.link("Yes, I hold it")
    thumb.says(RIGHT)
    thumb.link("Next play")
    thumb.lies("3+5=8@1", "the opponent’s")


def own_build_and_a_king_is_laid(thumb: Thumb) -> None:
    """AA22: whoever keeps a build does not lay."""
    thumb.keys("5 3")
    thumb.build(8, "yours")
    thumb.keys("Played K")
    thumb.says("The king may not be played now")
    expect(thumb.page.locator(".duties")).to_contain_text("Keep an eight for your build.")
    thumb.tap(thumb.page.get_by_text("Was that right?", exact=True))
    thumb.link("Trailed")
    expect(verdict(thumb.page)).to_contain_text("No: you were the last to add to the build of 8.")
    expect(thumb.page.locator("#felt .build.blamed")).to_have_count(1)
    rule = thumb.page.locator(".verdict").get_by_role("link", name="Read the rule")
    expect(rule).to_have_attribute("href", "/casino/rules#act-on-your-build")


def raise_of_another_build(thumb: Thumb) -> None:
    thumb.keys("4 2")
    thumb.build(6, "the opponent’s")
    thumb.keys("Played 2")
    thumb.link("Raise to 8")
    thumb.says(IF_EIGHT)
    thumb.link("Yes, I hold it")
    thumb.says(RIGHT)


def four_and_four_added(thumb: Thumb) -> None:
    thumb.keys("5 3")
    thumb.build(8, "yours")
    thumb.keys("4 Played 4")
    thumb.link("Add to 8")
    thumb.link("Yes, I hold it")
    thumb.says(RIGHT)


def two_of_six_cards_claimed(thumb: Thumb) -> None:
    thumb.keys("A 3 9 2 6 K Played 8")
    thumb.choose("two", "six")
    thumb.says("The 8 may take these or build with them")


def two_of_six_cards_asked_for(thumb: Thumb) -> None:
    """Who asks first need not say where the next card goes."""
    thumb.keys("A 3 9 2 6 K")
    thumb.link("Was that right?")
    thumb.keys("8")
    for card in ("2", "6"):
        thumb.tap(thumb.page.locator(f'label.pick:has([value="{card}"])'))
    thumb.says(RIGHT)


def multiple_build_is_not_raised(thumb: Thumb) -> None:
    thumb.keys("5 3 4 4")
    thumb.build(8, "the opponent’s")
    thumb.keys("Played 2")
    thumb.tap(thumb.page.locator("#felt .whose"))
    expect(thumb.page.locator("#felt .making")).to_contain_text(
        "No: a build of several groups keeps"
    )


def opponents_build_and_a_top_then_taken(thumb: Thumb) -> None:
    """SW12: 6, and a 2 of a pile, come to an opponent's build, which an 8 takes."""
    thumb.keys("5 3")
    thumb.build(8, "the opponent’s")
    thumb.keys("6")
    thumb.top("the opponent’s", "2")
    thumb.choose("six", "two")
    thumb.link("Add to 8")
    thumb.keys("8")
    thumb.link("Take")
    thumb.says(RIGHT)
    thumb.link("Next play")
    thumb.lies("")
    expect(thumb.page.locator("#felt")).to_have_attribute("data-piles", "8@1")


def partners_top_on_an_own_build(thumb: Thumb) -> None:
    """LE4: in Lesotho the pile of one's partner is open."""
    thumb.seats(4)
    thumb.keys("6 2")
    thumb.build(8, "yours")
    thumb.keys("5")
    thumb.top("your partner’s", "3")
    thumb.choose("five", "three")
    thumb.link("Add to 8")
    thumb.keys("2")
    thumb.link("Trail it")
    thumb.says(IF_EIGHT)


def build_for_a_partner(thumb: Thumb) -> None:
    """SW20"""
    thumb.seats(4)
    thumb.keys("5 6")
    thumb.tap(thumb.page.get_by_role("button", name="Partner holds"))
    thumb.keys("J")
    thumb.choose("five", "six")
    thumb.link("Build 11 for your partner")
    expect(thumb.page.locator("#felt .keeper")).to_have_text("your partner’s")
    thumb.keys("K")
    thumb.link("Trail it")
    thumb.says(RIGHT)


def house_rule_on_a_claim(thumb: Thumb) -> None:
    expect(verdict(thumb.page)).to_contain_text("No: you were the last to add")
    thumb.link("You may trail while you own a build", ".deciding")
    thumb.says(RIGHT)


def four_seats(thumb: Thumb) -> None:
    thumb.seats(4)
    expect(thumb.page.locator(".seats .chosen")).to_have_text("4 players, pairs")


class Flow(NamedTuple):
    path: str
    play: Callable[[Thumb], None]
    goal: int


OWN_BUILD = "/casino/referee?table=4+5%2B3%3D8%400&played=K&claim=laid&hand=8+4+K"
FLOWS = [
    Flow("/casino/referee", build_with_the_eight, 6),
    Flow("/casino/referee", own_build_and_a_king_is_laid, 7),
    Flow("/casino/referee", multiple_build_is_not_raised, 8),
    Flow("/swazi-casino/referee", opponents_build_and_a_top_then_taken, 13),
    Flow("/lesotho-casino/referee", partners_top_on_an_own_build, 13),
    Flow("/swazi-casino/referee", build_for_a_partner, 10),
]
COUNTED = [
    # the same taps are in tests of what they lead to
    Flow("/casino/referee", raise_of_another_build, 7),
    Flow("/casino/referee", four_and_four_added, 8),
    Flow("/casino/referee", two_of_six_cards_claimed, 10),
    Flow("/casino/referee", two_of_six_cards_asked_for, 10),
    Flow(OWN_BUILD, house_rule_on_a_claim, 1),
    Flow("/swazi-casino/referee", four_seats, 1),
]
FLOWS += some(COUNTED, every=3)


@pytest.mark.parametrize("flow", FLOWS, ids=lambda flow: flow.play.__name__)
def test_the_referee_is_asked_with_few_taps(open_page: Open, flow: Flow) -> None:
    thumb = Thumb(open_page(flow.path))
    flow.play(thumb)
    assert thumb.taps <= flow.goal


def test_a_hand_of_two_is_counted_with_seven_taps(open_page: Open, server: str) -> None:
    """One of them counts; what is left is the other's."""
    table = Table.start(server, ["Ada", "Bo"], game="casino")
    table.begin()
    page = open_page(table.edit_link)
    page.goto(table.sheet())
    thumb = Thumb(page)
    thumb.tap(page.locator("#row-0 .kinds > summary"))
    for name, number in (("Cards", "30"), ("Spades", "8"), ("Aces", "2")):
        counted = page.get_by_label(f"Ada, {name}", exact=True)
        thumb.tap(counted)
        counted.fill(number)
    for card, name in (("the ten of diamonds", "Ada"), ("the two of spades", "Bo")):
        asked = page.get_by_role("group", name=f"Who has {card}?")
        chosen = asked.get_by_role("button", name=name)
        thumb.tap(chosen)
        expect(chosen).to_have_attribute("aria-pressed", "true")
        expect(chosen).to_be_focused()
    expect(page.locator("#check .verdict")).to_have_text("Adds up to 11")
    assert misfits(page) == []
    thumb.tap(page.get_by_role("button", name="Finish the game", exact=True))
    expect(heading(page)).to_have_text("Bo deals game 2")
    assert thumb.taps == 7


def test_a_rematch_takes_one_tap(open_page: Open, server: str) -> None:
    table = Table.start(server, ["Ada", "Bo"], game="casino")
    for _ in range(3):
        table.play(said(8), said(3))
    page = open_page(table.edit_link)
    page.goto(table.page)
    thumb = Thumb(page)
    thumb.tap(page.get_by_role("button", name="Rematch"))
    expect(heading(page)).to_contain_text("deals game 1")
    assert thumb.taps == 1
