"""JSON of the cards read in a photo."""

from __future__ import annotations

import math

from marshmallow import fields

from ..json_schema_base import Code, JsonField, ListOf, ObjectOf, Shape, Whole, With
from ..photo import LETTERS, PhotoReading
from ..rules.ruleset import Ruleset
from ..services.photos import builds_in
from .notation_fields import CardText


class Confidence(JsonField, fields.Float):
    """A probability from 0 to 1, rounded down, so that an unsure card never looks sure."""

    def write(self, value: float) -> object:
        return math.floor(value * 1000) / 1000


class Pixel(Whole):
    """A coordinate in a photo, to the nearest pixel."""

    def write(self, value: float) -> object:
        return round(value)


class PhotoAlternativeSchema(Shape):
    card = CardText()
    sure = Confidence()


class PhotoCardSchema(PhotoAlternativeSchema):
    """A card that was seen. ``x`` and ``y`` are its middle, ``corners`` the middles of its indices
    and ``outline`` its four corners, in pixels of the photo turned upright."""

    alternatives = ListOf(
        ObjectOf(PhotoAlternativeSchema),
        read=lambda seen: [{"card": card, "sure": sure} for card, sure in seen.alternatives],
    )
    x = Pixel()
    y = Pixel()
    corners = ListOf(ListOf(Pixel()))
    outline = ListOf(ListOf(Pixel()))


class PhotoSchema(Shape):
    """The cards in a photo. ``unsure``: number of those with ``sure`` below 0.7. ``doubtful``:
    number of marks like an index that belong to no card of the packs. ``builds``: cards that lie
    over each other, by their number in ``cards``."""

    cards = ListOf(ObjectOf(PhotoCardSchema))
    unsure = Whole(read=lambda reading: len(reading.unsure))
    letters = Code(LETTERS)
    width = Whole()
    height = Whole()
    doubtful = Whole()
    builds = ListOf(ListOf(Whole()))


def reading_of(reading: PhotoReading, rules: Ruleset) -> With:
    """Return the reading of a photo of this game's cards in the shape of :class:`PhotoSchema`."""
    builds = builds_in(reading, rules)
    return With(reading, builds=[[reading.cards.index(seen) for seen in lies] for lies in builds])
