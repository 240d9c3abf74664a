"""Cards of a hand whose suit was not entered although it decides what they capture (#values)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ...cards import SUITS, Card, Cards, Impossible, Rank
from ...plays import Capture, Play, Table
from .judge.play_rules import BuildRules


class SuitDecides(Impossible):
    """A card without a suit of which one suit captures otherwise than the others: the ``special``
    face at another value, ``captured_at``, or everything, where that is None."""

    def __init__(self, special: Card, captured_at: int | None) -> None:
        super().__init__(f"which {special.rank.name.lower()}?")
        self.special, self.captured_at = special, captured_at


class OpenSuit(NamedTuple):
    """A question that cannot be answered, since the card in a ``field`` may be one of several faces
    that capture differently."""

    field: str
    error: SuitDecides


def faces_meant(
    rules: BuildRules,
    table: Table,
    hand: Cards | None,
    played: Mapping[str, Card | None],
    play: Play | None,
) -> Cards | OpenSuit:
    """Return the faces that cards of the hand without a suit stand for, one of a rank, or the field
    whose card may be several.

    ``played`` has the fields that name the card from the hand. Cards that a ``play`` captures are
    taken to lie on the table. Only ranks are asked for of which one suit captures otherwise than
    the others.
    """
    captured = [card for step in play or () if isinstance(step, Capture) for card in step.cards]
    named = {field: card for field, card in played.items() if card is not None}
    cards = _CardsInSight((*table.cards, *captured), hand or (), named)
    faces: list[Card] = []
    for rank in rules.ranks_by_suit:
        meant = _face_of_rank(rules, cards, rank)
        if isinstance(meant, OpenSuit):
            return meant
        faces += meant
    return tuple(faces)


class _CardsInSight(NamedTuple):
    """The cards that a question names: those of the table, those of the hand, and the card from the
    hand by the fields that name it."""

    table: Cards
    hand: Cards
    played: Mapping[str, Card]


def _by_capture(rules: BuildRules, faces: Iterable[Card]) -> dict[object, list[Card]]:
    alike: dict[object, list[Card]] = {}
    for face in faces:
        alike.setdefault(rules.captures_as(face), []).append(face)
    return alike


def _face_of_rank(rules: BuildRules, cards: _CardsInSight, rank: Rank) -> Cards | OpenSuit:
    """Return a face that cards of this rank without a suit stand for; none if there is no such
    card."""
    held = [card for card in cards.hand if card.rank is rank]
    in_sight = {*cards.table, *held}
    free = [face for suit in SUITS if (face := Card(rank, suit)) not in in_sight]
    named = [card for card in cards.played.values() if card.rank is rank]
    written = [card for card in named if card in free]
    stands_for: Cards = ()
    if Card(rank) in held:
        meant = written if written and held.count(Card(rank)) == 1 else free
        if len(_by_capture(rules, meant)) > 1:
            return _open_suit(rules, "hand", rank)
        stands_for = tuple(meant[:1])
    for field, card in cards.played.items():
        if card != Card(rank):
            continue
        meant = [*(face for face in held if face.suited), *stands_for] if held else written or free
        if len(_by_capture(rules, meant)) > 1:
            return _open_suit(rules, field, rank)
        if not held:
            stands_for = tuple(meant[:1])
    return stands_for


def _open_suit(rules: BuildRules, field: str, rank: Rank) -> OpenSuit:
    """Return the field of a card that may be several faces, with the face that is unlike the
    others."""
    alike = _by_capture(rules, [Card(rank, suit) for suit in SUITS]).values()
    (special,) = min(alike, key=len)
    captured_at = None if rules.captures_all(special) else rules.hand_values(special)[-1]
    return OpenSuit(field, SuitDecides(special, captured_at))
