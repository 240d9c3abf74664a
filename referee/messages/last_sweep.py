"""Sentences on the last sweep of a game: who made it, and who set it up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..languages import gettext
from ..rules.games.krypkasino.followed_game import set_up_by
from .live_table_events import markers_of_step

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
