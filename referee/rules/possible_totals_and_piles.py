"""Totals that a game can add up to, and piles that its deck can make (#scoring)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import product
from operator import sub

from .score_items import ScoreItem
from .sheet_plan import SheetPlan


def possible_totals(plan: SheetPlan, units: int) -> list[int]:
    """Return all totals that a game of ``units`` sides can add up to, without sweeps, in
    ascending order."""
    each = [item.possible(units, plan.whole) for item in plan.items]
    return sorted({sum(points) for points in product(*each)})


def sum_at_tie(plan: SheetPlan, tied: Collection[ScoreItem], units: int) -> int | None:
    """Return what a game of ``units`` sides adds up to, without sweeps, if exactly the items
    ``tied`` are lost to ties; None if they cannot be."""
    total = 0
    for item in plan.items:
        possible = item.possible(units, plan.whole)
        if item in tied and 0 not in possible:
            return None
        total += 0 if item in tied else max(possible)
    return total


def may_add_up_to(plan: SheetPlan, total: int, units: int) -> bool:
    """Return whether ``units`` sides can have entered whole scores with the sum ``total``."""
    possible = possible_totals(plan, units)
    return total >= possible[0] if plan.anything_said else total in possible


def pile_exists(plan: SheetPlan, counts: Mapping[str, int]) -> bool:
    """Return whether a pile with these counts exists; fields without a count may have any
    number."""
    fields = [field for field in (*plan.fields, *plan.apart) if field.key in counts]
    alike = Counter(tuple(face in field.faces for field in fields) for face in plan.deck.faces)
    alike.pop((False,) * len(fields), None)
    most_asked_first = sorted(alike, key=sum, reverse=True)
    return _fits(
        [(sort, alike[sort] * plan.deck.copies) for sort in most_asked_first],
        [counts[field.key] for field in fields],
    )


def _fits(alike: Sequence[tuple[tuple[bool, ...], int]], wanted: Sequence[int]) -> bool:
    """Return whether the ``wanted`` counts can be made up of cards that are ``alike``, of each sort
    no more than there are."""
    if not alike:
        return not any(wanted)
    (sort, number), *others = alike
    counts = [count for count, has in zip(wanted, sort, strict=True) if has]
    # what the other sorts cannot make up must be of this one
    made_up = [sum(more for other, more in others if other[i]) for i, has in enumerate(sort) if has]
    least = max(0, *map(sub, counts, made_up))
    return any(
        _fits(others, [count - taken * has for count, has in zip(wanted, sort, strict=True)])
        for taken in range(least, min(number, *counts) + 1)
    )
