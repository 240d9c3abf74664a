"""Photos that a plain form sends: the referee's page comes back with the cards filled in."""

import io
import re
from collections.abc import Callable
from html import unescape
from typing import Any
from unittest.mock import Mock

import pytest
from flask import Flask
from werkzeug.datastructures import FileStorage
from werkzeug.test import Client, TestResponse, encode_multipart

from referee.photo import MOST_BYTES, KnownFacts, PhotoReading, SeenCard, available
from referee.rules.notation import read_card, read_cards
from referee.services.photo_reader import PhotosBusy
from tests.drawn_photos import drawn_photo

pytestmark = pytest.mark.skipif(not available(), reason="the extra photo is not installed")
JPEG = "image/jpeg"
Send = Callable[..., TestResponse]


@pytest.fixture
def send(app: Flask) -> Send:
    """Send the referee's form with a photo, as a browser without scripts and cookies does."""
    client = Client(app)

    def send(game: str = "krypkasino", *, photo: Any = None, **fields: str) -> TestResponse:
        sent = fields if photo is None else {"photo": photo, **fields}
        boundary, body = encode_multipart(sent)
        kind = f"multipart/form-data; boundary={boundary}"
        return client.post(f"/{game}/referee", data=body, content_type=kind)

    return send


def a_file(data: bytes = b"any", kind: str = JPEG) -> FileStorage:
    return FileStorage(io.BytesIO(data), "photo.jpg", content_type=kind)


def said(response: TestResponse) -> str:
    """Return the texts of the page, without its tags."""
    text = re.sub(r"<[^>]+>", " ", response.text)
    return re.sub(r"\s+", " ", unescape(text)).replace("\ufe0e", "")


def filled(response: TestResponse, field: str) -> str:
    """Return the text in a field of the form."""
    (value,) = re.findall(rf'<input id="{field}" [^>]*value="([^"]*)"', response.text)
    return unescape(value)


def seen(text: str, sure: float, x: float, y: float, others: str = "") -> SeenCard:
    alternatives = tuple((card, 0.1) for card in read_cards(others))
    outline = ((x - 30, y - 40), (x + 30, y - 40), (x + 30, y + 40), (x - 30, y + 40))
    return SeenCard(read_card(text), sure, alternatives, x, y, ((x - 20, y - 30),), outline)


Reads = Callable[..., list[KnownFacts]]


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> Reads:
    """Let any photo show some cards; gives what was known of each."""

    def read(*cards: SeenCard, doubtful: int = 0) -> list[KnownFacts]:
        known: list[KnownFacts] = []

        def answer(_data: bytes, _kind: str | None, knowledge: KnownFacts) -> PhotoReading:
            known.append(knowledge)
            return PhotoReading(cards, "en", 900, 900, doubtful)

        monkeypatch.setattr("referee.web.photo_forms.read_photo", answer)
        return known

    return read


def test_the_table_of_a_photo_is_filled_in_and_judged(send: Send) -> None:
    photo = drawn_photo([("3S", 100, 100), ("5D", 400, 100), ("KC", 700, 500)])
    response = send(photo=a_file(photo), place="table", played="8")
    assert response.status_code == 200
    assert filled(response, "table") == "3S 5D KC"
    assert "The 8 must take two cards" in said(response)
    assert "3 cards were seen." in said(response)


KEPT = {
    "table": {"played": "8", "hand": "8 2", "house": "free_choice"},
    "hand": {"table": "5 3", "played": "8"},
    "played": {"table": "5 3", "hand": "8 2"}}  # fmt: skip


@pytest.mark.parametrize("place", KEPT)
def test_what_was_typed_stays(send: Send, reads: Reads, place) -> None:
    reads(seen("8H", 0.99, 100, 100))
    response = send(photo=a_file(), place=place, **KEPT[place])
    assert filled(response, place) == "8H"
    for name in ("table", "played", "hand"):
        if name != place:
            assert filled(response, name) == KEPT[place].get(name, ""), name


@pytest.mark.parametrize(("place", "others", "question"), [  # where, what may it be, what is asked
    ((100, 100), "8D 3H", "Is the card at the top left 8♥ or 8♦?"),
    ((800, 450), "", "Is the card on the right 8♥?"),
    ((800, 899), "9H", "Is the card at the bottom right 8♥ or 9♥?")])  # fmt: skip
def test_what_is_unsure_is_asked_for_by_name(
    send: Send, reads: Reads, place, others, question
) -> None:
    reads(seen("4S", 0.99, 300, 300), seen("8H", 0.5, *place, others))
    response = send(photo=a_file(), played="J")
    assert filled(response, "table") == "4S 8H"
    assert f"2 cards were seen. One is unsure. {question}" in said(response)
    choices = re.findall(r'<option value="(\w*)">', response.text)
    assert choices == ["8H", *others.split(), ""]
    html = " ".join(response.text.split())
    assert '<input type="hidden" name="table" value="4S">' in html
    assert '<input type="hidden" name="played" value="J">' in html


@pytest.mark.parametrize(("place", "typed", "gone"), [
    ("table", {"hand": "4S 9", "played": "8H"}, "4S"),
    ("hand", {"table": "4S 3C+5D=8@1", "played": "8H"}, "4S 3C 5D")])  # fmt: skip
def test_cards_elsewhere_are_no_cards_of_the_photo(
    send: Send, reads: Reads, place: str, typed: dict[str, str], gone: str
) -> None:
    known = reads()
    send("casino", photo=a_file(), place=place, **typed)
    (knowledge,) = known
    missing = {card for card, number in knowledge.cards.items() if not number}
    assert missing == set(read_cards(gone))


def test_the_played_card_of_one_pack_is_no_card_of_the_table(send: Send, reads: Reads) -> None:
    reads(seen("4S", 0.99, 300, 300), seen("8H", 0.99, 600, 300))
    assert filled(send("casino", photo=a_file(), played="8H"), "table") == "4S"
    assert filled(send("krypkasino", photo=a_file(), played="8H"), "table") == "4S 8H"


def test_cards_over_each_other_are_offered_as_a_build(send: Send, reads: Reads) -> None:
    reads(seen("3C", 0.99, 300, 300), seen("5D", 0.99, 310, 310), seen("KS", 0.99, 600, 300))
    response = send("casino", photo=a_file())
    (address,) = re.findall(r'href="([^"]*)"[^>]*>Are 3♣\ufe0e 5♦\ufe0e a build\?', response.text)
    assert unescape(address) == "/casino/referee?table=3C+5D+KS&with=3C+5D"
    assert "a build?" not in send(photo=a_file()).text


@pytest.mark.parametrize(("file", "status", "sentence"), [
    (None, 400, "Choose a photo first."),
    ((b"no picture", JPEG), 400, "This is not a picture, or it is damaged."),
    ((b"0" * (MOST_BYTES + 1), JPEG), 413, "a photo may have at most 12 MB"),
    ((b"0" * (MOST_BYTES + 1_000_000), JPEG), 413, "a photo may have at most 12 MB")])  # fmt: skip
def test_refusals_are_sentences_on_the_page(send: Send, file, status, sentence) -> None:
    photo = a_file(*file) if file else None
    response = send(photo=photo, table="3 5", played="8", place="table")
    assert response.status_code == status
    assert sentence in said(response)
    if file is None or len(file[0]) <= MOST_BYTES + 1:  # of a larger form nothing is read
        assert filled(response, "table") == "3 5"
        assert "Sweep: the 8 takes the whole table" in said(response)


def test_others_go_first(send: Send, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.web.photo_forms.read_photo", Mock(side_effect=PhotosBusy))
    response = send(photo=a_file(), table="3 5")
    assert (response.status_code, filled(response, "table")) == (503, "3 5")
    assert int(response.headers["Retry-After"]) > 0
    assert "Other photos are being read just now." in said(response)


def test_a_photo_without_cards_changes_nothing(send: Send, reads: Reads) -> None:
    for doubtful, none in (
        (0, "No card was seen."),
        (2, "No card of this game was seen for sure."),
    ):
        reads(doubtful=doubtful)
        response = send(photo=a_file(), table="3 5")
        assert none in said(response)
        assert filled(response, "table") == "3 5"


def test_the_view_has_each_card_of_the_game(app: Flask) -> None:
    client = Client(app)
    page = client.get("/south-african-casino/photo").text
    assert len(re.findall(r'data-card="(?:A|\d+)[SHDC]"', page)) == 40
    assert 'data-letters=""' in page
    client.set_cookie("letters", "international")
    assert 'data-letters="en"' in client.get("/casino/photo").text
    assert client.get("/nogame/photo").status_code == 404
