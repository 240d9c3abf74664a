"""Who came to the target first where single cards decide it, and what must be asked for that
(#house-rules)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from .session_end import TargetReached, counted_out
from .sheet_plan import SheetPlan

Held = Mapping[int, frozenset[str]]
"""The cards that each side has, of those that are told apart."""


class CountedOut(NamedTuple):
    """Who is out first. Where that hangs on who has which cards, these sides are ``in_question``,
    and the cards are counted in one step."""

    winners: tuple[int, ...]
    in_question: tuple[int, ...] = ()


def count_out(
    plan: SheetPlan,
    reaching: TargetReached,
    items: Mapping[int, Mapping[str, int]],
    counts: Mapping[int, Mapping[str, int]],
    order: Sequence[str],
) -> CountedOut:
    """Who is out first when a game's ``items`` are counted in this order, of sides whose piles hold
    these ``counts``. Cards that are told apart are a point each, and stand in the order one by
    one; where nobody has said who has them, all that there can be are tried."""
    keys = [field.key for field in plan.apart if field.key in order]
    out = [side for side in items if reaching.after[side] >= reaching.target]
    in_one_step = [
        plan.together.key if name in keys[:1] else name for name in order if name not in keys[1:]
    ]
    at_once = counted_out(reaching, items, in_one_step)
    if not keys or len(out) < 2 or max(reaching.before.values()) >= reaching.target:
        return CountedOut(at_once)
    ways = list(_held(plan, keys, counts))
    found = {
        counted_out(
            reaching,
            {side: _apart(plan, one, held[side], keys) for side, one in items.items()},
            order,
        )
        for held in ways
    }
    if len(found) == 1:
        return CountedOut(found.pop())
    unknown = [side for side in out if len({held[side] for held in ways}) > 1]
    return CountedOut(at_once, tuple(unknown))


def _apart(
    plan: SheetPlan, items: Mapping[str, int], held: frozenset[str], keys: Sequence[str]
) -> dict[str, int]:
    """A side's items with a point for each of these cards, in the place of what they are in."""
    return {**items, plan.together.key: 0, **{key: int(key in held) for key in keys}}


def _held(
    plan: SheetPlan, keys: Sequence[str], counts: Mapping[int, Mapping[str, int]]
) -> Iterator[Held]:
    """All ways in which the sides can have these cards, as far as their piles can be."""

    def spread(sides: Sequence[int], free: frozenset[str]) -> Iterator[dict[int, frozenset[str]]]:
        if not sides:
            yield {}
            return
        one, *others = sides
        pile = counts[one]
        for cards in combinations(sorted(free), pile.get(plan.together.key, 0)):
            said = {key: int(key in cards) for key in keys}
            if any(pile.get(key, number) > number for key, number in said.items()):
                continue
            if plan.could_be({**pile, **said}):
                for rest in spread(others, free - frozenset(cards)):
                    yield {one: frozenset(cards), **rest}

    return spread(list(counts), frozenset(keys))
