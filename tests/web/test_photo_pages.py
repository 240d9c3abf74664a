"""Photos on pages without scripts: of a position, of piles, and of a followed table."""

import io
import re
from collections.abc import Callable
from html import unescape
from io import BytesIO
from typing import Any
from unittest.mock import Mock

import pytest
from flask import Flask
from werkzeug.datastructures import FileStorage
from werkzeug.test import Client, TestResponse, encode_multipart

from referee.photo import MOST_BYTES, KnownFacts, PhotoReading, SeenCard, TooLarge, available
from referee.rules.cards import Cards
from referee.rules.notation import read_card, read_cards
from referee.rules.sheet_plan import RowCounts
from referee.services.names import GameId
from referee.services.photo_reader import PhotosBusy
from referee.services.sheet_entry import read_sheet
from referee.web import photo_forms
from tests.drawn_photos import drawn_photo
from tests.groups import begin, told
from tests.live_table_taps import Followed, begun
from tests.page_client import Page
from tests.page_client import seen as as_seen

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
    text = re.sub(r"<[^>]+>", " ", as_seen(response.text))
    return re.sub(r"\s+", " ", unescape(text)).replace("\ufe0e", "")


def filled(response: TestResponse, field: str) -> str:
    """Return the text in a field of the form."""
    (value,) = re.findall(rf'<input id="{field}" [^>]*value="([^"]*)"', as_seen(response.text))
    return unescape(value)


def seen(text: str, sure: float, x: float, y: float, others: str = "") -> SeenCard:
    alternatives = tuple((card, 0.1) for card in read_cards(others))
    outline = ((x - 30, y - 40), (x + 30, y - 40), (x + 30, y + 40), (x - 30, y + 40))
    return SeenCard(read_card(text), sure, alternatives, x, y, ((x - 20, y - 30),), outline)


Reads = Callable[..., list[KnownFacts]]


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> Reads:
    """Let any photo show some cards; gives what was known of each."""

    def read(*cards: SeenCard, doubtful: int = 0, surplus: Cards = ()) -> list[KnownFacts]:
        known: list[KnownFacts] = []

        def answer(_data: bytes, _kind: str | None, knowledge: KnownFacts) -> PhotoReading:
            known.append(knowledge)
            return PhotoReading(cards, "en", 900, 900, doubtful, surplus)

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
    choices = re.findall(r'<option value="(\w*)">', as_seen(response.text))
    assert choices == ["8H", *others.split(), ""]
    html = " ".join(as_seen(response.text).split())
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
    (address,) = re.findall(
        r'href="([^"]*)"[^>]*>Are 3♣\ufe0e 5♦\ufe0e a build\?', as_seen(response.text)
    )
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


def test_a_card_that_is_there_too_often_is_named(send: Send, reads: Reads) -> None:
    reads(doubtful=1, surplus=read_cards("7C"))
    assert "7♣ is there more often than this game has it." in said(send(photo=a_file()))


def test_the_view_has_each_card_of_the_game(app: Flask) -> None:
    client = Client(app)
    page = client.get("/south-african-casino/photo").text
    assert len(re.findall(r'data-card="(?:A|\d+)[SHDC]"', page)) == 40
    assert 'data-letters=""' in page
    client.set_cookie("letters", "international")
    assert 'data-letters="en"' in client.get("/casino/photo").text
    assert client.get("/nogame/photo").status_code == 404


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
        return PhotoReading(tuple(map(seen_in_pile, data.decode().split())), "en", 800, 600)


def seen_in_pile(text: str) -> SeenCard:
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


READ = "Read the photo"


@pytest.fixture
def table_camera(monkeypatch: pytest.MonkeyPatch) -> None:
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


@pytest.mark.usefixtures("table_camera")
def test_the_first_table(app: Flask) -> None:
    followed = begun(app, "casino")
    page = photograph(followed, followed.table, "5S 9C 2H AD")
    assert "4 cards were seen." in page.text
    assert page.form("These lie on the table")[0].value("dealt") == "5♠︎ 9♣︎ 2♥︎ A♦︎"
    page = followed.phone.press(page, "These lie on the table")
    assert "Bo plays" in page.text


@pytest.mark.usefixtures("table_camera")
def test_a_table_photo_that_is_refused(app: Flask) -> None:
    followed = begun(app, "casino")
    page = photograph(followed, followed.table, "large", 422)
    assert "at most 12 MB" in page.text
    page = followed.phone.press(followed.phone.get(followed.table), READ, 422)
    assert "Choose a photo first." in page.text


TABLE = "table 5S 9C 2H AD"


@pytest.mark.usefixtures("table_camera")
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


@pytest.mark.usefixtures("table_camera")
def test_a_play_that_is_offered_is_entered_with_a_tap(app: Flask) -> None:
    followed = begun(app, "casino", TABLE)
    page = photograph(followed, f"{followed.table}/shows", "9C 2H AD")
    labels = [button.label for form in page.forms for button in form.buttons]
    page = followed.phone.press(page, next(label for label in labels if "5♦︎" in label))
    assert "Ada plays" in page.text
    assert re.search("5♦︎ takes .*5♠︎|takes 5♠︎ with .*5♦︎", page.text)


@pytest.mark.usefixtures("table_camera")
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
