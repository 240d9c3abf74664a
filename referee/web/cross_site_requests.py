"""Refusal of requests that another site's page sends in somebody's name.

Browsers tell where a request comes from: in ``Sec-Fetch-Site`` over https and on localhost (Safari
since 16.4), and in ``Origin`` with every POST, also over plain http. A page cannot change either.
The API takes keys and no cookies, so any page may ask it.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Flask, Request, current_app, request
from werkzeug.exceptions import Forbidden

from .key_cookies import has_keys

_READING = ("GET", "HEAD", "OPTIONS")


class CrossSite(Forbidden):
    """A change that no page of this app has sent."""


def is_cross_site(request: Request) -> bool:
    """Return whether a request would change something and comes from another site's page, or has
    the key of a group and names no origin."""
    if request.method in _READING:
        return False
    if site := request.headers.get("Sec-Fetch-Site"):
        return site not in ("same-origin", "none")  # none: typed in, or a bookmark
    if origin := request.headers.get("Origin"):
        public: str = current_app.config["PUBLIC_ADDRESS"]
        return _host(origin) not in {_host(f"//{request.host}"), _host(public)} - {""}
    return has_keys()


def _host(address: str) -> str:
    """Return the host and port of a URL without the usual port, "" if it has none. A proxy may hide
    the scheme."""
    try:
        host = urlsplit(address).netloc
    except ValueError:
        return ""
    return host.removesuffix(":80").removesuffix(":443")


def init_app(app: Flask) -> None:
    @app.before_request
    def check() -> None:
        is_page = request.endpoint and not request.path.startswith("/api/")
        if is_page and is_cross_site(request):
            raise CrossSite
