"""The app below a path of its host: scripts, the service worker and the phone's pack there."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest
from flask import Flask
from playwright.sync_api import Page, Playwright, expect
from werkzeug.middleware.dispatcher import DispatcherMiddleware
from werkzeug.serving import make_server

from referee import create_app
from referee.offline.pack import FOLDER, Pack
from tests.processes import HOST

from .cabin.evenings import exported, one_sweep, started
from .conftest import Open
from .laptops import kept, until
from .pad import lies, tap, verdict
from .pockets import STARTING, Phone, keep
from .taps import button, counts, field, heading, link, sweep

BELOW = "/cards"


@pytest.fixture(scope="module")
def address(pack: Pack, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of the app, on a host that has nothing else."""
    instance = tmp_path_factory.mktemp("below")
    shutil.copytree(pack.folder, instance / FOLDER)
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


def test_a_dispute_by_taps(page: Page, address: str) -> None:
    link(page, "Settle a dispute").first.tap()
    expect(page.locator("#pad")).to_be_visible()
    tap(page, "ace", "2", "6", "7", "9", "Played", "8")
    expect(verdict(page)).to_have_text("The 8 must take four cards")
    lies(page, "table", "A 2 6 7 9")
    assert page.url.startswith(f"{address}/krypkasino/referee?")
    page.locator(".menu summary").tap()
    link(page, "Svenska").tap()
    expect(verdict(page)).to_contain_text("fyra kort")
    assert page.url.startswith(f"{address}/krypkasino/referee?table=A+2+6+7+9&played=8")
    page.locator(".menu summary").tap()
    link(page, "English").tap()
    expect(verdict(page)).to_contain_text("four cards")


def test_a_session_with_a_count(page: Page, address: str) -> None:
    link(page, "Start a session").first.tap()
    started(page, "Ada", "Bo")
    button(page, "Begin game 1").tap()
    one_sweep(page)
    sweep(page, 1, 2).tap()
    counts(page, (1, "−5"), (2, "+5"))
    page.goto(f"{page.url}/sheet")
    field(page, "Ada, Card points").fill("20")
    field(page, "Bo, Card points").fill("22")
    button(page, "Finish the game").tap()
    expect(button(page, "Begin game 2")).to_be_visible()
    assert page.url.startswith(f"{address}/g/")


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
    link(page, "Referee").tap()
    expect(heading(page)).to_have_text("The referee at your card table")


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
    """An evening of a phone's own, a dispute there, and the handing over."""
    phone = Phone(playwright, tmp_path / "phone")
    page = phone.start()
    page.goto(f"{address}/")
    keep(ready(page))
    until(page, "navigator.serviceWorker.controller.scriptURL.includes('?pocket=')", seconds=60)
    phone.cut_off()
    page.goto(f"{address}/krypkasino/referee?table=A+2+6+7+9&played=8")
    expect(verdict(page)).to_have_text("The 8 must take four cards", timeout=STARTING)
    page.goto(f"{address}/")
    link(page, "Start a session").first.tap()
    started(page, "Ada", "Bo")
    button(page, "Begin game 1").tap()
    one_sweep(page)
    assert page.url.startswith(f"{address}/g/0")
    group = "/".join(page.url.split("/")[:6])
    entered = exported(page, group)
    page.goto(f"{address}/")
    page.goto(group)
    phone.cut_off(off=False)
    page.goto(group)
    button(page, "Hand it over").tap()
    expect(link(page, "To the group")).to_be_visible(timeout=STARTING)
    link(page, "To the group").tap()
    page.wait_for_url(lambda url: url.startswith(f"{address}/g/") and "/g/0" not in url)
    taken = exported(page, page.url)
    assert taken["sessions"] == entered["sessions"]
    phone.close()
    assert phone.complaints == []
