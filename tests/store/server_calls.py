"""Calls of a server in a process of its own."""

import json
import time
from contextlib import closing
from http.client import HTTPConnection, HTTPException
from typing import Any

from tests.api_calls import API
from tests.server_processes import HOST

WAITS = 90.0
"""Seconds that a phone tries again before it gives up."""


def call(
    port: int, method: str, path: str, body: object = None, key: str = "", **headers: str
) -> Any:
    """Return status, headers and JSON of an answer, and the seconds it took; bytes are sent as they
    are."""
    begin = time.monotonic()
    with closing(HTTPConnection(HOST, port, timeout=WAITS)) as connection:
        sent = {"Authorization": f"Bearer {key}"} if key else {}
        content = body if isinstance(body, bytes | None) else json.dumps(body)
        connection.request(method, path, content, sent | headers)
        answer = connection.getresponse()
        text = answer.read()
        is_json = (answer.headers["Content-Type"] or "").endswith("json")
        found = json.loads(text) if is_json else text
        return answer.status, answer.headers, found, time.monotonic() - begin


def insist(
    port: int, method: str, path: str, body: object = None, key: str = ""
) -> tuple[int, Any]:
    """Send it until somebody answers anything but 503; return status and JSON."""
    end = time.monotonic() + WAITS
    while True:
        try:
            status, _, answer, _ = call(port, method, API + path, body, key)
            if status != 503:
                return status, answer
        except (OSError, HTTPException):
            if time.monotonic() > end:
                raise
        time.sleep(0.02)
