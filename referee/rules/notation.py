"""Text to cards and back: one notation for addresses, logs, tests and errors.

Written as rank ``A 2 ... 10 J Q K``, then suit ``S H D C``; a rank alone is a card whose suit
nobody entered. Read with Swedish, German and symbol forms too (the API's conventions).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from functools import lru_cache

from .cards import Card, Cards, Rank, Suit, Unreadable

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
_LONGEST_CARD = 8  # characters; readings are kept, and a stranger's text may be as long as it likes
_SEPARATORS = re.compile(r"[\s,]+")


class UnreadableCard(Unreadable):
    """Text that is no card."""

    def __init__(self, text: str) -> None:
        super().__init__(f"no card: {text!r}")
        self.text = text


class AmbiguousSuit(Unreadable):
    """``K`` as a suit: clubs in Swedish (klöver), diamonds or clubs in German (Karo, Kreuz)."""

    def __init__(self, text: str) -> None:
        super().__init__(f"clubs or diamonds: {text!r}")
        self.text = text


@lru_cache(maxsize=1024)
def read_card(text: str) -> Card:
    """One card. Raises :class:`UnreadableCard` or :class:`AmbiguousSuit`."""
    match = _TOKEN.fullmatch(text.translate(_VARIATION_SELECTORS).upper())
    if not match or len(text) > _LONGEST_CARD:
        raise UnreadableCard(text)
    rank, suit = match.groups()
    if suit == _AMBIGUOUS_SUIT:
        raise AmbiguousSuit(text)
    return Card(_READ_RANKS[rank], _READ_SUITS[suit])


def read_cards(text: str) -> Cards:
    """Cards separated by spaces or commas, in the order written. Empty text: no cards."""
    return tuple(read_card(word) for word in _SEPARATORS.split(text) if word)


@lru_cache(maxsize=256)
def write_card(card: Card) -> str:
    """``8S``; without its suit ``8``."""
    return write_rank(card.rank) + _SUITS[card.suit]


def write_rank(rank: Rank) -> str:
    """``A``, ``2`` ... ``K``."""
    return _RANKS[rank]


def write_suit(suit: Suit) -> str:
    """``S``, ``H``, ``D``, ``C``; nothing for no suit."""
    return _SUITS[suit]


def write_cards(cards: Iterable[Card]) -> str:
    """``AS 8H 8``, in the order given."""
    return " ".join(map(write_card, cards))


def without_suits(text: str) -> str:
    """Return cards as text without the suits that are written as this module writes them."""
    return re.sub(r"(?<=\w)[SHDC](?=\s|$)", "", text)


def with_ranks(text: str, ranks: Collection[Rank]) -> str:
    """Return the words of a text without the cards of other ranks."""
    return " ".join(word for word in _SEPARATORS.split(text) if _is_of(word, ranks))


def _is_of(word: str, ranks: Collection[Rank]) -> bool:
    try:
        return read_card(word).rank in ranks
    except Unreadable:
        return True
