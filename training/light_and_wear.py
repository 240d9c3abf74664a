"""Light and camera: shadows, lamps, glare, casts, blur, noise, JPEG; and cards that are worn."""

from __future__ import annotations

import math

import cv2
import numpy as np

from .seeded_random import Chance, Pixels


def photographed(picture: Pixels, chance: Chance, *, fine: bool = False) -> Pixels:
    """Return a picture as a phone may take it; ``fine``: not blurred beyond small indices."""
    for probability, change in (
        (0.75, _uneven), (0.3, _hard_shadows), (0.18, _lamp), (0.25, _glare), (1, _toned),
        (0.25, _saturated),
    ):  # fmt: skip
        if chance.often(probability):
            picture = change(picture, chance)
    picture = _blurred(picture, chance, fine=fine)
    if chance.often(0.6):
        shape = picture.shape if chance.often(0.5) else (*picture.shape[:2], 1)
        grain = chance.arrays.normal(0, chance.uniform(1, 11), shape)
        picture = np.clip(picture + grain, 0, 255).astype(np.uint8)
    if chance.often(0.6):
        quality = [cv2.IMWRITE_JPEG_QUALITY, chance.randint(25, 92)]
        picture = cv2.imdecode(cv2.imencode(".jpg", picture, quality)[1], cv2.IMREAD_COLOR)
    return picture


def mild(picture: Pixels, chance: Chance) -> Pixels:
    """Return a picture in ordinary light, as the drawn test has it."""
    side = picture.shape[0]
    light = cv2.resize(chance.noise((3, 3)), (side, side), interpolation=cv2.INTER_CUBIC)
    light = 1 - chance.uniform(0.1, 0.45) * (1 - light)
    cast = chance.gauss(0, 0.06)
    lit = picture * light[..., None] * np.array([1 - cast, 1, 1 + cast], np.float32)
    lit = np.clip(lit * chance.uniform(0.75, 1.05) + chance.uniform(-5, 12), 0, 255)
    blurred = cv2.GaussianBlur(lit, (0, 0), chance.uniform(0.6, 1.2))
    grain = chance.arrays.normal(0, chance.uniform(1, 5), picture.shape)
    return np.clip(blurred + grain, 0, 255).astype(np.uint8)


def harsh(picture: Pixels, chance: Chance) -> Pixels:
    """Return a picture below a warm lamp: deep sharp shadows, light mirrored in the varnish."""
    side = picture.shape[0]
    light = np.ones((side, side, 1), np.float32)
    for _ in range(chance.randint(1, 3)):
        shade = _bar(side, chance, (30, 220), chance.uniform(0.25, 0.5))
        light *= _softened(shade, chance.randint(1, 8))[..., None]
    lit = picture * light
    for _ in range(chance.randint(1, 3)):
        spot = _spots(side, chance, ((20, 90), (8, 35)), (0.35, 0.7), (5, 12))
        lit = lit * (1 - spot) + 250 * spot
    lit *= np.array([chance.uniform(0.55, 0.9), chance.uniform(0.8, 0.95), 1], np.float32)
    return mild(np.clip(lit, 0, 255), chance)


def worn(card: Pixels, wear: float, chance: Chance) -> Pixels:
    """Return a used card: yellowed, stained, creased, its print rubbed off. ``wear`` to 1."""
    tall, wide = card.shape[:2]
    stains = chance.noise((max(2, tall // 9), max(2, wide // 9)))
    stains = cv2.resize(stains, (wide, tall), interpolation=cv2.INTER_CUBIC)[..., None]
    tint = np.array([1 - 0.16 * wear, 1 - 0.04 * wear, 1], np.float32) * (1 - 0.14 * wear)
    lit = card * (1 - 0.22 * wear * stains) * tint
    rubbed = cv2.resize(chance.noise((max(2, tall // 3), max(2, wide // 3))), (wide, tall))
    rubbed = np.clip((rubbed - (0.97 - 0.25 * wear)) * 6, 0, 1)[..., None]
    rubbed = rubbed * chance.uniform(0.2, 0.7)
    lit = lit * (1 - rubbed) + np.array([190, 210, 220], np.float32) * rubbed
    used = np.clip(lit, 0, 255).astype(np.uint8)
    for _ in range(chance.choice([0, 0, 1, 2])):
        crease = chance.choice([(235, 240, 245), (120, 140, 150)])
        ends = [(chance.randint(0, wide), chance.randint(0, tall)) for _ in range(2)]
        cv2.line(used, *ends, crease, 1, cv2.LINE_AA)
    return used


def shining(card: Pixels, chance: Chance) -> Pixels:
    """Return a card with a lamp mirrored in its varnish."""
    tall, wide = card.shape[:2]
    angle = chance.uniform(0, 6.28)
    along = np.arange(wide)[None] * math.cos(angle) + np.arange(tall)[:, None] * math.sin(angle)
    along = (along - along.min()) / max(1.0, float(np.ptp(along)))
    band = np.exp(-(((along - chance.random()) / chance.uniform(0.05, 0.4)) ** 2))
    share = (band * chance.uniform(0.3, 0.8))[..., None]
    return (card * (1 - share) + np.array([240, 250, 255], np.float32) * share).astype(np.uint8)


def jittered(picture: Pixels, chance: Chance) -> Pixels:
    """Return a picture in slightly other colours."""
    strength, more = chance.uniform(0.7, 1.3), chance.uniform(-25, 25)
    gains = [strength * (1 + chance.gauss(0, 0.05)) for _ in range(3)]
    table = np.arange(256, dtype=np.float32)[:, None] * np.array(gains, np.float32) + more
    return cv2.LUT(picture, np.clip(table, 0, 255).astype(np.uint8).reshape(256, 1, 3))


def _softened(mask: Pixels, radius: int) -> Pixels:
    return cv2.blur(mask, (2 * radius + 1, 2 * radius + 1))


def _bar(side: int, chance: Chance, widths: tuple[float, float], shade: float) -> Pixels:
    """Return light with one straight dark bar across."""
    light = np.ones((side, side), np.float32)
    middle = np.array([chance.uniform(0, side), chance.uniform(0, side)])
    angle, half = chance.uniform(0, 6.28), chance.uniform(*widths)
    along = np.array([math.cos(angle), math.sin(angle)]) * 2 * side
    aside = np.array([-math.sin(angle), math.cos(angle)]) * half
    corners = middle + np.array([-along - aside, along - aside, along + aside, aside - along])
    cv2.fillConvexPoly(light, corners.astype(np.int32), shade)
    return light


def _spots(
    side: int,
    chance: Chance,
    sizes: tuple[tuple[int, int], tuple[int, int]],
    strength: tuple[float, float],
    blur: tuple[float, float],
) -> Pixels:
    """Return a soft spot of light, 0 to 1 at each pixel."""
    spot = np.zeros((side // 4, side // 4), np.float32)
    middle = chance.randint(0, side // 4), chance.randint(0, side // 4)
    axes = chance.randint(*sizes[0]), chance.randint(*sizes[1])
    turn = chance.uniform(0, 180)
    cv2.ellipse(spot, middle, axes, turn, 0, 360, chance.uniform(*strength), -1)
    spot = cv2.GaussianBlur(spot, (0, 0), chance.uniform(*blur))
    return cv2.resize(spot, (side, side))[..., None]


def _uneven(picture: Pixels, chance: Chance) -> Pixels:
    side = picture.shape[0]
    light = chance.noise((chance.randint(2, 4), chance.randint(2, 4)))
    light = cv2.resize(light, (side, side), interpolation=cv2.INTER_CUBIC)
    return _lit(picture, 1 - chance.uniform(0.1, 0.7) * (1 - light))


def _lit(picture: Pixels, light: Pixels) -> Pixels:
    return np.clip(picture * light[..., None], 0, 255).astype(np.uint8)


def _hard_shadows(picture: Pixels, chance: Chance) -> Pixels:
    side = picture.shape[0]
    if chance.often(0.4):  # of a window, a hand, a lamp
        light, shade = np.ones((side, side), np.float32), chance.uniform(0.2, 0.5)
        for _ in range(chance.randint(1, 3)):
            light = np.minimum(light, _bar(side, chance, (8, 120), shade))
        picture = _lit(picture, _softened(light, chance.randint(0, 5)))
    light = np.ones((side, side), np.float32)
    corners = [
        (chance.uniform(-0.3, 1.3) * side, chance.uniform(-0.3, 1.3) * side)
        for _ in range(chance.randint(3, 5))
    ]
    cv2.fillPoly(light, [np.array(corners, np.int32)], chance.uniform(0.31, 0.78))
    return _lit(picture, _softened(light, chance.randint(1, 30)))


def _lamp(picture: Pixels, chance: Chance) -> Pixels:
    """Return a picture whose print is washed out in places."""
    spot = np.zeros((*picture.shape[:2], 1), np.float32)
    for _ in range(chance.randint(1, 3)):
        streak = _spots(picture.shape[0], chance, ((8, 70), (3, 25)), (0.3, 0.8), (2, 9))
        spot = np.maximum(spot, streak)
    colour = np.array([chance.uniform(215, 255), chance.uniform(235, 255), 255], np.float32)
    return (picture * (1 - spot) + colour * spot).astype(np.uint8)


def _glare(picture: Pixels, chance: Chance) -> Pixels:
    light = picture.astype(np.float32)
    for _ in range(chance.randint(1, 2)):
        light += _spots(picture.shape[0], chance, ((5, 40), (5, 40)), (30, 160), (4, 12))
    return np.clip(light, 0, 255).astype(np.uint8)


def _toned(picture: Pixels, chance: Chance) -> Pixels:
    """Return a picture with another contrast, brightness and colour of light."""
    gamma, more = chance.uniform(0.6, 1.5), chance.uniform(-10, 30)
    bright = chance.uniform(0.5, 1.25) if chance.often(0.8) else 1
    cast = chance.gauss(0, 0.12)
    tone = (np.arange(256) / 255) ** gamma * 255 * bright + more
    gains = 1 - cast, 1 + chance.gauss(0, 0.04), 1 + cast
    table = np.stack([np.clip(tone * gain, 0, 255) for gain in gains], 1).astype(np.uint8)
    return cv2.LUT(picture, table.reshape(256, 1, 3))


def _saturated(picture: Pixels, chance: Chance) -> Pixels:
    colours = cv2.cvtColor(picture, cv2.COLOR_BGR2HSV)
    colours[..., 1] = cv2.convertScaleAbs(colours[..., 1], alpha=chance.uniform(0.3, 1.5))
    return cv2.cvtColor(colours, cv2.COLOR_HSV2BGR)


def _blurred(picture: Pixels, chance: Chance, *, fine: bool) -> Pixels:
    side = picture.shape[0]
    kind = chance.choices(
        ["focus", "shake", "small", "sharp", ""], [45, 5 if fine else 15, 15, 10, 15]
    )[0]
    if kind == "focus":
        return cv2.GaussianBlur(picture, (0, 0), chance.uniform(0.3, 0.85 if fine else 1.3))
    if kind == "shake":
        return cv2.filter2D(picture, -1, _shake(chance))
    if kind == "small":
        size = chance.uniform(0.75 if fine else 0.45, 0.95)
        small = cv2.resize(picture, None, fx=size, fy=size, interpolation=cv2.INTER_AREA)
        return cv2.resize(small, (side, side), interpolation=cv2.INTER_LINEAR)
    if kind == "sharp":
        soft = cv2.GaussianBlur(picture, (0, 0), chance.uniform(0.8, 2))
        return cv2.addWeighted(picture, 1 + chance.uniform(0.3, 1.2), soft, -0.6, 0)
    return picture


def _shake(chance: Chance) -> Pixels:
    """Return the kernel of a hand that moved."""
    length, angle = chance.randint(2, 6), chance.uniform(0, math.pi)
    kernel, middle = np.zeros((length, length), np.float32), (length - 1) / 2
    x, y = middle * math.cos(angle), middle * math.sin(angle)
    ends = (round(middle - x), round(middle - y)), (round(middle + x), round(middle + y))
    cv2.line(kernel, *ends, 1)
    return kernel / max(1, kernel.sum())
