"""Error response of last resort, where the app fails outside of its own error handlers."""

from __future__ import annotations

import json
import sys
from http import HTTPStatus
from typing import TYPE_CHECKING

from flask import Flask

from .request_ids import request_id

if TYPE_CHECKING:
    from collections.abc import Iterable

    from _typeshed.wsgi import StartResponse, WSGIEnvironment


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
    """Start the error response, and return its body."""
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


def init_app(app: Flask) -> None:
    """Add the middleware, inside of those that log requests and give them ids."""
    app.wsgi_app = LastResortMiddleware(app)  # type: ignore[method-assign]  # Flask's way to add middleware
