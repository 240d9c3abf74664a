"""Cards that a capture lacks or has too many, by brute force (F1.2, F1.4, F2, F5).

Things are texts: loose cards ("8S") and builds ("3S+5H=8@1").
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

NUMBERED_PICTURES = ("royal-casino", "swazi-casino")
RANKS = "A 2 3 4 5 6 7 8 9 10 J Q K".split()


def numbers(game: str, card: str) -> tuple[int, ...]:
    """Return what a card counts; nothing for a picture that has no number."""
    rank = card[:-1]
    if game in NUMBERED_PICTURES and rank == "A":
        return 1, 14
    if game not in NUMBERED_PICTURES and rank in ("J", "Q", "K"):
        return ()
    return (RANKS.index(rank) + 1,)


def sorted_out(game: str, cards: Sequence[str], value: int) -> bool:
    """Return whether all of these can be sorted into groups that make the value."""
    if not cards:
        return True
    first, others = cards[0], cards[1:]
    for size in range(len(others) + 1):
        for places in combinations(range(len(others)), size):
            group = [first, *(others[one] for one in places)]
            rest = [card for one, card in enumerate(others) if one not in places]
            if value in sums(game, group) and sorted_out(game, rest, value):
                return True
    return False


def sums(game: str, group: Sequence[str]) -> set[int]:
    """Return the sums of a group: an ace is 14 only by itself."""
    if len(group) == 1:
        return set(numbers(game, group[0]))
    counts = [numbers(game, card) for card in group]
    return {sum(one[0] for one in counts)} if all(counts) else set()


def can_take(game: str, card: str, things: Sequence[str]) -> bool:
    """Return whether a card takes exactly these."""
    loose = [one for one in things if "=" not in one]
    builds = [int(one.partition("=")[2].partition("@")[0]) for one in _last_equals(things)]
    if not numbers(game, card):
        alike = all(one[:-1] == card[:-1] for one in loose)
        return not builds and alike and (len(loose) == 1 or game == "lesotho-casino")
    return any(
        all(build == value for build in builds) and sorted_out(game, loose, value)
        for value in numbers(game, card)
    )


def _last_equals(things: Sequence[str]) -> Iterator[str]:
    """Return builds without their groups: "6=2+4=6@1" is "=6@1"."""
    return ("=" + one.rpartition("=")[2] for one in things if "=" in one)


def takeable(game: str, card: str, things: Sequence[str]) -> list[set[str]]:
    """Return the largest parts of them that the card can take; nothing if it can take none."""
    taken = [
        set(some)
        for size in range(1, len(things) + 1)
        for some in combinations(things, size)
        if can_take(game, card, some)
    ]
    return [some for some in taken if not any(some < other for other in taken)]


def may_be_blamed(game: str, card: str, things: Sequence[str]) -> set[tuple[str, ...]]:
    """Return what may be tapped as the fault of a wrong take: some of what is left over where the
    card takes as much as it can, and the played card as well; the card alone if it can take none of
    it."""
    largest = takeable(game, card, things)
    left = [one for one in things if not largest or any(one not in some for some in largest)]
    some = [one for size in range(len(left)) for one in combinations(left, size + 1)]
    found = {tuple(sorted(one)) for one in some} | {tuple(sorted((*one, card))) for one in some}
    return found if largest else found | {(card,)}
