"""The score sheet of games in which piles are counted, on phones: who has what is tapped, and
nobody who types in a row loses anything by it."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.strategies import some

from .clock import stop_clock
from .conftest import SCREENS, Open
from .fit import misfits
from .sheets import saved
from .tables import Table
from .taps import (
    a_moment_later,
    button,
    field,
    hears_nothing,
    holding,
    next_of,
)

TIME_STANDS = "Object.defineProperty(Event.prototype, 'timeStamp', { get: () => 5000 })"


def new_table(server: str, game: str = "casino", players: int = 2, **options: object) -> Table:
    names = ["Ada", "Bo", "Cia", "Dan"][:players]
    table = Table.start(server, names, game=game, **options)
    table.begin()
    return table


def open_sheet(open_page: Open, table: Table, **options: object) -> Page:
    page = open_page(table.sheet(), let_in=table.edit_link, **options)
    expect(page.locator("#check")).to_be_visible()
    return page


def count(page: Page, seat: int) -> None:
    page.locator(f"#row-{seat} .kinds > summary").tap()


def holder(page: Page, card: str, name: str) -> Locator:
    return page.get_by_role("group", name=f"Who has {card}?").get_by_role("button", name=name)


def verdict(page: Page) -> Locator:
    return page.locator("#check .verdict")


@pytest.fixture
def table(server: str) -> Table:
    return new_table(server)


def test_a_double_tap_says_who_has_it(open_page: Open, table: Table) -> None:
    """The second half of it is no tap that takes it away."""
    page = open_sheet(open_page, table)
    count(page, 0)
    field(page, "Ada, Cards").fill("30")
    saved(page, 0, "3 + ?")
    chosen = holder(page, "the ten of diamonds", "Ada")
    page.evaluate(TIME_STANDS)
    chosen.tap()
    saved(page, 0, "5 + ?")
    chosen.tap()
    holder(page, "the two of spades", "Ada").tap()
    saved(page, 0, "6 + ?")


def test_enter_leads_through_the_counts(open_page: Open, table: Table) -> None:
    page = open_sheet(open_page, table)
    for seat in (0, 1):
        count(page, seat)
    page.locator("#cards-0").focus()
    for place in ("spades-0", "aces-0", "cards-1", "spades-1", "aces-1"):
        page.keyboard.press("Enter")
        expect(page.locator(f"#{place}")).to_be_focused()
    count(page, 1)
    page.locator("#aces-0").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#points-1")).to_be_focused()


def test_taps_stop_at_what_there_is(open_page: Open, table: Table) -> None:
    page = open_sheet(open_page, table)
    count(page, 0)
    for _ in range(6):
        button(page, "Ada, Aces: one more").tap()
    expect(field(page, "Ada, Aces")).to_have_value("4")
    saved(page, 0, "4 + ?")


def test_a_tap_elsewhere_asks_nobody_who_types(open_page: Open, table: Table) -> None:
    """One phone types in a row while another says that it has the ten of diamonds."""
    one, other = (open_sheet(open_page, table) for _ in range(2))
    count(other, 1)
    field(other, "Bo, Cards").fill("22")
    saved(other, 1, "0 + ?")
    stop_clock(one)
    hears_nothing(one)
    count(one, 0)
    field(one, "Ada, Cards").fill("30")
    holder(other, "the ten of diamonds", "Ada").tap()
    saved(other, 0, "5 + ?")
    a_moment_later(one)
    saved(one, 0, "5 + ?")
    expect(one.locator(".conflict")).to_have_count(0)
    expect(holder(one, "the ten of diamonds", "Ada")).to_have_attribute("aria-pressed", "true")


def test_two_phones_count_one_pile(open_page: Open, table: Table) -> None:
    """What the other has counted comes with the answer, also while more is typed here."""
    one, other = (open_sheet(open_page, table) for _ in range(2))
    hears_nothing(one)
    count(one, 0)
    sent = holding(one, "**/sheet/0")
    field(one, "Ada, Cards").fill("3")
    first = next_of(one, sent)
    count(other, 0)
    field(other, "Ada, Spades").fill("8")
    saved(other, 0, "1 + ?")
    field(one, "Ada, Cards").fill("30")
    first.continue_()
    saved(one, 0, "4 + ?")
    expect(field(one, "Ada, Spades")).to_have_value("8")
    expect(field(one, "Ada, Cards")).to_have_value("30")
    expect(one.locator(".conflict")).to_have_count(0)
    button(one, "Ada, Aces: one more").tap()
    saved(one, 0, "5")
    assert stored_row(open_page, table, 0) == ["30", "8", "1"]


def stored_row(open_page: Open, table: Table, seat: int) -> list[str]:
    """The counts of a row as a phone finds them that has just come."""
    page = open_sheet(open_page, table)
    names = ("cards", "spades", "aces")
    return [page.locator(f"#{name}-{seat}").input_value() for name in names]


def test_coming_back_goes_on_from_what_was_saved_on_leaving(open_page: Open, table: Table) -> None:
    """What was sent when the page was left is no older version that somebody else has changed."""
    page = open_sheet(open_page, table)
    page.locator("#points-0").fill("7")
    page.goto(table.counter())
    page.goto(table.sheet())
    saved(page, 0, "7")
    page.locator("#points-0").fill("8")
    saved(page, 0, "8")
    expect(page.locator(".conflict")).to_have_count(0)


def test_an_impossible_pile_is_told_while_it_is_typed(open_page: Open, table: Table) -> None:
    page = open_sheet(open_page, table)
    count(page, 0)
    field(page, "Ada, Cards").fill("2")
    saved(page, 0, "0 + ?")
    field(page, "Ada, Spades").fill("3")
    unfit = page.locator("#row-0 .unfit")
    expect(unfit).to_have_text("Three spades, but only two cards.")
    expect(field(page, "Ada, Spades")).to_be_focused()
    field(page, "Ada, Cards").fill("20")
    expect(unfit).to_be_hidden()


@pytest.mark.parametrize(
    ("game", "players", "options"),
    some(
        [
            ("casino", 4, {"house": {"sweeps": True}, "teams": [0, 1, 0, 1]}),
            ("lesotho-casino", 4, {}),
            ("casino", 3, {"house": {"count_out": True, "cards_two_last_one": True}}),
        ],
        2,
    ),
)
def test_everything_has_its_room(
    open_page: Open, server: str, game: str, players: int, options: dict[str, object]
) -> None:
    table = new_table(server, game, players, **options)
    page = open_sheet(open_page, table, alone=True)
    place = "one => [one.getBoundingClientRect().x, one.offsetTop, one.offsetWidth]"
    for screen in ("phone", "sideways", "tablet", "desktop"):
        page.set_viewport_size(SCREENS[screen]["viewport"])
        assert misfits(page) == [], screen
        for summary in page.locator(".kinds > summary").all()[:1]:  # none where all count
            before = summary.evaluate(place)
            summary.click()
            assert summary.evaluate(place) == before
            assert misfits(page) == [], screen
            summary.click()
