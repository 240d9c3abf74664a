"""Parts of every page, faults of scripts, and browsers that lack something."""

import random
import re
from collections.abc import Callable
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from markupsafe import escape
from playwright.sync_api import Browser, Page, Request, Route, expect

from referee.languages import balanced, isolated

from .conftest import Check, Open
from .demo_sessions import FOUR, Demo, Table, addresses
from .page_checks import misfits
from .taps import field, heading, link, open_counter, sweep, tap, verdict

REFEREE = "/krypkasino/referee"
POSITION = f"{REFEREE}?table=AS+6H+7D+8S&played=8H"
WRONG_ANSWER = "/krypkasino/first/2?pieces=7S"
IN_ERROR = f"{REFEREE}?table=8+x"


def menu(page: Page) -> None:
    page.locator("details.menu summary").tap()


def chosen(page: Page, *names: str) -> None:
    for name in names:
        menu(page)
        link(page, name).tap()
        expect(page.locator("details.menu[open]")).to_have_count(0)  # on the old page it is open
        page.wait_for_load_state()


def test_another_language(open_page: Open, check: Check) -> None:
    """The position stays, also one that was just tapped; the choice is remembered."""
    page = open_page(REFEREE)
    for rank in ("A", "7", "8"):
        page.locator(f'#pad [data-rank="{rank}"]').tap()
    expect(page.locator("#felt .card")).to_have_text(["A", "7", "8"])
    menu(page)
    check(page, schemes=True)
    assert misfits(page) == []
    link(page, "Svenska").tap()
    expect(page.locator("html")).to_have_attribute("lang", "sv")
    expect(page.locator("#felt .card")).to_have_text(["E", "7", "8"])
    page.goto("/")
    expect(heading(page)).to_have_text("Domaren vid ert kortbord")
    chosen(page, "Kort med A J Q K", "English")
    expect(page.locator("html")).to_have_attribute("lang", "en")


def test_how_cards_look(open_page: Open, check: Check) -> None:
    page = open_page(POSITION)
    card = page.locator("#felt .card.suit-diamonds")
    red, narrow = colour(card), width(card)
    chosen(page, "Suits in four colours", "Large cards for poor light")
    assert colour(card) != red
    assert width(card) > 1.3 * narrow
    check(page, schemes=True)
    assert misfits(page) == []
    chosen(page, "Suits in two colours", "Cards as usual")
    assert (colour(card), width(card)) == (red, narrow)


def colour(card: object) -> str:
    return card.evaluate("one => getComputedStyle(one).color")


def width(card: object) -> float:
    return card.evaluate("one => one.getBoundingClientRect().width")


def test_the_menu_closes(open_page: Open) -> None:
    page = open_page("/")
    opened = page.locator("details.menu[open]")
    menu(page)
    expect(opened).to_be_visible()
    page.keyboard.press("Escape")
    expect(opened).to_have_count(0)
    expect(page.locator("details.menu summary")).to_be_focused()
    menu(page)
    page.touchscreen.tap(40, 700)
    expect(opened).to_have_count(0)


def test_no_motion_for_those_who_ask_for_none(open_page: Open) -> None:
    moves = """() => [...document.querySelectorAll("*")].filter(one => {
      const { transitionDuration, animationName, scrollBehavior } = getComputedStyle(one);
      return transitionDuration !== "0s" || animationName !== "none" || scrollBehavior === "smooth";
    }).length"""
    for reduced, moving in (("reduce", (0, 0, 0)), ("no-preference", (1, 2, 2))):
        page = open_page(POSITION, reduced_motion=reduced)
        for path, number in zip((POSITION, WRONG_ANSWER, IN_ERROR), moving, strict=True):
            page.goto(path)
            assert page.evaluate(moves) == number, path


MOST_BYTES = {
    "home": 9700, "referee-empty": 16_800, "referee-builds": 19_400, "session-running": 21_400,
    # the sheet and the live table bring along what keeps and sends entries without a network
    "sheet-partly": 23_400, "table-playing": 27_200,
}  # fmt: skip
MOST_FILES = 6


def test_the_first_load_is_small(open_page: Open, hard_to_draw: Demo) -> None:
    """Count all that a phone fetches that has nothing yet, but for heads, which a proxy packs."""
    page = open_page(hard_to_draw.new.edit_link)
    finished: list[Request] = []
    page.on("requestfinished", lambda one: finished.append(one))  # noqa: PLW0108 - Playwright takes no built-ins
    control = page.context.new_cdp_session(page)
    for name, most in MOST_BYTES.items():
        page.goto("about:blank")
        finished.clear()
        control.send("Network.clearBrowserCache")
        page.goto(addresses(hard_to_draw)[name])
        page.wait_for_load_state("networkidle")
        fetched = sum(request.sizes()["responseBodySize"] for request in finished)
        assert 5_000 < fetched < most, (name, fetched)
        assert len(finished) <= MOST_FILES, name


def test_what_a_first_load_lacks_comes_by_itself(open_page: Open) -> None:
    """Nothing was tapped before the network went away."""
    page = open_page("about:blank", expected=("net::ERR", "Failed to fetch"))
    with page.expect_response("**/*referee_later.js"):
        page.goto("/krypkasino/referee")
    page.wait_for_function("self.modules['referee_later']")
    page.context.set_offline(True)
    field = page.get_by_role("textbox", name="Table")
    page.get_by_text("Type the cards").tap()
    field.fill("8 9")
    page.get_by_role("button", name="Ask the referee").tap()
    page.wait_for_url("**?table=8+9")
    expect(page.locator("#notice")).to_contain_text("No connection")


def test_times_are_those_of_the_phone(open_page: Open, hard_to_draw: Demo) -> None:
    """The time of a correction is shown in the time zone of the phone, wherever the server is."""
    shown = []
    for zone in ("Europe/Stockholm", "Pacific/Honolulu"):
        page = open_page(hard_to_draw.new.edit_link, timezone_id=zone, locale="sv")
        page.goto(hard_to_draw.over.sheet(2))
        time = page.locator(".history time").first
        moment = time.get_attribute("datetime")
        expect(time).to_have_text(page.evaluate(CLOCK, [moment, zone]))
        shown.append(time.inner_text())
    assert len(set(shown)) == 2


CLOCK = """([moment, timeZone]) => {
  const at = new Date(moment);
  const today = at.toDateString() === new Date().toDateString();
  const form = today ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" };
  return at.toLocaleString("sv", { ...form, timeZone }); }"""

PIECES = [*"aé1 (שع", *"\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"]
BESIDE = """() => [...document.querySelectorAll("p")].filter((line) => {
  const [before, name, after, last] = [...line.children].map((one) => one.getBoundingClientRect());
  return !(before.right <= name.left && name.right <= after.left && after.right <= last.left);
}).map((line) => escape(line.textContent))"""


def in_sentence(name: str) -> str:
    return str(escape(isolated(name)))


def in_element(name: str) -> str:
    return f"<bdi>{escape(balanced(name))}</bdi>"


@pytest.mark.parametrize("shown", [in_sentence, in_element])
def test_a_name_turns_nothing_around(browser: Browser, shown: Callable[[str], str]) -> None:
    chance = random.Random(11)
    names = ["".join(chance.choices(PIECES, k=chance.randint(1, 9))) for _ in range(400)]
    page = browser.new_page()
    page.set_content(
        "<meta charset=utf-8><body>"
        + "".join(f"<p><b>a</b> <i>{shown(name)}</i> <b>b</b> <b>c</b></p>" for name in names)
    )
    assert page.evaluate(BESIDE) == []
    page.close()


FAR = ["Pacific/Kiritimati", "Pacific/Pago_Pago"]  # it is never the same day there


def test_a_group_gets_the_zone_of_the_phone(open_page: Open) -> None:
    page = open_page("/krypkasino/new", timezone_id="Asia/Tokyo")
    expect(page.locator("[type=hidden][name=timezone]")).to_have_value("Asia/Tokyo")
    assert {one["name"]: one["value"] for one in page.context.cookies()}["zone"] == "Asia/Tokyo"
    for number, name in enumerate(("Ann", "Bo"), 1):
        field(page, f"Seat {number}").fill(name)
    page.get_by_role("button", name="Start", exact=True).tap()
    page.wait_for_url("**/g/**")
    page.goto("/".join(page.url.split("/")[:5]))
    page.get_by_text("Time zone", exact=False).first.tap()
    expect(field(page, "Time zone")).to_have_value("Asia/Tokyo")


@pytest.mark.parametrize("zone", FAR)
def test_todays_exercises_are_those_of_the_phone(open_page: Open, zone: str) -> None:
    """From the first look on."""
    page = open_page("/krypkasino/exercises", timezone_id=zone)
    today = datetime.now(ZoneInfo(zone)).date()
    expect(page.locator(f'a.main[href$="/exercises/ten/{today}"]')).to_be_visible()


FAULTS = ("null", "missing", "Unexpected", "404", "500", "net::ERR", "Failed to load")
"""Messages of the console about these faults."""

REDRAW = "drawInside(old,fresh,{stays,answered});"
SIGHT = "if(!focus)return;"
FAULT = "null.missing;"


def broken(page: Page, statement: str, instead: str | None) -> None:
    """Load the page again with something else in the place of a statement, or without scripts."""
    address = page.evaluate("document.querySelector('script[type=module]').src")
    before, found, after = page.request.get(address).text().partition(statement)
    assert found

    def answer(route: Route) -> None:
        if instead is None:
            route.abort()
        else:
            route.fulfill(body=before + instead + after, content_type="text/javascript")

    page.route(address, answer)
    page.reload()


def says_it_failed(page: Page) -> None:
    expect(page.get_by_role("alert").filter(has_text="Part of this page failed")).to_be_visible()
    expect(page.locator("#notice")).to_be_hidden()


def test_a_fault_of_drawing_is_no_lost_network(open_page: Open, server: str) -> None:
    """A tap is counted once, and the next one goes to the server as a form."""
    table = Table.begun(server, FOUR)
    page = open_counter(open_page, table, expected=FAULTS)
    broken(page, REDRAW, FAULT)
    sweep(page, 0).tap()
    says_it_failed(page)
    sweep(page, 1).tap()
    expect(page.locator(".sweepers small")).to_have_text(
        [f"{number} face up" for number in ("1 card", "1 card", "0 cards", "0 cards")]
    )


def test_a_fault_at_a_ruling_leaves_the_form(open_page: Open) -> None:
    page = open_page(REFEREE, expected=FAULTS)
    broken(page, SIGHT, FAULT)
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
    broken(page, SIGHT, text)
    says_it_failed(page)
    expect(page.get_by_role("textbox", name="Played")).to_be_visible()
    expect(page.locator("#pad")).to_be_hidden()


NEWER = re.compile(
    r"[^{}]*:has\([^{}]*\{[^{}]*\}|@container[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}|container-type:[^;}]*;?"
)
FALLBACKS = re.compile(r"@supports not [^{]*\{")


def open_old(open_page: Open, path: str, let_in: str = "") -> Page:
    """Return a page whose styles are as such a browser takes them."""
    page = open_page("/offline", let_in=let_in)

    def drop(route: Route) -> None:
        answer = route.fetch()
        text = FALLBACKS.sub("@media all {", answer.text())
        route.fulfill(response=answer, body=NEWER.sub("", text))

    page.route("**/css/*.css", drop)
    page.goto(path)
    return page


def test_a_dispute(open_page: Open, check: Check) -> None:
    page = open_old(open_page, "/krypkasino/referee")
    tap(page, "8", "diamonds", "9", "Played", "8")
    expect(verdict(page)).to_contain_text("The 8")
    expect(page.locator("#pad [data-rank]").first).to_be_hidden()
    tap(page, "spades")
    expect(page.locator('[data-place="played"] .suit-spades')).to_be_visible()
    check(page)


def test_cards_that_were_taken_look_so(open_page: Open) -> None:
    page = open_old(open_page, "/krypkasino/exercises/take/512345")
    card = page.locator(".pick .card").first
    look = "one => getComputedStyle(one).outlineStyle"
    assert card.evaluate(look) == "none"
    card.tap()
    assert card.evaluate(look) == "solid"


def test_a_sheet_has_a_line_a_person(open_page: Open, server: str, check: Check) -> None:
    table = Table.begun(server, FOUR)
    page = open_old(open_page, table.sheet(), let_in=table.edit_link)
    number = page.locator("#points-0").bounding_box()
    marker = page.locator("#markers-0").bounding_box()
    assert number is not None
    assert marker is not None
    assert abs(number["y"] - marker["y"]) < 4
    check(page)


def test_the_key_that_was_tapped_looks_so(open_page: Open, table: Table) -> None:
    page = open_old(open_page, table.live(), let_in=table.edit_link)
    key = page.locator("#pad .ranks .key").first
    key.tap()
    assert key.evaluate("one => getComputedStyle(one).borderTopWidth") == "2px"
