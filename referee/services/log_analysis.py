"""The analysis of a game that comes as a log and is kept nowhere.

One request at a time is worked on, so that pages go on. The findings of the latest games stay in
memory, so that who asks for some plays after others does not wait for all of them again.
"""

from collections import OrderedDict
from dataclasses import dataclass, replace
from itertools import islice

from ..rules.log.entries import write_entry
from ..rules.log.record import Record
from ..rules.playing.game_analysis import Finding, expected_before, findings, play_count
from .game_findings import working_alone

MOST_KEPT = 16
"""The largest number of games of which findings stay in memory."""


@dataclass(frozen=True)
class AnalysedLog:
    """The findings of the first plays of a game, in order, and the points of each seat at the end
    as foreseen ``before`` the first. ``done``: no play is left."""

    before: tuple[float, ...]
    plays: tuple[Finding, ...]
    done: bool


_Key = tuple[object, ...]
_kept: OrderedDict[_Key, AnalysedLog] = OrderedDict()


def analysed(record: Record, seed: str, most: int) -> AnalysedLog:
    """Return the findings of the first ``most`` plays of a game that is over.

    Raises :class:`.AnalysisBusy` and :class:`.NoPlayers`.
    """
    key = _key(record, seed)
    with working_alone():
        game = _kept.pop(key, None) or AnalysedLog(expected_before(record, seed), (), done=False)
        missing = most - len(game.plays)
        if missing > 0:
            more = tuple(islice(findings(record, seed, len(game.plays)), missing))
            game = replace(game, plays=game.plays + more)
        game = replace(game, done=len(game.plays) >= play_count(record))
        _kept[key] = game
        while len(_kept) > MOST_KEPT:
            _kept.popitem(last=False)
    plays = game.plays[:most]
    return replace(game, plays=plays, done=game.done and len(plays) == len(game.plays))


def _key(record: Record, seed: str) -> _Key:
    """Return everything that the findings of a game follow from."""
    rules = record.rules
    house = rules.house_rules.on
    seats = (record.players, record.dealer, record.teams)
    log = tuple(map(write_entry, record.entries))
    return (rules.key, rules.version, house, *seats, log, seed)
