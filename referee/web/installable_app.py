"""Manifest, service worker and offline page, which let a phone install the site as an app."""

from __future__ import annotations

import json
from collections.abc import Callable

from flask import (
    Blueprint,
    Flask,
    Response,
    abort,
    current_app,
    make_response,
    render_template,
    request,
)

from ..languages import gettext as _
from ..languages import language
from ..response_headers import MAY_COMPILE, POLICY
from ..rules.games import RULESETS
from ..urls import root
from .static_assets import assets

blueprint = Blueprint("shell", __name__)

COLOUR = "#0d5c45"
PAPER = "#f4f1ea"
WORKER = "js/service_worker.js"
DELIVERY = "js/outbox_store_and_delivery.js"
"""Script that the pages and the service worker share."""
_HOST = "referee-host"
_NO_HOST = "const host = null;\n"
SIZES = (192, 512)
"""Pixels of an icon's side."""


@blueprint.get("/manifest.webmanifest")
def manifest() -> Response:
    """Return the web app manifest in the language of the request."""
    base, start = assets().base, f"{root()}/"
    game = next(iter(RULESETS))
    icons = [
        {"src": f"{base}/icons/{name}-{size}.png", "sizes": f"{size}x{size}", "purpose": purpose}
        for name, purpose in (("icon", "any"), ("maskable", "maskable"))
        for size in SIZES
    ]
    shortcuts = ((_("Settle a dispute"), "referee"), (_("Start a session"), "new"))
    return _answer(
        "application/manifest+json",
        json.dumps(
            {
                "id": start,
                "name": "Referee",
                "short_name": "Referee",
                "description": _(
                    "Referee and score keeper for card games played with real cards"
                    " at a real table."
                ),
                "lang": language(),
                "start_url": start,
                "scope": start,
                "display": "standalone",
                "theme_color": COLOUR,
                "background_color": PAPER,
                "categories": ["games", "utilities"],
                "icons": icons,
                "shortcuts": [
                    {"name": name, "url": f"{start}{game}/{path}"} for name, path in shortcuts
                ],
            }
        ),
    )


@blueprint.get("/sw.js")
def service_worker() -> Response:
    """Return the service worker for the present assets. It is served at the root, since a worker
    controls no page above its own URL. With ``pocket`` in the query (the version of an offline
    pack) the worker also runs the app of that pack: such a worker is a module and may compile wasm.
    404 for another version than the offered one."""
    version = request.args.get("pocket")
    host = _host(version) if version else _NO_HOST
    static_files = assets()
    names = [name for name in static_files.files if not name.endswith((".png", WORKER))]
    urls = [f"{static_files.base}/{name}" for name in names]
    head = f"const ASSETS = {json.dumps(static_files.base)};\nconst FILES = {json.dumps(urls)};\n"
    scripts = "\n".join(static_files.files[name].contents.decode() for name in (DELIVERY, WORKER))
    response = _answer("text/javascript", f"{host}{head}{scripts}")
    if version:
        response.headers[POLICY] = MAY_COMPILE
    return response


def _host(version: str) -> str:
    """Return the statement that gives a service worker the app of a pack as its ``host``; 404
    without that pack."""
    statement_of: Callable[[str], str | None] | None = current_app.extensions.get(_HOST)
    return (statement_of and statement_of(version)) or abort(404)


def host_by(app: Flask, statement_of: Callable[[str], str | None]) -> None:
    """Set the function that gives the ``host`` statement for a pack's version, None for a version
    that is not offered."""
    app.extensions[_HOST] = statement_of


@blueprint.get("/offline")
def offline() -> str:
    """Draw the page that is shown without a network instead of one that was never loaded."""
    return render_template("offline_fallback_page.html")


def _answer(kind: str, text: str) -> Response:
    response = make_response(text)
    response.content_type = f"{kind}; charset=utf-8"
    response.cache_control.no_cache = True
    return response
