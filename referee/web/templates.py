"""Drawing templates: what is the same at every request is done once, when they are compiled.

A page has some fifty texts and ten partials, and looking them up at every request took as long as
all else. So each language has an environment of its own, in which ``{% trans %}`` blocks and
``_("…")`` without variables are already plain text. And a card, for example, is drawn only once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any

from flask import Flask, current_app
from jinja2 import BytecodeCache, Environment
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream
from markupsafe import Markup

from ..languages import LANGUAGES, Speech, language, speech, text_in
from ..rules.cards import Card

_EXTENSION = "referee-environments"


def render(template: str, **facts: Any) -> str:
    """A template in the language of this answer."""
    environment: Environment = current_app.extensions[_EXTENSION][language()]
    return environment.get_template(template).render(facts)


def markup(template: str, **facts: Any) -> Markup:
    """A partial template, to be put into another one."""
    return Markup(render(template, **facts).strip())  # noqa: S704 - templates escape


def fragment(template: str, **facts: Any) -> Markup:
    """A partial template that depends on these hashable facts and the language, nothing else."""
    return _fragment(speech(), template, tuple(facts.items()))


def card(card: Card, size: str = "") -> Markup:
    """A card as it lies on a table."""
    return _card(speech(), "_card.html", card, size)


def take_back(card: Card, place: str = "") -> Markup:
    """A card of the position, inside the link that takes it back; the ``"played"`` one says so."""
    return _card(speech(), "referee/_take_back.html", card, place)


def cards(cards: Iterable[Card], size: str = "") -> Markup:
    """Cards side by side."""
    drawn = Markup().join(card(one, size) for one in cards)
    return Markup('<span class="cards">{}</span>').format(drawn)


@lru_cache(maxsize=2048)
def _card(_speech: Speech, template: str, card: Card, kind: str) -> Markup:
    return markup(template, card=card, size=kind)


@lru_cache(maxsize=256)
def _fragment(_speech: Speech, template: str, facts: tuple[tuple[str, Any], ...]) -> Markup:
    return markup(template, **dict(facts))


class AtOnce(Extension):
    """Does while a template is compiled what is the same at every request: puts in the partials
    that it names, and translates texts without variables."""

    PARTIAL = re.compile(r'\{% include "([^"]+)" %\}')

    BLOCK = ("block_begin", "trans", "block_end", "data", "block_begin", "endtrans", "block_end")
    CALL = ("_", "lparen", "string", "rparen")

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        loader = self.environment.loader
        assert loader is not None

        def partial(match: re.Match[str]) -> str:
            inner, *_ = loader.get_source(self.environment, match[1])
            return self.preprocess(inner, name, filename).rstrip("\n")

        return self.PARTIAL.sub(partial, source)

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        tokens = list(stream)
        at = 0
        while at < len(tokens):
            if self._match(tokens, at, self.BLOCK):
                yield self._translated(tokens[at + 3])
                at += len(self.BLOCK)
            elif self._match(tokens, at, self.CALL):
                yield self._translated(tokens[at + 2])
                at += len(self.CALL)
            else:
                yield tokens[at]
                at += 1

    def _translated(self, token: Token) -> Token:
        spoken: str = self.environment.language  # type: ignore[attr-defined]  # set in init_app
        return Token(token.lineno, token.type, text_in(spoken, token.value))

    @staticmethod
    def _match(tokens: list[Token], at: int, kinds: tuple[str, ...]) -> bool:
        found = tokens[at : at + len(kinds)]
        return len(found) == len(kinds) and all(
            kind == (token.value if token.type == "name" else token.type)
            for kind, token in zip(kinds, found, strict=True)
        )


def keep_compiled(app: Flask, cache_of: Callable[[str], BytecodeCache]) -> None:
    """Do not compile templates again that were compiled before; each language has its own."""
    for spoken, environment in app.extensions[_EXTENSION].items():
        environment.bytecode_cache = cache_of(spoken)


def init_app(app: Flask) -> None:
    app.jinja_env.globals.update(fragment=fragment, draw=card, cards=cards, take_back=take_back)
    environments = {}
    for spoken in LANGUAGES:
        environment = app.jinja_env.overlay(extensions=[AtOnce])
        environment.extend(language=spoken)  # for AtOnce
        environments[spoken] = environment
    app.extensions[_EXTENSION] = environments
