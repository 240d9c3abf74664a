"""Formats of numbers and money."""

from __future__ import annotations

from babel.numbers import format_decimal, get_decimal_symbol

from ..languages import lazy_gettext, lazy_pgettext, locale
from .bidi_names import isolated


def list_separator() -> str:
    """Return the separator of cells in a CSV file: a semicolon where commas are in numbers."""
    return ";" if get_decimal_symbol(locale()) == "," else ","


_NUMBERS = (
    lazy_gettext("no"),
    lazy_gettext("one"),
    lazy_gettext("two"),
    lazy_gettext("three"),
    lazy_gettext("four"),
    lazy_gettext("five"),
    lazy_gettext("six"),
    lazy_gettext("seven"),
    lazy_gettext("eight"),
    lazy_gettext("nine"),
    lazy_gettext("ten"),
    lazy_gettext("eleven"),
    lazy_gettext("twelve"),
)


def number_text(number: int) -> str:
    """Return a number of cards in a sentence: in words up to twelve, then in digits."""
    return str(_NUMBERS[number]) if has_word(number) else str(number)


def has_word(number: int) -> bool:
    """Return whether a number of cards is a word in a sentence."""
    return number < len(_NUMBERS)


_VALUES_OF_BUILDS = (
    lazy_pgettext("value of a build", "1"),
    lazy_pgettext("value of a build", "2"),
    lazy_pgettext("value of a build", "3"),
    lazy_pgettext("value of a build", "4"),
    lazy_pgettext("value of a build", "5"),
    lazy_pgettext("value of a build", "6"),
    lazy_pgettext("value of a build", "7"),
    lazy_pgettext("value of a build", "8"),
    lazy_pgettext("value of a build", "9"),
    lazy_pgettext("value of a build", "10"),
    lazy_pgettext("value of a build", "11"),
    lazy_pgettext("value of a build", "12"),
    lazy_pgettext("value of a build", "13"),
    lazy_pgettext("value of a build", "14"),
)


def build_number(value: int) -> str:
    """Return the value of a build in its name: "8"; in Swedish a word that the name begins with."""
    is_listed = 1 <= value <= len(_VALUES_OF_BUILDS)
    return str(_VALUES_OF_BUILDS[value - 1]) if is_listed else str(value)


def signed(number: int) -> str:
    """Return a score, with a minus sign that is as wide as a digit."""
    return str(number) if number >= 0 else f"−{-number}"


def added_text(number: int) -> str:
    """Return a score with its sign: "+5", "−5" or "0"."""
    return f"+{number}" if number > 0 else signed(number)


def amount(hundredths: int | None) -> str:
    """Return an amount of money without its currency, as it can be typed; empty for None."""
    if hundredths is None:
        return ""
    return str(format_decimal(hundredths / 100, format="0.00", locale=locale()))


def money(hundredths: int, currency: str) -> str:
    """Return an amount of money with its currency: "3.50 kr"."""
    number = format_decimal(hundredths / 100, format="#,##0.00", locale=locale())
    return f"{number}\N{NO-BREAK SPACE}{isolated(currency)}".strip()


def average(number: float | None) -> str:
    """Return an average of points with one decimal; a dash for None."""
    if number is None:
        return "–"
    return str(format_decimal(number, format="0.0", locale=locale())).replace("-", "−")
