"""``POST /api/v1/photo`` on a phone: its scripts find the indices (``scripts/photo_indices.js``),
and this says which cards they are, as a server does."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from flask import Blueprint, Response, jsonify, make_response, request

from ..json_answers import PhotoSchema, reading_of
from ..languages import gettext
from ..messages import error_text
from ..photo import LETTERS, KnownFacts, NotAPicture, OtherType, PhotoError, TooLarge
from ..photo.card_assignment import assign
from ..photo.corner_indices import Index, ReadIndex
from ..photo.errors import MOST_BYTES, MOST_PIXELS
from ..rules.cards import Card, KnownCards, RulesError
from ..rules.games import RULESETS, ruleset
from ..rules.log.entries import read_suited
from ..rules.ruleset import Ruleset
from ..services.photos import INDICES, knowledge_of, widest_packs

blueprint = Blueprint("photos", __name__)

MOST_TOLD = 1_000_000
"""Bytes of what the scripts say of a photo: 160 indices with 30 numbers each, and some more."""


@blueprint.post("/api/v1/photo")
def read() -> Response:
    """Answer with the cards in a photo."""
    request.max_content_length = MOST_TOLD
    seen = request.get_json()
    if "refused" in seen:
        refusal = _refusal(seen["refused"], seen["type"])
        return _problem(_status(refusal), error_text(refusal))
    if (wrong := _what_is_wrong(request.args)) is not None:
        return _problem(HTTPStatus.UNPROCESSABLE_ENTITY, wrong)
    knowledge = _knowledge(request.args)
    indices = [_index(one) for one in seen["indices"]]
    reading = assign(indices, knowledge, seen["width"], seen["height"])
    return jsonify(
        PhotoSchema.json(reading_of(reading.scaled(*seen["full"]), _rules(request.args)))
    )


_CHOICES = {"game": [*RULESETS], "letters": [*LETTERS], "indices": [*map(str, INDICES)]}


def _what_is_wrong(asked: Mapping[str, str]) -> str | None:
    """Return what a query says that there is not, in a sentence; None if all of it is there."""
    for name, values in _CHOICES.items():
        if asked.get(name) and asked[name] not in values:
            return gettext("This must be one of: %(values)s.", values=", ".join(values))
    try:
        KnownCards(_rules(asked).deck, _gone(asked))  # refuses more copies than there are
    except RulesError as error:
        return error_text(error)
    return None


def _rules(asked: Mapping[str, str]) -> Ruleset:
    return ruleset(asked["game"]) if asked.get("game") else widest_packs()


def _gone(asked: Mapping[str, str]) -> tuple[Card, ...]:
    return tuple(map(read_suited, asked.get("gone", "").replace(",", " ").split()))


def _knowledge(asked: Mapping[str, str]) -> KnownFacts:
    indices = int(asked["indices"]) if asked.get("indices") else None
    return knowledge_of(_rules(asked), _gone(asked), asked.get("letters") or None, indices)


def _index(seen: dict[str, Any]) -> ReadIndex:
    at, up, centre = (complex(*seen[name]) for name in ("at", "up", "centre"))
    index = Index(at, up, centre, seen["score"])
    return ReadIndex(index, tuple(seen["glyphs"]), tuple(seen["suits"]), seen["nothing"])


def _refusal(reason: str, kind: str) -> PhotoError:
    """Return what the server would have raised for such a file."""
    match reason:
        case "type":
            return OtherType(kind)
        case "bytes":
            return TooLarge("bytes", MOST_BYTES)
        case "pixels":
            return TooLarge("pixels", MOST_PIXELS)
    return NotAPicture()


def _status(error: PhotoError) -> HTTPStatus:
    match error:
        case TooLarge():
            return HTTPStatus.REQUEST_ENTITY_TOO_LARGE
        case OtherType():
            return HTTPStatus.UNSUPPORTED_MEDIA_TYPE
    return HTTPStatus.BAD_REQUEST


def _problem(status: HTTPStatus, detail: str) -> Response:
    told = {"type": "about:blank", "title": status.phrase, "status": status, "detail": detail}
    response = make_response(jsonify(told), status)
    response.content_type = "application/problem+json"
    return response
