"""Forms: idempotency keys, size limits, refusal of other sites, polled pages, responses to changes.

Of a page that polls, a script asks for the changing part (``X-Poll``), and gets 304 while nothing
has changed. Browsers without scripts get whole pages.

Browsers tell where a request comes from: in ``Sec-Fetch-Site`` over https and on localhost (Safari
since 16.4), and in ``Origin`` with every POST, also over plain http. A page cannot change either.
The API takes keys and no cookies, so any page may ask it.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Mapping
from urllib.parse import urlsplit

from flask import (
    Flask,
    Request,
    abort,
    current_app,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from werkzeug.exceptions import Forbidden
from werkzeug.wrappers import Response

from ..languages import speech
from ..services.access import Access, is_client_key, is_secret
from ..services.refusals import NotAccessible
from .key_cookies import has_keys

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


def done(page: Callable[[], Response]) -> Response:
    """Return the response to a change: the changed part for a script, a redirect to the blueprint's
    ``page`` for others."""
    return page() if is_poll() else leave(url_for(".page"))


def leave(address: str) -> Response:
    """Return the response to a change after which the page is left: a redirect, or nothing for an
    outbox."""
    return make_response("", 204) if is_outbox() and not is_poll() else redirect(address, 303)


LARGEST_IMPORT = 8 * 1024 * 1024
_LARGE = ("group.import_file", "whole_app.copy", "handover.take")
LARGEST_WITH_PHOTO = 24 * 1024 * 1024
"""Bytes of a form with a photo: more than a photo may have, so that its page can refuse one."""
_WITH_PHOTO = ("sheet.read_pile", "table.read_first_table", "table.read_photo")


def allow_large_forms(app: Flask) -> None:
    @app.before_request
    def allow_large_files() -> None:
        """Raise the size limits of forms that send a group or a photo."""
        if request.endpoint in _LARGE:
            request.max_content_length = request.max_form_memory_size = LARGEST_IMPORT
        elif request.endpoint in _WITH_PHOTO:
            request.max_content_length = LARGEST_WITH_PHOTO


_READING = ("GET", "HEAD", "OPTIONS")


class CrossSite(Forbidden):
    """A change that no page of this app has sent."""


def is_cross_site(request: Request) -> bool:
    """Return whether a request would change something and comes from another site's page, or has
    the key of a group and names no origin."""
    if request.method in _READING:
        return False
    if site := request.headers.get("Sec-Fetch-Site"):
        return site not in ("same-origin", "none")  # none: typed in, or a bookmark
    if origin := request.headers.get("Origin"):
        public: str = current_app.config["PUBLIC_ADDRESS"]
        return _host(origin) not in {_host(f"//{request.host}"), _host(public)} - {""}
    return has_keys()


def _host(address: str) -> str:
    """Return the host and port of a URL without the usual port, "" if it has none. A proxy may hide
    the scheme."""
    try:
        host = urlsplit(address).netloc
    except ValueError:
        return ""
    return host.removesuffix(":80").removesuffix(":443")


def refuse_other_sites(app: Flask) -> None:
    @app.before_request
    def check() -> None:
        is_page = request.endpoint and not request.path.startswith("/api/")
        if is_page and is_cross_site(request):
            raise CrossSite
