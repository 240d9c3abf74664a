"""Effects of events on a followed game: each event applied after others.

An event that does not fit, because an earlier one was replaced, is applied as far as possible and
listed as an irregularity.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from ..cards import Card, Impossible, TooManyCopies
from ..plays import (
    CardOnly,
    Dealt,
    Event,
    HandsCounted,
    Irregularity,
    IrregularityKind,
    Played,
    TableShown,
    Top,
    TopRevealed,
    as_play,
)
from ..question_fields import NotInThisGame
from ..ruleset import AppliedEvent, GameEngine, PlayResult, PlayVerdict, Ruleset, State
from ..seating import Seats


class EventPlace(NamedTuple):
    """The place of an event in a log: after other ``events``, which led to the game ``before`` it,
    under the number ``seq``."""

    rules: Ruleset
    seats: Seats
    events: Sequence[AppliedEvent]
    before: State | None
    seq: int

    @property
    def engine(self) -> GameEngine:
        """Return the engine of the game, which is followed."""
        assert self.rules.engine is not None
        return self.rules.engine

    @property
    def state(self) -> State:
        """Return the game before the event, where the table has been dealt."""
        assert self.before is not None
        return self.before


def apply(place: EventPlace, event: Event) -> AppliedEvent:
    """Return the applied event of an event that stands in a log, as far as it fits."""
    match event:
        case Dealt():
            return apply_dealt(place, event)
        case TopRevealed(top):
            return _apply_top(place, top)
        case TableShown():
            return apply_shown(place, event)
        case HandsCounted():
            return apply_hands(place, event)
        case Played():
            return _apply_play(place, event)


def _apply_play(place: EventPlace, played: Played) -> AppliedEvent:
    """Return the applied event of a play that stands in a log, as far as it fits."""
    if place.state.turn is None:
        return _after_end(place, played)
    mover, play = mover_of(place, played), played.play
    play = as_play(play.card, ()) if isinstance(play, CardOnly) else play
    try:
        result = place.engine.play(mover.state, played._replace(play=play), mover.seat)
    except TooManyCopies:  # it ends a deal, which looks at the whole table
        return _apply_unknown(place, played, mover, None)
    return apply_played(place, played, mover, result)


def apply_dealt(place: EventPlace, event: Dealt) -> AppliedEvent:
    """Return the applied event of the deal to the table. Raises as
    :meth:`~referee.rules.ruleset.GameEngine.start` does."""
    return AppliedEvent(place.seq, event, None, place.engine.start(place.seats, event.table))


def _apply_top(place: EventPlace, top: Top) -> AppliedEvent:
    """Return the applied event of a revealed top, which changes nothing if it does not fit."""
    seq, event, before = place.seq, TopRevealed(top), place.state
    try:
        return AppliedEvent(seq, event, before, place.engine.observed(before, event))
    except Impossible:
        misfit = Irregularity(seq, IrregularityKind.DOES_NOT_FIT, card=top.card)
        return AppliedEvent(seq, event, before, before, irregularities=(misfit,))


def apply_shown(place: EventPlace, event: TableShown) -> AppliedEvent:
    """Return the applied event of a corrected table."""
    correction = Irregularity(place.seq, IrregularityKind.TABLE_CORRECTED)
    after = place.engine.observed(place.state, event)
    return AppliedEvent(
        place.seq, event, place.state, after, irregularities=(correction,), is_certain=False
    )


def apply_hands(place: EventPlace, event: HandsCounted) -> AppliedEvent:
    """Return the applied event of hands that were counted; nothing is left to say of them once the
    game is over. Raises :class:`~referee.rules.question_fields.NotInThisGame`."""
    seq, before, seating = place.seq, place.state, place.rules.seating
    if before.turn is None:
        return AppliedEvent(seq, event, before, before)
    held = place.engine.held(before)
    if held is None:
        raise NotInThisGame
    counted = seating.recounted(place.seats.dealer, held, event.cards)
    expected = held.in_hands if counted.deal == held.deal else (0,) * place.seats.players
    wrong = tuple(
        Irregularity(seq, IrregularityKind.WRONG_HAND, seat, difference=cards - usual)
        for seat, (cards, usual) in enumerate(zip(event.cards, expected, strict=True))
        if cards != usual
    )
    earlier = place.events[-1].before if place.events else None
    after = place.engine.with_held(before, counted, earlier)
    after = place.engine.go_on(after, before.turn - seating.step)
    return AppliedEvent(seq, event, before, after, irregularities=wrong)


class Mover(NamedTuple):
    """The ``seat`` that plays, and the game with the card in its hand. ``wrong_hand``: by the deals
    this hand has no card left."""

    seat: int
    state: State
    wrong_hand: bool = False


def mover_of(place: EventPlace, played: Played) -> Mover:
    """Return who plays, and the game before that."""
    state = place.state
    assert state.turn is not None
    seat = state.turn if played.seat is None else played.seat
    held = place.engine.held(state)
    if state.in_hands[seat] or not played.wrong_hand or held is None:
        return Mover(seat, state)
    return Mover(seat, place.engine.with_held(state, held.with_card(seat)), wrong_hand=True)


def _irregular_mover(mover: Mover, seq: int, card: Card) -> list[Irregularity]:
    """Return the irregularity of a seat that had no card to play, or whose turn it was not."""
    kind = IrregularityKind
    if mover.wrong_hand:
        return [Irregularity(seq, kind.WRONG_HAND, mover.seat, card, difference=1)]
    if mover.seat != mover.state.turn:
        return [Irregularity(seq, kind.OUT_OF_TURN, mover.seat, card)]
    return []


def apply_played(
    place: EventPlace, played: Played, mover: Mover, result: PlayResult
) -> AppliedEvent:
    """Return the applied event of a play after others, whose ``result`` is given by the referee."""
    engine, card, seq, (seat, before, _) = place.engine, played.card, place.seq, mover
    verdict, state, may_stand, is_certain = result
    if not before.in_hands[seat] or before.shown.count(card) >= place.rules.deck.copies:
        return _apply_unknown(place, played, mover, verdict)
    irregularities = _irregular_mover(mover, seq, card)
    if verdict.legal is False:
        let_stand = played.as_played and may_stand
        kind = engine.AGAINST_THE_RULES if let_stand else IrregularityKind.DOES_NOT_FIT
        irregularities.append(Irregularity(seq, kind, seat, card, reason=verdict.reason))
    applied = AppliedEvent(
        seq, played, before, state, seat, verdict, tuple(irregularities), is_certain=is_certain
    )
    audited = engine.audit(place.events, applied)
    return replace(applied, irregularities=(*irregularities, *audited))


def _apply_unknown(
    place: EventPlace, played: Played, mover: Mover, verdict: PlayVerdict | None
) -> AppliedEvent:
    """Return the applied event of a card that cannot have been played: the turn passes, and the
    card goes nowhere."""
    (seat, before, _), seq = mover, place.seq
    assert before.turn is not None
    holder = seat if before.in_hands[seat] else before.turn
    passed = place.engine.pass_unknown_card(before, holder)
    reason = verdict.reason if verdict else None
    misfit = Irregularity(seq, IrregularityKind.DOES_NOT_FIT, seat, played.card, reason=reason)
    return AppliedEvent(seq, played, before, passed, seat, verdict, (misfit,), is_certain=False)


def _after_end(place: EventPlace, played: Played) -> AppliedEvent:
    """Return the applied event of a play for which no card is left, since an earlier entry was
    corrected. It counts as that of the seat after the last one that played."""
    before, events = place.state, place.events
    last = next((applied.seat for applied in reversed(events) if applied.seat is not None), 0)
    next_seat = (last + place.rules.seating.step) % place.seats.players
    seat = next_seat if played.seat is None else played.seat
    misfit = Irregularity(place.seq, IrregularityKind.DOES_NOT_FIT, seat, played.card)
    return AppliedEvent(
        place.seq, played, before, before, seat, irregularities=(misfit,), is_certain=False
    )
