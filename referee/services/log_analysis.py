"""The analysis of a game that comes as a log and is kept nowhere.

One request at a time is worked on, so that pages go on. The findings of the latest games stay in
memory, so that who asks for some plays after others does not wait for all of them again.
"""

import threading
import time
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice

from ..rules.log.entries import write_entry
from ..rules.log.record import Record
from ..rules.playing import game_analysis
from ..rules.playing.game_analysis import Finding, expected_before, findings, play_count
from .refusals import TryLater

MOST_KEPT = 16
"""The largest number of games of which findings stay in memory."""
SLICE_SECONDS = 0.25
"""The time that a slice takes at most, unless a single play takes longer."""
MOST_WAITING = 1
"""The largest number of slices that wait for the one at work, each in a thread that pages cannot
use."""
RETRY_AFTER = 1

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


@contextmanager
def working_alone() -> Iterator[None]:
    """Run an analysis while no other one runs in this process. Wait for the one before; raise
    :class:`AnalysisBusy` if others wait already."""
    if not _places.acquire(blocking=False):
        raise AnalysisBusy
    try:
        with _worker:
            yield
    finally:
        _places.release()


def sliced(record: Record, seed: str, start: int, begun: float) -> Iterator[Finding]:
    """Yield the findings of the plays from the index ``start`` on that a slice has time for since
    it has ``begun``, at least one if a play is left."""
    last, longest = time.monotonic(), 0.0
    for finding in findings(record, seed, start):
        yield finding
        now = time.monotonic()
        longest, last = max(longest, now - last), now
        if now + longest > begun + SLICE_SECONDS:
            break


def advance_log(record: Record, seed: str) -> PlaysAnalysis:
    """Look at a slice of the plays of a game that are left, and return its analysis so far. Nothing
    is added while another slice is at work and others wait. Raises :class:`.NoPlayers`."""
    key, plays = _key(record, seed), play_count(record)
    game = _kept.get(key)
    if game is None or not game.done:
        try:
            with working_alone():
                begun = time.monotonic()
                game = _begun(key, record, seed)
                more = tuple(sliced(record, seed, len(game.plays), begun))
                game = _keep(key, replace(game, plays=game.plays + more), plays)
        except AnalysisBusy:
            pass
    if game is None:
        return PlaysAnalysis(record, (), (), plays)
    return PlaysAnalysis(record, game.before, game.plays, plays)


def finding_of(record: Record, seed: str, number: int) -> Finding:
    """Return the finding of the play at an index among the plays of a game that is over: from
    memory, or of that play alone.

    Raises :class:`AnalysisBusy` and :class:`.NoPlayers`.
    """
    game = _kept.get(_key(record, seed))
    if game is not None and number < len(game.plays):
        return game.plays[number]
    with working_alone():
        return next(findings(record, seed, number))


def analysed(record: Record, seed: str, most: int) -> AnalysedLog:
    """Return the findings of the first ``most`` plays of a game that is over.

    Raises :class:`AnalysisBusy` and :class:`.NoPlayers`.
    """
    key = _key(record, seed)
    with working_alone():
        game = _begun(key, record, seed)
        missing = most - len(game.plays)
        if missing > 0:
            more = tuple(islice(findings(record, seed, len(game.plays)), missing))
            game = replace(game, plays=game.plays + more)
        game = _keep(key, game, play_count(record))
    plays = game.plays[:most]
    return replace(game, plays=plays, done=game.done and len(plays) == len(game.plays))


def _begun(key: _Key, record: Record, seed: str) -> AnalysedLog:
    """Return what is kept of a game, or its analysis before the first play. It stays in memory
    meanwhile: others may look at it."""
    return _kept.get(key) or AnalysedLog(expected_before(record, seed), (), done=False)


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
