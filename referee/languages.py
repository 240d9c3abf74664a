"""Which language an answer is in. Texts stand in the code in English, through gettext."""

from __future__ import annotations

from functools import lru_cache
from typing import cast

import flask_babel
from flask import Flask, g, has_request_context, request

LANGUAGES = ("en",)
_LOCALES = {"en": "en_GB"}  # "9, J and K"; days before months


def language() -> str:
    """The language of this answer: what the client likes best among ours."""
    if not has_request_context():
        return LANGUAGES[0]
    if "language" not in g:
        g.language = request.accept_languages.best_match(LANGUAGES) or LANGUAGES[0]
    return cast("str", g.language)


def locale() -> str:
    """How this answer writes lists, dates and numbers."""
    return _LOCALES.get(language(), language())


def lazy_gettext(text: str) -> str:
    """A text that is translated whenever it is written. No ``str`` until then, though it reads
    like one everywhere."""
    return cast("str", flask_babel.lazy_gettext(text))


@lru_cache(maxsize=4096)
def _text(_language: str, text: str) -> str:
    return cast("str", flask_babel.get_translations().ugettext(text))


@lru_cache(maxsize=4096)
def _text_for_number(_language: str, one: str, many: str, number: int) -> str:
    return cast("str", flask_babel.get_translations().ungettext(one, many, number))


def init_app(app: Flask) -> None:
    flask_babel.Babel(app, default_locale="en_GB", locale_selector=locale)
    app.jinja_env.globals["language"] = language
    # A page has fifty texts, and looking one up takes Flask-Babel five context lookups.
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]  # the i18n extension's
        lambda text: _text(language(), text),
        lambda one, many, number: _text_for_number(language(), one, many, number),
        newstyle=True,
    )
