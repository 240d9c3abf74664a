"""Which language an answer is in. Texts stand in the code in English, through gettext."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import NamedTuple, cast

from babel import Locale, support
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from flask import Flask, request
from flask_babel import Babel
from flask_babel.speaklater import LazyString
from werkzeug.datastructures import LanguageAccept

LANGUAGES = {"en": "English", "sv": "Svenska", "de": "Deutsch"}
"""Our languages, each by its own name; the first is the one that the code is written in."""

FOLDER = Path(__file__).parent / "translations"
ENGLISH = "en"
_LOCALES = {ENGLISH: "en_GB"}  # "9, J and K"; days before months


LANGUAGE_COOKIE, LETTERS_COOKIE = "language", "letters"
INTERNATIONAL = "international"


class Speech(NamedTuple):
    """How an answer speaks: its language, and whether cards have A J Q K on them whatever it is."""

    language: str = ENGLISH
    international: bool = False

    @property
    def tag(self) -> str:
        """Another text for each way of speaking."""
        return f"{self.language}{self.international:d}"


_ENGLISH = Speech()
_speech = ContextVar("speech", default=_ENGLISH)


def speech() -> Speech:
    """How this answer speaks."""
    return _speech.get()


def speak(spoken: Speech) -> None:
    """Speak like this from now on."""
    _speech.set(spoken)


@contextmanager
def speaking(spoken: Speech) -> Iterator[None]:
    """Speak like this for a while."""
    token = _speech.set(spoken)
    try:
        yield
    finally:
        _speech.reset(token)


def language() -> str:
    """The language of this answer."""
    return _speech.get().language


def locale() -> Locale:
    """How this answer writes lists, dates and numbers."""
    return locale_of(language())


def gettext(text: str, /, **facts: object) -> str:
    """A text in the language of this answer, with its facts filled in."""
    translated = text_in(language(), text)
    return translated % facts if facts else translated


def ngettext(one: str, many: str, number: int, /, **facts: object) -> str:
    """The text for this number, which is the fact ``num`` too."""
    translated = _translations(language()).ngettext(one, many, number)
    return translated % ({"num": number} | facts)


def pgettext(context: str, text: str) -> str:
    """A text that means something else elsewhere, in the language of this answer."""
    return str(_translations(language()).pgettext(context, text))


def lazy_pgettext(context: str, text: str) -> str:
    """The same whenever it is written; see :func:`lazy_gettext`."""
    return cast("str", LazyString(pgettext, context, text))


def lazy_gettext(text: str) -> str:
    """A text that is translated whenever it is written, for libraries that keep messages. No
    ``str`` until then, though it reads like one everywhere."""
    return cast("str", LazyString(gettext, text))


def text_in(spoken: str, text: str) -> str:
    """A text in one of our languages."""
    return _translations(spoken).gettext(text)


@cache
def locale_of(spoken: str) -> Locale:
    """How one of our languages writes lists, dates and numbers."""
    return Locale.parse(_LOCALES.get(spoken, spoken))


@cache
def _translations(spoken: str) -> support.NullTranslations:
    """The texts of a language. They are read from their source, so nothing has to be built."""
    if spoken == ENGLISH:
        return support.NullTranslations()
    compiled = BytesIO()
    with (FOLDER / f"{spoken}.po").open("rb") as file:
        write_mo(compiled, read_po(file, locale=spoken))
    compiled.seek(0)
    return support.Translations(compiled)


def best_language(accepted: LanguageAccept) -> str:
    """What somebody likes best among ours."""
    return accepted.best_match(LANGUAGES) or ENGLISH


def language_of_environment(environment: Mapping[str, str]) -> str:
    """What the environment of a command asks for, if it is one of ours: ``LANG=sv_SE.UTF-8``."""
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    asked = next(filter(None, (environment.get(name) for name in names)), "")
    spoken = re.split("[_.@]", asked)[0]
    return spoken if spoken in LANGUAGES else ENGLISH


def init_app(app: Flask) -> None:
    Babel(app, default_locale="en_GB", locale_selector=locale)
    # Templates speak as the code does; Jinja fills in the facts.
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]  # of its i18n extension
        lambda text: text_in(language(), text),
        lambda one, many, number: _translations(language()).ngettext(one, many, number),
        newstyle=True,
        pgettext=pgettext,
    )
    app.jinja_env.globals["language"] = language

    @app.before_request
    def choose() -> None:
        """What somebody chose on this phone, or else what the browser likes best among ours."""
        chosen = request.cookies.get(LANGUAGE_COOKIE, "")
        speak(
            Speech(
                chosen if chosen in LANGUAGES else best_language(request.accept_languages),
                international=request.cookies.get(LETTERS_COOKIE) == INTERNATIONAL,
            )
        )
