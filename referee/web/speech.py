"""Which language a phone wants, and which letters on its cards; remembered in cookies."""

from __future__ import annotations

from datetime import timedelta

from flask import Blueprint, abort, redirect, request
from werkzeug.wrappers import Response

from ..languages import INTERNATIONAL, LANGUAGE_COOKIE, LANGUAGES, LETTERS_COOKIE

blueprint = Blueprint("speech", __name__)

KEPT = timedelta(days=400)  # browsers keep no cookie longer


@blueprint.get("/speak/<language>")
def speak(language: str) -> Response:
    """Another language from now on, and back to the page (``to``)."""
    if language not in LANGUAGES:
        abort(404)
    return _back(LANGUAGE_COOKIE, language)


@blueprint.get("/letters/<letters>")
def write(letters: str) -> Response:
    """A J Q K whatever the language, or its own letters again."""
    if letters not in (INTERNATIONAL, "own"):
        abort(404)
    return _back(LETTERS_COOKIE, letters)


def _back(cookie: str, value: str) -> Response:
    to = request.args.get("to", "/")
    if not to.startswith("/") or to.startswith(("//", "/\\")):
        to = "/"  # no way out of here
    response = redirect(to, 303)
    response.set_cookie(
        cookie, value, max_age=KEPT, secure=request.is_secure, httponly=True, samesite="Lax"
    )
    return response


def here() -> str:
    """The page that is shown, to come back to; the home page after a form that was refused."""
    return request.full_path.rstrip("?") if request.method == "GET" else "/"
