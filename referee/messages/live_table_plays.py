"""What happened at the live table, entry by entry, as it is said in each kind of game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch

from ..languages import gettext
from ..rules.cards import Cards
from ..rules.events import AppliedEvent, Dealt, Event, Played, State, TableShown, TopRevealed
from ..rules.games.casino.followed.followed_game import BuildGameEngine
from ..rules.games.casino.followed.game_state import build_game_state
from ..rules.games.krypkasino.capture_options import divided
from ..rules.games.krypkasino.followed_game import CaptureGameEngine, CaptureState
from ..rules.plays import CardOnly, Play
from ..rules.ruleset import Ruleset
from ..words import and_, card_text, cards_text, taken_text
from .live_table_build_plays import build_play_text, group_text, whose_build_text, whose_pile

Names = Sequence[str]


@singledispatch
def play_text(_live: object, _state: State, played: Played, _seat: int, _names: Names) -> str:
    """A play without its player, as it is said in this kind of game: "8♥ creeps"."""
    card = card_text(played.card)
    if not played.captured:
        return gettext("%(card)s creeps", card=card)
    return gettext("%(card)s takes %(cards)s", card=card, cards=cards_text(played.captured))


@play_text.register
def _(live: CaptureGameEngine, _state: State, played: Played, _seat: int, _names: Names) -> str:
    """ "8♥ takes 8♠ and 3♦ + 5♣"."""
    card = card_text(played.card)
    if not played.captured:
        return gettext("%(card)s creeps", card=card)
    groups = divided(live.rules, played.card, played.captured)
    return gettext("%(card)s takes %(cards)s", card=card, cards=and_(map(group_text, groups)))


@play_text.register
def _(live: BuildGameEngine, state: State, played: Played, seat: int, names: Names) -> str:
    """ "takes 8♠ with 8♥"."""
    if isinstance(played.turn, CardOnly):
        return gettext("plays %(card)s", card=taken_text([played.card]))
    return build_play_text(live, build_game_state(state), played.turn, seat, names)


@singledispatch
def _told(_live: object, play: str, name: str) -> str:
    """A play with its player: "Ada: 8♥ takes 8♠"."""
    return gettext("%(name)s: %(play)s", name=name, play=play)


@_told.register
def _(_live: BuildGameEngine, play: str, name: str) -> str:
    """ "Ada takes 8♠ with 8♥"."""
    return gettext("%(name)s %(does)s", name=name, does=play)


def played_text(live: object, state: State, played: Played, seat: int, names: Names) -> str:
    """A play with its player, in the game as it was before: "Ada takes 8♠ with 8♥"."""
    return _told(live, play_text(live, state, played, seat, names), names[seat])


def begun_text(live: BuildGameEngine, state: State, turn: Play, names: Names) -> str:
    """What a turn has begun with: "Ada builds 8 of 6♥ and 2♣ from the table"."""
    state = build_game_state(state)
    assert state.turn is not None  # somebody plays
    return _told(live, build_play_text(live, state, turn, state.turn, names), names[state.turn])


def step_text(step: AppliedEvent, rules: Ruleset, names: Names) -> str:
    """An entry that stands: "Anna: 8♥ takes 8♠"."""
    if isinstance(step.entry, Played):
        assert step.seat is not None  # somebody played
        assert step.before is not None
        return played_text(rules.live, step.before, step.entry, step.seat, names)
    told = table_told(step.entry, step.state, names)
    cards = aside(step.state)
    if not isinstance(step.entry, Dealt) or not cards:
        return told
    return gettext("%(dealt)s. Set aside: %(cards)s", dealt=told, cards=cards_text(cards))


def then_text(step: AppliedEvent, rules: Ruleset, names: Names) -> str:
    """What came after a play that was forgotten, each by the player whose turn it then was."""
    before = step.before
    if not isinstance(step.entry, Played) or before is None or before.turn is None:
        return step_text(step, rules, names)
    if not isinstance(rules.live, BuildGameEngine):
        return play_text(rules.live, before, step.entry, before.turn, names)
    then = rules.live.passed(build_game_state(before), before.turn).turn
    seat = before.turn if then is None else then
    return played_text(rules.live, before, step.entry, seat, names)


def aside(state: State | None) -> Cards:
    """The cards that left the table after a deal, in games that have them."""
    return state.set_aside if isinstance(state, CaptureState) else ()


def table_told(entry: Event, state: State | None, names: Names) -> str:
    assert not isinstance(entry, Played)
    match entry:
        case Dealt(table):
            told = cards_text(table) or gettext("nothing")
            return gettext("Dealt to the table: %(cards)s", cards=told)
        case TopRevealed(top):
            owner = whose_pile(build_game_state(state), top.seat, names)
            return gettext(
                "%(card)s is on top of %(name)s’s pile", card=card_text(top.card), name=owner
            )
        case TableShown(table, builds):
            items = [*map(card_text, table), *(whose_build_text(one, names) for one in builds)]
            told = and_(items) if items else gettext("nothing")
            return gettext("The table shows: %(cards)s", cards=told)
