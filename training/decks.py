"""Decks of our own: fonts or a pen for the ranks, own suit signs, own court figures."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import cv2
import numpy as np

from .court_figures import draw_court
from .fonts import text_fonts
from .masks import Point, fill, paint, resized, whole
from .rank_glyphs import Pen, glyph_of, penned, printed, random_pen, with_own
from .seeded_random import Chance, Colour, Pixels
from .suit_signs import PLACES, SUITS, pip

WIDTH = 300
"""Of a drawn card, in pixels; what is drawn is shrunk later."""

_LETTERS = {"en": 42, "de": 20, "fr": 6, "fra": 6, "nl": 8, "sv": 8, "sv1": 4, "en1": 6}
_PAPERS = ((255, 255, 255), (250, 252, 253), (240, 246, 250), (232, 242, 250), (225, 236, 244))
_OWN = 0.4  # of the decks have a queen or an ace in a shape of its own
_ROUND = ("sans", "gothic", "round", "heros")
_PRINT = "BICYCLE CASINO ROYAL ALTENBURG No.92 MADE".split()


@dataclass(frozen=True)
class IndexStyle:
    """Look of the indices. ``high`` is the height of a rank in millimetres; ``narrow`` how much
    it is condensed; ``widest`` as a share of the card."""

    high: float
    narrow: float
    widest: float
    stroke: int
    font: str
    jumbo: bool


@dataclass
class Deck:
    """A deck in one style. ``indices`` are the places of rank and suit on a card, in pixels;
    ``margins`` and ``pip_high``, as shares of the card, say how its pips stand."""

    chance: Chance
    letters: str
    style: IndexStyle
    tall: int
    paper: Colour
    colours: dict[str, Colour]
    pips: dict[str, Pixels]
    field_pips: dict[str, Pixels]
    pen: Pen
    pen_draws: str
    suit_high: float
    indices: list[tuple[Point, Point]]
    four: bool
    frame: bool
    wide_courts: bool
    margins: tuple[float, float]
    pip_high: float
    shape: Pixels
    _cards: dict[tuple[int, int], Pixels] = field(default_factory=dict)
    _ranks: dict[str, Pixels] = field(default_factory=dict)

    def card(self, rank: int, suit: int) -> Pixels:
        """Return a card of rank 1 to 13 with its shape as fourth channel."""
        if (rank, suit) not in self._cards:
            picture = np.empty((self.tall, WIDTH, 3), np.uint8)
            picture[:] = self.paper
            if rank >= 11:
                _draw_court_card(self, picture, rank, SUITS[suit])
            elif rank == 1:
                _draw_ace(self, picture, SUITS[suit])
            else:
                _draw_pips(self, picture, rank, SUITS[suit])
            _draw_indices(self, picture, rank, SUITS[suit])
            self._cards[rank, suit] = np.dstack([picture, self.shape])
        return self._cards[rank, suit]

    @property
    def reach(self) -> float:
        """Half the height of an index, from its suit to its rank, in millimetres."""
        (x, y), (suit_x, suit_y) = self.indices[0]
        return math.hypot(x - suit_x, y - suit_y) * 63 / WIDTH

    def rank_mask(self, glyph: str) -> Pixels:
        """Return the mask of a rank in its size on the card."""
        if glyph not in self._ranks:
            mask = None
            if self.pen_draws in ("all", glyph) or glyph in self.pen.own:
                mask = penned(glyph, self.pen)
            if mask is None:
                mask = printed(glyph, self.style.font, self.style.stroke)
            assert mask is not None
            high = self.style.high * _scale() * (1.12 if glyph == "Q" else 1)
            wide = mask.shape[1] * high / mask.shape[0] * self.style.narrow
            self._ranks[glyph] = resized(mask, high, min(wide, self.style.widest * WIDTH))
        return self._ranks[glyph]


def _scale() -> float:
    """Return the pixels of a millimetre on a drawn card."""
    return WIDTH / 63


def random_deck(chance: Chance, *, letters: str = "", held_out: bool = False) -> Deck:
    """Return a deck in a random style. Those of the drawn test have shapes of their own only where
    it asks for them, so that its decks stay what they were."""
    style = _random_style(chance, held_out=held_out)
    tall = int(WIDTH * chance.uniform(1.38, 1.57))
    four = chance.often(0.36)
    suit_share = chance.uniform(*((0.45, 0.95) if style.high > 9 else (0.55, 1.05)))
    pips = _pips(chance, held_out=held_out)
    pen_draws = chance.choices(["all", "3", ""], [30, 20, 50])[0]
    deck = Deck(
        chance=chance,
        letters=letters or chance.choices([*_LETTERS], [*_LETTERS.values()])[0],
        style=style,
        tall=tall,
        paper=_random_paper(chance),
        colours=_random_colours(chance),
        pips=pips,
        field_pips=pips if chance.often(0.7) else _pips(chance, held_out=held_out),
        pen=random_pen(chance, three=pen_draws == "3"),
        pen_draws=pen_draws,
        suit_high=style.high * suit_share * _scale(),
        indices=_random_places(chance, style, suit_share, (tall, four)),
        four=four,
        frame=chance.often(0.7),
        wide_courts=chance.often(0.2),
        margins=(chance.uniform(0.26, 0.34), chance.uniform(0.15, 0.22)),
        pip_high=chance.uniform(0.10, 0.17),
        shape=_card_shape(tall, int(chance.uniform(2, 4.5) * _scale())),
    )
    if not held_out and chance.often(_OWN):
        shapes = ("", "looped Q", "looped Q", "crossed Q", "crossed Q"), ("", "flat A", "round A")
        drawn = tuple(shape for shape in map(chance.choice, shapes) if shape)
        deck.pen = with_own(deck.pen, drawn, chance)
    return deck


def _pips(chance: Chance, *, held_out: bool) -> dict[str, Pixels]:
    return {suit: pip(suit, chance, slender=not held_out) for suit in SUITS}


def _random_style(chance: Chance, *, held_out: bool) -> IndexStyle:
    fonts = text_fonts(held_out=held_out)
    kind = chance.choices(["jumbo", "thin", "usual", "large", "small"], [16, 25, 41, 13, 5])[0]
    low, high = {
        "jumbo": (11, 21), "thin": (4.8, 7.5), "usual": (5.5, 9), "large": (9, 19),
        "small": (4.3, 5.5),
    }[kind]  # fmt: skip
    size = chance.uniform(low, high) * 63 / chance.choice([57, 58, 63, 63, 63])
    narrow = {"jumbo": (0.75, 1.1), "thin": (0.5, 0.8)}.get(kind, (0.55, 1.05))
    strokes = {"jumbo": [1, 2, 3, 4, 6], "thin": [0, 0, 0, 1]}.get(kind, [0, 0, 0, 1, 2, 3])
    widest = min(0.28, chance.uniform(0.7, 1.0) * size / 63 * 1.2 + 0.02)
    if kind == "jumbo":
        widest = chance.uniform(0.2, 0.32)
        if chance.often(0.7):
            fonts = tuple(f for f in fonts if any(w in f.lower() for w in _ROUND)) or fonts
    return IndexStyle(
        size, chance.uniform(*narrow), widest, chance.choice(strokes), chance.choice(fonts),
        kind == "jumbo",
    )  # fmt: skip


def _random_places(
    chance: Chance, style: IndexStyle, suit_share: float, form: tuple[int, bool]
) -> list[tuple[Point, Point]]:
    """Return where rank and suit of the two or four indices stand."""
    tall, four = form
    unit, high = _scale(), style.high * _scale()
    x = max(
        chance.uniform(3.4, 6) * unit, style.widest * WIDTH / 2 + chance.uniform(0.8, 1.6) * unit
    )
    top, gap = chance.uniform(2.2, 6) * unit, chance.uniform(0.05, 0.3) * high
    rank = x, top + high / 2
    suit = x + chance.uniform(-0.3, 0.3) * unit, top + high + gap + high * suit_share / 2

    def turned(point: Point) -> Point:
        return WIDTH - point[0], tall - point[1]

    def mirrored(point: Point) -> Point:
        return WIDTH - point[0], point[1]

    places = [(rank, suit), (turned(rank), turned(suit))]
    if four:
        places += [(mirrored(rank), mirrored(suit)) for rank, suit in places]
    return places


def _random_paper(chance: Chance) -> Colour:
    paper = chance.choice(_PAPERS)
    blue, green, red = (min(255, value + chance.randint(-6, 3)) for value in paper)
    return blue, green, red


def _random_colours(chance: Chance) -> dict[str, Colour]:
    grey = chance.randint(10, 45)
    black = grey + chance.randint(0, 15), grey, grey
    red = chance.randint(15, 70), chance.randint(10, 60), chance.randint(175, 240)
    colours = {"C": black, "D": red, "H": red, "S": black}
    if chance.often(0.12):  # four colours
        blue = chance.randint(170, 230), chance.randint(60, 120), chance.randint(10, 60)
        colours["C"] = chance.randint(20, 60), chance.randint(90, 140), chance.randint(10, 40)
        colours["D"] = blue if chance.often(0.7) else (20, 130, 235)
    return colours


def _card_shape(tall: int, radius: int) -> Pixels:
    """Return the mask of a card with round corners."""
    shape = np.zeros((tall * 2, WIDTH * 2), np.uint8)
    r, right, low = radius * 2, WIDTH * 2 - 1, tall * 2 - 1
    cv2.rectangle(shape, (r, 0), (right - r, low), 255, -1)
    cv2.rectangle(shape, (0, r), (right, low - r), 255, -1)
    for x in (r, right - r):
        for y in (r, low - r):
            cv2.circle(shape, (x, y), r, 255, -1)
    return cv2.resize(shape, (WIDTH, tall), interpolation=cv2.INTER_AREA)


def _draw_pips(deck: Deck, picture: Pixels, rank: int, suit: str) -> None:
    left, top = deck.margins
    sign = resized(deck.field_pips[suit], deck.pip_high * deck.tall)
    for across, down in PLACES[rank]:
        middle = (
            WIDTH * (left + across * (1 - 2 * left)),
            deck.tall * (top + down * (1 - 2 * top)),
        )
        paint(picture, sign[::-1, ::-1] if down > 0.5 else sign, middle, deck.colours[suit])


def _draw_ace(deck: Deck, picture: Pixels, suit: str) -> None:
    chance, colour = deck.chance, deck.colours[suit]
    middle = WIDTH / 2, deck.tall / 2
    size = chance.uniform(0.12, 0.5) * deck.tall
    if suit == "S" and chance.often(0.5):
        size = chance.uniform(0.35, 0.55) * deck.tall
    sign = resized((deck.pips if chance.often(0.6) else deck.field_pips)[suit], size)
    if sign.shape[1] > WIDTH * 0.62:
        sign = resized(sign, width=WIDTH * 0.62)
    paint(picture, sign, middle, colour)
    for _ in range(chance.randint(2, 8) if chance.often(0.3) else 0):
        ring = chance.choice([deck.paper, colour, (200, 200, 200)])
        radius = int(size * chance.uniform(0.05, 0.6))
        cv2.circle(picture, whole(middle), radius, ring, chance.randint(1, 2), cv2.LINE_AA)
    if chance.often(0.25):
        start = int(WIDTH * 0.28), int(deck.tall * chance.choice([0.3, 0.7, 0.75]))
        word, font = chance.choice(_PRINT), chance.choice([0, 2, 4])
        cv2.putText(picture, word, start, font, 0.9, colour, 2, cv2.LINE_AA)


def _draw_court_card(deck: Deck, picture: Pixels, rank: int, suit: str) -> None:
    chance, colour = deck.chance, deck.colours[suit]
    across, down = ((0.03, 0.08), (0.02, 0.05)) if deck.wide_courts else ((0.13, 0.2), (0.05, 0.1))
    left, top = int(WIDTH * chance.uniform(*across)), int(deck.tall * chance.uniform(*down))
    wide, tall = WIDTH - 2 * left, deck.tall - 2 * top
    art = picture[top : top + tall, left : left + wide]
    if chance.often(0.75):
        draw_court(art, rank, deck.paper, chance)
    else:
        _draw_shards(art, chance)
    sign = resized(deck.field_pips[suit], chance.uniform(0.08, 0.18) * deck.tall)
    share = chance.uniform(0.12, 0.2)
    sides = (share, 1 - share) if chance.often(0.3) else (share,)
    for side in sides:
        paint(art, sign, (wide * side, tall * 0.12), colour)
        paint(art, sign[::-1, ::-1], (wide * (1 - side), tall * 0.88), colour)
    if deck.frame:
        line = chance.choice([(120, 60, 20), (30, 30, 30), (40, 40, 160)])
        end = left + wide, top + tall
        cv2.rectangle(picture, (left, top), end, line, chance.randint(1, 2), cv2.LINE_AA)


def _draw_shards(art: Pixels, chance: Chance) -> None:
    """Fill a field with polygons in strong colours, head to foot."""
    tall, wide = art.shape[:2]
    palette = ((30, 30, 200), (20, 200, 240), (180, 90, 30), (20, 20, 20), (60, 140, 40))
    for _ in range(chance.randint(10, 30)):
        x, y, size = chance.uniform(0, wide), chance.uniform(0, tall / 2), chance.uniform(10, 60)
        points = [
            (x + chance.uniform(-size, size), y + chance.uniform(-size, size))
            for _ in range(chance.randint(3, 6))
        ]
        if chance.often(0.5):
            fill(art, points, chance.choice(palette))
        else:
            line, width = np.array(points, np.int32), chance.randint(1, 3)
            cv2.polylines(art, [line], True, chance.choice(palette), width, cv2.LINE_AA)
    half = tall // 2
    art[tall - half :] = art[:half][::-1, ::-1]


def _draw_indices(deck: Deck, picture: Pixels, rank: int, suit: str) -> None:
    colour, mask = deck.colours[suit], deck.rank_mask(glyph_of(rank, deck.letters))
    sign = resized(deck.pips[suit], deck.suit_high)
    if sign.shape[1] > deck.suit_high * 1.15:
        sign = resized(sign, width=deck.suit_high * 1.15)
    half_high = deck.style.high * _scale() / 2
    for number, (at, suit_at) in enumerate(deck.indices):
        if rank >= 11 and (half_high > 15 or deck.wide_courts):  # art does not touch an index
            half = max(mask.shape[1], sign.shape[1]) / 2 + 2
            low, high = sorted((at[1], suit_at[1]))
            start, end = (at[0] - half, low - half_high), (at[0] + half, high + half_high)
            cv2.rectangle(picture, whole(start), whole(end), deck.paper, -1)
        turn = slice(None, None, -1 if number in (1, 3) else 1)
        paint(picture, mask[turn, turn], at, colour)
        paint(picture, sign[turn, turn], suit_at, colour)
