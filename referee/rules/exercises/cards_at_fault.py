"""What people may tap who say what a turn fails on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

from ..cards import Card
from ..games.casino.judge.build_rules import BuildRules
from ..games.casino.judge.capture_faults import capture_fault
from ..games.casino.judge.cards_at_fault import cards_at_fault
from ..games.casino.judge.position import Position
from ..games.casino.judge.verdict import Verdict
from ..games.casino.judge.verdict_reasons import Reason
from ..notation import write_card
from ..plays import Capture, Play, Step, Trail
from ..table_and_builds import Build, Top, cards_of, write_build, write_top

_UNFIT = {
    Reason.PICTURE_NO_NUMBER,
    Reason.NO_MATCH,
    Reason.PICTURE_ONE,
    Reason.BUILD_VALUE,
    Reason.BAD_SUM,
}
"""The card does not take all that: some of it, it might."""
_MOST_TAKEN = 8
"""Of more things that are taken nobody tries which of them the card might take."""


class PiecesAtFault(NamedTuple):
    """Of the pieces ``at_fault`` one at least must be tapped; what else is ``involved`` may be,
    too. ``named`` are those at fault that the verdict does not name, or not them alone."""

    at_fault: tuple[str, ...] = ()
    involved: tuple[str, ...] = ()
    named: tuple[str, ...] = ()

    def is_on(self, tapped: Iterable[str]) -> bool:
        """Does it fail on that, and on nothing else?"""
        said = set(tapped)
        at_fault = set(self.at_fault)
        return bool(said & at_fault) and said <= at_fault.union(self.involved)

    @property
    def sets(self) -> list[tuple[str, ...]]:
        """All that may be tapped, each in the order of its texts."""
        pieces = sorted({*self.at_fault, *self.involved})
        some = (one for size in range(len(pieces)) for one in combinations(pieces, size + 1))
        return [one for one in some if self.is_on(one)]

    def among(self, there: Sequence[str]) -> PiecesAtFault:
        """The same of pieces that can be tapped."""
        known = set(there)
        return PiecesAtFault(
            tuple(one for one in self.at_fault if one in known),
            tuple(one for one in self.involved if one in known),
            tuple(one for one in self.named if one in known),
        )


def blame(rules: BuildRules, position: Position, turn: Play, verdict: Verdict) -> PiecesAtFault:
    """What a turn fails on. Of what a card does not take all of, it is what it could not take with
    the rest (#groups); a card that is laid is at fault itself, as is one that could take nothing of
    all that. Else it is what the verdict blames, and whatever the step uses may be tapped with it:
    it is done as a whole."""
    if verdict.legal is not False:
        return PiecesAtFault()
    step = turn[verdict.step] if verdict.step is not None else turn[-1]
    at_fault = pieces_blamed(rules, position, turn, verdict)
    if isinstance(step, Capture) and verdict.reason in _UNFIT:
        card = write_card(step.card)
        unfit = _unfit(rules, position, step) or at_fault
        beside = tuple(one for one in unfit if one != card)
        named = () if set(beside) == set(at_fault) - {card} else beside
        return PiecesAtFault(unfit, (card,), named)
    if isinstance(step, Trail):
        return PiecesAtFault(tuple(dict.fromkeys((*at_fault, write_card(step.card)))))
    return PiecesAtFault(at_fault, _used(position, step))


def pieces_blamed(
    rules: BuildRules, position: Position, turn: Play, verdict: Verdict
) -> tuple[str, ...]:
    """The pieces that a verdict blames."""
    if verdict.legal is not False:
        return ()
    found = cards_at_fault(rules, position, turn, verdict, position.table)
    card = next((step.card for step in turn if step.card is not None), None)
    played = (write_card(card),) if found.played and card is not None else ()
    lying = (*map(write_card, found.loose), *map(write_build, found.builds))
    return (*sorted((*lying, *map(write_top, found.tops))), *played)


def _unfit(rules: BuildRules, position: Position, step: Capture) -> tuple[str, ...]:
    """What is left of a take where as much as possible is taken, in any way; if nothing can be, the
    card is unfit as well. Nothing where that is too much to try."""
    things: list[Card | Build | Top] = [*step.cards, *step.builds, *step.tops]
    if len(things) > _MOST_TAKEN:
        return ()
    everything = frozenset(range(len(things)))
    largest: list[frozenset[int]] = []
    for size in range(len(things), 0, -1):
        for some in map(frozenset, combinations(everything, size)):
            smaller = any(some < one for one in largest)
            if not smaller and _can_take(rules, step.card, [things[one] for one in some]):
                largest.append(some)
    left = frozenset[int]().union(*(everything - one for one in largest)) if largest else everything
    unfit = [_written(position, things[one]) for one in left]
    return (*sorted(unfit), *(() if largest else (write_card(step.card),)))


def _can_take(rules: BuildRules, card: Card, things: Sequence[Card | Build | Top]) -> bool:
    builds = [one for one in things if isinstance(one, Build)]
    tops = [one for one in things if isinstance(one, Top)]
    loose = [one for one in things if isinstance(one, Card)]
    cards = tuple(sorted((*loose, *cards_of(tops))))
    values = rules.values[card.rank] or (0,)
    return any(capture_fault(rules, card, value, cards, builds) is None for value in values)


def _written(position: Position, thing: Card | Build | Top) -> str:
    """A thing as it lies there: a turn need not say on whose pile, nor whose a build is."""
    if isinstance(thing, Top):
        return write_top(thing)
    if isinstance(thing, Build):
        same = (one for one in position.table.builds if set(one.cards) == set(thing.cards))
        return write_build(next(same, thing))
    if thing not in position.table.loose:
        on_piles = (Top(thing, seat) for seat, pile in enumerate(position.piles) if thing in pile)
        return next(map(write_top, on_piles), write_card(thing))
    return write_card(thing)


def _used(position: Position, step: Step) -> tuple[str, ...]:
    """The pieces that a step uses, and the card that is played in it."""
    named = set(step.named)
    table, piles = position.table, enumerate(position.piles)
    loose = [write_card(one) for one in table.loose if one in named]
    builds = [write_build(one) for one in table.builds if named.issuperset(one.cards)]
    tops = [write_top(Top(pile[0], seat)) for seat, pile in piles if pile and pile[0] in named]
    played = () if step.card is None else (write_card(step.card),)
    return (*loose, *builds, *tops, *played)
