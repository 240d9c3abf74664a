"""Groups of indices that lie on one card: by place and direction, and by what they read."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .geometry import are_at_same_corner, one_card_error, usual_reach
from .indices import Index

ALIKE = 0.15
"""Two indices read alike if they are the same card with at least this probability."""
LAST = 1.0
"""Indices that read differently are put together after those that read alike."""

Pair = Callable[[int, int], float]


def group(
    indices: Sequence[Index],
    same: Pair,
    sure: Sequence[float],
    number: int | None = None,
) -> list[list[int]]:
    """Return the numbers of the indices on each card.

    ``same`` says how probable two indices, by number, show the same card; ``sure`` how sure each
    reading is; ``number``: 2 or 4 indices a card, if that is clear.
    """
    most = number or 4
    usual = usual_reach(indices) if indices else 1.0
    errors: dict[tuple[int, int], float] = {}
    merges = []
    for i, one in enumerate(indices):
        for j, other in enumerate(indices[:i]):
            alike = same(i, j) > ALIKE
            error = one_card_error(one, other, alike=alike, indices=number, usual=usual)
            if error is None:
                continue
            errors[j, i] = error
            if alike:
                merges.append((error, j, i))
            elif error < 0.25 and min(sure[i], sure[j]) < 0.8:
                merges.append((error + LAST, j, i))
    groups = {i: [i] for i in range(len(indices))}
    for _, i, j in sorted(merges):
        mine, others = groups[i], groups[j]
        if mine is others or len(mine) + len(others) > most:
            continue
        pairs = [(min(x, y), max(x, y)) for x in mine for y in others]
        if any(are_at_same_corner(indices[x], indices[y]) for x, y in pairs):
            continue
        if 2 * sum(pair in errors for pair in pairs) < len(pairs):
            continue
        mine += others
        groups.update(dict.fromkeys(others, mine))
    return list({id(members): members for members in groups.values()}.values())
