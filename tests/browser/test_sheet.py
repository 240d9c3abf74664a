"""The score sheet under several thumbs: nothing that somebody typed or counted is lost."""

import pytest
from playwright.sync_api import APIResponse, Locator, Page, Route, expect

from .conftest import Open
from .demo_sessions import FOUR, Table, kinds, points
from .page_checks import misfits, stop_clock
from .taps import (
    CUT_OFF,
    a_moment_later,
    ann,
    ask_again,
    button,
    field,
    heading,
    hears_nothing,
    holding,
    link,
    next_of,
    notice,
    open_sheet,
    saved,
    settle,
    try_again,
)

DRAWN = """() => ({ done: new Promise((done) =>
  document.getElementById('polled').addEventListener('drawn', () => done(), { once: true })) })"""
"""Settles once an answer was drawn."""


@pytest.fixture
def table(server: str) -> Table:
    return Table.begun(server, FOUR[:3])


# --- two phones, one row ------------------------------------------------------------------------
def disagree(one: Page, other: Page, first: int, second: int) -> None:
    """Both phones enter Ann's points; the second has not heard of the first, and is told."""
    ann(one).fill(str(first))
    saved(one, 0, str(first))
    ann(other).fill(str(second))
    versions = [f"0 cards face up, {first} points", f"0 cards face up, {second} points"]
    expect(other.locator(".conflict dd")).to_have_text(versions)
    expect(other.get_by_role("alert")).to_contain_text("Somebody else changed this row meanwhile.")


def test_a_game_is_not_finished_over_a_row_that_is_disputed(open_page: Open, table: Table) -> None:
    """The last save of a row meets another phone's numbers just when Finish is tapped."""
    for seat, one in enumerate((points(12), points(20), points(10))):
        table("PUT", f"/games/1/sheet/{seat}", one, "*")
    page = open_sheet(open_page, table)
    hears_nothing(page)
    for seat, one in enumerate((points(13), points(19))):  # it adds up as well
        table("PUT", f"/games/1/sheet/{seat}", one, "*")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(f"{request.method} {request.url}"))
    ann(page).fill("11")
    button(page, "Finish the game").tap()
    expect(page.locator(".conflict")).to_be_visible()
    settle(page)
    assert [one for one in sent if one.startswith("POST") and one.endswith("/close")] == []
    assert table("GET", "/games/1")["state"] == "open"
    button(page, "Keep mine").tap()
    saved(page, 0, "11")


def test_two_phones_disagree(open_page: Open, table: Table) -> None:
    """A disagreement waits for a decision: other rows change all the time while everybody
    counts."""
    one, other = (open_sheet(open_page, table) for _ in range(2))
    hears_nothing(other)
    disagree(one, other, 13, 12)
    expect(ann(one)).to_have_value("13")
    other.unroute_all()
    table.put(2, points(5))
    ask_again(other)
    saved(other, 2, "5")
    expect(other.locator(".conflict dd")).to_have_text(
        ["0 cards face up, 13 points", "0 cards face up, 12 points"]
    )
    button(other, "Keep mine").tap()
    expect(other.locator(".conflict")).to_have_count(0)
    expect(ann(other)).to_have_value("12")
    saved(other, 0, "12")
    ask_again(one)
    expect(ann(one)).to_have_value("12")

    hears_nothing(other)
    disagree(one, other, 9, 8)
    link(other, "Leave it").tap()
    expect(other.locator(".conflict")).to_have_count(0)
    expect(ann(other)).to_have_value("9")
    ann(other).fill("10")  # over the version that was left
    saved(other, 0, "10")


# --- taps ---------------------------------------------------------------------------------------
def test_ten_quick_taps(open_page: Open, table: Table) -> None:
    """All come before the first is answered."""
    page = open_sheet(open_page, table)
    sent = holding(page, "**/sheet/0")
    for _ in range(10):
        button(page, "Ann, Cards face up: one more").tap()
    next_of(page, sent).continue_()
    saved(page, 0, "50 so far")
    expect(field(page, "Ann, Cards face up")).to_have_value("10")
    page.reload()
    for _ in range(3):
        button(page, "Ann, Cards face up: one less").tap()
    saved(page, 0, "35 so far")


def test_answers_that_overtake_each_other_take_nothing_back(open_page: Open, table: Table) -> None:
    """Rows are sent side by side: what was answered first may arrive last."""
    page = open_sheet(open_page, table)
    hears_nothing(page)
    held: list[Route] = []
    answers: list[APIResponse] = []
    page.route("**/sheet/0", lambda route: (answers.append(route.fetch()), held.append(route)))
    button(page, "Ann, Cards face up: one more").tap()
    late = next_of(page, held)
    button(page, "Bo, Cards face up: one more").tap()
    saved(page, 1, "5 so far")
    drawn = page.evaluate_handle(DRAWN)
    late.fulfill(response=answers[0])
    drawn.evaluate("({ done }) => done")
    saved(page, 1, "5 so far")


def not_in_the_sum(page: Page) -> Locator:
    return page.get_by_text("What waits for the network is not in the sum yet.")


def test_taps_without_a_network(open_page: Open, table: Table) -> None:
    page = open_sheet(open_page, table)
    stop_clock(page)
    page.context.set_offline(True)
    for _ in range(3):
        button(page, "Bo, Cards face up: one more").tap()
    ann(page).fill("7")
    a_moment_later(page)
    expect(notice(page)).to_contain_text("No connection.")
    expect(field(page, "Bo, Cards face up")).to_have_value("3")
    assert table.rows()[1] is None
    expect(not_in_the_sum(page)).to_be_visible()
    page.context.set_offline(False)
    try_again(page)
    saved(page, 1, "15 so far")
    expect(page.locator("[data-saving]")).to_have_count(0)
    ask_again(page)  # each answer may be older than the other row
    saved(page, 0, "−8")
    expect(not_in_the_sum(page)).to_be_hidden()
    expect(notice(page)).to_be_hidden()
    etags = [row and row["etag"] for row in table.rows()]
    assert (sorted(etags[:2]), etags[2]) == (['"1"', '"2"'], None)  # each was saved once
    page.reload()
    expect(field(page, "Bo, Cards face up")).to_have_value("3")
    expect(ann(page)).to_have_value("7")


def test_a_row_whose_answer_got_lost_is_no_disagreement(open_page: Open, table: Table) -> None:
    """A row that was saved once is sent again with what was tapped since."""
    page = open_sheet(open_page, table, expected=(CUT_OFF,))
    stop_clock(page)
    hears_nothing(page)
    page.route("**/sheet/0", lambda route: (route.fetch(), route.abort()), times=1)
    ann(page).fill("7")
    a_moment_later(page)
    expect(notice(page)).to_contain_text("No connection")
    assert table.rows()[0]["card_points"] == 7
    try_again(page)
    saved(page, 0, "7")
    expect(page.locator(".conflict")).to_have_count(0)


def test_what_was_typed_before_the_script_arrived_counts(open_page: Open, table: Table) -> None:
    page = open_page(table.edit_link)
    script = holding(page, "**/js/app+*.js")
    page.goto(table.sheet(), wait_until="commit")
    ann(page).evaluate("one => { one.value = '13'; }")  # hidden from thumbs that wait for scripts
    next_of(page, script).continue_()
    saved(page, 0, "13")


def test_leaving_at_once_saves_what_was_tapped(open_page: Open, table: Table) -> None:
    page = open_sheet(open_page, table)
    for _ in range(2):
        button(page, "Ann, Cards face up: one more").tap()
    link(page, "Session").tap()
    expect(link(page, "Score sheet")).to_be_visible()
    link(page, "Score sheet").tap()
    expect(field(page, "Ann, Cards face up")).to_have_value("2")
    ann(page).fill("7")  # an entry that was sent on leaving does not conflict with itself
    saved(page, 0, "17")
    expect(page.locator(".conflict")).to_have_count(0)


def test_what_is_no_number_is_told_at_once(open_page: Open, table: Table) -> None:
    page = open_sheet(open_page, table)
    told = page.locator("#row-0").get_by_role("alert")
    for typed, sentence in (
        ("1.5", "“1.5” is not a whole number."),
        ("dozen", "“doze” is not a whole number."),
    ):
        ann(page).fill("")
        ann(page).press_sequentially(typed)
        expect(told).to_have_text(sentence)
        expect(ann(page)).to_have_value(typed[:4])
    ann(page).fill("12")
    saved(page, 0, "12")
    expect(told).to_have_count(0)


def test_enter_leads_down_the_sheet(open_page: Open, table: Table) -> None:
    """People say their numbers one after the other; what stands there is typed over."""
    table.put(1, points(5))
    page = open_sheet(open_page, table)
    ann(page).tap()
    page.keyboard.type("20")
    page.keyboard.press("Enter")
    expect(field(page, "Bo, Card points")).to_be_focused()
    for typed in ("12", "9"):
        page.keyboard.type(typed)
        page.keyboard.press("Enter")
    for seat, score in enumerate(("20", "12", "9")):
        saved(page, seat, score)
    expect(field(page, "Cai, Card points")).not_to_be_focused()
    hints = page.locator("[name$=-points]").evaluate_all("all => all.map(one => one.enterKeyHint)")
    assert hints == ["next", "next", "done"]
    page.locator("#row-0").get_by_text("By kind").tap()
    page.locator("#storan-0").focus()
    for place in ("lillan-0", "ace_of_spades-0", "other_spades-0", "other_aces-0", "points-1"):
        page.keyboard.press("Enter")
        expect(page.locator(f"#{place}")).to_be_focused()


def test_digits_are_kept_while_the_sheet_is_drawn_anew(open_page: Open, table: Table) -> None:
    """Numbers that cannot be saved yet stay too, with their messages, and the caret."""
    page = open_sheet(open_page, table)
    stop_clock(page)
    ann(page).press_sequentially("12")
    page.keyboard.press("ArrowLeft")
    table.put(1, points(7))
    ask_again(page)
    saved(page, 1, "7")
    expect(ann(page)).to_be_focused()
    page.keyboard.type("0")
    expect(ann(page)).to_have_value("102")
    page.keyboard.type("5")
    a_moment_later(page)
    told = page.locator("#row-0").get_by_role("alert")
    expect(told).to_have_text("This number must be from 0 to 104.")
    table.put(1, points(8))
    ask_again(page)
    saved(page, 1, "8")
    expect(ann(page)).to_have_value("1052")
    expect(told).to_be_visible()


PHONE = 740
NAMES = ["Ann", "Bo", "Cai", "Dee", "Eve", "Maximiliane"]
LONG = ["W" * 60, "Maximilian Alexander", "דוד", "Zoë 🃏 Ångström"]


def height(page: Page) -> float:
    """Return the height of a page without what reaches below its end, which is empty."""
    found: float = page.evaluate("document.body.offsetHeight")
    return found


def test_four_people_fit_one_and_a_half_screens(open_page: Open, server: str) -> None:
    table = Table.begun(server, NAMES[:4])
    for seat, row in enumerate((points(13, 2), points(9), points(12, 1), points(7))):
        table.put(seat, row)
    page = open_sheet(open_page, table, locale="de")
    assert height(page) <= 1.5 * PHONE
    lines = page.locator(".row .counts")
    assert max(lines.evaluate_all("all => all.map(one => one.offsetHeight)")) <= 80
    assert misfits(page) == []


@pytest.mark.parametrize("screen", ["phone", "sideways"])
def test_the_check_leaves_the_rows_their_room(open_page: Open, server: str, screen: str) -> None:
    """Text may be twice as large; what the check says is a quarter of the screen at most."""
    table = Table.begun(server, LONG)
    for seat in range(3):
        table.put(seat, kinds(0, 0, 0, 1, 0))
    page = open_sheet(open_page, table, screen=screen, reduced_motion="reduce")
    check = page.locator("#check")
    for size in ("100%", "200%"):
        page.evaluate("size => (document.documentElement.style.fontSize = size)", size)
        room = page.evaluate("innerHeight")
        assert room - check.evaluate("one => one.getBoundingClientRect().top") <= room / 4
        expect(check.locator(".sum")).to_be_in_viewport(ratio=0.9)
        last = page.locator("#points-3")
        last.blur()
        last.focus()
        below = last.bounding_box()
        above = check.bounding_box()
        assert below
        assert above
        assert below["y"] + below["height"] <= above["y"]


BELOW_ITS_ROW = """(it) => {
  const [{ x, y }, row] = [it, it.closest(".row")].map((each) => each.getBoundingClientRect());
  return [x - row.x, y - row.y];
}"""


def test_the_kinds_open_in_their_place(open_page: Open, server: str) -> None:
    page = open_sheet(open_page, Table.begun(server, LONG))
    opener = page.locator("#row-1 .kinds > summary")
    opener.scroll_into_view_if_needed()
    before = opener.evaluate(BELOW_ITS_ROW)
    opener.tap()
    expect(page.locator("#storan-1")).to_be_visible()
    assert opener.evaluate(BELOW_ITS_ROW) == before
    page.locator("#points-1").tap()  # nothing lies over it
    expect(page.locator("#points-1")).to_be_focused()
    page.locator("#row-1 [value='markers+1']").tap()
    expect(page.locator("#markers-1")).to_have_value("1")
    assert misfits(page) == []


def test_what_is_opened_comes_into_sight(open_page: Open, server: str) -> None:
    """By its key, by the sentence that names the key, and where the game is finished all the same:
    the check covers none of it."""
    table = Table.begun(server, NAMES[:4])
    for seat in range(4):
        table.put(seat, points(9))
    page = open_sheet(open_page, table, reduced_motion="reduce")
    page.locator("#row-3 .kinds > summary").tap()
    expect(page.locator("#other_aces-3")).to_be_in_viewport()
    page.locator("#check").get_by_role("link", name="By kind").tap()
    expect(page.locator("#other_aces-0")).to_be_in_viewport()
    page.get_by_text("Finish it all the same?").tap()
    ends = button(page, "Finish although it does not add up").bounding_box()
    check = page.locator("#check").bounding_box()
    assert ends
    assert check
    assert ends["y"] + ends["height"] <= check["y"] + 1


TIME_STANDS = "Object.defineProperty(Event.prototype, 'timeStamp', { get: () => 5000 })"


def count(page: Page, seat: int) -> None:
    page.locator(f"#row-{seat} .kinds > summary").tap()


def holder(page: Page, card: str, name: str) -> Locator:
    return page.get_by_role("group", name=f"Who has {card}?").get_by_role("button", name=name)


@pytest.fixture
def casino_table(server: str) -> Table:
    return Table.begun(server, ["Ada", "Bo"], game="casino")


def test_two_phones_count_one_pile(open_page: Open, casino_table: Table) -> None:
    """Counts of another phone come with the answer, also while more is typed here."""
    one, other = (open_sheet(open_page, casino_table) for _ in range(2))
    hears_nothing(one)
    count(one, 0)
    sent = holding(one, "**/sheet/0")
    field(one, "Ada, Cards").fill("3")
    first = next_of(one, sent)
    count(other, 0)
    field(other, "Ada, Spades").fill("8")
    saved(other, 0, "1 so far")
    field(one, "Ada, Cards").fill("30")
    first.continue_()
    saved(one, 0, "4 so far")
    expect(field(one, "Ada, Spades")).to_have_value("8")
    expect(field(one, "Ada, Cards")).to_have_value("30")
    expect(one.locator(".conflict")).to_have_count(0)
    button(one, "Ada, Aces: one more").tap()
    saved(one, 0, "5")
    row = casino_table.rows()[0]
    assert (row["cards"], row["spades"], row["aces"]) == (30, 8, 1)


def test_a_hand_of_two_is_counted_with_seven_taps(open_page: Open, casino_table: Table) -> None:
    """A counted pile gives the other player the rest; the second half of a double tap is no tap
    that takes it away."""
    page = open_sheet(open_page, casino_table)
    count(page, 0)
    for name, number in (("Cards", "30"), ("Spades", "8"), ("Aces", "2")):
        field(page, f"Ada, {name}").fill(number)
    page.evaluate(TIME_STANDS)
    for card, name in (("the ten of diamonds", "Ada"), ("the two of spades", "Bo")):
        chosen = holder(page, card, name)
        for _ in range(2):
            chosen.tap()
            expect(chosen).to_have_attribute("aria-pressed", "true")
        expect(chosen).to_be_focused()
    expect(page.locator("#check .verdict")).to_have_text("Adds up to 11")
    assert misfits(page) == []
    button(page, "Finish the game").tap()
    expect(heading(page)).to_have_text("Bo deals game 2")
