"""Photos without a camera: cards as flat drawings on a cloth."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL import Image

WIDE, TALL = 240, 336  # pixels of a card
CLOTH, PAPER, RED, BLACK = (40, 90, 60), (250, 250, 246), (200, 20, 30), (20, 20, 24)
PIPS = {
    "D": [(0, -10), (7, 0), (0, 10), (-7, 0)],
    "H": [(0, 10), (-9, -1), (-8, -7), (-4, -9), (0, -5), (4, -9), (8, -7), (9, -1)],
    "S": [(0, -10), (9, 2), (6, 7), (2, 5), (4, 10), (-4, 10), (-2, 5), (-6, 7), (-9, 2)],
}


def photo_of(*cards: str) -> bytes:
    """Return a JPEG of cards beside each other, such as ``8D``."""
    from PIL import Image  # noqa: PLC0415 - the runtime may be missing

    photo = Image.new("RGB", (60 + len(cards) * (WIDE + 60), TALL + 160), CLOTH)
    for place, card in enumerate(cards):
        drawn = _card(card).rotate(4 * (-1) ** place, expand=True, fillcolor=CLOTH, resample=2)
        photo.paste(drawn, (50 + place * (WIDE + 60), 60))
    file = io.BytesIO()
    photo.save(file, "JPEG", quality=92)
    return file.getvalue()


def _card(text: str) -> Image.Image:
    from PIL import Image, ImageDraw, ImageFont  # noqa: PLC0415

    card = Image.new("RGB", (WIDE, TALL), PAPER)
    colour = RED if text[-1] in "DH" else BLACK
    for _ in range(2):
        draw = ImageDraw.Draw(card)
        font = ImageFont.load_default(40)
        draw.text((26, 30), text[:-1], colour, font, anchor="mm", stroke_width=1)
        draw.polygon([(26 + 1.3 * x, 72 + 1.3 * y) for x, y in PIPS[text[-1]]], colour)
        draw.polygon([(WIDE / 2 + 3 * x, 110 + 3 * y) for x, y in PIPS[text[-1]]], colour)
        card = card.rotate(180)
    return card
