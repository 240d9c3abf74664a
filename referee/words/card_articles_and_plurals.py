"""Cards and ranks in the grammatical forms that sentences need."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable

from ..languages import gettext, lazy_gettext, lazy_pgettext
from ..rules.cards import Card, Rank
from .card_symbols import card_text
from .lists_and_sentences import and_, or_
from .number_format import number_text

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
