"""Fields and score items of piles in all games of the Casino family (F1.6, F3.8, F6.4)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ...card_notation import read_card
from ...cards import Card, Deck, Rank, Suit
from ...score_items import MARKERS, SWEEPS, PointsAboveFewest, PointsPerCard
from ...sheet_plan import CountedField, QuickCount

BIG_CASINO = Card(Rank.TEN, Suit.DIAMONDS)
LITTLE_CASINO = Card(Rank.TWO, Suit.SPADES)

# What single cards score is the same everywhere; what most cards and spades do is not.
CARD_ITEMS = (
    PointsPerCard("aces", {"aces": 1}),
    PointsPerCard("big_casino", {"big_casino": 2}),
    PointsPerCard("little_casino", {"little_casino": 1}),
)

# “We made 8”: people say what all of it comes to.
QUICK = QuickCount("points", most=1000)


def sweeps_item(points: int, *, cancel: bool) -> PointsPerCard:
    """Return the item of sweeps with the points of each, which may cancel each other (#sweep)."""
    kind = PointsAboveFewest if cancel else PointsPerCard
    return kind(SWEEPS, {MARKERS: points})


def fields(
    deck: Deck, scoring_cards: Mapping[str, Card] = MappingProxyType({})
) -> tuple[CountedField, ...]:
    """Return the fields of a sheet, with one for each scoring card that some game adds. The most
    that a field can have is what the deck has."""
    faces = {
        "cards": frozenset(deck.faces),
        "spades": frozenset(face for face in deck.faces if face.suit is Suit.SPADES),
        "aces": frozenset(face for face in deck.faces if face.rank is Rank.ACE),
        "big_casino": frozenset({BIG_CASINO}),
        "little_casino": frozenset({LITTLE_CASINO}),
        **{key: frozenset({card}) for key, card in scoring_cards.items()},
    }
    numbers = {key: deck.number_of(faces_counted) for key, faces_counted in faces.items()}
    return tuple(
        CountedField(key, faces_counted, numbers[key], numbers[key])
        for key, faces_counted in faces.items()
    )


def aces(deck: Deck) -> tuple[CountedField, ...]:
    """Return a field for each ace, in the order in which they are counted out (F1.7)."""
    return tuple(
        CountedField(name, frozenset({read_card(name)}), deck.copies, deck.copies)
        for name in ("AS", "AC", "AH", "AD")
    )
