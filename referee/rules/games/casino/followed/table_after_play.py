"""The table after a play of a followed game, also after an illegal one that was let stand
(#turn)."""

from __future__ import annotations

from dataclasses import replace

from ....cards import Cards, difference
from ....division_into_sums import divide_cards
from ....plays import Capture, MakeBuild, Play, Step, Trail
from ....table_and_builds import Build, Table, Top
from ..judge.play_rules_base import BuildRules
from ..judge.verdict import Verdict
from .game_state import BuildGameState


def table_after(
    rules: BuildRules, state: BuildGameState, seat: int, play: Play, verdict: Verdict
) -> Table | None:
    """Return the table after a play of a seat with this verdict; None if the play is illegal and
    cannot have happened."""
    return let_play_stand(rules, state, seat, play) if verdict.legal is False else verdict.after


def let_play_stand(rules: BuildRules, state: BuildGameState, seat: int, play: Play) -> Table | None:
    """Return the table after a play, legal or not. The mover owns a build unless the play names
    another seat. None if something does not lie there, or if no card could capture a build."""
    table: Table | None = state.full_table
    for step in play:
        if table is None:
            return None
        table = _after_step(rules, state, table, seat, step)
        piles = tuple(pile.without(step.named) for pile in state.piles)
        state = replace(state, piles=piles)  # a card of a pile can be used once
    return table


def _after_step(
    rules: BuildRules, state: BuildGameState, table: Table, seat: int, step: Step
) -> Table | None:
    """Return the table after a step; None if it cannot have happened."""
    match step:
        case Trail(card):
            return table._replace(loose=tuple(sorted((*table.loose, card))))
        case Capture(_, cards, builds, tops):
            return _without(rules, state, table, cards, _builds_named(table, builds), tops)
        case MakeBuild(_, build, tops):
            joined = tuple(
                other for other in table.builds if set(other.cards) <= set(step.from_table)
            )
            build_cards = tuple(card for other in joined for card in other.cards)
            loose = difference(step.from_table, build_cards)
            rest = _without(rules, state, table, loose, joined, tops)
            groups = (
                divide_cards(build.cards, build.value, rules.values) if rules.makes_builds else None
            )
            if rest is None or groups is None or not rules.ranks_worth(build.value):
                return None
            owner = seat if build.owner is None else build.owner
            return Table(rest.loose, (*rest.builds, Build(build.value, groups, owner)))


def _builds_named(table: Table, named: tuple[Build, ...]) -> tuple[Build, ...] | None:
    """Return the builds of a table with just these cards and values; None if one does not lie
    there."""
    by_cards = {(build.value, frozenset(build.cards)): build for build in table.builds}
    builds = [by_cards.get((build.value, frozenset(build.cards))) for build in named]
    return None if None in builds else tuple(build for build in builds if build is not None)


def _without(
    rules: BuildRules,
    state: BuildGameState,
    table: Table,
    cards: Cards,
    builds: tuple[Build, ...] | None,
    tops: tuple[Top, ...],
) -> Table | None:
    """Return the table without these cards, builds and tops, of which some cards may lie on piles;
    None if they do not lie there."""
    if builds is None:
        return None
    from_piles = [card for card in cards if card not in table.loose]
    lie_on_piles = [state.pile_of(card) is not None for card in from_piles]
    tops_lie = [state.pile_of(top.card) == state.pile_seats[top.seat] for top in tops]
    if not all((*lie_on_piles, *tops_lie)) or ((from_piles or tops) and not rules.open_piles):
        return None
    return Table(difference(sorted(table.loose), cards), difference(table.builds, builds))
