"""The analysis of a game that comes as a log and is kept nowhere.

One request at a time is worked on, so that pages go on. The findings of the latest games stay in
memory, so that who asks for some plays after others does not wait for all of them again.
"""

import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from ..rules.log.entries import write_entry
from ..rules.log.record import Record
from ..rules.playing import game_analysis
from ..rules.playing.game_analysis import Finding, expected_before, play_count, steps
from .refusals import TryLater

MOST_KEPT = 16
"""The largest number of games of which findings stay in memory."""
SLICE_SECONDS = 0.25
"""The time of the processor that a slice takes at most."""
_TURN = 0.001
"""The time after which a thread at work lets one that answers a page go on. Five times as much, as
Python has it, is spent again and again by a page that asks the database often."""
_STEP = 0.04
"""The time that is left for the last step of a slice, at least."""
_PAUSE = 0.001
"""The time between slices of one request, in which others come in."""
MOST_WAITING = 1
"""The largest number of slices that wait for the one at work, each in a thread that pages cannot
use."""
RETRY_AFTER = 1

spent = getattr(time, "thread_time", time.process_time)  # phones have no other thread
_worker = threading.Lock()
_places = threading.BoundedSemaphore(1 + MOST_WAITING)


class AnalysisBusy(TryLater):
    """The refusal of a slice while others are looked at and enough of them wait."""

    def __init__(self) -> None:
        super().__init__(RETRY_AFTER)


@dataclass(frozen=True)
class PlaysAnalysis:
    """A game that is over with its findings so far.

    ``before`` has the points of each seat at the end as foreseen before the first play,
    ``findings`` are those of the first plays in order, and ``plays`` is the number of all plays
    that are looked at.
    """

    record: Record
    before: tuple[float, ...]
    findings: tuple[Finding, ...]
    plays: int

    @property
    def done(self) -> bool:
        """Return whether every play was looked at."""
        return len(self.findings) >= self.plays

    @cached_property
    def dearest(self) -> dict[int, tuple[int, ...]]:
        """Return the entries of the dearest plays of each seat so far, at most three, the dearest
        first."""
        return game_analysis.dearest(self.findings, self.record.players)

    def finding(self, seq: int) -> Finding | None:
        """Return the finding of the play with the number of an entry; None without one."""
        return next((finding for finding in self.findings if finding.seq == seq), None)


@dataclass(frozen=True)
class AnalysedLog:
    """The findings of the first plays of a game, in order, and the points of each seat at the end
    as foreseen ``before`` the first. ``done``: no play is left."""

    before: tuple[float, ...]
    plays: tuple[Finding, ...]
    done: bool


_Key = tuple[object, ...]
_kept: OrderedDict[_Key, AnalysedLog] = OrderedDict()


class _Unfinished(NamedTuple):
    """The steps of an analysis that go on with those of the play at the index ``start``."""

    start: int
    steps: Iterator[Finding | None]


_unfinished: OrderedDict[Hashable, _Unfinished] = OrderedDict()


@contextmanager
def _place() -> Iterator[None]:
    """Take one of the places of those who are looked at or wait. Raise :class:`AnalysisBusy` if
    all are taken."""
    if not _places.acquire(blocking=False):
        raise AnalysisBusy
    try:
        yield
    finally:
        _places.release()


@contextmanager
def working_alone() -> Iterator[None]:
    """Run a slice while no other one runs in this process. Wait for the one before; raise
    :class:`AnalysisBusy` if others wait already."""
    with _place(), _giving_way():
        yield


@contextmanager
def _giving_way() -> Iterator[None]:
    """Run a slice alone, and let other threads go on soon."""
    with _worker:
        usual = sys.getswitchinterval()
        sys.setswitchinterval(_TURN)
        try:
            yield
        finally:
            sys.setswitchinterval(usual)


def slice_of(
    key: Hashable, record: Record, seed: str, start: int, begun: float
) -> tuple[Finding, ...]:
    """Return the findings of the plays from the index ``start`` on that a slice has time for since
    it has ``begun``. The work on the next one is kept under a ``key`` of the game, and the next
    slice goes on with it; where it was lost, it is done again, and the same comes of it."""
    unfinished = _unfinished.pop(key, None)
    if unfinished is None or unfinished.start != start:
        unfinished = _Unfinished(start, steps(record, seed, start))
    found: list[Finding] = []
    last, longest = spent(), _STEP
    for finding in unfinished.steps:
        if finding is not None:
            found.append(finding)
        now = spent()
        longest, last = max(longest, now - last), now
        if now + longest > begun + SLICE_SECONDS:
            _unfinished[key] = unfinished._replace(start=start + len(found))
            break
    while len(_unfinished) > MOST_KEPT:
        _unfinished.popitem(last=False)
    return tuple(found)


def advance_log(record: Record, seed: str) -> PlaysAnalysis:
    """Look at a slice of the plays of a game that are left, and return its analysis so far. Nothing
    is added while another slice is at work and others wait. Raises :class:`.NoPlayers`."""
    key = _key(record, seed)
    game = _kept.get(key)
    if game is None or not game.done:
        try:
            with working_alone():
                game = _advanced(key, record, seed)
        except AnalysisBusy:
            pass
    before, plays = (game.before, game.plays) if game else ((), ())
    return PlaysAnalysis(record, before, plays, play_count(record))


def finding_of(record: Record, seed: str, number: int) -> Finding:
    """Return the finding of the play at an index among the plays of a game that is over: from
    memory, or of that play alone.

    Raises :class:`AnalysisBusy` and :class:`.NoPlayers`.
    """
    game = _kept.get(_key(record, seed))
    if game is not None and number < len(game.plays):
        return game.plays[number]
    with working_alone():
        return next(filter(None, steps(record, seed, number)))


def analysed(record: Record, seed: str, most: int) -> AnalysedLog:
    """Return the findings of the first ``most`` plays of a game that is over, slice by slice, so
    that other games are not kept waiting.

    Raises :class:`AnalysisBusy` and :class:`.NoPlayers`.
    """
    key = _key(record, seed)
    with _place():
        while True:
            with _giving_way():
                game = _kept.get(key)
                if game is None or not (game.done or len(game.plays) >= most):
                    game = _advanced(key, record, seed)
            if game.done or len(game.plays) >= most:
                break
            time.sleep(_PAUSE)
    plays = game.plays[:most]
    return replace(game, plays=plays, done=game.done and len(plays) == len(game.plays))


def _advanced(key: _Key, record: Record, seed: str) -> AnalysedLog:
    """Return the analysis of a game after another slice. What there is of it stays in memory
    meanwhile: others may look at it."""
    begun = spent()
    game = _kept.get(key) or AnalysedLog(expected_before(record, seed), (), done=False)
    more = slice_of(key, record, seed, len(game.plays), begun)
    return _keep(key, replace(game, plays=game.plays + more), play_count(record))


def _keep(key: _Key, game: AnalysedLog, plays: int) -> AnalysedLog:
    """Keep the analysis of a game of so many plays as the latest one, and return it."""
    game = _kept[key] = replace(game, done=len(game.plays) >= plays)
    _kept.move_to_end(key)
    while len(_kept) > MOST_KEPT:
        _kept.popitem(last=False)
    return game


def _key(record: Record, seed: str) -> _Key:
    """Return everything that the findings of a game follow from."""
    rules = record.rules
    house = rules.house_rules.on
    seats = (record.players, record.dealer, record.teams)
    log = tuple(map(write_entry, record.entries))
    return (rules.key, rules.version, house, rules.carried, *seats, log, seed)
