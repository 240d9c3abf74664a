"""Parts of pages that are drawn once and cached: menus and other fragments."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache

from flask import Flask, render_template
from markupsafe import Markup

from ..bounded_cache import Cache
from ..languages import Speech, speech
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


@lru_cache(maxsize=512)
def _fragment(
    _speech: Speech, _root: str, template: str, facts: tuple[tuple[str, object], ...]
) -> Markup:
    return markup(template, **dict(facts))


def init_app(app: Flask) -> None:
    app.jinja_env.globals.update(fragment=fragment, drawn_once=drawn_once)
