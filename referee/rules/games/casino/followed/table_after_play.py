"""What a turn makes of the table in a followed game, also where the table let it stand although it
was against the rules (#turn)."""

from __future__ import annotations

from dataclasses import replace

from ....cards import Cards, difference
from ....plays import Capture, MakeBuild, Play, Step, Trail
from ....table_and_builds import Build, Table, Top, divided
from ..judge.build_rules import BuildRules
from ..judge.verdict import Verdict
from .game_state import BuildGameState


def table_after(
    rules: BuildRules, state: BuildGameState, seat: int, play: Play, verdict: Verdict
) -> Table | None:
    """The table after a turn of a seat, on which this is the verdict. None if it is not legal and
    cannot have happened."""
    return let_play_stand(rules, state, seat, play) if verdict.legal is False else verdict.after


def let_play_stand(rules: BuildRules, state: BuildGameState, seat: int, play: Play) -> Table | None:
    """The table after it. A build is the mover's, or his in whose seat it ends. None if something
    does not lie there, or a build could not be taken by any card."""
    table: Table | None = state.lies
    for step in play:
        if table is None:
            return None
        table = _after(rules, state, table, seat, step)
        piles = tuple(pile.less(step.named) for pile in state.piles)
        state = replace(state, piles=piles)  # a card of a pile is there but once
    return table


def _after(
    rules: BuildRules, state: BuildGameState, table: Table, seat: int, step: Step
) -> Table | None:
    match step:
        case Trail(card):
            return table._replace(loose=tuple(sorted((*table.loose, card))))
        case Capture(_, cards, builds, tops):
            return _less(rules, state, table, cards, _named(table, builds), tops)
        case MakeBuild(_, build, tops):
            changed = tuple(one for one in table.builds if set(one.cards) <= set(step.from_table))
            welded = tuple(card for one in changed for card in one.cards)
            loose = difference(step.from_table, welded)
            left = _less(rules, state, table, loose, changed, tops)
            groups = divided(build.cards, build.value, rules.values)
            if left is None or groups is None or not rules.ranks_worth(build.value):
                return None
            owner = seat if build.owner is None else build.owner
            return Table(left.loose, (*left.builds, Build(build.value, groups, owner)))


def _named(table: Table, named: tuple[Build, ...]) -> tuple[Build, ...] | None:
    """The builds of a table with just these cards and values."""
    there = {(one.value, frozenset(one.cards)): one for one in table.builds}
    found = [there.get((one.value, frozenset(one.cards))) for one in named]
    return None if None in found else tuple(one for one in found if one is not None)


def _less(
    rules: BuildRules,
    state: BuildGameState,
    table: Table,
    cards: Cards,
    builds: tuple[Build, ...] | None,
    tops: tuple[Top, ...],
) -> Table | None:
    """The table without these, of which some cards may lie on piles."""
    if builds is None:
        return None
    from_piles = [card for card in cards if card not in table.loose]
    on_piles = [state.pile_of(card) is not None for card in from_piles]
    said = [state.pile_of(top.card) == state.pile_seats[top.seat] for top in tops]
    if not all((*on_piles, *said)) or ((from_piles or tops) and not rules.open_piles):
        return None
    return Table(difference(sorted(table.loose), cards), difference(table.builds, builds))
