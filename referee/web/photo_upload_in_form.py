"""Photos that a form sends, read with what the page knows of the cards."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from contextlib import suppress
from typing import NamedTuple

from flask import request
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import RequestEntityTooLarge

from ..languages import INTERNATIONAL, LETTERS_COOKIE, gettext
from ..messages.error_texts import error_text
from ..messages.photo_texts import place_text, which_card_text
from ..photo import MOST_BYTES, SURE_ENOUGH, OtherType, PhotoError, PhotoReading, SeenCard, TooLarge
from ..rules.card_notation import read_card
from ..rules.cards import Card
from ..rules.error_bases import Unreadable
from ..rules.ruleset import Ruleset
from ..services.photo_reader import PhotosBusy, knowledge_of, read_photo
from ..words.card_names import card_text

FIELD = "photo"
"""The field of a form that holds the photo."""
OTHER_FIELDS = 500_000
"""Bytes of the form beside the photo, at most."""


class NoPhoto(Exception):
    """A form without a photo."""


class SentPhoto(NamedTuple):
    """A photo, its content type, and the other fields of its form."""

    data: bytes
    content_type: str | None
    fields: MultiDict[str, str]


class UnsureCard(NamedTuple):
    """A card that was not read for sure: the question about it, and the possible cards, the
    likeliest first."""

    text: str
    cards: tuple[Card, ...]


def sent_photo() -> SentPhoto:
    """Return the photo and the fields in the form of this request.

    Raises :class:`~referee.photo.TooLarge`."""
    request.max_content_length = MOST_BYTES + OTHER_FIELDS
    try:
        file = request.files.get(FIELD)
    except RequestEntityTooLarge:
        raise TooLarge("bytes", MOST_BYTES) from None
    fields = MultiDict(request.form)
    return (
        SentPhoto(file.read(), file.content_type, fields) if file else SentPhoto(b"", None, fields)
    )


def cards_of(sent: SentPhoto, rules: Ruleset, excluded: Collection[Card] = ()) -> PhotoReading:
    """Return the reading of a photo of cards of this game. ``excluded`` cards cannot be in it.

    Raises :class:`NoPhoto`, :class:`~referee.services.photo_reader.PhotosBusy` or a
    :class:`~referee.photo.PhotoError`."""
    if not sent.data:
        raise NoPhoto
    knowledge = knowledge_of(rules, excluded, deck_letters())
    return read_photo(sent.data, sent.content_type, knowledge)


def reading_of(field: str, rules: Ruleset) -> PhotoReading:
    """Return the reading of the photo in a field of this request's form. Raises as :func:`cards_of`
    does."""
    file = request.files.get(field)
    if file is None or not file.filename:
        raise NoPhoto
    return cards_of(SentPhoto(file.read(), file.content_type, request.form), rules)


REFUSED = (PhotoError, PhotosBusy, NoPhoto)
"""Reasons why no photo was read."""


def refusal_text(error: PhotoError | PhotosBusy | NoPhoto) -> str:
    """Return the sentence that says why no photo was read."""
    return gettext("Choose a photo first.") if isinstance(error, NoPhoto) else error_text(error)


def status_of(error: PhotoError | PhotosBusy | NoPhoto) -> int:
    """Return the HTTP status of a page that says why no photo was read."""
    match error:
        case PhotosBusy():
            return 503
        case TooLarge():
            return 413
        case OtherType():
            return 415
    return 400


def deck_letters() -> str | None:
    """Return the letters of the cards if somebody chose international ones, None where any are
    possible."""
    return "en" if request.cookies.get(LETTERS_COOKIE) == INTERNATIONAL else None


def suited_cards(text: str) -> Iterator[Card]:
    """Yield the cards with a suit in the text of a field, and skip anything else."""
    for word in re.split(r"[^\w♠♥♦♣]+", text):
        with suppress(Unreadable):
            if (card := read_card(word)).suited:
                yield card


def questions_of(reading: PhotoReading, seen: Collection[SeenCard]) -> list[UnsureCard]:
    """Return a question for each of the cards that was not read for sure."""
    return [_question(card, reading) for card in seen if card.sure < SURE_ENOUGH]


def _question(seen: SeenCard, reading: PhotoReading) -> UnsureCard:
    cards = (seen.card, *(card for card, _ in seen.alternatives if card != seen.card))
    where = place_text(seen.x / reading.width, seen.y / reading.height)
    second = card_text(cards[1]) if cards[1:] else None
    return UnsureCard(which_card_text(where, card_text(cards[0]), second), cards)
