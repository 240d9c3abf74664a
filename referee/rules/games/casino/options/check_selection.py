"""The result of a selection: the plays that it makes or, without one, its faults."""

from __future__ import annotations

from typing import NamedTuple

from ....cards import Card
from ....plays import Capture
from ....table_and_builds import Table, Top
from .plays_of_selection import PlayedSelection, SelectionOption, is_possible_play
from .selection_faults import FaultySelection, faults_of, forbidden
from .turn_context import TurnContext


class SelectionResult(NamedTuple):
    """Plays that selected cards can make; if there are none, the causes."""

    ways: tuple[SelectionOption, ...]
    hindered: tuple[FaultySelection, ...] = ()


def check_selection(
    context: TurnContext, card: Card | None, pointed: Table, tops: tuple[Top, ...]
) -> SelectionResult:
    """Return the plays of selected cards with the played ``card`` and, where a play may have such
    steps, without it: with the selected builds or, if there are none, alone and with each build
    that lies there."""
    chosen = PlayedSelection(context, card, pointed.loose, tops, pointed.builds)
    ways = chosen.ways()
    possible = tuple(filter(is_possible_play, ways))
    if possible:
        return SelectionResult(possible)
    if ways:
        verdict = max((option.verdict for option in ways), key=lambda verdict: verdict.reason.order)
        return SelectionResult((), (forbidden(verdict),))
    if card is not None and not context.rules.makes_builds:
        return SelectionResult((), (forbidden(context.judge(Capture(card, pointed.loose))),))
    return SelectionResult((), tuple(faults_of(chosen)))
