"""Demands on the last play of a followed game: that it is completed (#insist)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ....applied_event import AppliedEvent
from ....play_notation import write_items, write_settled_play, write_step, write_without_owner
from ....plays import Capture, CardOnly, Play, with_mover_as_owner
from ..judge.demand_type import Demand
from ..options.plays_meeting_demand import completions
from .build_added_to_last_play import last_play
from .followed_game import BuildGameEngine
from .game_state import build_game_state, dead_values


class DemandedPlay(NamedTuple):
    """A demand, and the whole play that would have met it. ``text`` has the play in the order in
    which it is entered: what was missing comes at the end of its capture."""

    demand: Demand
    play: Play
    text: str


def demanded_plays(
    engine: BuildGameEngine, steps: Sequence[AppliedEvent]
) -> tuple[DemandedPlay, ...]:
    """Return what may be insisted on of the last play that stands, by the tops that are known so
    far. Empty once another seat has played, the table was corrected, or the game is over."""
    last = last_play(steps)
    if last is None or not engine.rules.insists:
        return ()
    state, before, seat = build_game_state(steps[-1].state), last.before, last.seat
    assert not isinstance(last.played.play, CardOnly)
    entered, end = last.played.play, last.verdict.end
    assert end is not None  # a legal play has an end
    piles = tuple(pile.known for pile in state.piles)
    dead = dead_values(engine.rules, state)
    result = []
    for demand in engine.rules.demands(end._replace(piles=piles)):
        if demand.build is not None and demand.build.value in dead:
            continue
        options = completions(engine.rules, entered, demand)
        legal = (
            option
            for option in options
            if engine.judge(before, seat, with_mover_as_owner(option, seat)).legal is not False
        )
        whole = next(legal, options[0])
        result.append(DemandedPlay(demand, whole, _play_text(entered, demand, whole)))
    return tuple(result)


def _play_text(play: Play, demand: Demand, whole: Play) -> str:
    """Return a play as text, with what is added to a capture after what it took."""
    missing = [*write_items(demand.loose, demand.tops), *map(write_without_owner, demand.builds)]
    are_captures = [isinstance(step, Capture) for step in play]
    if demand.build is not None or not any(are_captures):
        return write_settled_play(whole)
    return " / ".join(
        " ".join([write_step(step), *(missing if is_capture else ())])
        for step, is_capture in zip(play, are_captures, strict=True)
    )
