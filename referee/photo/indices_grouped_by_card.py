"""Groups of indices that lie on one card, by their places, directions and readings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from .index_types import Index
from .indices_fit_one_card import are_at_same_corner, lie_at_corners, one_card_error, usual_reach

ALIKE = 0.06
"""The least probability of being the same card with which two indices read alike."""
UNSURE = 0.8
"""The sureness below which an index may be joined with one that reads differently."""
UNCLEAR = 0.5
"""The sureness below which the fourth index of a card may read differently."""
LAST = 1.0
"""Added to the error of indices that read differently, so that others are joined before."""

Pair = Callable[[int, int], float]
Pairs = set[tuple[int, int]]
"""Pairs of numbers of indices, the smaller one first."""


def group(
    indices: Sequence[Index],
    same: Pair,
    sure: Sequence[float],
    number: int | None = None,
) -> list[list[int]]:
    """Return the numbers of the indices on each card.

    ``same`` returns the probability that two indices, by number, show the same card; ``sure`` is
    the sureness of each reading; ``number`` is 2 or 4 indices on a card, if that is clear.
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
        members, others = groups[i], groups[j]
        if members is others or len(members) + len(others) > most:
            continue
        if _can_join(members, others, indices, set(errors)):
            members += others
            groups.update(dict.fromkeys(others, members))
    separate = list({id(members): members for members in groups.values()}.values())
    return separate if number == 2 else _with_corners(separate, indices, alike, sure)


def _can_join(
    members: Sequence[int], others: Sequence[int], indices: Sequence[Index], near: Pairs
) -> bool:
    """Return whether two groups can be one card.

    Half of the pairs must lie near enough, and none at the same corner.
    """
    pairs = [(min(i, j), max(i, j)) for i in members for j in others]
    if any(are_at_same_corner(indices[i], indices[j]) for i, j in pairs):
        return False
    return 2 * sum(pair in near for pair in pairs) >= len(pairs)


def _with_corners(
    groups: list[list[int]], indices: Sequence[Index], alike: Pairs, sure: Sequence[float]
) -> list[list[int]]:
    """Return the groups, with those joined that are corners of one card with four indices.

    The places of these indices are surer than the vectors from each to the middle of the card.
    """

    def belong(first: Sequence[int], second: Sequence[int]) -> bool:
        fewer, more = sorted((first, second), key=len)
        pairs = [(min(i, j), max(i, j)) for i in first for j in second]
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
    """Yield groups that may be parts of one card.

    They are pairs of groups that belong together, those with most indices first, and then three
    single indices.
    """
    yield from sorted(near, key=lambda pair: -len(pair[0]) - len(pair[1]))
    partners: dict[int, set[int]] = {}
    for first, second in near:
        if len(first) == len(second) == 1:
            partners.setdefault(first[0], set()).add(second[0])
    for i, others in sorted(partners.items()):
        for j in sorted(others):
            for k in sorted(others & partners.get(j, set())):
                yield [i], [j], [k]
