"""Ranks as they are printed: in fonts, and in a pen alphabet of our own.

Many decks have hairline numbers of even width and a three with a flat top, which no font has.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from PIL import Image, ImageDraw

from referee.photo.indices import GLYPHS

from .fonts import face
from .masks import Point, trimmed
from .seeded_random import Chance, Pixels

Strokes = list[list[Point]]

COURTS = {
    "en": "AJQK", "en1": "1JQK", "de": "ABDK", "fr": "1VDR",
    "fra": "AVDR", "nl": "ABVH", "sv": "ENDK", "sv1": "1NDK",
}  # fmt: skip
"""Ace, jack, queen and king in the decks of each language; some have a 1 for the ace."""


def glyph_of(rank: int, letters: str) -> str:
    """Return the glyph of a rank, 1 to 13."""
    return dict(zip((1, 11, 12, 13), COURTS[letters], strict=True)).get(rank, str(rank))


def printed(glyph: str, font: str, stroke: int) -> Pixels | None:
    """Return the mask of a glyph in a font, about 120 pixels high."""
    picture = Image.new("L", (520, 300))
    text = "Kn" if glyph == "N" else glyph
    ImageDraw.Draw(picture).text((60, 60), text, 255, face(font, 120), stroke_width=stroke * 2)
    return trimmed(np.array(picture))


@dataclass(frozen=True)
class Pen:
    """Traits of a pen alphabet. ``serif`` is half its length, 0 for none; ``eight`` half the width
    of the upper loop of an eight; ``own`` has glyphs in a shape of their own."""

    flat_three: bool
    serif: float
    flag: bool
    eight: float
    slant: float
    width: int
    own: Mapping[str, Strokes] = field(default_factory=dict)


def random_pen(chance: Chance, *, three: bool) -> Pen:
    """Return a pen; ``three``: it draws the three alone."""
    thin = chance.often(0.7)
    return Pen(
        flat_three=three or chance.often(0.6),
        serif=chance.choice([0, 0.1, 0.13, 0.16]),
        flag=chance.often(0.4),
        eight=chance.uniform(0.34, 0.43),
        slant=chance.gauss(0, 0.05),
        width=chance.randint(8, 20) if three else chance.randint(*((7, 16) if thin else (14, 30))),
    )


def penned(glyph: str, pen: Pen) -> Pixels | None:
    """Return the mask of a glyph drawn with a pen, or None if the pen has none."""
    strokes = pen.own.get(glyph) or _letters(pen).get(glyph) or _numbers(pen).get(glyph)
    if strokes is None:
        return None
    picture = np.zeros((220, 260), np.uint8)
    wide = 90 * {"10": 1.15, "Q": 1.15, "1": 0.85, "J": 0.85}.get(glyph, 1)
    for stroke in strokes:
        points = np.array(
            [(70 + x * wide + pen.slant * (0.5 - y) * 60, 50 + y * 120) for x, y in stroke]
        )
        fine = np.round(points * 16).astype(np.int32)
        cv2.polylines(picture, [fine], False, 255, pen.width, cv2.LINE_AA, 4)
    return trimmed(picture)


def _arc(middle: Point, radii: Point, start: float, end: float) -> list[Point]:
    angles = np.radians(np.linspace(start, end, 24))
    return [
        (middle[0] + radii[0] * math.cos(a), middle[1] + radii[1] * math.sin(a)) for a in angles
    ]


def _feet(pen: Pen, *places: Point) -> Strokes:
    return [[(x - pen.serif, y), (x + pen.serif, y)] for x, y in places if pen.serif]


def _ace(pen: Pen) -> Strokes:
    stem: list[Point] = (
        [(-0.02, 0.18), (0.16, 0), (0.16, 1)] if pen.flag else [(0.12, 0), (0.12, 1)]
    )
    return [stem, *_feet(pen, (0.12, 1))]


def _three(pen: Pen) -> Strokes:
    if not pen.flat_three:
        upper = _arc((0.46, 0.26), (0.42, 0.26), 200, 450)
        return [upper, _arc((0.46, 0.75), (0.5, 0.25), -90, 155)]
    top: list[Point] = [(0.06, 0), (0.92, 0), (0.42, 0.4)]
    if pen.serif:
        top.insert(0, (0.06, 0.12))
    return [top + _arc((0.45, 0.7), (0.49, 0.3), -95, 155)]


def _numbers(pen: Pen) -> dict[str, Strokes]:
    serif = bool(pen.serif)
    six = [
        [
            (0.86, 0.1),
            *_arc((0.55, 0.5), (0.5, 0.5), -70, -170),
            *_arc((0.5, 0.69), (0.46, 0.31), 180, 540),
        ]
    ]
    two = [*_arc((0.5, 0.29), (0.45, 0.29), 190, 385), (0.02, 1), (1, 1)]
    seven: list[Point] = [(0, 0), (1, 0), (0.62, 0.45), (0.4, 1)]
    return {
        "1": [[(x + 0.3, y) for x, y in stroke] for stroke in _ace(pen)],
        "2": [two + [(1, 0.88)] * serif],
        "3": _three(pen),
        "4": [[(0.72, 1), (0.72, 0), (0, 0.7), (1, 0.7)], *_feet(pen, (0.72, 1))],
        "5": [[(0.9, 0), (0.2, 0), (0.12, 0.44), *_arc((0.46, 0.67), (0.47, 0.33), -140, 155)]],
        "6": six,
        "7": [[(0, 0.12)] * serif + seven],
        "8": [
            _arc((0.5, 0.26), (pen.eight, 0.26), 0, 360),
            _arc((0.5, 0.75), (0.47, 0.25), 0, 360),
        ],
        "9": [[(1 - x, 1 - y) for x, y in stroke] for stroke in six],
        "10": [*_ace(pen), _arc((0.66, 0.5), (0.34, 0.5), 0, 360)],
    }


def _letters(pen: Pen) -> dict[str, Strokes]:
    stem: list[Point] = [(0.08, 0), (0.08, 1)]
    top, foot, leg = (0.08, 0), (0.08, 1), (0.95, 1)
    hook = [[(0.68, 0), (0.68, 0.72), *_arc((0.36, 0.72), (0.32, 0.28), 0, 175)]]
    bar: Strokes = [[(0.68 - pen.serif * 1.6, 0), (0.68 + pen.serif * 1.3, 0)]]
    bowl = [top, *_arc((0.5, 0.24), (0.38, 0.24), -90, 90), (0.08, 0.48)]
    head = [top, *_arc((0.5, 0.26), (0.4, 0.26), -90, 90), (0.08, 0.52)]
    return {
        "A": [
            [(0, 1), (0.5, 0), (1, 1)], [(0.18, 0.66), (0.82, 0.66)], *_feet(pen, (0, 1), (1, 1)),
        ],
        "J": hook + bar * bool(pen.serif),
        "Q": [_arc((0.5, 0.48), (0.47, 0.48), 0, 360), [(0.5, 0.68), (0.7, 0.82), (1, 1.04)]],
        "K": [
            stem, [(0.9, 0), (0.08, 0.6)], [(0.36, 0.4), leg],
            *_feet(pen, top, foot, (0.9, 0), leg),
        ],
        "B": [stem, [*bowl, *_arc((0.52, 0.74), (0.43, 0.26), -90, 90), foot]],
        "D": [stem, [top, *_arc((0.4, 0.5), (0.55, 0.5), -90, 90), foot]],
        "V": [[(0, 0), (0.5, 1), (1, 0)], *_feet(pen, (0, 0), (1, 0))],
        "R": [stem, head, [(0.42, 0.52), leg], *_feet(pen, foot)],
        "H": [
            stem, [(0.92, 0), (0.92, 1)], [(0.08, 0.5), (0.92, 0.5)],
            *_feet(pen, top, foot, (0.92, 0), (0.92, 1)),
        ],
        "E": [[(0.95, 0), top, foot, leg], [(0.08, 0.48), (0.75, 0.48)]],
    }  # fmt: skip


def _looped_queen(chance: Chance) -> Strokes:
    """Return a Q whose tail begins with a loop inside its bowl, which makes it look like an 8; some
    tails are that loop alone."""
    if chance.often(0.5):
        middle = chance.uniform(0.3, 0.55), chance.uniform(0.64, 0.84)
        radii = chance.uniform(0.12, 0.27), chance.uniform(0.08, 0.16)
    else:
        middle = chance.uniform(0.42, 0.55), chance.uniform(0.64, 0.78)
        radii = chance.uniform(0.2, 0.37), chance.uniform(0.14, 0.23)
    start = chance.uniform(-20, 180)
    loop = _arc(middle, radii, start, chance.uniform(380, 430))
    if chance.often(0.15):
        return [_bowl(chance), loop]
    out = chance.uniform(0.8, 1.12), chance.uniform(0.9, 1.1)
    bend = (loop[-1][0] + out[0]) / 2 + 0.05, (loop[-1][1] + out[1]) / 2 + chance.uniform(0, 0.08)
    return [_bowl(chance), [*loop, bend, out, *_tip(out, chance)]]


def _crossed_queen(chance: Chance) -> Strokes:
    """Return a Q with a stroke through its bowl, straight or as a wave."""
    start = chance.uniform(0, 0.5), chance.uniform(0.42, 0.84)
    out = chance.uniform(0.85, 1.15), start[1] + chance.uniform(0.05, 0.5)
    wave = chance.choice([0, 0, chance.uniform(0.02, 0.1)])
    stroke = [
        (
            start[0] + (out[0] - start[0]) * share,
            start[1] + (out[1] - start[1]) * share - wave * math.sin(2 * math.pi * share),
        )
        for share in np.linspace(0, 1, 16).tolist()
    ]
    return [_bowl(chance), [*stroke, *_tip(out, chance)]]


def _bowl(chance: Chance) -> list[Point]:
    tall = chance.uniform(0.44, 0.5)
    return _arc((0.5, tall), (chance.uniform(0.34, 0.48), tall), 0, 360)


def _tip(out: Point, chance: Chance) -> list[Point]:
    """Return the end of a tail that turns up, or nothing."""
    up = chance.uniform(0.03, 0.1)
    return [(out[0] + up, out[1] - up)] if chance.often(0.3) else []


def _flat_ace(chance: Chance) -> Strokes:
    """Return an A with a flat top."""
    top, bar = chance.uniform(0.1, 0.36), chance.uniform(0.45, 0.78)
    legs: list[Point] = [(0, 1), (0.5 - top, 0), (0.5 + top, 0), (1, 1)]
    inside = (1 - bar) * (0.5 - top)
    return [legs, [(inside, bar), (1 - inside, bar)], *_some_feet(chance, (0, 1), (1, 1))]


def _round_ace(chance: Chance) -> Strokes:
    """Return an A with a round top, as a U or a 0 upside down."""
    foot, side = chance.uniform(-0.08, 0.14), chance.uniform(0.02, 0.16)
    deep, bar = chance.uniform(0.2, 0.5), chance.uniform(0.42, 0.86)
    arch = _arc((0.5, deep), (0.5 - side, deep), 180, 360)
    right = (1 - side, 1.0) if chance.often(0.25) else (1 - foot, 1.0)
    left = [(foot, 1.0)]
    if chance.often(0.3):  # a foot that curls inwards
        left = [(chance.uniform(0.2, 0.36), 1.0), (foot + 0.08, 0.96), (foot + 0.02, 0.86)]
    inside = side + (foot - side) * max(0.0, bar - deep) / (1 - deep)
    strokes = [[*left, *arch, right]]
    if chance.often(0.85):
        strokes.append([(inside, bar), (1 - inside, bar)])
    return strokes + _some_feet(chance, (foot, 1), right)


def _some_feet(chance: Chance, *places: Point) -> Strokes:
    half = chance.uniform(0.08, 0.15)
    return [[(x - half, y), (x + half, y)] for x, y in places] if chance.often(0.3) else []


OWN = {
    "looped Q": ("Q", _looped_queen),
    "crossed Q": ("Q", _crossed_queen),
    "flat A": ("A", _flat_ace),
    "round A": ("A", _round_ace),
}
"""Shapes of glyphs that some decks have, by name: the glyph, and what draws its strokes."""


def with_own(pen: Pen, shapes: tuple[str, ...], chance: Chance) -> Pen:
    """Return a pen, mostly a thin one, that draws some glyphs in these shapes."""
    own = {glyph: strokes(chance) for glyph, strokes in (OWN[shape] for shape in shapes)}
    width = chance.randint(*((5, 12) if chance.often(0.75) else (12, 18)))
    return replace(pen, own=own, width=width)


assert set(GLYPHS) >= {glyph for courts in COURTS.values() for glyph in courts}
