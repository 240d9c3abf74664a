"""What somebody named, as it lies there: a claim may leave out suits, and so may a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from ...cards import Cards, Packs, can_mean, match
from .position import Progress
from .reasons import Reason
from .table import Build, Table, Top, cards_of


class Fault(NamedTuple):
    """Why a step is not legal, with what is to blame: cards, a build, a value."""

    reason: Reason
    cards: Cards = ()
    build: Build | None = None
    value: int | None = None


class Reading(NamedTuple):
    """What somebody named, as it lies there: loose cards, whole builds, cards of piles."""

    loose: Cards
    builds: tuple[Build, ...] = ()
    tops: tuple[Top, ...] = ()


def readings(now: Progress, named: Cards, tops: Sequence[Top]) -> list[Reading] | Fault:
    """The ways to find cards on the table, where a build is only there as a whole, and tops on
    piles. A card is on top of a pile, without that being said, where only there is one."""
    table, packs = now.table, now.packs
    said = tops_named(now, named, tops)
    if isinstance(said, Fault):
        return said
    found: list[Reading] = []
    for number in range(len(table.builds) + 1):
        for builds in combinations(table.builds, number):
            welded = tuple(card for build in builds for card in build.cards)
            if (rest := less(named, welded, packs)) is not None:
                found += loose_readings(now, rest, builds, said)
    return found or absent(now, named)


def tops_named(now: Progress, named: Cards, tops: Sequence[Top]) -> tuple[Top, ...] | Fault:
    """The cards of piles that are named as such, beside others; is there anything to name?"""
    found: list[Top] = []
    for card, seat in tops:
        pile = now.start.pile_seats[seat]
        there = tuple(one for one in now.piles[pile] if Top(one, pile) not in found)
        if (same := match((card,), there, now.packs)) is not None:
            found.append(Top(same[0], pile))
    on_top = any(now.piles[top.seat][0] == top.card for top in found)
    if not now.table.cards and not on_top and not _on_top(now, named):
        return Fault(Reason.EMPTY_TABLE)
    return tuple(found) if len(found) == len(tops) else Fault(Reason.NOT_ON_TABLE, cards_of(tops))


def loose_readings(
    now: Progress, named: Cards, builds: tuple[Build, ...], tops: tuple[Top, ...]
) -> Iterator[Reading]:
    """Named cards as loose ones, and as few as can be from piles, where the table lacks them."""
    if (loose := match(named, now.table.loose, now.packs)) is not None:
        yield Reading(tuple(sorted(loose)), builds, tops)
        return
    others = [top for top in _on_piles(now, named) if top not in tops]
    for number in range(1, min(len(others), len(named)) + 1):
        found = []
        for more in combinations(others, number):
            rest = less(named, cards_of(more), now.packs)
            if rest is not None and (loose := match(rest, now.table.loose, now.packs)) is not None:
                found.append(Reading(tuple(sorted(loose)), builds, (*tops, *more)))
        if found:
            # Where several piles have such a card it must be said which is meant.
            yield from found if len(found) == 1 else ()
            return


def _on_piles(now: Progress, named: Cards) -> list[Top]:
    """The known cards of piles that these may be, where no card of the table is meant."""
    if not any(now.piles):
        return []
    lying = now.table.cards
    absent_ones = [one for one in named if match((one,), lying, now.packs) is None]
    return [
        Top(card, seat)
        for seat, pile in enumerate(now.piles)
        for card in pile
        if any(can_mean(one, card, now.packs) for one in absent_ones)
    ]


def _on_top(now: Progress, named: Cards) -> bool:
    return any(now.piles[top.seat][0] == top.card for top in _on_piles(now, named))


def less(named: Cards, gone: Cards, packs: Packs) -> Cards | None:
    """Named cards less those that these are called by; None if one of these was not named."""
    if len(gone) > len(named):
        return None
    left = list(named)
    for card in gone:
        same = [card] if card in left else [one for one in left if can_mean(one, card, packs)]
        if not same:
            return None
        left.remove(min(same))
    return tuple(left)


def absent(now: Progress, named: Cards) -> Fault:
    """Which of the named cards do not lie there, or only in a build."""
    table, packs = now.table, now.packs
    there = list(table.loose)
    lacking = []
    for card in sorted(named):
        found = match((card,), tuple(there), packs)
        if found is None:
            lacking.append(card)
        else:
            there.remove(found[0])
    welded = tuple(card for build in table.builds for card in build.cards)
    gone = tuple(card for card in lacking if match((card,), welded, packs) is None)
    return Fault(Reason.NOT_ON_TABLE, gone) if gone else Fault(Reason.BUILD_AS_UNIT, tuple(lacking))


def builds_named(table: Table, named: Sequence[Build], packs: Packs) -> tuple[Build, ...] | None:
    """The builds of a table that somebody named by their cards and value; None if one is not
    there."""
    left, found = list(table.builds), []
    for one in named:
        same = [b for b in left if b.value == one.value and less(one.cards, b.cards, packs) == ()]
        if not same:
            return None
        left.remove(same[0])
        found.append(same[0])
    return tuple(found)
