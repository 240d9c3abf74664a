"""What stands in addresses, and how phones find this app."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Flask, current_app, request
from werkzeug.exceptions import BadHost
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.routing import BaseConverter

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


def for_phones(path: str) -> str:
    """The full address of a path. An app opened as localhost says where other phones find it, and
    so does one that was asked for by a name that cannot be read. Raises
    :class:`~werkzeug.exceptions.BadHost` if nobody has told where that is."""
    public: str = current_app.config["PUBLIC_ADDRESS"]
    name = _name(request.host)
    if name and not (public and name in LOOPBACK):
        public = f"{request.scheme}://{request.host}"
    if not public:
        raise BadHost
    return public.rstrip("/") + path


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
    if proxies := app.config["PROXIES"]:
        app.wsgi_app = ProxyFix(app.wsgi_app, proxies, proxies, proxies)  # type: ignore[method-assign]  # Flask's way to add middleware
