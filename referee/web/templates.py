"""Drawing templates: what is the same at every request is done once, when they are compiled.

A page has some fifty texts and ten partials, and looking them up at every request took as long as
all else. So each language has an environment of its own, in which ``{% trans %}`` blocks, and
``_("…")`` without variables, are already plain text. And a card, for example, is drawn only once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from flask import Flask, current_app
from jinja2 import BytecodeCache, Environment, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.ext import Extension
from jinja2.visitor import NodeTransformer
from markupsafe import Markup

from ..addresses import root
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
    """A partial template that depends on these hashable facts, the language and the path that the
    app stands below, nothing else."""
    return _fragment(speech(), root(), template, tuple(facts.items()))


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
    _speech: Speech, _root: str, template: str, facts: tuple[tuple[str, Any], ...]
) -> Markup:
    return markup(template, **dict(facts))


class Partials(Extension):
    """Puts in the partials that a template names while it is compiled."""

    NAMED = re.compile(r'\{% include "([^"]+)" %\}')

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        loader = self.environment.loader
        assert loader is not None

        def partial(match: re.Match[str]) -> str:
            inner, *_ = loader.get_source(self.environment, match[1])
            return self.preprocess(inner, name, filename).rstrip("\n")

        return self.NAMED.sub(partial, source)


class AtOnce(NodeTransformer):
    """Translates the texts of a template while it is compiled; facts in them are written like any
    others then. And ``{{ "chosen" if … }}`` gets an *else*: without one, jinja takes seven times as
    long to write nothing. Indentation stays behind."""

    FACT = re.compile(r"%\((\w+)\)s")
    INDENTATION = re.compile(r"\n\s+")

    def __init__(self, spoken: str) -> None:
        self.spoken = spoken

    def visit_TemplateData(self, node: nodes.TemplateData) -> nodes.Node:  # noqa: N802 - jinja calls it so
        node.data = self.INDENTATION.sub("\n", node.data)
        return node

    def visit_Output(self, node: nodes.Output) -> nodes.Node:  # noqa: N802 - jinja calls it so
        """``{% trans %}`` is an output of one call by now."""
        match node.nodes:
            case [
                nodes.Call(
                    node=nodes.Name(name="gettext"), args=[nodes.Const(value=text)], kwargs=facts
                )
            ]:
                node.nodes = list(self._pieces(text, {one.key: one.value for one in facts}))
        return self.generic_visit(node)

    def _pieces(self, text: str, facts: Mapping[str, nodes.Expr]) -> Iterator[nodes.Expr]:
        """The translated text, and the facts in it. Jinja writes ``%%`` for a sign in the text; one
        without facts has it as it was, maybe for a script that fills in some."""
        if not facts:
            yield nodes.TemplateData(text_in(self.spoken, text.replace("%%", "%")))
            return
        for at, piece in enumerate(self.FACT.split(text_in(self.spoken, text))):
            if at % 2:
                yield facts[piece]
            elif piece:
                yield nodes.TemplateData(piece.replace("%%", "%"))

    def visit_Call(self, node: nodes.Call) -> nodes.Node:  # noqa: N802 - jinja calls it so
        """``_("…")`` without facts."""
        match node:
            case nodes.Call(node=nodes.Name(name="_"), args=[nodes.Const(value=text)], kwargs=[]):
                return nodes.Const(text_in(self.spoken, text))
        return self.generic_visit(node)

    def visit_CondExpr(self, node: nodes.CondExpr) -> nodes.Node:  # noqa: N802 - jinja calls it so
        node.expr2 = node.expr2 or nodes.Const("")
        return self.generic_visit(node)


class Compiler(CodeGenerator):
    """Compiles for an environment that speaks one language."""

    def visit_Template(self, node: nodes.Template, frame: Frame | None = None) -> None:  # noqa: N802 - so too
        spoken: str = self.environment.language  # type: ignore[attr-defined]  # set in init_app
        super().visit_Template(AtOnce(spoken).visit(node), frame)


def environments(app: Flask) -> dict[str, Environment]:
    """Those of the app, each by its language."""
    found: dict[str, Environment] = app.extensions[_EXTENSION]
    return found


def keep_compiled(app: Flask, cache_of: Callable[[str], BytecodeCache]) -> None:
    """Do not compile templates again that were compiled before; each language has its own."""
    for spoken, environment in environments(app).items():
        environment.bytecode_cache = cache_of(spoken)


def init_app(app: Flask) -> None:
    app.jinja_env.globals.update(
        fragment=fragment,
        draw=card,
        cards=cards,
        choose=choose,
        take_back=take_back,
        on_phone=False,
        offer=None,
    )
    made = app.extensions[_EXTENSION] = {}
    for spoken in LANGUAGES:
        environment = app.jinja_env.overlay(extensions=[Partials])
        environment.extend(language=spoken)  # for the compiler
        environment.code_generator_class = Compiler
        made[spoken] = environment
