"""Ranks, suits and cards as symbols: on keys and in sentences."""

from __future__ import annotations

from collections.abc import Iterable

from ..languages import lazy_pgettext, speech
from ..rules.card_notation import write_rank
from ..rules.cards import Card, Rank, Suit
from .lists_and_sentences import and_

_TEXT_STYLE = "\ufe0e"  # asks for the plain glyph where a phone would draw an emoji
_SYMBOLS = {
    Suit.SPADES: "♠" + _TEXT_STYLE,
    Suit.HEARTS: "♥" + _TEXT_STYLE,
    Suit.DIAMONDS: "♦" + _TEXT_STYLE,
    Suit.CLUBS: "♣" + _TEXT_STYLE,
    Suit.UNKNOWN: "",
}


def card_text(card: Card) -> str:
    """Return a card as it stands in a sentence: ``8♠``."""
    return rank_text(card.rank) + suit_text(card.suit)


_LETTERS = {
    Rank.ACE: lazy_pgettext("card letter", "A"),
    Rank.JACK: lazy_pgettext("card letter", "J"),
    Rank.QUEEN: lazy_pgettext("card letter", "Q"),
    Rank.KING: lazy_pgettext("card letter", "K"),
}


def without_style(text: str) -> str:
    """Return a text without the signs that ask screens for plain glyphs of suits."""
    return text.replace(_TEXT_STYLE, "")


def rank_text(rank: Rank) -> str:
    """Return a rank as it is printed on cards: ``8``, ``K``.

    In Swedish ``Kn``, in German ``B``, unless people prefer the international letters. Addresses
    and logs use the notation instead.
    """
    if speech().international or rank not in _LETTERS:
        return write_rank(rank)
    return str(_LETTERS[rank])


def suit_text(suit: Suit) -> str:
    """Return the symbol of a suit, as a plain glyph; empty for an unknown suit."""
    return _SYMBOLS[suit]


def row_text(cards: Iterable[Card]) -> str:
    """Return cards as they lie side by side: ``7♦ A♠ 2``."""
    return " ".join(map(card_text, cards))


def cards_text(cards: Iterable[Card]) -> str:
    """Return cards as they stand in a sentence: ``7♦, A♠ and 2``."""
    return and_(map(card_text, cards))
