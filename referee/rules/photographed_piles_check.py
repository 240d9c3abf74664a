"""Cards of photographed piles, compared with each other and with the deck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .card_notation import read_cards
from .cards import Card, Cards, Deck, SuitMissing
from .deck_check_and_possible_suits import TooManyCopies
from .ruleset import Ruleset
from .sheet_plan import RowCounts

LONGEST = 1000
"""Characters of a text that names the cards of a pile: those of two packs are 400."""


@dataclass(frozen=True)
class Crowded:
    """A card that lies in piles more often than the deck holds it, with the seats of these
    piles."""

    card: Card
    number: int
    copies: int
    seats: tuple[int, ...]


@dataclass(frozen=True)
class PileCards:
    """The cards of photographed piles, by seat, of a deck with ``copies`` copies of each face.

    ``missing`` holds how many of each card lie in no pile; None as long as some pile was not
    photographed.
    """

    copies: int
    piles: Mapping[int, Cards]
    crowded: tuple[Crowded, ...]
    missing: Mapping[Card, int] | None


def read_pile(deck: Deck, text: str) -> Cards:
    """Return the cards of a pile that a text names, in card order. Raises
    :class:`~referee.rules.cards.SuitMissing`,
    :class:`~referee.rules.deck_check_and_possible_suits.TooManyCopies` and
    :class:`~referee.rules.error_bases.Unreadable`."""
    cards = read_cards(text[:LONGEST])
    for card in cards:
        if not card.suited:
            raise SuitMissing(card)
    for card, number in Counter(cards).items():
        copies = deck.number_of((card,))
        if number > copies:
            raise TooManyCopies(card, number, copies)
    return tuple(sorted(cards))


def pile_cards(
    ruleset: Ruleset, rows: Sequence[RowCounts], teams: Sequence[int] | None = None
) -> PileCards:
    """Return the photographed piles of a sheet, with the cards that lie in too many piles or in
    none.

    A row whose counts were changed after its photo has no photographed pile.
    """
    plan, deck = ruleset.sheet, ruleset.deck
    settled_teams = ruleset.seating.settle(len(rows), teams)
    seats = ruleset.pile_seats(len(rows), settled_teams)
    piles = {
        seat: row.cards
        for seat in seats
        if (row := rows[seat]).cards and plan.counts_to(row.cards, row.counted)
    }
    in_piles = Counter(card for cards in piles.values() for card in cards)
    crowded = tuple(
        Crowded(card, number, deck.copies, tuple(seat for seat in piles if card in piles[seat]))
        for card in deck.faces
        if (number := in_piles[card]) > deck.copies
    )
    missing = {
        card: deck.copies - in_piles[card] for card in deck.faces if in_piles[card] < deck.copies
    }
    complete = bool(piles) and len(piles) == len(seats)
    return PileCards(deck.copies, piles, crowded, missing if complete else None)
