"""Corner indices in a photo: their geometry, and which belong to one card.

Points and vectors in a photo are complex numbers: x to the right, y downwards, in pixels.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

GLYPHS = ("A", *map(str, range(2, 11)), "J", "Q", "K", "B", "D", "V", "R", "H", "1", "E", "N")
"""The ranks as decks print them, in the order of the reader's outputs. N is the Swedish Kn."""

LEAST_SCORE = 0.45
"""The detector's score from which an index is read."""
MOST_DOUBT = 0.5
"""The largest probability of being none with which an index is kept."""


@dataclass(frozen=True, slots=True)
class Index:
    """A corner index in the photo, not read yet.

    ``at`` is its middle. The vector ``up`` points from there to its upper edge (half its height
    long), ``centre`` to the middle of the card. ``score`` is the detector's confidence, 0 to 1.
    """

    at: complex
    up: complex
    centre: complex
    score: float


@dataclass(frozen=True, slots=True)
class ReadIndex:
    """An index with the probabilities of what is printed there.

    ``glyphs`` are those of :data:`GLYPHS`, given that it is an index; ``suits`` those of spades,
    hearts, diamonds, clubs; ``nothing`` is the probability that it is no index.
    """

    index: Index
    glyphs: tuple[float, ...]
    suits: tuple[float, ...]
    nothing: float


# A card of 63 x 88 mm, and where the middle of its index is, measured from the card's.
HALF_WIDTH = 31.5
HALF_HEIGHT = 44.0
INDEX_DOWN = 34.0
INDEX_RIGHT = 26.5


def dot(first: complex, second: complex) -> float:
    """Return the scalar product of two vectors."""
    return (first * second.conjugate()).real


def unit(vector: complex) -> complex:
    """Return the direction of a vector."""
    return vector / (abs(vector) or 1.0)


def frame(index: Index) -> tuple[float, float]:
    """Return how far the middle of the card is to the right of an index and below it.

    The directions are those of the index. Both are positive for an upper left index.
    """
    up = unit(index.up)
    return dot(index.centre, up * 1j), dot(index.centre, -up)


def middle_of(indices: Sequence[Index]) -> complex:
    """Return the middle of the card that has these indices."""
    return sum(index.at + index.centre for index in indices) / len(indices)


def outline_of(indices: Sequence[Index]) -> tuple[complex, ...]:
    """Return the four corners of the card that has these indices, around it."""
    middle = middle_of(indices)
    up = unit(indices[0].up)
    scale = sum(abs(index.centre) for index in indices) / len(indices)
    scale /= abs(complex(INDEX_RIGHT, INDEX_DOWN))
    tall, wide = -up * HALF_HEIGHT * scale, up * 1j * HALF_WIDTH * scale
    return middle - wide - tall, middle + wide - tall, middle + wide + tall, middle - wide + tall


Point = tuple[float, float]

OVERLAP = 0.15
"""The least share of a card's side by which two cards lie over each other."""
TOUCH = -OVERLAP
"""The least share by which they may touch: a gap within the error of the outlines."""


def overlap(first: tuple[Point, ...], second: tuple[Point, ...], least: float = OVERLAP) -> bool:
    """Return whether the cards of two outlines lie over each other by at least a share of their
    sides, which is above the error of the outlines unless another is given; false where a card has
    none (no points)."""
    if not (first and second):
        return False
    axes = (axis for outline in (first, second) for axis in _axes(outline))
    return not any(_apart(first, second, axis, least) for axis in axes)


def _axes(outline: tuple[Point, ...]) -> tuple[Point, ...]:
    (x, y), (right_x, right_y), _, (down_x, down_y) = outline
    return (right_x - x, right_y - y), (down_x - x, down_y - y)


def _apart(first: tuple[Point, ...], second: tuple[Point, ...], axis: Point, least: float) -> bool:
    def span(outline: tuple[Point, ...]) -> tuple[float, float]:
        along = [x * axis[0] + y * axis[1] for x, y in outline]
        return min(along), max(along)

    (low, high), (other_low, other_high) = span(first), span(second)
    common = min(high, other_high) - max(low, other_low)
    return common < least * min(high - low, other_high - other_low)


LARGER = 1.6
"""The largest ratio of the sizes of two indices on one card."""
OPPOSITE = 0.6
"""The error of two indices at opposite corners whose vectors to the middle do not meet."""
SLANTS = 0.45, 1.35
"""Limits of the distance of the opposite corner to the side, as a share of that down: 0.78 on a
table that is seen from above."""
LENGTHS = 0.6, 1.6
"""Limits of the distance of another corner, as a share of the usual one in the photo."""
SKEW = 0.4
"""The largest share of a card's side by which indices above or beside each other are out of
line."""
STRAIGHT = 0.87
"""The least scalar product of the direction of a corner and that of its card."""
PROPORTIONS = 0.5, 1.25
"""Limits of the ratio of width to height between the four indices of a card: 0.78 from above."""
ASLANT = 0.3
"""The largest share of a side by which the corners of one card are out of line."""
LEAN = 0.5
"""The least share of the way to the middle that is to the right, for an upper left index. Upper
right indices have less, or it is not clear."""


def usual_reach(indices: Sequence[Index]) -> float:
    """Return the usual distance of an index from the middle of its card, in halves of its height.

    It is the median, since the cards of a photo are mostly of one deck, and a single index may be
    wrong.
    """
    reaches = sorted(abs(index.centre) / abs(index.up) for index in indices)
    return reaches[len(reaches) // 2] or 1.0  # phones have no module statistics


def one_card_error(
    first: Index, second: Index, *, alike: bool, indices: int | None, usual: float
) -> float | None:
    """Return how badly two indices fit on one card, 0 for perfectly; None if they cannot.

    ``alike``: they read alike. ``indices`` is their number on a card, None if that is not clear.
    ``usual`` is the reach of the photo, see :func:`usual_reach`.
    """
    smaller, larger = sorted((abs(first.up), abs(second.up)))
    if larger > LARGER * smaller:
        return None
    error = _meeting_error(first, second, alike=alike, indices=indices)
    opposite = alike and _are_opposite(first, second, indices, usual)
    if opposite and (error is None or error > OPPOSITE):
        return OPPOSITE
    return error


def _are_opposite(first: Index, second: Index, indices: int | None, usual: float) -> bool:
    """Return whether two indices are at opposite corners of one card.

    Their directions decide, which are right where their vectors to the middle are too short or too
    long.
    """
    if dot(unit(first.up), unit(second.up)) > -0.9:
        return False
    slants = _slant(second.at - first.at, first.up), _slant(first.at - second.at, second.up)
    if indices != 2 and max(slants) < 0:  # from upper right to lower left
        slants = -slants[0], -slants[1]
    length = abs(second.at - first.at) / (abs(first.up) + abs(second.up)) / usual
    return _between(LENGTHS, length) and all(_between(SLANTS, slant) for slant in slants)


def _slant(way: complex, up: complex) -> float:
    """Return how far a vector goes to the right, as a share of how far it goes down."""
    down = dot(way, -up)
    return dot(way, up * 1j) / down if down > 0 else math.inf


def _between(limits: tuple[float, float], value: float) -> bool:
    return limits[0] < value < limits[1]


def lie_on_four(first: Index, second: Index, usual: float) -> bool:
    """Return whether two indices stand like two corners of a card with four, of the usual size."""
    up, towards = unit(first.up), second.at - first.at
    size = usual * (abs(first.up) + abs(second.up)) / abs(complex(INDEX_RIGHT, INDEX_DOWN))
    across = abs(dot(towards, up * 1j)) / (INDEX_RIGHT * size)
    down = dot(towards, -up) / (INDEX_DOWN * size)
    if dot(first.up, second.up) > 0:
        return _between(LENGTHS, across) and abs(down) < SKEW
    return _between(LENGTHS, down) and (across < SKEW or _between(LENGTHS, across))


def lie_at_corners(indices: Sequence[Index]) -> bool:
    """Return whether three or four indices lie at as many corners of a card.

    Its sides are along and across their direction, and in the proportion of a card.
    """
    lengths = [abs(index.up) for index in indices]
    if max(lengths) > LARGER * min(lengths):
        return False
    ups = [index.up if dot(index.up, indices[0].up) > 0 else -index.up for index in indices]
    up = unit(sum(map(unit, ups)))
    if any(dot(unit(index_up), up) < STRAIGHT for index_up in ups):
        return False
    places = [-1j * index.at / up for index in indices]  # upright: to the right, and downwards
    top = [at for at, index in zip(places, indices, strict=True) if dot(index.up, up) > 0]
    foot = [at for at, index in zip(places, indices, strict=True) if dot(index.up, up) < 0]
    return _are_rows(*(sorted(row, key=lambda at: at.real) for row in (top, foot)))


def _are_rows(top: Sequence[complex], foot: Sequence[complex]) -> bool:
    """Return whether these can be the upper and the lower corners of an upright card."""
    full = [row for row in (top, foot) if len(row) == 2]
    if not full or not 3 <= len(top) + len(foot) <= 4 or not (top and foot):
        return False
    width = sum((right - left).real for left, right in full) / len(full)
    height = (sum(foot) / len(foot) - sum(top) / len(top)).imag
    if not _between(PROPORTIONS, width / height if height > 0 else math.inf):
        return False
    aslant = [abs((right - left).imag) / height for left, right in full]
    if len(full) == 2:
        beside = [
            abs((first - second).real) / width for first, second in zip(top, foot, strict=True)
        ]
    else:
        (single,) = min(top, foot, key=len)
        beside = [min(abs((single - other).real) for other in full[0]) / width]
    return max(aslant + beside) < ASLANT


def are_at_same_corner(first: Index, second: Index) -> bool:
    """Return whether two indices are the upper left ones of two cards that lie alike."""
    apart = abs(first.at - second.at) > max(abs(first.up), abs(second.up))
    return apart and dot(first.up, second.up) > 0 and min(_lean(first), _lean(second)) >= LEAN


def _lean(index: Index) -> float:
    """Return which share of the way from an index to the middle of its card is to the right."""
    return dot(unit(index.centre), unit(index.up) * 1j)


def _meeting_error(
    first: Index, second: Index, *, alike: bool, indices: int | None
) -> float | None:
    """Return the distance of the middles to which two indices point, in lengths of the way there.

    None if the two cannot be on one card.
    """
    reach = (abs(first.centre) + abs(second.centre)) / 2
    longer, shorter = sorted((abs(first.centre), abs(second.centre)), reverse=True)
    if reach < 1 or longer > 2.2 * shorter + 1:
        return None
    towards = second.at - first.at
    directions = dot(unit(first.up), unit(second.up))
    if abs(towards) < 0.7 * reach or abs(directions) < 0.7:
        return None
    centres = abs(first.at + first.centre - second.at - second.centre) / reach
    error = centres if directions < 0 and centres < (1.1 if alike else 0.8) else None
    if alike and indices != 2:
        four = _four_index_error(first, second, centres, towards)
        if four is not None and (error is None or error > four):
            return four
    return error


def _four_index_error(
    first: Index, second: Index, centres: float, towards: complex
) -> float | None:
    """Return the error of two indices on a card with four; None if they cannot be on one.

    The detector is unsure of the side of the upper right and lower left index, so that its vector
    leans away from the right there.
    """
    (_, down), (_, other_down) = frame(first), frame(second)
    length, other_length = abs(first.centre), abs(second.centre)
    lean, other_lean = _lean(first), _lean(second)
    differ = abs(lean - other_lean) > 0.35 and min(lean, other_lean) < LEAN
    parallel = dot(first.up, second.up) > 0
    reach = (length + other_length) / 2
    if parallel and differ and abs(towards) > 0.8 * reach and centres < 0.5:
        return centres
    half = (max(down, length / 2) + max(other_down, other_length / 2)) / 2 / 0.78
    axis = unit(unit(first.up) + (unit(second.up) if parallel else -unit(second.up)))
    along, across = abs(dot(towards, axis)) / half, abs(dot(towards, axis * 1j)) / half
    if parallel:
        fits = differ and along < 0.5 * across and 0.7 < across < 2.2
    elif differ and across < 0.45 * along:
        fits = 1.0 < along < 2.7
    else:
        both_lean = max(lean, other_lean) < LEAN
        fits = both_lean and 0.6 < across < 2.3 and 1.0 < along < 2.7
    return 0.5 if fits else None


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
