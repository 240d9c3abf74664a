"""The effects of plays at a place in a game: what they take, and what they leave to the next."""

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from functools import singledispatch

from ..cards import Card, Cards, Rank
from ..games.krypkasino.captures import capture_rules
from ..games.krypkasino.followed_game import CaptureGameEngine, capture_state, sweeps_for
from ..log.record import Record
from ..plays import Capture, Play, Played
from ..ruleset import AppliedEvent, GameEngine, Ruleset, State
from ..score_items import PointsForMost


class Aspect(StrEnum):
    """Aspects of its effect in which a play can be better than another."""

    POINTS = "points"
    CARDS = "cards"
    SWEEP = "sweep"
    LEFT = "left"
    """Fewer cards can sweep the table that it leaves."""


@dataclass(frozen=True)
class PlayEffect:
    """The effect of a play.

    ``card`` is the one from the hand. ``taken`` are the captured cards with those that captured
    them, ``points`` what these score by themselves, and ``cards`` their number, 0 in games in which
    it scores nothing. ``markers`` are the face-up cards for a sweep.
    ``sweeping`` are the ranks that can sweep the table next, of which so many cards as ``sweepers``
    were not shown yet; None where the rules do not list them, or where nobody plays next.
    ``swept_by`` is the seat that did sweep it next; None for nobody, and for a play that was not
    made.
    """

    card: Card
    taken: Cards
    points: int
    cards: int
    markers: int
    sweeping: tuple[Rank, ...] | None
    sweepers: int
    swept_by: int | None = None


def effect_of(record: Record, index: int, play: Play) -> PlayEffect:
    """Return the effect of a play in place of the event at an index, or of that event's own."""
    applied = record.events[index]
    assert applied.before is not None
    assert applied.seat is not None  # somebody played
    engine, before, seat = record.engine, applied.before, applied.seat
    is_own = isinstance(applied.event, Played) and applied.event.play == play
    played = applied.event if is_own else Played(play)
    assert isinstance(played, Played)
    state = applied.state if is_own else engine.play(before, played, seat).state
    event = AppliedEvent(applied.seq, played, before, state, seat)
    taken, sheet = _taken(play), record.rules.sheet
    unshown = _unshown(record.rules, state)
    sweeping = _sweeping(engine, record.rules, state)
    by_number = any(isinstance(item, PointsForMost) for item in sheet.items)
    return PlayEffect(
        card=played.card,
        taken=taken,
        points=sum(sheet.card_worths[card] for card in taken),
        cards=len(taken) if by_number else 0,
        markers=engine.markers_of(event),
        sweeping=sweeping and tuple(rank for rank in sweeping if unshown[rank]),
        sweepers=sum(unshown[rank] for rank in sweeping or ()),
        swept_by=_swept_by(record, index) if is_own else None,
    )


def _taken(play: Play) -> Cards:
    return tuple(card for step in play if isinstance(step, Capture) for card in step.named)


def _swept_by(record: Record, index: int) -> int | None:
    """Return the seat that swept with the play after an event, in the same deal."""
    following = record.events[index + 1 :][:1]
    for event in following:
        if event.before and event.before.deal == record.events[index].state.deal:
            return event.seat if record.engine.markers_of(event) else None
    return None


@singledispatch
def _sweeping(_engine: GameEngine, _rules: Ruleset, _after: State) -> tuple[Rank, ...] | None:
    """Return the ranks that sweep the table after a play, by the kind of game."""
    return None


@_sweeping.register
def _(_engine: CaptureGameEngine, rules: Ruleset, after: State) -> tuple[Rank, ...] | None:
    if after.turn is None:
        return None
    return tuple(sweeps_for(capture_rules(rules), capture_state(after)))


def _unshown(rules: Ruleset, state: State) -> Counter[Rank]:
    """Return how many cards of each rank were not shown yet."""
    deck = rules.deck
    cards = Counter(card.rank for card in deck.faces * deck.copies)
    return cards - Counter(card.rank for card in state.shown)


def advantages(rules: Ruleset, made: PlayEffect, better: PlayEffect) -> list[Aspect]:
    """Return the aspects in which a better play is better at once than the one that was made."""
    fewer_points, same_points = better.points < made.points, better.points == made.points
    aspects = {
        Aspect.POINTS: not same_points and fewer_points is rules.session.lowest_wins,
        Aspect.CARDS: same_points and better.cards > made.cards,
        Aspect.SWEEP: better.markers > made.markers,
        Aspect.LEFT: better.sweepers < made.sweepers and better.sweeping != made.sweeping,
    }
    return [aspect for aspect, is_better in aspects.items() if is_better]
