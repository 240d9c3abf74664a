"""Hooks by which the core knows the app on a phone."""

from pathlib import Path
from unittest.mock import patch

from flask import Flask
from flask.testing import FlaskClient

from referee.headers import MAY_COMPILE
from referee.offline.pack import Pack


def test_the_service_worker_of_phones_that_keep_the_app(app: Flask, client: FlaskClient) -> None:
    """Phones with the pack get another script, a module, which alone may compile wasm."""
    offered = Pack(Path(), {"version": "abc123", "sent": 1, "size": 1})
    with patch.dict(app.extensions, {"referee-offline": offered}):
        hosting, other = client.get("/sw.js?pocket=abc123"), client.get("/sw.js?pocket=abc124")
    usual = client.get("/sw.js")
    assert (
        hosting.text.splitlines()[0]
        == 'import * as host from "/pocket/abc123/app_in_service_worker.js";'
    )
    assert usual.text.splitlines()[0] == "const host = null;"
    assert hosting.text.splitlines()[1:] == usual.text.splitlines()[1:]
    assert hosting.headers.get_all("Content-Security-Policy") == [MAY_COMPILE]
    assert "wasm" not in usual.headers["Content-Security-Policy"]
    assert other.status_code == client.get("/sw.js?pocket=abc123").status_code == 404
