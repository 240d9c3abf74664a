"""Pages that several phones look at: a part of them is asked for again and again.

A script sends ``X-Poll`` and gets that part alone, or 304 while nothing has changed. Without a
script people get whole pages, and are sent back to them after a change.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from flask import make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from ..languages import speech
from ..services.group_keys import Access
from ..services.refusals import NotAccessible

HEADER = "X-Poll"
OUTBOX = "X-Outbox"


def is_poll() -> bool:
    """Does a script of ours ask, that wants the changing part only?"""
    return HEADER in request.headers


def is_outbox() -> bool:
    """Return whether a phone keeps what it sent until it is entered. Such a request is answered
    with nothing or with the reason of a refusal; without ``X-Poll`` with no page."""
    return OUTBOX in request.headers


def show(
    access: Access,
    template: str,
    facts: Callable[[], dict[str, object]],
    *,
    always: bool = False,
) -> Response:
    """A page of a session, or its changing part; ``facts`` are read only if something has changed
    or they are ``always`` wanted.

    ``template`` is a folder with ``page.html`` and ``_polled.html``. Raises
    :class:`~referee.services.refusals.NotAccessible`.
    """
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
    """Return the reason why something was not entered; a page may ask instead."""
    said = next((facts[name] for name in _SAID if facts.get(name)), "")
    response = make_response(str(said), 422)
    response.content_type = "text/plain; charset=utf-8"
    return response


_SAID = ("told", "refused", "claim_refused")


def done(page: Callable[[], Response]) -> Response:
    """After a change: the page as it is now for a script, the way back to it for others. ``page``
    is that of the blueprint whose form was sent."""
    return page() if is_poll() else leave(url_for(".page"))


def leave(address: str) -> Response:
    """After a change: on to a page where nothing more is to be done here."""
    return make_response("", 204) if is_outbox() and not is_poll() else redirect(address, 303)
