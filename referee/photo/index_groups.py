"""Groups of indices that lie on one card: by place and direction, and by what they read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from .card_geometry import are_at_same_corner, lie_at_corners, one_card_error, usual_reach
from .corner_indices import Index

ALIKE = 0.06
"""Two indices read alike if they are the same card with at least this probability."""
UNSURE = 0.8
"""An index that is less sure than this may be put together with one that reads differently."""
UNCLEAR = 0.5
"""Of a card with four indices the last may read differently if it is less sure than this."""
LAST = 1.0
"""Indices that read differently are put together after those that read alike."""

Pair = Callable[[int, int], float]
Pairs = set[tuple[int, int]]
"""Of numbers of indices, the smaller one first."""


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
    alike = {(i, j) for i, j in combinations(range(len(indices)), 2) if same(i, j) > ALIKE}
    errors: dict[tuple[int, int], float] = {}
    merges = []
    for i, j in combinations(range(len(indices)), 2):
        equal = (i, j) in alike
        error = one_card_error(indices[i], indices[j], alike=equal, indices=number, usual=usual)
        if error is None:
            continue
        errors[i, j] = error
        if equal:
            merges.append((error, i, j))
        elif error < 0.25 and min(sure[i], sure[j]) < UNSURE:
            merges.append((error + LAST, i, j))
    groups = {i: [i] for i in range(len(indices))}
    for _, i, j in sorted(merges):
        mine, others = groups[i], groups[j]
        if mine is others or len(mine) + len(others) > most:
            continue
        if _fit(mine, others, indices, set(errors)):
            mine += others
            groups.update(dict.fromkeys(others, mine))
    separate = list({id(members): members for members in groups.values()}.values())
    return separate if number == 2 else _with_corners(separate, indices, alike, sure)


def _fit(mine: Sequence[int], others: Sequence[int], indices: Sequence[Index], near: Pairs) -> bool:
    """Say whether two groups can be one: half of the pairs lie near enough, none at one corner."""
    pairs = [(min(i, j), max(i, j)) for i in mine for j in others]
    if any(are_at_same_corner(indices[i], indices[j]) for i, j in pairs):
        return False
    return 2 * sum(pair in near for pair in pairs) >= len(pairs)


def _with_corners(
    groups: list[list[int]], indices: Sequence[Index], alike: Pairs, sure: Sequence[float]
) -> list[list[int]]:
    """Return the groups with those put together that are corners of one card with four indices:
    where these lie says more than where each of them points to."""

    def belong(one: Sequence[int], other: Sequence[int]) -> bool:
        fewer, more = sorted((one, other), key=len)
        pairs = [(min(i, j), max(i, j)) for i in one for j in other]
        last = len(more) == 3 and sure[fewer[0]] < UNCLEAR
        if len(fewer) + len(more) > 4 or not (last or any(pair in alike for pair in pairs)):
            return False
        return not any(are_at_same_corner(indices[i], indices[j]) for i, j in pairs)

    while True:
        near = [pair for pair in combinations(groups, 2) if belong(*pair)]
        for parts in _parts(near):
            members = [i for part in parts for i in part]
            if lie_at_corners([indices[i] for i in members]):
                groups = [*(group for group in groups if group not in parts), members]
                break
        else:
            return groups


def _parts(near: Sequence[tuple[list[int], list[int]]]) -> Iterator[tuple[list[int], ...]]:
    """Yield what may be one card, of groups that belong together: two, those with most indices
    first, or three indices."""
    yield from sorted(near, key=lambda pair: -len(pair[0]) - len(pair[1]))
    partners: dict[int, set[int]] = {}
    for one, other in near:
        if len(one) == len(other) == 1:
            partners.setdefault(one[0], set()).add(other[0])
    for i, others in sorted(partners.items()):
        for j in sorted(others):
            for k in sorted(others & partners.get(j, set())):
                yield [i], [j], [k]
