"""The app below a path of its host, over plain http, and asked by another site's page."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from urllib.parse import urlsplit

import pytest
from flask import Flask
from playwright.sync_api import Page, Playwright, expect
from werkzeug.middleware.dispatcher import DispatcherMiddleware
from werkzeug.serving import make_server

from referee import create_app
from referee.offline.pack import FOLDER
from tests.browser.offline_app.own_session import started
from tests.packs import small_pack
from tests.server_processes import HOST
from tests.strategies import SOAK

from .conftest import AT_HOME, Open
from .demo_sessions import Followed, Table
from .phones import STARTING, Phone, keep, kept, until
from .taps import (
    button,
    counts,
    enter,
    heading,
    link,
    post_from_elsewhere,
    shows,
    sweep,
    tap,
    verdict,
)

BELOW = "/cards"
WITH_PACK = "navigator.serviceWorker.controller.scriptURL.includes('?pocket=')"


@pytest.fixture(scope="module")
def address(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """Address of the app, on a host that has nothing else; Python is in its pack in a soak."""
    instance = tmp_path_factory.mktemp("below")
    if SOAK > 1:
        shutil.copytree(request.getfixturevalue("pack").folder, instance / FOLDER)
    else:
        small_pack(instance / FOLDER)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("REFEREE_INSTANCE", str(instance))
        app = create_app()
    mounted = DispatcherMiddleware(Flask("nothing").wsgi_app, {BELOW: app.wsgi_app})
    server = make_server(HOST, 0, mounted, threaded=True)
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield f"http://{HOST}:{server.port}{BELOW}"
    server.shutdown()
    thread.join()


def ready(page: Page) -> Page:
    until(page, "navigator.serviceWorker.controller !== null")
    kept(page, f"{BELOW}/")
    kept(page, f"{BELOW}/offline")
    return page


@pytest.fixture
def page(open_page: Open, address: str) -> Page:
    return ready(open_page(f"{address}/", service_workers="allow"))


def test_a_dispute_and_a_count_by_taps(page: Page, address: str) -> None:
    link(page, "Settle a dispute").first.tap()
    expect(page.locator("#pad")).to_be_visible()
    tap(page, "ace", "7", "9", "Played", "8")
    expect(verdict(page)).to_have_text("The 8 must take two cards")
    page.locator(".menu summary").tap()
    link(page, "Svenska").tap()
    expect(verdict(page)).to_contain_text("två kort")
    assert page.url.startswith(f"{address}/krypkasino/referee?table=A+7+9&played=8")
    page.goto(f"{address}/like/language/en?to={BELOW}/krypkasino/score")
    button(page, "2").tap()
    page.wait_for_url(f"{address}/g/*/*/1/sheet")
    page.locator("#points-0").fill("20")
    expect(page.locator("#row-0 h2 .points")).to_have_text("20")


def test_without_a_network(page: Page, address: str) -> None:
    rules = f"{BELOW}/krypkasino/rules"
    page.goto(f"{address}/krypkasino/rules")
    kept(page, rules)
    page.context.set_offline(True)
    page.goto(f"{address}/krypkasino/rules")
    expect(page.locator("#kept")).to_be_visible()
    page.goto(f"{address}/krypkasino/tactics")
    expect(heading(page)).to_have_text("No connection")
    seen = page.locator("#seen").get_by_role("link", name="Krypkasino")
    expect(seen.first).to_have_attribute("href", rules)


def test_what_others_keep_on_this_host_stays(page: Page) -> None:
    page.evaluate("caches.open('of another app')")
    page.evaluate("navigator.serviceWorker.getRegistration().then(one => one.unregister())")
    page.reload()
    ready(page)
    assert page.evaluate("caches.has('of another app')")
    registered = (
        "navigator.serviceWorker.getRegistration().then(one => new URL(one.scope).pathname)"
    )
    assert page.evaluate(registered) == f"{BELOW}/"


def test_the_pack(playwright: Playwright, address: str, tmp_path: Path) -> None:
    """A phone keeps it; in a soak it judges, and begins an evening of its own."""
    phone = Phone(playwright, tmp_path / "phone")
    page = phone.start()
    page.goto(f"{address}/")
    keep(ready(page))
    if SOAK > 1:
        until(page, WITH_PACK, seconds=60)
        phone.cut_off()
        page.goto(f"{address}/krypkasino/referee?table=A+2+6+7+9&played=8")
        expect(verdict(page)).to_have_text("The 8 must take four cards", timeout=STARTING)
        page.goto(f"{address}/")
        link(page, "Start a session").first.tap()
        started(page, "Ada", "Bo")
        assert page.url.startswith(f"{address}/g/0")
    phone.close()
    assert phone.complaints == []


REFUSED = "was sent from a page of another site"


@pytest.mark.parametrize("host", [HOST, AT_HOME])
def test_a_form_of_another_site(open_page: Open, server: str, host: str) -> None:
    """A refused form can be sent again from the page that refuses it."""
    address = f"http://{host}:{urlsplit(server).port}/krypkasino/score"
    page = open_page("/", expected=("status of 403",))
    post_from_elsewhere(page, address)
    expect(page.locator("main")).to_contain_text(REFUSED)
    expect(page.locator("main li")).to_have_text("players: 2")
    button(page, "Send it again").tap()
    page.wait_for_url("**/g/*/*/1/sheet")


WITHHELD = """() => [isSecureContext, "serviceWorker" in navigator, "clipboard" in navigator,
  "share" in navigator, "wakeLock" in navigator, "caches" in self]"""


def test_an_evening(open_page: Open, server: str) -> None:
    """A dispute, a count and a followed game."""
    home = f"http://{AT_HOME}:{urlsplit(server).port}"
    page = open_page("/", base_url=home)
    assert page.evaluate(WITHHELD) == [False] * 6
    link(page, "Settle a dispute").tap()
    for rank in ("A", "7", "9"):
        page.locator(f'#pad [data-rank="{rank}"]').tap()
    button(page, "Played").tap()
    page.locator('#pad [data-rank="8"]').tap()
    expect(heading(page)).to_have_text("The 8 must take two cards")
    link(page, "Share").tap()
    expect(page.get_by_label("Address")).to_be_visible()
    expect(button(page, "Copy")).to_be_hidden()

    table = Table.begun(server, ["Ann", "Bo"])
    page.goto(table.edit_link)
    page.goto(table.counter())
    sweep(page, 0).tap()
    counts(page, (1, "+5"), (0, "−5"))
    page.goto(f"{table.group}/links")
    expect(button(page, "Copy").first).to_be_hidden()
    Followed(table, "8S 5H 9C 2D")
    page.goto(table.live())
    enter(page, "9H")
    shows(page, "Ann plays", "2D 5H 8S")
