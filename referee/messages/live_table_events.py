"""Events of a followed game as texts, in the words of each kind of game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch

from ..languages import gettext
from ..rules.applied_event import AppliedEvent
from ..rules.cards import Cards
from ..rules.events import Dealt, Event, Played, TableShown, TopRevealed
from ..rules.game_state_interface import State
from ..rules.games.casino.followed.followed_game import BuildGameEngine
from ..rules.games.casino.followed.game_state import BuildGameState, build_game_state
from ..rules.games.krypkasino.capture_options import divided
from ..rules.games.krypkasino.followed_game import (
    CaptureGameEngine,
    CaptureState,
    markers_of,
    set_up_by,
)
from ..rules.games.krypkasino.ruling import Sweep
from ..rules.log.effective_entries import Timeline
from ..rules.log.entries import Agreed, Insert, Replace
from ..rules.plays import CardOnly, Play
from ..rules.ruleset import Ruleset
from ..rules.score_items import MARKERS
from ..words import added_text, and_, card_text, cards_text, taken_text
from .build_and_pile_owners import whose_build_text, whose_pile
from .build_names import set_text
from .capture_rulings import sweep_text
from .live_table_build_game_plays import build_play_text

Names = Sequence[str]


@singledispatch
def play_text(_engine: object, _state: State, played: Played, _seat: int, _names: Names) -> str:
    """Return a play without its player, by the engine of the game: "8♥ creeps"."""
    card = card_text(played.card)
    if not played.captured:
        return gettext("%(card)s creeps", card=card)
    return gettext("%(card)s takes %(cards)s", card=card, cards=cards_text(played.captured))


@play_text.register
def _(engine: CaptureGameEngine, _state: State, played: Played, _seat: int, _names: Names) -> str:
    """Return a play of a capture game, the captured cards in sets: "8♥ takes 8♠ and 3♦ + 5♣"."""
    card = card_text(played.card)
    if not played.captured:
        return gettext("%(card)s creeps", card=card)
    groups = divided(engine.rules, played.card, played.captured)
    return gettext("%(card)s takes %(cards)s", card=card, cards=and_(map(set_text, groups)))


@play_text.register
def _(engine: BuildGameEngine, state: State, played: Played, seat: int, names: Names) -> str:
    """Return a play of a game with builds: "takes 8♠ with 8♥"."""
    if isinstance(played.play, CardOnly):
        return gettext("plays %(card)s", card=taken_text([played.card]))
    return build_play_text(engine, build_game_state(state), played.play, seat, names)


@singledispatch
def _with_name(_engine: object, play: str, name: str) -> str:
    """Return a play with its player, by the engine of the game: "Ada: 8♥ takes 8♠"."""
    return gettext("%(name)s: %(play)s", name=name, play=play)


@_with_name.register
def _(_engine: BuildGameEngine, play: str, name: str) -> str:
    """Return a play of a game with builds with its player: "Ada takes 8♠ with 8♥"."""
    return gettext("%(name)s %(does)s", name=name, does=play)


def played_text(engine: object, state: State, played: Played, seat: int, names: Names) -> str:
    """Return a play with its player; ``state`` is the one before the play: "Ada takes 8♠ with
    8♥"."""
    return _with_name(engine, play_text(engine, state, played, seat, names), names[seat])


def begun_text(engine: BuildGameEngine, state: State, play: Play, names: Names) -> str:
    """Return the steps of a play that is not complete: "Ada builds 8 of 6♥ and 2♣ from the
    table"."""
    state = build_game_state(state)
    assert state.turn is not None  # somebody plays
    return _with_name(
        engine, build_play_text(engine, state, play, state.turn, names), names[state.turn]
    )


def step_text(event: AppliedEvent, rules: Ruleset, names: Names) -> str:
    """Return an applied event: "Anna: 8♥ takes 8♠"."""
    if isinstance(event.event, Played):
        assert event.seat is not None  # somebody played
        assert event.before is not None
        return played_text(rules.engine, event.before, event.event, event.seat, names)
    text = table_event_text(event.event, event.state, names)
    cards = aside(event.state)
    if not isinstance(event.event, Dealt) or not cards:
        return text
    return gettext("%(dealt)s. Set aside: %(cards)s", dealt=text, cards=cards_text(cards))


def then_text(event: AppliedEvent, rules: Ruleset, names: Names) -> str:
    """Return an event after a forgotten play, by the player whose turn it then was."""
    before = event.before
    if not isinstance(event.event, Played) or before is None or before.turn is None:
        return step_text(event, rules, names)
    if not isinstance(rules.engine, BuildGameEngine):
        return play_text(rules.engine, before, event.event, before.turn, names)
    next_seat = rules.engine.pass_unknown_card(build_game_state(before), before.turn).turn
    seat = before.turn if next_seat is None else next_seat
    return played_text(rules.engine, before, event.event, seat, names)


def aside(state: State | None) -> Cards:
    """Return the cards that were set aside so far; empty in games where none are."""
    return state.set_aside if isinstance(state, CaptureState) else ()


def table_event_text(entry: Event, state: State | None, names: Names) -> str:
    """Return an event that is no play: cards dealt, a top revealed, or a table shown."""
    assert not isinstance(entry, Played)
    match entry:
        case Dealt(table):
            cards = cards_text(table) or gettext("nothing")
            return gettext("Dealt to the table: %(cards)s", cards=cards)
        case TopRevealed(top):
            owner = whose_pile(build_game_state(state), top.seat, names)
            return gettext(
                "%(card)s is on top of %(name)s’s pile", card=card_text(top.card), name=owner
            )
        case TableShown(table, builds):
            items = [*map(card_text, table), *(whose_build_text(build, names) for build in builds)]
            cards = and_(items) if items else gettext("nothing")
            return gettext("The table shows: %(cards)s", cards=cards)


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
    if isinstance(event.state, BuildGameState) and isinstance(event.before, BuildGameState):
        piles, piles_before = event.state.piles, event.before.piles
        return sum(pile.markers for pile in piles) - sum(pile.markers for pile in piles_before)
    return markers_of(event)


def undo_text(timeline: Timeline) -> str:
    """Return the words of the key that takes the latest entry back: "Undo", and what it is if that
    is no play."""
    match timeline.latest_entry:
        case Agreed():
            return gettext("Undo: agreement")
        case Replace() | Insert():
            return gettext("Undo: correction")
        case _:
            return gettext("Undo")
