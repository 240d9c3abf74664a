"""Errors of the rules and refusals of the services as ``application/problem+json`` (RFC 9457)."""

from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import NamedTuple, NoReturn

from flask import Flask, Response, current_app, make_response, request
from marshmallow import missing
from werkzeug.datastructures import WWWAuthenticate
from werkzeug.exceptions import HTTPException

from ..headers import request_id
from ..languages import gettext, lazy_gettext
from ..messages.error_texts import error_text, quote
from ..rules.cards import RulesError
from ..rules.question_fields import BadQuestion
from ..services import refusals
from ..words.card_names import without_style
from .game_answers import ProblemSchema
from .sheet_answers import row_of

_TITLES = {
    400: lazy_gettext("Bad Request"),
    401: lazy_gettext("Unauthorized"),
    403: lazy_gettext("Forbidden"),
    404: lazy_gettext("Not Found"),
    405: lazy_gettext("Method Not Allowed"),
    409: lazy_gettext("Conflict"),
    412: lazy_gettext("Precondition Failed"),
    413: lazy_gettext("Request Entity Too Large"),
    415: lazy_gettext("Unsupported Media Type"),
    422: lazy_gettext("Unprocessable Entity"),
    428: lazy_gettext("Precondition Required"),
    500: lazy_gettext("Internal Server Error"),
    501: lazy_gettext("Not Implemented"),
    503: lazy_gettext("Service Unavailable"),
}
"""Titles of the statuses; other statuses have their English phrase."""

MEDIA_TYPE = "application/problem+json"


class FieldError(NamedTuple):
    """A field, and a sentence about what is wrong with it."""

    field: str
    message: str


class Problem(Exception):
    """An answer that is an error; ``more`` are further fields of its body."""

    def __init__(
        self,
        status: int,
        detail: str,
        errors: Iterable[FieldError] = (),
        reason: str = "",
        *,
        headers: Mapping[str, str] | None = None,
        **more: object,
    ) -> None:
        super().__init__(detail)
        self.status, self.detail, self.reason = status, without_style(detail), reason
        self.errors = tuple(FieldError(name, without_style(text)) for name, text in errors)
        self.headers, self.more = headers or {}, more

    def response(self) -> Response:
        # Below 500 there is none, so that all that is missing looks alike.
        is_internal = self.status >= HTTPStatus.INTERNAL_SERVER_ERROR
        body = ProblemSchema.json(
            {
                "type": "about:blank",
                "title": _TITLES.get(self.status, HTTPStatus(self.status).phrase),
                "status": self.status,
                "detail": self.detail,
                "errors": self.errors or missing,
                "reason": self.reason or missing,
                "request_id": request_id() if is_internal else missing,
                **self.more,
            }
        )
        text = current_app.json.dumps(body)
        return Response(text, status=self.status, mimetype=MEDIA_TYPE, headers=self.headers)


def wrong_fields(status: int, errors: Iterable[FieldError], reason: str = "") -> Problem:
    """Return a problem with errors of fields; their sentences are its detail too."""
    field_errors = tuple(errors)
    return Problem(status, " ".join(error.message for error in field_errors), field_errors, reason)


def from_http(error: HTTPException) -> Response:
    """Return an error of Flask or Werkzeug as a problem."""
    status = error.code or HTTPStatus.INTERNAL_SERVER_ERROR
    if error.response is not None or status < HTTPStatus.BAD_REQUEST:
        return make_response(error.get_response())
    details = {
        HTTPStatus.NOT_FOUND: gettext("There is nothing here."),
        HTTPStatus.METHOD_NOT_ALLOWED: gettext(
            "This address does not take %(method)s.", method=quote(request.method)
        ),
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE: gettext("The body is too large: 64 KB at most."),
        HTTPStatus.BAD_REQUEST: gettext("The request cannot be read."),
        HTTPStatus.SERVICE_UNAVAILABLE: gettext("Too busy just now. Try again in a moment."),
    }
    fallback = gettext("Something went wrong here. It has been noted.")
    response = Problem(status, details.get(HTTPStatus(status), fallback)).response()
    response.headers.extend(
        (name, value)
        for name, value in error.get_headers()
        if name.lower() not in ("content-type", "content-length")
    )
    return response


def server_error(status: int, detail: str) -> Response:
    """Return the problem of an error of this server."""
    return Problem(status, detail).response()


def init_app(app: Flask) -> None:
    @app.errorhandler(Problem)
    def handle(problem: Problem) -> Response:
        return problem.response()


def refuse(field: str, error: RulesError) -> NoReturn:
    """Raise the problem (422) that a field's value is impossible."""
    raise wrong_fields(422, [FieldError(field, error_text(error))]) from error


def refuse_question(error: BadQuestion) -> NoReturn:
    """Raise the problem of a refused question: 400 if something cannot be read, else 422."""
    fields = [FieldError(fault.field, error_text(fault.error)) for fault in error.faults]
    raise wrong_fields(400 if error.unreadable else 422, fields) from error


def answer_rules(error: RulesError, field: str | None = None) -> Response:
    """Return the problem (422) of an error of the rules. ``field`` names the wrong field where the
    kind of error does not."""
    wrong = FieldError(field or error.field, error_text(error))
    return wrong_fields(422, [wrong], error.reason).response()


def unauthorized(detail: str) -> Problem:
    return Problem(401, detail, headers={"WWW-Authenticate": str(WWWAuthenticate("bearer"))})


def answer_refusal(refusal: refusals.Refusal) -> Response:
    """Return the problem of a refusal, with its status and reason."""
    detail = error_text(refusal)
    fields = [FieldError(refusal.field, detail)] if refusal.field else []
    headers: dict[str, str] = {}
    more: dict[str, object] = {}
    match refusal:
        case refusals.KeyReplaced():
            return unauthorized(detail).response()
        case refusals.TryLater(seconds=seconds):
            headers["Retry-After"] = str(seconds)
        case refusals.WhichAces(seats=seats):
            more["seats"] = [*seats]
        case refusals.RowChangedMeanwhile(sheet=sheet):
            more["current"] = row_of(sheet, refusal.version, refusal.current)
            more["yours"] = row_of(sheet, None, refusal.yours)
    status = refusal.api_status or refusal.status
    return Problem(status, detail, fields, refusal.reason, headers=headers, **more).response()
