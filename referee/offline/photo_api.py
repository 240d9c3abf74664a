"""``POST /api/v1/photo`` on a phone. Its scripts find the indices in a photo
(``scripts/photo_indices.js``), and this call assigns cards to them as a server does."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import TypedDict

from flask import Blueprint, Response, jsonify, make_response, request

from ..api.ruling_answers import PhotoSchema, reading_of
from ..languages import gettext
from ..messages.error_texts import error_text
from ..photo import (
    LETTERS,
    MOST_BYTES,
    MOST_PIXELS,
    KnownFacts,
    NotAPicture,
    OtherType,
    PhotoError,
    TooLarge,
)
from ..photo.assignment import assign
from ..photo.indices import Index, ReadIndex
from ..rules.cards import Cards, RulesError
from ..rules.games import RULESETS, ruleset
from ..rules.ruleset import Ruleset
from ..services.photo_reader import INDICES, knowledge_of, read_gone, widest_packs

blueprint = Blueprint("photo_api", __name__)

MOST_SEEN = 1_000_000
"""Bytes of what the scripts say of a photo: 160 indices with 30 numbers each, and some more."""


@blueprint.post("/api/v1/photo")
def read() -> Response:
    """Answer with the cards in a photo."""
    request.max_content_length = MOST_SEEN
    seen = request.get_json()
    if "refused" in seen:
        refusal = _refusal(seen["refused"], seen["type"])
        return _problem(_status(refusal), error_text(refusal))
    if (wrong := _query_error(request.args)) is not None:
        return _problem(HTTPStatus.UNPROCESSABLE_ENTITY, wrong)
    known_facts = _known_facts(request.args)
    indices = [_index(index) for index in seen["indices"]]
    reading = assign(indices, known_facts, seen["width"], seen["height"])
    return jsonify(
        PhotoSchema.json(reading_of(reading.scaled(*seen["full"]), _rules(request.args)))
    )


_CHOICES = {"game": [*RULESETS], "letters": [*LETTERS], "indices": [*map(str, INDICES)]}


def _query_error(fields: Mapping[str, str]) -> str | None:
    """Return the sentence about a wrong value in a query, None if all are right."""
    for name, values in _CHOICES.items():
        if fields.get(name) and fields[name] not in values:
            return gettext("This must be one of: %(values)s.", values=", ".join(values))
    try:
        _gone(fields)
    except RulesError as error:
        return error_text(error)
    return None


def _rules(fields: Mapping[str, str]) -> Ruleset:
    return ruleset(fields["game"]) if fields.get("game") else widest_packs()


def _gone(fields: Mapping[str, str]) -> Cards:
    return read_gone(_rules(fields), fields.get("gone", ""))


def _known_facts(fields: Mapping[str, str]) -> KnownFacts:
    indices = int(fields["indices"]) if fields.get("indices") else None
    return knowledge_of(_rules(fields), _gone(fields), fields.get("letters") or None, indices)


class _SeenIndex(TypedDict):
    """The fields of a :class:`ReadIndex` as the scripts send them; points are pairs of numbers."""

    at: tuple[float, float]
    up: tuple[float, float]
    centre: tuple[float, float]
    score: float
    glyphs: list[float]
    suits: list[float]
    nothing: float


def _index(seen: _SeenIndex) -> ReadIndex:
    at, up, centre = complex(*seen["at"]), complex(*seen["up"]), complex(*seen["centre"])
    index = Index(at, up, centre, seen["score"])
    return ReadIndex(index, tuple(seen["glyphs"]), tuple(seen["suits"]), seen["nothing"])


def _refusal(reason: str, kind: str) -> PhotoError:
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
    body = {"type": "about:blank", "title": status.phrase, "status": status, "detail": detail}
    response = make_response(jsonify(body), status)
    response.content_type = "application/problem+json"
    return response
