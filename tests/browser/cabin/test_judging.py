"""The referee on a phone that keeps it: what it judges, and teaches, where no server answers."""

from http.cookiejar import CookieJar
from urllib.error import HTTPError
from urllib.request import (
    HTTPCookieProcessor,
    OpenerDirector,
    ProxyHandler,
    Request,
    build_opener,
)

import pytest
from playwright.sync_api import Page, expect

from referee.rules.exercises.making import answers, make
from tests.alone import addresses
from tests.offline.test_as_the_server import ON_PHONE, ON_SERVER, read
from tests.strategies import SOAK, some

from ..conftest import IN_A_CABIN
from ..following import ann_and_bo
from ..laptops import Laptop, kept, until
from ..pad import lies, pick, tap, verdict
from ..pockets import STARTING, Phone
from ..tables import Followed
from ..taps import heading, link
from ..test_exercises import answer
from .evenings import ADDRESS

REFEREE = f"{ADDRESS}/krypkasino/referee"


def judged_here(page: Page, sentence: str) -> None:
    """The page says this, and that it is the phone that says it."""
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
    pick(page, "7")
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


POSITIONS = [
    ("Nobody wants points", "seven of diamonds"),
    ("Take all that you can", "seven of spades"),
]


def test_learning_in_a_cellar(phone: Phone, laptop: Laptop) -> None:
    """First positions, an exercise and the next one, and a day's ten, which the phone counts; each
    page is one that the phone has not seen."""
    laptop.leave()
    page = phone.page()
    page.goto(f"{ADDRESS}/krypkasino/first/1")
    for title, card in POSITIONS:
        expect(heading(page)).to_have_text(title, timeout=STARTING)
        tap_card(page, card)
        expect(page.locator("#answer")).to_be_visible(timeout=STARTING)
        expect(page.locator("#here")).to_be_visible()
        link(page, "Go on").tap()
    expect(heading(page)).to_have_text("Who can sweep, must", timeout=STARTING)
    page.goto(f"{ADDRESS}/casino/exercises/can/300007")
    exercise = make("casino", "can", 300_007)
    expect(page.locator(".asks")).to_be_visible(timeout=STARTING)
    answer(page, exercise, min(answers(exercise), key=str))
    expect(page.locator("#answer")).to_have_text("Right.", timeout=STARTING)
    link(page, "Next").tap()
    expect(page.locator("#answer")).to_have_count(0, timeout=STARTING)
    expect(page.locator(".asks")).to_be_visible()
    day = f"{ADDRESS}/krypkasino/exercises/ten/2026-11-23"
    page.goto(day)
    listed = page.locator(".ten a")
    expect(listed).to_have_count(10, timeout=STARTING)
    for address in [one.get_attribute("href") for one in listed.all()]:
        page.goto(f"{ADDRESS}{address}&none=1&number=99&fields=storan")
        expect(page.locator(".reply")).to_be_visible(timeout=STARTING)
    page.goto(day)
    expect(page.get_by_label("Result")).to_be_visible(timeout=STARTING)
    page.goto(f"{ADDRESS}/casino/exercises")
    told = page.locator('[data-score="casino can"]')
    expect(told).to_have_text("1 of 1 right on this phone", timeout=STARTING)


def tap_card(page: Page, card: str) -> None:
    """As an answer: of a hand it is one, of a table it is once that is said."""
    if page.get_by_role("checkbox").count():
        page.locator("label", has=page.get_by_role("img", name=card)).tap()
        page.get_by_role("button", name="That is my answer").tap()
    else:
        page.get_by_role("button", name=card).tap()


LANGUAGES = [
    # the language, a headline in it
    ("en", "The 8 must take three cards"),
    ("sv", "Åttan måste ta in tre kort"),
    ("de", "Die Acht muss drei Karten schlagen"),
]


ASK_ALL = """
async ([script, paths]) => {
  const { askPhone } = await import(script);
  const texts = [];
  for (const path of paths) texts.push((await askPhone(path)).text);
  return texts;
}
"""
SCRIPT = (
    "document.querySelector('script[src$=\"/js/app.js\"]').src.replace('app.js', 'offline/ask.js')"
)


def text_of(browser: OpenerDirector, request: Request) -> str:
    try:
        with browser.open(request) as answered:
            return answered.read().decode()
    except HTTPError as refused:
        with refused:
            return refused.read().decode()


def served(laptop: Laptop, language: str, paths: list[str]) -> list[str]:
    """What a browser that was never here gets from the server, one page after the other."""
    browser = build_opener(ProxyHandler({}), HTTPCookieProcessor(CookieJar()))
    headers = {"Accept-Language": language, "Host": IN_A_CABIN}
    asked = [Request(laptop.address + path, headers=headers) for path in paths]
    return [text_of(browser, one) for one in asked]


@pytest.mark.parametrize(("language", "headline"), some(LANGUAGES, 3, 1))
def test_every_language(another_phone: Phone, laptop: Laptop, language: str, headline: str) -> None:
    """The phone says what the server said, but for what one of them alone has."""
    page = another_phone.start(language)
    page.goto(ADDRESS)
    paths = addresses(language)[:: 1 if SOAK > 1 else 12]  # the pack is asked all of them elsewhere
    said = served(laptop, language, paths)
    assert f'<html lang="{language}"' in said[0]
    laptop.leave()
    told = page.evaluate(ASK_ALL, [page.evaluate(SCRIPT), paths])
    for path, here, there in zip(paths, told, said, strict=True):
        assert read(here, {}, ON_PHONE) == read(there, {}, ON_SERVER), path
    page.goto(f"{REFEREE}?table=A+7+8+9&played=8")
    judged_here(page, headline)
    page.locator("details.menu summary").tap()
    link(page, "Deutsch").tap()
    judged_here(page, "Die Acht muss drei Karten schlagen")
    page.goto(f"{ADDRESS}/krypkasino/rules")
    example = page.locator("#example-A1")
    page.locator("details", has=example).locator("summary").tap(timeout=STARTING)
    expect(page.locator("html")).to_have_attribute("lang", "de")
    answer = example.locator("[data-answer]")
    tried = answer.inner_text()
    example.locator("a[data-try]").first.tap()
    expect(answer).not_to_have_text(tried, timeout=STARTING)
    expect(page.locator("#here")).to_be_visible()


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
    table = ann_and_bo(laptop.address)
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
