"""Language of an answer, translation of texts, and how each language writes numbers, money, dates,
lists and names."""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date, datetime
from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from typing import NamedTuple, cast
from unicodedata import bidirectional

from babel import Locale
from babel.dates import format_date, format_datetime, format_skeleton
from babel.lists import format_list
from babel.numbers import format_decimal, get_decimal_symbol
from babel.support import LazyProxy
from markupsafe import Markup

LANGUAGES = {"en": "English", "sv": "Svenska", "de": "Deutsch"}
"""Our languages, each by its own name; the first is the one that the code is written in."""

FOLDER = Path(__file__).parent / "translations"
ENGLISH = "en"
_LOCALES = {ENGLISH: "en_GB"}  # "9, J and K"; days before months


LANGUAGE_COOKIE, LETTERS_COOKIE = "language", "letters"
INTERNATIONAL = "international"


class Speech(NamedTuple):
    """The language of an answer, and whether cards have the letters A J Q K in every language."""

    language: str = ENGLISH
    international: bool = False

    @property
    def tag(self) -> str:
        """Return a text that differs for each language and choice of letters."""
        return f"{self.language}{self.international:d}"


_ENGLISH = Speech()
_speech = ContextVar("speech", default=_ENGLISH)


def speech() -> Speech:
    """Return the language and letters of the current answer."""
    return _speech.get()


def speak(spoken: Speech) -> None:
    """Set the language and letters of the current answer."""
    _speech.set(spoken)


@contextmanager
def speaking(spoken: Speech) -> Iterator[None]:
    """Set the language and letters within a ``with`` block."""
    token = _speech.set(spoken)
    try:
        yield
    finally:
        _speech.reset(token)


def language() -> str:
    """Return the language code of the current answer."""
    return _speech.get().language


def locale() -> Locale:
    """Return the locale by which the current answer writes lists, dates and numbers."""
    return locale_of(language())


@cache
def locale_of(spoken: str) -> Locale:
    """Return the locale by which a language writes lists, dates and numbers."""
    return Locale.parse(_LOCALES.get(spoken, spoken))


@cache
def catalogue(spoken: str) -> bytes:
    """Return the file with the texts of a language."""
    return (FOLDER / f"{spoken}.po").read_bytes()


@cache
def translations(spoken: str) -> NullTranslations:
    """Return the texts of a language, read from the ``.po`` file itself: nothing has to be compiled
    before."""
    if spoken == ENGLISH:
        return NullTranslations()
    # What reads the file is imported where there is something to read.
    from babel.messages.mofile import write_mo  # noqa: PLC0415
    from babel.messages.pofile import read_po  # noqa: PLC0415

    compiled = BytesIO()
    write_mo(compiled, read_po(BytesIO(catalogue(spoken)), locale=spoken))
    compiled.seek(0)
    return GNUTranslations(compiled)


def gettext(string: str, /, **facts: object) -> str:
    """Return a text in the language of the answer, with the facts in it."""
    text = translations(_speech.get().language).gettext(string)
    return text % facts if facts else text


def ngettext(singular: str, plural: str, num: int, /, **facts: object) -> str:
    """Return the text for a number of things, in the language of the answer; it may contain
    ``num``."""
    text = translations(_speech.get().language).ngettext(singular, plural, num)
    return text % {"num": num, **facts}


def pgettext(context: str, string: str, /, **facts: object) -> str:
    """Return a text that is told from others by its context, in the language of the answer."""
    text = translations(_speech.get().language).pgettext(context, string)
    return text % facts if facts else text


class _LazyText(LazyProxy):
    """A text in the language of whoever reads it. It is ours, so in templates it stands as it
    is."""

    __slots__ = ()

    def __html__(self) -> str:
        return str(self)


def lazy_gettext(string: str) -> str:
    """Return a text that is translated each time it is read."""
    return cast("str", _LazyText(gettext, string, enable_cache=False))


def lazy_pgettext(context: str, string: str) -> str:
    """Return a text that is told from others by its context, and translated each time it is
    read."""
    return cast("str", _LazyText(pgettext, context, string, enable_cache=False))


def markup(text: str, /, **facts: object) -> Markup:
    """Return a template's text in the language of the answer; facts in it are escaped."""
    translated = Markup(translations(language()).gettext(text))  # noqa: S704 - texts are ours
    return translated % facts if facts else translated


def counted_markup(singular: str, plural: str, num: int, /, **facts: object) -> Markup:
    """Return a template's text for a number of things, in the language of the answer; the text may
    contain ``num``."""
    translated = Markup(translations(language()).ngettext(singular, plural, num))  # noqa: S704 - texts are ours
    return translated % {"num": num, **facts}


def language_of_environment(environment: Mapping[str, str]) -> str:
    """Return the supported language that the environment names (``LANG=sv_SE.UTF-8``), English
    otherwise."""
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    setting = next(filter(None, (environment.get(name) for name in names)), "")
    spoken = re.split("[_.@]", setting)[0]
    return spoken if spoken in LANGUAGES else ENGLISH


_OPENED = {
    **dict.fromkeys("\u202a\u202b\u202d\u202e", "\u202c"),  # embeddings and overrides
    **dict.fromkeys("\u2066\u2067\u2068", "\u2069"),  # isolates
}
"""The characters that begin a run with a direction of its own, each with the one that ends it."""
_POP_EMBEDDING, _POP_ISOLATE = "\u202c", "\u2069"
_STAYS = {"L", "EN", "ES", "ET", "CS", "NSM", "BN", "ON", "WS"}
"""The directions of letters, digits and signs that leave a line from left to right as it is."""


def isolated(text: str) -> str:
    """Return a name or a typed text as it stands among other words.

    A text with letters from right to left or with controls is isolated, so that its direction ends
    with it. Other texts are returned unchanged.
    """
    if text.isascii() or all(bidirectional(character) in _STAYS for character in text):
        return text
    return f"\u2068{balanced(text)}\u2069"


def in_sentences(names: Iterable[str]) -> list[str]:
    """Return the names as they stand in sentences, each isolated."""
    return [isolated(name) for name in names]


def balanced(text: str) -> str:
    """Return a name for an element that isolates it, ``<bdi>``.

    Runs that its controls begin are ended, and controls that end nothing of it are left out
    (Unicode's annex 9, BD9 to BD14).
    """
    characters: list[str] = []
    open_ends: list[str] = []
    for character in text:
        if character == _POP_ISOLATE:
            if character not in open_ends:
                continue
            while open_ends.pop() != character:  # embeddings end with the isolate around them
                pass
        elif character == _POP_EMBEDDING:
            if open_ends[-1:] != [character]:
                continue
            open_ends.pop()
        elif character in _OPENED:
            open_ends.append(_OPENED[character])
        characters.append(character)
    return "".join(characters + open_ends[::-1])


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


def average(number: float | None, places: int = 1) -> str:
    """Return an average of points with this number of decimals; a dash for None."""
    if number is None:
        return "–"
    text = str(format_decimal(number, format="0." + places * "0", locale=locale()))
    return text.replace("-", "−")


def sentence(text: str) -> str:
    """Return a text with a capital first letter, as a sentence begins."""
    return text[:1].upper() + text[1:]


def and_(words: Iterable[str]) -> str:
    """Return words as a list with "and", in the reader's language."""
    return format_list(list(words), style="standard", locale=locale())


def or_(words: Iterable[str]) -> str:
    """Return words as a list with "or", in the reader's language."""
    return format_list(list(words), style="or", locale=locale())


def date_text(day: date) -> str:
    """Return a day: "21 November 2026"."""
    return str(format_date(day, format="long", locale=locale()))


def time_text(moment: datetime) -> str:
    """Return a day and a time, in the time zone of ``moment``."""
    return str(format_datetime(moment, format="short", tzinfo=moment.tzinfo, locale=locale()))


def evening_text(players: Iterable[str], day: date) -> str:
    """Return a session as it stands in a list of pages: "Ada, Bo, Cia · 21 Nov"."""
    date_text = format_skeleton("MMMd", day, locale=locale())
    return f"{', '.join(in_sentences(players))} · {date_text}"
