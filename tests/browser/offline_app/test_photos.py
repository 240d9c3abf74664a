"""Photos that a phone reads without a network: a choice of its own."""

from base64 import b64encode
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from referee.offline.pack import Pack
from referee.photo import available
from tests.drawn_photos import photo_of
from tests.strategies import some

from ..paused_laptop import Laptop, until
from ..phones_with_pack import FETCHING, Phone
from .own_session import ADDRESS

pytestmark = pytest.mark.skipif(not available(), reason="the extra photo is not installed")

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
