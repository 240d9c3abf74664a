"""Pages that several phones show at a time, with a part that scripts poll.

A script sends ``X-Poll`` and gets that part, or 304 while nothing has changed. Browsers without
scripts get whole pages."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from flask import make_response, render_template, request
from werkzeug.wrappers import Response

from ..languages import speech
from ..services.access import Access
from ..services.refusals import NotAccessible
from .requests_from_scripts import is_outbox, is_poll


def show(
    access: Access,
    template: str,
    facts: Callable[[], dict[str, object]],
    *,
    always: bool = False,
) -> Response:
    """Return a page of a session, or its changing part; 304 for a poll while nothing has changed.
    ``facts`` returns the template's variables and is called only where something is drawn;
    ``always`` ignores the version that the script has.

    ``template`` is a folder with ``page.html`` and ``_polled.html``. Raises
    :class:`~referee.services.refusals.NotAccessible`."""
    if not access.version:
        raise NotAccessible
    if is_outbox() and not is_poll():
        return _reason(facts() if always else {})
    etag = f"{access.version}.{access.may_write:d}.{speech().tag}"
    if is_poll() and not always and request.if_none_match.contains_weak(etag):
        response = make_response("", 304)
    else:
        part = "_polled" if is_poll() else "page"
        response = make_response(render_template(f"{template}/{part}.html", etag=etag, **facts()))
    response.set_etag(etag, weak=True)  # tokens differ, and how it is compressed
    return response


def _reason(facts: Mapping[str, object]) -> Response:
    """Return a plain text response, status 422, with the reason why an entry was refused."""
    reason = next((facts[name] for name in _REASONS if facts.get(name)), "")
    response = make_response(str(reason), 422)
    response.content_type = "text/plain; charset=utf-8"
    return response


_REASONS = ("refusal", "refused", "claim_refused")
