"""Piles that are counted from photos, on pages without scripts."""

from io import BytesIO

import pytest
from flask import Flask

from referee.photo import KnownFacts, PhotoReading, SeenCard, TooLarge, available
from referee.rules.notation import read_card, read_cards
from referee.rules.sheet_plan import RowCounts
from referee.services.names import GameId
from referee.services.photo_reader import PhotosBusy
from referee.services.sheet_entry import read_sheet
from referee.web import photo_forms
from tests.page_client import Page

from .casino_family_games import begin, told

pytestmark = pytest.mark.skipif(not available(), reason="the extra photo is not installed")
COUNT, TOGETHER = "Count the photo", "Count it with the photos before"
UNSURE = 0.4


class Camera:
    """A reader of photos that sees what it is told to; a card with a question mark it does not see
    clearly."""

    def __init__(self) -> None:
        self.known: list[KnownFacts] = []
        self.refusal: Exception | None = None

    def __call__(self, data: bytes, _kind: str | None, known: KnownFacts) -> PhotoReading:
        self.known.append(known)
        if self.refusal:
            raise self.refusal
        return PhotoReading(tuple(map(seen, data.decode().split())), "en", 800, 600)


def seen(text: str) -> SeenCard:
    sure = UNSURE if text.endswith("?") else 0.99
    first, *others = map(read_card, text.rstrip("?").split("/"))
    return SeenCard(first, sure, tuple((card, UNSURE / 2) for card in others), 1.0, 1.0, ())


@pytest.fixture
def camera(monkeypatch: pytest.MonkeyPatch) -> Camera:
    camera = Camera()
    monkeypatch.setattr(photo_forms, "read_photo", camera)
    return camera


class Counting:
    """A sheet and the page of it that a phone shows."""

    def __init__(self, app: Flask, game: str, players: int, *house: str) -> None:
        self.begun = begin(app, game, players, *house)
        self.page = self.begun.sheet()

    def photo(
        self, seat: int, photo: str, button: str = COUNT, status: int = 200, **more: str
    ) -> Page:
        form, found = self.page.form(button, f"row-{seat}")
        typed = {name: text for name, text in more.items() if "-" not in name}
        sent = form.filled(found, **typed)
        for name in more.keys() - typed.keys():
            sent[name] = more[name]
        sent.add(f"{seat}-photo", (BytesIO(photo.encode()), "pile.jpg", "image/jpeg"))  # type: ignore[arg-type]  # Werkzeug sends it as a file
        self.page = self.begun.phone.send(found.action.partition("#")[0], sent, status)
        return self.page

    def save(self, seat: int, status: int = 200, **typed: str) -> Page:
        row = f"row-{seat}"
        self.page = self.begun.phone.press(self.page, "Save", status, inside=row, **typed)
        return self.page

    def typed(self, seat: int, *fields: str) -> list[str]:
        form, _ = self.page.form("Save", f"row-{seat}")
        return [form.value(f"{seat}-{field}") for field in fields or NUMBERS]

    def kept(self) -> tuple[RowCounts, ...]:
        with self.begun.phone.app.test_request_context():
            return read_sheet(self.begun.access, GameId(self.begun.session_id, 1)).rows


NUMBERS = ("cards", "spades", "aces")
KINDS = ("storan", "lillan", "ace_of_spades", "other_spades", "other_aces")


@pytest.fixture
def casino(app: Flask, camera: Camera) -> Counting:
    return Counting(app, "casino", 3)


@pytest.mark.parametrize(("game", "house", "photo", "fields", "numbers"), [
    ("krypkasino", (), "10D 10D 2S AS 4S AH 7C", KINDS, "2 1 1 1 1"),
    ("casino", (), "10D 2S AS 4S AH 7C", NUMBERS, "6 3 2"),
    ("casino", ("count_out",), "10D 2S AS 4S AH 7C", NUMBERS, "6 3 2"),
    ("south-african-casino", (), "AS 2S 3D", NUMBERS, "3 2 1")])  # fmt: skip
def test_a_photo_fills_in_a_row_and_saves_nothing(
    app: Flask, camera: Camera, game, house, photo, fields, numbers
) -> None:
    sheet = Counting(app, game, 2, *house)
    before = sheet.kept()
    row = sheet.photo(0, photo).parts["row-0"]
    assert f"{len(photo.split())} cards were seen. " in row
    assert "Nothing is saved yet." in row
    assert (sheet.typed(0, *fields), sheet.kept()) == (numbers.split(), before)
    assert f"{len(photo.split())} cards from photos" in sheet.save(0).parts["row-0"]
    assert sheet.typed(0, *fields) == numbers.split()
    [deck] = camera.known
    assert set(deck.cards.values()) == {2 if game == "krypkasino" else 1}


def test_single_cards_go_to_the_pile_that_shows_them(app: Flask, camera: Camera) -> None:
    sheet = Counting(app, "casino", 2, "count_out")
    sheet.photo(0, "10D AS AH 4C")
    assert "Nobody has the two of spades." in told(sheet.save(0))
    assert "one 10♦︎" not in told(sheet.page)
    counted = {"cards": 4, "spades": 1, "aces": 2, "big_casino": 1, "little_casino": 0}
    assert sheet.kept()[0].counted == counted | {"AS": 1, "AH": 1}


def test_several_photos_of_a_pile_add_up(casino: Counting) -> None:
    """Unsure cards are named, and a card that was in the photo before."""
    row = casino.photo(0, "10D/8D? AS 4C?").parts["row-0"]
    assert "Is the card at the top left 10♦︎ or 8♦︎?" in row
    assert "Is the card at the top left 4♣︎?" in row
    assert casino.typed(0, "pile") == ["10♦︎ A♠︎ 4♣︎"]
    casino.photo(0, "5C KS", TOGETHER)
    assert casino.typed(0) == ["5", "2", "1"]
    casino.save(0)
    casino.photo(0, "9C", TOGETHER)
    assert casino.typed(0) == ["6", "2", "1"]
    casino.photo(0, "9C 8S")
    assert casino.typed(0) == ["2", "1", "0"]
    assert "2 × 8♠︎: there is only one in the game." in casino.photo(0, "5C 8S", TOGETHER).alert()
    assert casino.typed(0, "pile") == ["9♣︎ 8♠︎ 5♣︎ 8♠︎"]
    casino.save(0, pile="9♣ 8♠ 5♣")
    assert casino.typed(0) == ["3", "1", "0"]


@pytest.mark.parametrize("saved", [False, True], ids=["before", "after"])
@pytest.mark.parametrize(("text", "numbers", "cards"), [
    ({"pile": "10D AS 4C 5C"}, ["4", "1", "1"], "AS 4C 5C 10D"),
    ({"spades": "2"}, ["3", "2", "1"], ""),
    ({"pile": ""}, ["3", "1", "1"], "")])  # fmt: skip
def test_corrections(casino: Counting, text, numbers, cards, saved) -> None:
    """Changed cards are counted anew, and changed numbers are no photographed pile any more."""
    casino.photo(0, "10D AS 4C")
    if saved:
        casino.save(0)
    casino.save(0, **text)
    assert (casino.typed(0), casino.kept()[0].cards) == (numbers, read_cards(cards))


def test_cards_that_cannot_be_counted(casino: Counting) -> None:
    casino.photo(0, "10D AS 4C")
    for pile, why in (("10D AS 4X", "“4X” is not a card."), ("10D AS AS", "2 × A♠︎: there is only")):
        assert why in casino.save(0, 422, pile=pile).alert()
        assert (casino.typed(0, "pile"), casino.page.invalid) == ([pile], ["0-pile"])


def test_a_card_in_two_piles_is_named(casino: Counting) -> None:
    for seat, photo in ((0, "7C 8C"), (2, "7C 9C")):
        casino.photo(seat, photo)
        casino.save(seat)
    named = "7♣︎ is in the piles of Ada and Cia, and there is only one."
    assert named in told(casino.page)
    assert "no pile" not in told(casino.page)
    assert named not in told(casino.save(2, pile="9C"))


def test_a_photo_that_is_refused(casino: Counting, camera: Camera) -> None:
    """Typed counts stay; also beside a photo without cards, and none at all."""
    assert "No card was seen." in casino.photo(0, " ", cards="11").parts["row-0"]
    page = casino.begun.phone.press(casino.page, COUNT, 400, inside="row-0", cards="12")
    assert "Choose a photo first." in page.parts["row-0"]
    casino.page = page
    for refusal, status in ((TooLarge("bytes", 12_000_000), 413), (PhotosBusy(), 503)):
        camera.refusal = refusal
        page = casino.photo(0, "7C", status=status)
        assert casino.typed(0, "cards", "pile") == ["12", ""]
        assert "Nothing is saved yet" not in page.text
        assert "0-photo" in page.html
