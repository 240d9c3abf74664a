"""Things beside the cards that are none: printed matter, pens, fingers, phones, glasses, coins."""

from __future__ import annotations

import math

import cv2
import numpy as np
from PIL import Image, ImageDraw

from .fonts import face, text_fonts
from .masks import Point, paint, resized, whole
from .seeded_random import Chance, Pixels
from .suit_signs import SUITS, pip

_CAPITALS = "AKQJBDVRHE" + "2345678910" * 2
_SIGNS = _CAPITALS + "abcdefghiklmnoprstuvwxyz" * 2 + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_PAGES: list[Pixels] = []
_MOST_PAGES = 90


class Ground:
    """A table, and which card lies on top at each pixel: its number, 0 for none."""

    def __init__(self, picture: Pixels) -> None:
        self.picture = picture
        self.tops = np.zeros(picture.shape[:2], np.int16)
        self.side = picture.shape[0]

    def lay(self, thing: Pixels, move: Pixels) -> None:
        """Lay a rectangular picture on the ground, moved and turned by a 2 x 3 matrix."""
        form = self.side, self.side
        mask = cv2.warpAffine(np.full(thing.shape[:2], 255, np.uint8), move, form) > 127
        np.copyto(self.picture, cv2.warpAffine(thing, move, form), where=mask[..., None])
        self.tops[mask] = 0

    def cover(self, mask: Pixels) -> None:
        """Say that something that is no card was drawn there."""
        self.tops[mask > 127] = 0


def turning(thing: Pixels, middle: Point, angle: float, size: float = 1) -> Pixels:
    """Return the matrix that lays a picture around a point, turned by radians."""
    tall, wide = thing.shape[:2]
    c, s = math.cos(angle) * size, math.sin(angle) * size
    x, y = middle
    right, down = x - c * wide / 2 + s * tall / 2, y - s * wide / 2 - c * tall / 2
    return np.array([[c, -s, right], [s, c, down]], np.float32)


def random_page(chance: Chance, *, held_out: bool = False) -> Pixels:
    """Return a printed page, letter or box: text that looks like indices, and now and then pips."""
    if len(_PAGES) < 60 or chance.often(0.03):
        _PAGES.append(_page(chance, held_out=held_out))
        del _PAGES[:-_MOST_PAGES]
    return chance.choice(_PAGES)


def forget_pages() -> None:
    """Forget the pages that were drawn, so that a seed draws the same pictures again."""
    _PAGES.clear()


def _page(chance: Chance, *, held_out: bool) -> Pixels:
    wide, tall = chance.randint(150, 420), chance.randint(100, 420)
    papers = ((250, 250, 250), (235, 240, 242), chance.colour(120, 255), chance.colour(10, 120))
    paper = chance.choice(papers)
    dark = ((20, 20, 20), (200, 30, 30), chance.colour(0, 120))
    light = ((240, 240, 240), (240, 220, 60), (230, 60, 60))
    ink = chance.choice(dark if sum(paper) > 380 else light)
    picture = Image.new("RGB", (wide, tall), paper[::-1])
    draw = ImageDraw.Draw(picture)
    y = chance.randint(-5, 20)
    while y < tall:
        size = int(math.exp(chance.uniform(math.log(7), math.log(44))))
        font = face(chance.choice(text_fonts(held_out=held_out)), size)
        for _ in range(chance.choice([1, 1, 2, 6])):
            colour = ink if chance.often(0.8) else chance.colour()
            draw.text(
                (chance.choice([5, 5, wide // 3]), y), _line(wide / size, chance), colour, font
            )
            y += int(size * 1.25)
        y += chance.randint(0, 20)
    page = np.array(picture)[:, :, ::-1].copy()
    for _ in range(chance.randint(1, 5) if chance.often(0.3) else 0):
        sign = resized(pip(chance.choice(SUITS), chance), chance.uniform(8, 60))
        paint(page, sign, (chance.uniform(0, wide), chance.uniform(0, tall)), chance.colour())
    return page


def _line(room: float, chance: Chance) -> str:
    words = max(1, int(room / chance.uniform(1.5, 4)))
    text = " ".join(
        "".join(chance.choices(_SIGNS, k=chance.choice([1, 2, 3, 5, 7]))) for _ in range(words)
    )
    return text.upper() if chance.often(0.4) else text


def add_clutter(ground: Ground, chance: Chance, *, held_out: bool = False) -> None:
    """Put printed matter, a pen or cable, or something round on the table."""
    middle = chance.uniform(0, ground.side), chance.uniform(0, ground.side)
    kind = chance.choices(["page", "pen", "round"], [70, 15, 15])[0]
    if kind == "page":
        page = random_page(chance, held_out=held_out)
        turn = chance.uniform(0, 6.28) if chance.often(0.6) else chance.choice([0, 1, 2, 3]) * 1.571
        size = chance.uniform(0.3, 1.3)
        if size < 0.6:
            page = cv2.resize(page, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
            size *= 2
        ground.lay(page, turning(page, middle, turn, size))
        return
    mask = np.zeros(ground.tops.shape, np.uint8)
    (_pen if kind == "pen" else _round)(ground.picture, mask, middle, chance)
    ground.cover(mask)


def _pen(picture: Pixels, mask: Pixels, start: Point, chance: Chance) -> None:
    (x, y), angle, points = start, chance.uniform(0, 6.28), [start]
    for _ in range(chance.randint(1, 12)):
        angle += chance.uniform(-0.4, 0.4)
        x, y = x + math.cos(angle) * 25, y + math.sin(angle) * 25
        points.append((x, y))
    line, width = np.array(points, np.int32), chance.randint(2, 14)
    cv2.polylines(picture, [line], False, chance.colour(), width, cv2.LINE_AA)
    cv2.polylines(mask, [line], False, 255, width)


def _round(picture: Pixels, mask: Pixels, middle: Point, chance: Chance) -> None:
    size = chance.uniform(20, 160)
    axes = tuple(int(size * chance.uniform(0.2, 0.7)) + 3 for _ in range(2))
    turn = chance.uniform(0, 360)
    skin = chance.randint(90, 170), chance.randint(120, 190), chance.randint(170, 235)
    colour = chance.colour() if chance.often(0.6) else skin
    cv2.ellipse(picture, whole(middle), axes, turn, 0, 360, colour, -1, cv2.LINE_AA)
    cv2.ellipse(mask, whole(middle), axes, turn, 0, 360, 255, -1)


def add_thing(
    ground: Ground, scale: float, chance: Chance, kind: str = "", *, held_out: bool = False
) -> None:
    """Put a phone, glasses, coins or a cup on the table, in life size: so many pixels a mm."""
    kind = kind or chance.choices(["phone", "glasses", "coins", "cup"], [45, 30, 15, 10])[0]
    middle = chance.uniform(0, ground.side), chance.uniform(0, ground.side)
    if kind == "phone":
        phone = _phone(scale, chance, held_out=held_out)
        ground.lay(phone, turning(phone, middle, chance.uniform(0, 6.28)))
        return
    mask = np.zeros(ground.tops.shape, np.uint8)
    {"glasses": _glasses, "coins": _coins, "cup": _cup}[kind](
        ground.picture, mask, middle, scale, chance
    )
    ground.cover(mask)


def _phone(scale: float, chance: Chance, *, held_out: bool) -> Pixels:
    wide = max(20, min(900, int(72 * scale * chance.uniform(0.9, 1.1))))
    tall = max(40, min(1600, int(150 * scale * chance.uniform(0.9, 1.1))))
    edge = max(1, int(2.5 * scale))
    phone = np.empty((tall, wide, 3), np.uint8)
    phone[:] = chance.choice([(15, 15, 15), (30, 28, 25), (230, 230, 230), (120, 60, 40)])
    shades = (5, 60) if chance.often(0.5) else (150, 255)
    phone[edge:-edge, edge:-edge] = chance.colour(*shades)
    if chance.often(0.8):
        page = resized(random_page(chance, held_out=held_out), width=max(4, wide - 4 * edge))
        top = chance.randint(3 * edge, max(3 * edge, tall - 4 * edge - page.shape[0]))
        part = page[: max(0, tall - top - edge)]
        phone[top : top + len(part), 2 * edge : 2 * edge + page.shape[1]] = part
        icon = int(9 * scale)
        for _ in range(chance.randint(0, 8)):
            x, y = chance.randint(edge, wide), chance.randint(edge, tall)
            cv2.rectangle(phone, (x, y), (x + icon, y + icon), chance.colour(), -1)
    if chance.often(0.5):
        clock = f"{chance.randint(0, 23)}:{chance.randint(0, 59):02}"
        ink = chance.choice([(250, 250, 250), (20, 20, 20)])
        start, width = (int(8 * scale), int(28 * scale)), max(1, int(scale))
        font = chance.randint(0, 4)
        cv2.putText(phone, clock, start, font, 0.45 * scale, ink, width, cv2.LINE_AA)
    return phone


def _glasses(picture: Pixels, mask: Pixels, middle: Point, scale: float, chance: Chance) -> None:
    """Draw two lenses, bridge and temples; what lies below a lens is seen through it."""
    angle = chance.uniform(0, 6.28)
    along = np.array([math.cos(angle), math.sin(angle)]) * scale
    down, at = np.array([-along[1], along[0]]), np.array(middle)
    colour = chance.choice([(20, 20, 20), (40, 60, 90), (160, 165, 170), chance.colour()])
    width = max(1, int(chance.uniform(1, 3.5) * scale))
    axes = max(2, int(25 * scale)), max(2, int(chance.uniform(17, 24) * scale))
    splay, turn = chance.uniform(0, 30), math.degrees(angle)
    for side in (-1, 1):
        lens = whole(at + side * along * 33)
        inside = np.zeros(mask.shape, np.uint8)
        cv2.ellipse(inside, lens, axes, turn, 0, 360, 255, -1)
        seen = cv2.convertScaleAbs(
            picture, alpha=chance.uniform(0.85, 1.12), beta=chance.uniform(-5, 12)
        )
        np.copyto(picture, seen, where=inside[..., None] > 0)
        hinge = at + side * along * 60
        for canvas, ink in ((picture, colour), (mask, 255)):
            cv2.ellipse(canvas, lens, axes, turn, 0, 360, ink, width, cv2.LINE_AA)
            tip = hinge + down * 110 - side * along * splay
            cv2.line(canvas, whole(hinge), whole(tip), ink, width, cv2.LINE_AA)
            ends = whole(at - along * 8), whole(at + along * 8)
            cv2.line(canvas, *ends, ink, width, cv2.LINE_AA)


def _coins(picture: Pixels, mask: Pixels, middle: Point, scale: float, chance: Chance) -> None:
    for _ in range(chance.randint(1, 7)):
        x, y = (int(value + chance.gauss(0, 40) * scale) for value in middle)
        radius = max(3, int(chance.uniform(8, 14) * scale))
        metal = chance.choice([(70, 110, 170), (90, 150, 190), (170, 175, 180)])
        rim, ink = (tuple(int(value * share) for value in metal) for share in (0.75, 0.5))
        cv2.circle(picture, (x, y), radius, metal, -1, cv2.LINE_AA)
        cv2.circle(mask, (x, y), radius, 255, -1)
        width = max(1, int(0.6 * scale))
        cv2.circle(picture, (x, y), int(radius * 0.85), rim, width, cv2.LINE_AA)
        start, value = (x - radius // 2, y + radius // 2), chance.choice("1 2 5 10 20 50".split())
        font = chance.randint(0, 4)
        cv2.putText(picture, value, start, font, radius / 18, ink, width, cv2.LINE_AA)


def _cup(picture: Pixels, mask: Pixels, middle: Point, scale: float, chance: Chance) -> None:
    radius, china = int(chance.uniform(30, 60) * scale), chance.colour(120, 255)
    rim = tuple(int(value * 0.8) for value in china)
    cv2.circle(picture, whole(middle), radius, china, -1, cv2.LINE_AA)
    cv2.circle(mask, whole(middle), radius, 255, -1)
    cv2.circle(picture, whole(middle), int(radius * 0.85), rim, 2, cv2.LINE_AA)
    drink = chance.colour(10, 90)
    cv2.circle(picture, whole(middle), int(radius * 0.7), drink, -1, cv2.LINE_AA)
