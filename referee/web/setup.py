"""Setup of every app that has pages: URLs, languages, headers, the menu, names in templates."""

import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from types import ModuleType, SimpleNamespace
from urllib.parse import quote

from flask import Flask, current_app, request
from jinja2 import FileSystemBytecodeCache, ModuleLoader
from jinja2.ext import Extension
from markupsafe import Markup
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from .. import headers, languages, photo, urls
from ..languages import (
    ENGLISH,
    INTERNATIONAL,
    LANGUAGE_COOKIE,
    LANGUAGES,
    LETTERS_COOKIE,
    Speech,
    counted_markup,
    language,
    markup,
    speak,
    speech,
    translations,
)
from ..messages import (
    build_page,
    build_reasons,
    build_rulings,
    build_verdicts,
    capture_verdicts,
    dealing,
    exercise_texts,
    irregular_plays,
    measured_advice,
    photo_texts,
    playing_texts,
    session_results,
    sheet_balance,
    table_events,
)
from ..rules.cards import SUITS, Rank
from ..rules.notation import write_rank, write_suit
from ..urls import root
from ..words import card_names, game_names, house_rule_words, score_names
from ..words.card_names import SUIT_NAMES, card_name, key_name, rank_text, suit_text
from ..words.game_names import GAME_NAMES, SETTLEMENT_NAMES
from . import drawing, requests
from .drawing import fragment, looks
from .home import games_with

_SHOWN_PAGE = "@here"

LONGEST_WAY_BACK = 2000
"""Characters of an address that choices lead back to."""


def menu() -> Markup:
    """Return the menu of every page. It is drawn once for each set of preferences; only the page
    that a choice returns to differs."""
    template_globals = current_app.jinja_env.globals
    offer, no_photos = template_globals["offer"], template_globals.get("no_photos")
    markup = fragment(
        "_menu.html", looks=looks(), here=_SHOWN_PAGE, offer=offer, no_photos=no_photos
    )
    return markup.replace(_SHOWN_PAGE, _shown_page())


def _shown_page() -> str:
    """Return the quoted path of the page that is shown, for links that return to it; the home page
    where a form was refused or nothing matched. Without its query where that is too long, since the
    menu repeats it in every line."""
    if request.method in ("GET", "HEAD") and request.url_rule is not None:
        for address in (request.full_path.rstrip("?"), request.path):
            if len(quoted := quote(root() + address)) <= LONGEST_WAY_BACK:
                return quoted
    return f"{root()}/"


_SENTENCES = (
    *(build_page, build_reasons, build_rulings, build_verdicts, capture_verdicts, dealing),
    *(exercise_texts, irregular_plays, measured_advice, photo_texts, playing_texts),
    *(session_results, sheet_balance, table_events),
)
_WORDS = (card_names, game_names, house_rule_words, languages, score_names)


def _names_of(modules: Iterable[ModuleType]) -> SimpleNamespace:
    """Return the public functions and tables that these modules define, for templates."""
    return SimpleNamespace(
        **{
            name: value
            for module in modules
            for name, value in vars(module).items()
            if getattr(value, "__module__", module.__name__) == module.__name__
            and not name.startswith("_")
        }
    )


def init_templates(app: Flask) -> None:
    app.jinja_env.globals.update(
        card_name=card_name,
        game_names=GAME_NAMES,
        games_with=games_with,
        key_name=key_name,
        languages=LANGUAGES,
        looks_attribute=drawing.looks_attribute,
        menu=menu,
        offer=None,
        on_phone=False,
        photos=photo.available(),
        rank_text=rank_text,
        ranks=tuple(Rank),
        rule_url=urls.rule_url,
        say=_names_of(_SENTENCES),
        settlement_names=SETTLEMENT_NAMES,
        speech=speech,
        suit_name=lambda suit: SUIT_NAMES[suit],
        suit_text=suit_text,
        suits=SUITS,
        words=_names_of(_WORDS),
    )
    # The notation, as addresses and scripts write it whatever the language.
    app.jinja_env.filters.update(rank_key=write_rank, suit_key=write_suit)


@lru_cache(maxsize=128)
def _best_language(accepted: str) -> str:
    """Return the supported language that a browser likes best, by its ``Accept-Language``."""
    return parse_accept_header(accepted, LanguageAccept).best_match(LANGUAGES) or ENGLISH


def _choose_speech() -> None:
    """Set the language and letters that this phone chose, or the language that its browser likes
    best."""
    cookies = request.cookies
    chosen = cookies.get(LANGUAGE_COOKIE, "")
    accepted = request.headers.get("Accept-Language", "")
    speak(
        Speech(
            chosen if chosen in LANGUAGES else _best_language(accepted),
            international=cookies.get(LETTERS_COOKIE) == INTERNATIONAL,
        )
    )


def init_languages(app: Flask) -> None:
    """Choose the language of every answer, and give templates its texts."""
    app.jinja_env.policies["ext.i18n.trimmed"] = True  # long texts stand on several lines
    # Jinja fills in the facts, so that names in them are escaped; newstyle takes twice as long.
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]  # of its i18n extension
        lambda text: translations(language()).gettext(text),
        lambda one, many, number: translations(language()).ngettext(one, many, number),
        newstyle=False,
        pgettext=lambda context, text: translations(language()).pgettext(context, text),
    )
    app.jinja_env.globals.update(_=markup, _n=counted_markup, language=language)
    app.before_request(_choose_speech)


class Unindented(Extension):
    """An extension of Jinja that leaves out the indentation of templates; lines keep their
    numbers. After a line that ends with a block, whose newline is left out, a space is kept."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:  # noqa: ARG002 - Jinja gives them
        return re.sub(r"([%#]\}\n[ \t]?|\n)[ \t]*", r"\1", source)


def init_app(app: Flask) -> None:
    """Set an app up, before its pages are registered."""
    app.jinja_options = {  # before its environment is
        "trim_blocks": True,
        "lstrip_blocks": True,
        "extensions": ["jinja2.ext.i18n", Unindented],
    }
    urls.init_app(app)
    init_languages(app)
    headers.init_app(app)
    init_templates(app)
    drawing.init_app(app)
    drawing.init_card_pictures(app)
    drawing.init_lines(app)
    requests.init_app(app)


def keep_compiled(app: Flask, folder: Path) -> None:
    """Cache compiled templates in a folder, and use those that are there."""
    app.jinja_env.bytecode_cache = FileSystemBytecodeCache(str(folder))


def use_compiled(app: Flask, folder: Path) -> None:
    """Draw pages with the compiled templates in a folder alone, if there is such a folder."""
    if folder.is_dir():
        app.jinja_env.loader = ModuleLoader(folder)
