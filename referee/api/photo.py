"""``POST /photo``: read the cards in a photo."""

from __future__ import annotations

from flask import request
from flask_smorest import Blueprint
from werkzeug.exceptions import RequestEntityTooLarge

from ..json_answers.followed_state_parts import Values
from ..json_answers.photo_reading import PhotoSchema, reading_of
from ..json_schema_base import With
from ..languages import gettext
from ..messages.error_texts import error_text
from ..messages.photo_texts import no_runtime_text
from ..photo import LETTERS, MOST_BYTES, KnownFacts, OtherType, PhotoError, TooLarge, available
from ..rules.error_bases import RulesError
from ..rules.games import RULESETS, ruleset
from ..rules.ruleset import Ruleset
from ..services.photos import (
    INDICES,
    TYPES,
    PhotosBusy,
    knowledge_of,
    read_gone,
    read_photo,
    widest_packs,
)
from .openapi import errors
from .problems import FieldError, Problem, wrong_fields
from .url_query_fields import texts_of_query

blueprint = Blueprint("api_photo", __name__, description="Read the cards in a photo.")

_EMPTY = "Empty: as if it were absent."
_PARAMETERS = [
    ("game", ["", *RULESETS], "Which packs there are; absent: the largest."),
    ("letters", ["", *LETTERS], "Letters of the deck; absent: found out."),
    ("indices", ["", *map(str, INDICES)], "Indices on a card; absent: found out."),
    ("gone", None, "Cards that cannot be in it."),
]


def _query_parameter(name: str, values: list[str] | None, description: str) -> Values:
    schema: Values = {"type": "string"} | ({"enum": values} if values else {})
    return {
        "in": "query",
        "name": name,
        "schema": schema,
        "description": f"{description} {_EMPTY}",
    }


_BODY = {
    "required": True,
    "description": "The file itself: at most 12 MB and 50 megapixels.",
    "content": {kind: {"schema": {"type": "string", "format": "binary"}} for kind in TYPES},
}


@blueprint.route("/photo", methods=["POST"])
@blueprint.doc(
    summary="The cards in a photo",
    parameters=[_query_parameter(*parameter) for parameter in _PARAMETERS],
    requestBody=_BODY,
)
@errors(blueprint, 400, 413, 415, 422, 501, 503)
@blueprint.response(200, PhotoSchema, description="The cards; none if none was seen.")
def post_photo() -> With:
    if not available():
        raise Problem(501, no_runtime_text())
    texts = texts_of_query()
    known_facts = _known_facts(texts)
    try:
        reading = read_photo(_photo_of_body(), request.mimetype, known_facts)
    except PhotosBusy as busy:
        seconds = {"Retry-After": str(busy.seconds)}
        raise Problem(503, error_text(busy), headers=seconds) from busy
    except PhotoError as error:
        raise Problem(_status(error), error_text(error)) from error
    return reading_of(reading, _rules(texts))


def _status(error: PhotoError) -> int:
    match error:
        case TooLarge():
            return 413
        case OtherType():
            return 415
    return 400


def _photo_of_body() -> bytes:
    """Return the photo in the body; one that is too large is not read to its end."""
    if request.mimetype not in TYPES:
        raise OtherType(request.mimetype)
    request.max_content_length = MOST_BYTES
    try:
        return request.get_data(cache=False)
    except RequestEntityTooLarge:
        raise TooLarge("bytes", MOST_BYTES) from None


def _rules(texts: dict[str, str]) -> Ruleset:
    return ruleset(texts["game"]) if texts.get("game") else widest_packs()


def _known_facts(texts: dict[str, str]) -> KnownFacts:
    """Return what the query says of the cards; 422 for unknown values."""
    wrong = [
        FieldError(name, gettext("This must be one of: %(values)s.", values=", ".join(values[1:])))
        for name, values, _ in _PARAMETERS
        if values and texts.get(name, "") not in values
    ]
    if wrong:
        raise wrong_fields(422, wrong)
    rules = _rules(texts)
    try:
        excluded = read_gone(rules, texts.get("gone", ""))
    except RulesError as error:
        raise wrong_fields(422, [FieldError("gone", error_text(error))]) from error
    indices = int(texts["indices"]) if texts.get("indices") else None
    return knowledge_of(rules, excluded, texts.get("letters") or None, indices)
