"""Random numbers with a seed: single ones, and whole arrays."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

Colour = tuple[int, int, int]
"""Blue, green, red."""
Pixels = np.ndarray[Any, Any]


class Chance(random.Random):
    """Random numbers; ``arrays`` makes whole arrays of them."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.arrays = np.random.default_rng(seed)

    def often(self, probability: float) -> bool:
        """Return True with a probability."""
        return self.random() < probability

    def colour(self, low: float = 15, high: float = 235) -> Colour:
        """Return a colour, in three of ten cases nearly a grey."""
        if self.often(0.3):
            grey = self.uniform(low, high)
            shades = (grey + self.randint(-15, 15) for _ in range(3))
            blue, green, red = (int(min(255, max(0, shade))) for shade in shades)
            return blue, green, red
        hue, strength, value = self.random() * 6, self.uniform(0.08, 0.86), self.uniform(low, high)
        blue, green, red = (
            int(value * (1 - strength * max(0, min((n + hue) % 6, 4 - (n + hue) % 6, 1))))
            for n in (1, 3, 5)
        )
        return blue, green, red

    def noise(self, shape: tuple[int, ...]) -> Pixels:
        """Return an array of numbers from 0 to 1."""
        return self.arrays.random(shape, dtype=np.float32)
