"""What somebody named, as it lies on the table: a claim may leave out suits, and so may a table."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from ...cards import Cards, Packs, match
from .building import Reason
from .table import Build, Table


class Fault(NamedTuple):
    """Why a step is not legal, with what is to blame: cards, a build, a value."""

    reason: Reason
    cards: Cards = ()
    build: Build | None = None
    value: int | None = None


class Reading(NamedTuple):
    """What somebody named, as it lies there: loose cards and whole builds."""

    loose: Cards
    builds: tuple[Build, ...]


def readings(table: Table, named: Cards, packs: Packs) -> list[Reading] | Fault:
    """The ways to find cards on the table, where a build is only there as a whole."""
    if not table.loose and not table.builds:
        return Fault(Reason.EMPTY_TABLE)
    found = []
    for number in range(len(table.builds) + 1):
        for builds in combinations(table.builds, number):
            welded = tuple(card for build in builds for card in build.cards)
            if (rest := less(named, welded, packs)) is None:
                continue
            if (loose := match(rest, table.loose, packs)) is not None:
                found.append(Reading(tuple(sorted(loose)), builds))
    return found or absent(table, named, packs)


def less(named: Cards, gone: Cards, packs: Packs) -> Cards | None:
    """Named cards less those that these are called by; None if one of these was not named."""
    if len(gone) > len(named):
        return None
    left = list(named)
    for card in gone:
        same = [one for one in left if match((one,), (card,), packs)]
        if not same:
            return None
        left.remove(card if card in same else min(same))
    return tuple(left)


def absent(table: Table, named: Cards, packs: Packs) -> Fault:
    """Which of the named cards do not lie there, or only in a build."""
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
