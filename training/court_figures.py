"""Court figures of our own: robe, head, crown and staff, twice, head to foot."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from .masks import Point, fill, outline, whole
from .seeded_random import Chance, Colour, Pixels

_INK = (25, 20, 20)
_ROBES = (
    (35, 30, 200), (30, 200, 245), (170, 80, 25), (30, 25, 25),
    (60, 140, 40), (120, 60, 140), (210, 170, 60), (60, 110, 220),
)  # fmt: skip
_HAIR = ((40, 60, 90), (40, 200, 240), (30, 30, 30), (90, 140, 200))
_SKIN = ((195, 215, 245), (150, 190, 235))


@dataclass
class _Figure:
    """Measures of a figure in pixels; ``picture`` is drawn on, its lower half copied at the end."""

    picture: Pixels
    chance: Chance
    rank: int
    colours: list[Colour]
    paper: Colour
    line: int
    x: float
    head: float
    radius: float
    shoulder: float
    half: float

    @property
    def hem(self) -> int:
        return int(self.picture.shape[0] // 2)

    def shape(self, points: list[Point], colour: Colour) -> None:
        fill(self.picture, points, colour)
        outline(self.picture, points, _INK, self.line)

    def disc(self, middle: Point, radii: Point, colour: Colour, line: int = 0) -> None:
        size = max(1, int(radii[0])), max(1, int(radii[1]))
        cv2.ellipse(self.picture, whole(middle), size, 0, 0, 360, colour, -1, cv2.LINE_AA)
        if line:
            cv2.ellipse(self.picture, whole(middle), size, 0, 0, 360, _INK, line, cv2.LINE_AA)

    def stroke(self, start: Point, end: Point, colour: Colour, width: int) -> None:
        cv2.line(self.picture, whole(start), whole(end), colour, width, cv2.LINE_AA)


def draw_court(picture: Pixels, rank: int, paper: Colour, chance: Chance) -> None:
    """Draw a jack (11), queen or king that fills a picture."""
    tall, wide = picture.shape[:2]
    colours = chance.sample(_ROBES, 4)
    if chance.often(0.25):
        grey = chance.randint(40, 120)
        colours = [(grey,) * 3, (245, 245, 245), (20, 20, 20), (grey + 60,) * 3]
    if chance.often(0.3):
        picture[:] = chance.choice([(225, 240, 245), (200, 225, 240), colours[1], paper])
    head, radius = tall * chance.uniform(0.14, 0.2), tall * chance.uniform(0.055, 0.085)
    figure = _Figure(
        picture, chance, rank, colours, paper,
        line=chance.randint(1, 2), x=wide * chance.uniform(0.42, 0.6), head=head, radius=radius,
        shoulder=head + radius * chance.uniform(1.2, 1.6), half=wide * chance.uniform(0.3, 0.48),
    )  # fmt: skip
    for part in (_robe, _collar, _staff, _face, _crown, _hand):
        part(figure)
    if chance.often(0.3):
        cv2.line(picture, (0, figure.hem - 1), (wide, figure.hem - 1), _INK, figure.line)
    picture[tall - figure.hem :] = picture[: figure.hem][::-1, ::-1]


def _robe(figure: _Figure) -> None:
    x, half, low = figure.x, figure.half, figure.shoulder + figure.radius * 1.2
    wide = figure.picture.shape[1]
    robe = [
        (x - half * 0.35, figure.shoulder),
        (x + half * 0.35, figure.shoulder),
        (x + half, low),
        (min(wide - 1, x + half * 1.1), figure.hem + 2),
        (max(0, x - half * 1.1), figure.hem + 2),
        (x - half, low),
    ]
    figure.shape(robe, figure.colours[0])
    inside = np.zeros(figure.picture.shape[:2], np.uint8)
    fill(inside, robe, 255)
    cloth = figure.picture.copy()
    figure.chance.choice((_stripes, _lozenges, _dots, _checks, _rings))(figure, cloth)
    np.copyto(figure.picture, cloth, where=inside[..., None] > 0)
    outline(figure.picture, robe, _INK, figure.line)


def _stripes(figure: _Figure, cloth: Pixels) -> None:
    for x in range(0, cloth.shape[1], figure.chance.randint(5, 16)):
        width = figure.chance.randint(1, 3)
        cv2.line(cloth, (x, 0), (x, cloth.shape[0]), figure.colours[1], width, cv2.LINE_AA)


def _lozenges(figure: _Figure, cloth: Pixels) -> None:
    tall, wide = cloth.shape[:2]
    for x in range(-tall, wide + tall, figure.chance.randint(5, 16)):
        width = figure.chance.randint(1, 3)
        cv2.line(cloth, (x, 0), (x + tall, tall), figure.colours[1], width, cv2.LINE_AA)
        cv2.line(cloth, (x, tall), (x + tall, 0), figure.colours[2], 1, cv2.LINE_AA)


def _dots(figure: _Figure, cloth: Pixels) -> None:
    step = figure.chance.randint(5, 16)
    for x in range(0, cloth.shape[1], step):
        for y in range(0, figure.hem, step):
            middle = x + y // step % 2 * step // 2, y
            cv2.circle(cloth, middle, max(1, step // 4), figure.colours[1], -1, cv2.LINE_AA)


def _checks(figure: _Figure, cloth: Pixels) -> None:
    step = figure.chance.randint(5, 16)
    for x in range(0, cloth.shape[1], step):
        for y in range(x // step % 2 * step, figure.hem, 2 * step):
            cv2.rectangle(cloth, (x, y), (x + step, y + step), figure.colours[1], -1)


def _rings(figure: _Figure, cloth: Pixels) -> None:
    step, middle = figure.chance.randint(5, 16), whole((figure.x, figure.shoulder))
    for number in range(1, 8):
        colour, width = figure.colours[number % 3 + 1], figure.chance.randint(1, 3)
        cv2.circle(cloth, middle, int(number * step * 0.9), colour, width, cv2.LINE_AA)


def _collar(figure: _Figure) -> None:
    chance, x, top = figure.chance, figure.x, figure.shoulder
    half = figure.half * chance.uniform(0.15, 0.4)
    left, right = half * chance.uniform(0.3, 1.5), half * chance.uniform(0.3, 1.5)
    hem = figure.hem + 2
    figure.shape(
        [(x - half, top), (x + half, top), (x + right, hem), (x - left, hem)], figure.colours[2]
    )
    for _ in range(chance.randint(0, 5)):
        y, colour = chance.uniform(top, figure.hem), chance.choice(figure.colours)
        end = x + figure.half, y + chance.uniform(-15, 15)
        figure.stroke((x - figure.half, y), end, colour, chance.randint(1, 4))


def _staff(figure: _Figure) -> None:
    chance, tall = figure.chance, figure.picture.shape[0]
    if not chance.often(0.75):
        return
    x = figure.x + chance.choice([-1, 1]) * figure.half * chance.uniform(0.6, 1.05)
    end = x + chance.uniform(-12, 12), figure.hem
    top = x, tall * chance.uniform(0.03, 0.15)
    figure.stroke(top, end, figure.colours[3], chance.randint(2, 6))
    if chance.often(0.6):
        size = chance.uniform(4, 14)
        figure.disc((x, tall * 0.12), (size, size), chance.choice(figure.colours))


def _face(figure: _Figure) -> None:
    chance, x, y, r = figure.chance, figure.x, figure.head, figure.radius
    hair = chance.choice([*_HAIR, figure.colours[1]])
    locks = r * chance.uniform(1.1, 1.5), r * chance.uniform(1.1, 1.7)
    figure.disc((x, y + r * 0.3), locks, hair, figure.line)
    skin = chance.choice([figure.paper, *_SKIN])
    figure.disc((x, y), (r * 0.85, r * 1.1), skin, figure.line)
    for side in (-1, 1):
        figure.disc((x + side * r * 0.35, y - r * 0.1), (r * 0.1, r * 0.1), _INK)
        brow = y - r * 0.35
        figure.stroke((x + side * r * 0.15, brow), (x + side * r * 0.6, brow), _INK, 1)
    figure.stroke((x, y), (x - r * 0.12, y + r * 0.35), _INK, 1)
    figure.stroke((x - r * 0.25, y + r * 0.6), (x + r * 0.25, y + r * 0.6), (50, 50, 180), 2)
    if figure.rank == 13 or chance.often(0.2):
        tip = x + chance.uniform(-0.3, 0.3) * r, y + r * chance.uniform(1.5, 2.3)
        figure.shape([(x - r * 0.7, y + r * 0.5), (x + r * 0.7, y + r * 0.5), tip], hair)


def _crown(figure: _Figure) -> None:
    chance, x, r = figure.chance, figure.x, figure.radius
    y = figure.head - r * 0.75
    if figure.rank == 11 and chance.often(0.7):
        right = x + r * chance.uniform(0.4, 1.4), y - r * chance.uniform(0.5, 1.1)
        left = x - r * chance.uniform(0.2, 1.2), y - r * chance.uniform(0.6, 1.1)
        figure.shape([(x - r * 1.2, y), (x + r * 1.2, y), right, left], figure.colours[0])
        return
    points, tips = [(x - r, y)], chance.randint(3, 5)
    for number in range(tips):
        tip = x - r * 1.1 + 2.2 * r * (number + 0.5) / tips
        points.append((tip, max(1, y - r * chance.uniform(0.9, 1.3))))
        points.append((x - r + 2 * r * (number + 1) / tips, y - r * 0.45))
    figure.shape([*points, (x + r, y)], figure.colours[1])


def _hand(figure: _Figure) -> None:
    chance = figure.chance
    if chance.often(0.6):
        size = chance.uniform(7, 11)
        x = figure.x + chance.uniform(-0.6, 0.6) * figure.half
        y = chance.uniform(figure.shoulder + figure.radius, figure.hem)
        figure.disc((x, y), (size, size), chance.choice([figure.paper, *_SKIN]), figure.line)
