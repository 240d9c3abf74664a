"""Preferences of this phone, its time zone, and what works on it."""

from datetime import timedelta

from flask import Blueprint, abort, redirect, render_template, request
from werkzeug.wrappers import Response

from ..languages import INTERNATIONAL, LANGUAGE_COOKIE, LANGUAGES, LETTERS_COOKIE
from ..times import find_zone
from ..urls import own_address, root

blueprint = Blueprint("preferences", __name__)

KEPT = timedelta(days=400)  # browsers keep no cookie longer

FIRST_COOKIE, SEEN = "first", "seen"
"""Cookie of a phone that has seen or skipped the first positions: no more offer."""

CHOICES = {
    LANGUAGE_COOKIE: tuple(LANGUAGES),
    LETTERS_COOKIE: ("own", INTERNATIONAL),
    "suits": ("two-colours", "four-colours"),
    "cards": ("usual-cards", "large-cards"),
    "sound": ("no-sounds", "sounds"),
    FIRST_COOKIE: (SEEN,),
}
"""The choices, by the name of their cookie."""


LOOKS = ("suits", "cards", "sound")
"""Choices that are classes of the page, for styles and scripts."""


@blueprint.get("/like/<what>/<choice>")
def choose(what: str, choice: str) -> Response:
    """Set a preference, and redirect to the page in ``to``."""
    if choice not in CHOICES.get(what, ()):
        abort(404)
    response = redirect(own_address(request.args.get("to", "")), 303)
    remember(response, what, choice)
    return response


def remember(response: Response, what: str, choice: str) -> None:
    """Set the cookie of a preference. Scripts may read it: the offline app draws by it without a
    network."""
    response.set_cookie(
        *(what, choice),
        max_age=KEPT,
        path=f"{root()}/",
        secure=request.is_secure,
        samesite="Lax",
    )


COOKIE = "zone"


def phone_zone() -> str | None:
    """Return the time zone in the form or cookie of this request, None without a valid one."""
    return find_zone(request.form.get("timezone", "")) or find_zone(request.cookies.get(COOKIE, ""))


@blueprint.get("/about/this-phone")
def page() -> str:
    """Draw the page that tells, by its scripts, which features the phone supports."""
    return render_template("preferences/phone_diagnostics.html")
