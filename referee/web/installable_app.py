"""What makes the pages an app of the phone: its manifest, its service worker, and the page that it
shows without a network."""

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
DELIVERY = "js/outbox_delivery.js"
"""Script that the pages and the service worker share."""
_HOST = "referee-host"
_NO_HOST = "const host = null;\n"
SIZES = (192, 512)
"""Pixels of an icon's side."""


@blueprint.get("/manifest.webmanifest")
def manifest() -> Response:
    """How the app is called and looks among others, in the language of whoever installs it."""
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
    """The service worker of these very files. It stands at the root, since it may keep no pages
    above its own address. Phones that keep a ``pocket`` get one in which that answers: a module,
    which alone may compile wasm; another version than the one that is offered is not there."""
    version = request.args.get("pocket")
    host = _host(version) if version else _NO_HOST
    found = assets()
    names = [name for name in found.files if not name.endswith((".png", WORKER))]
    kept = [f"{found.base}/{name}" for name in names]
    head = f"const ASSETS = {json.dumps(found.base)};\nconst FILES = {json.dumps(kept)};\n"
    scripts = "\n".join(found.files[name].contents.decode() for name in (DELIVERY, WORKER))
    response = _answer("text/javascript", f"{host}{head}{scripts}")
    if version:
        response.headers[POLICY] = MAY_COMPILE
    return response


def _host(version: str) -> str:
    """Return the statement that gives a service worker the app of a pack as its ``host``."""
    statement_of: Callable[[str], str | None] | None = current_app.extensions.get(_HOST)
    return (statement_of and statement_of(version)) or abort(404)


def host_by(app: Flask, statement_of: Callable[[str], str | None]) -> None:
    """Let service workers have a ``host``, by the version of its pack; None where that is not
    there."""
    app.extensions[_HOST] = statement_of


@blueprint.get("/offline")
def offline() -> str:
    """What is shown instead of a page that this phone has not seen yet."""
    return render_template("offline.html")


def _answer(kind: str, text: str) -> Response:
    response = make_response(text)
    response.content_type = f"{kind}; charset=utf-8"
    response.cache_control.no_cache = True
    return response
