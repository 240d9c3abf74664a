"""Answers to refusals and errors as pages, which keep what was typed."""

import re
from collections.abc import Iterator, Sequence
from typing import Protocol

from flask import Flask, Response, current_app, g, make_response, render_template, request
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.exceptions import HTTPException, ServiceUnavailable

from ..cache import on_phone
from ..headers import request_id
from ..languages import gettext, in_sentences, lazy_gettext
from ..messages.error_texts import error_text
from ..rules.cards import RulesError
from ..rules.notation import read_cards
from ..rules.score_items import MARKERS
from ..rules.typed_row import ADJUSTMENT, NOTHING, REASON, reason_text
from ..services import refusals, session_views
from ..services.names import NAME_LENGTH, is_of_phone
from ..services.refusals import Damaged
from ..services.session_views import SessionView
from ..store.driver_errors import DatabaseBusy, DriverError, driver_error_of
from ..words.card_names import row_text
from ..words.score_names import FIELDS
from .forms import is_outbox, is_poll
from .key_cookies import is_strange
from .requests import CrossSite
from .secret_links import GameInUrl
from .sheet.row_form import limits_of

_CARD = re.compile(r"(?:10|[A2-9JQK])[SHDC]")
_CARD_FIELDS = ("turn", "card", "option", "captured", "used", "dealt", "top", "lies", "shows")


def entered_text(place: GameInUrl) -> str:
    """Return the name, numbers and cards in the form of this request: ``Anna: Card points 13``; ""
    where the form holds nothing but a button."""
    session = session_views.read_session(place.access(), place.session_id)
    names = in_sentences(session.players)
    form = request.form
    if "sweep" in form:
        seat, _, double = form["sweep"].partition("x")
        name = _name(names, seat)
        if double:
            return gettext("Double sweep: %(name)s", name=name)
        return gettext("Sweep: %(name)s", name=name)
    if "deal" in form:
        return gettext("Deal %(deal)s", deal=form["deal"][:3])
    parts = [_name(names, form.get("seat", ""))] if form.get("seat") else []
    return "; ".join(filter(None, [*parts, *_changed_rows(session, names), _cards()]))


def _name(names: Sequence[str], seat: str) -> str:
    is_seat = seat.isascii() and seat.isdecimal() and len(seat) <= 2 and int(seat) < len(names)
    return names[int(seat)] if is_seat else "?"


def _changed_rows(session: SessionView, names: Sequence[str]) -> Iterator[str]:
    """Yield the numbers that were typed into each row of a sheet, without rows that are
    unchanged."""
    for seat, name in enumerate(names):
        sent = {field: f"{seat}-{field}" for field in (*limits_of(session.rules), REASON)}
        texts = {
            field: request.form[key].strip() for field, key in sent.items() if key in request.form
        }
        shown = request.form.get(f"{seat}-shown", "").split()
        typed = [
            reason_text(text) if field == REASON else text or NOTHING
            for field, text in texts.items()
        ]
        if any(texts.values()) and typed != shown:
            parts = [
                f"{_label(session, field)} {texts[field][:NAME_LENGTH]}"
                for field in texts
                if texts[field]
            ]
            yield f"{name}: {', '.join(parts)}"


def _label(session: SessionView, field: str) -> str:
    sheet = session.rules.sheet
    if field == MARKERS:
        return gettext("Cards face up") if sheet.sweeps_are_paid else gettext("Sweeps")
    if field == "points":
        return gettext("Points") if sheet.whole_score_said else gettext("Card points")
    if field == ADJUSTMENT:
        return gettext("Penalty or bonus")
    return gettext("Reason") if field == REASON else str(FIELDS[field].label)


def _cards() -> str:
    """Return the cards of a play or table in the form as text."""
    text = " ".join(part for name in _CARD_FIELDS for part in request.form.getlist(name))
    if "rank" in request.form:
        text = f"{request.form['rank']}{request.form.get('suit', '')} {text}"
    return row_text(card for part in _CARD.findall(text)[:60] for card in read_cards(part))


RETRY_SECONDS = 2


class ProgramResponses(Protocol):
    """Functions that make the error responses of the API."""

    def from_http(self, error: HTTPException, /) -> Response: ...

    def server_error(self, status: int, detail: str, /) -> Response: ...


def init_app(app: Flask, programs: ProgramResponses | None = None) -> None:
    """Register the error handlers. ``programs`` makes the responses below ``/api/``; the offline
    app has none."""
    app.extensions[_EXTENSION] = programs

    @app.errorhandler(HTTPException)
    def answer(error: HTTPException) -> Response:
        if programs and _is_from_program():
            return programs.from_http(error)
        if error.response is not None or error.code is None or error.code < 400:
            return make_response(error.get_response())
        page = _page(error.code)
        headers = error.get_response().headers
        page.headers.update({name: headers[name] for name in _COPIED_HEADERS if name in headers})
        return page

    @app.errorhandler(refusals.Refusal)
    def refuse(refusal: refusals.Refusal) -> Response:
        """Draw the page for a refusal; those of the API have handlers of their own."""
        sentence = None if refusal.status == 404 else error_text(refusal)
        page = _page(refusal.status, sentence)
        if isinstance(refusal, refusals.TryLater):
            page.retry_after = refusal.seconds
        return page

    app.register_error_handler(refusals.GameDiscarded, _refuse_discarded_game)
    app.register_error_handler(CrossSite, _refuse_cross_site)

    @app.errorhandler(RulesError)
    def refuse_impossible(error: RulesError) -> Response:
        """Draw the page for input that the rules refuse and that no form of this app sends."""
        return _page(422, error_text(error))

    @app.errorhandler(Damaged)
    def report_damage(error: Damaged) -> Response:
        """Log damaged data, and draw the page about it."""
        app.logger.error("what is stored is damaged: %s", error, exc_info=error)
        return _server_error(500, _DAMAGED)

    @app.errorhandler(SQLAlchemyError)
    @app.errorhandler(DatabaseBusy)
    def report_database_error(error: SQLAlchemyError | DatabaseBusy) -> Response:
        """Log an error of the database in a line, and draw the page about it; of one that nobody
        expects the log has the traceback. Only a busy database is worth trying again soon."""
        kind = driver_error_of(error)
        cause = " ".join(str(getattr(error, "orig", None) or error).split())
        if kind is DriverError.BUSY:
            app.logger.warning("database: %s: %s", kind.value, cause)
            return answer(ServiceUnavailable(retry_after=RETRY_SECONDS))
        unexpected = error if kind is DriverError.UNKNOWN else None
        app.logger.error("database: %s: %s", kind.value, cause, exc_info=unexpected)
        return _server_error(_STATUSES.get(kind, 500), _TROUBLES.get(kind))


_EXTENSION = "referee-programs"
_COPIED_HEADERS = ("Allow", "Retry-After")
_WORTH_RETRYING = (503, 507)
"""Statuses of faults that pass: the form is offered once more."""


def _is_from_program() -> bool:
    return request.path.startswith("/api/")


_FOR_GOOD = (
    *("group.delete", "group.merge", "group.replace_links", "session.delete", "counter.discard"),
    *("named_rules.delete", "whole_app.remove"),
)
"""Endpoints of forms that delete or replace something for good."""


def _refuse_cross_site(_error: CrossSite) -> Response:
    if request.endpoint in _FOR_GOOD:
        sentence = gettext(
            "This was sent from a page of another site, or the browser does not tell from which, so"
            " nothing was changed. It would have deleted or replaced something, and that cannot be"
            " taken back: if you want it, go to its page here."
        )
        return _page(403, sentence)
    sentence = gettext(
        "This was sent from a page of another site, or the browser does not tell from which, so"
        " nothing was changed. Send it again if it was you who entered it."
    )
    return _page(403, sentence, again=_sent_fields())


_DAMAGED = lazy_gettext(
    "What was saved here is damaged, so it cannot be shown or changed. It is not your fault, and"
    " it has been noted. Whoever runs this server may have a backup."
)
_DAMAGED_ON_PHONE = lazy_gettext(
    "What this phone has kept of its own evenings cannot be read or changed. Save as a file what"
    " can still be shown."
)
_TROUBLES = {
    DriverError.FULL: lazy_gettext(
        "The disk of this server is full, so nothing can be kept. It works again when whoever runs"
        " it has made room."
    ),
    DriverError.READ_ONLY: lazy_gettext(
        "This server cannot open or write its database. It works again when whoever runs it has"
        " fixed the permissions of its files."
    ),
    DriverError.OTHER_TABLES: lazy_gettext(
        "The database and the program of this server are of different versions. It works again"
        " when whoever runs it has brought the two together."
    ),
    DriverError.DAMAGED: lazy_gettext(
        "The database of this server is damaged. Whoever runs it may have a backup."
    ),
}


_STATUSES = {DriverError.FULL: 507, DriverError.READ_ONLY: 503}
"""Statuses of what passes when whoever runs the server has mended it; what was sent is kept."""


def _server_error(status: int, sentence: object | None) -> Response:
    """Return the response to an error of this server, with a sentence where the cause is known."""
    programs: ProgramResponses | None = current_app.extensions[_EXTENSION]
    if programs and _is_from_program():
        detail = sentence or gettext("Something went wrong here. It has been noted.")
        return programs.server_error(status, str(detail))
    if on_phone():
        sentence = _DAMAGED_ON_PHONE
    return _page(status, str(sentence) if sentence else None)


def _refuse_discarded_game(refusal: refusals.GameDiscarded) -> Response:
    """Draw the page for a discarded game, and say what was not entered into the next; a phone's
    outbox shows that itself."""
    text = error_text(refusal)
    entered = entered_text(g.place) if request.method == "POST" and not is_outbox() else ""
    if entered:
        text = gettext("Not entered: %(what)s. %(why)s", what=entered, why=text)
    return _page(409, text, to_session=True)


def _page(
    status: int,
    sentence: str | None = None,
    *,
    to_session: bool = False,
    again: list[tuple[str, str]] | None = None,
) -> Response:
    """Return the response to an error: a page, or a sentence for scripts."""
    if is_poll() or is_outbox():
        response = make_response(sentence or _polled_sentence(status), status)
        response.content_type = "text/plain; charset=utf-8"
        return response
    _, first, group_id, *_ = [*request.path.split("/"), "", ""]
    strange = status == 404 and first == "g" and group_id != "" and is_strange(group_id)
    page = render_template(
        "errors/page.html",
        code=status,
        sentence=sentence,
        strange_group=strange,
        of_a_phone=strange and is_of_phone(group_id),
        again=_sent_fields() if status in _WORTH_RETRYING else again,
        to_session=to_session,
        request_id=request_id(),
    )
    return make_response(page, status)


def _sent_fields() -> list[tuple[str, str]] | None:
    """Return the fields of the form in this request, so that it can be sent again; None without a
    form or with files, which must be chosen again."""
    if request.method != "POST" or request.files:
        return None
    return list(request.form.items(multi=True))


def _polled_sentence(status: int) -> str:
    if status == 404:
        return gettext(
            "This is not here any more, or the links were replaced."
            " Go to the group, or open its link again."
        )
    if status == 503:
        return gettext("Too busy just now. Try again in a moment.")
    return gettext("That did not work. Load the page again.")
