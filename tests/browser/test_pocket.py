"""The referee on the phone: asked for, kept, brought up to date, and judging without a network."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Playwright, Request, expect

from referee.pocket.build import ARCHIVES, MEMORY, RUNTIME, SCRIPTS
from referee.pocket.offer import FOLDER, Pack
from referee.rules.exercises.making import answers, make
from tests.alone import addresses
from tests.packs import small_pack
from tests.phone.test_as_the_server import ON_PHONE, ON_SERVER, read
from tests.strategies import SOAK

from .conftest import Open, serve
from .following import ann_and_bo
from .laptops import NO_SERVER, Laptop, before, kept, until
from .pad import lies, pick, tap, verdict
from .pockets import FETCHING, KEEP, STARTING, Phone, changed, keep, ready, state
from .tables import Followed
from .taps import heading, link
from .test_exercises import answer

REFEREE = "/krypkasino/referee"
KEPT = "caches.match('/pocket/kept').then(one => one.json())"
IS_KEPT = "caches.match('/pocket/kept').then(Boolean)"
ALL_KEPT = (  # of a small pack, with the mark that they are
    "caches.open('pocket').then(one => one.keys())"
    f".then(all => all.length === {len((*SCRIPTS, *RUNTIME, *ARCHIVES)) + 1})"
)


@pytest.fixture(scope="module")
def laptop_server(pack: Pack, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    instance = tmp_path_factory.mktemp("laptop")
    shutil.copytree(pack.folder, instance / FOLDER)
    yield from serve(instance)


@pytest.fixture
def laptop(laptop_server: str) -> Iterator[Laptop]:
    with before(laptop_server) as laptop:
        yield laptop


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> Pack:
    """A pack of a megabyte: to fetch and keep it is the same, but nothing in it judges."""
    return small_pack(tmp_path_factory.mktemp("small") / FOLDER)


@pytest.fixture(scope="module")
def parts_server(parts: Pack) -> Iterator[str]:
    yield from serve(parts.folder.parent)


@pytest.fixture
def small(parts_server: str) -> Iterator[Laptop]:
    """A laptop that offers those parts."""
    with before(parts_server) as laptop:
        yield laptop


Visit = Callable[..., Page]


@pytest.fixture
def visit(open_page: Open) -> Visit:
    """``visit(address)``: the first page there, on a phone that has the service worker."""

    def home(address: str, *expected: str, language: str = "en") -> Page:
        page = open_page(
            address,
            expected=(*NO_SERVER, *expected),
            service_workers="allow",
            locale=language,
        )
        return ready(page)

    return home


@pytest.fixture
def phone(playwright: Playwright, tmp_path: Path) -> Iterator[Phone]:
    phone = Phone(playwright, tmp_path / "phone")
    yield phone
    phone.close()
    assert phone.complaints == []


def judged_here(page: Page, sentence: str) -> None:
    """The page says this, and that it is the phone that says it."""
    expect(page.locator("h1")).to_have_text(sentence, timeout=STARTING)
    expect(page.locator("#here")).to_be_visible()


def test_a_cellar(phone: Phone, laptop: Laptop) -> None:
    """Kept, the server ended, the browser restarted: the phone judges what nobody has seen."""
    page = phone.start()
    page.goto(laptop.address)
    keep(ready(page))
    laptop.end()
    page = phone.start()
    page.goto(f"{laptop.address}{REFEREE}?table=A+7+8+9&played=8")
    judged_here(page, "The 8 must take three cards")
    tap(page, "Table", "5")
    expect(page.locator("#felt")).to_have_attribute("data-table", "A 7 8 9 5")
    lies(page, "table", "A 5 7 8 9")
    link(page, "Was that right?").tap()
    pick(page, "7")
    judged_here(page, "No: the 7 belongs to no group that makes 8.")
    link(page, "Read the rule").tap()
    expect(page.locator(":target")).to_be_in_viewport(timeout=STARTING)
    page.go_back()
    judged_here(page, "No: the 7 belongs to no group that makes 8.")
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
    page = phone.start()
    page.goto(laptop.address)
    keep(ready(page))
    laptop.end()
    page = phone.start()
    page.goto(f"{laptop.address}/krypkasino/first/1")
    for title, card in POSITIONS:
        expect(heading(page)).to_have_text(title, timeout=STARTING)
        tap_card(page, card)
        expect(page.locator("#answer")).to_be_visible(timeout=STARTING)
        expect(page.locator("#here")).to_be_visible()
        link(page, "Go on").tap()
    expect(heading(page)).to_have_text("Who can sweep, must", timeout=STARTING)
    page.goto(f"{laptop.address}/casino/exercises/can/300007")
    exercise = make("casino", "can", 300_007)
    expect(page.locator(".asks")).to_be_visible(timeout=STARTING)
    answer(page, exercise, min(answers(exercise), key=str))
    expect(page.locator("#answer")).to_have_text("Right.", timeout=STARTING)
    link(page, "Next").tap()
    expect(page.locator("#answer")).to_have_count(0, timeout=STARTING)
    expect(page.locator(".asks")).to_be_visible()
    day = f"{laptop.address}/krypkasino/exercises/ten/2026-11-23"
    page.goto(day)
    listed = page.locator(".ten a")
    expect(listed).to_have_count(10, timeout=STARTING)
    for address in [one.get_attribute("href") for one in listed.all()]:
        page.goto(f"{laptop.address}{address}&none=1&number=99&fields=storan")
        expect(page.locator(".reply")).to_be_visible(timeout=STARTING)
    page.goto(day)
    expect(page.get_by_label("Result")).to_be_visible(timeout=STARTING)
    page.goto(f"{laptop.address}/casino/exercises")
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
    "document.querySelector('script[src$=\"/js/app.js\"]').src.replace('app.js', 'pocket/ask.js')"
)


@pytest.mark.parametrize(("language", "headline"), LANGUAGES if SOAK > 1 else LANGUAGES[1:2])
def test_every_language(
    visit: Visit, pack: Pack, tmp_path: Path, language: str, headline: str
) -> None:
    """The phone says what the server said, but for what one of them alone has. What is shared names
    the server's own address, so no laptop stands before it here."""
    shutil.copytree(pack.folder, tmp_path / FOLDER)
    server = serve(tmp_path)
    address = next(server)
    page = visit(address, language=language)
    keep(page)
    paths = addresses(language)[:: 1 if SOAK > 1 else 12]  # the pack is asked all of them elsewhere
    asked = page.context.request
    spoken = {"Accept-Language": language}
    said = [asked.get(address + path, headers=spoken).text() for path in paths]
    page.context.clear_cookies()  # home comes first both times: nothing was asked yet
    assert f'<html lang="{language}"' in said[0]
    server.close()
    told = page.evaluate(ASK_ALL, [page.evaluate(SCRIPT), paths])
    for path, here, there in zip(paths, told, said, strict=True):
        assert read(here, {}, ON_PHONE) == read(there, {}, ON_SERVER), path
    page.goto(f"{address}{REFEREE}?table=A+7+8+9&played=8")
    judged_here(page, headline)
    page.locator("details.menu summary").tap()
    link(page, "Deutsch").tap()
    judged_here(page, "Die Acht muss drei Karten schlagen")
    page.goto(f"{address}/krypkasino/rules")
    example = page.locator("#example-A1")
    page.locator("details", has=example).locator("summary").tap(timeout=STARTING)
    expect(page.locator("html")).to_have_attribute("lang", "de")
    answer = example.locator("[data-answer]")
    tried = answer.inner_text()
    example.locator("a[data-try]").first.tap()
    expect(answer).not_to_have_text(tried, timeout=STARTING)
    expect(page.locator("#here")).to_be_visible()


def test_a_server_that_hangs(visit: Visit, laptop: Laptop) -> None:
    page = visit(laptop.address)
    keep(page)
    page.goto(f"{laptop.address}{REFEREE}?table=A+7+8+9")
    expect(page.locator("#pad").get_by_role("button", name="Played")).to_be_visible()
    laptop.sleep()
    tap(page, "Played", "8")
    judged_here(page, "The 8 must take three cards")
    page.goto(f"{laptop.address}{REFEREE}?table=3+5&played=8")
    judged_here(page, "Sweep: the 8 takes the whole table")
    laptop.wake()
    with page.expect_request_finished(lambda request: "/ruling" in request.url):
        tap(page, "ace")  # asked of both; the server answers, and is waited for from then on
    tap(page, "2")
    expect(page.locator("#here")).to_be_hidden()


def parts_here(page: Page) -> int:
    return page.evaluate(
        "caches.open('pocket').then(cache => cache.keys())"
        ".then(all => all.filter(({url}) => url.includes('/parts/')).length)"
    )


def fetched(page: Page) -> list[str]:
    """The parts that the phone asks for from now on."""
    asked: list[str] = []

    def hear(request: Request) -> None:
        if "/parts/" in request.url and request.service_worker:  # through which all of them go
            asked.append(request.url)

    page.context.on("request", hear)
    return asked


def test_interrupted(visit: Visit, small: Laptop, parts: Pack) -> None:
    """A half download is no download, and goes on where it was, on whatever page."""
    lost = parts.folder / "parts" / f"{parts.listed['files'][-1]['parts'][0]['sha256']}.gz"
    lost.with_suffix(".br").unlink(missing_ok=True)
    page = visit(small.address, "status of 404")
    packed = lost.read_bytes()
    lost.unlink()
    try:
        page.locator(KEEP).tap()
        state(page, "stopped", timeout=FETCHING)
    finally:
        lost.write_bytes(packed)
    here = parts_here(page)
    assert here > 5
    assert not page.evaluate(IS_KEPT)
    asked = fetched(page)
    page.goto(f"{small.address}/krypkasino/rules")
    until(page, IS_KEPT)
    names = {part["sha256"] for file in parts.listed["files"] for part in file["parts"]}
    assert len(asked) == len(set(asked)) == len(names) - here


def test_stopped_and_removed(visit: Visit, small: Laptop) -> None:
    page = visit(small.address)
    keep(page)
    page.locator("main").get_by_role("button", name="Remove").tap()
    state(page, "offered")
    assert not page.evaluate("caches.has('pocket')")
    page.reload()
    state(page, "offered")
    small.end()
    page.goto(f"{small.address}{REFEREE}?table=A+7+8+9&played=8")
    expect(heading(page)).to_have_text("No connection")


def test_a_phone_without_room(visit: Visit, small: Laptop, parts: Pack) -> None:
    """It has some, but not twice what is kept: the parts and the whole, for a moment."""
    page = visit(small.address)
    control = page.context.new_cdp_session(page)
    room = {"origin": small.address, "quotaSize": (parts.offer.size - MEMORY) * 3 // 2}
    control.send("Storage.overrideQuotaForOrigin", room)
    page.locator(KEEP).tap()
    state(page, "refused")
    assert not page.evaluate(IS_KEPT)


@pytest.fixture
def newer(parts: Pack, tmp_path: Path) -> Pack:
    return changed(parts, tmp_path / FOLDER)


@pytest.fixture
def newer_server(newer: Pack) -> Iterator[str]:
    yield from serve(newer.folder.parent)


READ_ALL = """
async (names) => {
  const read = async (name) => (await fetch(name)).arrayBuffer();
  const found = await Promise.all(names.map(read));
  const hashes = await Promise.all(found.map((one) => crypto.subtle.digest("SHA-256", one)));
  const hex = (one) => one.toString(16).padStart(2, "0");
  return hashes.map((one) => [...new Uint8Array(one)].map(hex).join(""));
}
"""


def test_it_is_brought_up_to_date(
    visit: Visit, small: Laptop, newer: Pack, newer_server: str
) -> None:
    """By itself, and only what is new is fetched; then all of it is there."""
    page = visit(
        small.address, "A bad HTTP response code (404)"
    )  # the worker of before is not there
    keep(page)
    small.restart(newer_server)
    asked = fetched(page)
    page.goto(small.address)
    until(page, f"{KEPT}.then(({{version}}) => version === '{newer.offer.version}')")
    until(page, ALL_KEPT)
    assert len(asked) == 1
    small.end()
    files = newer.listed["files"]
    names = [f"/pocket/{newer.offer.version}/{file['name']}" for file in files]
    assert page.evaluate(READ_ALL, names) == [file["sha256"] for file in files]


def test_the_browser_has_taken_a_file(visit: Visit, small: Laptop) -> None:
    page = visit(small.address)
    keep(page)
    page.evaluate(
        "caches.open('pocket').then(async cache => cache.delete("
        "(await cache.keys()).find(({url}) => url.endsWith('site.zip'))))"
    )
    page.reload()
    until(page, ALL_KEPT)
    state(page, "kept")


def test_two_tabs(visit: Visit, small: Laptop) -> None:
    page = visit(small.address)
    other = page.context.new_page()
    other.goto(small.address)
    ready(other)
    asked = fetched(page)
    for tab in (page, other):
        tab.locator(KEEP).click()
    for tab in (page, other):
        state(tab, "kept", timeout=FETCHING)
    assert len(asked) == len(set(asked))


def test_only_the_worker_may_compile(visit: Visit, small: Laptop) -> None:
    page = visit(small.address, "wasm-eval", "WebAssembly")
    compiling = "WebAssembly.compile(Uint8Array.of(0,97,115,109,1,0,0,0)).then(() => 'did', String)"
    assert "CompileError" in page.evaluate(compiling)


def test_nothing_is_offered_without_a_pack(open_page: Open) -> None:
    page = open_page("/")
    expect(page.locator("[data-pocket]")).to_have_count(0)


def test_a_dispute_of_a_followed_game(visit: Visit, laptop: Laptop) -> None:
    """Without a network *Dispute?* brings along the table that the phone has last shown."""
    table = ann_and_bo(laptop.address)
    followed = Followed(table, "2D 5H 8S 9C")
    page = visit(laptop.address)
    keep(page)
    page.goto(laptop.address + table.edit_link)
    page.goto(laptop.address + table.live())
    kept(page, table.live(), "data-here")
    followed.plays("8H 8S")
    kept(page, table.live(), "2D+5H+9C")
    laptop.end()
    link(page, "Dispute?").tap()
    felt = page.locator("#felt")
    expect(felt).to_have_attribute("data-table", "2D 5H 9C", timeout=STARTING)
    expect(page.locator("#here")).to_be_visible()
    tap(page, "Played", "7")
    expect(verdict(page)).to_have_text("The 7 must take two cards")
    page.get_by_role("link", name="Back to game 1").tap()
    expect(page.locator("#kept")).to_be_visible()
