"""Log of the app, and the request id that is in its lines and in every answer."""

from __future__ import annotations

import json
import logging
import re
import secrets
import sys
import time
from collections.abc import Callable
from contextvars import ContextVar
from http import HTTPStatus
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from flask import Flask
from flask.logging import default_handler

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

REQUEST_ID = "X-Request-Id"
_HARMLESS = re.compile(r"[A-Za-z0-9._-]{1,64}")
_current = ContextVar("request_id", default="-")


def request_id() -> str:
    """Return the id of the current request, a dash outside of one."""
    return _current.get()


def new_id() -> str:
    """Return a new random id."""
    return secrets.token_hex(8)


class RequestIdFormatter(logging.Formatter):
    """A formatter whose lines begin with the time and the request id."""

    def __init__(self) -> None:
        super().__init__("[%(asctime)s] %(request_id)s %(levelname)s in %(module)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        record.request_id = request_id()
        return super().format(record)


class RequestIdMiddleware:
    """A WSGI middleware that gives each request an id, also where the app itself fails."""

    def __init__(self, app: Flask) -> None:
        self.app, self.inner = app, app.wsgi_app
        self.every_request = app.config["ACCESS_LOG"]
        self.behind_proxy = app.config["PROXIES"] > 0

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Any:
        sent_id = environ.get("HTTP_X_REQUEST_ID", "") if self.behind_proxy else ""
        token = _current.set(sent_id if _HARMLESS.fullmatch(sent_id) else new_id())
        began, status_code = time.monotonic(), str(HTTPStatus.INTERNAL_SERVER_ERROR.value)

        def start(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
            nonlocal status_code
            status_code = status[:3]
            return start_response(status, [*headers, (REQUEST_ID, request_id())], *error)

        try:
            return self.inner(environ, start)
        except Exception:
            if self.app.testing:
                raise
            self.app.logger.exception("outside of the app's own errors")
            return [_last_resort_answer(environ, start)]
        finally:
            if self.every_request:
                self._write(environ, status_code, time.monotonic() - began)
            _current.reset(token)

    def _write(self, environ: WSGIEnvironment, status: str, seconds: float) -> None:
        self.app.logger.info(
            "%s %s %s %s in %d ms",
            environ.get("REMOTE_ADDR", "-"),
            environ["REQUEST_METHOD"],
            quote(environ.get("PATH_INFO", ""), encoding="latin-1"),
            status,
            seconds * 1000,
        )


def _last_resort_answer(environ: WSGIEnvironment, start: Callable[..., Any]) -> bytes:
    """Return the body of an error response where the app failed too late to draw a page, and start
    that response."""
    status, detail = HTTPStatus.INTERNAL_SERVER_ERROR, "Something went wrong here."
    kind, body = "text/plain", f"{detail} It is in the log as {request_id()}."
    if environ.get("PATH_INFO", "").startswith("/api/"):
        facts = {"type": "about:blank", "title": status.phrase, "status": status.value}
        kind = "application/problem+json"
        body = json.dumps(facts | {"detail": detail, "request_id": request_id()})
    # The length too: servers remember the one of the answer that is thrown away.
    headers = [("Content-Type", kind), ("Content-Length", str(len(body)))]
    start(f"{status.value} {status.phrase}", headers, sys.exc_info())
    return body.encode("ascii")


def log_everything(app: Flask) -> None:
    """Send the log lines of all libraries to the handler of the app."""
    app.logger.removeHandler(default_handler)
    logging.getLogger().addHandler(default_handler)


def init_app(app: Flask) -> None:
    default_handler.setFormatter(RequestIdFormatter())
    if app.config["ACCESS_LOG"]:
        app.logger.setLevel(logging.INFO)
    app.wsgi_app = RequestIdMiddleware(app)  # type: ignore[method-assign]  # Flask's way to add middleware
