"""Parts of pages that are drawn once and cached: cards, menus and other fragments."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable
from functools import lru_cache
from pathlib import Path

from flask import Flask, render_template
from jinja2 import FileSystemBytecodeCache
from markupsafe import Markup

from ..bounded_cache import Cache
from ..languages import Speech, speech
from ..rules.cards import Card, Cards
from ..urls import root


def markup(template: str, **facts: object) -> Markup:
    """Return a drawn partial template as markup."""
    return Markup(render_template(template, **facts).strip())  # noqa: S704 - templates escape


def fragment(template: str, **facts: object) -> Markup:
    """Return a drawn partial template, cached by its hashable facts, the language, and the path
    that the app is mounted at. It must depend on nothing else."""
    return _fragment(speech(), root(), template, tuple(facts.items()))


def drawn_once(draw: Callable[[], Markup], *facts: Hashable) -> Markup:
    """Return what a macro draws, cached by its hashable facts, the language, and the path that the
    app is mounted at. The macro must depend on nothing else."""
    return _drawn.get_or_put((speech(), root(), *facts), draw)


_drawn: Cache[Markup] = Cache(64)


def card(card: Card, size: str = "") -> Markup:
    """Return the picture of a card; ``size`` is a class of the styles."""
    return _card(speech(), "_card.html", card, size)


def take_back(card: Card, place: str = "") -> Markup:
    """Return the picture of a card with the words for a link that takes it back; ``place`` is
    ``"played"`` for the played card."""
    return _card(speech(), "referee/_take_back.html", card, place)


def choose(card: Card, state: str = "") -> Markup:
    """Return the picture of a table card with the words for a link that selects it; ``state`` may
    hold ``"chosen"`` and ``"blamed"``."""
    return _card(speech(), "referee/builds/_choose.html", card, state)


def cards(cards: Iterable[Card], size: str = "") -> Markup:
    """Return the pictures of cards side by side."""
    return _side_by_side(card(each, size) for each in cards)


def sets(groups: Iterable[Cards], hand: Collection[Card] = ()) -> list[Markup]:
    """Return the pictures of each set of cards side by side; the first card that is in ``hand`` is
    marked as coming from there."""
    drawn = []
    for group in groups:
        pictures = [card(each, "small") for each in group]
        at = next((at for at, each in enumerate(group) if each in hand), None)
        if at is not None:
            pictures[at] = Markup('<span class="from-hand">%s</span>') % pictures[at]
            hand = ()
        drawn.append(_side_by_side(pictures))
    return drawn


def _side_by_side(pictures: Iterable[Markup]) -> Markup:
    return Markup(f'<span class="cards">{"".join(pictures)}</span>')  # noqa: S704 - all are markup


@lru_cache(maxsize=2048)
def _card(_speech: Speech, template: str, card: Card, kind: str) -> Markup:
    return markup(template, card=card, size=kind)


@lru_cache(maxsize=512)
def _fragment(
    _speech: Speech, _root: str, template: str, facts: tuple[tuple[str, object], ...]
) -> Markup:
    return markup(template, **dict(facts))


def keep_compiled(app: Flask, folder: Path) -> None:
    """Cache compiled templates in a folder, and use those that are there."""
    app.jinja_env.bytecode_cache = FileSystemBytecodeCache(str(folder))


def init_app(app: Flask) -> None:
    app.jinja_env.globals.update(
        fragment=fragment,
        drawn_once=drawn_once,
        draw=card,
        cards=cards,
        sets=sets,
        choose=choose,
        take_back=take_back,
        on_phone=False,
        offer=None,
    )
