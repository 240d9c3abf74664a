"""What stands in addresses, and how phones find this app."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from flask import Flask, current_app, has_request_context, redirect, request
from flask_babel.speaklater import LazyString
from werkzeug.exceptions import BadHost
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.routing import BaseConverter
from werkzeug.wrappers import Response

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

LOOPBACK = ("localhost", "127.0.0.1", "::1")
LONGEST_NAME = 253  # of a host, as name servers have it


class IdConverter(BaseConverter):
    """The id of a group or session; what cannot be one is not looked up."""

    regex = "[0-9A-Za-z_-]{1,64}"


class NumberConverter(BaseConverter):
    """The number of a game, seat or person, small enough for every database."""

    regex = "[0-9]{1,9}"

    def to_python(self, value: str) -> int:
        return int(value)


class TextConverter(BaseConverter):
    """Any text, slashes too, as the last part of an address."""

    regex = ".+"
    part_isolating = False


def root() -> str:
    """Return the path of its host that the app stands below: none, or one like ``/cards``."""
    return request.script_root if has_request_context() else ""


def for_phones(path: str) -> str:
    """The full address of a path, as ``url_for`` gives it. An app opened as localhost says where
    other phones find it, and so does one that was asked for by a name that cannot be read. Raises
    :class:`~werkzeug.exceptions.BadHost` if nobody has told where that is."""
    public: str = current_app.config["PUBLIC_ADDRESS"]
    name = _name(request.host)
    if name and not (public and name in LOOPBACK):
        public = f"{request.scheme}://{request.host}{root()}"
    if not public:
        raise BadHost
    return public.rstrip("/") + path.removeprefix(root())


def _name(host: str) -> str | None:
    """A host without its port; None if no link can lead there."""
    try:
        found = urlsplit(f"//{host}")
        port = found.port
    except ValueError:  # no address between the brackets, no number for a port
        return None
    name = found.hostname or ""
    return name if port != 0 and len(name) <= LONGEST_NAME else None


def init_app(app: Flask) -> None:
    app.url_map.converters |= {
        "id": IdConverter,
        "number": NumberConverter,
        "text": TextConverter,
    }
    app.jinja_env.globals["root"] = LazyString(root)
    if proxies := app.config["PROXIES"]:
        below = _Below(app.wsgi_app)
        app.wsgi_app = ProxyFix(below, proxies, proxies, proxies, proxies, proxies)  # type: ignore[method-assign]  # Flask's way to add middleware

    @app.before_request
    def to_the_first_page() -> Response | None:
        """Lead on from ``/cards``, which is no part of what stands below ``/cards/``."""
        below = root() and not request.environ["PATH_INFO"]
        return redirect(f"{root()}/", 308) if below else None


class _Below:
    """The app, below no other path than a proxy can mean: it stands in every page."""

    _PATH = re.compile(r"(?:/[\w.~-]+)*", re.ASCII)

    def __init__(self, app: WSGIApplication) -> None:
        self._app = app

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        path = environ.get("SCRIPT_NAME", "").rstrip("/")
        environ["SCRIPT_NAME"] = path if self._PATH.fullmatch(path) else ""
        return self._app(environ, start)
