"""Scenes: cards on a table, photographed, with where every index is and what it says."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

import cv2
import numpy as np

from referee.photo.indices import GLYPHS

from .camera_projection import card_in_picture, seen_at, view_of_table
from .card_layouts import lay_out, random_kind
from .clutter import Ground, add_clutter, add_thing
from .decks import WIDTH, Deck
from .light_and_wear import photographed, shining, worn
from .rank_glyphs import glyph_of
from .seeded_random import Chance, Pixels
from .table_surfaces import random_table

SIDE = 512
"""Of the scenes for training, in pixels."""

_LEAST, _MOST = 7.5, 38  # half the height of an index, in pixels
_SMALL_KINDS = ("fans", "rows", "pile", "columns")


class Label(IntEnum):
    """Columns of the labels: a row for each index that is not hidden.

    The index is at X, Y; UP is the vector from there to its upper edge, CENTRE the middle of its
    card. The shares seen go from 0 to 1. ``CARD`` numbers the cards of a scene from 1.
    """

    X = 0
    Y = 1
    UP_X = 2
    UP_Y = 3
    CENTRE_X = 4
    CENTRE_Y = 5
    GLYPH = 6
    SUIT = 7
    WHOLE = 8
    CARD = 9
    RANK = 10
    RANK_SEEN = 11
    SUIT_SEEN = 12


@dataclass(frozen=True)
class Setting:
    """Wishes for a scene; None or an empty text: at random.

    ``scale`` is in pixels a millimetre, ``tilt`` in degrees, ``things`` lie beside the cards.
    ``packs``: all cards come from so many packs; 0: each is any card. ``twins``: the last two cards
    are equal; ``ranks``: none but these. ``plain``: as it is, not photographed yet.
    """

    side: int = SIDE
    kind: str = ""
    scale: float | None = None
    tilt: float | None = None
    least: float = _LEAST
    most: float = _MOST
    backs: float | None = None
    wear: float | None = None
    things: tuple[str, ...] | None = None
    packs: int = 0
    twins: bool = False
    ranks: tuple[int, ...] = ()
    plain: bool = False
    held_out: bool = False


@dataclass(frozen=True)
class _Shadow:
    """The shadow of each card: how far it falls, where to, its strength, whether it is sharp."""

    reach: float
    angle: float
    strength: float
    sharp: bool


def draw_scene(decks: list[Deck], setting: Setting, chance: Chance) -> tuple[Pixels, Pixels]:
    """Return a picture, blue green red, and the labels of its indices."""
    kind = setting.kind or random_kind(chance)
    small = not setting.scale and kind in _SMALL_KINDS and chance.often(0.45)
    scale = setting.scale or _random_scale(decks[0], kind, setting, chance, small=small)
    tilt = setting.tilt
    if tilt is None:
        tilt = min(55, abs(chance.gauss(0, 22))) if chance.often(0.8) else 0
    view = view_of_table(setting.side, scale, tilt, chance)
    ground = _ground(setting, chance)
    reach = setting.side / scale * (1 if kind in ("pile", "loose") else 1.1)
    places = lay_out(kind, reach, chance)
    if setting.things is None and chance.often(0.08):  # a table without cards
        places = []
        for _ in range(chance.randint(2, 12)):
            add_clutter(ground, chance)
    dealer = _Dealer(ground, view, decks, setting, scale, chance)
    for number, place in enumerate(
        places[: 4 * len(setting.ranks or range(13)) * setting.packs or None], 1
    ):
        dealer.lay(number, place, last=number == len(places))
    _cover(ground, scale, setting, chance)
    labels = _labels(ground.tops, dealer.marks)
    picture = ground.picture
    return (picture if setting.plain else photographed(picture, chance, fine=small)), labels


def _random_scale(deck: Deck, kind: str, setting: Setting, chance: Chance, *, small: bool) -> float:
    """Return pixels a millimetre, so that the indices have a size that matters."""
    if small:
        return chance.uniform(9, 17) / deck.reach
    if kind in ("pile", "loose"):
        size = chance.uniform(*((0.5, 1.25) if kind == "pile" else (0.7, 2.0)))
        return max(_LEAST / deck.reach, size) * setting.side / 512
    size = math.exp(chance.uniform(math.log(setting.least), math.log(setting.most)))
    return min(330 / 63, max(28 / 63, size / deck.reach))


def _ground(setting: Setting, chance: Chance) -> Ground:
    ground = Ground(random_table(setting.side, chance))
    for _ in range(chance.randint(1, 9) if chance.often(0.55) else 0):
        add_clutter(ground, chance, held_out=setting.held_out)
    return ground


def _cover(ground: Ground, scale: float, setting: Setting, chance: Chance) -> None:
    """Put things on the table that may hide cards."""
    if setting.things is not None:
        for thing in setting.things:
            add_thing(ground, scale, chance, thing, held_out=setting.held_out)
        return
    for _ in range(chance.randint(1, 3) if chance.often(0.2) else 0):
        add_clutter(ground, chance)
    if chance.often(0.14):
        add_thing(ground, scale, chance)


def _share_or_random(share: float | None, often: float, usual: float, chance: Chance) -> float:
    """Return the share that is set; else a large one with a probability, and the usual one."""
    if share is not None:
        return share
    return chance.uniform(0.2, 1) if chance.often(often) else usual


class _Dealer:
    """Lays cards on the ground; ``marks`` are their indices, hidden ones too."""

    def __init__(
        self,
        ground: Ground,
        view: Pixels,
        decks: list[Deck],
        setting: Setting,
        scale: float,
        chance: Chance,
    ) -> None:
        self.ground, self.view, self.decks, self.chance = ground, view, decks, chance
        self.marks: list[tuple[int, Pixels, tuple[int, int, int]]] = []
        self.back = _card_back(chance)
        self.backs = _share_or_random(setting.backs, 0.06, 0.03, chance)
        self.twins = setting.twins
        self.face = 1, 0
        self.ranks: Sequence[int] = setting.ranks or range(1, 14)
        pack = [(rank, suit) for rank in self.ranks for suit in range(4)]
        copies = 1 if setting.twins else setting.packs
        self.pack = chance.sample(pack * copies, len(pack) * copies)
        self.wear = _share_or_random(setting.wear, 0.3, 0, chance)
        self.shadow = _random_shadow(scale, chance)

    def lay(self, number: int, place: tuple[float, float, float], *, last: bool) -> None:
        """Lay a random card, or one face down; the last may be the twin of the one before."""
        chance = self.chance
        if not (last and self.twins):
            any_face = chance.choice(self.ranks), chance.randint(0, 3)
            self.face = self.pack.pop() if self.pack else any_face
        deck, (rank, suit) = chance.choice(self.decks), self.face
        covered = chance.often(self.backs)
        card = self.back if covered else deck.card(rank, suit)
        onto = card_in_picture(self.view, place, card.shape[0])
        if onto is None or not self._paint(card, onto, number) or covered:
            return
        glyph = GLYPHS.index(glyph_of(rank, deck.letters))
        middle = WIDTH / 2, card.shape[0] / 2
        for at, suit_at in deck.indices:
            points = seen_at(onto, [at, suit_at, middle, *_probes(at, suit_at)])
            self.marks.append((number, points, (glyph, suit, rank)))

    def _paint(self, card: Pixels, onto: Pixels, number: int) -> bool:
        """Paint a card; return False if (nearly) nothing of it is in the picture."""
        tall, wide = card.shape[:2]
        outline = seen_at(onto, [(0, 0), (wide, 0), (wide, tall), (0, tall)])
        margin, side = int(self.shadow.reach * 2) + 3, self.ground.side
        x0, y0 = np.clip(np.floor(outline.min(0)).astype(int) - margin, 0, side)
        x1, y1 = np.clip(np.ceil(outline.max(0)).astype(int) + margin, 0, side)
        if x1 - x0 < 6 or y1 - y0 < 6:
            return False
        part = self.ground.picture[y0:y1, x0:x1]
        outline = outline - (x0, y0)
        _cast(part, outline, self.shadow, self.chance)
        size = math.sqrt(max(1e-6, cv2.contourArea(np.float32(outline))) / (wide * tall))
        small = _shrunk(card, size)
        grown = np.diag([wide / small.shape[1], tall / small.shape[0], 1])
        into = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1.0]]) @ onto @ grown
        seen = cv2.warpPerspective(small, into, (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR)
        face = self._aged(seen[..., :3])
        share = cv2.merge([seen[..., 3]] * 3)
        below = cv2.multiply(part, cv2.subtract(255, share), scale=1 / 255)
        part[:] = cv2.add(below, cv2.multiply(face, share, scale=1 / 255))
        if self.chance.often(0.5):
            tone = self.chance.uniform(0.6, 1.3)
            edge = [np.round(outline * 8).astype(np.int32)]
            grey = int(150 * tone), int(155 * tone), int(160 * tone)
            cv2.polylines(part, edge, True, grey, 1, cv2.LINE_AA, 3)
        self.ground.tops[y0:y1, x0:x1][seen[..., 3] > 127] = number
        return True

    def _aged(self, face: Pixels) -> Pixels:
        face = cv2.convertScaleAbs(face, alpha=self.chance.uniform(0.88, 1))
        if self.wear:
            face = worn(face, self.wear, self.chance)
        return shining(face, self.chance) if self.chance.often(0.06) else face


def _random_shadow(scale: float, chance: Chance) -> _Shadow:
    sharp, angle = chance.often(0.3), chance.uniform(0, 6.28)
    if sharp:
        return _Shadow(chance.uniform(1, 6) * scale, angle, chance.uniform(0.35, 0.75), sharp=True)
    strength = 0 if chance.often(0.3) else chance.uniform(0.15, 0.6)
    return _Shadow(chance.uniform(0.5, 3) * scale, angle, strength, sharp=False)


def _cast(part: Pixels, outline: Pixels, shadow: _Shadow, chance: Chance) -> None:
    """Darken what lies below a card."""
    aside = np.array([math.cos(shadow.angle), math.sin(shadow.angle)]) * shadow.reach * 0.6
    mask = np.zeros(part.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(outline + aside).astype(np.int32), 255)
    size = chance.choice([1, 3, 3, 5]) if shadow.sharp else max(1, int(shadow.reach)) * 2 + 1
    dark = cv2.convertScaleAbs(cv2.blur(mask, (size, size)), alpha=shadow.strength)
    part[:] = cv2.multiply(part, cv2.merge([cv2.subtract(255, dark)] * 3), scale=1 / 255)


def _shrunk(card: Pixels, size: float) -> Pixels:
    """Return a card halved until its pixels are not much smaller than the picture's."""
    while size < 0.55:
        half = card.shape[1] // 2, card.shape[0] // 2
        card, size = cv2.resize(card, half, interpolation=cv2.INTER_AREA), size * 2
    return card


def _probes(at: tuple[float, float], suit_at: tuple[float, float]) -> list[tuple[float, float]]:
    """Return points all over an index: six on the rank, three between, six on the suit."""
    (x, y), (suit_x, suit_y) = at, suit_at
    half = math.hypot(x - suit_x, y - suit_y) * 0.45
    return [
        (x + (suit_x - x) * share + side * half, y + (suit_y - y) * share)
        for share in (-0.45, 0, 0.5, 1, 1.45)
        for side in (-1, 0, 1)
    ]


def _labels(tops: Pixels, marks: list[tuple[int, Pixels, tuple[int, int, int]]]) -> Pixels:
    rows = []
    side = tops.shape[0]
    for number, points, (glyph, suit, rank) in marks:
        at, suit_at, centre = points[:3]
        columns, lines = np.round(points[3:]).astype(int).T
        inside = (columns >= 0) & (columns < side) & (lines >= 0) & (lines < side)
        seen = inside & (tops[np.clip(lines, 0, side - 1), np.clip(columns, 0, side - 1)] == number)
        if seen.mean() >= 0.3:
            shares = seen[:6].mean(), seen[9:].mean()
            whole = float(seen.mean() > 0.9)
            middle, up = (at + suit_at) / 2, at - suit_at
            rows.append((*middle, *up, *centre, glyph, suit, whole, number, rank, *shares))
    return np.array(rows, np.float32).reshape(-1, len(Label))


def _card_back(chance: Chance) -> Pixels:
    """Return a card's back: a lattice in a white frame."""
    wide, tall, white = WIDTH // 2, 215, (250, 250, 250)
    back = np.full((tall, wide, 3), 250, np.uint8)
    cv2.rectangle(back, (9, 9), (wide - 10, tall - 10), chance.colour(40, 200), -1)
    for x in range(-tall, wide + tall, chance.randint(6, 22)):
        cv2.line(back, (x, 0), (x + tall, tall), white, 1, cv2.LINE_AA)
        cv2.line(back, (x, 0), (x - tall, tall), white, 1, cv2.LINE_AA)
    cv2.rectangle(back, (0, 0), (wide - 1, tall - 1), white, 9)
    back = cv2.resize(back, (WIDTH, tall * 2))
    return np.dstack([back, np.full(back.shape[:2], 255, np.uint8)])
