"""Compression of a server's answers, its log, and its answer of last resort.

Answers that are the same for everybody (files, rules, the OpenAPI document) are compressed once at
the best level, and cached by their contents. All others are compressed at each request by
Flask-Compress, at levels that cost a page some twentieth of its time.

**The length of a page does not reveal a key.** Where an answer holds a secret and repeats something
that a stranger chose, it becomes shorter by what they have in common, and whoever can count the
bytes on the line may guess the one by the other (BREACH). A stranger can make a phone ask for a
URL, and every page repeats its URL. So a page that shows a key is compressed only where its URL has
no query: nobody can put a guess into its path. A form of a stranger is refused before anything is
drawn.
"""

from __future__ import annotations

import gzip
import json
import logging
import re
import sys
import time
from collections.abc import Callable
from functools import lru_cache
from hashlib import sha256
from http import HTTPStatus
from typing import TYPE_CHECKING
from urllib.parse import quote

import brotli
from flask import Flask, Response, g, request
from flask.logging import default_handler
from flask_compress import Compress
from werkzeug.http import parse_accept_header

from .cache import Cache
from .headers import request_id

if TYPE_CHECKING:
    from collections.abc import Iterable

    from _typeshed import OptExcInfo
    from _typeshed.wsgi import StartResponse, WSGIEnvironment


SMALLEST = 500
"""Bytes; less than this fits into the packet that goes out anyway."""
KINDS = (
    *("text/html", "text/css", "text/javascript", "text/plain", "text/csv"),
    *("image/svg+xml", "application/json", "application/manifest+json"),
)
ENCODINGS = ("br", "gzip")
"""By their names in ``Accept-Encoding``, the best first."""

_BROTLI_OF_PAGES, _GZIP_OF_PAGES = 5, 4
_MOST_PACKED = 512
_COMPRESSORS: dict[str, Callable[[bytes], bytes]] = {
    "br": brotli.compress,  # at its best
    "gzip": lambda data: gzip.compress(data, mtime=0),
}


def init_compression(app: Flask) -> None:
    """Compress answers. To be called before other functions are registered that run after a
    request, since the last registered one runs first."""
    app.config.update(
        COMPRESS_REGISTER=False,
        COMPRESS_ALGORITHM=ENCODINGS,
        COMPRESS_MIMETYPES=KINDS,
        COMPRESS_MIN_SIZE=SMALLEST,
        COMPRESS_BR_LEVEL=_BROTLI_OF_PAGES,
        COMPRESS_LEVEL=_GZIP_OF_PAGES,
        COMPRESS_STREAMS=False,
        COMPRESS_EVALUATE_CONDITIONAL_REQUEST=False,  # pages that know their versions do so
    )
    flask_compress, packed = Compress(app), Cache[bytes](_MOST_PACKED)

    @app.after_request
    def compress(response: Response) -> Response:
        if response.direct_passthrough:  # a file, or the range of one that was asked for
            return response
        if g.get("shows_key") and request.query_string:
            response.cache_control.no_transform = True  # nor may anybody on the way compress it
            return response
        encoding = _best_encoding(request.headers.get("Accept-Encoding", ""))
        if encoding is None:  # Flask-Compress takes "gzip;q=0" for a wish
            response.vary.add("Accept-Encoding")
            return response
        if not request.query_string and _is_for_all(response):
            data = response.get_data()
            key = encoding, sha256(data).digest()
            response.set_data(packed.get_or_put(key, lambda: _COMPRESSORS[encoding](data)))
            response.content_encoding = encoding
        etag = response.headers.get("ETag")
        response = flask_compress.after_request(response)
        if etag:  # ours are weak, or name a row and not these bytes
            response.headers["ETag"] = etag
        return response


@lru_cache(maxsize=128)
def _best_encoding(accepted: str) -> str | None:
    """Return the encoding that a browser likes best of those that it accepts, None without one."""
    return parse_accept_header(accepted).best_match(ENCODINGS)


def _is_for_all(response: Response) -> bool:
    """Return whether everybody gets this answer: no key opened it, it has no form, which would have
    a key of its own, and it was not made up by who asks for it."""
    if response.status_code != 200 or response.is_streamed or response.content_encoding:
        return False
    if g.get("private") or not g.get("is_usual", True) or response.mimetype not in KINDS:
        return False
    data = response.get_data()
    return len(data) >= SMALLEST and b'<form method="post"' not in data


class LastResortMiddleware:
    """A WSGI middleware that logs what an app raises, and answers with a sentence or a problem. In
    tests it is raised."""

    def __init__(self, app: Flask) -> None:
        self.app, self.inner = app, app.wsgi_app

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        try:
            return self.inner(environ, start_response)
        except Exception:
            if self.app.testing:
                raise
            self.app.logger.exception("outside of the app's own errors")
            return [_start_response(environ, start_response)]


def _start_response(environ: WSGIEnvironment, start: StartResponse) -> bytes:
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


def init_last_resort(app: Flask) -> None:
    """Add the middleware, inside of those that log requests and give them ids."""
    app.wsgi_app = LastResortMiddleware(app)  # type: ignore[method-assign]  # Flask's way to add middleware


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


def init_logs(app: Flask) -> None:
    """Set the form of log lines, and let those in that tell what happens at the start, unless
    somebody has said how much is to be logged."""
    default_handler.setFormatter(RequestIdFormatter())
    if app.logger.level == logging.NOTSET:
        app.logger.setLevel(logging.INFO)


def init_access_log(app: Flask) -> None:
    """Log each request, if the settings say so."""
    if app.config["ACCESS_LOG"]:
        app.logger.setLevel(logging.INFO)
        app.wsgi_app = AccessLogMiddleware(app)  # type: ignore[method-assign]  # Flask's way to add middleware
