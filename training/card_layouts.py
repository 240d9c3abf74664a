"""Arrangements of cards on a table: scattered, in rows, fans, piles, columns, builds."""

from __future__ import annotations

import math
from collections.abc import Callable

from .seeded_random import Chance

WIDE, TALL = 63, 88
"""Of a card, in millimetres."""

Place = tuple[float, float, float]
"""Middle of a card in millimetres, and the degrees by which it is turned."""


def random_kind(chance: Chance) -> str:
    """Return the name of a layout, as often as training has it."""
    return chance.choices([*LAYOUTS], [weight for weight, _ in LAYOUTS.values()])[0]


def lay_out(kind: str, view: float, chance: Chance) -> list[Place]:
    """Return the places of cards, the lowest first. ``view``: the side of the picture in mm."""
    return LAYOUTS[kind][1](view, chance)


def _upright_or_not(chance: Chance, share: float, error: float) -> float:
    if chance.often(share):
        return chance.uniform(0, 360)
    return chance.choice([0, 90, 180, 270]) + chance.gauss(0, error)


def _anywhere(view: float, chance: Chance) -> tuple[float, float]:
    return chance.uniform(-view / 2, view / 2), chance.uniform(-view / 2, view / 2)


def _how_many(view: float, chance: Chance, shares: tuple[float, float]) -> int:
    return int(chance.uniform(*shares) * view * view / (WIDE * TALL))


def _scattered(view: float, chance: Chance) -> list[Place]:
    number = min(45, max(2, _how_many(view, chance, (0.2, 1.3))))
    return [(*_anywhere(view, chance), chance.uniform(0, 360)) for _ in range(number)]


def _apart(view: float, chance: Chance) -> list[Place]:
    number = min(30, max(1, _how_many(view, chance, (0.2, 0.9))))
    places: list[Place] = []
    for _ in range(number * 4):
        x, y = _anywhere(view, chance)
        least = chance.uniform(0.75, 1.05) * TALL
        if len(places) < number and all(math.hypot(x - a, y - b) > least for a, b, _ in places):
            places.append((x, y, _upright_or_not(chance, 0.5, 15)))
    return places


def _grid(view: float, chance: Chance) -> list[Place]:
    across, down = WIDE * chance.uniform(1, 1.3), TALL * chance.uniform(1, 1.2)
    error = chance.uniform(0, 6)
    columns, rows = int(view / across / 2) + 1, int(view / down / 2) + 1
    places = [
        (
            column * across + chance.gauss(0, error / 2),
            row * down + chance.gauss(0, error / 2),
            chance.gauss(0, error) + 180 * chance.often(0.5),
        )
        for row in range(-rows, rows + 1)
        for column in range(-columns, columns + 1)
        if chance.often(0.85)
    ]
    return places[:40]


def _rows(view: float, chance: Chance) -> list[Place]:
    """Return overlapping rows that begin at the edge of the picture."""
    step = WIDE * chance.uniform(0.2, 0.55)
    down = TALL * chance.choice([chance.uniform(0.22, 0.5), chance.uniform(0.9, 1.2)])
    error, top = chance.uniform(0, 5), -view / 2 + chance.uniform(-0.3, 0.3) * TALL
    places: list[Place] = []
    for row in range(min(6, int(view / down) + 1)):
        left, turn = -view / 2 + chance.uniform(-0.5, 0.5) * WIDE, 180 * chance.often(0.12)
        places += [
            (
                left + column * step + chance.gauss(0, error / 2),
                top + row * down + chance.gauss(0, error / 2),
                chance.gauss(0, error) + turn,
            )
            for column in range(min(13, int(view / step) + 1))
        ]
    return places[::-1] if chance.often(0.2) else places


def _pile(view: float, chance: Chance) -> list[Place]:
    """Return 28 to 50 captured cards in rows, all to be seen."""
    number, rows = chance.randint(28, 50), chance.randint(3, 6)
    columns = -(-number // rows)
    across = min((view * 0.95 - WIDE) / max(1, columns - 1), WIDE * chance.uniform(0.45, 1.05))
    down = min((view * 0.95 - TALL) / max(1, rows - 1), TALL * chance.uniform(0.5, 1.1))
    across, down = max(across, WIDE * 0.2), max(down, TALL * 0.2)
    error = chance.uniform(0, 4)
    places: list[Place] = []
    for row in range(rows):
        aside = chance.gauss(0, 6)
        places += [
            (
                (column - (columns - 1) / 2) * across + aside + chance.gauss(0, error / 2),
                (row - (rows - 1) / 2) * down + chance.gauss(0, error / 2),
                chance.gauss(0, error) + 180 * chance.often(0.15),
            )
            for column in range(columns)
        ]
    places = places[:number]
    return places[::-1] if chance.often(0.15) else places


def _loose(view: float, chance: Chance) -> list[Place]:
    """Return 7 to 15 cards that lie about; some overlap."""
    share = chance.uniform(0.35, 0.9)
    return [
        (*_anywhere(view * share, chance), _upright_or_not(chance, 0.6, 12))
        for _ in range(chance.randint(7, 15))
    ]


def _columns(_view: float, chance: Chance) -> list[Place]:
    """Return columns so tight that indices are half covered."""
    columns, number, down = chance.randint(2, 7), chance.randint(3, 13), chance.uniform(4.5, 17)
    across, error, skew = (
        WIDE * chance.uniform(0.9, 1.25),
        chance.uniform(0, 2.5),
        chance.gauss(0, 2),
    )
    places = [
        (
            (column - (columns - 1) / 2) * across + row * skew + chance.gauss(0, error / 2),
            (row - (number - 1) / 2) * down + chance.gauss(0, error / 2),
            chance.gauss(0, error) + 180 * chance.often(0.08),
        )
        for column in range(columns)
        for row in range(number)
    ]
    return places[::-1] if chance.often(0.15) else places


def _builds(view: float, chance: Chance) -> list[Place]:
    """Return small stacks of one to four cards, slightly shifted."""
    places: list[Place] = []
    for _ in range(chance.randint(2, 6)):
        x, y = _anywhere(view * 0.9, chance)
        angle = chance.uniform(0, 360) if chance.often(0.4) else chance.gauss(0, 12)
        places.append((x, y, angle + chance.gauss(0, 10)))
        for number in range(1, chance.choice([1, 2, 2, 3, 4])):
            right, down = chance.uniform(-6, 22) + number * 4, chance.uniform(-6, 26)
            places.append((x + right, y + down, angle + chance.gauss(0, 10)))
    return places


def _fans(view: float, chance: Chance) -> list[Place]:
    fewest, most = max(1, int(view / TALL / 1.5)), max(2, min(9, int(view / TALL * 1.3)))
    places: list[Place] = []
    for _ in range(chance.randint(min(fewest, most), most)):
        number, step = chance.randint(2, 13), chance.uniform(3, 16) * chance.choice([1, 1, 1, -1])
        radius, start = chance.uniform(0.3, 2.2) * TALL, chance.uniform(0, 360)
        x, y = _anywhere(view, chance)
        for place in range(number):
            angle = math.radians(start + (place - number / 2) * step + chance.gauss(0, 1.5))
            reach = radius + chance.gauss(0, 2)
            places.append(
                (x + reach * math.sin(angle), y - reach * math.cos(angle), math.degrees(angle))
            )
    return places


def _halves(view: float, chance: Chance) -> list[Place]:
    """Return cards of which another card covers about a half, so that pips are cut."""
    places: list[Place] = []
    for _ in range(chance.randint(2, 6)):
        x, y = _anywhere(view * 0.85, chance)
        angle = _upright_or_not(chance, 0.6, 10)
        places.append((x, y, angle))
        for _ in range(chance.choice([1, 1, 2])):
            way, far = chance.uniform(0, 2 * math.pi), chance.uniform(0.35, 0.75)
            across, down = WIDE * far * math.cos(way), TALL * far * math.sin(way)
            turn = math.radians(angle)
            x += across * math.cos(turn) - down * math.sin(turn)
            y += across * math.sin(turn) + down * math.cos(turn)
            places.append((x, y, angle + chance.choice([chance.gauss(0, 8), chance.gauss(0, 50)])))
    return places


LAYOUTS: dict[str, tuple[int, Callable[[float, Chance], list[Place]]]] = {
    "scattered": (13, _scattered),
    "apart": (12, _apart),
    "grid": (5, _grid),
    "rows": (15, _rows),
    "fans": (26, _fans),
    "pile": (10, _pile),
    "loose": (12, _loose),
    "columns": (7, _columns),
    "builds": (6, _builds),
    "halves": (6, _halves),
}
"""Layouts by name, with how often training has each."""
