"""The referee on the phone: asked for, kept, brought up to date and removed."""

from collections.abc import Callable, Iterator
from pathlib import Path
from unittest.mock import patch

import pytest
from playwright.sync_api import Page, Request, expect

from referee.offline.build_pack import ARCHIVES, MEMORY, RUNTIME, SCRIPTS
from referee.offline.pack import FOLDER, Pack
from tests.packs import IS_WRITTEN, small_pack

from .conftest import Open, serve
from .phones import FETCHING, KEEP, NO_SERVER, Laptop, before, changed, keep, ready, state, until
from .taps import heading

REFEREE = "/krypkasino/referee"
KEPT = "caches.match('/pocket/kept').then(one => one.json())"
IS_KEPT = "caches.match('/pocket/kept').then(Boolean)"
ALL_KEPT = (  # of a small pack, with the mark that they are
    "caches.open('pocket').then(one => one.keys())"
    f".then(all => all.length === {len((*SCRIPTS, *RUNTIME, *ARCHIVES)) + 1})"
)


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> Pack:
    """Return a pack of a megabyte: to fetch and keep it is the same, but nothing in it judges."""
    return small_pack(tmp_path_factory.mktemp("small") / FOLDER)


@pytest.fixture(scope="module")
def parts_server(parts: Pack) -> Iterator[str]:
    yield from serve(parts.folder.parent)


@pytest.fixture
def small(parts_server: str) -> Iterator[Laptop]:
    """Yield a laptop that offers those parts."""
    with before(parts_server) as laptop:
        yield laptop


Visit = Callable[..., Page]


@pytest.fixture
def visit(open_page: Open) -> Visit:
    """``visit(address)``: the first page there, on a phone that has the service worker."""

    def home(address: str, *expected: str) -> Page:
        return ready(open_page(address, expected=(*NO_SERVER, *expected), service_workers="allow"))

    return home


def parts_here(page: Page) -> int:
    return page.evaluate(
        "caches.open('pocket').then(cache => cache.keys())"
        ".then(all => all.filter(({url}) => url.includes('/parts/')).length)"
    )


def fetched(page: Page) -> list[str]:
    """Return the parts that the phone asks for from now on."""
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


def test_a_file_is_taken_and_all_is_removed(visit: Visit, small: Laptop) -> None:
    """A file that the browser has cleared is fetched again; a pack that was removed stays away."""
    page = visit(small.address)
    keep(page)
    page.evaluate(
        "caches.open('pocket').then(async cache => cache.delete("
        "(await cache.keys()).find(({url}) => url.endsWith('site.zip'))))"
    )
    page.reload()
    until(page, ALL_KEPT)
    state(page, "kept")
    # By the app in it, whose worker may not be there to end.
    page.evaluate("caches.open('drawn')")
    page.evaluate(IS_WRITTEN)
    page.locator("main").get_by_role("button", name="Remove").tap()
    state(page, "offered")
    for name in ("pocket", "drawn"):
        assert not page.evaluate("name => caches.has(name)", name)
    until(page, "indexedDB.databases().then(all => all.every(({name}) => name !== 'snapshots'))")
    page.reload()
    state(page, "offered")
    small.end()
    page.goto(f"{small.address}{REFEREE}?table=A+7+8+9&played=8")
    expect(heading(page)).to_have_text("No connection")


def test_a_phone_without_room(visit: Visit, small: Laptop, parts: Pack) -> None:
    """A phone may have space for the pack, but not for its parts and the whole together."""
    page = visit(small.address)
    control = page.context.new_cdp_session(page)
    room = {"origin": small.address, "quotaSize": (parts.offer.size - MEMORY) * 3 // 2}
    control.send("Storage.overrideQuotaForOrigin", room)
    page.locator(KEEP).tap()
    state(page, "refused")
    assert not page.evaluate(IS_KEPT)


def test_a_browser_without_what_python_needs(visit: Visit, small: Laptop) -> None:
    """The page says before the download that the browser cannot run Python."""
    page = visit(small.address)
    page.add_init_script("WebAssembly.validate = () => false")
    asked = fetched(page)
    page.reload()
    state(page, "unable")
    unable = page.locator("main [data-pocket] [data-when=unable]")
    expect(unable).to_contain_text("Python does not run in it")
    expect(page.locator("#fault")).to_be_hidden()
    assert asked == []


def test_a_browser_in_which_python_does_not_start(visit: Visit, tmp_path: Path) -> None:
    """Nothing is kept then, and nothing promised."""
    folder = tmp_path / FOLDER
    with patch("tests.packs.ANSWERS", "throw new Error('no Python');"):
        small_pack(folder)
    for address in serve(tmp_path):
        page = visit(address, "no Python", "ServiceWorker")
        page.locator(KEEP).tap()
        state(page, "unable", timeout=FETCHING)
        assert not page.evaluate("caches.has('pocket')")


@pytest.fixture
def newer(parts: Pack, tmp_path: Path) -> Pack:
    return changed(parts, tmp_path / FOLDER)


@pytest.fixture
def newer_server(newer: Pack) -> Iterator[str]:
    yield from serve(newer.folder.parent)


READ_ALL = """
async (files) => {
  const unpacked = (body) => body.pipeThrough(new DecompressionStream("gzip"));
  const read = async ([name, packed]) => {
    const { body } = await fetch(name);
    return new Response(packed ? unpacked(body) : body).arrayBuffer();
  };
  const found = await Promise.all(files.map(read));
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
    folder = f"/pocket/{newer.offer.version}"
    kept = [[f"{folder}/{file['name']}", file["packed"]] for file in files]
    assert page.evaluate(READ_ALL, kept) == [file["sha256"] for file in files]
