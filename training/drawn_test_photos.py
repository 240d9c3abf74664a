"""The drawn test: photos in kinds, from fonts that are never trained on, with a fixed seed."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import cv2
from tqdm import tqdm

from .clutter import forget_pages
from .decks import Deck, random_deck
from .light_and_wear import harsh, mild
from .rank_glyphs import with_own
from .scenes import Label, Setting, draw_scene
from .seeded_random import Chance, Pixels
from .suit_signs import slender_club

SEED = 20261125
SIDE = 1400
_FACES = "A 2 3 4 5 6 7 8 9 10 J Q K".split()


@dataclass(frozen=True)
class Kind:
    """A kind of photo: how many, of which cards, how they lie, in which light."""

    number: int
    letters: str = ""
    layout: str = "loose"
    jumbo: bool = False
    four: bool | None = None
    packs: int = 1
    ranks: tuple[int, ...] = ()
    own: tuple[str, ...] = ()
    slender: bool = False
    twins: bool = False
    harsh: bool = False
    wear: float = 0
    backs: float = 0
    things: tuple[str, ...] = ()
    scale: tuple[float, float] = (1.9, 3.0)


KINDS = {
    "loose": Kind(24, packs=2),
    "pile": Kind(16, layout="pile", packs=2, scale=(2.3, 2.9)),
    "two alike": Kind(8, packs=2, twins=True),
    "builds": Kind(10, layout="builds", packs=2),
    "fans": Kind(10, layout="fans", scale=(2.6, 4)),
    "columns": Kind(8, layout="columns", scale=(2.2, 3)),
    "English": Kind(6, "en"),
    "English, 1": Kind(6, "en1"),
    "German": Kind(6, "de"),
    "French": Kind(6, "fr"),
    "Dutch": Kind(6, "nl"),
    "Swedish": Kind(6, "sv"),
    "harsh light": Kind(20, packs=2, harsh=True),
    "jumbo": Kind(10, jumbo=True),
    "four indices": Kind(10, four=True),
    "worn": Kind(8, wear=0.8),
    "phone and glasses": Kind(8, things=("phone", "glasses", "coins")),
    "face down": Kind(6, backs=0.6),
    "no cards": Kind(6, backs=1, things=("phone", "glasses", "cup"), layout="apart"),
    "looped queens": Kind(8, "en", packs=2, ranks=(3, 8, 12, 13), own=("looped Q",)),
    "crossed queens": Kind(8, "en", packs=2, ranks=(3, 8, 12, 13), own=("crossed Q",)),
    "flat aces": Kind(8, "en", packs=2, ranks=(1, 4, 10, 12), own=("flat A",)),
    "round aces": Kind(8, "en", packs=2, ranks=(1, 4, 10, 12), own=("round A",)),
    "nines and tens": Kind(12, layout="halves", packs=2, ranks=(9, 10), scale=(2.3, 3.4)),
    "slender clubs": Kind(8, packs=2, slender=True),
}
"""All kinds, by name; what a kind does not say is at random."""

SAMPLE = (
    "loose", "pile", "two alike", "builds", "fans", "German", "Swedish", "harsh light", "jumbo",
    "four indices", "phone and glasses", "no cards",
)  # fmt: skip
"""Kinds of which `make test` has a photo."""


def draw_sample(folder: Path) -> None:
    """Draw the first photo of some kinds, as small files."""
    draw_test(folder, dict.fromkeys(SAMPLE, 1), quality=50)


def draw_test(folder: Path, kinds: dict[str, int] | None = None, quality: int = 85) -> None:
    """Draw the test, or so many photos of some kinds, with ``labels.json`` beside them."""
    folder.mkdir(parents=True, exist_ok=True)
    numbers = kinds or {name: kind.number for name, kind in KINDS.items()}
    labels = []
    for name, number in tqdm(numbers.items(), "drawn test"):
        for photo in range(number):
            forget_pages()
            chance = Chance(SEED + 1000 * [*KINDS].index(name) + photo)
            picture, rows, letters = _photo(KINDS[name], photo, chance)
            file = f"{name.replace(', ', '-').replace(' ', '-').lower()}-{photo + 1:02}.jpg"
            cv2.imwrite(str(folder / file), picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
            labels.append({"file": file, "kind": name, "letters": letters, **_cards(rows)})
    text = json.dumps(labels, indent=1, ensure_ascii=False) + "\n"
    (folder / "labels.json").write_text(text, "utf-8")


def _photo(kind: Kind, number: int, chance: Chance) -> tuple[Pixels, Pixels, str]:
    letters = kind.letters or chance.choice(["en", "en", "de", "fr", "nl", "sv"])
    printed = {"fr": ["fr", "fra"], "sv": ["sv", "sv", "sv1"]}.get(letters, [letters])
    style = chance.choice(printed)
    decks = [_deck(kind, style, chance) for _ in range(kind.packs)]
    pile = kind.harsh and number % 4 == 3
    setting = Setting(
        side=SIDE,
        kind="pile" if pile else kind.layout,
        scale=chance.uniform(*((2.3, 2.9) if pile else kind.scale)),
        tilt=abs(chance.gauss(0, 14)),
        backs=kind.backs,
        wear=kind.wear,
        things=kind.things,
        packs=kind.packs,
        ranks=kind.ranks,
        twins=kind.twins,
        plain=True,
        held_out=True,
    )
    picture, rows = draw_scene(decks, setting, chance)
    lit = (harsh if kind.harsh else mild)(picture, chance)
    return lit, rows, "en" if style == "en1" else letters


def _deck(kind: Kind, letters: str, chance: Chance) -> Deck:
    """Return a deck that the kind asks for, its indices of an ordinary size unless jumbo."""
    while True:
        deck = random_deck(chance, letters=letters, held_out=True)
        large = deck.style.high > 11
        ordinary = deck.style.high >= 5.5 and large == kind.jumbo
        if ordinary and kind.four in (None, deck.four):
            break
    if kind.own:
        deck.pen = with_own(deck.pen, kind.own, chance)
    if kind.slender:
        deck.pips["C"] = deck.field_pips["C"] = slender_club(chance)
    return deck


def _cards(rows: Pixels) -> dict[str, list[str]]:
    """Return the cards with a whole index, and those that show a part of one only."""
    whole: dict[int, str] = {}
    part: dict[int, str] = {}
    for row in rows:
        name = _FACES[int(row[Label.RANK]) - 1] + "CDHS"[int(row[Label.SUIT])]
        (whole if row[Label.WHOLE] > 0.5 else part)[int(row[Label.CARD])] = name
    hidden = [name for card, name in part.items() if card not in whole]
    return {"cards": sorted(whole.values()), "partly": sorted(hidden)}
