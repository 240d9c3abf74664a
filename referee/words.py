"""The words of the field: games, house rules, ranks, suits and cards, as players name them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from unicodedata import bidirectional

from babel.dates import format_date, format_datetime, format_skeleton
from babel.lists import format_list
from babel.numbers import format_decimal, get_decimal_symbol

from .languages import gettext, lazy_gettext, lazy_pgettext, locale, ngettext, speech
from .rules.cards import Card, Rank, Suit
from .rules.notation import write_rank
from .rules.scoring import Row, Score

GAME_NAMES = {"krypkasino": lazy_gettext("Krypkasino")}

HOUSE_RULES = {
    "two_player_five_six": lazy_gettext("Two players: five cards each, six on the table"),
    "last_capture_point": lazy_gettext("The last capture scores a point"),
    "set_aside_spades": lazy_gettext("Spades are set aside after a deal, not pictures"),
}

KIND_NAMES = {
    "storan": lazy_gettext("10♦︎, “storan”"),
    "lillan": lazy_gettext("2♠︎, “lillan”"),
    "ace_of_spades": lazy_gettext("A♠︎"),
    "other_spades": lazy_gettext("each other spade"),
    "other_aces": lazy_gettext("each other ace"),
}

KIND_LABELS = KIND_NAMES | {
    "other_spades": lazy_gettext("Other spades"),
    "other_aces": lazy_gettext("Other aces"),
}

_KINDS = {
    "storan": (lazy_gettext("one storan"), lazy_gettext("%(number)s storan")),
    "lillan": (lazy_gettext("one lillan"), lazy_gettext("%(number)s lillan")),
    "ace_of_spades": (lazy_gettext("one A♠︎"), lazy_gettext("%(number)s A♠︎")),
    "other_spades": (lazy_gettext("one other spade"), lazy_gettext("%(number)s other spades")),
    "other_aces": (lazy_gettext("one other ace"), lazy_gettext("%(number)s other aces")),
}


def kind_number(key: str, number: int) -> str:
    """Counting cards of a kind in a sentence: "one lillan", "two other spades"."""
    one, many = _KINDS[key]
    return str(one) if number == 1 else str(many) % {"number": number_text(number)}


def row_of_sheet(row: Row) -> str:
    """A player's row: "2 face up, 13 points"."""
    parts = [ngettext("%(num)d face up", "%(num)d face up", row.markers)]
    if isinstance(row.counted, int):
        parts.append(ngettext("%(num)d point", "%(num)d points", row.counted))
    elif row.counted is not None:
        kinds = [kind_number(kind, number) for kind, number in row.counted.items() if number]
        parts += kinds or [gettext("no scoring cards")]
    else:
        parts.append(gettext("not counted"))
    return ", ".join(parts)


COLUMNS = {
    "session": lazy_pgettext("column", "session"),
    "started": lazy_pgettext("column", "started"),
    "game": lazy_pgettext("column", "game"),
    "number": lazy_pgettext("column", "number"),
    "finished": lazy_pgettext("column", "finished"),
    "dealer": lazy_pgettext("column", "dealer"),
    "seat": lazy_pgettext("column", "seat"),
    "player": lazy_pgettext("column", "player"),
    "team": lazy_pgettext("column", "team"),
    "markers": lazy_pgettext("column", "markers"),
    "sweeps": lazy_pgettext("column", "sweeps"),
    "set_ups": lazy_pgettext("column", "set_ups"),
    "cards": lazy_pgettext("column", "cards"),
    "last_capture": lazy_pgettext("column", "last_capture"),
    "total": lazy_pgettext("column", "total"),
    "balanced": lazy_pgettext("column", "balanced"),
    "storan": lazy_pgettext("column", "storan"),
    "lillan": lazy_pgettext("column", "lillan"),
    "ace_of_spades": lazy_pgettext("column", "ace_of_spades"),
    "other_spades": lazy_pgettext("column", "other_spades"),
    "other_aces": lazy_pgettext("column", "other_aces"),
}
"""What stands above the columns of a table for spreadsheets."""


def list_separator() -> str:
    """What parts the cells of a line: where a comma is in numbers, spreadsheets want another."""
    return ";" if get_decimal_symbol(locale()) == "," else ","


_TEXT_STYLE = "\ufe0e"  # asks for the plain glyph where a phone would draw an emoji
_SYMBOLS = {
    Suit.SPADES: "♠" + _TEXT_STYLE,
    Suit.HEARTS: "♥" + _TEXT_STYLE,
    Suit.DIAMONDS: "♦" + _TEXT_STYLE,
    Suit.CLUBS: "♣" + _TEXT_STYLE,
    Suit.UNKNOWN: "",
}


def card_text(card: Card) -> str:
    """``8♠``, as cards stand in sentences."""
    return rank_text(card.rank) + suit_text(card.suit)


_LETTERS = {
    Rank.ACE: lazy_pgettext("card letter", "A"),
    Rank.JACK: lazy_pgettext("card letter", "J"),
    Rank.QUEEN: lazy_pgettext("card letter", "Q"),
    Rank.KING: lazy_pgettext("card letter", "K"),
}


def key_name(rank: Rank) -> str:
    """How a rank's key is read aloud: a number as it is, a letter by what it stands for. What is
    read has to begin with two letters that are seen, for those who say what they want to tap."""
    text = rank_text(rank)
    if text.isdecimal():
        return text
    return str(RANK_NAMES[rank]) if len(text) == 1 else f"{text}, {RANK_NAMES[rank]}"


def rank_text(rank: Rank) -> str:
    """``8``, ``K``, as it stands on the cards that people hold: in Swedish ``Kn``, in German
    ``B``, unless they like the international letters. Addresses and logs have the notation."""
    if speech().international or rank not in _LETTERS:
        return write_rank(rank)
    return str(_LETTERS[rank])


def suit_text(suit: Suit) -> str:
    """The suit's symbol, as a plain glyph; nothing for no suit."""
    return _SYMBOLS[suit]


def cards_text(cards: Iterable[Card]) -> str:
    """``7♦, A♠ and 2``."""
    return and_(map(card_text, cards))


def row_text(cards: Iterable[Card]) -> str:
    """``7♦ A♠ 2``, as cards lie side by side."""
    return " ".join(map(card_text, cards))


def card_name(card: Card) -> str:
    """A card in words, for those who hear it: "eight of spades"."""
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

_NUMBERS = (
    lazy_gettext("no"),
    lazy_gettext("one"),
    lazy_gettext("two"),
    lazy_gettext("three"),
    lazy_gettext("four"),
    lazy_gettext("five"),
    lazy_gettext("six"),
    lazy_gettext("seven"),
    lazy_gettext("eight"),
    lazy_gettext("nine"),
    lazy_gettext("ten"),
    lazy_gettext("eleven"),
    lazy_gettext("twelve"),
)


def number_text(number: int) -> str:
    """A number of cards in a sentence: in words up to twelve."""
    return str(_NUMBERS[number]) if number < len(_NUMBERS) else str(number)


_TAKEN = {
    Rank.ACE: lazy_pgettext("what is taken or played", "A"),
    Rank.TWO: lazy_pgettext("what is taken or played", "2"),
    Rank.THREE: lazy_pgettext("what is taken or played", "3"),
    Rank.FOUR: lazy_pgettext("what is taken or played", "4"),
    Rank.FIVE: lazy_pgettext("what is taken or played", "5"),
    Rank.SIX: lazy_pgettext("what is taken or played", "6"),
    Rank.SEVEN: lazy_pgettext("what is taken or played", "7"),
    Rank.EIGHT: lazy_pgettext("what is taken or played", "8"),
    Rank.NINE: lazy_pgettext("what is taken or played", "9"),
    Rank.TEN: lazy_pgettext("what is taken or played", "10"),
    Rank.JACK: lazy_pgettext("what is taken or played", "J"),
    Rank.QUEEN: lazy_pgettext("what is taken or played", "Q"),
    Rank.KING: lazy_pgettext("what is taken or played", "K"),
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
    """A card in a sentence, where it takes, creeps or is missing: "the 8", "the king"."""
    return str(_THE_RANK[rank])


def the_card(card: Card) -> str:
    """The same for a card that may have a suit: "the 8♦"."""
    if card.suited:
        return gettext("the %(card)s", card=card_text(card))
    return the_rank(card.rank)


def taken_text(cards: Iterable[Card]) -> str:
    """Cards in a sentence, where they are taken: "7♦, A and two eights"."""
    return and_(_taken(cards))


def either_text(cards: Iterable[Card]) -> str:
    """Cards in a sentence, where one of them is played: "7♦ or A"."""
    return or_(_taken(cards))


def _taken(cards: Iterable[Card]) -> Iterator[str]:
    for card, number in Counter(cards).items():
        if card.suited:
            yield from [card_text(card)] * number
        else:
            yield str(_TAKEN[card.rank]) if number == 1 else ranks_text(card.rank, number)


def ranks_text(rank: Rank, number: int) -> str:
    """Several cards of a rank: "two eights"."""
    return gettext("%(number)s %(ranks)s", number=number_text(number), ranks=str(_RANKS[rank]))


def sentence(text: str) -> str:
    """A text that may begin with a card or an article, as a sentence begins."""
    return text[:1].upper() + text[1:]


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


def signed(number: int) -> str:
    """A score: with a real minus sign, as wide as a digit."""
    return str(number) if number >= 0 else f"−{-number}"


def added_text(number: int) -> str:
    """What is added to a score: "+5", "−5" or "0"."""
    return f"+{number}" if number > 0 else signed(number)


def items_text(score: Score, *, counted: bool = True) -> str:
    """What a score is made of: "Sweeps +5 · set up −10 · cards +13"."""
    text = gettext(
        "Sweeps %(sweeps)s · set up %(set_ups)s · cards %(cards)s",
        sweeps=added_text(score.sweeps),
        set_ups=added_text(score.set_ups),
        cards=added_text(score.cards) if counted else "?",
    )
    if not score.last_capture:
        return text
    last = gettext("last capture %(points)s", points=added_text(score.last_capture))
    return f"{text} · {last}"


def amount(hundredths: int | None) -> str:
    """Money without its currency, as it can be typed; nothing for none."""
    if hundredths is None:
        return ""
    return str(format_decimal(hundredths / 100, format="0.00", locale=locale()))


def money(hundredths: int, currency: str) -> str:
    """Money as people write it: "3.50 kr"."""
    number = format_decimal(hundredths / 100, format="#,##0.00", locale=locale())
    return f"{number}\N{NO-BREAK SPACE}{currency}".strip()


def average(number: float | None) -> str:
    """Points a game, with one decimal; a dash before the first game."""
    if number is None:
        return "–"
    return str(format_decimal(number, format="0.0", locale=locale())).replace("-", "−")


def date_text(moment: datetime) -> str:
    """A day: "21 November 2026"."""
    return str(format_date(moment, format="long", locale=locale()))


def evening_text(players: Iterable[str], started_at: datetime) -> str:
    """A session in a list of pages: "Ada, Bo, Cia · 21 Nov"."""
    day = format_skeleton("MMMd", started_at, locale=locale())
    return f"{', '.join(in_sentences(players))} · {day}"


def time_text(moment: datetime) -> str:
    """A day and a time, in universal time; scripts write the phone's own instead."""
    return f"{format_datetime(moment, format='short', locale=locale())} UTC"


def added(one: Sequence[int], other: Sequence[int]) -> list[int]:
    """Two rows of numbers added up, one below the other."""
    return [a + b for a, b in zip(one, other, strict=True)]


def in_sentences(names: Iterable[str]) -> list[str]:
    """Names as they stand among other words: one that is written from right to left keeps its
    direction to itself, or the words beside it would change places."""
    return [f"\u2068{name}\u2069" if _leftwards(name) else name for name in names]


def _leftwards(name: str) -> bool:
    return any(bidirectional(letter) in ("R", "AL") for letter in name)


def and_(words: Iterable[str]) -> str:
    return format_list(list(words), style="standard", locale=locale())


def or_(words: Iterable[str]) -> str:
    return format_list(list(words), style="or", locale=locale())
