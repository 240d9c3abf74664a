"""Pieces at fault in a play with builds: what an answer may tap as that on which it fails."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

from ..cards import Card, Cards
from ..games.casino.judge.blame import cards_at_fault
from ..games.casino.judge.judge import capture_fault
from ..games.casino.judge.play_rules import BuildRules
from ..games.casino.judge.position import Position
from ..games.casino.judge.verdict import Reason, Verdict
from ..games.casino.question import BuildQuestion
from ..notation import write_build, write_card, write_top
from ..plays import Build, Capture, Play, Step, Table, Top, Trail, cards_of

_UNFIT = {
    Reason.PICTURE_NO_NUMBER,
    Reason.NO_MATCH,
    Reason.PICTURE_ONE,
    Reason.BUILD_VALUE,
    Reason.BAD_SUM,
}
"""The card does not take all that: some of it, it might."""
_MOST_TAKEN = 8
"""The largest number of captured things of which all parts are tried."""


class PiecesAtFault(NamedTuple):
    """The pieces of which an answer must tap at least one (``at_fault``), and those that it may tap
    as well (``involved``). ``named`` are those at fault that the verdict does not name, or not
    alone."""

    at_fault: tuple[str, ...] = ()
    involved: tuple[str, ...] = ()
    named: tuple[str, ...] = ()

    def is_on(self, tapped: Iterable[str]) -> bool:
        """Return whether the tapped pieces include one at fault, and none that is not involved."""
        selected = set(tapped)
        at_fault = set(self.at_fault)
        return bool(selected & at_fault) and selected <= at_fault.union(self.involved)

    def among(self, available: Sequence[str]) -> PiecesAtFault:
        """Return the pieces at fault, limited to those that can be tapped."""
        available_set = set(available)
        return PiecesAtFault(
            tuple(piece for piece in self.at_fault if piece in available_set),
            tuple(piece for piece in self.involved if piece in available_set),
            tuple(piece for piece in self.named if piece in available_set),
        )


def blame(rules: BuildRules, position: Position, play: Play, verdict: Verdict) -> PiecesAtFault:
    """Return the pieces at fault in a play; none if it is legal.

    In a capture of too much these are the pieces that could not be captured with the rest
    (#groups), and the card itself if it could capture none. A trailed card is at fault itself.
    Otherwise they are the pieces that the verdict blames, and all other pieces of the step may be
    tapped with them.
    """
    if verdict.legal is not False:
        return PiecesAtFault()
    step = play[verdict.step] if verdict.step is not None else play[-1]
    at_fault = pieces_blamed(rules, position, play, verdict)
    if isinstance(step, Capture) and verdict.reason in _UNFIT:
        card = write_card(step.card)
        unfit = _unfit(rules, position, step) or at_fault
        beside = tuple(piece for piece in unfit if piece != card)
        named = () if set(beside) == set(at_fault) - {card} else beside
        return PiecesAtFault(unfit, (card,), named)
    if isinstance(step, Trail):
        return PiecesAtFault(tuple(dict.fromkeys((*at_fault, write_card(step.card)))))
    return PiecesAtFault(at_fault, _used(position, step))


def pieces_blamed(
    rules: BuildRules, position: Position, play: Play, verdict: Verdict
) -> tuple[str, ...]:
    """Return the texts of the pieces that a verdict blames."""
    if verdict.legal is not False:
        return ()
    fault = cards_at_fault(rules, position, play, verdict, position.table)
    card = next((step.card for step in play if step.card is not None), None)
    played = (write_card(card),) if fault.played and card is not None else ()
    lying = (*map(write_card, fault.loose), *map(write_build, fault.builds))
    return (*sorted((*lying, *map(write_top, fault.tops))), *played)


def _unfit(rules: BuildRules, position: Position, step: Capture) -> tuple[str, ...]:
    """Return the pieces of a capture that are left over by any of its largest legal parts, and the
    card itself if no part is legal; none if there are too many pieces to try."""
    things: list[Card | Build | Top] = [*step.cards, *step.builds, *step.tops]
    if len(things) > _MOST_TAKEN:
        return ()
    everything = frozenset(range(len(things)))
    largest: list[frozenset[int]] = []
    for size in range(len(things), 0, -1):
        for chosen in map(frozenset, combinations(everything, size)):
            smaller = any(chosen < earlier for earlier in largest)
            if not smaller and _can_take(rules, step.card, [things[index] for index in chosen]):
                largest.append(chosen)
    untaken = (
        frozenset[int]().union(*(everything - indices for indices in largest))
        if largest
        else everything
    )
    unfit = [_written(position, things[index]) for index in untaken]
    return (*sorted(unfit), *(() if largest else (write_card(step.card),)))


def _can_take(rules: BuildRules, card: Card, things: Sequence[Card | Build | Top]) -> bool:
    builds = [thing for thing in things if isinstance(thing, Build)]
    tops = [thing for thing in things if isinstance(thing, Top)]
    loose = [thing for thing in things if isinstance(thing, Card)]
    cards = tuple(sorted((*loose, *cards_of(tops))))
    values = rules.hand_values(card) or (0,)
    return any(capture_fault(rules, card, value, cards, builds) is None for value in values)


def _written(position: Position, thing: Card | Build | Top) -> str:
    """Return the text of a thing as it lies there, with its pile or owner, which a play may leave
    out."""
    if isinstance(thing, Top):
        return write_top(thing)
    if isinstance(thing, Build):
        same_builds = (
            build for build in position.table.builds if set(build.cards) == set(thing.cards)
        )
        return write_build(next(same_builds, thing))
    if thing not in position.table.loose:
        on_piles = (Top(thing, seat) for seat, pile in enumerate(position.piles) if thing in pile)
        return next(map(write_top, on_piles), write_card(thing))
    return write_card(thing)


def _used(position: Position, step: Step) -> tuple[str, ...]:
    named = set(step.named)
    table, piles = position.table, enumerate(position.piles)
    loose = [write_card(item) for item in table.loose if item in named]
    builds = [write_build(item) for item in table.builds if named.issuperset(item.cards)]
    tops = [write_top(Top(pile[0], seat)) for seat, pile in piles if pile and pile[0] in named]
    played = () if step.card is None else (write_card(step.card),)
    return (*loose, *builds, *tops, *played)


def lying(table: Table) -> tuple[str, ...]:
    """Return the texts of all loose cards and builds on a table."""
    return (*map(write_card, table.loose), *map(write_build, table.builds))


def tops_of(question: BuildQuestion) -> tuple[str, ...]:
    """Return the texts of the known tops of the piles of others."""
    own = question.position.pile_seat
    piles = enumerate(question.piles)
    return tuple(write_top(Top(pile[0], seat)) for seat, pile in piles if pile and seat != own)


def written_pieces(
    loose: Cards, builds: tuple[Build, ...], tops: tuple[Top, ...]
) -> tuple[str, ...]:
    """Return the texts of loose cards, builds and tops, sorted."""
    return tuple(sorted((*lying(Table(loose, builds)), *map(write_top, tops))))
