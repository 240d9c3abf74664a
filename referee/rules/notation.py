"""Notation of cards, tables and plays, for addresses, logs, tests and errors.

A card is written as rank ``A 2 ... 10 J Q K``, then suit ``S H D C``; a rank alone is a card whose
suit was not entered. Swedish, German and symbol forms are read too (the API's conventions), so are
the characters of cards (🂡 is ``AS``), and ``S10`` or ``♥A`` as other programs write them.

``4C KD 3S+5H=8@0`` are two loose cards and a build of 8 that seat 0 owns; ``3C+6D=4H+5S=9`` is a
multiple build of two sets.

``8H x 8S 6C 2D 5S+3C=8`` captures loose cards and builds; ``KD -`` trails a card; ``3C 5S+3C=8``
plays the 3 to a build, which is written as it stands afterwards; ``5S+3C=8`` makes one of table
cards alone. ``/`` separates the steps of a play. ``7C^1`` is the card on top of a pile, that of
seat 1. ``KC`` alone is a play that is not settled: the rules decide what that card does.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from enum import Enum
from functools import lru_cache
from itertools import chain

from .cards import (
    Card,
    Cards,
    Deck,
    Impossible,
    KnownCards,
    Rank,
    Suit,
    Unreadable,
    Values,
    difference,
)
from .plays import (
    Build,
    Capture,
    CardOnly,
    MakeBuild,
    Play,
    Selection,
    Step,
    Table,
    Top,
    Trail,
    as_play,
    cards_of,
    lying,
)

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
    "0": Rank.TEN,
}
_READ_SUITS = {text: suit for suit, text in _SUITS.items()} | {
    "♠": Suit.SPADES,
    "♥": Suit.HEARTS,
    "♦": Suit.DIAMONDS,
    "♣": Suit.CLUBS,
    "♤": Suit.SPADES,
    "♡": Suit.HEARTS,
    "♢": Suit.DIAMONDS,
    "♧": Suit.CLUBS,
    "R": Suit.DIAMONDS,
    "P": Suit.SPADES,
}
_AMBIGUOUS_SUIT = "K"
_VARIATION_SELECTORS = {0xFE0E: None, 0xFE0F: None}
_RANK = "|".join(sorted(_READ_RANKS.keys() - {"0"}, key=len, reverse=True))
_SUIT = "|".join([*filter(None, _READ_SUITS), _AMBIGUOUS_SUIT])
_TOKEN = re.compile(f"({_RANK}|0(?!$))({_SUIT}|)")
_SUIT_FIRST = re.compile(f"({_SUIT})({_RANK})")
"""The order of other programs. What can be read rank first is: ``DS`` is the queen of spades."""
_LONGEST_CARD = 8  # characters, since results are cached and texts may come from anybody

_FIRST_OF_SUIT = {
    Suit.SPADES: 0x1F0A0,
    Suit.HEARTS: 0x1F0B0,
    Suit.DIAMONDS: 0x1F0C0,
    Suit.CLUBS: 0x1F0D0,
}
_CHARACTERS = {
    chr(first + rank + (rank > Rank.JACK)): Card(rank, suit)
    for suit, first in _FIRST_OF_SUIT.items()
    for rank in Rank
}
"""The characters of cards. A knight stands between the jack and the queen of each suit."""
_KNIGHT, _JOKER = 0xC, 0xF
_BACK, _FIRST_TRUMP, _LAST_TRUMP = "\U0001f0a0", "\U0001f0e0", "\U0001f0f5"
_UNASSIGNED = "\U0001f0af"  # where the other suits have a joker
SIGNS = "♠♥♦♣♤♡♢♧\ufe0e\ufe0f\U0001f0a0-\U0001f0ff"
"""The characters beside letters and digits of which cards are written, for a class of characters of
a regular expression."""
_BETWEEN_WORDS = re.compile(r"[\s,]+|(?<=[\U0001f0a0-\U0001f0ff])(?=[\U0001f0a0-\U0001f0ff])")


class Picture(Enum):
    """A picture of Unicode's cards that the packs of these games do not have."""

    KNIGHT = "knight"
    JOKER = "joker"
    TRUMP = "trump"
    BACK = "back"


class UnreadableCard(Unreadable):
    """Text that is no card."""


class AmbiguousSuit(Unreadable):
    """The letter ``K`` as a suit: clubs in Swedish (klöver), diamonds or clubs in German (Karo,
    Kreuz)."""


class NotInPack(Unreadable):
    """The character of a card that no pack here has; ``picture`` says which."""

    def __init__(self, text: str, picture: Picture) -> None:
        super().__init__(text)
        self.picture = picture


@lru_cache(maxsize=1024)
def read_card(text: str) -> Card:
    """Return the card that a text names. Raises :class:`UnreadableCard`, :class:`AmbiguousSuit` or
    :class:`NotInPack`."""
    bare = text.translate(_VARIATION_SELECTORS).upper()
    if len(text) > _LONGEST_CARD:
        raise UnreadableCard(text)
    if card := _CHARACTERS.get(bare):
        return card
    if len(bare) == 1 and (picture := _picture(bare)):
        raise NotInPack(text, picture)
    if match := _TOKEN.fullmatch(bare):
        rank, suit = match.groups()
    elif match := _SUIT_FIRST.fullmatch(bare):
        suit, rank = match.groups()
    else:
        raise UnreadableCard(text)
    if suit == _AMBIGUOUS_SUIT:
        raise AmbiguousSuit(text)
    return Card(_READ_RANKS[rank], _READ_SUITS[suit])


def _picture(character: str) -> Picture | None:
    """Return what a character shows if it is one of those of cards, but none of a pack."""
    if not _BACK <= character <= _LAST_TRUMP or character == _UNASSIGNED:
        return None
    if character == _BACK:
        return Picture.BACK
    if character >= _FIRST_TRUMP:
        return Picture.TRUMP
    place = ord(character) % 16
    return {_KNIGHT: Picture.KNIGHT, _JOKER: Picture.JOKER}.get(place)


def words_of(text: str) -> list[str]:
    """Return the words of a text, separated by spaces or commas; characters of cards that follow
    each other, as they are pasted, are a word each."""
    return [word for word in _BETWEEN_WORDS.split(text) if word]


def read_cards(text: str) -> Cards:
    """Return the cards named in a text, separated by spaces or commas, in the order written; no
    cards for an empty text. Raises as :func:`read_card` does."""
    return tuple(map(read_card, words_of(text)))


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
    return " ".join(word for word in words_of(text) if _is_of(word, ranks))


def _is_of(word: str, ranks: Collection[Rank]) -> bool:
    try:
        return read_card(word).rank in ranks
    except Unreadable:
        return True


ONE_PACK = Deck(copies=1)
NEXT = 1
"""The player after the mover in a question, who owns builds for which no owner is written."""

_BUILD = re.compile(r"(?P<groups>.+)=(?P<value>[0-9]{1,3})(?:@(?P<owner>[0-9]))?")
_LONGEST_BUILD = 300  # characters: a whole pack has 105 with its signs, and more if written widely


class UnreadableBuild(Unreadable):
    """Text that is no build: no sets, or no value after them."""


def read_table(text: str, values: Values, *, deck: Deck = ONE_PACK, owner: int = NEXT) -> Table:
    """Return the table that a text names: loose cards and builds, separated by spaces or commas, in
    the order written. Builds are divided as :func:`~referee.rules.sums.divide_cards` does, and kept
    by ``owner`` where none is written.

    Raises :class:`UnreadableCard`, :class:`AmbiguousSuit`, :class:`UnreadableBuild`,
    :class:`.ImpossibleBuild`, or :class:`.TooManyCopies` for a card that is there twice.
    """
    loose, builds = [], []
    for word in words_of(text):
        if "=" not in word:
            loose.append(read_card(word))
            continue
        build = read_build(word)
        owned = build if build.owner is not None else build._replace(owner=owner)
        builds.append(lying(owned, values))
    table = Table(tuple(loose), tuple(builds))
    KnownCards(deck, table.cards)
    return table


def read_build(text: str) -> Build:
    """Return the build that a text describes, with its sets as written, even if they do not make
    its value.

    Raises as :func:`read_table` does for what cannot be read.
    """
    build, tops = read_formed(text)
    if tops:
        raise UnreadableBuild(text)
    return build


def read_formed(text: str) -> tuple[Build, tuple[Top, ...]]:
    """Return the build that a text describes, and those of its cards that are named as tops:
    ``7S+2H^1=9``. Raises as :func:`read_build` does."""
    match = _BUILD.fullmatch(text)
    if not match or len(text) > _LONGEST_BUILD:
        raise UnreadableBuild(text)
    written = [group.split("+") for group in match["groups"].split("=")]
    words = list(chain.from_iterable(written))
    if not all(words):
        raise UnreadableBuild(text)
    owner = match["owner"]
    build = Build(
        int(match["value"]),
        tuple(tuple(read_card(word.partition("^")[0]) for word in group) for group in written),
        None if owner is None else int(owner),
    )
    return build, read_cards_and_tops(words)[0]


def read_cards_and_tops(words: Iterable[str]) -> tuple[tuple[Top, ...], Cards]:
    """Return the cards that are named as tops of piles, such as ``7C^1``, and the other cards."""
    tops, cards = [], []
    for word in words:
        text, sign, seat = word.partition("^")
        if not sign:
            cards.append(read_card(text))
        elif seat.isascii() and seat.isdigit() and len(seat) == 1:
            tops.append(Top(read_card(text), int(seat)))
        else:
            raise UnreadableCard(word)
    return tuple(tops), tuple(cards)


def write_table(table: Table) -> str:
    """Return a table as text, loose cards and then builds in the order given: ``4C KD
    3S+5H=8@0``."""
    return " ".join([*map(write_card, table.loose), *map(write_build, table.builds)])


def write_build(build: Build, tops: Collection[Top] = ()) -> str:
    """Return a build as text with its sets in their order: ``3S+5H=8@0``, or ``3S+5H=8`` without an
    owner. Its cards that come from ``tops`` are written as tops."""
    written = map("+".join, write_groups(build.sets, tops))
    owner = "" if build.owner is None else f"@{build.owner}"
    return f"{'='.join(written)}={build.value}{owner}"


def write_groups(groups: Sequence[Cards], tops: Collection[Top]) -> list[list[str]]:
    """Return the text of each card of each set; cards from ``tops`` are written as tops, of equal
    cards the last ones."""
    if not tops:
        return [list(map(write_card, group)) for group in groups]
    seats_of: dict[Card, list[int]] = {}
    for card, seat in sorted(tops, reverse=True):
        seats_of.setdefault(card, []).append(seat)
    from_table = Counter(chain.from_iterable(groups))
    from_table.subtract({card: len(seats_of_card) for card, seats_of_card in seats_of.items()})
    written = []
    for group in groups:
        cards = []
        for card in group:
            from_table[card] -= 1
            from_pile = from_table[card] < 0
            cards.append(
                write_top(Top(card, seats_of[card].pop())) if from_pile else write_card(card)
            )
        written.append(cards)
    return written


def write_top(top: Top) -> str:
    """Return the top of a pile as text: ``7C^1``."""
    return f"{write_card(top.card)}^{top.seat}"


def read_pieces(words: Iterable[str]) -> Selection:
    """Return the selection of loose cards, builds and tops that words describe. Raises what reading
    them raises."""
    words = list(words)
    builds = tuple(read_build(word) for word in words if "=" in word)
    tops, loose = read_cards_and_tops(word for word in words if "=" not in word)
    return Selection(Table(loose, builds), tops)


def write_selection(selection: Selection) -> str:
    """Return a selection as text: ``6C 3S+5H=8@0 9C^1``."""
    return " ".join([write_table(selection.table), *map(write_top, selection.tops)]).strip()


def write_piles(piles: Iterable[tuple[int, Cards]]) -> str:
    """Return the known cards of piles as text, each pile from its top down: ``5H>2S@1 9C@2``."""
    return " ".join(f"{'>'.join(map(write_card, pile))}@{seat}" for seat, pile in piles if pile)


def cards_in(text: str) -> str:
    """Return the text of a table with each build replaced by the texts of its cards, even if the
    text cannot be read as a table."""
    cards: list[str] = []
    for word in words_of(text):
        groups = word.split("@")[0].split("=")
        cards += "+".join(groups[:-1] or groups).split("+")
    return " ".join(cards)


_LONGEST_TURN = 1000  # characters: a whole pack in its longest way of writing has half of that
_CAPTURE_SIGNS = ("x", "X", "×")


class UnreadablePlay(Unreadable):
    """Text that is no step of a play."""


class NotInBuild(Impossible):
    """A card that is played to a build which does not contain it."""

    def __init__(self, card: Card, build: Build) -> None:
        super().__init__(f"{card!r} is not in {write_build(build)}")
        self.card, self.build = card, build


def read_settled_play(text: str) -> Play:
    """Return the steps of a play that a text describes. Raises :class:`UnreadablePlay`, what
    reading cards and builds raises, and :class:`NotInBuild`."""
    if len(text) > _LONGEST_TURN:
        raise UnreadablePlay(text)
    return tuple(_read_step(step) for step in text.split("/"))


def read_play(text: str) -> Play | CardOnly:
    """Return the play that a text describes, or the card if the text names a card alone. Raises as
    :func:`read_settled_play` does."""
    words = words_of(text)
    alone = len(words) == 1 and not {"/", "="}.intersection(text)
    return CardOnly(read_card(words[0])) if alone else read_settled_play(text)


def _read_step(text: str) -> Step:
    words = words_of(text)
    match words:
        case [card, sign, item, *items] if sign in _CAPTURE_SIGNS:
            (loose, builds), tops = read_pieces([item, *items])
            return Capture(read_card(card), loose, builds, tops)
        case [card, sign] if sign == NOTHING:
            return Trail(read_card(card))
        case [build] if "=" in build:
            return MakeBuild(None, *read_formed(build))
        case [card, build] if "=" in build:
            step = MakeBuild(read_card(card), *read_formed(build))
            others = difference(step.build.cards, cards_of(step.tops))
            if step.card not in others:
                raise NotInBuild(read_card(card), step.build)
            return step
        case _:
            raise UnreadablePlay(text)


def write_settled_play(play: Play) -> str:
    """Return a settled play as text, with the sets of builds in their order."""
    return " / ".join(map(write_step, play))


def write_play(play: Play | CardOnly) -> str:
    """Return a play as text, or the text of its card if it is not settled."""
    if not isinstance(play, CardOnly):
        return write_settled_play(play)
    card, captured = play
    return write_card(card) if captured is None else write_settled_play(as_play(card, captured))


def write_step(step: Step) -> str:
    """Return a step as text; the owner of a build is written only if the step makes the build."""
    match step:
        case Trail(card):
            return f"{write_card(card)} {NOTHING}"
        case Capture(card, cards, builds, tops):
            items = [*write_items(cards, tops), *map(write_without_owner, builds)]
            return f"{write_card(card)} x {' '.join(items)}"
        case MakeBuild(card, build, tops):
            return " ".join([*([write_card(card)] if card else []), write_build(build, tops)])


def write_items(cards: Cards, tops: tuple[Top, ...]) -> list[str]:
    """Return loose cards as text in the order given or, if there are tops among them, in card
    order."""
    if not tops:
        return list(map(write_card, cards))
    items = [(card, write_card(card)) for card in cards]
    items += [(top.card, write_top(top)) for top in tops]
    return [text for _, text in sorted(items)]


def write_without_owner(build: Build) -> str:
    """Return a build as text without its owner."""
    return write_build(build._replace(owner=None))
