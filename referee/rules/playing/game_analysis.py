"""The analysis of a finished game: what each play cost beside the best its player could know.

Once a game is over every hand is known: the cards that a seat played from then on in that deal. Of
these the analysis uses only the mover's own hand. All other cards are dealt anew, from what the
mover could not see. All plays that the mover had are tried on the same deals, and those that are
clearly worse drop out, as does the worse half of many. The best of several means looks better than
it is; so where a play seems to have cost something, it is played against the best on fresh deals,
and only these count.

The work on a play is bounded, in roll-outs and not in time, and done in small steps, so that it can
be cut anywhere: what comes of it is the same.
"""

from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from typing import NamedTuple, TypeVar

from ..log.record import Record
from ..plays import CardOnly, Play, Played, as_play
from ..ruleset import AppliedEvent, State
from ..score_items import PaidByNeighbour, PointsPerCard
from .core import Core, position_of
from .knowledge import Deal, Knowledge, knowledge_before
from .players import Paired, core_for, finished, paired, solution
from .simulation import SeededRandom

T = TypeVar("T")

VERSION = 3
"""The version of the analysis: stored findings of another one are thrown away."""

_BLOCKS, _FRESH_BLOCKS = 3, 4
"""The blocks of deals on which all plays are tried, and of fresh deals on which a play that seems
dear is compared with the best."""
_EXACT_ENOUGH, _SMALL = 0.15, 25
"""The part of a loss, or the hundredths of a point, that its interval may be wide on each side for
fresh deals to be enough."""
_NORMAL = 1.96
"""The standard errors on each side in an interval of 95 %."""
_POINT = 100
"""A point in hundredths."""
_LEAST = 0.05
"""The least loss that is not 0 in tenths of a point."""
_MOST_DEAREST = 3


_MOST_DEALS, _MOST_FRESH, _FEWEST = 24, 100, 4
"""The largest numbers of deals in a block and in a fresh block, and the smallest of both."""
_MOST_WORK = 3200
"""The work of roll-outs in a block, unless that were too few deals."""
_ALWAYS_KEPT = 4
"""The number of plays of which no worse half drops out."""
_FORESEEN = 10
"""The number of deals by which the end is foreseen."""

Work = Generator[None, None, T]
"""A work in small steps, which returns something."""


class NotJudged(StrEnum):
    """Reasons for which a play is not judged."""

    UNKNOWN_CARD = "unknown_card"
    IRREGULAR = "irregular"
    NO_CHOICE = "no_choice"


@dataclass(frozen=True)
class Finding:
    """The judgement of one play. ``seq`` is the number of its entry. ``loss`` is in points, with
    its interval of 95 %, from ``deals`` deals; ``best`` is the play itself where none is better.
    Where the play is not judged, for the reason ``why``, ``best`` is None and the numbers are 0.
    ``expected`` has the points of each seat at the end as foreseen after the play, and ``margins``
    half the widths of their intervals of 95 %; none where the points are known."""

    seq: int
    seat: int
    play: Play
    best: Play | None = None
    loss: float = 0
    low: float = 0
    high: float = 0
    deals: int = 0
    why: NotJudged | None = None
    expected: tuple[float, ...] = ()
    margins: tuple[float, ...] = ()

    @property
    def judged(self) -> bool:
        """Return whether the play is judged."""
        return self.why is None


def play_count(record: Record) -> int:
    """Return the number of plays of a finished game that are looked at."""
    return len(_plays(record))


def _plays(record: Record) -> list[int]:
    return [index for index, applied in enumerate(record.events) if _is_play(applied)]


def _is_play(applied: AppliedEvent) -> bool:
    return isinstance(applied.event, Played)


def findings(record: Record, seed: str, start: int = 0) -> Iterator[Finding]:
    """Yield a finding for each play from the play at index ``start`` on, each of which depends on
    nothing but the game, the seed and its index. Raises :class:`.NoPlayers`."""
    return (finding for finding in steps(record, seed, start) if finding is not None)


def steps(record: Record, seed: str, start: int = 0) -> Iterator[Finding | None]:
    """Yield what :func:`findings` does, and None after each small step of the work in between.
    Raises :class:`.NoPlayers`."""
    core = core_for(record.rules, record.seats)
    spoiled = _spoiled_deals(record)
    for number, index in [*enumerate(_plays(record))][start:]:
        yield (yield from _finding(_Look(record, core, seed, number, index), spoiled))


def expected_before(record: Record, seed: str) -> tuple[float, ...]:
    """Return the points of each seat at the end as foreseen before the first play. Raises
    :class:`.NoPlayers`."""
    core = core_for(record.rules, record.seats)
    states = [applied.before for applied in record.events if _is_play(applied)]
    state = states[0] if states else record.state
    assert state is not None  # the game is over
    return finished(_expected(core, record, state, SeededRandom(seed, "before"))).points


def dearest(found: Sequence[Finding], players: int) -> dict[int, tuple[int, ...]]:
    """Return at most three ``seq`` of the plays of each seat that cost most, the dearest first. A
    play whose interval includes 0, in tenths of a point, is left out."""
    dear = sorted((each for each in found if each.low >= _LEAST), key=lambda each: -each.loss)
    return {
        seat: tuple(each.seq for each in dear if each.seat == seat)[:_MOST_DEAREST]
        for seat in range(players)
    }


# --- plays that cannot be judged ------------------------------------------------------------------


def _spoiled_deals(record: Record) -> dict[int, NotJudged]:
    """Return the deals whose plays cannot be judged, with the reason: where something was
    irregular, the cards that were played later need not have been the hand, and others could not
    conclude what they otherwise could."""
    spoiled: dict[int, NotJudged] = {}
    for applied in record.events:
        if not applied.is_certain and _is_play(applied):
            spoiled |= dict.fromkeys(_deals(applied), NotJudged.UNKNOWN_CARD)
    irregular = {each.play for each in record.irregularities}
    for applied in record.events:
        if applied.seq in irregular:
            spoiled = dict.fromkeys(_deals(applied), NotJudged.IRREGULAR) | spoiled
    return spoiled


def _deals(applied: AppliedEvent) -> set[int]:
    """Return the deals that an event belongs to: a play to that in which it was made, a correction
    also to that which it led to."""
    before = applied.before.deal if applied.before else applied.state.deal
    return {before} if _is_play(applied) else {before, applied.state.deal}


# --- one play -------------------------------------------------------------------------------------


class _Look(NamedTuple):
    """A look at one play: its ``number`` among the plays, its ``place`` among the events."""

    record: Record
    core: Core[object, object]
    seed: str
    number: int
    place: int

    @property
    def applied(self) -> AppliedEvent:
        return self.record.events[self.place]

    def chance(self, *purpose: object) -> SeededRandom:
        """Return the chance for one purpose, which depends on nothing else that happens."""
        return SeededRandom(self.seed, self.number, *purpose)


def _finding(look: _Look, spoiled: dict[int, NotJudged]) -> Work[Finding]:
    """Return the finding for one play."""
    applied = look.applied
    event, seat = applied.event, applied.seat
    assert isinstance(event, Played)
    assert seat is not None
    play = event.play
    if isinstance(play, CardOnly):
        play = as_play(play.card, play.captured or ())
    knowledge = _knowledge(look, spoiled)
    judged: _Judged | NotJudged
    if isinstance(knowledge, NotJudged):
        judged = knowledge
    else:
        judged = yield from _judged(look, knowledge, play)
    expected = yield from _expected_after(look)
    if isinstance(judged, NotJudged):
        return Finding(
            applied.seq, seat, play, why=judged, expected=expected.points, margins=expected.margins
        )
    return Finding(
        applied.seq,
        seat,
        play,
        judged.best,
        _rounded(judged.loss),
        _rounded(judged.loss - judged.margin),
        _rounded(judged.loss + judged.margin),
        judged.deals,
        expected=expected.points,
        margins=expected.margins,
    )


def _rounded(number: float, digits: int = 2) -> float:
    return round(number, digits) + 0.0  # no negative zero


def _knowledge(look: _Look, spoiled: dict[int, NotJudged]) -> Knowledge | NotJudged:
    """Return what the mover knew before its play, or why nobody can say."""
    applied = look.applied
    before = applied.before
    assert before is not None
    hand = look.record.hand(look.place)
    if before.deal in spoiled or hand is None:
        return spoiled.get(before.deal, NotJudged.UNKNOWN_CARD)
    if applied.seat != before.turn or not _is_enough(look.record, before):
        return NotJudged.IRREGULAR
    return knowledge_before(look.record.rules, look.record.events[: look.place], before, hand)


def _is_enough(record: Record, state: State) -> bool:
    """Return whether there are unseen cards for all deals to come, as many as planned."""
    unseen = record.rules.deck.size - len(state.shown)
    later = record.rules.seating.left_to_deal(record.players, state.deal)
    return state.surplus == 0 and unseen >= sum(state.in_hands) + later


class _Judged(NamedTuple):
    """The best play, what the play that was made cost beside it, in points, and half the width of
    the interval of that loss."""

    best: Play
    loss: float
    margin: float
    deals: int


def _judged(look: _Look, knowledge: Knowledge, play: Play) -> Work[_Judged | NotJudged]:
    """Return what a play cost beside the best that its player could know."""
    core = look.core
    position = position_of(core, knowledge, knowledge.dealt_anew(look.chance("choice")))
    moves = list(core.alternatives(position))
    played = core.move(position, play)
    if played not in moves:
        moves.append(played)
    if len(moves) == 1:
        return NotJudged.NO_CHOICE
    if knowledge.open_hands and knowledge.state.players == 2:
        solved = yield from solution(core, position, knowledge.seat)
        alternatives = () if solved is None else solved.alternatives
        for each in alternatives:
            if each.play == play:
                loss = abs(each.points - alternatives[0].points)
                return _Judged(alternatives[0].play if loss else play, loss, 0, 0)
    race = _Race(core, knowledge, moves, core.horizon(position) - 1)
    mine = moves.index(played)
    best = yield from race.best(look, mine)
    if best == mine:
        return _Judged(play, 0, 0, race.deals)
    pairs, fresh = paired(race.worths[best], race.worths[mine]), 0
    if pairs.mean > _NORMAL * pairs.error:
        pairs, fresh = yield from race.compared(look, best, mine)
        if pairs.mean <= 0:
            return _Judged(play, 0, 0, race.deals + fresh)
    margin = _NORMAL * pairs.error / _POINT
    return _Judged(
        core.play(position, moves[best]), pairs.mean / _POINT, margin, race.deals + fresh
    )


class _Race:
    """The plays of a mover, tried on common deals; ``worths`` has what each of them was worth to
    the mover after so many more ``plays``."""

    def __init__(
        self, core: Core[object, object], knowledge: Knowledge, moves: Sequence[object], plays: int
    ) -> None:
        self._core, self._knowledge, self._moves, self._plays = core, knowledge, moves, plays
        self.worths: list[list[int]] = [[] for _ in moves]
        self.deals = 0

    def best(self, look: _Look, mine: int) -> Work[int]:
        """Return the index of the best play; the one that was made, where none is better. Others
        that are clearly behind drop out, and of many the worse half. It ends early where no other
        play seems better than the one that was made."""
        running: list[int] = [*range(len(self._moves))]
        for block in range(_BLOCKS):
            deals = self._deals(len(running), _MOST_DEALS)
            yield from self._try(running, look.chance("all", block), deals, self.worths)
            self.deals += deals
            best_first = sorted(running, key=lambda each: self._rank(each, mine))
            leading = best_first[0]
            half = best_first[: max(_ALWAYS_KEPT, -(-len(running) // 2))]
            running = [
                each
                for each in running
                if each in (leading, mine) or (each in half and not self._is_behind(each, leading))
            ]
            if all(self._is_no_better(each, mine) for each in running):
                break
        return leading

    def _deals(self, running: int, most: int) -> int:
        """Return the number of deals in a block in which so many plays are tried."""
        work = running * self._core.work(self._knowledge.state, self._plays + 1)
        return min(most, max(_FEWEST, _MOST_WORK // work))

    def _rank(self, each: int, mine: int) -> tuple[int, bool, int]:
        """Return what sorts the plays that are running, the best one first."""
        return -sum(self.worths[each]), each != mine, each

    def _is_behind(self, each: int, leading: int) -> bool:
        return paired(self.worths[each], self.worths[leading]).clearly_behind

    def _is_no_better(self, each: int, mine: int) -> bool:
        """Return whether a play is hardly better than the one that was made, if at all."""
        better = paired(self.worths[each], self.worths[mine])
        return each == mine or better.mean + better.error <= _SMALL

    def compared(self, look: _Look, best: int, mine: int) -> Work[tuple[Paired, int]]:
        """Return the best play compared with the one that was made, on fresh deals, and the number
        of these."""
        worths: list[list[int]] = [[] for _ in self._moves]
        deals = self._deals(2, _MOST_FRESH)
        for block in range(_FRESH_BLOCKS):
            yield from self._try((best, mine), look.chance("fresh", block), deals, worths)
            pairs = paired(worths[best], worths[mine])
            enough = max(_SMALL, _EXACT_ENOUGH * pairs.mean)
            if pairs.mean <= 0 or _NORMAL * pairs.error <= enough:
                break
        return pairs, len(worths[best])

    def _try(
        self, running: Sequence[int], chance: SeededRandom, deals: int, worths: list[list[int]]
    ) -> Work[None]:
        """Play each of the running plays on so many deals, and note what they are worth."""
        core, knowledge, plays = self._core, self._knowledge, self._plays
        for _ in range(deals):
            yield
            position = position_of(core, knowledge, knowledge.dealt_anew(chance))
            for each in running:
                worth = core.worth_after(position, self._moves[each], plays)
                worths[each].append(worth[knowledge.seat])


# --- the points at the end, as foreseen -----------------------------------------------------------


class _Expected(NamedTuple):
    """Points of each seat, and half the widths of their intervals."""

    points: tuple[float, ...]
    margins: tuple[float, ...]


def _expected_after(look: _Look) -> Work[_Expected]:
    """Return the points of each seat at the end, as foreseen after a play."""
    record = look.record
    if look.applied.state.turn is None and record.score is not None:
        return _Expected(tuple(float(each.total) for each in record.score.scores), ())
    state, chance = _foreseeable(record, look.place), look.chance("expected")
    return (yield from _expected(look.core, record, state, chance))


def _foreseeable(record: Record, index: int) -> State:
    """Return the latest state up to an event from which the game can be played on as planned."""
    states = [applied.state for applied in record.events[: index + 1]]
    for state in reversed(states):
        if state.turn is not None and _is_enough(record, state):
            return state
    return record.events[0].before or states[0]  # the game as it was dealt


def _expected(
    core: Core[object, object], record: Record, state: State, chance: SeededRandom
) -> Work[_Expected]:
    """Return the points of each seat at the end, as foreseen in a state by somebody who sees no
    hand. Where all points of a game are known it is played on as far as this makes a difference;
    the rest is the same for all."""
    total = _total(record)
    ends = []
    for _ in range(_FORESEEN):
        yield
        position = core.position(state, _dealt_unseen(record, state, chance))
        plays = record.rules.deck.size if total is None else core.horizon(position)
        ends.append(core.points_after(position, plays))
    of_seats = [paired(points, [0] * _FORESEEN) for points in zip(*ends, strict=True)]
    means = [each.mean for each in of_seats]
    rest = 0.0 if total is None else (total - sum(means)) / len(means)
    return _Expected(
        tuple(_rounded(mean + rest, 1) for mean in means),
        tuple(_rounded(_NORMAL * each.error, 1) for each in of_seats),
    )


def _total(record: Record) -> int | None:
    """Return the points of all seats together at the end, where each item adds up, card by card
    and sweep by sweep; None where a lead is worth something at the end alone."""
    sheet = record.score
    adding_up = (PointsPerCard, PaidByNeighbour)
    if sheet is None or any(type(item) not in adding_up for item in record.rules.sheet.items):
        return None
    return sum(score.total for score in sheet.scores)


def _dealt_unseen(record: Record, state: State, chance: SeededRandom) -> Deal:
    """Return all cards that nobody has shown, dealt by chance."""
    deck = record.rules.deck
    left = Counter(deck.faces * deck.copies) - Counter(state.shown)
    cards = iter(chance.shuffled(sorted(left.elements())))
    hands = tuple(tuple(islice(cards, size)) for size in state.in_hands)
    return Deal(hands, tuple(cards))
