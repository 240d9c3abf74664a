"""Parts of pages, drawn once for all that show them: a card, a menu."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import lru_cache
from pathlib import Path

from flask import Flask, render_template
from jinja2 import FileSystemBytecodeCache
from markupsafe import Markup

from ..cache import Cache
from ..languages import Speech, speech
from ..rules.cards import Card
from ..urls import root


def markup(template: str, **facts: object) -> Markup:
    """A partial template, to be put into another one."""
    return Markup(render_template(template, **facts).strip())  # noqa: S704 - templates escape


def fragment(template: str, **facts: object) -> Markup:
    """A partial template that depends on these hashable facts, the language and the path that the
    app stands below, nothing else."""
    return _fragment(speech(), root(), template, tuple(facts.items()))


def drawn_once(draw: Callable[[], Markup], *facts: Hashable) -> Markup:
    """Return what a macro draws that depends on these facts, the language and the path that the
    app stands below, nothing else."""
    return _drawn.get_or_put((speech(), root(), *facts), draw)


_drawn: Cache[Markup] = Cache(64)


def card(card: Card, size: str = "") -> Markup:
    """A card as it lies on a table."""
    return _card(speech(), "_card.html", card, size)


def take_back(card: Card, place: str = "") -> Markup:
    """A card of the position, inside the link that takes it back; the ``"played"`` one says so."""
    return _card(speech(), "referee/_take_back.html", card, place)


def choose(card: Card, state: str = "") -> Markup:
    """A card on the felt, inside the link that chooses it; it may be ``"chosen"`` or ``"blamed"``,
    or both."""
    return _card(speech(), "referee/builds/_choose.html", card, state)


def cards(cards: Iterable[Card], size: str = "") -> Markup:
    """Cards side by side."""
    drawn = Markup().join(card(one, size) for one in cards)
    return Markup('<span class="cards">') + drawn + Markup("</span>")


@lru_cache(maxsize=2048)
def _card(_speech: Speech, template: str, card: Card, kind: str) -> Markup:
    return markup(template, card=card, size=kind)


@lru_cache(maxsize=256)
def _fragment(
    _speech: Speech, _root: str, template: str, facts: tuple[tuple[str, object], ...]
) -> Markup:
    return markup(template, **dict(facts))


def keep_compiled(app: Flask, folder: Path) -> None:
    """Compile no template again that lies compiled in the folder, and keep others there."""
    app.jinja_env.bytecode_cache = FileSystemBytecodeCache(str(folder))


def init_app(app: Flask) -> None:
    app.jinja_env.globals.update(
        fragment=fragment,
        drawn_once=drawn_once,
        draw=card,
        cards=cards,
        choose=choose,
        take_back=take_back,
        on_phone=False,
        offer=None,
    )
