"""The log, and the id that every answer shares with its lines there."""

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
    """The id of the answer that is being made; a dash outside of requests."""
    return _current.get()


def new_id() -> str:
    return secrets.token_hex(8)


class WithId(logging.Formatter):
    """Lines that begin with their time and the id of their request."""

    def __init__(self) -> None:
        super().__init__("[%(asctime)s] %(request_id)s %(levelname)s in %(module)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        record.request_id = request_id()
        return super().format(record)


class Numbered:
    """Around the whole app, so that what goes wrong outside of it has an id too."""

    def __init__(self, app: Flask) -> None:
        self.app, self.inner = app, app.wsgi_app
        self.every_request = app.config["ACCESS_LOG"]
        self.behind_proxy = app.config["PROXIES"] > 0

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Any:
        given = environ.get("HTTP_X_REQUEST_ID", "") if self.behind_proxy else ""
        token = _current.set(given if _HARMLESS.fullmatch(given) else new_id())
        began, answered = time.monotonic(), str(HTTPStatus.INTERNAL_SERVER_ERROR.value)

        def start(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
            nonlocal answered
            answered = status[:3]
            return start_response(status, [*headers, (REQUEST_ID, request_id())], *error)

        try:
            return self.inner(environ, start)
        except Exception:
            if self.app.testing:
                raise
            self.app.logger.exception("outside of the app's own errors")
            return [_last_words(environ, start)]
        finally:
            if self.every_request:
                self._write(environ, answered, time.monotonic() - began)
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


def _last_words(environ: WSGIEnvironment, start: Callable[..., Any]) -> bytes:
    """When an answer fails so late that no page can be drawn any more."""
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


def write_all(app: Flask) -> None:
    """What others write in this process comes in the same form, in the same place."""
    app.logger.removeHandler(default_handler)
    logging.getLogger().addHandler(default_handler)


def init_app(app: Flask) -> None:
    default_handler.setFormatter(WithId())
    if app.config["ACCESS_LOG"]:
        app.logger.setLevel(logging.INFO)
    app.wsgi_app = Numbered(app)  # type: ignore[method-assign]  # Flask's way to add middleware
