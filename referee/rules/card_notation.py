"""Notation of cards, for addresses, logs, tests and errors.

Written as rank ``A 2 ... 10 J Q K``, then suit ``S H D C``; a rank alone is a card whose suit was
not entered. Read with Swedish, German and symbol forms too (the API's conventions).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from functools import lru_cache

from .cards import Card, Cards, Rank, Suit
from .error_bases import Unreadable

NOTHING = "-"
"""Written for "captures nothing"."""

_RANKS = {rank: str(int(rank)) for rank in Rank} | {
    Rank.ACE: "A",
    Rank.JACK: "J",
    Rank.QUEEN: "Q",
    Rank.KING: "K",
}
_SUITS = {
    Suit.SPADES: "S",
    Suit.HEARTS: "H",
    Suit.DIAMONDS: "D",
    Suit.CLUBS: "C",
    Suit.UNKNOWN: "",
}
_READ_RANKS = {text: rank for rank, text in _RANKS.items()} | {
    "T": Rank.TEN,
    "1": Rank.ACE,
    "E": Rank.ACE,
    "B": Rank.JACK,
    "KN": Rank.JACK,
    "D": Rank.QUEEN,
}
_READ_SUITS = {text: suit for suit, text in _SUITS.items()} | {
    "♠": Suit.SPADES,
    "♥": Suit.HEARTS,
    "♦": Suit.DIAMONDS,
    "♣": Suit.CLUBS,
    "R": Suit.DIAMONDS,
    "P": Suit.SPADES,
}
_AMBIGUOUS_SUIT = "K"
_VARIATION_SELECTORS = {0xFE0E: None, 0xFE0F: None}
_TOKEN = re.compile(
    "({})({}|)".format(
        "|".join(sorted(_READ_RANKS, key=len, reverse=True)),
        "|".join([*filter(None, _READ_SUITS), _AMBIGUOUS_SUIT]),
    )
)
_LONGEST_CARD = 8  # characters, since results are cached and texts may come from anybody
_SEPARATORS = re.compile(r"[\s,]+")


class UnreadableCard(Unreadable):
    """Text that is no card."""

    def __init__(self, text: str) -> None:
        super().__init__(f"no card: {text!r}")
        self.text = text


class AmbiguousSuit(Unreadable):
    """The letter ``K`` as a suit: clubs in Swedish (klöver), diamonds or clubs in German (Karo,
    Kreuz)."""

    def __init__(self, text: str) -> None:
        super().__init__(f"clubs or diamonds: {text!r}")
        self.text = text


@lru_cache(maxsize=1024)
def read_card(text: str) -> Card:
    """Return the card that a text names. Raises :class:`UnreadableCard` or
    :class:`AmbiguousSuit`."""
    match = _TOKEN.fullmatch(text.translate(_VARIATION_SELECTORS).upper())
    if not match or len(text) > _LONGEST_CARD:
        raise UnreadableCard(text)
    rank, suit = match.groups()
    if suit == _AMBIGUOUS_SUIT:
        raise AmbiguousSuit(text)
    return Card(_READ_RANKS[rank], _READ_SUITS[suit])


def read_cards(text: str) -> Cards:
    """Return the cards named in a text, separated by spaces or commas, in the order written; no
    cards for an empty text. Raises as :func:`read_card` does."""
    return tuple(read_card(word) for word in _SEPARATORS.split(text) if word)


@lru_cache(maxsize=256)
def write_card(card: Card) -> str:
    """Return a card as text: ``8S``; without its suit ``8``."""
    return write_rank(card.rank) + _SUITS[card.suit]


def write_rank(rank: Rank) -> str:
    """Return a rank as text: ``A``, ``2`` ... ``K``."""
    return _RANKS[rank]


def write_suit(suit: Suit) -> str:
    """Return a suit as text: ``S``, ``H``, ``D``, ``C``; empty for an unknown suit."""
    return _SUITS[suit]


def write_cards(cards: Iterable[Card]) -> str:
    """Return cards as text in the order given: ``AS 8H 8``."""
    return " ".join(map(write_card, cards))


def strip_suits(text: str) -> str:
    """Return a text of cards with the rank of each card alone: ``AS 10H 8`` becomes ``A 10 8``.
    Suits are stripped as :func:`write_card` writes them, not in other forms."""
    return re.sub(r"(?<=\w)[SHDC](?=\s|$)", "", text)


def with_ranks(text: str, ranks: Collection[Rank]) -> str:
    """Return a text of cards without those of other ranks: ``AS KH`` becomes ``AS`` for the ace.
    Words that are no cards stay."""
    return " ".join(word for word in _SEPARATORS.split(text) if _is_of(word, ranks))


def _is_of(word: str, ranks: Collection[Rank]) -> bool:
    """Return whether a word is a card of one of these ranks, or no card at all."""
    try:
        return read_card(word).rank in ranks
    except Unreadable:
        return True
