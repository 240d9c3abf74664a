"""The points of each side so far, in a game that is being followed."""

from __future__ import annotations

from collections.abc import Sequence

from ..languages import gettext
from ..rules.games.krypkasino.followed_game import CaptureState
from ..rules.log.record import Record
from ..rules.scoring import score
from ..words import signed
from .live_table_events import Names


def so_far_text(points: Sequence[int], sides: Sequence[int], names: Sequence[str]) -> str:
    """Return the points of each side, added up from those of each seat.

    "Points so far: Ada & Cia 2, Bo & Dan 0"
    """
    texts = []
    for side in sorted(set(sides)):
        seats = [seat for seat, seat_side in enumerate(sides) if seat_side == side]
        name = " & ".join(names[seat] for seat in seats)
        texts.append(f"{name} {signed(sum(points[seat] for seat in seats))}")
    return gettext("Points so far: %(points)s", points=", ".join(texts))


def captured_text(record: Record, names: Names) -> str:
    """Return the points of each side so far, in games without builds.

    Empty before the first capture, and where the log is not sure of every card.
    """
    state = record.state
    if not isinstance(state, CaptureState) or state.turn is None or not record.is_certain:
        return ""
    if not any(pile.cards for pile in state.piles):
        return ""
    scores = score(record.rules, record.rows, record.teams).scores
    sides = record.rules.seating.side_of_each(record.players, record.teams)
    return so_far_text([side_score.total for side_score in scores], sides, names)
