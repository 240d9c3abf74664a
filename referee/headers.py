"""Headers of every answer, and the id of its request (``X-Request-Id``) but for files that stay."""

from __future__ import annotations

import re
import secrets
from contextvars import ContextVar
from typing import TYPE_CHECKING

from flask import Flask, Response, g, request

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from _typeshed import OptExcInfo
    from _typeshed.wsgi import StartResponse, WSGIEnvironment


# Nothing but our own files, no inline scripts or styles, and no framing.
CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "connect-src 'self'",
        "img-src 'self' blob: data:",  # blob: a photo that was just taken, on this phone alone
        "manifest-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
MAY_COMPILE = "; ".join(
    (
        "default-src 'none'",
        "connect-src 'self'",
        "script-src 'self' 'wasm-unsafe-eval'",
    )
)
"""Content policy of the worker that judges on a phone: it alone may compile wasm."""
POLICY = "Content-Security-Policy"
CACHE_CONTROL = "Cache-Control"
NOT_MODIFIED = 304
HEADERS = (
    (POLICY, CONTENT_SECURITY_POLICY),
    ("Referrer-Policy", "same-origin"),
    ("X-Content-Type-Options", "nosniff"),
)
OF_PARTS = HEADERS[-1:]
PARTS = ("text/css", "text/javascript", "image/svg+xml")
"""Styles and scripts are held to the policy of their page, and drawings have no script."""


def init_app(app: Flask) -> None:
    @app.after_request
    def protect(response: Response) -> Response:
        is_of_group = g.get("private") or "group_id" in (request.view_args or {})
        if response.status_code != NOT_MODIFIED:  # there those of the page stay in force
            part = response.mimetype in PARTS and request.path.startswith("/assets/")
            own = set(response.headers.keys(lower=True))
            for name, value in OF_PARTS if part else HEADERS:
                if name.lower() not in own:
                    response.headers.add(name, value)
        if request.query_string or is_of_group:
            response.headers["X-Robots-Tag"] = "noindex, nofollow"
        # What a key opens is nobody else's, even what is refused before the key is looked at.
        if is_of_group:
            response.headers[CACHE_CONTROL] = "no-store"
        return response


REQUEST_ID = "X-Request-Id"
_HARMLESS = re.compile(r"[A-Za-z0-9._-]{1,64}")
_current = ContextVar("request_id", default="-")


def request_id() -> str:
    """Return the id of the current request, a dash outside of one."""
    return _current.get()


class RequestIdMiddleware:
    """A WSGI middleware that gives each request an id. One that a proxy has given is taken. A file
    that caches keep goes out without: its copies would repeat the id of another request."""

    def __init__(self, app: Flask) -> None:
        self.inner = app.wsgi_app
        self.behind_proxy = app.config["PROXIES"] > 0

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        sent_id = environ.get("HTTP_X_REQUEST_ID", "") if self.behind_proxy else ""
        token = _current.set(sent_id if _HARMLESS.fullmatch(sent_id) else secrets.token_hex(8))

        def start(
            status: str, headers: list[tuple[str, str]], *error: OptExcInfo | None
        ) -> Callable[[bytes], object]:
            is_kept = any("immutable" in value for name, value in headers if name == CACHE_CONTROL)
            own = [] if is_kept else [(REQUEST_ID, request_id())]
            return start_response(status, [*headers, *own], *error)

        try:
            return self.inner(environ, start)
        finally:
            _current.reset(token)


def init_request_ids(app: Flask) -> None:
    """Add the middleware that gives each request an ID, outside of all that write to the log."""
    app.wsgi_app = RequestIdMiddleware(app)  # type: ignore[method-assign]  # Flask's way to add middleware
