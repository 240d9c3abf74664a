"""The notation of a table with its builds, of tops and piles, and of what is selected of these.

``4C KD 3S+5H=8@0`` are two loose cards and a build of 8 that seat 0 owns; ``3C+6D=4H+5S=9`` is a
multiple build of two sets. Cards are written as in :mod:`referee.rules.card_notation`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import chain

from .card_notation import UnreadableCard, read_card, write_card
from .card_values import Values
from .cards import Card, Cards, Deck
from .deck_check_and_possible_suits import KnownCards
from .error_bases import Unreadable
from .table_and_builds import Build, Selection, Table, Top, lying

ONE_PACK = Deck(copies=1)
NEXT = 1
"""The player after the mover in a question, who owns builds for which no owner is written."""

_SEPARATORS = re.compile(r"[\s,]+")
_BUILD = re.compile(r"(?P<groups>.+)=(?P<value>[0-9]{1,3})(?:@(?P<owner>[0-9]))?")
_LONGEST_BUILD = 300  # characters: a whole pack has 105 with its signs, and more if written widely


class UnreadableBuild(Unreadable):
    """Text that is no build: no sets, or no value after them."""

    def __init__(self, text: str) -> None:
        super().__init__(f"no build: {text!r}")
        self.text = text


def read_table(text: str, values: Values, *, deck: Deck = ONE_PACK, owner: int = NEXT) -> Table:
    """Return the table that a text names: loose cards and builds, separated by spaces or commas, in
    the order written. Builds are divided as
    :func:`~referee.rules.division_into_sums.divide_cards` does, and kept by ``owner`` where none is
    written.

    Raises :class:`~referee.rules.card_notation.UnreadableCard`,
    :class:`~referee.rules.card_notation.AmbiguousSuit`, :class:`UnreadableBuild`,
    :class:`~referee.rules.table_and_builds.ImpossibleBuild`, or
    :class:`~referee.rules.deck_check_and_possible_suits.TooManyCopies` for a card that is there
    twice.
    """
    loose, builds = [], []
    for word in filter(None, _SEPARATORS.split(text)):
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
    for word in text.split():
        groups = word.split("@")[0].split("=")
        cards += "+".join(groups[:-1] or groups).split("+")
    return " ".join(cards)
