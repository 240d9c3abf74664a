"""Matching of named cards, of which suits may have been left out, with cards that lie there."""

from __future__ import annotations

from .cards import Card, Cards
from .deck_check_and_possible_suits import KnownCards


def can_be_same_card(card: Card, other: Card) -> bool:
    """Return whether two cards can be the same face, where an unknown suit may be any suit."""
    return card.rank is other.rank and (card == other or not (card.suited and other.suited))


def can_mean(named: Card, card: Card, known_cards: KnownCards) -> bool:
    """Return whether a player who named one card can mean another card, by the rules of
    :func:`match`."""
    if named == card:
        return True
    if named.rank is not card.rank:
        return False
    return not named.suited or (not card.suited and known_cards.unnamed(named) > 0)


def match(named: Cards, cards: Cards, known_cards: KnownCards) -> Cards | None:
    """Return the cards among ``cards`` that are meant by the named ones, or None if one is not
    there.

    A name without a suit means any card of its rank. A name with a suit may also mean a card whose
    suit was not entered, as long as the deck has an unnamed copy of that face.
    """
    available = list(cards)
    revealed: list[Card] = []  # the faces that cards without a suit turn out to be
    matches = []
    for card in sorted(named):  # names with suits first, since the others can mean any card left
        if card in available:
            match_ = card
        elif card.suited:
            match_ = Card(card.rank)
            if match_ not in available or known_cards.unnamed(card) <= revealed.count(card):
                return None
            revealed.append(card)
        elif same_rank := [other for other in available if other.rank is card.rank]:
            match_ = min(same_rank)
        else:
            return None
        available.remove(match_)
        matches.append(match_)
    return tuple(matches)
