"""The camera of the live table: what it sees is entered by itself, or asked about."""

import json
import re
from base64 import b64encode
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from referee.photo import available
from tests.drawn_photos import photo_of

from .conftest import Check, Open
from .demo_sessions import Followed, Table
from .taps import button, last_play, open_table, written

pytestmark = pytest.mark.skipif(not available(), reason="the extra photo is not installed")

SLOW = 30_000  # milliseconds: the models are opened for the first frame
ON_A_STAND = """(() => {
  const canvas = Object.assign(document.createElement("canvas"), { width: 1280, height: 960 });
  const pen = canvas.getContext("2d");
  let picture = null;
  const draw = () => {
    pen.fillStyle = "#26543e";
    pen.fillRect(0, 0, canvas.width, canvas.height);
    if (picture) pen.drawImage(picture, 0, 0);
  };
  setInterval(draw, 100);
  draw();
  self.showTable = async address => {
    const next = new Image();
    next.src = address;
    await next.decode();
    picture = next;
  };
  navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(10);
})()"""
"""Script of a page whose camera sees the picture that is shown to it."""
HAND = """(() => {
  const canvas = Object.assign(document.createElement("canvas"), { width: 1280, height: 960 });
  const pen = canvas.getContext("2d");
  pen.fillStyle = "#26543e";
  pen.fillRect(0, 0, 1280, 960);
  pen.fillStyle = "#e0b090";
  pen.fillRect(500, 400, 200, 560);
  return canvas.toDataURL();
})()"""
"""The address of a picture of an arm that reaches in from the edge."""


Show = Callable[[str], Page]


@pytest.fixture
def show(open_page: Open, server: str) -> Show:
    """Return a function that lays cards below the camera of a live table of Krypkasino, and returns
    its page; Bo is the first to play."""
    table = Table.begun(server, ["Ann", "Bo"])
    Followed(table, "5H 8S 9C KD")
    page = open_table(open_page, table, screen="tablet")
    page.evaluate(ON_A_STAND)

    def lay(cards: str) -> Page:
        picture = b64encode(photo_of(cards, across=4)).decode()
        page.evaluate("showTable", f"data:image/jpeg;base64,{picture}")
        return page

    lay("5H 8S 9C")
    return lay


def start(page: Page) -> None:
    button(page, "Follow the table with the camera").tap()
    expect(status(page)).to_have_text("The camera watches the table.", timeout=SLOW)


def status(page: Page) -> Locator:
    return page.locator("#camera [data-status]")


def test_three_plays_enter_themselves_or_are_asked_about(show: Show) -> None:
    page = show("5H 8S 9C")
    start(page)
    show("5H 8S 9C 2D")
    expect(last_play(page)).to_have_text(
        written("Bo: 2D creeps Entered by the camera"), timeout=SLOW
    )
    show("5H 8S 9C 2D 9D")
    beside = written("9D: was it left there, or does it take something?")
    expect(status(page)).to_have_text(beside, timeout=SLOW)
    show("5H 8S 2D")
    took = written("Ann: 9D takes 9C Entered by the camera")
    expect(last_play(page)).to_have_text(took, timeout=SLOW)
    show("5H 2D")
    unseen = written("Taken by a card that was not seen: 8S. Which card was it?")
    expect(status(page)).to_have_text(unseen, timeout=SLOW)
    button(page.locator("#camera"), "Bo: 8 of hearts takes 8 of spades").tap()
    expect(last_play(page)).to_have_text(written("Bo: 8H takes 8S"))


def seen(cards: str) -> str:
    """Return the answer of the API to a photo of these cards."""
    read = [
        {"card": card, "sure": 0.99, "alternatives": [], "outline": []} for card in cards.split()
    ]
    return json.dumps({"cards": read})


def reads(page: Page, cards: str) -> None:
    """Let every frame from now on be read as these cards."""
    page.unroute_all()
    page.route(
        "**/api/v1/photo?**",
        lambda route: route.fulfill(body=seen(cards), content_type="application/json"),
    )


def test_what_was_undone_is_asked_about(show: Show, check: Check) -> None:
    page = show("5H 8S 9C")
    reads(page, "5H 8S 9C")
    start(page)
    reads(page, "5H 8S 9C 2D")
    show("5H 8S 9C 2D")
    expect(last_play(page)).to_have_text(re.compile("Entered by the camera"))
    button(page, "Undo").tap()
    expect(status(page)).to_have_text("The camera is not sure. What was played?")
    check(page)
    button(page.locator("#camera"), "Bo: 2 of diamonds creeps").tap()
    expect(last_play(page)).to_have_text(written("Bo: 2D creeps"))
    button(page, "Stop the camera").tap()
    expect(status(page)).to_be_hidden()
    expect(button(page, "Follow the table with the camera")).to_be_visible()


def test_nothing_is_entered_while_a_hand_reaches_in(show: Show) -> None:
    page = show("5H 8S 9C")
    reads(page, "5H 8S 9C")
    start(page)
    reads(page, "5H 8S")
    page.evaluate("showTable", page.evaluate(HAND))
    expect(status(page)).to_have_text("A hand is over the table.")


def test_why_there_is_no_camera(open_page: Open, server: str) -> None:
    table = Table.begun(server, ["Ann", "Bo"])
    Followed(table, "5H 8S 9C KD")
    page = open_table(open_page, table)
    button(page, "Follow the table with the camera").tap()
    expect(page.locator("#camera [data-told]")).to_have_text(re.compile("No camera|may not use"))
    page.evaluate("Object.defineProperty(self, 'isSecureContext', { value: false })")
    button(page, "Follow the table with the camera").tap()
    expect(page.locator("#camera [data-told]")).to_have_text(re.compile("begins with https"))
