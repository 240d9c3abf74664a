"""Resolution of named cards: the cards, builds and tops on the table that a claim can mean, where
suits may have been left out."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from ....cards import Cards, KnownCards, Rank, can_mean, difference, match
from ....plays import Build, Table, Top, cards_of
from .position import TurnState
from .verdict import Fault, Reason


class Resolution(NamedTuple):
    """A reading of named cards: loose cards, whole builds, and tops of piles."""

    loose: Cards
    builds: tuple[Build, ...] = ()
    tops: tuple[Top, ...] = ()


def resolutions(
    turn_state: TurnState, named: Cards, tops: Sequence[Top]
) -> list[Resolution] | Fault:
    """Return all ways to find named cards on the table and on piles, or the fault if there is none.

    A build is used as a whole or not at all. A card that no ``tops`` name may still be a top of a
    pile where only a pile has it.
    """
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
    """Return the combinations of builds that named cards can mean, small ones first.

    A build with a card that is named by its suit is in all of them; each other one doubles their
    number, and questions have few.
    """
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
    """Return the cards of piles that are named as tops; or a fault if one does not lie there, or if
    there is nothing that the ``named`` cards can be."""
    result: list[Top] = []
    for card, seat in sorted(
        tops, key=lambda top: not top.card.suited
    ):  # cards without suits take the rest
        pile = turn_state.start.pile_seats[seat]
        candidates = difference(
            turn_state.piles[pile], [top.card for top in result if top.seat == pile]
        )
        matches = [
            card_there
            for card_there in candidates
            if can_mean(card, card_there, turn_state.known_cards)
        ]
        if matches:
            result.append(Top(card if card in matches else matches[0], pile))
    on_top = any(turn_state.piles[top.seat][0] == top.card for top in result)
    if not turn_state.table.cards and not on_top and not _on_top(turn_state, named):
        return Fault(Reason.EMPTY_TABLE)
    return tuple(result) if len(result) == len(tops) else Fault(Reason.NOT_ON_TABLE, cards_of(tops))


def loose_resolutions(
    turn_state: TurnState, named: Cards, builds: tuple[Build, ...], tops: tuple[Top, ...]
) -> Iterator[Resolution]:
    """Return the resolutions of named cards as loose cards and, where the table lacks them, as few
    known cards of piles as possible: one resolution or none.

    Where several piles have such a card the seat must have been named, so there is none.
    """
    if (loose := match(named, turn_state.table.loose, turn_state.known_cards)) is not None:
        yield Resolution(tuple(sorted(loose)), builds, tops)
        return
    others = difference(_on_piles(turn_state, named), tops)
    chosen: list[int] = []
    for rank in {card.rank for card in named}:
        selections = _fewest_from_piles(turn_state, named, others, rank)
        if len({tuple(others[index].seat for index in selection) for selection in selections}) != 1:
            return
        chosen += selections[0]  # the topmost cards of the pile
    from_piles = tuple(others[index] for index in sorted(chosen))
    rest = less(named, cards_of(from_piles), turn_state.known_cards)
    loose = None if rest is None else match(rest, turn_state.table.loose, turn_state.known_cards)
    assert loose is not None  # each rank was completed by itself
    yield Resolution(tuple(sorted(loose)), builds, (*tops, *from_piles))


def _fewest_from_piles(
    turn_state: TurnState, named: Cards, others: Sequence[Top], rank: Rank
) -> list[tuple[int, ...]]:
    """Return the smallest selections of ``others``, as indices, that complete the loose cards to
    all named cards of a rank. Empty if there is none; a rank has few cards, so all selections are
    tried."""
    cards_of_rank = tuple(card for card in named if card.rank is rank)
    on_table = tuple(card for card in turn_state.table.loose if card.rank is rank)
    indices = [index for index, top in enumerate(others) if top.card.rank is rank]
    for number in range(len(indices) + 1):
        selections = []
        for selection in combinations(indices, number):
            rest = less(
                cards_of_rank,
                tuple(others[index].card for index in selection),
                turn_state.known_cards,
            )
            if rest is not None and match(rest, on_table, turn_state.known_cards) is not None:
                selections.append(selection)
        if selections:
            return selections
    return []


def _on_piles(turn_state: TurnState, named: Cards) -> list[Top]:
    """Return the known cards of piles that named cards can mean if no card of the table can be
    meant."""
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
    """Return named cards without the names of these ``gone`` cards; None if one of them was not
    named."""
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
    """Return the fault of named cards that do not lie there, or lie only within builds."""
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
        elif len({top.seat for top in _on_piles(turn_state, (card,))}) != 1:
            absent_cards.append(card)
    if absent_cards or not in_builds:
        return Fault(Reason.NOT_ON_TABLE, tuple(absent_cards or missing))
    return Fault(Reason.BUILD_AS_UNIT, tuple(in_builds))


def builds_named(
    table: Table, named: Sequence[Build], known_cards: KnownCards
) -> tuple[Build, ...] | None:
    """Return the builds of a table that were named by cards and value, in the order in which they
    were named; None if one does not lie there."""
    unmatched, result = list(table.builds), []
    for build_name in named:
        matches = [
            build
            for build in unmatched
            if build.value == build_name.value
            and less(build_name.cards, build.cards, known_cards) == ()
        ]
        if not matches:
            return None
        unmatched.remove(matches[0])
        result.append(matches[0])
    return tuple(result)
