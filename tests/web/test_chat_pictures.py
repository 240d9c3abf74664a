"""Previews of links in chats: a title, and a picture that gives nothing away."""

import io
import re
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.photo import available
from referee.web import chat_pictures
from tests.page_client import HOME

pytestmark = pytest.mark.skipif(not available(), reason="the extra photo is not installed")

FELT, RED, GREEN = (38, 84, 62), (178, 24, 30), (22, 122, 62)
POSITION = "/krypkasino/referee?table=A+2+6+7+8S+9+J&played=8"


def tags(client: FlaskClient, path: str) -> dict[str, str]:
    """Return what a page says to a chat."""
    found = re.findall(r'<meta property="og:([a-z:]+)" content="([^"]*)">', client.get(path).text)
    return {name: unescape(content) for name, content in found}


def colours(client: FlaskClient, path: str) -> set[tuple[int, int, int]]:
    """Return the colours near to those that are told apart in a picture of the right size."""
    from PIL import Image  # noqa: PLC0415 - the runtime may be missing

    answer = client.get(path.removeprefix(HOME))
    assert (answer.status_code, answer.content_type) == (200, "image/png")
    picture = Image.open(io.BytesIO(answer.data)).convert("RGB")
    assert picture.size == (1200, 630)
    seen = picture.getcolors(1 << 20) or []
    return {
        told for told in (FELT, RED, GREEN) for number, colour in seen
        if number > 1000 and max(abs(a - b) for a, b in zip(told, colour, strict=True)) < 8
    }  # fmt: skip


PAGES = [  # the page, how its title begins, the colours of its picture
    (POSITION, "The 8 must take five cards", {FELT}),
    (f"{POSITION}&captured=8", "No: it must also take", {FELT, RED}),
    ("/krypkasino/referee?table=5S&played=5S&captured=5S", "", {FELT, GREEN}),
    ("/casino/referee?table=4C+KS+3S%2B5C%3D8@0&hand=8S+QC&turn=8S+x+3S%2B5C%3D8",
     "Yes, that is right.", {FELT, GREEN}),
    ("/krypkasino/referee?table=x", "Settle a dispute", {FELT, RED}),  # the aces of any evening
    ("/casino/exercises/ten/2026-03-01", "Today’s ten", {FELT}),
    ("/krypkasino/play?players=2&seed=abc", "Play my hand", {FELT, RED}),
]  # fmt: skip


@pytest.mark.parametrize(("page", "title", "expected"), PAGES)
def test_a_link_says_what_it_is_about(
    client: FlaskClient, page: str, title: str, expected: set[tuple[int, int, int]]
) -> None:
    told = tags(client, page)
    assert told["title"].startswith(title)
    assert told["image"].startswith(f"{HOME}/")
    assert colours(client, told["image"]) == expected


def test_an_exercise_is_shown_without_its_answer(client: FlaskClient) -> None:
    page = client.get("/casino/exercises/may?level=3").location
    assert page
    asked = tags(client, page)
    assert tags(client, f"{page}?none=1&sent=1")["image"] == asked["image"]
    assert asked["image"] == f"{HOME}{page}/picture.png"
    assert GREEN not in colours(client, asked["image"])


def test_an_evening_is_shown_without_its_people(client: FlaskClient) -> None:
    told = tags(client, "/g/abcdefghjkmn?invited=1")
    assert told["image"] == f"{HOME}/evening.png"
    assert colours(client, told["image"]) == {FELT, RED}


def test_a_picture_is_drawn_once_and_few_are_kept(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = []

    def draw(scene: chat_pictures.Scene) -> bytes:
        drawn.append(scene)
        return b"PNG"

    monkeypatch.setattr(chat_pictures, "draw", draw)
    client = app.test_client()
    paths = [f"/krypkasino/referee/picture.png?table=AS&players={n}" for n in range(99)]
    for path in (*paths, paths[-1]):
        answer = client.get(path)
        assert answer.data == b"PNG"
        assert answer.headers["Cache-Control"] == "public, max-age=86400"
    assert len(drawn) == len(paths)
    client.get(paths[0])
    assert len(drawn) == len(paths) + 1  # it was dropped for others


@pytest.mark.parametrize("path", [
    "/poker/referee/picture.png", "/casino/exercises/may/0/picture.png",
    "/casino/exercises/none/123456/picture.png", "/casino/exercises/ten/yesterday/picture.png",
    f"/casino/referee/picture.png?table={'A' * 5000}",
])  # fmt: skip
def test_no_picture(client: FlaskClient, path: str) -> None:
    assert client.get(path).status_code == 404


def test_without_the_library_that_draws(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chat_pictures, "available", lambda: False)
    assert tags(client, POSITION) == {}
    assert client.get("/evening.png").status_code == 404


def test_previewers_that_ask_first_may_look(client: FlaskClient) -> None:
    text = client.get("/robots.txt").text
    assert "User-agent: Twitterbot\nAllow: /\n" in text
    assert "\n\nUser-agent: facebookexternalhit\n" in text  # a group of their own
