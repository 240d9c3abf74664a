"""Piles that are counted from photos, on pages without scripts."""

from io import BytesIO

import pytest
from flask import Flask

from referee.photo import Knowledge, Reading, SeenCard, TooLarge, available
from referee.rules.notation import read_card, read_cards
from referee.rules.sheet import Row
from referee.services.ids import GameId
from referee.services.photos import PhotosBusy
from referee.services.sheets import read_sheet
from referee.web import photos
from tests.phones import Page

from .family import Begun, begin, told

pytestmark = pytest.mark.skipif(not available(), reason="the extra photo is not installed")
COUNT, TOGETHER = "Count the photo", "Count it with the photos before"
UNSURE = 0.4


class Camera:
    """A reader of photos that sees what it is told to; a card with a question mark it does not see
    clearly."""

    def __init__(self) -> None:
        self.known: list[Knowledge] = []
        self.refusal: Exception | None = None

    def __call__(self, data: bytes, _kind: str | None, known: Knowledge) -> Reading:
        self.known.append(known)
        if self.refusal:
            raise self.refusal
        return Reading(tuple(map(seen, data.decode().split())), "en", 800, 600)


def seen(text: str) -> SeenCard:
    sure = UNSURE if text.endswith("?") else 0.99
    first, *others = map(read_card, text.rstrip("?").split("/"))
    return SeenCard(first, sure, tuple((card, UNSURE / 2) for card in others), 1.0, 1.0, ())


@pytest.fixture
def camera(monkeypatch: pytest.MonkeyPatch) -> Camera:
    camera = Camera()
    monkeypatch.setattr(photos, "read_photo", camera)
    return camera


def photograph(
    begun: Begun,
    page: Page,
    seat: int,
    photo: str | bytes,
    button: str = COUNT,
    *,
    status: int = 200,
    **typed: str,
) -> Page:
    form, found = page.form(button, f"row-{seat}")
    data = photo.encode() if isinstance(photo, str) else photo
    sent = form.filled(found, **typed)
    sent.add(f"{seat}-photo", (BytesIO(data), "pile.jpg", "image/jpeg"))  # type: ignore[arg-type]  # Werkzeug sends it as a file
    return begun.phone.send(found.action.partition("#")[0], sent, status)


def save(begun: Begun, page: Page, seat: int, status: int = 200, **typed: str) -> Page:
    return begun.phone.press(page, "Save", status, inside=f"row-{seat}", **typed)


def typed(page: Page, seat: int, *fields: str) -> list[str]:
    form, _ = page.form("Save", f"row-{seat}")
    return [form.value(f"{seat}-{field}") for field in fields]


def kept(begun: Begun) -> tuple[Row, ...]:
    with begun.phone.app.test_request_context():
        return read_sheet(begun.access, GameId(begun.session_id, 1)).rows


NUMBERS = ("cards", "spades", "aces")
KINDS = ("storan", "lillan", "ace_of_spades", "other_spades", "other_aces")


@pytest.mark.parametrize(("game", "house", "photo", "fields", "numbers"), [
    ("krypkasino", (), "10D 10D 2S AS 4S AH 7C", KINDS, "2 1 1 1 1"),
    ("casino", (), "10D 2S AS 4S AH 7C", NUMBERS, "6 3 2"),
    ("casino", ("count_out",), "10D 2S AS 4S AH 7C", NUMBERS, "6 3 2"),
    ("south-african-casino", (), "AS 2S 3D", NUMBERS, "3 2 1")])  # fmt: skip
def test_a_photo_fills_in_a_row_and_saves_nothing(
    app: Flask, camera: Camera, game, house, photo, fields, numbers
) -> None:
    begun = begin(app, game, 2, *house)
    before = kept(begun)
    page = photograph(begun, begun.sheet(), 0, photo)
    assert f"{len(photo.split())} cards were seen. " in page.parts["row-0"]
    assert "Nothing is saved yet." in page.parts["row-0"]
    assert typed(page, 0, *fields) == numbers.split()
    assert kept(begun) == before
    page = save(begun, page, 0)
    assert typed(page, 0, *fields) == numbers.split()
    assert f"{len(photo.split())} cards from photos" in page.parts["row-0"]
    [deck] = camera.known
    assert set(deck.cards.values()) == {2 if game == "krypkasino" else 1}


def test_single_cards_go_to_the_pile_that_shows_them(app: Flask, camera: Camera) -> None:
    begun = begin(app, "casino", 2, "count_out")
    page = save(begun, photograph(begun, begun.sheet(), 0, "10D AS AH 4C"), 0)
    assert "one 10♦︎" not in told(page)
    assert "Nobody has the two of spades." in told(page)
    counted = {"cards": 4, "spades": 1, "aces": 2, "big_casino": 1, "little_casino": 0}
    assert kept(begun)[0].counted == counted | {"AS": 1, "AH": 1}


def test_unsure_cards_are_named(app: Flask, camera: Camera) -> None:
    begun = begin(app, "casino", 2)
    page = photograph(begun, begun.sheet(), 0, "10D/8D? AS 4C?")
    assert "Is the card at the top left 10♦︎ or 8♦︎?" in page.parts["row-0"]
    assert "Is the card at the top left 4♣︎?" in page.parts["row-0"]
    assert typed(page, 0, "pile") == ["10♦︎ A♠︎ 4♣︎"]


def test_several_photos_of_a_pile_add_up(app: Flask, camera: Camera) -> None:
    begun = begin(app, "casino", 2)
    page = photograph(begun, begun.sheet(), 0, "10D AS 4C")
    page = photograph(begun, page, 0, "5C KS", TOGETHER)
    assert typed(page, 0, *NUMBERS) == ["5", "2", "1"]
    page = save(begun, page, 0)
    page = photograph(begun, page, 0, "9C", TOGETHER)
    assert typed(page, 0, *NUMBERS) == ["6", "2", "1"]
    page = photograph(begun, page, 0, "9C 8C")
    assert typed(page, 0, *NUMBERS) == ["2", "0", "0"]


def test_a_photo_that_shows_a_card_of_the_one_before(app: Flask, camera: Camera) -> None:
    begun = begin(app, "casino", 2)
    page = photograph(begun, begun.sheet(), 0, "10D AS 4C")
    page = photograph(begun, page, 0, "5C AS", TOGETHER)
    assert "2 × A♠︎: there is only one in the game." in page.alert()
    assert typed(page, 0, "pile") == ["10♦︎ A♠︎ 4♣︎ 5♣︎ A♠︎"]
    page = save(begun, page, 0, pile="10♦ A♠ 4♣ 5♣")
    assert typed(page, 0, *NUMBERS) == ["4", "1", "1"]


def test_what_was_typed_elsewhere_stays(app: Flask, camera: Camera) -> None:
    begun = begin(app, "casino", 2)
    page = begun.sheet()
    form, found = page.form(COUNT, "row-0")
    sent = form.filled(found)
    sent["1-cards"] = "12"
    sent.add("0-photo", (BytesIO(b"10D"), "pile.jpg", "image/jpeg"))  # type: ignore[arg-type]  # as above
    page = begun.phone.send(found.action.partition("#")[0], sent)
    assert typed(page, 1, "cards") == ["12"]
    page = save(begun, page, 0)
    assert typed(page, 1, "cards") == ["12"]


@pytest.mark.parametrize("saved", [False, True], ids=["before", "after"])
@pytest.mark.parametrize(("text", "numbers", "cards"), [
    ({"pile": "10D AS 4C 5C"}, ["4", "1", "1"], "AS 4C 5C 10D"),
    ({"spades": "2"}, ["3", "2", "1"], ""),
    ({"pile": ""}, ["3", "1", "1"], "")])  # fmt: skip
def test_corrections(app: Flask, camera: Camera, text, numbers, cards, saved) -> None:
    """Changed cards are counted anew, and changed numbers are no photographed pile any more."""
    begun = begin(app, "casino", 3)
    page = photograph(begun, begun.sheet(), 0, "10D AS 4C")
    page = save(begun, page, 0) if saved else page
    page = save(begun, page, 0, **text)
    assert typed(page, 0, *NUMBERS) == numbers
    assert kept(begun)[0].cards == read_cards(cards)


@pytest.mark.parametrize(("pile", "why"), [
    ("10D AS 4X", "“4X” is not a card."),
    ("10D AS AS", "2 × A♠︎: there is only one in the game.")])  # fmt: skip
def test_cards_that_cannot_be_counted(app: Flask, camera: Camera, pile: str, why: str) -> None:
    begun = begin(app, "casino", 2)
    page = photograph(begun, begun.sheet(), 0, "10D AS 4C")
    page = save(begun, page, 0, status=422, pile=pile)
    assert why in page.alert()
    assert typed(page, 0, "pile") == [pile]
    assert page.invalid == ["0-pile"]


def test_a_card_in_two_piles_is_named(app: Flask, camera: Camera) -> None:
    begun = begin(app, "casino", 3)
    page = save(begun, photograph(begun, begun.sheet(), 0, "7C 8C"), 0)
    page = save(begun, photograph(begun, page, 2, "7C 9C"), 2)
    named = "7♣︎ is in the piles of Ada and Cia, and there is only one."
    assert named in told(page)
    assert "no pile" not in told(page)
    page = save(begun, page, 2, pile="9C")
    assert named not in told(page)


@pytest.mark.parametrize(("refusal", "status"), [
    (TooLarge("bytes", 12_000_000), 413),
    (PhotosBusy(), 503)], ids=lambda one: type(one).__name__)  # fmt: skip
def test_a_photo_that_is_refused(app: Flask, camera: Camera, refusal, status) -> None:
    begun = begin(app, "casino", 2)
    camera.refusal = refusal
    page = photograph(begun, begun.sheet(), 0, "7C", status=status, cards="12")
    assert typed(page, 0, "cards", "pile") == ["12", ""]
    assert "Nothing is saved yet" not in page.text
    assert "0-photo" in page.html


def test_a_photo_without_cards_and_none_at_all(app: Flask, camera: Camera) -> None:
    begun = begin(app, "casino", 2)
    page = photograph(begun, begun.sheet(), 0, " ", cards="12")
    assert "No card was seen." in page.parts["row-0"]
    page = begun.phone.press(begun.sheet(), COUNT, 400, inside="row-0", cards="12")
    assert "Choose a photo first." in page.parts["row-0"]
    assert typed(page, 0, "cards") == ["12"]


def test_two_phones_photograph_one_pile(app: Flask, camera: Camera) -> None:
    """The second is shown what the first has saved, and decides."""
    begun = begin(app, "casino", 2)
    one = photograph(begun, begun.sheet(), 0, "10D AS 4C")
    other = photograph(begun, begun.sheet(), 0, "10D AS 4C KS")
    save(begun, one, 0)
    page = save(begun, other, 0, 412)
    assert "Stands now three cards, one spade, one ace" in page.alert()
    assert "You entered four cards, two spades, one ace" in page.alert()
    assert typed(begun.sheet(), 0, *NUMBERS) == ["3", "1", "1"]
    page = begun.phone.press(page, "Take mine")
    assert typed(page, 0, "pile", *NUMBERS) == ["A♠︎ 4♣︎ 10♦︎ K♠︎", "4", "2", "1"]
