"""Names of ranks, suits and cards: as words with their articles, for ears, and as symbols."""

from collections import Counter
from collections.abc import Collection, Iterable

from ..languages import (
    and_,
    gettext,
    lazy_gettext,
    lazy_pgettext,
    ngettext,
    number_text,
    or_,
    speech,
)
from ..rules.cards import Card, Rank, Suit
from ..rules.notation import write_rank

TEXT_STYLE = "\ufe0e"  # asks for the plain glyph where a phone would draw an emoji
_SYMBOLS = {
    Suit.SPADES: "♠" + TEXT_STYLE,
    Suit.HEARTS: "♥" + TEXT_STYLE,
    Suit.DIAMONDS: "♦" + TEXT_STYLE,
    Suit.CLUBS: "♣" + TEXT_STYLE,
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
    return text.replace(TEXT_STYLE, "")


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


_THE_RANK = {
    Rank.ACE: lazy_gettext("the ace"),
    Rank.TWO: lazy_gettext("the 2"),
    Rank.THREE: lazy_gettext("the 3"),
    Rank.FOUR: lazy_gettext("the 4"),
    Rank.FIVE: lazy_gettext("the 5"),
    Rank.SIX: lazy_gettext("the 6"),
    Rank.SEVEN: lazy_gettext("the 7"),
    Rank.EIGHT: lazy_gettext("the 8"),
    Rank.NINE: lazy_gettext("the 9"),
    Rank.TEN: lazy_gettext("the 10"),
    Rank.JACK: lazy_gettext("the jack"),
    Rank.QUEEN: lazy_gettext("the queen"),
    Rank.KING: lazy_gettext("the king"),
}

_TAKEN = {
    Rank.ACE: lazy_pgettext("what is taken or played", "the ace"),
    Rank.TWO: lazy_pgettext("what is taken or played", "the 2"),
    Rank.THREE: lazy_pgettext("what is taken or played", "the 3"),
    Rank.FOUR: lazy_pgettext("what is taken or played", "the 4"),
    Rank.FIVE: lazy_pgettext("what is taken or played", "the 5"),
    Rank.SIX: lazy_pgettext("what is taken or played", "the 6"),
    Rank.SEVEN: lazy_pgettext("what is taken or played", "the 7"),
    Rank.EIGHT: lazy_pgettext("what is taken or played", "the 8"),
    Rank.NINE: lazy_pgettext("what is taken or played", "the 9"),
    Rank.TEN: lazy_pgettext("what is taken or played", "the 10"),
    Rank.JACK: lazy_pgettext("what is taken or played", "the jack"),
    Rank.QUEEN: lazy_pgettext("what is taken or played", "the queen"),
    Rank.KING: lazy_pgettext("what is taken or played", "the king"),
}

_WITH = {
    Rank.ACE: lazy_pgettext("what something is done with", "the ace"),
    Rank.TWO: lazy_pgettext("what something is done with", "the 2"),
    Rank.THREE: lazy_pgettext("what something is done with", "the 3"),
    Rank.FOUR: lazy_pgettext("what something is done with", "the 4"),
    Rank.FIVE: lazy_pgettext("what something is done with", "the 5"),
    Rank.SIX: lazy_pgettext("what something is done with", "the 6"),
    Rank.SEVEN: lazy_pgettext("what something is done with", "the 7"),
    Rank.EIGHT: lazy_pgettext("what something is done with", "the 8"),
    Rank.NINE: lazy_pgettext("what something is done with", "the 9"),
    Rank.TEN: lazy_pgettext("what something is done with", "the 10"),
    Rank.JACK: lazy_pgettext("what something is done with", "the jack"),
    Rank.QUEEN: lazy_pgettext("what something is done with", "the queen"),
    Rank.KING: lazy_pgettext("what something is done with", "the king"),
}

_THE_OTHER = {
    Rank.ACE: lazy_gettext("the other ace"),
    Rank.TWO: lazy_gettext("the other 2"),
    Rank.THREE: lazy_gettext("the other 3"),
    Rank.FOUR: lazy_gettext("the other 4"),
    Rank.FIVE: lazy_gettext("the other 5"),
    Rank.SIX: lazy_gettext("the other 6"),
    Rank.SEVEN: lazy_gettext("the other 7"),
    Rank.EIGHT: lazy_gettext("the other 8"),
    Rank.NINE: lazy_gettext("the other 9"),
    Rank.TEN: lazy_gettext("the other 10"),
    Rank.JACK: lazy_gettext("the other jack"),
    Rank.QUEEN: lazy_gettext("the other queen"),
    Rank.KING: lazy_gettext("the other king"),
}

_RANKS = {
    Rank.ACE: lazy_gettext("aces"),
    Rank.TWO: lazy_gettext("twos"),
    Rank.THREE: lazy_gettext("threes"),
    Rank.FOUR: lazy_gettext("fours"),
    Rank.FIVE: lazy_gettext("fives"),
    Rank.SIX: lazy_gettext("sixes"),
    Rank.SEVEN: lazy_gettext("sevens"),
    Rank.EIGHT: lazy_gettext("eights"),
    Rank.NINE: lazy_gettext("nines"),
    Rank.TEN: lazy_gettext("tens"),
    Rank.JACK: lazy_gettext("jacks"),
    Rank.QUEEN: lazy_gettext("queens"),
    Rank.KING: lazy_gettext("kings"),
}


def the_rank(rank: Rank) -> str:
    """Return a rank with its article, as the subject of a sentence: "the 8", "the king"."""
    return str(_THE_RANK[rank])


def the_card(card: Card) -> str:
    """Return a card with its article, as the subject of a sentence: "the 8♦", "the 8"."""
    if card.suited:
        return gettext("the %(card)s", card=card_text(card))
    return the_rank(card.rank)


def with_card(card: Card) -> str:
    """Return a card that another is taken or raised with: "the 8" of "takes 5 + 3 with the 8"."""
    if card.suited:
        return gettext("the %(card)s", card=card_text(card))
    return str(_WITH[card.rank])


def taken_text(cards: Iterable[Card], beside: Collection[Card] = ()) -> str:
    """Return cards as the object of a sentence: "the 7♦, the ace and two eights".

    Cards equal to one of ``beside``, which were taken as well, are others: "the other 8".
    """
    ranks = {card.rank for card in beside}
    return and_(
        _taken(card, number, card in beside or (not card.suited and card.rank in ranks))
        for card, number in Counter(cards).items()
    )


def either_text(ranks: Iterable[Rank]) -> str:
    """Return ranks of which a card is played, with "or": "the 6 or the queen"."""
    return or_(str(_TAKEN[rank]) for rank in ranks)


def _taken(card: Card, number: int, other: bool) -> str:
    """Return a number of equal cards as the object of a sentence; ``other``: besides equal ones."""
    if number > 1:
        ranks = card_text(card) if card.suited else str(_RANKS[card.rank])
        text = gettext("%(number)s other %(ranks)s") if other else gettext("%(number)s %(ranks)s")
        return text % {"number": number_text(number), "ranks": ranks}
    if not card.suited:
        return str((_THE_OTHER if other else _TAKEN)[card.rank])
    if other:
        return gettext("the other %(card)s", card=card_text(card))
    return gettext("the %(card)s", card=card_text(card))


def ranks_text(rank: Rank, number: int) -> str:
    """Return a number of cards of a rank: "two eights"."""
    return gettext("%(number)s %(ranks)s", number=number_text(number), ranks=str(_RANKS[rank]))


A_RANK = {
    Rank.ACE: lazy_gettext("an ace"),
    Rank.TWO: lazy_gettext("a two"),
    Rank.THREE: lazy_gettext("a three"),
    Rank.FOUR: lazy_gettext("a four"),
    Rank.FIVE: lazy_gettext("a five"),
    Rank.SIX: lazy_gettext("a six"),
    Rank.SEVEN: lazy_gettext("a seven"),
    Rank.EIGHT: lazy_gettext("an eight"),
    Rank.NINE: lazy_gettext("a nine"),
    Rank.TEN: lazy_gettext("a ten"),
    Rank.JACK: lazy_gettext("a jack"),
    Rank.QUEEN: lazy_gettext("a queen"),
    Rank.KING: lazy_gettext("a king"),
}

HELD_RANK = {
    Rank.ACE: lazy_pgettext("what is held", "an ace"),
    Rank.TWO: lazy_pgettext("what is held", "a two"),
    Rank.THREE: lazy_pgettext("what is held", "a three"),
    Rank.FOUR: lazy_pgettext("what is held", "a four"),
    Rank.FIVE: lazy_pgettext("what is held", "a five"),
    Rank.SIX: lazy_pgettext("what is held", "a six"),
    Rank.SEVEN: lazy_pgettext("what is held", "a seven"),
    Rank.EIGHT: lazy_pgettext("what is held", "an eight"),
    Rank.NINE: lazy_pgettext("what is held", "a nine"),
    Rank.TEN: lazy_pgettext("what is held", "a ten"),
    Rank.JACK: lazy_pgettext("what is held", "a jack"),
    Rank.QUEEN: lazy_pgettext("what is held", "a queen"),
    Rank.KING: lazy_pgettext("what is held", "a king"),
}


def held_card(card: Card) -> str:
    """Return a card that somebody holds, with its article: "an eight", "the 2♠"."""
    return (
        gettext("the %(card)s", card=card_text(card)) if card.suited else str(HELD_RANK[card.rank])
    )


def span_text(least: int, most: int) -> str:
    """Return a span of points: "2 points", "up to 3 points", "2 to 6 points, by their suits"."""
    if least == most:
        return ngettext("%(num)d point", "%(num)d points", least)
    if least == 0:
        return ngettext("up to %(num)d point", "up to %(num)d points", most)
    return gettext("%(least)d to %(most)d points, by their suits", least=least, most=most)
