"""Styles, scripts and pictures, at URLs that change with their contents.

A phone loads each of them once, and again after an update, also without a service worker, which
browsers allow over https alone. The files are small and few, so they are kept in memory. Each style
includes those that it imports, which saves requests."""

from __future__ import annotations

import mimetypes
import re
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from flask import Blueprint, Flask, Response, abort, current_app

from ..urls import root

blueprint = Blueprint("assets", __name__)

KEPT = timedelta(days=365)
_EXTENSION = "referee-assets"
_IMPORT = re.compile(r'^@import "([\w-]+\.css)";\n', re.MULTILINE)


class Asset(NamedTuple):
    """A file: its contents as they are sent, and its media type."""

    contents: bytes
    kind: str


class Assets(NamedTuple):
    """The static files by their paths, and a version that changes with any of them."""

    version: str
    files: dict[str, Asset]

    @classmethod
    def read(cls, folder: Path) -> Assets:
        """Return all files of a folder, with their common version."""
        digest, files = sha256(), {}
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            name = path.relative_to(folder).as_posix()
            is_style = path.suffix == ".css"
            contents = with_imports(path).encode() if is_style else path.read_bytes()
            digest.update(name.encode() + b"\0" + contents)
            kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
            files[name] = Asset(contents, kind)
        return cls(digest.hexdigest()[:12], files)

    @property
    def base(self) -> str:
        """Return the URL that the paths of the files stand below."""
        return f"{root()}/assets/{self.version}"


def with_imports(path: Path) -> str:
    """Return the text of a style, with each imported style in place of its import."""
    return _IMPORT.sub(
        lambda match: with_imports(path.with_name(match[1])), path.read_text("utf-8")
    )


def assets() -> Assets:
    """Return the static files of the current app."""
    static_files: Assets = current_app.extensions[_EXTENSION]
    return static_files


@blueprint.get("/assets/<version>/<path:name>")
def send(version: str, name: str) -> Response:
    """Send a file. It may be cached only at its present URL: a page from before an update gets the
    new file, but must not keep it as the old one."""
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
    static_files = Assets.read(Path(app.static_folder or ""))
    app.extensions[_EXTENSION] = static_files
    app.context_processor(lambda: {"assets": static_files.base})
