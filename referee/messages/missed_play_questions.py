"""Questions of the page on missed plays."""

from __future__ import annotations

from ..languages import gettext
from ..rules.events import Played
from ..rules.exercises.missed_play_exercises import MissedExercise, MissedTask
from ..words import build_number, the_card
from .live_table_events import Names


def nobodys_names(players: int, seat: int) -> list[str]:
    """Return names for players who are not to be named: the player at ``seat`` is the first."""
    return [
        gettext("Player %(number)d", number=(other - seat) % players + 1)
        for other in range(players)
    ]


def asked_text(exercise: MissedExercise, names: Names) -> str:
    """Return the question that is asked about a position."""
    event = exercise.missed.event
    assert isinstance(event.event, Played)
    match exercise.asks:
        case MissedTask.FORCED:
            return gettext("Which card must be played?")
        case MissedTask.TAKE:
            return gettext("What must %(card)s take?", card=the_card(event.event.card))
        case MissedTask.FAILS:
            return gettext("This may not be done. Tap what it fails on.")
        case MissedTask.HELD:
            return _held_question(exercise, names)


def _held_question(exercise: MissedExercise, names: Names) -> str:
    """Return the question which card an owner of a build had to hold."""
    irregularity = exercise.missed.irregularity
    assert irregularity is not None
    assert irregularity.build is not None
    assert irregularity.seat is not None
    return gettext(
        "%(name)s had the build of %(value)s. Which card had to be in the hand?",
        name=names[irregularity.seat],
        value=build_number(irregularity.build.value),
    )
