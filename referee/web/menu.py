"""Menu of every page."""

from __future__ import annotations

from urllib.parse import quote

from flask import current_app, request
from markupsafe import Markup

from ..urls import root
from .cached_fragments import fragment
from .preferences import looks

_SHOWN_PAGE = "@here"

LONGEST_WAY_BACK = 2000
"""Characters of an address that choices lead back to."""


def menu() -> Markup:
    """Return the menu of every page. It is drawn once for each set of preferences; only the page
    that a choice returns to differs."""
    template_globals = current_app.jinja_env.globals
    offer, no_photos = template_globals["offer"], template_globals.get("no_photos")
    markup = fragment(
        "_menu.html", looks=looks(), here=_SHOWN_PAGE, offer=offer, no_photos=no_photos
    )
    return markup.replace(_SHOWN_PAGE, _shown_page())


def _shown_page() -> str:
    """Return the quoted path of the page that is shown, for links that return to it; the home page
    where a form was refused or nothing matched. Without its query where that is too long, since the
    menu repeats it in every line."""
    if request.method in ("GET", "HEAD") and request.url_rule is not None:
        for address in (request.full_path.rstrip("?"), request.path):
            if len(quoted := quote(root() + address)) <= LONGEST_WAY_BACK:
                return quoted
    return f"{root()}/"
