"""Badges of people: initials in a colour that a person keeps on all pages of a group.

A badge stands beside a name and never instead of one: equal initials and, from the seventh person
on, equal colours are no mistake.
"""

import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Sequence

from flask import Flask
from markupsafe import Markup

from ..services import groups
from ..services.access import Access
from .drawing import CHART_SHAPES

STYLES = len(CHART_SHAPES)
"""The number of colours of people: ``--side-0`` to ``--side-5``."""


def initials(name: str) -> str:
    """Return the initials of a name: the first letters of its first and last word, of a single
    word its first two letters. In scripts without capitals it is one letter, with its marks; a
    name without letters has its first character."""
    words = [letters for word in name.split() if (letters := _letters(word))]
    if not words:
        return next(_clusters(name.strip()), "")
    first, *others = words
    if first[0][0].isalpha() and not first[0].upper().isupper():
        return first[0]
    second = others[-1][0].upper() if others else "".join(first[1:2]).lower()
    return first[0].upper() + second


def _letters(word: str) -> list[str]:
    """Return the letters and digits of a word, each with its marks."""
    return [each for each in _clusters(word) if each[0].isalnum()]


def _clusters(text: str) -> Iterator[str]:
    """Yield the characters of a text that are seen, each with the marks over it."""
    cluster = ""
    for character in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(character)
        if kind.startswith("M") and cluster:
            cluster += character
        elif not kind.startswith("C"):
            if cluster:
                yield cluster
            cluster = character
    if cluster:
        yield cluster


def styles_of(opened: Access) -> dict[str, int]:
    """Return the colour of each person of a group by name, as the number of a style. They have the
    colours in turn, in the order in which they came into the group; a name that was read before
    somebody wrote it another way has the first."""
    by_coming = enumerate(groups.names_by_coming(opened))
    return defaultdict(int, {name: at % STYLES for at, name in by_coming})


def signs_of(styles: Sequence[int]) -> list[int]:
    """Return the styles by which seats of a table are told apart, by the styles of their people:
    where two people have one colour the later seat has another."""
    signs = list[int]()
    for style in styles:
        in_turn = [(style + step) % STYLES for step in range(STYLES)]
        signs.append(next((sign for sign in in_turn if sign not in signs), style))
    return signs


def shapes_of(styles: Sequence[int]) -> list[str]:
    """Return the marks of the lines of a chart, by the styles of their people. They differ as long
    as there are others, and those of one colour differ in any case."""
    shapes = list[str]()
    for style in styles:
        in_turn = [CHART_SHAPES[(style + step) % STYLES] for step in range(STYLES)]
        of_colour = {shape for other, shape in zip(styles, shapes, strict=False) if other == style}
        free = [shape for shape in in_turn if shape not in shapes]
        others = [shape for shape in in_turn if shape not in of_colour]
        shapes.append((free or others or in_turn)[0])
    return shapes


def badge(name: str, style: int) -> Markup:
    """Return the picture of a person. It is no text: the name is read and copied without it."""
    return Markup(
        '<span class="badge side-{}" data-initials="{}" aria-hidden="true"></span>'
    ).format(style, initials(name))


def init_app(app: Flask) -> None:
    """Let templates draw badges."""
    app.jinja_env.globals["badge"] = badge
