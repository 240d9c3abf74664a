"""Checking what somebody enters, before it goes into a log (#deal to #sweep).

The table decides: a play that breaks the rules is accepted if somebody says that it stands as it
was played. What cannot have happened at all is not.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..cards import Card, Impossible, Packs, TooManyCopies
from ..games.krypkasino.capturing import capture_rules
from ..games.krypkasino.position import GameOver, IllegalPlay, Position, start
from ..games.krypkasino.question import Question
from ..games.krypkasino.ruling import PlayRuling, consult
from ..games.krypkasino.verdict import judge_play
from ..ruleset import Ruleset
from ..seating import check_seat
from .entries import Back, Dealt, Entry, Happening, Insert, Played, Replace, Shows, Undo
from .record import MAY_STAND, MOST_ENTRIES, Record, Step, times_seen
from .timeline import NoSuchEntry


class NotDealt(Impossible):
    """A play before the cards on the table are known."""


class AlreadyDealt(Impossible):
    """A second table."""


class LogFull(Impossible):
    """More entries than any game needs."""


class NotFollowed(Impossible):
    """An entry of a game that cannot be followed play by play."""


class SameTable(Impossible):
    """A correction that corrects nothing."""


class NotLatest(Impossible):
    """Only the latest entry that stands, or the latest undo, can be undone."""

    def __init__(self, seq: int) -> None:
        super().__init__(f"entry {seq} is not the latest")
        self.seq = seq


class NoCardLeft(Impossible):
    """A play of a seat whose hand is empty."""

    def __init__(self, seat: int) -> None:
        super().__init__(f"seat {seat} holds no card")
        self.seat = seat


class OutOfTurn(Impossible):
    """A play of another seat than the one whose turn it is."""

    def __init__(self, seat: int, turn: int) -> None:
        super().__init__(f"seat {seat} played, but it is the turn of {turn}")
        self.seat, self.turn = seat, turn


class Choose(Impossible):
    """A card that can take in several ways; ``ruling`` has them."""

    def __init__(self, ruling: PlayRuling) -> None:
        super().__init__(f"several options for {ruling.card!r}")
        self.ruling = ruling


def accept(record: Record, entry: Entry) -> Entry:
    """The entry as it goes into the log, with what was left open filled in.

    Raises the errors above, :class:`~referee.rules.log.timeline.NoSuchEntry`,
    :class:`~referee.rules.games.krypkasino.position.WrongTable`,
    :class:`~referee.rules.games.krypkasino.position.GameOver`,
    :class:`~referee.rules.games.krypkasino.position.IllegalPlay`,
    :class:`~referee.rules.cards.TooManyCopies` and
    :class:`~referee.rules.seating.NoSuchSeat`.
    """
    if not record.rules.live:
        raise NotFollowed
    if record.seq >= MOST_ENTRIES:
        raise LogFull
    return _accept_entry(record, entry)


def _accept_entry(record: Record, entry: Entry) -> Entry:
    match entry:
        case Undo(seq):
            if not record.timeline.can_undo(seq):
                raise NotLatest(seq)
            return entry
        case Back(seq):
            return Back(record.steps[record.index(seq)].seq)
        case Replace(seq, by):
            index = record.index(seq)
            step = record.steps[index]
            if type(step.entry) is not type(by):
                raise NoSuchEntry(seq)
            return Replace(step.seq, _accept(record, record.steps[:index], by))
        case Insert(before, play):
            if record.over:
                raise GameOver  # one more play than there are cards
            index = record.index(before)
            if not index:
                raise NoSuchEntry(before)  # nobody plays before the table is dealt
            seq = record.steps[index].seq
            return Insert(seq, _accept_play(record, record.steps[:index], play))
        case _:
            return _accept(record, record.steps, entry)


def _accept(record: Record, steps: Sequence[Step], entry: Happening) -> Happening:
    """Check what happened after these steps."""
    rules = record.rules
    if isinstance(entry, Dealt):
        if steps:
            raise AlreadyDealt
        Packs(rules.deck, entry.table)
        start(rules, record.players, record.dealer, entry.table)
        return entry
    if isinstance(entry, Played):
        return _accept_play(record, steps, entry)
    position, _ = _in_play(steps)
    Packs(rules.deck, entry.table)
    table = tuple(sorted(entry.table))
    if table == position.table:
        raise SameTable
    return Shows(table)


def _in_play(steps: Sequence[Step]) -> tuple[Position, int]:
    """The position after these steps, and whose turn it is."""
    if not steps:
        raise NotDealt
    position = steps[-1].position
    if position.turn is None:
        raise GameOver
    return position, position.turn


def _accept_play(record: Record, steps: Sequence[Step], played: Played) -> Played:
    rules = record.rules
    position, turn = _in_play(steps)
    if times_seen(steps, played.card) >= rules.deck.copies:
        raise TooManyCopies(played.card, rules.deck.copies + 1, rules.deck.copies)
    seat = turn if played.seat is None else played.seat
    check_seat(seat, position.players)
    if not position.in_hands[seat]:
        raise NoCardLeft(seat)
    if seat != turn and not played.as_played:
        raise OutOfTurn(seat, turn)
    captured = played.captured
    if captured is None:
        ruling = options(rules, position, played.card)
        if ruling.options_total != 1:
            raise Choose(ruling)
        captured = ruling.outcomes[0].option.captured
    verdict = judge_play(capture_rules(rules), position.table, played.card, captured)
    if not verdict.legal and not (played.as_played and verdict.reason in MAY_STAND):
        raise IllegalPlay(verdict)
    return Played(
        played.card,
        tuple(sorted(captured)),
        seat=None if seat == turn else seat,
        as_played=seat != turn or not verdict.legal,
    )


def options(rules: Ruleset, position: Position, card: Card) -> PlayRuling:
    """What a card may do now, best first, with what the next deal makes of the table."""
    last_card = sum(position.in_hands) == 1
    deals_again = position.deal < rules.seating.deal_plan(position.players).deals
    question = Question(position.table, card, last_of_deal=last_card and deals_again)
    ruling = consult(rules, question).play
    assert ruling is not None  # a card was played
    return ruling
