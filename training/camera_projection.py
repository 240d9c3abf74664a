"""The camera: from millimetres on the table to pixels, and how a card lies in the picture."""

from __future__ import annotations

import math

import cv2
import numpy as np

from .card_layouts import Place
from .decks import WIDTH
from .seeded_random import Chance, Pixels

CARD_WIDE = 63.0


def view_of_table(side: int, scale: float, tilt: float, chance: Chance) -> Pixels:
    """Return the homography from the table to a picture. ``scale``: pixels a mm in the middle;
    ``tilt``: degrees away from straight above."""
    slope, distance = math.radians(tilt), side / scale * chance.uniform(1.1, 3.5)
    tilted = np.array(
        [
            [scale, 0, 0],
            [0, scale * math.cos(slope), 0],
            [0, math.sin(slope) / distance, 1.0],
        ]
    )
    if chance.often(0.75):
        turn = chance.choice([0, 0, 90, 180, 270]) + chance.gauss(0, 12)
    else:
        turn = chance.uniform(0, 360)
    middle = np.array([[1, 0, side / 2], [0, 1, side / 2], [0, 0, 1.0]])
    return middle @ _turn(math.radians(turn)) @ tilted @ _turn(chance.uniform(0, 2 * math.pi))


def card_in_picture(view: Pixels, place: Place, tall: int) -> Pixels | None:
    """Return the homography from a card's pixels to a picture's, or None if it is not in view."""
    x, y, degrees = place
    unit, angle = CARD_WIDE / WIDTH, math.radians(degrees)
    onto_table = np.array(
        [
            [math.cos(angle) * unit, -math.sin(angle) * unit, x],
            [math.sin(angle) * unit, math.cos(angle) * unit, y],
            [0, 0, 1.0],
        ]
    )
    from_middle = np.array([[1, 0, -WIDTH / 2], [0, 1, -tall / 2], [0, 0, 1.0]])
    whole = view @ onto_table @ from_middle
    corners = np.array([[0, WIDTH, WIDTH, 0], [0, 0, tall, tall], [1, 1, 1, 1]])
    seen = whole @ corners
    if seen[2].min() < 0.25 or np.abs(seen[:2] / seen[2]).max() > 4000:
        return None
    return whole


def seen_at(view: Pixels, points: list[tuple[float, float]]) -> Pixels:
    """Return where points are in the picture."""
    return cv2.perspectiveTransform(np.array([points], np.float32), view)[0]


def _turn(angle: float) -> Pixels:
    c, s = math.cos(angle), math.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])
