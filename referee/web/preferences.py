"""What somebody likes on this phone: the language, and how cards look. Remembered in cookies."""

from __future__ import annotations

from datetime import timedelta
from urllib.parse import quote, urlsplit, urlunsplit

from flask import Blueprint, abort, current_app, redirect, render_template, request
from markupsafe import Markup
from werkzeug.wrappers import Response

from ..languages import INTERNATIONAL, LANGUAGE_COOKIE, LANGUAGES, LETTERS_COOKIE
from ..urls import root
from .template_fragments import fragment

blueprint = Blueprint("likes", __name__)

KEPT = timedelta(days=400)  # browsers keep no cookie longer

FIRST_COOKIE, SEEN = "first", "seen"
"""Whoever has seen the first positions, or wants none, is not offered them again."""

CHOICES = {
    LANGUAGE_COOKIE: tuple(LANGUAGES),
    LETTERS_COOKIE: ("own", INTERNATIONAL),
    "suits": ("two-colours", "four-colours"),
    "cards": ("usual-cards", "large-cards"),
    FIRST_COOKIE: (SEEN,),
}
"""What can be chosen, by the name of its cookie."""

_HERE = "@here"

LONGEST_WAY_BACK = 2000
"""Characters of an address that choices lead back to."""

LOOKS = ("suits", "cards")
"""Those that the styles know as classes."""


@blueprint.get("/like/<what>/<choice>")
def choose(what: str, choice: str) -> Response:
    """Have it like this from now on, and go back to the page (``to``)."""
    if choice not in CHOICES.get(what, ()):
        abort(404)
    response = redirect(own_address(request.args.get("to", "")), 303)
    remember(response, what, choice)
    return response


def remember(response: Response, what: str, choice: str) -> None:
    """Nothing secret: the phone's own referee reads it where there is no network."""
    response.set_cookie(
        *(what, choice),
        max_age=KEPT,
        path=f"{root()}/",
        secure=request.is_secure,
        samesite="Lax",
    )


def own_address(text: str) -> str:
    """An address of ours that somebody asks to be led to, without its host; for any other text the
    home page.

    It is judged as browsers read it: they drop tabs and line breaks, as ``urlsplit`` does, and take
    a backslash for a slash, and two slashes for the beginning of a host.
    """
    home = f"{root()}/"
    try:
        asked = urlsplit(text)
    except ValueError:  # of a host, which is none of ours
        return home
    path = asked.path.replace("\\", "/")
    if asked.scheme or asked.netloc or not path.startswith(home) or path.startswith("//"):
        return home
    return urlunsplit(("", "", path, asked.query, ""))


@blueprint.get("/about/this-phone")
def this_phone() -> str:
    """Show what works on the phone that asks: its scripts try it."""
    return render_template("this_phone.html")


def menu() -> Markup:
    """The menu of every page. It is drawn once for each way of liking it; what differs from page to
    page is where a choice leads back to."""
    known = current_app.jinja_env.globals
    offer, no_photos = known["offer"], known.get("no_photos")
    drawn = fragment("_menu.html", looks=_looks(), here=_HERE, offer=offer, no_photos=no_photos)
    return drawn.replace(_HERE, _here())


def looks_attribute() -> Markup:
    """The classes of the page, for what was chosen."""
    chosen = _looks()
    return Markup(' class="{}"').format(chosen) if chosen else Markup()


def _looks() -> str:
    cookies = request.cookies
    chosen = ((name, cookies[name]) for name in LOOKS if name in cookies)
    return " ".join(choice for name, choice in chosen if choice in CHOICES[name][1:])


def _here() -> str:
    """The page that is shown, to come back to, quoted. The home page after a form that was refused,
    or where no page is; and the menu has this in every line, so of what is longer than any question
    the path alone, if at all."""
    if request.method in ("GET", "HEAD") and request.url_rule is not None:
        for address in (request.full_path.rstrip("?"), request.path):
            if len(quoted := quote(root() + address)) <= LONGEST_WAY_BACK:
                return quoted
    return f"{root()}/"
