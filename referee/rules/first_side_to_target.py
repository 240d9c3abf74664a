"""Decision which side reached the target first in a game, by counting its items in order
(#house-rules)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from .possible_totals_and_piles import pile_exists
from .session_end import reached
from .sheet_plan import SheetPlan
from .standings_and_payments import Totals


class TargetReached(NamedTuple):
    """A ``target`` with the totals of the sides ``before`` a game and ``after`` it, which is less
    than was counted where only a difference is scored."""

    target: int
    before: Totals
    after: Totals


def counted_out(
    reaching: TargetReached, items: Mapping[int, Mapping[str, int]], order: Sequence[str]
) -> tuple[int, ...]:
    """Return the sides that reached the target first in a game, counting its ``items`` in order
    (#house-rules).

    Of sides that reach it with the same item the one with the higher final total is first; none if
    these totals are equal. If a side had the target before the game, the highest total decides.
    """
    target, before, after = reaching
    running = {side: total for side, total in before.items() if after[side] >= target}
    for item in order if max(before.values()) < target else ():
        running = {side: total + items[side].get(item, 0) for side, total in running.items()}
        if out := {side: after[side] for side, total in running.items() if total >= target}:
            return reached(target, out)
    return reached(target, after)


Held = Mapping[int, frozenset[str]]
"""The cards that each side has, of those that are told apart."""


class CountedOut(NamedTuple):
    """The sides that are out first. If that depends on who has which cards, ``in_question`` are the
    sides that must be asked, and ``winners`` counts these cards in one step."""

    winners: tuple[int, ...]
    in_question: tuple[int, ...] = ()


def count_out(
    plan: SheetPlan,
    reaching: TargetReached,
    items: Mapping[int, Mapping[str, int]],
    counts: Mapping[int, Mapping[str, int]],
    order: Sequence[str],
) -> CountedOut:
    """Return the sides that are out first when a game's ``items`` are counted in an order.

    ``counts`` are the counted piles of the sides. Cards that are told apart (``plan.apart``) are a
    point each and stand in the order one by one; where their holders are unknown all possible
    holders are tried.
    """
    apart = [field.key for field in plan.apart if field.key in order]
    out = [side for side in items if reaching.after[side] >= reaching.target]
    in_one_step = [
        plan.together.key if name in apart[:1] else name for name in order if name not in apart[1:]
    ]
    at_once = counted_out(reaching, items, in_one_step)
    if not apart or len(out) < 2 or max(reaching.before.values()) >= reaching.target:
        return CountedOut(at_once)
    holdings = list(_held(plan, apart, counts))
    results = {
        counted_out(
            reaching,
            {side: _apart(plan, points, holding[side], apart) for side, points in items.items()},
            order,
        )
        for holding in holdings
    }
    if len(results) == 1:
        return CountedOut(results.pop())
    unknown = [side for side in out if len({holding[side] for holding in holdings}) > 1]
    return CountedOut(at_once, tuple(unknown))


def _apart(
    plan: SheetPlan, items: Mapping[str, int], held_keys: frozenset[str], keys: Sequence[str]
) -> dict[str, int]:
    """Return the items of a side with a point for each of the held cards in place of the item that
    counts them together."""
    return {**items, plan.together.key: 0, **{key: int(key in held_keys) for key in keys}}


def _held(
    plan: SheetPlan, keys: Sequence[str], counts: Mapping[int, Mapping[str, int]]
) -> Iterator[Held]:
    """Yield all ways in which the sides can hold these cards, as far as their piles allow."""

    def spread(sides: Sequence[int], free: frozenset[str]) -> Iterator[dict[int, frozenset[str]]]:
        """Yield the ways to share out the ``free`` cards among these sides."""
        if not sides:
            yield {}
            return
        side, *others = sides
        pile = counts[side]
        for cards in combinations(sorted(free), pile.get(plan.together.key, 0)):
            counted = {key: int(key in cards) for key in keys}
            if any(pile.get(key, number) > number for key, number in counted.items()):
                continue
            if pile_exists(plan, {**pile, **counted}):
                for rest in spread(others, free - frozenset(cards)):
                    yield {side: frozenset(cards), **rest}

    return spread(list(counts), frozenset(keys))
