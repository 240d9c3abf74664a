"""Errors: a page for people, a sentence for scripts, a problem for programs; never a bare 500."""

from __future__ import annotations

from flask import Flask, Response, make_response, request
from sqlalchemy.exc import OperationalError
from werkzeug.exceptions import HTTPException, ServiceUnavailable

from .api.problems import from_http
from .languages import gettext
from .logs import request_id
from .messages import error_text
from .rules.cards import RulesError
from .services import refusals
from .web.access import is_strange
from .web.live import is_live
from .web.templates import render

RETRY_SECONDS = 2
_STATUSES: tuple[tuple[type[refusals.Refusal], int], ...] = (
    (refusals.Missing, 404),
    (refusals.MayNotWrite, 403),
    (refusals.Conflict, 409),
    (refusals.TooFast, 503),
    (refusals.Refusal, 422),
)


def init_app(app: Flask) -> None:
    @app.errorhandler(HTTPException)
    def answer(error: HTTPException) -> Response:
        if request.path.startswith("/api/"):
            return from_http(error)
        if error.response is not None or error.code is None or error.code < 400:
            return make_response(error.get_response())
        page = _page(error.code)
        headers = error.get_response().headers
        page.headers.update({name: headers[name] for name in _KEPT if name in headers})
        return page

    @app.errorhandler(refusals.Refusal)
    def refuse(refusal: refusals.Refusal) -> Response:
        """What a page asked for cannot be done; the API answers its refusals itself."""
        status = next(status for kind, status in _STATUSES if isinstance(refusal, kind))
        page = _page(status, None if status == 404 else error_text(refusal))
        if isinstance(refusal, refusals.TooFast):
            page.retry_after = refusal.seconds
        return page

    @app.errorhandler(RulesError)
    def impossible(error: RulesError) -> Response:
        """Something that no form of ours sends."""
        return _page(422, error_text(error))

    @app.errorhandler(OperationalError)
    def busy(error: OperationalError) -> Response:
        """The database is locked for too long, or away."""
        app.logger.warning("database: %s", error.orig)
        return answer(ServiceUnavailable(retry_after=RETRY_SECONDS))


_KEPT = ("Allow", "Retry-After")


def _page(status: int, sentence: str | None = None) -> Response:
    if is_live():
        response = make_response(sentence or _short(status), status)
        response.content_type = "text/plain; charset=utf-8"
        return response
    strange = status == 404 and is_strange(request.path)
    facts = {"code": status, "sentence": sentence, "strange_group": strange}
    page = render("errors/page.html", **facts, request_id=request_id())
    return make_response(page, status)


def _short(status: int) -> str:
    """For a page that is open already and asked for its changes."""
    if status == 404:
        return gettext(
            "This is not here any more, or the links were replaced."
            " Go to the group, or open its link again."
        )
    if status == 503:
        return gettext("Too busy just now. Try again in a moment.")
    return gettext("That did not work. Load the page again.")
