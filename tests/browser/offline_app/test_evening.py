"""Evenings, rulings and photos without a server, from the first page to the handing over."""

import json
import re
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from referee.offline.pack import Pack
from referee.photo import available
from tests.browser.demo_sessions import Followed, Table
from tests.browser.phones import FETCHING, STARTING, Laptop, Phone, kept, until
from tests.browser.taps import (
    button,
    counts,
    enter,
    field,
    heading,
    last_play,
    lies,
    link,
    options,
    pick_claimed,
    post_from_elsewhere,
    sweep,
    tap,
    verdict,
    written,
)
from tests.drawn_photos import photo_of
from tests.server_processes import HOST
from tests.strategies import some

from ..conftest import AT_HOME
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


class Gateway(BaseHTTPRequestHandler):
    """A proxy whose app is away."""

    def do_GET(self) -> None:
        """Answer as any other request."""
        self.do_POST()

    def do_HEAD(self) -> None:
        """Answer as any other request."""
        self.do_POST()

    def do_POST(self) -> None:
        body = b"<html><h1>502 Bad Gateway</h1></html>"
        self.send_response(502)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Write nothing."""


@contextmanager
def bad_gateway() -> Iterator[str]:
    with ThreadingHTTPServer((HOST, 0), Gateway) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://{HOST}:{server.server_port}"
        server.shutdown()


def test_a_bad_gateway_is_no_server(evening: Evening, laptop: Laptop, server: str) -> None:
    """Nothing freezes, the page leads back, and *Try again* hands it over once the server is there;
    the evening says where it is and when that is so."""
    evening.phone.expected.append("502 (Bad Gateway)")
    page = evening.page
    page.context.clear_cookies()
    session = evening.counter.rpartition("/")[0]
    laptop.come_back()
    evening.open(session)
    expect(page.locator("#server-back")).to_be_visible()
    with bad_gateway() as address:
        laptop.restart(address)
        evening.open(evening.group_page)
        button(page, "Hand it over").tap()
        expect(heading(page)).to_have_text("No connection")
        expect(page.locator("#not-handed-over")).to_be_visible()
        link(page, "Back to the evening").tap()
        expect(page).to_have_url(evening.group_page)
        one_sweep(evening.open())
        evening.open(session)
        expect(page.locator("#only-here")).to_contain_text("On this phone only")
        expect(page.locator("#server-back")).to_be_hidden()
        link(page, "Hand it over").tap()
        expect(page).to_have_url(f"{evening.group_page}#only-here")
        button(page, "Hand it over").tap()
        expect(heading(page)).to_have_text("No connection")
    laptop.restart(server)
    link(page, "Try again").tap()
    handed_over(page)


def test_plain_http_says_why_nothing_is_kept(phone: Phone, laptop: Laptop) -> None:
    page = phone.page()
    page.goto(f"http://{AT_HOME}:{laptop.port}/")
    assert page.evaluate("isSecureContext") is False
    expect(page.locator("main .pocket [data-when=insecure]")).to_contain_text("only over https")
    expect(page.locator("main .pocket [data-when=offered]")).to_be_hidden()


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
    link(page, "Continue here, as a copy").tap()
    button(page, "Continue here").tap(timeout=STARTING)
    expect(page.locator("#only-here")).to_be_visible(timeout=STARTING)
    assert "/g/0" in page.url
    link(page, "Continue: game 1 of 2").tap()
    counts(page, (1, "+5"), (0, "−5"))
    sweep(page, 1).tap()
    counts(page, (1, "0"), (1, "0"))
    laptop.come_back()
    assert [row["markers"] if row else 0 for row in table.rows()] == [1, 0]


REFEREE = f"{ADDRESS}/krypkasino/referee"


def judged_here(page: Page, sentence: str) -> None:
    """Check that the page gives this ruling, and that the phone itself has judged."""
    expect(page.locator("h1")).to_have_text(sentence, timeout=STARTING)
    expect(page.locator("#here")).to_be_visible()


def test_a_cellar(phone: Phone, laptop: Laptop) -> None:
    """The server is gone: the phone judges what nobody has seen."""
    laptop.leave()
    page = phone.page()
    page.goto(f"{REFEREE}?table=A+7+8+9&played=8")
    judged_here(page, "The 8 must take three cards")
    tap(page, "Table", "5")
    expect(page.locator("#felt")).to_have_attribute("data-table", "A 7 8 9 5")
    lies(page, "table", "A 5 7 8 9")
    link(page, "Was that right?").tap()
    pick_claimed(page, "7")
    judged_here(page, "No: the 7 alone does not make 8. Something is missing, such as A.")
    link(page, "Read the rule").tap()
    expect(page.locator(":target")).to_be_in_viewport(timeout=STARTING)
    page.go_back()
    judged_here(page, "No: the 7 alone does not make 8. Something is missing, such as A.")
    link(page, "New deal").tap()
    expect(page.locator("#felt")).to_have_attribute("data-table", "5 9")
    link(page, "Clear").tap()
    expect(verdict(page)).to_have_text("Which cards lie on the table?")
    tap(page, "3", "5", "Played", "8")
    expect(verdict(page)).to_have_text("Sweep: the 8 takes the whole table")
    link(page, "Share").tap()
    expect(page.locator("img.qr")).to_be_visible(timeout=STARTING)
    until(page, "document.querySelector('img[src*=qr]').naturalWidth > 0")
    judged_here(page, "Sweep: the 8 takes the whole table")


RECALL = "JSON.parse(localStorage.getItem('referee.recall') ?? '{}')"


def test_exercises_in_a_cellar(phone: Phone, laptop: Laptop) -> None:
    """A wrong answer comes back by the schedule of this phone, which packs it for another one."""
    laptop.leave()
    page = phone.page()
    page.goto(f"{ADDRESS}/krypkasino/exercises/take/312345")
    page.locator('button[name="none"]').tap(timeout=STARTING)
    expect(page.locator("#answer")).to_have_text("Wrong.", timeout=STARTING)
    (state,) = page.evaluate(RECALL).values()
    assert (state["state"], state["step"]) == (1, 0)
    link(page, "Next").tap()
    expect(page.locator("#answer")).to_have_count(0, timeout=STARTING)
    page.goto(f"{ADDRESS}/krypkasino/exercises")
    link(page, "Again today: 1").tap(timeout=STARTING)
    expect(page.locator(".where")).to_contain_text("1 of 1.", timeout=STARTING)
    page.goto(f"{ADDRESS}/exercises/kept")
    expect(page.get_by_label("Link")).to_have_value(re.compile("#."), timeout=STARTING)
    button(page, "Delete all of it").tap()
    assert page.evaluate(RECALL) == {}


def test_a_server_that_hangs(phone: Phone, laptop: Laptop) -> None:
    page = phone.page()
    page.goto(f"{REFEREE}?table=A+7+8+9")
    expect(page.locator("#pad").get_by_role("button", name="Played")).to_be_visible()
    laptop.sleep()
    tap(page, "Played", "8")
    judged_here(page, "The 8 must take three cards")
    page.goto(f"{REFEREE}?table=3+5&played=8")
    judged_here(page, "Sweep: the 8 takes the whole table")
    laptop.wake()
    with page.expect_request_finished(lambda request: "/ruling" in request.url):
        tap(page, "ace")  # asked of both; the server answers, and is waited for from then on
    tap(page, "2")
    expect(page.locator("#here")).to_be_hidden()


def test_a_dispute_of_a_followed_game(phone: Phone, laptop: Laptop) -> None:
    """Without a network *Dispute?* brings along the table that the phone has last shown."""
    table = Table.begun(laptop.address, ["Ann", "Bo"])
    followed = Followed(table, "2D 5H 8S 9C")
    page = phone.page()
    page.goto(ADDRESS + table.edit_link)
    page.goto(ADDRESS + table.live())
    kept(page, table.live(), "data-here")
    followed.plays("8H 8S")
    kept(page, table.live(), "2D+5H+9C")
    laptop.leave()
    link(page, "Dispute?").tap()
    felt = page.locator("#felt")
    expect(felt).to_have_attribute("data-table", "2D 5H 9C", timeout=STARTING)
    expect(page.locator("#here")).to_be_visible()
    tap(page, "Played", "7")
    expect(verdict(page)).to_have_text("The 7 must take two cards")
    page.get_by_role("link", name="Back to game 1").tap()
    expect(page.locator("#kept")).to_be_visible()


needs_runtime = pytest.mark.skipif(not available(), reason="the extra photo is not installed")

PHOTO = "main [data-photos]"
READ = """async ([photo, query]) => {
  const body = Uint8Array.from(atob(photo), (one) => one.charCodeAt(0));
  const headers = { "Content-Type": "image/jpeg" };
  const asked = fetch(`/api/v1/photo?${query}`, { method: "POST", headers, body });
  const answer = await asked.catch(() => null);
  return { status: answer?.status ?? 0, told: await answer?.json() };
}"""
STORED = """caches.open("pocket").then((cache) => cache.keys())
  .then((all) => all.filter(({ url }) => url.endsWith(".onnx")).length)"""


def read(page: Page, photo: bytes, query: str = "game=casino") -> Any:
    return page.evaluate(READ, [b64encode(photo).decode(), query])


def cards(answer: Any) -> list[tuple[str, bool]]:
    """Return the cards of an answer, and which of them are asked for."""
    assert answer["status"] == 200, answer
    return [(one["card"], one["sure"] < 0.7) for one in answer["told"]["cards"]]


def choose(page: Page, state: str, what: str) -> None:
    page.locator(f"{PHOTO} [data-when={state}] [data-do={what}]").tap()


def state(page: Page, name: str) -> None:
    expect(page.locator(PHOTO)).to_have_attribute("data-state", name, timeout=FETCHING)


@needs_runtime
def test_a_photo_is_read_as_the_server_reads_it(
    another_phone: Phone, laptop: Laptop, pack: Pack
) -> None:
    texts = some(["2S 5D 9H JD", "8D 3S QH"], 2)
    photos = [photo_of(text) for text in texts]
    page = another_phone.start()
    page.goto(ADDRESS)
    state(page, "offered")
    told = f"Read photos on this phone, too ({pack.offer.photo_megabytes_sent} MB)"
    expect(page.locator(PHOTO)).to_contain_text(told)
    served = [cards(read(page, photo)) for photo in photos]
    assert [len(one) for one in served] == [len(text.split()) for text in texts]
    choose(page, "offered", "keep")
    state(page, "kept")
    laptop.leave()
    assert [cards(read(page, photo)) for photo in photos] == served
    another_phone.expected.append("status of 400")
    assert read(page, b"nonsense")["status"] == 400
    choose(page, "kept", "remove")
    state(page, "offered")
    until(page, f"{STORED}.then((number) => number === 0)")
    assert read(page, photos[0])["status"] == 0


def test_a_form_of_another_site(phone: Phone, laptop: Laptop) -> None:
    phone.expected.append("status of 403")
    page = phone.page()
    laptop.leave()
    post_from_elsewhere(page, f"{ADDRESS}/krypkasino/score?here=1")
    expect(page.locator("main")).to_contain_text("was sent from a page of another site")
    button(page, "Send it again").tap()
    page.wait_for_url("**/g/0*/*/1/sheet")
