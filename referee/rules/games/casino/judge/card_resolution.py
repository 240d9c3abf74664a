"""What somebody named, as it lies there: a claim may leave out suits, and so may a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import combinations
from typing import NamedTuple

from ....cards import Card, Cards, KnownCards, Rank, can_mean, difference, match
from ....table_and_builds import Build, Table, Top, cards_of
from .position import TurnState
from .verdict_reasons import Reason


class FaultDetail(Enum):
    """Distinctions within a reason that its code does not make: each has a sentence of its own."""

    OWN_RANK = 1  # a picture takes only its own rank
    NEVER_ADDED = 2  # nobody adds to an opponent's build, not even who could take it then
    NO_SUCH_BUILD = 3  # cards lie there, but not as that build
    WORTH_OF_NONE = 4  # no card is worth so much
    PARTNER_LACKS = 5  # the partner who asked for a build cannot hold what takes it


class PartialCapture(NamedTuple):
    """Outcome of a take that does not come out, at ``value``. ``completed``: with more of what
    lies there it would be groups of that value, say with the cards ``missing`` or, where these are
    none, with builds; ``lacking`` are the loose cards that make no group as it is."""

    value: int
    completed: bool = False
    missing: Cards = ()
    lacking: Cards = ()


class Facts(NamedTuple):
    """Facts that the sentence of a fault may name."""

    cards: Cards
    value: int


class Fault(NamedTuple):
    """Why a step is not legal, with what is to blame: cards, a build, or a value. ``tops`` are the
    cards of piles that the step used, at fault or not; ``half`` is there where cards do not add up
    to what the one from the hand takes, ``nuance`` where the reason alone does not say it all."""

    reason: Reason
    cards: Cards = ()
    build: Build | None = None
    value: int | None = None
    tops: tuple[Top, ...] = ()
    half: PartialCapture | None = None
    nuance: FaultDetail | None = None

    def facts(self) -> Facts:
        """Return the facts of its sentence; of cards that do not add up, what they should make."""
        return Facts(self.cards, self.half.value if self.half else self.value or 0)


class Resolution(NamedTuple):
    """What somebody named, as it lies there: loose cards, whole builds, cards of piles."""

    loose: Cards
    builds: tuple[Build, ...] = ()
    tops: tuple[Top, ...] = ()


def resolutions(
    turn_state: TurnState, named: Cards, tops: Sequence[Top]
) -> list[Resolution] | Fault:
    """The ways to find cards on the table, where a build is only there as a whole, and tops on
    piles. A card is on top of a pile, without that being said, where only there is one."""
    said = tops_named(turn_state, named, tops)
    if isinstance(said, Fault):
        return said
    found: list[Resolution] = []
    for builds in _builds_meant(turn_state, named):
        welded = tuple(card for build in builds for card in build.cards)
        if (rest := less(named, welded, turn_state.known_cards)) is not None:
            found += loose_resolutions(turn_state, rest, builds, said)
    return found or absent(turn_state, named)


def _builds_meant(turn_state: TurnState, named: Cards) -> Iterator[tuple[Build, ...]]:
    """The builds that these cards may be, few first. A build with a card that is named by its suit
    is meant for sure; others are open, of which a question has few."""
    builds = turn_state.table.builds
    suited = {card for card in named if card.suited}
    sure: list[int] = []
    unsure: list[int] = []
    for place, build in enumerate(builds):
        if less(named, build.cards, turn_state.known_cards) is not None:
            (unsure if suited.isdisjoint(build.cards) else sure).append(place)
    for number in range(len(unsure) + 1):
        for some in combinations(unsure, number):
            yield tuple(builds[place] for place in sorted((*sure, *some)))


def tops_named(turn_state: TurnState, named: Cards, tops: Sequence[Top]) -> tuple[Top, ...] | Fault:
    """The cards of piles that are named as such, beside others; is there anything to name?"""
    found: list[Top] = []
    for card, seat in sorted(tops, key=lambda top: not top.card.suited):  # others take what is left
        pile = turn_state.start.pile_seats[seat]
        there = difference(turn_state.piles[pile], [one.card for one in found if one.seat == pile])
        meant = [one for one in there if can_mean(card, one, turn_state.known_cards)]
        if meant:
            found.append(Top(card if card in meant else meant[0], pile))
    on_top = any(turn_state.piles[top.seat][0] == top.card for top in found)
    if not turn_state.table.cards and not on_top and not _on_top(turn_state, named):
        return Fault(Reason.EMPTY_TABLE)
    return tuple(found) if len(found) == len(tops) else Fault(Reason.NOT_ON_TABLE, cards_of(tops))


def loose_resolutions(
    turn_state: TurnState, named: Cards, builds: tuple[Build, ...], tops: tuple[Top, ...]
) -> Iterator[Resolution]:
    """Named cards as loose ones, and as few as can be from piles, where the table lacks them. Where
    several piles have such a card it must be said which is meant."""
    if (loose := match(named, turn_state.table.loose, turn_state.known_cards)) is not None:
        yield Resolution(tuple(sorted(loose)), builds, tops)
        return
    others = difference(_on_piles(turn_state, named), tops)
    chosen: list[int] = []
    for rank in {card.rank for card in named}:
        ways = _fewest_from_piles(turn_state, named, others, rank)
        if len({tuple(others[place].seat for place in way) for way in ways}) != 1:
            return
        chosen += ways[0]  # of a pile what lies on top
    more = tuple(others[place] for place in sorted(chosen))
    rest = less(named, cards_of(more), turn_state.known_cards)
    loose = None if rest is None else match(rest, turn_state.table.loose, turn_state.known_cards)
    assert loose is not None  # cards mean others of their rank, so the ranks do not meet
    yield Resolution(tuple(sorted(loose)), builds, (*tops, *more))


def _fewest_from_piles(
    turn_state: TurnState, named: Cards, others: Sequence[Top], rank: Rank
) -> list[tuple[int, ...]]:
    """The places of cards of piles, as few as can be, with which the table has all that is named of
    a rank. There are only so many of a rank in the pack."""
    wanted = tuple(card for card in named if card.rank is rank)
    lying = tuple(card for card in turn_state.table.loose if card.rank is rank)
    there = [place for place, top in enumerate(others) if top.card.rank is rank]
    for number in range(len(there) + 1):
        ways = []
        for some in combinations(there, number):
            rest = less(wanted, tuple(others[place].card for place in some), turn_state.known_cards)
            if rest is not None and match(rest, lying, turn_state.known_cards) is not None:
                ways.append(some)
        if ways:
            return ways
    return []


def _on_piles(turn_state: TurnState, named: Cards) -> list[Top]:
    """The known cards of piles that these may be, where no card of the table is meant."""
    if not any(turn_state.piles):
        return []
    lying = turn_state.table.cards
    absent_ones = [one for one in named if match((one,), lying, turn_state.known_cards) is None]
    return [
        Top(card, seat)
        for seat, pile in enumerate(turn_state.piles)
        for card in pile
        if any(can_mean(one, card, turn_state.known_cards) for one in absent_ones)
    ]


def _on_top(turn_state: TurnState, named: Cards) -> bool:
    return any(turn_state.piles[top.seat][0] == top.card for top in _on_piles(turn_state, named))


def less(named: Cards, gone: Cards, known_cards: KnownCards) -> Cards | None:
    """Named cards less those that these are called by; None if one of these was not named."""
    if len(gone) > len(named):
        return None
    left = list(named)
    for card in gone:
        same = [card] if card in left else [one for one in left if can_mean(one, card, known_cards)]
        if not same:
            return None
        left.remove(min(same))
    return tuple(left)


def absent(turn_state: TurnState, named: Cards) -> Fault:
    """Which of the named cards do not lie there, or only in a build."""
    table, known_cards = turn_state.table, turn_state.known_cards
    there = list(table.loose)
    lacking = []
    for card in sorted(named):
        found = match((card,), tuple(there), known_cards)
        if found is None:
            lacking.append(card)
        else:
            there.remove(found[0])
    welded = [card for build in table.builds for card in build.cards]
    inside, gone = [], []
    for card in lacking:
        if found := match((card,), tuple(welded), known_cards):
            inside.append(card)
            welded.remove(found[0])
        elif not _on_one_pile(turn_state, card):
            gone.append(card)
    if gone or not inside:
        return Fault(Reason.NOT_ON_TABLE, tuple(gone or lacking))
    return Fault(Reason.BUILD_AS_UNIT, tuple(inside))


def _on_one_pile(turn_state: TurnState, card: Card) -> bool:
    return len({top.seat for top in _on_piles(turn_state, (card,))}) == 1


def builds_named(
    table: Table, named: Sequence[Build], known_cards: KnownCards
) -> tuple[Build, ...] | None:
    """The builds of a table that somebody named by their cards and value; None if one is not
    there."""
    left, found = list(table.builds), []
    for one in named:
        same = [
            b for b in left if b.value == one.value and less(one.cards, b.cards, known_cards) == ()
        ]
        if not same:
            return None
        left.remove(same[0])
        found.append(same[0])
    return tuple(found)
