"""URLs: the path that the app is mounted at, converters of their parts, safe ways back."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import urlsplit, urlunsplit

from flask import Flask, current_app, has_request_context, redirect, request
from werkzeug.exceptions import BadHost
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.routing import BaseConverter
from werkzeug.wrappers import Response

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


STATIC_FILES = "referee-static-files"
"""The app's extension that is the path of its static files below it, where it sends them."""


class IdConverter(BaseConverter):
    """The id of a group or session, or a key; texts that cannot be one do not match."""

    regex = "[0-9A-Za-z_-]{1,64}"


class NumberConverter(BaseConverter):
    """The number of a game, seat or person, small enough for every database."""

    regex = "[0-9]{1,9}"

    def to_python(self, value: str) -> int:
        return int(value)


class TextConverter(BaseConverter):
    """Any text, slashes included, as the last part of a URL."""

    regex = ".+"
    part_isolating = False


LOOPBACK = ("localhost", "127.0.0.1", "::1")
LONGEST_NAME = 253  # of a host, as name servers have it


def root() -> str:
    """Return the path that the app is mounted at, such as ``/cards``; "" for the root of its
    host."""
    return request.script_root if has_request_context() else ""


def rule_url(game: str, clause: str) -> str:
    """Return the path of a clause on the page of a game's rules."""
    return f"{root()}/{game}/rules#{clause}"


def for_phones(path: str) -> str:
    """Return the full URL of a path of ``url_for``, for other phones. An app that was opened as
    localhost, or by a name that cannot be read, is reached at the configured public address. Raises
    :class:`~werkzeug.exceptions.BadHost` if there is none."""
    public: str = current_app.config["PUBLIC_ADDRESS"]
    name = _host_name(request.host)
    if name and not (public and name in LOOPBACK):
        public = f"{request.scheme}://{request.host}{root()}"
    if not public:
        raise BadHost
    return public.rstrip("/") + path.removeprefix(root())


@lru_cache(maxsize=64)
def _host_name(host: str) -> str | None:
    """Return the name of a host without its port, None if no link can lead to it."""
    try:
        parts = urlsplit(f"//{host}")
        port = parts.port
    except ValueError:  # no address between the brackets, no number for a port
        return None
    name = parts.hostname or ""
    return name if port != 0 and len(name) <= LONGEST_NAME else None


def init_app(app: Flask) -> None:
    app.url_map.converters |= {
        "id": IdConverter,
        "number": NumberConverter,
        "text": TextConverter,
    }

    @app.context_processor
    def paths() -> dict[str, str]:
        files = app.extensions.get(STATIC_FILES)
        return {"root": root()} | ({"assets": f"{root()}{files}"} if files else {})

    if proxies := app.config["PROXIES"]:
        checked = _MountPath(app.wsgi_app)
        app.wsgi_app = ProxyFix(checked, proxies, proxies, proxies, proxies, proxies)  # type: ignore[method-assign]  # Flask's way to add middleware

    @app.before_request
    def add_slash_to_root() -> Response | None:
        """Redirect from the mount path without a slash (``/cards``) to the home page."""
        lacks_slash = root() and not request.environ["PATH_INFO"]
        return redirect(f"{root()}/", 308) if lacks_slash else None


class _MountPath:
    """A WSGI middleware that drops a mount path with unusual characters, since every page contains
    it."""

    _PATH = re.compile(r"(?:/[\w.~-]+)*", re.ASCII)

    def __init__(self, app: WSGIApplication) -> None:
        self._app = app

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        path = environ.get("SCRIPT_NAME", "").rstrip("/")
        environ["SCRIPT_NAME"] = path if self._PATH.fullmatch(path) else ""
        return self._app(environ, start)


def own_address(text: str) -> str:
    """Return the path and query of a URL of this app, without a host; the home page for any other
    text.

    The text is read as browsers do: they drop tabs and line breaks, as ``urlsplit`` does, and take
    a backslash for a slash, and two slashes for the beginning of a host."""
    home = f"{root()}/"
    try:
        url = urlsplit(text)
    except ValueError:  # of a host, which is none of ours
        return home
    path = url.path.replace("\\", "/")
    if url.scheme or url.netloc or not path.startswith(home) or path.startswith("//"):
        return home
    return urlunsplit(("", "", path, url.query, ""))
