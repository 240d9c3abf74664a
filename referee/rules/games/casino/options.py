"""What a card may do (the contract's *takes*, *forms*, *lay* and *with*)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from ... import groups
from ...cards import Card, Cards, Packs, Rank
from ...groups import Counts
from .building import BuildRules, build_rules
from .judging import Verdict, judge
from .question import BuildQuestion
from .table import Build, Table, divided
from .turns import Lay, Step, Take, Turn
from .units import by_units, in_group_order


@dataclass(frozen=True)
class Case:
    """A position in which a card may be played: ``hand`` with that card, None while it is secret;
    ``table`` as it lies now, after what the turn has ``begun`` with on the table ``before``."""

    rules: BuildRules
    table: Table
    hand: Cards | None
    packs: Packs
    before: Table
    begun: Turn = ()

    def judge(self, *turn: Step) -> Verdict:
        return judge(self.rules, self.before, self.hand, self.packs, (*self.begun, *turn))


class Taking(NamedTuple):
    """A largest take: its step, the loose cards in groups, what it makes of the table."""

    step: Take
    groups: tuple[Cards, ...]
    value: int | None
    verdict: Verdict


# --- takes --------------------------------------------------------------------------------------


Taken = tuple[Cards, tuple[Build, ...]]
"""Loose cards and builds."""


def takes(case: Case, card: Card, limit: int) -> tuple[list[Taking], bool]:
    """The largest legal takes of a card, most points first, then most cards, then card order; and
    whether they are all."""
    found, complete = _largest_legal(case, card, limit)
    order = sorted(found, key=lambda taken: _rank_of(case, card, taken))
    shown = [_taking(case, card, found[taken], *taken) for taken in order[:limit]]
    return shown, complete and len(found) <= limit


def count_takes(case: Case, card: Card, limit: int) -> int:
    """How many these are, as far as the limit."""
    return min(len(_largest_legal(case, card, limit)[0]), limit)


def _largest_legal(case: Case, card: Card, limit: int) -> tuple[dict[Taken, int], bool]:
    """What a card may take, each with its value. What is taken with the same builds is alike to the
    rules, so one of them is judged."""
    found: dict[Taken, int] = {}
    complete = True
    for value in case.rules.values[card.rank] or (0,):
        sets, whole = _pictures(case, card) if not value else _numbers(case, value, limit)
        complete = complete and whole
        legal: dict[tuple[Build, ...], bool] = {}
        for loose, builds in filter(any, sets):
            if builds not in legal:
                legal[builds] = case.judge(Take(card, loose, builds)).legal is not False
            if legal[builds]:
                found.setdefault((loose, builds), value)
    largest = {taken: value for taken, value in found.items() if not _inside_another(taken, found)}
    return largest, complete


def _taking(case: Case, card: Card, value: int, loose: Cards, builds: tuple[Build, ...]) -> Taking:
    step = Take(card, loose, builds)
    as_cards = [build for build in builds if build.value != value]
    grouped = _groups_taken(case.rules, value, loose, as_cards)
    of_builds = {one for build in as_cards for one in build.cards}
    left = (tuple(one for one in group if one not in of_builds) for group in grouped)
    return Taking(step, in_group_order(filter(None, left)), value or None, case.judge(step))


def _groups_taken(
    rules: BuildRules, value: int, loose: Cards, builds: Sequence[Build]
) -> Iterable[Cards]:
    if not value:
        return [loose]
    if not builds:
        return divided(loose, value, rules.values) or ()
    return by_units(rules, value, loose, builds) or ()


def _inside_another(one: Taken, others: Iterable[Taken]) -> bool:
    loose, builds = set(one[0]), set(one[1])
    return any(
        other != one and loose <= set(other[0]) and builds <= set(other[1]) for other in others
    )


def _rank_of(case: Case, card: Card, taken: Taken) -> tuple[int, int, Cards, Cards]:
    cards = Take(card, *taken).captured
    points = sum(case.rules.worth[card] for card in cards if card.suited)
    return -points, -len(cards), taken[0], cards


def points_span(question: BuildQuestion, cards: Cards, played: Card) -> tuple[int, int]:
    """Least and most points of captured cards and the one that took them, over all suits that
    suitless ones may have."""
    worth = build_rules(question.rules).worth
    least = most = 0
    suitless: dict[Rank, int] = {}
    for card in (*cards, played):
        if card.suited:
            least, most = least + worth[card], most + worth[card]
        else:
            suitless[card.rank] = suitless.get(card.rank, 0) + 1
    for rank, number in suitless.items():
        worths = sorted(worth[face] for face in question.packs.unnamed_faces(rank))
        least, most = least + sum(worths[:number]), most + sum(worths[-number:])
    return least, most


def _pictures(case: Case, card: Card) -> tuple[list[Taken], bool]:
    """A picture takes one of its rank (#pictures)."""
    same = [one for one in case.table.loose if one.rank is card.rank]
    return [((one,), ()) for one in same], True


def _numbers(case: Case, value: int, limit: int) -> tuple[list[Taken], bool]:
    """The largest sets of loose cards that divide into groups of a value, with all builds of it.
    Where simple builds count as cards they are among the numbers."""
    rules = case.rules
    whole = tuple(build for build in case.table.builds if build.value == value)
    members: dict[int, list[Card | Build]] = {}
    for card in sorted(case.table.loose):
        if rules.has_number(card):
            members.setdefault(rules.values[card.rank][0], []).append(card)
    for build in case.table.builds if rules.builds_in_groups else ():
        if not build.multiple and build.value < value:
            members.setdefault(build.value, []).append(build)
    numbers = [number for number, these in members.items() for _ in these if number <= value]
    found = groups.maximal(
        groups.counted(number for number in numbers if number < groups.HIGHEST_VALUE), value
    )
    high_aces = value != 1 and value in rules.values[next(iter(rules.values))][1:]
    aces = [card for card in members.get(1, []) if high_aces]
    sets = [_without_aces(counts) if aces else counts for counts in found.sets]
    best: list[Taken] = []
    for counts in dict.fromkeys(_largest_only(sets)):
        for chosen in _choices(counts, members, limit + 1):
            picked = (*chosen, *aces)
            cards = tuple(sorted(one for one in picked if isinstance(one, Card)))
            builds = tuple(one for one in picked if isinstance(one, Build))
            kept = tuple(b for b in case.table.builds if b in whole or b in builds)
            best.append((cards, kept))
    return best, found.complete


def _without_aces(counts: Counts) -> Counts:
    return (*counts[:1], 0, *counts[2:])


def _largest_only(sets: Sequence[Counts]) -> list[Counts]:
    return [
        one
        for one in sets
        if not any(
            other != one and all(a <= b for a, b in zip(one, other, strict=True)) for other in sets
        )
    ]


def _choices(
    counts: Counts, members: dict[int, list[Card | Build]], limit: int
) -> list[tuple[Card | Build, ...]]:
    """The ways to take so many of each number, as far as anybody reads them."""
    best: list[tuple[Card | Build, ...]] = [()]
    for number, count in enumerate(counts):
        if count:
            ways = list(combinations(members[number], count))
            best = [(*one, *way) for one in best for way in ways][: limit * 8]
    return best


# --- laying -------------------------------------------------------------------------------------


def lay(case: Case, card: Card) -> Verdict:
    """May the card be laid (#laying)?"""
    return case.judge(Lay(card))
