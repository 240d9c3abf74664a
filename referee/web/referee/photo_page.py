"""The referee's page with the cards of a photo filled in, for browsers without scripts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from flask import Blueprint, Response, abort, make_response, request

from ... import photo
from ...languages import gettext
from ...messages.photo_texts import cards_unsure_text, lie_over_text, seen_text
from ...photo import PhotoError, PhotoReading, SeenCard
from ...rules.card_notation import write_cards
from ...rules.cards import Card
from ...rules.ruleset import Ruleset
from ...services.photo_reader import PhotosBusy, builds_in
from ...words.card_names import row_text
from ..photo_upload_in_form import (
    REFUSED,
    NoPhoto,
    SentPhoto,
    UnsureCard,
    cards_of,
    questions_of,
    refusal_text,
    sent_photo,
    status_of,
    suited_cards,
)
from ..ruleset_of_game_in_url import find_ruleset
from .question_view_base import PositionView, view_of
from .referee_page import draw_page

blueprint = Blueprint("referee_photo", __name__)

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
    """Return a text and a URL for each build that overlapping cards may be."""
    counts = Counter(seen.card for seen in cards)
    builds: list[list[Card]] = [[seen.card for seen in group] for group in groups]
    return [
        (lie_over_text(row_text(build)), view.address(**{"with": write_cards(build)}))
        for build in builds
        if Counter(build) <= counts
    ]
