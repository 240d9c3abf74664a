"""Which language an answer is in. Texts stand in the code in English, through gettext."""

from __future__ import annotations

from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import cast

from babel import Locale, support
from flask import Flask, request
from flask_babel import Babel
from flask_babel.speaklater import LazyString

LANGUAGES = ("en",)
FOLDER = Path(__file__).parent / "translations"
_LOCALES = {"en": "en_GB"}  # "9, J and K"; days before months


_language = ContextVar("language", default=LANGUAGES[0])


def language() -> str:
    """The language of this answer."""
    return _language.get()


def locale() -> Locale:
    """How this answer writes lists, dates and numbers."""
    return _locale(language())


def gettext(text: str, /, **facts: object) -> str:
    """A text in the language of this answer, with its facts filled in."""
    translated = text_in(language(), text)
    return translated % facts if facts else translated


def ngettext(one: str, many: str, number: int, /, **facts: object) -> str:
    """The text for this number, which is the fact ``num`` too."""
    translated = _translations(language()).ngettext(one, many, number)
    return translated % ({"num": number} | facts)


def lazy_gettext(text: str) -> str:
    """A text that is translated whenever it is written, for libraries that keep messages. No
    ``str`` until then, though it reads like one everywhere."""
    return cast("str", LazyString(gettext, text))


def text_in(spoken: str, text: str) -> str:
    """A text in one of our languages."""
    return _translations(spoken).gettext(text)


@cache
def _locale(spoken: str) -> Locale:
    return Locale.parse(_LOCALES.get(spoken, spoken))


@cache
def _translations(spoken: str) -> support.NullTranslations:
    return support.Translations.load(str(FOLDER), [spoken])


def init_app(app: Flask) -> None:
    app.config["BABEL_TRANSLATION_DIRECTORIES"] = str(FOLDER)
    Babel(app, default_locale="en_GB", locale_selector=locale)
    app.jinja_env.globals["language"] = language

    @app.before_request
    def choose() -> None:
        """What the client likes best among ours."""
        _language.set(request.accept_languages.best_match(LANGUAGES) or LANGUAGES[0])
