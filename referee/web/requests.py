"""Requests: numbers in their fields, the game in a URL, how large they may be, where from.

Browsers tell where a request comes from: in ``Sec-Fetch-Site`` over https and on localhost (Safari
since 16.4), and in ``Origin`` with every POST, also over plain http. A page cannot change either.
The API takes keys and no cookies, so any page may ask it.
"""

import re
from collections.abc import Iterable
from decimal import Decimal
from io import BytesIO
from urllib.parse import urlsplit

import flask
from babel.numbers import NumberFormatError, get_group_symbol, parse_decimal
from flask import Flask, abort, current_app, request
from flask.sessions import SessionInterface
from werkzeug.exceptions import Forbidden
from werkzeug.formparser import FormDataParser

from ..languages import locale
from ..rules.games import RULESETS, ruleset
from ..rules.ruleset import Ruleset
from .key_cookies import has_keys

_MINUS_SIGNS = str.maketrans(dict.fromkeys("\u2212\u2010\u2011\u2012\u2013\ufe63\uff0d", "-"))


def read_decimal(text: str) -> Decimal | None:
    """Return the number that a text says, None if it says none: "1,000.50" is a number in English,
    "1.000,50" in German.

    A sign followed by one or two digits separates no thousands in any language, so it is a decimal
    sign in all of them: a phone's keyboard may have no other."""
    text = text.strip().translate(_MINUS_SIGNS)
    sign, digits = (-1, text[1:]) if text.startswith("-") else (1, text)
    if re.fullmatch(r"[0-9]{1,40}[.,][0-9]{1,2}", digits):
        return sign * Decimal(digits.replace(",", "."))
    group = get_group_symbol(locale())
    if group.isspace():
        digits = re.sub(r"(?<=[0-9])\s(?=[0-9])", group, digits)
    if not re.fullmatch(rf"[0-9.,{group}]{{1,40}}", digits):
        return None
    try:
        return sign * parse_decimal(digits, locale=locale(), strict=True)
    except NumberFormatError:
        return None


def read_whole(text: str) -> int | None:
    """Return the whole number that a text says, None if it says none."""
    number = read_decimal(text)
    return int(number) if number is not None and places(number) == 0 else None


def places(number: Decimal) -> int:
    """Return the number of decimals with which a number was written."""
    exponent = number.as_tuple().exponent
    return max(-exponent, 0) if isinstance(exponent, int) else 0


def is_number(text: str) -> bool:
    """Return whether a text has plain digits only, at most nine."""
    return text.isascii() and text.isdecimal() and len(text) <= 9


class InvalidInput(Exception):
    """Input that cannot be meant; the argument is a sentence about it."""


def check_game(game: str) -> None:
    """Abort with 404 unless the game exists."""
    if game not in RULESETS:
        abort(404)


def find_ruleset(game: str) -> Ruleset:
    """Return the ruleset of a game without house rules; 404 if the game does not exist."""
    check_game(game)
    return ruleset(game)


class Request(flask.Request):
    """A request whose uploaded files stay in memory; the size limit of its body bounds them."""

    def make_form_data_parser(self) -> FormDataParser:
        parser = super().make_form_data_parser()
        parser.stream_factory = lambda *_, **__: BytesIO()
        return parser


def init_app(app: Flask) -> None:
    app.request_class = Request
    app.session_interface = _NoSession()


LARGEST_IMPORT = 8 * 1024 * 1024


_LARGE = ("group.import_file", "group.merge", "whole_app.copy", "handover.take")


LARGEST_WITH_PHOTO = 24 * 1024 * 1024
"""Bytes of a form with a photo: more than a photo may have, so that its page can refuse one."""


LARGEST_WITH_SIGHTINGS = 256 * 1024
"""Bytes of a form with all the frames of a table, and all the cards in each, that a camera may
send."""


_WITH_PHOTO = ("sheet.read_pile", "table.read_first_table", "table.read_photo")


def allow_large_forms(app: Flask) -> None:
    @app.before_request
    def allow_large_files() -> None:
        """Raise the size limits of forms that send a group or a photo."""
        endpoint = request.endpoint
        if endpoint in _LARGE:
            request.max_content_length = request.max_form_memory_size = LARGEST_IMPORT
        elif endpoint in _WITH_PHOTO:
            request.max_content_length = LARGEST_WITH_PHOTO
        elif endpoint == "table.explain":
            request.max_content_length = LARGEST_WITH_SIGHTINGS


_READING = ("GET", "HEAD", "OPTIONS")


class CrossSite(Forbidden):
    """A change that no page of this app has sent."""


def is_cross_site(request: flask.Request) -> bool:
    """Return whether a request would change something and comes from another site's page, or has
    the key of a group and names no origin."""
    if request.method in _READING:
        return False
    if site := request.headers.get("Sec-Fetch-Site"):
        return site not in ("same-origin", "none")  # none: typed in, or a bookmark
    if origin := request.headers.get("Origin"):
        public: str = current_app.config["PUBLIC_ADDRESS"]
        own = (f"{request.scheme}://{request.host}", public)
        return not _is_own(origin, own)
    return has_keys()


_USUAL_PORTS = {"http": ":80", "https": ":443"}


def _is_own(origin: str, own: Iterable[str]) -> bool:
    """Return whether an origin has the host and port of one of this app's own addresses, and is
    https wherever an own address of that host is. A proxy may hide that a page came over https,
    never that it came over http."""
    scheme, host = _scheme_and_host(origin)
    if scheme not in _USUAL_PORTS or not host:
        return False
    name = host.removesuffix(_USUAL_PORTS[scheme])
    schemes = {
        own_scheme
        for own_scheme, own_host in map(_scheme_and_host, own)
        if name
        in {own_host.removesuffix(_USUAL_PORTS.get(one, "")) for one in (scheme, own_scheme)}
    }
    return bool(schemes) and (scheme == "https" or "https" not in schemes)


def _scheme_and_host(address: str) -> tuple[str, str]:
    """Return the scheme of a URL, and its host and port; "" for what it has not."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return "", ""
    return parts.scheme, parts.netloc


def refuse_other_sites(app: Flask) -> None:
    @app.before_request
    def check() -> None:
        is_page = request.endpoint and not request.path.startswith("/api/")
        if is_page and is_cross_site(request):
            raise CrossSite


class _NoSession(SessionInterface):
    """Flask's session, for which no cookie is looked for: no page keeps anything in it."""

    def open_session(self, app: Flask, request: flask.Request) -> None:
        """Return None, which Flask takes for a session that nothing can be put into."""
