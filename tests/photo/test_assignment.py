"""Indices to cards, with what the game knows: tables of plain values, without a model."""

import subprocess
import sys
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random

import pytest

from referee.photo import KnownFacts, PhotoReading
from referee.photo.assignment import Matching, assign
from referee.photo.indices import GLYPHS, Index, ReadIndex
from referee.rules.cards import FACES, Card
from referee.rules.notation import read_cards, write_card

SUITS = "SHDC"
TALL, WIDE = 68, 53
"""Between the indices of a card that lies upright."""


def index(
    x: float,
    y: float,
    reads: str,
    *,
    turned: bool = False,
    left: bool = True,
    score: float = 0.95,
    size: float = 8,
    reach: float = 1,
    tilt: complex = 1,
) -> ReadIndex:
    """Return an index. ``reads``: what it may be, the likeliest first, as ``8H:.9 3H:.1``.
    ``left``: the card is to the right of it, as it stands. ``reach``: how far it points, of the way
    to the card's middle. ``tilt`` turns it."""
    glyphs, suits = dict.fromkeys(GLYPHS, 1e-6), dict.fromkeys(SUITS, 1e-6)
    for word in reads.split():
        face, _, share = word.partition(":")
        glyphs[face[:-1]] += float(share or 1)
        suits[face[-1]] += float(share or 1)
    side = -1 if turned else 1
    middle = complex(WIDE / 2 if left else -WIDE / 2, TALL / 2) * side * reach
    place = Index(complex(x, y), -1j * size * side * tilt, middle, score)
    return ReadIndex(
        place,
        tuple(v / sum(glyphs.values()) for v in glyphs.values()),
        tuple(v / sum(suits.values()) for v in suits.values()),
        0.01,
    )


def card(x: float, y: float, reads: str) -> list[ReadIndex]:
    """Both indices of an upright card."""
    return [index(x, y, reads), index(x + WIDE, y + TALL, reads, turned=True)]


def four(x: float, y: float, reads: str) -> list[ReadIndex]:
    """Return all indices of an upright card that has four."""
    beside = [index(x + WIDE, y, reads, left=False)]
    return card(x, y, reads) + beside + [index(x, y + TALL, reads, left=False, turned=True)]


def aslant(reads: str) -> list[ReadIndex]:
    """Three indices that are at no corners of an upright card."""
    return [*card(100, 100, reads), index(100 + WIDE / 2, 100, reads, left=False)]


def pointing_nowhere(readings: list[ReadIndex]) -> list[ReadIndex]:
    """Return indices that point hardly anywhere, as those of cards with four do in close photos."""
    return [
        replace(seen, index=replace(seen.index, centre=seen.index.centre * 0.1))
        for seen in readings
    ]


def packs(copies: int = 1, gone: str = "", least: int = 1, most: int = 13) -> dict[Card, int]:
    left = {face: copies for face in FACES if least <= face.rank <= most}
    for face in read_cards(gone):
        left[face] -= 1
    return left


def read(
    readings: list[ReadIndex], cards: dict[Card, int] | None = None, **more: object
) -> PhotoReading:
    return assign(readings, KnownFacts(cards or packs(), **more), 1000, 1000)  # type: ignore[arg-type]


def names(reading: PhotoReading) -> str:
    return " ".join(
        [
            *(write_card(seen.card) + "?" * (seen in reading.unsure) for seen in reading.cards),
            *(f"+{write_card(card)}" for card in reading.surplus),
        ]
    )


APART = 300
"""Between cards that do not touch."""

CASES = {
    "no card": ([], packs(), ""),
    "both indices are one card": (card(100, 100, "8H"), packs(), "8H"),
    "one index is enough": ([index(100, 100, "8H")], packs(), "8H"),
    "in order": ([*card(100, 100, "KS"), *card(APART, 100, "2C")], packs(), "2C KS"),
    "two packs have two equal cards": ([*card(100, 100, "8H"), *card(100 + APART, 100, "8H")],
     packs(2), "8H 8H"),
    "one pack has one, so that the second is said to be too many": ([*card(100, 100, "8H"),
     *card(100 + APART, 100, "8H"), *card(100 + 2 * APART, 100, "2C")], packs(), "2C 8H +8H"),
    "one pack has one, and the other index is asked for": ([*card(100, 100, "8H"),
     *card(100 + APART, 100, "8H:.6 3H:.4")], packs(), "3H 8H"),
    "a face that is taken goes to whom it fits best": ([*card(100, 100, "5S:.9 3S:.1"),
     *card(100 + APART, 100, "5S")], packs(), "3S 5S"),
    "a card that is gone is another one": ([*card(100, 100, "8H:.6 8D:.4")], packs(gone="8H"),
     "8D"),
    "a picture in a game without pictures is no card": (card(100, 100, "KS"), packs(most=10), ""),
    "nor is what it looks like a little": (card(100, 100, "KS:.95 5S:.05"), packs(most=10), ""),
    "one pack merges what lies like one card": ([index(100, 100, "8H"),
     index(100 + WIDE, 100, "8H")], packs(), "8H"),
    "below the threshold it is asked for": ([index(100, 100, "8H:.6 3H:.4")], packs(), "8H?"),
    "what may be anything is not shown": ([index(100, 100, "8H:.3 3H:.25 6H:.25 5H:.2")], packs(),
     ""),
    "a clear index is asked for, whatever it is": ([index(100, 100, "8H:.4 3H:.35 6H:.25",
     score=0.9)], packs(), "8H?"),
    "another one is not shown": ([index(100, 100, "8H:.4 3H:.35 6H:.25", score=0.7)], packs(), ""),
    "a second one is asked for unless it is very sure": ([*card(100, 100, "8H"),
     index(100 + APART, 100, "8H:.85 3H:.15")], packs(2), "8H 8H?"),
    "opposite corners are one card though they point too near": ([index(100, 100, "8H", reach=0.45),
     index(100 + WIDE, 100 + TALL, "8H", turned=True, reach=0.45), *card(100 + APART, 100, "2C"),
     *card(100 + APART, 100 + APART, "KS")], packs(2), "2C 8H KS"),
    "indices of two sizes are of two cards": ([index(100, 100, "8H"),
     index(100 + WIDE, 100 + TALL, "8H", turned=True, size=14)], packs(2), "8H 8H?"),
    "four indices are one card": (four(100, 100, "8H"), packs(2), "8H"),
    "two upper left ones are of two cards, of decks with four too": ([*four(100 + APART, 100, "KS"),
     index(100, 100, "8H"), index(100 + WIDE, 100, "8H")], packs(2), "8H 8H? KS"),
    "two equal cards that touch may be one": ([*card(100, 100, "8H"), *card(168, 100, "8H")],
     packs(2), "8H 8H?"),
    "two at the top are of a card with four, so that the third is its own": ([index(100, 100, "8H"),
     index(100 + WIDE, 100, "8H", left=False), index(100 + WIDE, 100 + TALL, "8H", turned=True,
     reach=0.4, tilt=0.866 + 0.5j)], packs(2), "8H"),
    "the corners of a card with four lie like that wherever they point to": ([*four(100 + APART,
     100, "KS"), *pointing_nowhere(four(100, 100, "8H"))], packs(2), "8H KS"),
    "three of them too": ([*four(100 + APART, 100, "KS"),
     *pointing_nowhere(four(100, 100, "8H")[1:])], packs(2), "8H KS"),
    "and the last one may be hard to read": ([*four(100 + APART, 100, "KS"),
     *four(100, 100, "8H")[:3], *pointing_nowhere(four(100, 100, "3H:.45 6H:.3 5H:.25")[3:])],
     packs(2), "8H KS"),
    "three that are no corners of one card are not": ([*four(100 + APART, 100, "KS"),
     *pointing_nowhere(aslant("8H"))], packs(2), "8H 8H KS"),
    "two weak indices do not make a card": ([index(100, 100, "8H", score=0.5),
     index(100 + WIDE, 100 + TALL, "8H", turned=True, score=0.5)], packs(), ""),
    "a weak index alone is not shown": ([index(100, 100, "8H", score=0.41)], packs(), ""),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_cards(case: str) -> None:
    readings, cards, expected = CASES[case]
    assert names(read(readings, cards)) == expected


def test_one_pack_merges_indices_of_one_card() -> None:
    """Side by side they are on a card with four; two packs may hold both, so that is asked."""
    side_by_side = [index(100, 100, "8H"), index(100 + WIDE, 100, "8H")]
    (seen,) = read(side_by_side).cards
    assert len(seen.corners) == 2
    assert names(read(side_by_side, packs(2))) == "8H 8H?"


def test_indices_that_read_alike_go_together_first() -> None:
    """Another one that is hard to read lies better, but on a card of its own."""
    better = index(100 + WIDE, 100 + TALL, "3S:.7 5S:.3", turned=True)
    alike = index(125 + WIDE, 100 + TALL, "8H", turned=True)
    readings = [index(100, 100, "8H"), better, alike]
    assert names(read(readings, packs(2), indices=2)) == "3S? 8H"


LETTERS = {
    # what the four pictures and the ace are printed as, and what decks those are
    "A J Q K": ("en", "AS JS QS KS"),
    "1 J Q K": ("en", "AS JS QS KS"),
    "A B D K": ("de", "AS JS QS KS"),
    "E N D K": ("sv", "AS JS QS KS"),
    "1 V D R": ("fr", "AS JS QS KS"),
    "A B V H": ("nl", "AS JS QS KS"),
}


@pytest.mark.parametrize("printed", LETTERS)
def test_letters_are_found_out(printed: str) -> None:
    letters, expected = LETTERS[printed]
    readings = [
        reading
        for number, glyph in enumerate(printed.split())
        for reading in card(number * APART, 100, f"{glyph}S")
    ]
    reading = read(readings)
    assert (reading.letters, names(reading)) == (letters, expected)


def test_a_letter_of_two_languages_is_asked_for() -> None:
    (seen,) = read(card(100, 100, "VS")).unsure
    assert {write_card(seen.card), write_card(seen.alternatives[0][0])} == {"JS", "QS"}


@pytest.mark.parametrize(("letters", "expected"), [("en", ""), ("de", "QS"), ("nl", "")])
def test_letters_that_are_given_hold(letters: str, expected: str) -> None:
    assert names(read(card(100, 100, "DS"), letters=letters)) == expected


def test_what_is_no_card_of_the_game_is_counted() -> None:
    reading = read(card(100, 100, "KS"), packs(most=10))
    assert (reading.cards, reading.doubtful) == ((), 1)


def test_alternatives_come_likeliest_first() -> None:
    (seen,) = read([index(100, 100, "8H:.6 3H:.25 6H:.1 5H:.05")]).cards
    assert [write_card(other) for other, _ in seen.alternatives] == ["3H", "6H", "5H"]
    shares = [share for _, share in seen.alternatives]
    assert sorted(shares, reverse=True) == shares
    assert seen.sure + sum(shares) <= 1


def test_a_card_knows_its_place() -> None:
    (seen,) = read(card(100, 200, "8H")).cards
    assert (seen.x, seen.y) == pytest.approx((100 + WIDE / 2, 200 + TALL / 2))
    assert sorted(seen.corners) == [(100, 200), (100 + WIDE, 200 + TALL)]
    (left, top), _, (right, bottom), _ = seen.outline
    assert left < 100 < right
    assert top < 200 < bottom


@pytest.mark.parametrize(
    ("x", "y", "expected"), [(20, 20, ["8H 9C"]), (0, 30, ["8H 9C"]), (APART, 0, []), (63, 0, [])]
)
def test_builds_are_cards_that_lie_over_each_other(x: float, y: float, expected: list[str]) -> None:
    readings = [*card(100, 100, "8H"), *card(100 + x, 100 + y, "9C"), *card(700, 700, "AS")]
    builds = read(readings).builds()
    assert [" ".join(write_card(seen.card) for seen in build) for build in builds] == expected


def test_a_smaller_copy_is_told_in_pixels_of_the_photo() -> None:
    reading = read(card(100, 200, "8H")).scaled(2000, 3000)
    assert (reading.width, reading.height) == (2000, 3000)
    assert (100 * 2, 200 * 3) in reading.cards[0].corners


def test_a_full_photo_takes_no_time() -> None:
    """104 cards of two packs, each of which may be any of its suit."""
    doubts = {suit: " ".join(f"{rank}{suit}" for rank in range(2, 11)) for suit in SUITS}
    readings = [
        index(x * 200, y * 200, f"{2 + x % 9}{SUITS[y % 4]}:9 {doubts[SUITS[y % 4]]}")
        for x in range(13)
        for y in range(8)
    ]
    reading = read(readings, packs(2))
    assert len(reading.cards) + reading.doubtful == len(readings)
    counts = [sum(seen.card == face for seen in reading.cards) for face in FACES]
    assert max(counts) <= 2


def test_it_needs_the_standard_library_alone() -> None:
    root = Path(__file__).parents[2]
    script = f"import sys; sys.path.insert(0, {str(root)!r}); import referee.photo.assignment"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", script], capture_output=True, text=True, check=False
    )
    assert done.stderr == ""


LETTERS_OF_FACES = "abcd"


@pytest.mark.parametrize("seed", range(200))
def test_an_assignment_is_the_best_of_all(seed: int) -> None:
    rnd = Random(seed)
    number = rnd.randint(1, 6)
    copies = {face: rnd.randint(0, 2) for face in LETTERS_OF_FACES}
    weights = [
        {face: rnd.uniform(-10, 0) for face in LETTERS_OF_FACES if rnd.random() < 0.7}
        for _ in range(number)
    ]
    none = [rnd.uniform(-10, 0) for _ in range(number)]

    def total(taken: tuple[str | None, ...]) -> float:
        return sum(none[i] if face is None else weights[i][face] for i, face in enumerate(taken))

    best = max(
        total(taken)
        for taken in product(*([None, *faces] for faces in weights))
        if all(taken.count(face) <= copies[face] for face in LETTERS_OF_FACES)
    )
    matching = Matching(weights, none, copies)
    assert total(tuple(matching.taken)) == pytest.approx(best)
    for face in LETTERS_OF_FACES:
        holders = [i for i, taken in enumerate(matching.taken) if taken == face]
        assert sorted(matching.holders.get(face, [])) == holders
        assert matching.is_free(face) == (len(holders) < copies[face])
