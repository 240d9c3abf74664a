"""Cards on top of open piles as parts of builds (#tops)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from ...cards import Card, Cards, without
from .building import BuildRules
from .table import Top

Chains = tuple[Cards, ...]
"""The cards that are used of each pile, from its top down."""


def chains(piles: Sequence[Cards], tops: Iterable[Top]) -> Chains | None:
    """Used cards by pile; None if one of them lies below a card that is not used."""
    used = [[top.card for top in tops if top.seat == seat] for seat in range(len(piles))]
    for pile, cards in zip(piles, used, strict=True):
        if sorted(cards) != sorted(pile[: len(cards)]):
            return None
    return tuple(pile[: len(cards)] for pile, cards in zip(piles, used, strict=True) if cards)


def divides_in_turn(
    rules: BuildRules,
    value: int,
    cards: Cards,
    tops: Chains,
    *,
    base: Cards | None = None,
    beside: tuple[int, ...] = (),
) -> bool:
    """Can cards and tops be divided into groups of a value, made one after the other, so that a
    card of a pile is there once those above it are in a finished group? With ``base``, one of
    these cards must be in a group without a top: that is the build that tops are added to.
    ``beside`` are numbers that stand in such groups too."""
    if not any(tops):
        based = base is None or bool(set(base) & set(cards))
        return based and rules.divides(value, cards, beside)
    return any(
        divides_in_turn(rules, value, without(cards, group), rest, base=base, beside=beside)
        for group, rest in _next_groups(rules, value, cards, tops)
    )


def _next_groups(
    rules: BuildRules, value: int, cards: Cards, tops: Chains
) -> Iterator[tuple[Cards, Chains]]:
    """Each group that can be made next with tops: its cards that are none, and the piles then."""
    open_piles = [at for at, pile in enumerate(tops) if pile]
    for number in range(1, len(open_piles) + 1):
        for chosen in combinations(open_piles, number):
            joined = tuple(tops[at][0] for at in chosen)
            rest = tuple(pile[at in chosen :] for at, pile in enumerate(tops))
            for group in groups_with(rules, value, cards, joined):
                yield group, rest


def groups_with(rules: BuildRules, value: int, cards: Cards, tops: Cards) -> Iterator[Cards]:
    """The cards that make a group of a value together with these, of each rank the first."""
    if not all(map(rules.has_number, tops)):
        return
    if len(tops) == 1 and value in rules.values[tops[0].rank][1:]:
        yield ()
    rest = value - sum(rules.values[card.rank][0] for card in tops)
    if rest >= 0:
        numbered = [card for card in cards if rules.has_number(card)]
        yield from dict.fromkeys(_making(rules, numbered, rest))


def _making(rules: BuildRules, cards: Sequence[Card], rest: int) -> Iterator[Cards]:
    if rest == 0:
        yield ()
        return
    tried = set()
    for at, card in enumerate(cards):
        number = rules.values[card.rank][0]
        if number > rest or card.rank in tried:
            continue
        tried.add(card.rank)
        for others in _making(rules, cards[at + 1 :], rest - number):
            yield (card, *others)
