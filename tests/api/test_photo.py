"""``POST /photo``: what it answers, and what it refuses with which status."""

from __future__ import annotations

import io
from typing import Any

import pytest
from werkzeug.datastructures import FileStorage, MultiDict
from werkzeug.test import encode_multipart

from referee.photo import MOST_BYTES, PhotoReading, SeenCard, available
from referee.rules.cards import Card
from referee.rules.notation import read_card
from referee.services.photo_reader import PhotosBusy
from tests.api_calls import Caller

needs_runtime = pytest.mark.skipif(not available(), reason="the extra photo is not installed")
pytestmark = needs_runtime
JPEG, PNG = "image/jpeg", "image/png"


def send(api: Caller, data: bytes, content_type: str = PNG, query: str = "", **more: str) -> Any:
    return api("POST", f"/photo?{query}", data=data, headers={"Content-Type": content_type, **more})


@pytest.fixture(scope="module")
def empty_table() -> bytes:
    from PIL import Image  # noqa: PLC0415 - the runtime may be missing

    file = io.BytesIO()
    Image.new("RGB", (320, 200), "green").save(file, "PNG")
    return file.getvalue()


def test_a_photo_without_cards(api: Caller, empty_table: bytes) -> None:
    answer = send(api, empty_table, query="game=casino&letters=sv&indices=2&gone=AS,2H")
    assert answer.status_code == 200
    assert answer.json == {
        "cards": [], "unsure": 0, "letters": "sv", "width": 320, "height": 200, "doubtful": 0,
        "surplus": [], "builds": []}  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "content_type"),
    [
        ("JPEG", "image/jpg"),
        ("JPEG", "image/pjpeg"),
        ("JPEG", "application/octet-stream"),
        ("JPEG", "image/png; name=of-another-type"),
        ("HEIF", "image/heic"),
        ("HEIF", "image/heif"),
        ("AVIF", "image/avif"),
    ],
)
def test_the_first_bytes_decide(api: Caller, kind: str, content_type: str) -> None:
    from PIL import Image  # noqa: PLC0415
    from pillow_heif import register_heif_opener  # noqa: PLC0415 - the runtime may be missing

    register_heif_opener()
    file = io.BytesIO()
    Image.new("RGB", (320, 200), "green").save(file, kind)
    answer = send(api, file.getvalue(), content_type)
    assert (answer.status_code, answer.json["cards"]) == (200, [])


@pytest.fixture
def two_cards(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Return a reading of two cards that lie over each other, whatever the photo; and what was
    asked."""

    def seen(text: str, sure: float, x: float) -> SeenCard:
        others: tuple[tuple[Card, float], ...] = ((read_card("8D"), 0.0109),)
        outline = ((x - 30, 10.0), (x + 30, 10.0), (x + 30, 90.0), (x - 30, 90.0))
        return SeenCard(read_card(text), sure, others, x, 50.4, ((x - 20.6, 20.0),), outline)

    asked: list[Any] = []

    def read(data: bytes, content_type: str, knowledge: object) -> PhotoReading:
        asked.append((data, content_type, knowledge))
        return PhotoReading((seen("8H", 0.98, 100), seen("9C", 0.69999, 130)), "en", 320, 200)

    monkeypatch.setattr("referee.api.referee_calls.read_photo", read)
    return asked


def test_cards_of_a_photo(api: Caller, two_cards: list[Any]) -> None:
    answer = send(api, b"any", JPEG).json
    assert (answer["unsure"], answer["builds"]) == (1, [])  # nothing is built in Krypkasino
    assert answer["cards"][0] == {
        "card": "8H", "sure": 0.98, "alternatives": [{"card": "8D", "sure": 0.01}], "x": 100,
        "y": 50, "corners": [[79, 20]], "outline": [[70, 10], [130, 10], [130, 90], [70, 90]],
    }  # fmt: skip
    assert answer["cards"][1]["sure"] == 0.699  # never as sure as what is not asked for
    ((data, content_type, knowledge),) = two_cards
    assert (data, content_type) == (b"any", JPEG)
    assert (knowledge.letters, knowledge.indices) == (None, None)
    assert sum(knowledge.cards.values()) == 104


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("game=poker", "game"),
        ("letters=es", "letters"),
        ("indices=3", "indices"),
        ("gone=8", "gone"),  # which eight?
        ("game=casino&gone=AS+AS", "gone"),
    ],
)
def test_what_a_parameter_cannot_be(api: Caller, empty_table: bytes, query, field) -> None:
    answer = send(api, empty_table, query=query)
    assert (answer.status_code, [error["field"] for error in answer.json["errors"]]) == (
        422,
        [field],
    )


@pytest.mark.parametrize(
    ("data", "content_type", "status"),
    [
        (b"", PNG, 400),
        (b"\xff\xd8\xff\xe0 cut off", JPEG, 400),
        (b"GIF89a of another type", PNG, 415),
        (b"\0\0\0\x18ftypheic of an iPhone", JPEG, 400),
        (b"\xff\xd8\xff", "text/plain", 415),
        (b"\xff\xd8\xff" + bytes(MOST_BYTES), JPEG, 413),
    ],
)
def test_files_that_are_refused(api: Caller, data: bytes, content_type: str, status: int) -> None:
    answer = send(api, data, content_type)
    assert answer.status_code == status
    assert answer.json["detail"]


def photo(name: str = "table.jpg", kind: str | None = None, size: int = 3) -> FileStorage:
    return FileStorage(io.BytesIO(b"any".ljust(size)), name, content_type=kind)


FORMS: list[tuple[dict[str, Any], int, list[str]]] = [  # fields of a form, status, fields at fault
    ({"photo": photo()}, 200, []),
    ({"photo": photo("table", "text/plain")}, 200, []),  # clients write any type
    ({}, 422, ["photo"]),
    ({"photo": "any"}, 422, ["photo"]),
    ({"file": photo()}, 422, ["photo"]),
    ({"photo": [photo("1.jpg"), photo("2.jpg")]}, 422, ["photo"]),
    ({"photo": photo(size=MOST_BYTES + 5000)}, 413, []),
]  # fmt: skip


@pytest.mark.parametrize(("form", "status", "fields"), FORMS)
def test_a_photo_in_a_form(
    api: Caller, two_cards: list[Any], form: dict[str, Any], status: int, fields: list[str]
) -> None:
    boundary, body = encode_multipart(MultiDict(form))
    kind = f"multipart/form-data; boundary={boundary}"
    answer = api.client.post("/api/v1/photo", data=body, content_type=kind)
    assert answer.status_code == status, answer.text
    assert [error["field"] for error in answer.json.get("errors", [])] == fields
    assert [(data, kind) for data, kind, _ in two_cards] == [(b"any", None)] * (status == 200)


@pytest.mark.parametrize("kind", [JPEG, PNG, "image/jpg", "application/octet-stream"])
def test_types_that_senders_give(api: Caller, empty_table: bytes, kind: str) -> None:
    assert send(api, empty_table, kind).status_code == 200


def test_a_large_body_is_not_read_to_its_end(api: Caller) -> None:
    """By its length alone, where the sender tells it."""

    class Body(io.BytesIO):
        def read(self, *_: Any) -> bytes:
            raise AssertionError("read")

        readinto = readline = read

    body = Body(bytes(MOST_BYTES + 1))
    answer = api.client.post("/api/v1/photo", input_stream=body, content_type=JPEG)
    assert answer.status_code == 413


def test_too_many_at_once(api: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(*_: object) -> PhotoReading:
        raise PhotosBusy

    monkeypatch.setattr("referee.api.referee_calls.read_photo", busy)
    answer = api.client.post("/api/v1/photo", data=b"any", content_type=PNG)
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2")


def test_without_the_runtime(
    api: Caller, empty_table: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.api.referee_calls.available", lambda: False)
    answer = api.client.post("/api/v1/photo", data=empty_table, content_type=PNG)
    assert (answer.status_code, answer.json["title"]) == (501, "Not Implemented")
