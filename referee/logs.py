"""Log of the app: the form of its lines without keys, and a line for each request where that is
wanted."""

from __future__ import annotations

import logging
import re
import time
from http import HTTPStatus
from typing import TYPE_CHECKING
from urllib.parse import quote

from flask import Flask
from flask.logging import default_handler

from .request_ids import request_id

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from _typeshed import OptExcInfo
    from _typeshed.wsgi import StartResponse, WSGIEnvironment


class RequestIdFormatter(logging.Formatter):
    """A formatter whose lines begin with the time and the request id."""

    def __init__(self) -> None:
        super().__init__("[%(asctime)s] %(request_id)s %(levelname)s in %(module)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        record.request_id = request_id()
        return super().format(record)


_KEY = re.compile(r"/k/[^\s/]+")


class HideKeys(logging.Filter):
    """A log filter that replaces the keys in URLs of secret links."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = _KEY.sub("/k/…", record.getMessage()), None
        return True


class AccessLogMiddleware:
    """A WSGI middleware that logs each request."""

    def __init__(self, app: Flask) -> None:
        self.app, self.inner = app, app.wsgi_app

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        began, status_code = time.monotonic(), str(HTTPStatus.INTERNAL_SERVER_ERROR.value)

        def start(
            status: str, headers: list[tuple[str, str]], *error: OptExcInfo | None
        ) -> Callable[[bytes], object]:
            nonlocal status_code
            status_code = status[:3]
            return start_response(status, headers, *error)

        try:
            return self.inner(environ, start)
        finally:
            self._write(environ, status_code, time.monotonic() - began)

    def _write(self, environ: WSGIEnvironment, status: str, seconds: float) -> None:
        self.app.logger.info(
            "%s %s %s %s in %d ms",
            environ.get("REMOTE_ADDR", "-"),
            environ["REQUEST_METHOD"],
            quote(environ.get("PATH_INFO", ""), encoding="latin-1"),
            status,
            seconds * 1000,
        )


def log_everything(app: Flask) -> None:
    """Send the log lines of all libraries to the handler of the app."""
    app.logger.removeHandler(default_handler)
    logging.getLogger().addHandler(default_handler)


def init_app(app: Flask) -> None:
    default_handler.setFormatter(RequestIdFormatter())
    if app.config["ACCESS_LOG"]:
        app.logger.setLevel(logging.INFO)
        app.wsgi_app = AccessLogMiddleware(app)  # type: ignore[method-assign]  # Flask's way to add middleware
