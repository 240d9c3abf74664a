"""Address of this app to lead back to, safe from addresses of others."""

from __future__ import annotations

from urllib.parse import urlsplit, urlunsplit

from .urls import root


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
