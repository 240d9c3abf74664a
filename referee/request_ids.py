"""Request ids: each request has one, in its answer (``X-Request-Id``) and in its log lines."""

from __future__ import annotations

import re
import secrets
from contextvars import ContextVar
from typing import TYPE_CHECKING

from flask import Flask

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from _typeshed import OptExcInfo
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

REQUEST_ID = "X-Request-Id"
_HARMLESS = re.compile(r"[A-Za-z0-9._-]{1,64}")
_current = ContextVar("request_id", default="-")


def request_id() -> str:
    """Return the id of the current request, a dash outside of one."""
    return _current.get()


class RequestIdMiddleware:
    """A WSGI middleware that gives each request an id. One that a proxy has given is taken."""

    def __init__(self, app: Flask) -> None:
        self.inner = app.wsgi_app
        self.behind_proxy = app.config["PROXIES"] > 0

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        sent_id = environ.get("HTTP_X_REQUEST_ID", "") if self.behind_proxy else ""
        token = _current.set(sent_id if _HARMLESS.fullmatch(sent_id) else secrets.token_hex(8))

        def start(
            status: str, headers: list[tuple[str, str]], *error: OptExcInfo | None
        ) -> Callable[[bytes], object]:
            return start_response(status, [*headers, (REQUEST_ID, request_id())], *error)

        try:
            return self.inner(environ, start)
        finally:
            _current.reset(token)


def init_app(app: Flask) -> None:
    """Add the middleware that gives each request an ID, outside of all that write to the log."""
    app.wsgi_app = RequestIdMiddleware(app)  # type: ignore[method-assign]  # Flask's way to add middleware
