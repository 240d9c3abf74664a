"""Shapes of JSON: which values they write, and which they leave out."""

from types import SimpleNamespace

import pytest
from marshmallow import missing

from referee.shapes import ListOf, Shape, Text, Whole

PILE = SimpleNamespace(seat=SimpleNamespace(name="Ada"), lies=("8S", "9D"), points=None)


class PileSchema(Shape):
    owner = Text(attribute="seat.name")
    cards = Whole(read=lambda pile: len(pile.lies))
    tops = ListOf(Text(), attribute="lies", data_key="with")
    points = Whole(required=False, allow_none=True)


def test_what_is_written() -> None:
    written = {"owner": "Ada", "cards": 2, "with": ["8S", "9D"]}
    assert PileSchema.json(PILE) == written | {"points": None}
    assert PileSchema.json(PileSchema.values(PILE, points=missing)) == written
    with pytest.raises(AttributeError):
        PileSchema.json(SimpleNamespace(seat=PILE.seat))
