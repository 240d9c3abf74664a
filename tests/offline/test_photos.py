"""Photos on a phone: Python there makes the same cards of the indices as the server."""

import re
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from referee.photo import available, images, indices
from referee.photo.indices import ReadIndex
from tests.drawn_photos import photo_of

from .own_app import Cabin

JPEG = "image/jpeg"
SCRIPT = Path(__file__).parents[2] / "referee/offline/scripts/photo_indices.js"
needs_runtime = pytest.mark.skipif(not available(), reason="the extra photo is not installed")


def pair(number: complex) -> list[float]:
    return [number.real, number.imag]


def told(seen: ReadIndex) -> dict[str, Any]:
    """Return an index as the phone's scripts tell of it."""
    index = seen.index
    where = {name: pair(getattr(index, name)) for name in ("at", "up", "centre")}
    shares = {"glyphs": seen.glyphs, "suits": seen.suits, "nothing": seen.nothing}
    return {**where, "score": index.score, **shares}


NOTHING = {"indices": [], "width": 320, "height": 200, "full": [640, 400]}


@needs_runtime
@pytest.mark.parametrize("query", ["", "game=casino&letters=en&indices=2&gone=8D", "letters=sv"])
def test_the_same_cards_as_on_the_server(app: Flask, cabin: Cabin, query: str) -> None:
    from referee.photo.images import open_photo  # noqa: PLC0415
    from referee.photo.networks import find_indices, read_indices  # noqa: PLC0415

    photo, address = photo_of("8D 3S QH"), f"/api/v1/photo?{query}"
    served = app.test_client().post(address, data=photo, content_type=JPEG).json
    image, size = open_photo(photo)
    seen = [told(one) for one in read_indices(image, find_indices(image))]
    facts = {"indices": seen, "width": image.width, "height": image.height, "full": size}
    assert cabin.ask(address, "POST", json=facts).json == served
    assert served["cards"]


@pytest.mark.parametrize(
    ("query", "answer"),
    [
        ("", 200),
        ("game=krypkasino&letters=de&indices=4&gone=8S,8S", 200),
        ("game=whist", "This must be one of: krypkasino"),
        ("gone=8K", "8K"),
        ("game=casino&gone=8S,8S", "8♠"),
    ],
)
def test_what_is_known_of_a_photo(cabin: Cabin, query: str, answer: int | str) -> None:
    response = cabin.ask(f"/api/v1/photo?{query}", "POST", json=NOTHING)
    if answer == 200:
        sizes = (response.json["width"], response.json["height"])
        assert (response.status_code, response.json["cards"], sizes) == (200, [], (640, 400))
    else:
        assert response.status_code == 422
        assert str(answer) in response.json["detail"].replace("\ufe0e", "")


@pytest.mark.parametrize(
    ("refused", "status", "sentence"),
    [
        ("type", 415, "Pictures of this type cannot be read here"),
        ("pixels", 413, "at most 64 megapixels"),
        ("picture", 400, "not a picture, or it is damaged"),
    ],
)
def test_what_is_no_photo(cabin: Cabin, refused: str, status: int, sentence: str) -> None:
    facts = {"refused": refused, "type": "image/gif"}
    response = cabin.ask("/api/v1/photo", "POST", json=facts)
    assert (response.status_code, response.mimetype) == (status, "application/problem+json")
    assert sentence in response.json["detail"]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("LEAST_SCORE", indices.LEAST_SCORE),
        ("MOST_DOUBT", indices.MOST_DOUBT),
        ("GLYPHS", len(indices.GLYPHS)),
        ("MOST_BYTES", images.MOST_BYTES),
        ("MOST_PIXELS", images.MOST_PIXELS),
    ],
)
def test_the_script_has_the_figures_of_the_server(name: str, value: float) -> None:
    found = re.search(rf"^const {name} = ([0-9.e]+);", SCRIPT.read_text("utf-8"), re.MULTILINE)
    assert found
    assert float(found[1]) == value
