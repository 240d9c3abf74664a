"""Photos of the table of a followed game, on pages without scripts."""

import re
from io import BytesIO

import pytest
from flask import Flask

from referee.photo import PhotoReading, SeenCard, TooLarge, available
from referee.rules.notation import read_cards
from referee.web import photo_forms
from tests.page_client import Page

from .followed_build_game import Followed, begun

pytestmark = pytest.mark.skipif(not available(), reason="the extra photo is not installed")
READ = "Read the photo"


@pytest.fixture(autouse=True)
def camera(monkeypatch: pytest.MonkeyPatch) -> None:
    def read(data: bytes, *_: object) -> PhotoReading:
        if data == b"large":
            raise TooLarge("bytes", 12_000_000)
        cards = [SeenCard(card, 0.99, (), 1, 1, ()) for card in read_cards(data.decode())]
        return PhotoReading(tuple(cards), "en", 800, 600)

    monkeypatch.setattr(photo_forms, "read_photo", read)


def photograph(followed: Followed, path: str, cards: str, status: int = 200) -> Page:
    page = followed.phone.get(path)
    form, found = page.form(READ)
    sent = form.filled(found)
    sent.add("photo", (BytesIO(cards.encode()), "table.jpg", "image/jpeg"))  # type: ignore[arg-type]  # Werkzeug sends it as a file
    return followed.phone.send(form.action, sent, status)


def test_the_first_table(app: Flask) -> None:
    followed = begun(app, "casino")
    page = photograph(followed, followed.table, "5S 9C 2H AD")
    assert "4 cards were seen." in page.text
    assert page.form("These lie on the table")[0].value("dealt") == "5♠︎ 9♣︎ 2♥︎ A♦︎"
    page = followed.phone.press(page, "These lie on the table")
    assert "Bo plays" in page.text


def test_a_photo_that_is_refused(app: Flask) -> None:
    followed = begun(app, "casino")
    page = photograph(followed, followed.table, "large", 422)
    assert "at most 12 MB" in page.text
    page = followed.phone.press(followed.phone.get(followed.table), READ, 422)
    assert "Choose a photo first." in page.text


TABLE = "table 5S 9C 2H AD"


@pytest.mark.parametrize(("game", "log", "photo", "told", "plays", "more"), [
    ("casino", [TABLE], "5S 9C 2H AD KD", "The photo has K♦︎, the log does not.",
     ["Bo trails the K♦︎"], False),
    ("casino", [TABLE], "9C 2H AD", "The log has 5♠︎ on the table, the photo does not.",
     ["5♥︎", "5♦︎", "5♣︎"], False),
    ("krypkasino", ["table 2S 5H 9C KH", "3D -"], "2S 3D 5H",
     "The log has 9♣︎ on the table, the photo does not.", ["9♠︎", "9♥︎", "9♦︎"], True),
    ("krypkasino", ["table 2S 5H 9C KH"], "2S 5H 9C", "That is what the phone shows, too.",
     [], False)])  # fmt: skip
def test_what_the_table_shows(app: Flask, game, log, photo, told, plays, more) -> None:
    followed = begun(app, game, *log)
    page = photograph(followed, f"{followed.table}/shows", photo)
    assert told in page.text
    assert ("There are more plays that lead there" in page.text) is more
    labels = [button.label for form in page.forms for button in form.buttons]
    offered = [label for label in labels if "not entered" in label]
    assert all(play in label for label, play in zip(offered, plays, strict=True))


def test_a_play_that_is_offered_is_entered_with_a_tap(app: Flask) -> None:
    followed = begun(app, "casino", TABLE)
    page = photograph(followed, f"{followed.table}/shows", "9C 2H AD")
    labels = [button.label for form in page.forms for button in form.buttons]
    page = followed.phone.press(page, next(label for label in labels if "5♦︎" in label))
    assert "Ada plays" in page.text
    assert re.search("5♦︎ takes .*5♠︎|takes 5♠︎ with .*5♦︎", page.text)


def test_cards_that_somebody_has_looked_at(app: Flask) -> None:
    """With scripts they come without their photo, and what lies there can be said otherwise."""
    followed = begun(app, "casino", TABLE)
    page = followed.phone.get(f"{followed.table}/shows")
    form, _ = page.form(READ)
    sent = form.filled(None)
    sent["seen"] = "5S 9C KD"
    page = followed.phone.send(form.action, sent)
    ticked = page.form("What explains that?")[0]
    assert sorted(ticked.values("lies")) == ["5S", "9C"]
    assert ticked.value("shows") == "KD"
    sent["seen"] = "5X"
    page = followed.phone.send(form.action, sent, 422)
    assert "“5X” is not a card." in page.text
