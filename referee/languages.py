"""Language of an answer, and translation of texts, which are in English in the code."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache
from io import BytesIO
from pathlib import Path
from typing import NamedTuple, Protocol

from babel import Locale, support
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from flask import Flask, request
from flask_babel import Babel, Domain
from markupsafe import Markup
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

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
def translations(spoken: str) -> support.NullTranslations:
    """Return the texts of a language, read from the ``.po`` file itself: nothing has to be compiled
    before."""
    if spoken == ENGLISH:
        return support.NullTranslations()
    compiled = BytesIO()
    with (FOLDER / f"{spoken}.po").open("rb") as file:
        write_mo(compiled, read_po(file, locale=spoken))
    compiled.seek(0)
    return support.Translations(compiled)


class Texts(Domain):  # type: ignore[misc]  # it brings no types
    """The texts of this app in the language of the answer, with or without a Flask app."""

    def get_translations(self) -> support.NullTranslations:
        return translations(language())


class _Text(Protocol):
    """A function that returns a text in the language of the answer."""

    def __call__(self, string: str, **facts: object) -> str: ...


class _CountedText(Protocol):
    """A function that returns the text for a number of things."""

    def __call__(self, singular: str, plural: str, num: int, **facts: object) -> str: ...


class _TextInContext(Protocol):
    """A function that returns a text that is told from others by its context."""

    def __call__(self, context: str, string: str, **facts: object) -> str: ...


_texts = Texts()
gettext: _Text = _texts.gettext
ngettext: _CountedText = _texts.ngettext
pgettext: _TextInContext = _texts.pgettext
lazy_gettext: _Text = _texts.lazy_gettext
lazy_pgettext: _TextInContext = _texts.lazy_pgettext


def markup(text: str, /, **facts: object) -> Markup:
    """Return a template's text in the language of the answer; facts in it are escaped."""
    translated = Markup(translations(language()).gettext(text))  # noqa: S704 - texts are ours
    return translated % facts if facts else translated


def counted_markup(singular: str, plural: str, num: int, /, **facts: object) -> Markup:
    """Return a template's text for a number of things, in the language of the answer; the text may
    contain ``num``."""
    translated = Markup(translations(language()).ngettext(singular, plural, num))  # noqa: S704 - texts are ours
    return translated % {"num": num, **facts}


@lru_cache(maxsize=128)
def best_language(accepted: str) -> str:
    """Return the supported language that a browser likes best, by its ``Accept-Language``."""
    return parse_accept_header(accepted, LanguageAccept).best_match(LANGUAGES) or ENGLISH


def language_of_environment(environment: Mapping[str, str]) -> str:
    """Return the supported language that the environment names (``LANG=sv_SE.UTF-8``), English
    otherwise."""
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    setting = next(filter(None, (environment.get(name) for name in names)), "")
    spoken = re.split("[_.@]", setting)[0]
    return spoken if spoken in LANGUAGES else ENGLISH


def init_app(app: Flask) -> None:
    Babel(app, default_locale="en_GB", locale_selector=locale)
    app.jinja_env.policies["ext.i18n.trimmed"] = True  # long texts stand on several lines
    # Jinja fills in the facts, so that names in them are escaped; newstyle takes twice as long.
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]  # of its i18n extension
        lambda text: translations(language()).gettext(text),
        lambda one, many, number: translations(language()).ngettext(one, many, number),
        newstyle=False,
        pgettext=lambda context, text: translations(language()).pgettext(context, text),
    )
    app.jinja_env.globals.update(_=markup, _n=counted_markup, language=language)

    @app.before_request
    def choose_speech() -> None:
        """Set the language and letters that this phone chose, or the language that its browser
        likes best."""
        chosen = request.cookies.get(LANGUAGE_COOKIE, "")
        accepted = request.headers.get("Accept-Language", "")
        speak(
            Speech(
                chosen if chosen in LANGUAGES else best_language(accepted),
                international=request.cookies.get(LETTERS_COOKIE) == INTERNATIONAL,
            )
        )
