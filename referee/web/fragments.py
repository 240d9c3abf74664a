"""Pieces of pages that are the same at every request, drawn once for each language.

A card is drawn a dozen times on a page, and there are only 53 of them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from flask import Flask, current_app, render_template
from markupsafe import Markup

from ..languages import language
from ..rules.cards import Card


def fragment(template: str, **facts: Any) -> Markup:
    """A partial template that depends on these hashable facts and the language, nothing else."""
    if current_app.debug:  # templates are being written
        return _draw.__wrapped__(language(), template, tuple(facts.items()))
    return _draw(language(), template, tuple(facts.items()))


def card(card: Card, size: str = "") -> Markup:
    """A card as it lies on a table."""
    return fragment("_card.html", card=card, size=size)


def cards(cards: tuple[Card, ...], size: str = "") -> Markup:
    """Cards side by side."""
    return Markup('<span class="cards">{}</span>').format(
        Markup().join(card(one, size) for one in cards)
    )


@lru_cache(maxsize=2048)
def _draw(_language: str, template: str, facts: tuple[tuple[str, Any], ...]) -> Markup:
    return Markup(render_template(template, **dict(facts)).strip())  # noqa: S704 - autoescaped


def init_app(app: Flask) -> None:
    app.jinja_env.globals.update(fragment=fragment, card=card, cards=cards)
