"""A game as a camera on a stand sees it: cards that lie, hands that pass, light that changes."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import cv2
import numpy as np

from referee.photo import PhotoReading, SeenCard
from referee.rules.cards import Card, Cards

from .camera_projection import card_in_picture, seen_at
from .card_layouts import Place
from .decks import Deck, random_deck
from .seeded_random import Chance, Pixels
from .suit_signs import SUITS
from .table_surfaces import random_table

SIZE = (1600, 1200)
_SCALE = 2.1
"""Pixels of a millimetre in the middle."""
_COLUMNS, _ROWS = 5, 3
_PITCH = (130.0, 135.0)
_OVER = (16.0, 18.0)
"""Millimetres from a card of a build to the next one on it: the corner below stays in sight."""
_SKINS = ((120, 155, 205), (150, 185, 230), (70, 105, 150), (45, 65, 100))


@dataclass
class Lying:
    """A card on the table: its place, and the slot of its pile."""

    card: Card
    place: Place
    slot: int


@dataclass
class FilmedTable:
    """A table with cards of as many ``packs``, seen from one place."""

    chance: Chance
    packs: int = 1
    letters: str = "en"
    lying: list[Lying] = field(default_factory=list)

    def __post_init__(self) -> None:
        chance = self.chance
        wide, tall = SIZE
        self.surface = random_table(wide, chance)[:tall].copy()
        self.deck = _usual_deck(chance, self.letters)
        slope = math.radians(chance.uniform(8, 28))
        distance = wide / _SCALE * chance.uniform(1.3, 2.2)
        middle = np.array([[1, 0, wide / 2], [0, 1, tall / 2], [0, 0, 1.0]])
        self.view = middle @ np.array(
            [
                [_SCALE, 0, 0],
                [0, _SCALE * math.cos(slope), 0],
                [0, math.sin(slope) / distance, 1.0],
            ]
        )
        self.skin = chance.choice(_SKINS)
        noise = cv2.resize(chance.noise((3, 3)), SIZE, interpolation=cv2.INTER_CUBIC)
        light = np.clip(1 - chance.uniform(0.15, 0.5) * (1 - noise), 0, 1)
        self.light = cv2.merge([np.uint8(255 * light)] * 3)
        grain = np.abs(chance.arrays.normal(0, 2.5, (tall, wide, 3)))
        self.grain = np.clip(grain, 0, 255).astype(np.uint8)
        self.phase = chance.uniform(0, 6)
        self.frames = 0
        self._drawn: tuple[tuple[Card, Place], ...] | None = None
        self._picture = self.surface

    def lay(self, card: Card) -> None:
        """Lay a card where nothing lies."""
        slot = self._free_slot()
        self.lying.append(Lying(card, self._place(slot), slot))

    def pile(self, cards: Cards) -> None:
        """Lay these cards, which lie there, over each other as a build."""
        parts = [self._take_one(card) for card in cards]
        slot = self._free_slot()
        x, y, turn = self._place(slot)
        for number, part in enumerate(parts):
            lean = turn + self.chance.gauss(0, 2)
            right, down = (step * number for step in _OVER)
            part.place, part.slot = (x - 16 + right, y - 16 + down, lean), slot
            self.lying.append(part)

    def take(self, cards: Cards) -> None:
        """Take cards from the table."""
        for card in cards:
            self._take_one(card)

    def nudge(self) -> None:
        """Move one of the cards a little."""
        loose = [one for one in self.lying if sum(o.slot == one.slot for o in self.lying) == 1]
        if loose:
            one = self.chance.choice(loose)
            x, y, turn = one.place
            gauss = self.chance.gauss
            one.place = x + gauss(0, 6), y + gauss(0, 6), turn + gauss(0, 8)

    def _take_one(self, card: Card) -> Lying:
        one = next(lying for lying in reversed(self.lying) if lying.card == card)
        self.lying.remove(one)
        return one

    def _free_slot(self) -> int:
        taken = {one.slot for one in self.lying}
        free = [slot for slot in range(_COLUMNS * _ROWS) if slot not in taken]
        return self.chance.choice(free or [self.chance.randrange(_COLUMNS * _ROWS)])

    def _place(self, slot: int) -> Place:
        chance = self.chance
        column, row = slot % _COLUMNS, slot // _COLUMNS
        x, y = (column - (_COLUMNS - 1) / 2) * _PITCH[0], (row - (_ROWS - 1) / 2) * _PITCH[1]
        turn = chance.gauss(0, 7) + 180 * chance.often(0.3)
        return x + chance.gauss(0, 5), y + chance.gauss(0, 5), turn

    def frame(self, hand: tuple[float, float] | None = None) -> Pixels:
        """Return the next frame, blue green red; a ``hand`` reaches to a place in millimetres."""
        self.frames += 1
        picture = self._cards()
        if hand is not None:
            picture = self._with_hand(picture, hand)
        return self._photographed(picture)

    def seen(self, hand: tuple[float, float] | None = None) -> PhotoReading:
        """Return what a reading without mistakes of the next frame is: all cards of which a corner
        is in sight."""
        self.frames += 1
        wide, tall = 63, 88
        cards = []
        for one in self.lying:
            x, y, turn = one.place
            angle = math.radians(turn)
            across = np.array([math.cos(angle), math.sin(angle)])
            down = np.array([-math.sin(angle), math.cos(angle)])
            outline = tuple(
                (float(px), float(py))
                for px, py in (
                    np.array([x, y]) + across * wide * i / 2 + down * tall * j / 2
                    for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))
                )
            )
            if hand is None or math.hypot(x - hand[0], y - hand[1] - 60) > 70:
                cards.append(SeenCard(one.card, 0.99, (), x, y, (), outline))
        return PhotoReading(tuple(cards), self.letters, *SIZE)

    def _cards(self) -> Pixels:
        now = tuple((one.card, one.place) for one in self.lying)
        if now != self._drawn:
            self._picture = self.surface.copy()
            for card, place in now:
                _paint(self._picture, self.deck, card, place, self.view)
            self._drawn = now
        return self._picture

    def _with_hand(self, picture: Pixels, hand: tuple[float, float]) -> Pixels:
        picture = picture.copy()
        (to,) = seen_at(self.view, [hand])
        start = np.array([SIZE[0] / 2 + (to[0] - SIZE[0] / 2) * 1.6, SIZE[1] + 80])
        along = (to - start) / (np.linalg.norm(to - start) + 1e-6)
        aside = np.array([-along[1], along[0]])
        unit = _SCALE
        for shift, colour in ((12 * unit, (25, 25, 25)), (0, self.skin)):
            layer = picture if not shift else picture.copy()
            wrist = to - along * 95 * unit + shift
            ends = [tuple(np.round(point).astype(int).tolist()) for point in (start + shift, wrist)]
            cv2.line(layer, *ends, colour, int(62 * unit), cv2.LINE_AA)
            palm = tuple(np.round(to - along * 60 * unit + shift).astype(int).tolist())
            cv2.circle(layer, palm, int(44 * unit), colour, -1, cv2.LINE_AA)
            for side in (-30, -10, 10, 30):
                tip = to + aside * side * unit + along * (14 - abs(side) * 0.4) * unit + shift
                tip_at = tuple(np.round(tip).astype(int).tolist())
                cv2.line(layer, palm, tip_at, colour, int(17 * unit), cv2.LINE_AA)
            if shift:
                picture = cv2.addWeighted(layer, 0.35, picture, 0.65, 0)
        return picture

    def _photographed(self, picture: Pixels) -> Pixels:
        chance = self.chance
        shake = np.array([[1, 0, chance.gauss(0, 0.5)], [0, 1, chance.gauss(0, 0.5)]], np.float32)
        picture = cv2.warpAffine(picture, shake, SIZE, borderMode=cv2.BORDER_REPLICATE)
        drift = 0.9 + 0.1 * math.sin(self.frames / 150 + self.phase)
        lit = cv2.multiply(picture, self.light, scale=drift / 255)
        lit = cv2.GaussianBlur(lit, (0, 0), 0.8)
        darker, lighter = (np.roll(self.grain, chance.randrange(9999)) for _ in range(2))
        return cv2.subtract(cv2.add(lit, lighter), darker)


def jpeg(picture: Pixels, quality: int = 88, size: tuple[int, int] = SIZE) -> bytes:
    """Return a frame as a JPEG of a size."""
    if size != SIZE:
        picture = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    return bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1])


def raw(picture: Pixels, size: tuple[int, int]) -> bytes:
    """Return a frame as planes of a size, the two of colour half as wide and tall (I420)."""
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    return cv2.cvtColor(small, cv2.COLOR_BGR2YUV_I420).tobytes()


def _usual_deck(chance: Chance, letters: str) -> Deck:
    """Return a deck with indices of an ordinary size, from fonts that were never trained on."""
    while True:
        deck = random_deck(chance, letters=letters, held_out=True)
        if 5.5 <= deck.style.high <= 11 and not deck.four:
            return deck


def _paint(picture: Pixels, deck: Deck, card: Card, place: Place, view: Pixels) -> None:
    face = deck.card(card.rank.value, SUITS.index(card.suit.name[0]))
    tall, wide = face.shape[:2]
    onto = card_in_picture(view, place, tall)
    assert onto is not None
    outline = seen_at(onto, [(0, 0), (wide, 0), (wide, tall), (0, tall)])
    low = np.maximum(0, np.floor(outline.min(0)).astype(int) - 8)
    high = np.minimum(SIZE, np.ceil(outline.max(0)).astype(int) + 8)
    (x0, y0), (x1, y1) = low, high
    part = picture[y0:y1, x0:x1]
    dark = np.zeros(part.shape[:2], np.uint8)
    cv2.fillConvexPoly(dark, np.round(outline - low + 3).astype(np.int32), 255)
    dark = cv2.convertScaleAbs(cv2.blur(dark, (9, 9)), alpha=0.35)
    part[:] = cv2.multiply(part, cv2.merge([cv2.subtract(255, dark)] * 3), scale=1 / 255)
    half = cv2.resize(face, (wide // 2, tall // 2), interpolation=cv2.INTER_AREA)
    grown = np.diag([wide / half.shape[1], tall / half.shape[0], 1])
    into = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1.0]]) @ onto @ grown
    seen = cv2.warpPerspective(half, into, (int(x1 - x0), int(y1 - y0)), flags=cv2.INTER_LINEAR)
    share = cv2.merge([seen[..., 3]] * 3)
    below = cv2.multiply(part, cv2.subtract(255, share), scale=1 / 255)
    part[:] = cv2.add(below, cv2.multiply(seen[..., :3], share, scale=1 / 255))
