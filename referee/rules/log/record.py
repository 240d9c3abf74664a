"""A game followed play by play: a log of entries, and the state that replaying it gives.

Entries are numbered from 1 (``seq``) and never go away: undoing and replacing are entries too.
What is entered is checked strictly, in :mod:`referee.rules.log.entering`. What stands in the log
already is replayed with patience: an entry that no longer fits, because an earlier one was
replaced, is applied as far as it can be and listed as an irregularity.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property

from ..cards import SUITS, Card, Cards, Rank, without
from ..games.krypkasino.captures import sweeping_ranks
from ..games.krypkasino.capturing import capture_rules
from ..games.krypkasino.position import Position, after, score_position, start
from ..games.krypkasino.verdict import Reason, Verdict, judge_play
from ..ruleset import Ruleset
from ..scoring import Sheet
from .entries import Dealt, Entry, Happening, Played, Shows
from .plays import Lay, Play, Take
from .timeline import NoSuchEntry, Timeline


class Kind(StrEnum):
    """What was irregular about a game."""

    MISSED_FORCED_SWEEP = "missed_forced_sweep"
    ILLEGAL_CAPTURE = "illegal_capture"
    OUT_OF_TURN = "out_of_turn"
    DOES_NOT_FIT = "does_not_fit"
    TABLE_CORRECTED = "table_corrected"


@dataclass(frozen=True)
class Irregularity:
    """``missed_at`` is the play that passed a forced sweep over; ``card``, played at ``seq``,
    brings it to light."""

    seq: int
    kind: Kind
    seat: int | None = None
    card: Card | None = None
    missed_at: int | None = None


@dataclass(frozen=True)
class Step:
    """An entry that stands, and what it made of the game.

    ``seq`` is the entry's own number, also where a later one says what it should have been.
    ``faced`` are the ranks that could have swept the table ``before`` a play. ``sure``: does the
    log still know where every card went?
    """

    seq: int
    entry: Happening
    before: Position | None
    position: Position
    seat: int | None = None
    verdict: Verdict | None = None
    faced: tuple[Rank, ...] = ()
    irregularities: tuple[Irregularity, ...] = ()
    sure: bool = True

    @property
    def markers(self) -> int:
        """How many face-up cards the play earned."""
        if self.before is None or self.seat is None:
            return 0
        return self.position.piles[self.seat].markers - self.before.piles[self.seat].markers

    def passed_over(self, card: Card) -> bool:
        """Could this card have swept, when its holder played another one that could not?"""
        return (
            isinstance(self.entry, Played)
            and card.rank in self.faced
            and self.entry.card.rank not in self.faced
        )


MOST_ENTRIES = 1000
"""A game has some hundred plays; the rest is room for corrections."""


@dataclass(frozen=True)
class Record:
    """A game as its log tells it; ``steps`` are the entries that stand, in order."""

    rules: Ruleset
    players: int
    dealer: int
    entries: tuple[Entry, ...]
    timeline: Timeline
    steps: tuple[Step, ...]

    @property
    def seq(self) -> int:
        """The number of the last entry; 0 before the first."""
        return len(self.entries)

    @property
    def position(self) -> Position | None:
        """None until the table is dealt."""
        return self.steps[-1].position if self.steps else None

    @property
    def over(self) -> bool:
        """Has the last card been played?"""
        return self.position is not None and self.position.turn is None

    @property
    def sure(self) -> bool:
        """Does the log know where every card went? If not, the piles must be counted."""
        return all(step.sure for step in self.steps)

    @property
    def finished(self) -> bool:
        """Is the game over, and its score known?"""
        return self.over and self.sure

    @cached_property
    def sweeps_for(self) -> tuple[Rank, ...]:
        """The ranks that would take the whole table now."""
        if self.position is None or self.over:
            return ()
        return sweeping_ranks(capture_rules(self.rules), self.position.table)

    @cached_property
    def announced(self) -> tuple[Rank, ...]:
        """Those of them of which somebody can still hold a card."""
        gone = seen(self.steps) if self.sure else Counter[Card]()
        of_rank = Counter(card.rank for card in gone.elements())
        most = self.rules.deck.copies * len(SUITS)
        return tuple(rank for rank in self.sweeps_for if of_rank[rank] < most)

    @property
    def leftovers(self) -> Cards:
        """What the last capturer got without capturing it when the game was over (#end): the
        rest of the table, and what had been set aside."""
        if not self.over or self.position is None or self.position.last_capturer is None:
            return ()
        last, step = self.position.last_capturer, self.steps[-1]
        played = step.entry if isinstance(step.entry, Played) else None
        if step.before is None or played is None:
            return ()
        taken = (*step.before.piles[last].cards, *(played.captured or ()))
        if step.seat == last and played.captured:
            taken = (*taken, played.card)
        return without(self.position.piles[last].cards, taken)

    @cached_property
    def irregularities(self) -> tuple[Irregularity, ...]:
        return tuple(found for step in self.steps for found in step.irregularities)

    @property
    def misfits(self) -> tuple[Irregularity, ...]:
        """Plays that do not fit any more, in order."""
        return tuple(found for found in self.irregularities if found.kind is Kind.DOES_NOT_FIT)

    def score(self, teams: tuple[int, ...] | None = None) -> Sheet | None:
        """The score from the log alone; None until the game is finished."""
        if not self.finished or self.position is None:
            return None
        return score_position(self.rules, self.position, teams)

    def index(self, seq: int) -> int:
        """The place of an entry among ``steps``; ``seq`` may also be an entry that replaced it.
        Raises :class:`~referee.rules.log.timeline.NoSuchEntry`."""
        original = self.timeline.original(seq)
        for index, step in enumerate(self.steps):
            if step.seq == original:
                return index
        raise NoSuchEntry(seq)

    def hand(self, index: int) -> Cards | None:
        """The hand from which a step played: what its seat played from then on in that deal.
        None as long as that is not all of it."""
        step = self.steps[index]
        if step.before is None or step.seat is None:
            return None
        deal = [
            later
            for later in self.steps[index:]
            if later.before and later.before.deal == step.before.deal
        ]
        cards = [card for later in deal for card in _card_of(later) if later.seat == step.seat]
        whole = len(cards) == step.before.in_hands[step.seat]
        return tuple(sorted(cards)) if whole and all(later.sure for later in deal) else None


def replay(rules: Ruleset, players: int, dealer: int, entries: Sequence[Entry]) -> Record:
    """What a log gives. Every entry must have been accepted at its place."""
    timeline = Timeline.of(entries)
    return _worked_out(Record(rules, players, dealer, tuple(entries), timeline, steps=()))


def append(record: Record, entry: Entry) -> Record:
    """The record with one more entry, which has been accepted."""
    seq = record.seq + 1
    longer = replace(
        record, entries=(*record.entries, entry), timeline=record.timeline.then(seq, entry)
    )
    if isinstance(entry, Happening):
        return replace(longer, steps=(*record.steps, _step(record, record.steps, seq, entry)))
    return _worked_out(longer)


def _worked_out(record: Record) -> Record:
    """The record with its steps; those that stand as they stood before are kept."""
    standing = record.timeline.standing
    steps: list[Step] = []
    for step, (seq, entry) in zip(record.steps, standing, strict=False):
        if (step.seq, step.entry) != (seq, entry):
            break
        steps.append(step)
    for seq, entry in standing[len(steps) :]:
        steps.append(_step(record, steps, seq, entry))
    return replace(record, steps=tuple(steps))


def times_seen(steps: Sequence[Step], card: Card) -> int:
    """How many copies of a card nobody can hold any more, as :func:`seen` counts them."""
    times = 0
    for step in reversed(steps):
        if not isinstance(step.entry, Played):
            return times + step.entry.table.count(card)
        times += step.entry.card == card
    return times


def seen(steps: Sequence[Step]) -> Counter[Card]:
    """The cards that nobody can hold any more. Once the table showed something else, only what
    came to light since is certain."""
    cards: Counter[Card] = Counter()
    for step in steps:
        if isinstance(step.entry, Played):
            cards[step.entry.card] += 1
        else:
            cards = Counter(step.entry.table)
    return cards


def _step(record: Record, steps: Sequence[Step], seq: int, entry: Happening) -> Step:
    match entry:
        case Dealt(table):
            return Step(seq, entry, None, start(record.rules, record.players, record.dealer, table))
        case Shows():
            return _correct(steps[-1].position, seq, entry)
        case Played():
            return _play(record.rules, steps, seq, entry)


def _correct(position: Position, seq: int, shows: Shows) -> Step:
    found = Irregularity(seq, Kind.TABLE_CORRECTED)
    now = replace(position, table=shows.table)
    return Step(seq, shows, position, now, irregularities=(found,), sure=False)


def _play(rules: Ruleset, steps: Sequence[Step], seq: int, played: Played) -> Step:
    """What a play made of the game, however little of it was right."""
    before = steps[-1].position
    assert before.turn is not None
    card, captured = played.card, played.captured or ()
    seat = before.turn if played.seat is None else played.seat
    verdict = judge_play(capture_rules(rules), before.table, card, captured)
    faced = sweeping_ranks(capture_rules(rules), before.table)
    if not before.in_hands[seat] or times_seen(steps, card) >= rules.deck.copies:
        # Nobody can have played this card: the turn passes, and the card is nowhere.
        holder = seat if before.in_hands[seat] else before.turn
        position = after(rules, before, None, holder)
        found = Irregularity(seq, Kind.DOES_NOT_FIT, seat, card)
        return Step(seq, played, before, position, seat, verdict, faced, (found,), sure=False)
    there = without(before.table, without(before.table, captured))
    play: Play = Take(card, there) if there else Lay(card)
    kinds = [] if seat == before.turn else [Kind.OUT_OF_TURN]
    if not verdict.legal:
        stands = played.as_played and verdict.reason in MAY_STAND
        kinds.append(Kind.ILLEGAL_CAPTURE if stands else Kind.DOES_NOT_FIT)
    irregular = [Irregularity(seq, kind, seat, card) for kind in kinds]
    irregular += _missed(steps, before.deal, seq, seat, card)
    return Step(
        seq,
        played,
        before,
        after(rules, before, play, seat),
        seat,
        verdict,
        faced,
        tuple(irregular),
        sure=there == captured,
    )


MAY_STAND = (Reason.NOT_CAPTURABLE, Reason.MUST_CAPTURE, Reason.LEAVES_CAPTURABLE)
"""What a table may let stand; cards that do not lie there nobody can take."""


def _missed(
    steps: Sequence[Step], deal: int, seq: int, seat: int, card: Card
) -> Iterator[Irregularity]:
    """The audit (#forced-sweep): plays of this deal at which the seat held this card, which
    sweeps, and played another. Where the table was corrected since, nobody knows what it was
    before."""
    listed = {found.missed_at for step in steps for found in step.irregularities}
    passed = []
    for step in reversed(steps):
        if isinstance(step.entry, Shows) or step.before is None or step.before.deal != deal:
            break
        if step.seat == seat and step.passed_over(card) and step.seq not in listed:
            passed.append(step.seq)
    for missed_at in reversed(passed):
        yield Irregularity(seq, Kind.MISSED_FORCED_SWEEP, seat, card, missed_at)


def _card_of(step: Step) -> Cards:
    return (step.entry.card,) if isinstance(step.entry, Played) else ()
