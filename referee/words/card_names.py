"""Names of ranks, suits and cards, as screen readers say them."""

from __future__ import annotations

from ..languages import gettext, lazy_gettext, lazy_pgettext
from ..rules.cards import Card, Rank, Suit
from .card_symbols import rank_text


def key_name(rank: Rank) -> str:
    """Return how the key of a rank is read aloud: a number unchanged, a letter with its meaning.

    It begins with what the key shows, for people who say what they want to tap.
    """
    text = rank_text(rank)
    if text.isdecimal():
        return text
    return str(RANK_NAMES[rank]) if len(text) == 1 else f"{text}, {RANK_NAMES[rank]}"


def card_name(card: Card) -> str:
    """Return a card in words, for screen readers: "eight of spades"."""
    rank = str(RANK_NAMES[card.rank])
    if not card.suited:
        return rank
    return gettext("%(rank)s of %(suit)s", rank=rank, suit=str(SUIT_NAMES[card.suit]))


RANK_NAMES = {
    Rank.ACE: lazy_pgettext("rank", "ace"),
    Rank.TWO: lazy_pgettext("rank", "two"),
    Rank.THREE: lazy_pgettext("rank", "three"),
    Rank.FOUR: lazy_pgettext("rank", "four"),
    Rank.FIVE: lazy_pgettext("rank", "five"),
    Rank.SIX: lazy_pgettext("rank", "six"),
    Rank.SEVEN: lazy_pgettext("rank", "seven"),
    Rank.EIGHT: lazy_pgettext("rank", "eight"),
    Rank.NINE: lazy_pgettext("rank", "nine"),
    Rank.TEN: lazy_pgettext("rank", "ten"),
    Rank.JACK: lazy_pgettext("rank", "jack"),
    Rank.QUEEN: lazy_pgettext("rank", "queen"),
    Rank.KING: lazy_pgettext("rank", "king"),
}
SUIT_NAMES = {
    Suit.SPADES: lazy_gettext("spades"),
    Suit.HEARTS: lazy_gettext("hearts"),
    Suit.DIAMONDS: lazy_gettext("diamonds"),
    Suit.CLUBS: lazy_gettext("clubs"),
}
