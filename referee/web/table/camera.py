"""The camera that watches a live table: what its frames show, and the entry that explains it.

Frames are read as photos are (:mod:`referee.api.referee_calls`); here come only the cards that were
read in them."""

import json
from collections.abc import Sequence
from math import isfinite
from typing import TypedDict

from flask import Response, abort, jsonify, request

from ...languages import in_sentences
from ...messages.photo_texts import camera_text
from ...messages.table_events import played_text, table_event_text
from ...photo import PhotoReading, SeenCard
from ...rules.cards import Card, Unreadable
from ...rules.log.entries import Entry
from ...rules.log.record import Record
from ...rules.log.sightings import SeenFace, Sighting, explain_sightings
from ...rules.notation import read_card, write_card, write_cards, write_play
from ...rules.plays import Dealt, Played
from ...services.refusals import Cause, Conflict
from ..secret_links import GameInUrl
from . import blueprint
from .entry_forms import read_number
from .table_page import read_table_game

MOST_SIGHTINGS, MOST_CARDS, MOST_OTHERS = 12, 40, 5
"""The largest numbers of frames, of cards in each, and of other cards that one may be."""
_CORNERS = 4


class _CardFields(TypedDict):
    """A card in the form, as the answer to a photo has it; ``others`` are its alternatives."""

    card: str
    sure: float
    others: list[str]
    outline: list[tuple[float, float]]


@blueprint.post("/camera")
def explain(place: GameInUrl) -> Response:
    """Answer with what the frames since the latest entry come to, as JSON: its ``status``, a
    ``text`` about it, and the ``entries`` that would explain it, each with its ``text`` and the
    ``fields`` of the form that makes it. Raises :class:`.Conflict` where the log has moved on."""
    table = read_table_game(place.editing(), place.game_id)
    record = table.game.record
    sightings = _read_sightings(request.form.get("sightings", ""))
    if read_number("after") != record.seq:
        raise Conflict(Cause.FASTER)
    found = explain_sightings(record, sightings)
    names = in_sentences(table.session_view.players)
    entries = [
        {"text": _text(entry, record, names), "fields": _fields(entry)} for entry in found.entries
    ]
    return jsonify(status=found.status, text=camera_text(found), entries=entries)


def _text(entry: Entry, record: Record, names: Sequence[str]) -> str:
    if isinstance(entry, Dealt):
        return table_event_text(entry, None, names)
    assert isinstance(entry, Played)
    assert record.state is not None
    assert record.state.turn is not None
    return played_text(record.engine, record.state, entry, record.state.turn, names)


def _fields(entry: Entry) -> dict[str, str]:
    if isinstance(entry, Dealt):
        return {"dealt": write_cards(entry.table)}
    assert isinstance(entry, Played)
    return {"card": write_card(entry.card), "turn": write_play(entry.play)}


def _read_sightings(text: str) -> list[Sighting]:
    """Return the sightings in a form, which the page has made of readings of photos; 400 for what
    no page sends."""
    try:
        sightings = json.loads(text)
        if not 0 < len(sightings) <= MOST_SIGHTINGS:
            abort(400)
        return [_sighting(**sighting) for sighting in sightings]
    except (ValueError, TypeError, AttributeError, OverflowError, RecursionError, Unreadable):
        abort(400)


def _sighting(cards: list[_CardFields], at: float) -> Sighting:
    if len(cards) > MOST_CARDS:
        raise ValueError(cards)
    seen = tuple(_seen(**card) for card in cards)
    places = {id(card): place for place, card in enumerate(seen)}
    piles = PhotoReading(seen, "", 0, 0).builds()
    return Sighting(
        tuple(
            SeenFace(card.card, card.sure, tuple(other for other, _ in card.alternatives))
            for card in seen
        ),
        tuple(tuple(places[id(card)] for card in pile) for pile in piles),
        _number(at),
    )


def _seen(
    card: str, sure: float, others: list[str], outline: list[tuple[float, float]]
) -> SeenCard:
    """Return a card of a frame. Raises :class:`ValueError` for more than any reading has."""
    if len(others) > MOST_OTHERS or len(outline) not in (0, _CORNERS):
        raise ValueError(card)
    alternatives = tuple((_face(other), 0.0) for other in others)
    corners = tuple((_number(x), _number(y)) for x, y in outline)
    return SeenCard(_face(card), _number(sure), alternatives, 0, 0, (), corners)


def _face(text: str) -> Card:
    card = read_card(text)
    if not card.suited:
        raise ValueError(text)
    return card


def _number(value: float) -> float:
    """Return a number. Raises :class:`ValueError` for one that is none."""
    if not isfinite(value):
        raise ValueError(value)
    return float(value)
