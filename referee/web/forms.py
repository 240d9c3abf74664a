"""Forms: idempotency keys, polled pages, responses to changes.

Of a page that polls, a script asks for the changing part (``X-Poll``), and gets 304 while nothing
has changed. Browsers without scripts get whole pages.
"""

import hashlib
import secrets
from collections.abc import Callable, Mapping

from flask import (
    abort,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from werkzeug.wrappers import Response

from ..languages import speech
from ..services.access import Access, is_client_key, is_secret
from ..services.refusals import NotAccessible

HEADER = "X-Poll"
OUTBOX = "X-Outbox"


def is_poll() -> bool:
    """Return whether a script of this app asks for the changing part of a page."""
    return HEADER in request.headers


def is_outbox() -> bool:
    """Return whether the request comes from a phone's outbox. It is answered with nothing, or with
    the reason of a refusal; without ``X-Poll`` with no page."""
    return OUTBOX in request.headers


def read_key() -> str:
    """Return the idempotency key in the form of this request; 400 without a valid one."""
    key = request.form.get("key", "")
    if not is_client_key(key):
        abort(400)
    return key


def request_key(drawn: str, content: object) -> str:
    """Return the key of a request, of the secret drawn for its form and the form's content. A form
    without such a secret gets one, so that no other request can have its key."""
    drawn = drawn if is_secret(drawn) else secrets.token_urlsafe(12)
    return hashlib.sha256(f"{drawn} {content}".encode("utf-8", "replace")).hexdigest()[:40]


def show(
    access: Access,
    template: str,
    facts: Callable[[], dict[str, object]],
    *,
    always: bool = False,
    stage: str = "",
) -> Response:
    """Return a page of a session, or its changing part; 304 for a poll while nothing has changed.
    ``facts`` returns the template's variables and is called only where something is drawn;
    ``always`` ignores the version that the script has. ``stage`` is what the page shows beside the
    version of the session.

    ``template`` is a folder with ``page.html`` and ``_polled.html``. Raises
    :class:`.NotAccessible`."""
    if not access.version:
        raise NotAccessible
    if is_outbox() and not is_poll():
        return _reason(facts() if always else {})
    etag = _etag(access, stage)
    if not always and is_shown(access, stage):
        response = make_response("", 304)
    else:
        part = "_polled" if is_poll() else "page"
        response = make_response(render_template(f"{template}/{part}.html", etag=etag, **facts()))
    response.set_etag(etag, weak=True)  # tokens differ, and how it is compressed
    return response


def is_shown(access: Access, stage: str = "") -> bool:
    """Return whether a poll comes from a page that shows this version and stage already."""
    return is_poll() and request.if_none_match.contains_weak(_etag(access, stage))


def _etag(access: Access, stage: str) -> str:
    return f"{access.version}.{stage}{access.may_write:d}.{speech().tag}"


def _reason(facts: Mapping[str, object]) -> Response:
    """Return a plain text response, status 422, with the reason why an entry was refused."""
    reason = next((facts[name] for name in _REASONS if facts.get(name)), "")
    response = make_response(str(reason), 422)
    response.content_type = "text/plain; charset=utf-8"
    return response


_REASONS = ("refusal", "refused", "claim_refused")


def done(page: Callable[[], Response]) -> Response:
    """Return the response to a change: the changed part for a script, a redirect to the blueprint's
    ``page`` for others."""
    return page() if is_poll() else leave(url_for(".page"))


def leave(address: str) -> Response:
    """Return the response to a change after which the page is left: a redirect, or nothing for an
    outbox."""
    return make_response("", 204) if is_outbox() and not is_poll() else redirect(address, 303)
