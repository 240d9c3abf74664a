"""Practice of a finished game: three of its plays as exercises, one after the other."""

from __future__ import annotations

import re
from html import unescape

import pytest
from flask import Flask

from tests.api_calls import Caller, played_out
from tests.page_client import Page, Phone, seen
from tests.pretended_analysis import pretend

from .test_afterwards import GAME, Finished
from .test_exercises import phone_of, swept_past


@pytest.fixture(autouse=True)
def _pretended(monkeypatch: pytest.MonkeyPatch) -> None:
    pretend(monkeypatch)


@pytest.fixture(scope="module")
def finished(app: Flask) -> Finished:
    return Finished(played_out(Caller(app), GAME))


def led(phone: Phone, path: str) -> str:
    answer = phone.ask(path)
    assert answer.status_code == 303
    return phone.local(answer.location)


def onward(html: str) -> str:
    (link,) = re.findall(r'<a class="button main" href="([^"]*)">', html)
    return unescape(link)


def test_three_plays_one_after_the_other(finished: Finished) -> None:
    """The dearest first, each without its answer until a card was tapped."""
    finished.forget()
    game, phone = finished.advance(), finished.phone()
    page = finished.page.removesuffix("/afterwards")
    losses = {each.seq: each.loss for each in game.findings}
    path, asked = led(phone, f"{page}/practise"), []
    for number in (1, 2, 3):
        assert f"practise={number}.3" in path
        seq = int(re.search(r"/afterwards/(\d+)\?", path)[1])  # type: ignore[index]  # none is red
        asked.append(losses[seq])
        shown = phone.get(path)
        assert f"{number} of 3." in shown.text
        assert "Better:" not in shown.text
        tapped = re.search(r'name="pieces" value="(\w+)"', shown.html)[1]  # type: ignore[index]  # none is red
        html = seen(phone.ask(f"{path}&pieces={tapped}").text)
        assert "Better:" in html
        assert (">Done<" if number == 3 else ">Next<") in html
        path = onward(html)
        if number < 3:
            path = led(phone, path)
    assert path == f"{page}/table"
    assert asked == sorted(losses.values(), reverse=True)[:3]


def test_the_finished_game_leads_there(finished: Finished) -> None:
    finished.forget()
    finished.advance()
    phone, page = finished.phone(), finished.page.removesuffix("/afterwards")
    assert "Practise these three" in phone.get(finished.page).text
    for path in (finished.page, f"{page}/table"):
        assert f"{page}/practise" in phone.get(path).links


def test_before_its_plays_are_looked_at(finished: Finished) -> None:
    """The page that looks at them comes first, and offers it once that is done."""
    finished.forget()
    phone, page = finished.phone(), finished.page.removesuffix("/afterwards")
    assert led(phone, f"{page}/practise") == finished.page


def test_what_was_missed_is_practised_too(app: Flask) -> None:
    """Of a game that is not over."""
    game = swept_past(Caller(app))
    phone = phone_of(game)
    page = f"/g/{game.table.group_id}/{game.table.id}/1"
    path = led(phone, f"{page}/practise")
    assert path == f"/g/{game.table.group_id}/missed/{game.table.id}/1/1?practise=1.1"
    shown = phone.get(path)
    assert "1 of 1." in shown.text
    assert "More of them" not in shown.text
    html = seen(phone.ask(f"{path}&pieces=5S").text)
    assert onward(html) == f"{page}/table"
    for which in (0, 2, 99):
        assert led(phone, f"{page}/practise/{which}") == f"{page}/table"


@pytest.mark.parametrize("text", ["", "1", "0.3", "4.3", "1.4", "1.3.3", "x.y", "١.٣", "1.33"])
def test_other_texts_name_no_place(app: Flask, text: str) -> None:
    game = swept_past(Caller(app))
    path = f"/g/{game.table.group_id}/missed/{game.table.id}/1/1"
    page: Page = phone_of(game).get(f"{path}?practise={text}")
    assert "More of them" in page.text
