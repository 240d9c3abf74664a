"""Static files, and what a browser needs to install the app.

A phone loads each of them once, and again after an update, also without a service worker, which
browsers allow over https alone. The files are small and few, so they are kept in memory.
"""

from __future__ import annotations

import json
import mimetypes
from collections.abc import Callable
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from flask import (
    Blueprint,
    Flask,
    Response,
    abort,
    current_app,
    g,
    make_response,
    render_template,
    request,
)

from ..headers import MAY_COMPILE, POLICY
from ..languages import gettext as _
from ..languages import language
from ..rules.games import RULESETS
from ..urls import STATIC_FILES, root
from .joined_assets import HEADS, Parts, minified_script

blueprint = Blueprint("assets", __name__)

KEPT = timedelta(days=365)
_EXTENSION = "referee-assets"
_CLASSIC = "js/script_failure.js"
"""The script that is no module, and is there before all others."""
WORKER = "js/service_worker.js"
DELIVERY = "js/outbox_store.js"
"""Script that the pages and the service worker share."""
_KINDS = {"css": "text/css", "js": "text/javascript"}
_MOST_JOINED = 64
"""Joined files that are kept, and compressed at their best: pages name some forty. Whoever makes up
others does not fill the memory, nor keep the server busy."""


class Asset(NamedTuple):
    """A file: its contents as they are sent, and its media type."""

    contents: bytes
    kind: str


class Assets(NamedTuple):
    """The static files by their paths, and a version that changes with any of them. Styles and
    scripts are the ``parts`` of joined files; each has a path of its own, too (``parts/css/…``)."""

    version: str
    files: dict[str, Asset]
    parts: Parts
    joined: dict[str, Asset]

    @classmethod
    def read(cls, folder: Path) -> Assets:
        """Return all files of a folder, with their common version."""
        files, sources = {}, {}
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            name = path.relative_to(folder).as_posix()
            if path.suffix[1:] in _KINDS:
                sources[name] = path.read_text("utf-8")
            else:
                kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
                files[name] = Asset(path.read_bytes(), kind)
                if path.suffix == ".svg":
                    sources[name] = files[name].contents.decode()
        worker = f"{sources[DELIVERY]}\n{sources.pop(WORKER)}"
        for name, text in ((_CLASSIC, sources.pop(_CLASSIC)), (WORKER, worker)):
            files[name] = Asset(minified_script(text), _KINDS["js"])
        parts = Parts.read(sources)
        digest = sha256(json.dumps(HEADS).encode())
        for kind, of_kind in parts.of_kind.items():
            for name, part in of_kind.items():
                digest.update(json.dumps(part).encode())
                files[f"parts/{kind}/{name}.{kind}"] = Asset(part.text.encode(), _KINDS[kind])
        for name, asset in files.items():
            digest.update(name.encode() + b"\0" + asset.contents)
        return cls(digest.hexdigest()[:12], files, parts, {})

    def find(self, name: str) -> tuple[Asset | None, bool]:
        """Return a file by its path, None if there is none; and whether it is a usual one, and no
        joined file too many."""
        asset = self.files.get(name) or self.joined.get(name)
        if asset:
            return asset, True
        text = self.parts.join(name)
        if text is None:
            return None, True
        asset = Asset(text.encode(), _KINDS[name.rpartition(".")[2]])
        is_usual = len(self.joined) < _MOST_JOINED
        if is_usual:
            self.joined[name] = asset
        return asset, is_usual

    @property
    def path(self) -> str:
        """Return the path below the app that the paths of the files stand below."""
        return f"/assets/{self.version}"

    @property
    def base(self) -> str:
        """Return the URL that the paths of the files stand below."""
        return f"{root()}{self.path}"


def assets() -> Assets:
    """Return the static files of the current app."""
    static_files: Assets = current_app.extensions[_EXTENSION]
    return static_files


@blueprint.get("/assets/<version>/<path:name>")
def send(version: str, name: str) -> Response:
    """Send a file. It may be cached only at its present URL: a page from before an update gets the
    new file, of joined ones the parts that there still are, but must not keep it as the old one."""
    static_files, is_present = assets(), version == assets().version
    asset, g.is_usual = static_files.find(name)
    if asset is None and not is_present:
        asset, g.is_usual = static_files.find(static_files.parts.known(name))
    if asset is None:
        abort(404)
    # Without a charset browsers read what a page names as the page itself, which is UTF-8.
    response = Response(asset.contents, content_type=asset.kind)
    if is_present:
        response.cache_control.immutable = True
        response.cache_control.max_age = int(KEPT.total_seconds())
    else:
        response.cache_control.no_cache = True
    return response


def init_app(app: Flask) -> None:
    static_files = Assets.read(Path(app.static_folder or ""))
    app.extensions[_EXTENSION] = static_files
    app.extensions[STATIC_FILES] = static_files.path


COLOUR = "#0d5c45"
PAPER = "#f4f1ea"
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
    head = {
        "ASSETS": static_files.base,
        "FILES": [f"{static_files.base}/{name}" for name in names],
        "HEADS": HEADS,
        "NEEDED": static_files.parts.all_needed(),
    }
    statements = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in head.items())
    script = static_files.files[WORKER].contents.decode()
    response = _answer("text/javascript", f"{host}{statements}{script}")
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
    return render_template("assets/offline_fallback_page.html")


def _answer(kind: str, text: str) -> Response:
    response = make_response(text)
    response.content_type = f"{kind}; charset=utf-8"
    response.cache_control.no_cache = True
    return response
