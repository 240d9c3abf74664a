"""The table with its builds: cards held together under a value (#making-a-build), and its notation.

``4C KD 3S+5H=8@0`` are two loose cards and a build of 8 that seat 0 owns; ``3C+6D=4H+5S=9`` is a
multiple build of two sets. Cards are written as in :mod:`referee.rules.card_notation`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from . import division_into_sums
from .card_notation import UnreadableCard, read_card, write_card
from .cards import PICTURES, Card, Cards, Deck, Rank, difference
from .deck_check_of_named_cards import KnownCards
from .error_bases import Impossible, Unreadable
from .ways_to_one_sum import parts

Values = Mapping[Rank, tuple[int, ...]]
"""The values that each rank may have (#values); none for a rank without value."""

AS_WRITTEN: Values = {rank: (int(rank),) for rank in Rank}
"""An ace is 1, a jack 11, a queen 12, a king 13."""
NUMBERS_ONLY: Values = {**AS_WRITTEN, **dict.fromkeys(PICTURES, ())}
"""The values as written, but pictures have none."""
ACE_LOW_OR_HIGH: Values = {**AS_WRITTEN, Rank.ACE: (1, 14)}
"""The values as written, but an ace may also be 14."""

ONE_PACK = Deck(copies=1)
NEXT = 1
"""The player after the mover in a question, who owns builds for which no owner is written."""
FEWEST_CARDS = 2
HIGHEST_BUILD = 14

Numbers = tuple[int, ...]
ACE = 1

_SEPARATORS = re.compile(r"[\s,]+")
_BUILD = re.compile(r"(?P<groups>.+)=(?P<value>[0-9]{1,3})(?:@(?P<owner>[0-9]))?")
_LONGEST_BUILD = 300  # characters: a whole pack has 105 with its signs, and more if written widely


class UnreadableBuild(Unreadable):
    """Text that is no build: no sets, or no value after them."""

    def __init__(self, text: str) -> None:
        super().__init__(f"no build: {text!r}")
        self.text = text


class ImpossibleBuild(Impossible):
    """A build that cannot lie on a table: a single card, or cards that cannot be divided into sets
    of its value (#groups)."""

    def __init__(self, build: Build) -> None:
        super().__init__(f"no such build: {write_build(build)}")
        self.build = build


class NoBuildsHere(Impossible):
    """A build on the table of a game without builds."""


class OwnerMissing(Impossible):
    """A build whose owner was not entered."""

    def __init__(self, build: Build) -> None:
        super().__init__(f"nobody's build: {build}")
        self.build = build


class Build(NamedTuple):
    """Cards held together under a value, in sets that each make it; one set is a simple build,
    several are a multiple one.

    The owner is the seat that was the last to change it, or to which it belongs, as the game has
    it; None where it was not given.
    """

    value: int
    sets: tuple[Cards, ...]
    owner: int | None = None

    @property
    def cards(self) -> Cards:
        """Return all cards of the build."""
        return tuple(chain.from_iterable(self.sets))

    @property
    def multiple(self) -> bool:
        """Return whether the build has several sets."""
        return len(self.sets) > 1

    def is_same(self, other: Build) -> bool:
        """Return whether another build has the same value and cards; the owners may differ."""
        return self.value == other.value and sorted(self.cards) == sorted(other.cards)


class Top(NamedTuple):
    """The card on top of the open pile of a seat (#piles)."""

    card: Card
    seat: int


def cards_of(tops: Iterable[Top]) -> Cards:
    """Return the cards of some tops, without their seats."""
    return tuple([top.card for top in tops])


class Table(NamedTuple):
    """The cards and builds that lie face up: ``loose`` cards, which are in no build, and
    ``builds``."""

    loose: Cards = ()
    builds: tuple[Build, ...] = ()

    @property
    def cards(self) -> Cards:
        """Return all cards on the table, those of builds included."""
        return self.loose + tuple(chain.from_iterable(build.cards for build in self.builds))

    def with_build(self, build: Build) -> Table:
        """Return the table after loose cards became a build."""
        return Table(difference(self.loose, build.cards), (*self.builds, build))

    def without_build(self, build: Build) -> Table:
        """Return the table after the cards of a build became loose."""
        builds = list(self.builds)
        builds.remove(build)
        return Table((*self.loose, *build.cards), tuple(builds))

    def with_owner(self, build: Build, seat: int) -> Table:
        """Return the table with a build that belongs to a seat."""
        owned = build._replace(owner=seat)
        return self._replace(
            builds=tuple(owned if other == build else other for other in self.builds)
        )


class Selection(NamedTuple):
    """The loose cards and builds and the tops of piles that a player selected."""

    table: Table = Table()
    tops: tuple[Top, ...] = ()

    @property
    def text(self) -> str:
        """Return the notation: ``6C 3S+5H=8@0 9C^1``."""
        return " ".join([write_table(self.table), *map(write_top, self.tops)]).strip()


def read_table(text: str, values: Values, *, deck: Deck = ONE_PACK, owner: int = NEXT) -> Table:
    """Loose cards and builds, separated by spaces or commas, in the order written; builds are
    divided as :func:`divided` does, and kept by ``owner`` where none is written.

    Raises :class:`~referee.rules.card_notation.UnreadableCard`,
    :class:`~referee.rules.card_notation.AmbiguousSuit`, :class:`UnreadableBuild`,
    :class:`ImpossibleBuild`, or :class:`~referee.rules.deck_check_of_named_cards.TooManyCopies` for
    a card that is there twice.
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


def in_order(table: Table) -> Table:
    """Return the table with loose cards in card order and builds by value, then by their sets."""
    return Table(tuple(sorted(table.loose)), tuple(sorted(table.builds, key=_place)))


def _place(build: Build) -> tuple[int, list[tuple[int, Cards]], int]:
    """Return the sort key of a build: value, sets by size, owner."""
    return build.value, [(len(group), group) for group in build.sets], build.owner or 0


def lying(build: Build, values: Values) -> Build:
    """Return a build as it may lie on a table, with its sets in order. Raises
    :class:`ImpossibleBuild`."""
    if len(build.cards) < FEWEST_CARDS or build.value > HIGHEST_BUILD:
        raise ImpossibleBuild(build)
    sets = divided(build.cards, build.value, values)
    if sets is None:
        raise ImpossibleBuild(build)
    return build._replace(sets=sets)


def divided(cards: Iterable[Card], value: int, values: Values) -> tuple[Cards, ...] | None:
    """Return cards divided into sets that each make a value from 1 to 16 (#groups); None if there
    is no division.

    Of several divisions it is the first: sets of fewer cards come first, then those of lower cards,
    and within a set lower cards come first. In a build of 14 an ace that may be 14 is so in a set
    of its own, and 1 in any other (#values).
    """
    ordered = sorted(cards)
    counts = [values[card.rank] for card in ordered]
    if not (1 <= value <= division_into_sums.HIGHEST_VALUE and all(counts)):
        return None
    low = tuple([count[0] for count in counts])
    if sum(low) == value:
        return (tuple(ordered),)
    high = sum(value in count[1:] for count in counts)
    division = _first_division(low, high, value)
    if division is None:
        return None
    if len(division) == 1:
        return (tuple(ordered),)
    # The division is one of numbers: the first of several cards of a number go to the first set.
    of_number = {number: iter(ordered[low.index(number) :]) for number in dict.fromkeys(low)}
    return tuple(tuple(next(of_number[number]) for number in group) for group in division)


@lru_cache(maxsize=4096)
def _first_division(low: Numbers, high: int, value: int) -> tuple[Numbers, ...] | None:
    """Return the first division of sorted numbers into sets; up to ``high`` aces may each be a set
    of their own."""
    if not _divisible(low, high, value):
        return None
    division: list[Numbers] = []
    while low:
        for group in _groups(low, high, value):
            rest = difference(low, group)
            others = min(high, rest.count(ACE))
            if _divisible(rest, others, value):
                break
        division.append(group)
        low, high = rest, others
    return tuple(division)


def _divisible(low: Numbers, high: int, value: int) -> bool:
    """Return whether sorted numbers can be divided into sets; up to ``high`` aces may each be a set
    of their own."""
    return any(
        division_into_sums.divide(division_into_sums.counted(low[alone:]), value) is not None
        for alone in range(high + 1)
    )


def _groups(low: Numbers, high: int, value: int) -> list[Numbers]:
    """Return all possible first sets of sorted numbers, the smallest set first."""
    chosen = [group[::-1] for group in parts(division_into_sums.counted(low), value)]
    chosen += [(ACE,)] if high else []
    return sorted(chosen, key=lambda group: (len(group), group))
