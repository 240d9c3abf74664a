"""Numbers as people type them, in the notation of the page's language."""

from __future__ import annotations

import re
from decimal import Decimal

from babel.numbers import NumberFormatError, get_group_symbol, parse_decimal

from ..languages import locale

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
