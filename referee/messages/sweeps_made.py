"""Sentences on sweeps of a game: what each scores, and the last one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..languages import gettext
from ..rules.applied_event import AppliedEvent
from ..rules.games.casino.followed.game_state import BuildGameState as BuildState
from ..rules.games.krypkasino.followed_game import markers_of, set_up_by
from ..rules.games.krypkasino.ruling import Sweep
from ..rules.ruleset import Ruleset
from ..rules.score_items import MARKERS
from ..words import added_text
from .capture_rulings import sweep_text
from .live_table_events import Names

if TYPE_CHECKING:
    from ..services.game_views import GameView


def last_sweep_text(game: GameView, names: Sequence[str]) -> str:
    """Return who swept last and, where sweeps are paid, who set it up (#set-up).

    Empty before the first sweep. ``names`` are in seat order.
    """
    seat, markers = _last_sweep(game)
    if not markers:
        return ""
    facts = {"name": names[seat], "before": names[set_up_by(seat, len(names))]}
    if not game.sheet.rules.sheet.sweeps_are_paid:
        return gettext("%(name)s swept.", **facts)
    if markers > 1:
        return gettext("%(name)s made a double sweep, and %(before)s set it up.", **facts)
    return gettext("%(name)s swept, and %(before)s set it up.", **facts)


def _last_sweep(game: GameView) -> tuple[int, int]:
    """Return the seat that swept last and the face-up cards for that, 0 before the first sweep.

    They are those of the log if the game is followed, else of the sweep counter.
    """
    for event in reversed(game.record.events):
        markers = markers_of_step(event)
        if markers and event.seat is not None:
            return event.seat, markers
    if game.sweeps:
        return game.sweeps[-1].seat, game.sweeps[-1].markers
    return 0, 0


def marker_text(event: AppliedEvent, rules: Ruleset, names: Names) -> str:
    """Return what a sweep scores for each player: "Sweep: Ada +5, Bo −5"; empty without a sweep.

    No points stand there where later sweeps may cancel it, or where it scores none.
    """
    markers = markers_of_step(event)
    if not markers or event.seat is None:
        return ""
    points = rules.sheet.worths[MARKERS] * markers
    if rules.sheet.sweeps_cancel or not points:
        return gettext("Sweep: %(name)s", name=names[event.seat])
    if not rules.sheet.sweeps_are_paid:
        return gettext(
            "%(sweep)s: %(name)s %(points)s",
            sweep=sweep_text(Sweep.SINGLE),
            name=names[event.seat],
            points=added_text(points),
        )
    return gettext(
        "%(sweep)s: %(name)s %(points)s, %(before)s %(lost)s",
        sweep=sweep_text(Sweep.DOUBLE if markers > 1 else Sweep.SINGLE),
        name=names[event.seat],
        points=added_text(points),
        before=names[set_up_by(event.seat, len(names))],
        lost=added_text(-points),
    )


def markers_of_step(event: AppliedEvent) -> int:
    """Return the number of face-up cards that an event earned."""
    if isinstance(event.state, BuildState) and isinstance(event.before, BuildState):
        piles, piles_before = event.state.piles, event.before.piles
        return sum(pile.markers for pile in piles) - sum(pile.markers for pile in piles_before)
    return markers_of(event)
