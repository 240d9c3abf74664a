"""Evenings without a server, from the first page to the handing over."""

import json
import re
from pathlib import Path

from playwright.sync_api import Page, expect

from ..live_table import enter, last_play, options, written
from ..paused_laptop import Laptop, until
from ..phones_with_pack import STARTING, Phone
from ..session_taps import button, counts, field, heading, link, sweep
from ..sessions_by_api import Table
from .own_session import ADDRESS, Evening, exported, one_sweep, started


def test_an_evening_without_a_server(another_phone: Phone, laptop: Laptop) -> None:
    """Two games of two kinds, the browser killed between them; then all of it is handed over."""
    phone = another_phone
    page = phone.start()
    laptop.leave()
    phone.cut_off()
    page.goto(ADDRESS)
    link(page, "Start a session").first.tap()
    started(page, "Ada", "Bo")
    group = re.search(r"/g/\w+", page.url)[0]  # type: ignore[index]  # none is red
    assert group.startswith("/g/0")
    button(page, "Begin game 1").tap()
    one_sweep(page)
    sweep(page, 1, 2).tap()
    counts(page, (1, "−5"), (2, "+5"))
    page.goto(f"{page.url}/sheet")
    field(page, "Ada, Card points").fill("20")
    field(page, "Bo, Card points").fill("22")
    button(page, "Finish the game").tap()
    expect(button(page, "Begin game 2")).to_be_visible()
    finished = exported(page, group)
    phone.kill()

    page = phone.start()
    phone.cut_off()
    page.goto(f"{ADDRESS}{group}/new")
    assert exported(page, group) == finished
    button(page, "Casino").tap()
    pressed = button(page, "Casino").and_(page.locator("[aria-pressed=true]"))
    expect(pressed).to_be_visible(timeout=STARTING)
    started(page, "Ada", "Bo")
    button(page, "Begin game 1").tap()
    expect(link(page, "Follow every play")).to_be_visible()
    page.goto(f"{page.url}/table")
    enter(page, "4C", "8H", "JD", "QS", "KC")
    expect(last_play(page)).to_contain_text(written("Bo trails the KC"))
    enter(page, "8C")
    options(page).filter(has_text="takes").first.tap()
    expect(last_play(page)).to_contain_text(written("Ada takes 8H with the 8C"))
    played = exported(page, group)

    phone.cut_off(off=False)
    laptop.come_back()
    page.goto(f"{ADDRESS}{group}")
    assert exported(page, group) == played
    button(page, "Hand it over").tap()
    there = handed_over(page)
    assert exported(page, there) == played == exported(page, group)
    button(page, "Remove this copy").tap()
    expect(page.locator("#only-here")).to_have_count(0)
    page.goto(ADDRESS)
    expect(page.locator("main > .next")).to_contain_text("Ada, Bo")
    expect(page.locator("#own")).to_be_empty()


def handed_over(page: Page) -> str:
    """Return the group that the server has made of this one."""
    expect(page.locator("#only-here")).to_contain_text("Handed over.", timeout=STARTING)
    there = link(page, "To the group").get_attribute("href")
    assert there
    assert not there.startswith("/g/0")
    return there


def test_saved_as_a_file_and_read_in(evening: Evening, tmp_path: Path) -> None:
    """Both on the phone itself, without a server."""
    page = evening.page
    one_sweep(evening.open())
    page.goto(evening.group_page)
    with page.expect_download() as waiting:
        link(page, "Save it as a file").tap()
    file = tmp_path / "referee.json"
    waiting.value.save_as(file)
    before = exported(page, evening.group)
    assert json.loads(file.read_text("utf-8")) == before
    page.goto(f"{ADDRESS}/import")
    page.locator("input[type=file]").set_input_files(file)
    button(page, "Load it").tap()
    button(page, "Load it again all the same").tap()
    expect(page.locator("#only-here")).to_be_visible()
    assert evening.group not in page.url
    assert exported(page, page.url.removeprefix(ADDRESS)) == before


# --- handing over, on a bad network -------------------------------------------------------------


def test_handed_over_on_a_bad_network(evening: Evening, laptop: Laptop) -> None:
    """There is no server, and play goes on. Then the request is cut, the answer gets lost, and two
    tabs send it at the same moment: the server has it once."""
    evening.page.context.clear_cookies()  # the server's groups of tests before
    page = evening.open(evening.group_page)
    button(page, "Hand it over").tap()
    expect(heading(page)).to_have_text("No connection")
    one_sweep(evening.open())
    page = evening.open(evening.group_page)
    before = exported(page, evening.group)
    laptop.come_back()
    for lose in (laptop.cut_forms, laptop.lose_answers_to_forms):
        lose()
        sent = page.locator("#only-here").get_by_text(re.compile("^(Hand it over|Send it again)$"))
        with page.expect_navigation(url=evening.group_page):
            sent.tap()
        expect(page.locator("#only-here")).to_contain_text("It is being handed over.")
    laptop.wake()
    other = page.context.new_page()
    for tab in (page, other):
        tab.goto(evening.group_page)
    for tab in (page, other):
        link(tab, "Send it again").dispatch_event("click")
    there = {handed_over(tab) for tab in (page, other)}
    assert [exported(page, group) for group in there] == [before]
    page.goto(ADDRESS)
    assert groups_of(page) == there


def groups_of(page: Page) -> set[str]:
    """Return the paths of groups of the server on the home page."""
    found = page.locator("main > section a[href^='/g/']").evaluate_all(
        "all => all.map(one => one.getAttribute('href').split('/').slice(0, 3).join('/'))"
    )
    return {one for one in found if not one.startswith("/g/0")}


# --- an evening of a server ---------------------------------------------------------------------


def test_go_on_here_as_a_copy(phone: Phone, laptop: Laptop) -> None:
    table = Table.begun(laptop.address, ["Ann", "Bo"])
    table.sweep(0, "a sweep")
    page = phone.page()
    laptop.leave()
    page.goto(ADDRESS + table.edit_link)
    expect(heading(page)).to_have_text("No connection")  # nothing that the phone could know of
    laptop.come_back()
    page.goto(ADDRESS + table.edit_link)
    expect(heading(page)).to_have_text("Game 1 of 2")
    page.goto(ADDRESS + table.counter())
    counts(page, (1, "+5"), (0, "−5"))
    until(page, f"caches.match('{table.page}', {{cacheName: 'copies'}}).then(Boolean)")
    laptop.leave()
    page.reload()
    link(page, "Go on here, as a copy").tap()
    button(page, "Go on here").tap(timeout=STARTING)
    expect(page.locator("#only-here")).to_be_visible(timeout=STARTING)
    assert "/g/0" in page.url
    link(page, "Continue: game 1 of 2").tap()
    counts(page, (1, "+5"), (0, "−5"))
    sweep(page, 1).tap()
    counts(page, (1, "0"), (1, "0"))
    laptop.come_back()
    assert [row["markers"] if row else 0 for row in table.rows()] == [1, 0]
