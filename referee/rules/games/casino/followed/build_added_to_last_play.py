"""Builds of table cards that a player adds to the last play, after its card was entered (#turn)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from ....applied_event import AppliedEvent
from ....events import Played, TopRevealed
from ....plays import CardOnly, Play, with_mover_as_owner
from ....question_field_readers import NotInThisGame
from ....seating import check_seat
from ....table_and_builds import Selection, cards_of
from ..judge.verdict import Verdict
from ..options.turn_context import TurnContext
from .followed_game import BuildGameEngine
from .game_state import BuildGameState, build_game_state
from .play_choices import Choices, choices_of
from .position_before_play import position_with_assumed_tops


class LastPlay(NamedTuple):
    """The last play that stands: its seat, the state before it, and the verdict on it."""

    seq: int
    played: Played
    play: Play
    seat: int
    before: BuildGameState
    verdict: Verdict


def last_play(steps: Sequence[AppliedEvent]) -> LastPlay | None:
    """Return the play that its player may still complete. None once the table was corrected or the
    game is over, or if the play was illegal and let stand."""
    last = next((step for step in reversed(steps) if not isinstance(step.event, TopRevealed)), None)
    if last is None or last.seat is None or last.verdict is None or last.verdict.legal is False:
        return None
    if build_game_state(steps[-1].state).turn is None:
        return None
    assert isinstance(last.event, Played)
    assert not isinstance(last.event.play, CardOnly)
    play = with_mover_as_owner(last.event.play, last.seat)
    assert isinstance(last.verdict, Verdict)
    return LastPlay(
        last.seq, last.event, play, last.seat, build_game_state(last.before), last.verdict
    )


def added(
    engine: BuildGameEngine, steps: Sequence[AppliedEvent], used: Selection
) -> tuple[LastPlay, Choices]:
    """Return the last play, and the plays that it can be with one more step that uses just these
    cards and builds of the table which it left; the choices are empty if they make nothing.

    Raises :class:`~referee.rules.question_field_readers.NotInThisGame` where no play can be
    completed, and :class:`~referee.rules.seating.NoSuchSeat`.
    """
    last = last_play(steps) if engine.rules.makes_alone else None
    if last is None:
        raise NotInThisGame
    for top in used.tops:
        check_seat(top.seat, last.before.players)
    named = chain(*(step.named for step in last.play), cards_of(used.tops))
    context = TurnContext.at(
        engine.rules, position_with_assumed_tops(engine.rules, last.before, last.seat, named)
    )
    verdict = context.judge(*last.play)
    if verdict.legal is False:
        return last, Choices(last.played.card, ())
    choices = choices_of(context.after(last.play, verdict), None, used)
    return last, choices._replace(card=last.played.card)
