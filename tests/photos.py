"""Photos of piles, drawn: a plain deck in rows on a table."""

from __future__ import annotations

from io import BytesIO
from typing import Any

from referee.rules.cards import Card, Suit
from referee.rules.notation import read_cards, write_rank

FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf"
CARD = (180, 252)
GAP = 60
PIPS = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}
RED = (Suit.HEARTS, Suit.DIAMONDS)


def photo_of(cards: str, across: int = 8) -> bytes:
    """Return a JPEG of these cards, side by side in rows of so many."""
    from PIL import Image  # noqa: PLC0415 - the runtime may be missing

    there = read_cards(cards)
    rows = -(-len(there) // across)
    size = (across * (CARD[0] + GAP) + GAP, rows * (CARD[1] + GAP) + GAP)
    table = Image.new("RGB", size, (24, 92, 60))
    for at, card in enumerate(there):
        row, column = divmod(at, across)
        place = (GAP + column * (CARD[0] + GAP), GAP + row * (CARD[1] + GAP))
        table.paste(_face(card), place)
    written = BytesIO()
    table.save(written, "JPEG", quality=92)
    return written.getvalue()


def _face(card: Card) -> Any:
    from PIL import Image, ImageDraw  # noqa: PLC0415

    face = Image.new("RGB", CARD, (250, 250, 246))
    _draw_corner(face, card)
    face = face.rotate(180)
    _draw_corner(face, card)
    pen, (width, height) = ImageDraw.Draw(face), CARD
    pen.text((width // 2, height // 2), PIPS[card.suit], _ink(card), _font(90), anchor="mm")
    pen.rectangle((0, 0, width - 1, height - 1), outline=(120, 120, 110))
    return face


def _draw_corner(face: Any, card: Card) -> None:
    from PIL import ImageDraw  # noqa: PLC0415

    pen, middle = ImageDraw.Draw(face), CARD[0] // 7
    pen.text((middle, 8), write_rank(card.rank), _ink(card), _font(38), anchor="ma")
    pen.text((middle, 46), PIPS[card.suit], _ink(card), _font(36), anchor="ma")


def _font(size: int) -> Any:
    from PIL import ImageFont  # noqa: PLC0415

    return ImageFont.truetype(FONT, size)


def _ink(card: Card) -> tuple[int, int, int]:
    return (190, 20, 30) if card.suit in RED else (20, 20, 24)
