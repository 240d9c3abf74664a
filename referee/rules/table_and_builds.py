"""A table with builds: cards welded together under a value (#making-a-build), and its notation.

``4C KD 3S+5H=8@0`` are two loose cards and a build of 8 that seat 0 keeps; ``3C+6D=4H+5S=9`` is one
of two groups. Cards are those of :mod:`referee.rules.notation`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from . import card_sets
from .cards import PICTURES, Card, Cards, Deck, Impossible, KnownCards, Rank, Unreadable, difference
from .notation import UnreadableCard, read_card, write_card
from .subset_sums import parts

Values = Mapping[Rank, tuple[int, ...]]
"""What each rank may count (#values); nothing for one that has no number."""

AS_WRITTEN: Values = {rank: (int(rank),) for rank in Rank}
"""An ace is 1, a jack 11, a queen 12, a king 13."""
NUMBERS_ONLY: Values = {**AS_WRITTEN, **dict.fromkeys(PICTURES, ())}
"""The same, but pictures have no number."""
ACE_LOW_OR_HIGH: Values = {**AS_WRITTEN, Rank.ACE: (1, 14)}
"""The same as written, but an ace is 14 too, where somebody wants it."""

ONE_PACK = Deck(copies=1)
NEXT = 1
"""In a question the player after the mover: whose a build is where nobody says."""
FEWEST_CARDS = 2

Numbers = tuple[int, ...]
ACE = 1

_SEPARATORS = re.compile(r"[\s,]+")
_BUILD = re.compile(r"(?P<groups>.+)=(?P<value>[0-9]{1,3})(?:@(?P<owner>[0-9]))?")
_LONGEST_BUILD = 300  # characters: a whole pack has 105 with its signs, and more if written widely


class UnreadableBuild(Unreadable):
    """Text that is no build: no groups, or no value after them."""

    def __init__(self, text: str) -> None:
        super().__init__(f"no build: {text!r}")
        self.text = text


class ImpossibleBuild(Impossible):
    """A build that cannot lie on a table: one card alone, or cards that cannot be divided into
    groups of its value (#groups)."""

    def __init__(self, build: Build) -> None:
        super().__init__(f"no such build: {write_build(build)}")
        self.build = build


class Build(NamedTuple):
    """Cards welded together under a value, in groups that each make it; one group is a simple
    build, more are a multiple one. ``owner`` is the seat that was the last to change it, or that
    owns it, as the game has it; None where nobody said."""

    value: int
    groups: tuple[Cards, ...]
    owner: int | None = None

    @property
    def cards(self) -> Cards:
        return tuple(chain.from_iterable(self.groups))

    @property
    def multiple(self) -> bool:
        return len(self.groups) > 1

    def is_same(self, other: Build) -> bool:
        """Is it the same build, whoever keeps it?"""
        return self.value == other.value and sorted(self.cards) == sorted(other.cards)


class Top(NamedTuple):
    """The card on top of the open pile of a seat (#piles)."""

    card: Card
    seat: int


def cards_of(tops: Iterable[Top]) -> Cards:
    """The cards alone."""
    return tuple([top.card for top in tops])


class Table(NamedTuple):
    """What lies face up: cards that are in no build, and builds."""

    loose: Cards = ()
    builds: tuple[Build, ...] = ()

    @property
    def cards(self) -> Cards:
        """All of them."""
        return self.loose + tuple(chain.from_iterable(build.cards for build in self.builds))

    def welded(self, build: Build) -> Table:
        """Return the table once loose cards are this build."""
        return Table(difference(self.loose, build.cards), (*self.builds, build))

    def taken_apart(self, build: Build) -> Table:
        """Return the table once the cards of a build are loose."""
        builds = list(self.builds)
        builds.remove(build)
        return Table((*self.loose, *build.cards), tuple(builds))

    def kept_at(self, build: Build, seat: int) -> Table:
        """Return the table with a build kept by a seat."""
        kept = build._replace(owner=seat)
        return self._replace(builds=tuple(kept if one == build else one for one in self.builds))


class Selection(NamedTuple):
    """What somebody points at: loose cards and builds, and tops of piles."""

    table: Table = Table()
    tops: tuple[Top, ...] = ()

    @property
    def text(self) -> str:
        """``6C 3S+5H=8@0 9C^1``."""
        return " ".join([write_table(self.table), *map(write_top, self.tops)]).strip()


def read_table(text: str, values: Values, *, deck: Deck = ONE_PACK, owner: int = NEXT) -> Table:
    """Loose cards and builds, separated by spaces or commas, in the order written; builds are
    divided as :func:`divided` does, and kept by ``owner`` where none is written.

    Raises :class:`~referee.rules.notation.UnreadableCard`,
    :class:`~referee.rules.notation.AmbiguousSuit`, :class:`UnreadableBuild`,
    :class:`ImpossibleBuild`, or :class:`~referee.rules.cards.TooManyCopies` for a card that is
    there twice.
    """
    loose, builds = [], []
    for word in filter(None, _SEPARATORS.split(text)):
        if "=" not in word:
            loose.append(read_card(word))
            continue
        build = read_build(word)
        kept = build if build.owner is not None else build._replace(owner=owner)
        builds.append(lying(kept, values))
    table = Table(tuple(loose), tuple(builds))
    KnownCards(deck, table.cards)
    return table


def read_build(text: str) -> Build:
    """A build with its groups as they are written, whether or not they make its value.

    Raises as :func:`read_table` does for what cannot be read.
    """
    build, tops = read_formed(text)
    if tops:
        raise UnreadableBuild(text)
    return build


def read_formed(text: str) -> tuple[Build, tuple[Top, ...]]:
    """The same, and which of its cards are named as tops: ``7S+2H^1=9``."""
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
    """Cards that are named as tops of piles, ``7C^1``, and other cards."""
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
    """``4C KD 3S+5H=8@0``: loose cards, then builds, in the order given."""
    return " ".join([*map(write_card, table.loose), *map(write_build, table.builds)])


def write_build(build: Build, tops: Collection[Top] = ()) -> str:
    """``3S+5H=8@0``, its groups as they stand; without an owner ``3S+5H=8``. Those of its cards
    that come from the top of a pile are written as such."""
    written = map("+".join, write_groups(build.groups, tops))
    owner = "" if build.owner is None else f"@{build.owner}"
    return f"{'='.join(written)}={build.value}{owner}"


def write_groups(groups: Sequence[Cards], tops: Collection[Top]) -> list[list[str]]:
    """Each card of each group, those from piles as such: of equal ones the last."""
    if not tops:
        return [list(map(write_card, group)) for group in groups]
    seats: dict[Card, list[int]] = {}
    for card, seat in sorted(tops, reverse=True):
        seats.setdefault(card, []).append(seat)
    lying = Counter(chain.from_iterable(groups))
    lying.subtract({card: len(of) for card, of in seats.items()})
    written = []
    for group in groups:
        cards = []
        for card in group:
            lying[card] -= 1
            from_pile = lying[card] < 0
            cards.append(write_top(Top(card, seats[card].pop())) if from_pile else write_card(card))
        written.append(cards)
    return written


def write_top(top: Top) -> str:
    """``7C^1``."""
    return f"{write_card(top.card)}^{top.seat}"


def read_pieces(words: Iterable[str]) -> Selection:
    """Loose cards, builds and tops of piles, a word each. Raises what reading them raises."""
    words = list(words)
    builds = tuple(read_build(word) for word in words if "=" in word)
    tops, loose = read_cards_and_tops(word for word in words if "=" not in word)
    return Selection(Table(loose, builds), tops)


def write_piles(piles: Iterable[tuple[int, Cards]]) -> str:
    """``5H>2S@1 9C@2``: what is known of the piles of seats, each from its top down."""
    return " ".join(f"{'>'.join(map(write_card, pile))}@{seat}" for seat, pile in piles if pile)


def cards_in(text: str) -> str:
    """Return the text of a table with its builds as the cards that they are made of, whether or not
    it can be read."""
    cards: list[str] = []
    for word in text.split():
        groups = word.split("@")[0].split("=")
        cards += "+".join(groups[:-1] or groups).split("+")
    return " ".join(cards)


def in_order(table: Table) -> Table:
    """Loose cards in card order, builds by value, then by their groups."""
    return Table(tuple(sorted(table.loose)), tuple(sorted(table.builds, key=_place)))


def _place(build: Build) -> tuple[int, list[tuple[int, Cards]], int]:
    return build.value, [(len(group), group) for group in build.groups], build.owner or 0


def lying(build: Build, values: Values) -> Build:
    """A build as it may lie on a table, with its groups in order. Raises
    :class:`ImpossibleBuild`."""
    if len(build.cards) < FEWEST_CARDS:
        raise ImpossibleBuild(build)
    found = divided(build.cards, build.value, values)
    if found is None:
        raise ImpossibleBuild(build)
    return build._replace(groups=found)


def divided(cards: Iterable[Card], value: int, values: Values) -> tuple[Cards, ...] | None:
    """Cards in groups that each make a value from 1 to 14 (#groups); None if they cannot be.

    Of several divisions it is the first: groups of fewer cards come first, then those of lower
    cards, and within a group lower cards come first. In a build of 14 an ace that may be 14 is so
    in a group of its own, and 1 in any other (#values).
    """
    left = sorted(cards)
    counts = [values[card.rank] for card in left]
    if not (1 <= value <= card_sets.HIGHEST_VALUE and all(counts)):
        return None
    low = tuple([count[0] for count in counts])
    if sum(low) == value:
        return (tuple(left),)
    high = sum(value in count[1:] for count in counts)
    found = _first_division(low, high, value)
    if found is None:
        return None
    if len(found) == 1:
        return (tuple(left),)
    # The division is one of numbers: the first of several cards of a number go to the first group.
    of_number = {number: iter(left[low.index(number) :]) for number in dict.fromkeys(low)}
    return tuple(tuple(next(of_number[number]) for number in group) for group in found)


@lru_cache(maxsize=4096)
def _first_division(low: Numbers, high: int, value: int) -> tuple[Numbers, ...] | None:
    """Sorted numbers in groups; so many aces, the first of them, may each be one by itself."""
    if not _divisible(low, high, value):
        return None
    found: list[Numbers] = []
    while low:
        for group in _groups(low, high, value):
            rest = difference(low, group)
            others = min(high, rest.count(ACE))
            if _divisible(rest, others, value):
                break
        found.append(group)
        low, high = rest, others
    return tuple(found)


def _divisible(low: Numbers, high: int, value: int) -> bool:
    """Can they be divided, with however many aces alone?"""
    return any(
        card_sets.divide(card_sets.counted(low[alone:]), value) is not None
        for alone in range(high + 1)
    )


def _groups(low: Numbers, high: int, value: int) -> list[Numbers]:
    """What the first group of sorted numbers may be, the smallest group first."""
    chosen = [group[::-1] for group in parts(card_sets.counted(low), value)]
    chosen += [(ACE,)] if high else []
    return sorted(chosen, key=lambda group: (len(group), group))
