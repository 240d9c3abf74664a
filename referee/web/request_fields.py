"""Fields of requests: numbers, the game in a URL, uploads kept in memory."""

from __future__ import annotations

import re
from decimal import Decimal
from io import BytesIO

import flask
from babel.numbers import NumberFormatError, get_group_symbol, parse_decimal
from flask import Flask, abort
from werkzeug.formparser import FormDataParser

from ..languages import locale
from ..rules.games import RULESETS, ruleset
from ..rules.ruleset import Ruleset

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
