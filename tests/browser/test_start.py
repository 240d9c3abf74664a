"""Starting a session: names by taps, seats by dragging, drafts that are there again."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from .conftest import Open
from .demo_sessions import Table, even
from .taps import button, field, heading, open_up

NEW = "/krypkasino/new"


def seats(page: Page, *names: str) -> None:
    """Wait until these names sit in this order, on seats that can be seen."""
    for number, name in enumerate(names, 1):
        expect(field(page, f"Seat {number}")).to_have_value(name)
        expect(field(page, f"Seat {number}")).to_be_visible()


def take_seats(page: Page, *names: str) -> None:
    for number, name in enumerate(names, 1):
        field(page, f"Seat {number}").fill(name)


def choice(page: Page, text: str) -> Locator:
    return page.locator("label.choice", has_text=text)


def choose(page: Page, text: str) -> None:
    choice(page, text).tap()
    expect(choice(page, text).locator("input")).to_be_checked()


@pytest.fixture
def known(server: str) -> Table:
    """Return a group that a phone has the link of."""
    return Table.start(server, ["Ann", "Bo", "Zoë 🃏"])


def test_known_people_are_one_tap_each(open_page: Open, known: Table) -> None:
    page = open_page(known.edit_link)
    page.goto(NEW)
    for name in ("Zoë 🃏", "Ann", "Bo"):
        button(page, name).tap()
        expect(button(page, name)).to_be_hidden()
    seats(page, "Zoë 🃏", "Ann", "Bo")
    field(page, "Seat 2").fill("")
    expect(button(page, "Ann")).to_be_visible()
    button(page, "Ann").tap()
    seats(page, "Zoë 🃏", "Ann", "Bo")


def test_who_plays_may_deal_first(open_page: Open) -> None:
    """The list has no other names, not even hidden ones: Safari shows them. The choice stays."""
    page = open_page(NEW)
    dealers = page.locator("#dealer option")
    expect(dealers).to_have_text(["Draw lots"])
    take_seats(page, "Ann", "Bo")
    expect(dealers).to_have_text(["Draw lots", "Ann", "Bo"])
    page.locator("#dealer").select_option("Bo")
    field(page, "Seat 2").fill("")
    expect(dealers).to_have_text(["Draw lots", "Ann"])
    expect(page.locator("#dealer")).to_have_value("lot")
    take_seats(page, "Ann", "Bo", "Cai")
    page.locator("#dealer").select_option(label="Cai")
    button(page, "Seat 3: one up").tap()
    expect(page.locator("#dealer option:checked")).to_have_text("Cai")


def test_a_double_tap_starts_one_session(open_page: Open, known: Table) -> None:
    page = open_page(known.edit_link)
    page.goto(f"{known.group}/new")
    button(page, "Start").dblclick()
    expect(heading(page)).to_contain_text("game 1 of 3")
    page.goto(known.group)
    expect(page.locator(".evenings li")).to_have_count(1)  # beside the new one, which is running


def test_a_seat_is_dragged_with_a_finger(open_page: Open) -> None:
    page = open_page(NEW)
    take_seats(page, "Ann", "Bo", "Cai")
    touch = page.context.new_cdp_session(page)
    (x, start), (_, end) = middle(page, 1), middle(page, 3)
    way = [start + (end - start) * step / 5 for step in range(6)]
    for kind, points in (
        ("touchStart", way[:1]),
        *(("touchMove", [y]) for y in way[1:]),
        ("touchEnd", []),
    ):
        found = [{"x": x, "y": y} for y in points]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": found})
    seats(page, "Bo", "Cai", "Ann")
    assert page.evaluate("scrollY") == 0


def middle(page: Page, number: int) -> tuple[float, float]:
    """Return the middle of the grip of a seat."""
    box = page.locator(".grip").nth(number - 1).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_seats_change_places_by_buttons(open_page: Open) -> None:
    page = open_page(NEW)
    take_seats(page, "Ann", "Bo", "Cai")
    button(page, "Seat 3: one up").tap()
    seats(page, "Ann", "Cai", "Bo")
    expect(button(page, "Seat 2: one up")).to_be_focused()
    button(page, "Seat 2: one up").press("Enter")
    seats(page, "Cai", "Ann", "Bo")
    expect(button(page, "Seat 1: one up")).to_be_disabled()
    expect(page.locator("#seats").locator(":focus")).to_have_count(1)
    button(page, "Seat 1: one down").tap()
    seats(page, "Ann", "Cai", "Bo")


def test_numbers_of_games_follow_the_players(open_page: Open) -> None:
    page = open_page(NEW)
    rounds = page.locator("[data-rounds]")
    expect(rounds).to_have_text(["Everybody deals once", "twice", "three times"])
    take_seats(page, "Ann", "Bo", "Cai")
    expect(rounds).to_have_text(["3 games", "6 games", "9 games"])
    take_seats(page, "Ann", "Bo", "Cai", "Dee")
    expect(rounds).to_have_text(["4 games", "8 games", "12 games"])
    remark = page.get_by_text("Not everybody deals equally often then.")
    expect(remark).to_be_hidden()
    field(page, "Another number of games").fill("7")
    expect(remark).to_be_visible()
    expect(page.locator("[name=rounds]:checked")).to_have_count(0)
    choose(page, "8 games")
    expect(field(page, "Another number of games")).to_have_value("")
    expect(remark).to_be_hidden()


def test_teams_are_offered_where_they_exist(open_page: Open) -> None:
    page = open_page(NEW)
    page.get_by_text("Teams and house rules").tap()
    names = ["Ann", "Bo", "Cai", "Dee", "Eve", "Fay"]
    offered = {4: ["Two teams"], 6: ["Two teams", "Three teams"]}
    for number in (3, 4, 6):
        take_seats(page, *names[:number])
        for text in ("Two teams", "Three teams"):
            expect(choice(page, text)).to_be_visible(visible=text in offered.get(number, []))
    choose(page, "Three teams")
    field(page, "Seat 6").fill("")
    expect(choice(page, "Everyone alone").locator("input")).to_be_checked()


@pytest.mark.parametrize("script", [True, False])
def test_enter_goes_to_the_next_name_and_starts_nothing(open_page: Open, script: bool) -> None:
    page = open_page(NEW, java_script_enabled=script)
    field(page, "Seat 1").focus()
    for number, name in enumerate(("Ann", "Bo", "Cai", "Dee", "Eli"), 1):
        expect(field(page, f"Seat {number}")).to_be_focused()
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    expect(field(page, "Seat 6")).to_be_focused()
    expect(heading(page)).to_have_text("Which game?")
    expect(page.get_by_role("alert")).to_have_count(0)
    seats(page, "Ann", "Bo", "Cai", "Dee", "Eli")


def test_points_follow_the_house_rules_unless_somebody_chose(open_page: Open, server: str) -> None:
    page = open_page(f"{server}/casino/new")
    take_seats(page, "Ann", "Bo")
    page.locator("summary", has_text="House rules").tap()
    usual = page.locator("#targets small:visible")
    difference = page.get_by_label("Only the difference is scored")
    checked, other = page.locator("[name=target]:checked"), field(page, "Another number of points")
    expect(checked).to_have_value("21")
    difference.check()
    expect(checked).to_have_value("11")
    expect(usual).to_have_count(1)
    expect(choice(page, "11")).to_contain_text("as usual")
    choose(page, "50")
    difference.uncheck()
    expect(checked).to_have_value("50")
    other.fill("35")
    expect(checked).to_have_count(0)
    other.fill("")
    expect(checked).to_have_value("21")


def test_a_preset_ticks_its_rules_and_single_ones_are_changed(open_page: Open, server: str) -> None:
    page = open_page(f"{server}/kasino/new")
    boxes, target = page.locator("[name=house]:checked"), page.locator("[name=target]:checked")
    changed = page.get_by_text("You have changed some of them.")
    danish = button(page, "Danish Kasino without building")
    expect(button(page, "Swedish Kasino")).to_have_attribute("aria-pressed", "true")
    danish.tap()
    expect(boxes).to_have_count(3)
    expect(target).to_have_value("21")
    expect(page.get_by_text("Source: two Danish rules sites.")).to_be_visible()
    page.locator("summary", has_text="House rules").tap()
    page.get_by_label("Draw a card after each turn").check()
    expect(danish).to_have_attribute("aria-pressed", "false")
    expect(changed).to_be_visible()
    expect(target).to_have_value("21")
    button(page, "Norwegian Kasino without building").tap()
    expect(boxes).to_have_count(2)
    expect(changed).to_be_hidden()
    expect(target).to_have_value("16")
    # What it excludes goes off.
    page.locator("#house-kasino_values_free").check()
    expect(page.locator("#house-kasino_values")).not_to_be_checked()


NEW_CASINO = "/casino/new"
NAMES = ("Ann", "Bo", "Cleo")


def typed_seats(page: Page, *names: str) -> None:
    for number, name in enumerate(names, 1):
        expect(field(page, f"Seat {number}")).to_have_value(name)


@pytest.fixture
def typed(open_page: Open) -> Page:
    """Three names on a form, and another number of points."""
    page = open_page(NEW_CASINO, expected=("422",))
    for number, name in enumerate(NAMES, 1):
        field(page, f"Seat {number}").fill(name)
    field(page, "Another number of points").fill("31")
    return page


def test_they_are_kept(typed: Page) -> None:
    """Over a reload, a look at another page, and in another language."""
    typed.reload()
    typed_seats(typed, *NAMES)
    expect(field(typed, "Another number of points")).to_have_value("31")
    expect(typed.locator("#dealer option:not([hidden])")).to_have_text(["Draw lots", *NAMES])
    typed.get_by_role("link", name="Rules").tap()
    expect(heading(typed)).to_have_text(re.compile("Casino"))
    typed.go_back()
    typed_seats(typed, *NAMES)
    typed.goto("/")
    typed.goto(NEW_CASINO)
    typed_seats(typed, *NAMES)
    typed.locator(".menu summary").tap()
    typed.get_by_role("link", name="Svenska").tap()
    expect(heading(typed)).to_have_text("Vilket kortspel?")
    expect(typed.get_by_label("Plats 3", exact=True)).to_have_value("Cleo")


def test_what_was_sent_is_forgotten(typed: Page) -> None:
    button(typed, "Start").tap()
    expect(typed.locator(".standings .who")).to_have_text(list(NAMES))
    typed.goto(NEW_CASINO)
    typed_seats(typed, "", "", "")


def test_who_has_joined_is_forgotten(open_page: Open, server: str) -> None:
    """Before its first game the part itself changes, and the same form is drawn again."""
    first = Table.start(server, list(NAMES))
    first.play(*even(3))
    part = first.another(["Ann", "Bo"], continues=first.id)
    page = open_page(part.edit_link)
    open_up(page, "Who is here now?")
    field(page, "Somebody new").fill("Dee")
    button(page, "Continue with these people").tap()
    expect(page.locator("#standings .who")).to_have_text(["Ann", "Bo", "Dee"])
    expect(field(page, "Somebody new")).to_have_value("")


def test_cards_that_were_typed_for_the_referee(open_page: Open) -> None:
    """Beside the address that they were typed at."""
    page = open_page("/krypkasino/referee")
    table = field(page, "Table")
    if not table.is_visible():
        page.get_by_text("Type the cards").tap()
    with page.expect_response("**/*form_drafts.js"):
        table.fill("8S 9C JD / 8")
    page.reload()
    expect(table).to_have_value("8S 9C JD / 8")
    page.goto("/krypkasino/referee?table=2S")
    expect(table).to_have_value("2S")
