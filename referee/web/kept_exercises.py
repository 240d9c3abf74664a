"""Page of what a phone keeps of exercises, and its way to another phone.

The phone sends it with each request; the server keeps nothing."""

import json

from flask import Blueprint, Response, make_response, render_template, request
from werkzeug.exceptions import BadRequest

from ..languages import gettext
from ..services.recall import (
    Recall,
    UnreadableRecall,
    merged,
    pack,
    recall_of,
    unpack,
    write_recall,
)

LARGEST = 512 * 1024
"""Bytes of what two phones keep at most."""

blueprint = Blueprint("kept_exercises", __name__, url_prefix="/exercises/kept")


@blueprint.get("")
def page() -> str:
    return render_template("kept_exercises/page.html")


@blueprint.post("/link")
def link() -> Response:
    """Return what is sent as the text of a link."""
    try:
        return _text(pack(recall_of(_sent("mine"))))
    except UnreadableRecall:
        return _unreadable(gettext("This phone has no exercises that come back."))


@blueprint.post("/merge")
def merge() -> Response:
    """Return, as JSON, what this phone keeps together with that of another one, which is the text
    of a link or an object from a file."""
    try:
        other = _other()
    except UnreadableRecall:
        return _unreadable(
            gettext("No exercises can be read here. Perhaps the link was cut off: send it again.")
        )
    try:
        mine = recall_of(_sent("mine"))
    except UnreadableRecall:
        mine = Recall()  # nothing is there yet, or it was damaged
    response = _text(write_recall(merged(mine, other)))
    response.content_type = "application/json"
    return response


def _other() -> Recall:
    other = _sent("other")
    return unpack(other) if isinstance(other, str) else recall_of(other)


def _sent(name: str) -> object:
    """Return a field of the object that was sent, None if it is not there."""
    request.max_content_length = LARGEST
    try:
        data: object = json.loads(request.get_data())
    except (ValueError, RecursionError) as error:
        raise BadRequest from error
    return data.get(name) if isinstance(data, dict) else None


def _text(text: str) -> Response:
    response = make_response(text)
    response.content_type = "text/plain; charset=utf-8"
    response.cache_control.no_store = True
    return response


def _unreadable(sentence: str) -> Response:
    response = _text(sentence)
    response.status_code = 422
    return response
