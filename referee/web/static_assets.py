"""Styles, scripts and pictures, at addresses that change with what is in them.

A phone asks for each of them once, and again after an update: without a service worker too, which
browsers give over https alone. They are small and few, so they wait in memory. Styles go out as one
with those that they import, which saves a request and some bytes each.
"""

from __future__ import annotations

import mimetypes
import re
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from flask import Blueprint, Flask, Response, abort, current_app
from flask_babel.speaklater import LazyString

from ..urls import root

blueprint = Blueprint("assets", __name__)

KEPT = timedelta(days=365)
_EXTENSION = "referee-assets"
_IMPORT = re.compile(r'^@import "([\w-]+\.css)";\n', re.MULTILINE)


class Asset(NamedTuple):
    """A file: its contents as they go out, and its media type."""

    contents: bytes
    kind: str


class Assets(NamedTuple):
    """All files by their paths, and a version that changes with any of them."""

    version: str
    files: dict[str, Asset]

    @classmethod
    def read(cls, folder: Path) -> Assets:
        found, files = sha256(), {}
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            name = path.relative_to(folder).as_posix()
            is_style = path.suffix == ".css"
            contents = with_imports(path).encode() if is_style else path.read_bytes()
            found.update(name.encode() + b"\0" + contents)
            kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
            files[name] = Asset(contents, kind)
        return cls(found.hexdigest()[:12], files)

    @property
    def base(self) -> str:
        """The address that the paths stand below."""
        return f"{root()}/assets/{self.version}"


def with_imports(path: Path) -> str:
    """The text of a file, that of the styles which it imports in their places."""
    return _IMPORT.sub(lambda one: with_imports(path.with_name(one[1])), path.read_text("utf-8"))


def assets() -> Assets:
    """Those of this app."""
    found: Assets = current_app.extensions[_EXTENSION]
    return found


@blueprint.get("/assets/<version>/<path:name>")
def send(version: str, name: str) -> Response:
    """A file. Only what stands at its present address may be kept: a page from before an update
    gets the new file, but must not keep it as the old one."""
    asset = assets().files.get(name) or abort(404)
    response = Response(asset.contents, mimetype=asset.kind)
    if version == assets().version:
        response.cache_control.public = True
        response.cache_control.immutable = True
        response.cache_control.max_age = int(KEPT.total_seconds())
    else:
        response.cache_control.no_cache = True
    return response


def init_app(app: Flask) -> None:
    found = Assets.read(Path(app.static_folder or ""))
    app.extensions[_EXTENSION] = found
    app.jinja_env.globals["assets"] = LazyString(lambda: found.base)
