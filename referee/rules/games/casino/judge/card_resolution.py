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
    top_cards = tops_named(turn_state, named, tops)
    if isinstance(top_cards, Fault):
        return top_cards
    results: list[Resolution] = []
    for builds in _builds_meant(turn_state, named):
        build_cards = tuple(card for build in builds for card in build.cards)
        if (rest := less(named, build_cards, turn_state.known_cards)) is not None:
            results += loose_resolutions(turn_state, rest, builds, top_cards)
    return results or absent(turn_state, named)


def _builds_meant(turn_state: TurnState, named: Cards) -> Iterator[tuple[Build, ...]]:
    """The builds that these cards may be, few first. A build with a card that is named by its suit
    is meant for sure; others are open, of which a question has few."""
    builds = turn_state.table.builds
    suited = {card for card in named if card.suited}
    certain: list[int] = []
    possible: list[int] = []
    for index, build in enumerate(builds):
        if less(named, build.cards, turn_state.known_cards) is not None:
            (possible if suited.isdisjoint(build.cards) else certain).append(index)
    for number in range(len(possible) + 1):
        for chosen in combinations(possible, number):
            yield tuple(builds[index] for index in sorted((*certain, *chosen)))


def tops_named(turn_state: TurnState, named: Cards, tops: Sequence[Top]) -> tuple[Top, ...] | Fault:
    """The cards of piles that are named as such, beside others; is there anything to name?"""
    result: list[Top] = []
    for card, seat in sorted(tops, key=lambda top: not top.card.suited):  # others take what is left
        pile = turn_state.start.pile_seats[seat]
        candidates = difference(
            turn_state.piles[pile], [top.card for top in result if top.seat == pile]
        )
        matches = [lying for lying in candidates if can_mean(card, lying, turn_state.known_cards)]
        if matches:
            result.append(Top(card if card in matches else matches[0], pile))
    on_top = any(turn_state.piles[top.seat][0] == top.card for top in result)
    if not turn_state.table.cards and not on_top and not _on_top(turn_state, named):
        return Fault(Reason.EMPTY_TABLE)
    return tuple(result) if len(result) == len(tops) else Fault(Reason.NOT_ON_TABLE, cards_of(tops))


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
        selections = _fewest_from_piles(turn_state, named, others, rank)
        if len({tuple(others[index].seat for index in selection) for selection in selections}) != 1:
            return
        chosen += selections[0]  # of a pile what lies on top
    from_piles = tuple(others[index] for index in sorted(chosen))
    rest = less(named, cards_of(from_piles), turn_state.known_cards)
    loose = None if rest is None else match(rest, turn_state.table.loose, turn_state.known_cards)
    assert loose is not None  # cards mean others of their rank, so the ranks do not meet
    yield Resolution(tuple(sorted(loose)), builds, (*tops, *from_piles))


def _fewest_from_piles(
    turn_state: TurnState, named: Cards, others: Sequence[Top], rank: Rank
) -> list[tuple[int, ...]]:
    """The places of cards of piles, as few as can be, with which the table has all that is named of
    a rank. There are only so many of a rank in the pack."""
    wanted = tuple(card for card in named if card.rank is rank)
    on_table = tuple(card for card in turn_state.table.loose if card.rank is rank)
    indices = [index for index, top in enumerate(others) if top.card.rank is rank]
    for number in range(len(indices) + 1):
        selections = []
        for selection in combinations(indices, number):
            rest = less(
                wanted, tuple(others[index].card for index in selection), turn_state.known_cards
            )
            if rest is not None and match(rest, on_table, turn_state.known_cards) is not None:
                selections.append(selection)
        if selections:
            return selections
    return []


def _on_piles(turn_state: TurnState, named: Cards) -> list[Top]:
    """The known cards of piles that these may be, where no card of the table is meant."""
    if not any(turn_state.piles):
        return []
    on_table = turn_state.table.cards
    missing = [card for card in named if match((card,), on_table, turn_state.known_cards) is None]
    return [
        Top(card, seat)
        for seat, pile in enumerate(turn_state.piles)
        for card in pile
        if any(can_mean(name, card, turn_state.known_cards) for name in missing)
    ]


def _on_top(turn_state: TurnState, named: Cards) -> bool:
    return any(turn_state.piles[top.seat][0] == top.card for top in _on_piles(turn_state, named))


def less(named: Cards, gone: Cards, known_cards: KnownCards) -> Cards | None:
    """Named cards less those that these are called by; None if one of these was not named."""
    if len(gone) > len(named):
        return None
    unmatched = list(named)
    for card in gone:
        matches = (
            [card]
            if card in unmatched
            else [candidate for candidate in unmatched if can_mean(candidate, card, known_cards)]
        )
        if not matches:
            return None
        unmatched.remove(min(matches))
    return tuple(unmatched)


def absent(turn_state: TurnState, named: Cards) -> Fault:
    """Which of the named cards do not lie there, or only in a build."""
    table, known_cards = turn_state.table, turn_state.known_cards
    unmatched = list(table.loose)
    missing = []
    for card in sorted(named):
        matched = match((card,), tuple(unmatched), known_cards)
        if matched is None:
            missing.append(card)
        else:
            unmatched.remove(matched[0])
    build_cards = [card for build in table.builds for card in build.cards]
    in_builds, absent_cards = [], []
    for card in missing:
        if matched := match((card,), tuple(build_cards), known_cards):
            in_builds.append(card)
            build_cards.remove(matched[0])
        elif not _on_one_pile(turn_state, card):
            absent_cards.append(card)
    if absent_cards or not in_builds:
        return Fault(Reason.NOT_ON_TABLE, tuple(absent_cards or missing))
    return Fault(Reason.BUILD_AS_UNIT, tuple(in_builds))


def _on_one_pile(turn_state: TurnState, card: Card) -> bool:
    return len({top.seat for top in _on_piles(turn_state, (card,))}) == 1


def builds_named(
    table: Table, named: Sequence[Build], known_cards: KnownCards
) -> tuple[Build, ...] | None:
    """The builds of a table that somebody named by their cards and value; None if one is not
    there."""
    unmatched, result = list(table.builds), []
    for wanted in named:
        matches = [
            build
            for build in unmatched
            if build.value == wanted.value and less(wanted.cards, build.cards, known_cards) == ()
        ]
        if not matches:
            return None
        unmatched.remove(matches[0])
        result.append(matches[0])
    return tuple(result)
