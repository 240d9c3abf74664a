"""Photos of cards, drawn: letters and pips on a dark table, as simple as the reader still reads."""

import io
from collections.abc import Sequence
from typing import Any

from referee.rules.cards import Card, Suit
from referee.rules.notation import read_card, write_rank

SIZE = (1200, 900)
CARD = (190, 270)
TABLE, PAPER, RED, BLACK = (38, 84, 62), (252, 250, 244), (190, 24, 30), (20, 20, 24)
INDEX = (8, 8)
GAP = 60


def photo_of(cards: str, across: int = 8) -> bytes:
    """Return a JPEG of these cards, side by side in rows of so many."""
    named = cards.split()
    wide, tall = CARD[0] + GAP, CARD[1] + GAP
    places = [(GAP + at % across * wide, GAP + at // across * tall) for at in range(len(named))]
    size = (min(across, len(named)) * wide + GAP, -(-len(named) // across) * tall + GAP)
    return drawn_photo(
        [(card, *place) for card, place in zip(named, places, strict=True)], size=size
    )


def drawn_photo(
    cards: Sequence[tuple[str, int, int]],
    kind: str = "JPEG",
    turn: int = 0,
    size: tuple[int, int] = SIZE,
) -> bytes:
    """Return a photo of cards, each with the place of its top left corner in pixels of a picture
    of this ``size``; ``turn`` is what the camera's EXIF says of how it was held: 1, 3, 6 or 8."""
    from PIL import Image  # noqa: PLC0415 - the runtime may be missing

    table = Image.new("RGB", size, TABLE)
    for text, x, y in cards:
        table.paste(_card(read_card(text)), (x, y))
    exif = Image.Exif()
    if turn:
        quarters = {
            1: None,
            3: Image.Transpose.ROTATE_180,
            6: Image.Transpose.ROTATE_90,
            8: Image.Transpose.ROTATE_270,
        }[turn]
        table = table.transpose(quarters) if quarters is not None else table
        exif[0x0112] = turn
    file = io.BytesIO()
    table.save(file, kind, exif=exif, quality=90)
    return file.getvalue()


def _card(card: Card) -> Any:
    from PIL import Image, ImageDraw  # noqa: PLC0415

    face = Image.new("RGB", CARD, PAPER)
    pen = ImageDraw.Draw(face)
    pen.rounded_rectangle((0, 0, CARD[0] - 1, CARD[1] - 1), 12, outline=(120, 120, 120), width=2)
    index = _index(card)
    face.paste(index, INDEX)
    upside_down = index.rotate(180)
    face.paste(upside_down, (CARD[0] - INDEX[0] - index.width, CARD[1] - INDEX[1] - index.height))
    _pip(pen, card.suit, CARD[0] / 2, CARD[1] / 2, 34)
    return face


def _index(card: Card) -> Any:
    from PIL import Image, ImageDraw, ImageFont  # noqa: PLC0415

    index = Image.new("RGB", (44, 78), PAPER)
    pen = ImageDraw.Draw(index)
    font = ImageFont.load_default(44)
    text = write_rank(card.rank)
    left, top, right, bottom = pen.textbbox((0, 0), text, font=font)
    letter = Image.new("RGB", (int(right - left), int(bottom - top)), PAPER)
    ImageDraw.Draw(letter).text((-left, -top), text, _ink(card.suit), font)
    letter = letter.resize((min(40, letter.width), 36))
    index.paste(letter, ((44 - letter.width) // 2, 2))
    _pip(pen, card.suit, 22, 60, 15)
    return index


def _ink(suit: Suit) -> tuple[int, int, int]:
    return RED if suit in (Suit.HEARTS, Suit.DIAMONDS) else BLACK


def _pip(pen: Any, suit: Suit, x: float, y: float, half: float) -> None:
    """Draw a suit's pip, its middle at a place."""

    def blob(dx: float, dy: float, radius: float) -> None:
        at, size = (x + dx * half, y + dy * half), radius * half
        pen.ellipse((at[0] - size, at[1] - size, at[0] + size, at[1] + size), ink)

    def shape(*points: tuple[float, float]) -> None:
        pen.polygon([(x + dx * half, y + dy * half) for dx, dy in points], ink)

    ink = _ink(suit)
    if suit is Suit.DIAMONDS:
        shape((0, -1.1), (0.8, 0), (0, 1.1), (-0.8, 0))
    elif suit is Suit.HEARTS:
        blob(-0.45, -0.4, 0.5)
        blob(0.45, -0.4, 0.5)
        shape((-0.92, -0.2), (0.92, -0.2), (0, 1.05))
    else:
        shape((0, 0), (0.4, 1.05), (-0.4, 1.05))
    if suit is Suit.SPADES:
        blob(-0.45, 0.2, 0.5)
        blob(0.45, 0.2, 0.5)
        shape((-0.92, 0.05), (0.92, 0.05), (0, -1.1))
    elif suit is Suit.CLUBS:
        for dx, dy in ((-0.5, 0.2), (0.5, 0.2), (0, -0.5)):
            blob(dx, dy, 0.48)
