"""Photos in forms: their reading, their sentences, and the referee's page with their cards."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import NamedTuple

from flask import Blueprint, Response, abort, make_response, request
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import RequestEntityTooLarge

from .. import photo
from ..languages import INTERNATIONAL, LETTERS_COOKIE, gettext
from ..messages.error_texts import error_text
from ..messages.photo_texts import (
    cards_unsure_text,
    lie_over_text,
    place_text,
    seen_text,
    which_card_text,
)
from ..photo import MOST_BYTES, SURE_ENOUGH, OtherType, PhotoError, PhotoReading, SeenCard, TooLarge
from ..rules.cards import Card, Unreadable
from ..rules.notation import SIGNS, read_card, words_of, write_cards
from ..rules.ruleset import Ruleset
from ..services.photo_reader import PhotosBusy, builds_in, knowledge_of, read_photo
from ..words.card_names import card_text, row_text
from .referee.question_view import PositionView, view_of
from .referee.referee_page import draw_page
from .requests import find_ruleset

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

    Raises :class:`.TooLarge`."""
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

    Raises :class:`NoPhoto`, :class:`.PhotosBusy` or a :class:`.PhotoError`."""
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
    for word in words_of(re.sub(rf"[^\w{SIGNS}]+", " ", text)):
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


blueprint = Blueprint("photo_forms", __name__)

PLACE = "place"
"""The field that says what was photographed."""
TABLE, PLAYED, HAND = "table", "played", "hand"
EXCLUDED = {TABLE: (HAND,), PLAYED: (), HAND: (TABLE,)}
"""The fields whose cards cannot be in a photo of a place. What is played lies on the table."""


@dataclass(frozen=True)
class PhotoOnPage:
    """A read or refused photo as the page shows it. ``sure`` are the cards without a question,
    ``builds`` texts and URLs for cards that lie over each other."""

    place: str
    sentence: str = ""
    refusal: str = ""
    sure: str = ""
    questions: Sequence[UnsureCard] = ()
    builds: Sequence[tuple[str, str]] = field(default=())


@blueprint.post("/<game>/referee")
def read(game: str) -> Response:
    """Draw the page with the cards of a photo in the field ``place``; all other fields stay as they
    were typed."""
    rules = find_ruleset(game)
    if not photo.available():
        abort(404)
    try:
        sent = sent_photo()
    except PhotoError as error:
        return _refused(game, rules, SentPhoto(b"", None, request.args), error)
    place = sent.fields.get(PLACE, TABLE)
    place = place if place in EXCLUDED else TABLE
    excluded = [
        card for name in EXCLUDED[place] for card in suited_cards(sent.fields.get(name, ""))
    ]
    try:
        reading = cards_of(sent, rules, excluded)
    except REFUSED as error:
        return _refused(game, rules, sent, error)
    return make_response(_filled(game, rules, sent, place, reading))


def _refused(
    game: str, rules: Ruleset, sent: SentPhoto, error: PhotoError | PhotosBusy | NoPhoto
) -> Response:
    view, refusal = view_of(rules.referee, game, sent.fields), refusal_text(error)
    response = make_response(
        draw_page(view, seen=PhotoOnPage(TABLE, refusal=refusal)), status_of(error)
    )
    if isinstance(error, PhotosBusy):
        response.retry_after = error.seconds
    return response


def _filled(game: str, rules: Ruleset, sent: SentPhoto, place: str, reading: PhotoReading) -> str:
    cards = _cards_of_place(rules, sent, place, reading)
    sentence = seen_text(reading)
    if place == PLAYED and len(cards) > 1:
        sentence += " " + gettext("Photograph only the card that was played.")
        cards = ()
    fields = sent.fields.copy()
    fields.pop(PLACE, None)
    if cards:
        fields[place] = write_cards(seen.card for seen in cards)
    questions = questions_of(reading, cards)
    if questions:
        sentence += " " + cards_unsure_text(len(questions))
    view = view_of(rules.referee, game, fields)
    sure = [seen.card for seen in cards if seen not in reading.unsure]
    builds = _build_offers(view, cards, builds_in(reading, rules)) if place == TABLE else ()
    seen = PhotoOnPage(place, sentence, "", write_cards(sure), questions, builds)
    return draw_page(view, seen=seen)


def _cards_of_place(
    rules: Ruleset, sent: SentPhoto, place: str, reading: PhotoReading
) -> tuple[SeenCard, ...]:
    """Return the cards that were photographed at a place. Of a single pack, the played card is no
    card of the table."""
    played = set(suited_cards(sent.fields.get(PLAYED, "")))
    if place == TABLE and rules.deck.copies == 1:
        return tuple(seen for seen in reading.cards if seen.card not in played)
    return reading.cards


def _build_offers(
    view: PositionView, cards: Sequence[SeenCard], groups: Sequence[Sequence[SeenCard]]
) -> list[tuple[str, str]]:
    counts = Counter(seen.card for seen in cards)
    builds: list[list[Card]] = [[seen.card for seen in group] for group in groups]
    return [
        (lie_over_text(row_text(build)), view.address(**{"with": write_cards(build)}))
        for build in builds
        if Counter(build) <= counts
    ]
