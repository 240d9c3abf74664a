"""Moments of an evening that is over: its sweep, and its dearest play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ..rules.log.record import Record
from ..rules.plays import Played
from ..rules.ruleset import AppliedEvent
from ..store import group_queries
from . import game_findings
from .access import Access, find_game
from .names import GameId
from .refusals import Conflict, NoPlayersYet
from .stored_game import record_of

if TYPE_CHECKING:
    from ..rules.playing.game_analysis import Finding
    from .game_findings import AnalysedGame
    from .session_views import SessionView

MOST_REPLAYED = 12
"""The largest number of followed games in which a sweep is looked for, of long evenings the last
ones."""


class EveningSweep(NamedTuple):
    """A sweep in a followed game; ``at`` is the number of its play in the replay."""

    game_id: GameId
    record: Record
    event: AppliedEvent
    at: int


class DearestPlay(NamedTuple):
    """The play of an analysed game that cost its player most."""

    game_id: GameId
    game: AnalysedGame
    finding: Finding


class Moments(NamedTuple):
    """The talk after an evening: the ``sweep`` that took most cards, in followed
    games; how many face-up cards each person has, ``swept``, in all of them; and the ``dearest``
    play, where games were analysed."""

    sweep: EveningSweep | None
    swept: Counter[str]
    dearest: DearestPlay | None


def read_moments(access: Access, parts: Sequence[SessionView]) -> Moments:
    """Return the moments of an evening of these sessions."""
    followed = [
        GameId(part.id, game.number) for part in parts for game in part.finished if game.seq
    ]
    sweeps = _sweeps(access, followed[-MOST_REPLAYED:])
    plays = _dearest_of_games(access, [part.id for part in parts]) if followed else ()
    return Moments(
        max(sweeps, key=_size, default=None),
        _swept(parts),
        max(plays, key=lambda play: play.finding.loss, default=None),
    )


def _sweeps(access: Access, games: Sequence[GameId]) -> Iterator[EveningSweep]:
    """Yield the sweeps of followed games, in order."""
    for game_id in games:
        record = record_of(*find_game(access, game_id))
        for at, event in enumerate(record.events):
            if event.seat is not None and record.engine.markers_of(event):
                yield EveningSweep(game_id, record, event, at)


def _size(sweep: EveningSweep) -> tuple[int, int]:
    """Return how large a sweep is: by its face-up cards, then by the cards that it took."""
    play = sweep.event.event
    captured = play.captured if isinstance(play, Played) else None
    return sweep.record.engine.markers_of(sweep.event), len(captured or ())


def _swept(parts: Sequence[SessionView]) -> Counter[str]:
    swept = Counter[str]()
    for part in parts:
        for game in part.counted:
            swept.update(dict(zip(part.players, game.markers, strict=False)))
    return +swept


def _dearest_of_games(access: Access, session_ids: Sequence[str]) -> Iterator[DearestPlay]:
    """Yield the dearest plays of the analysed games of sessions. A game whose log was corrected
    since has none until it is looked at again."""
    for game_id in group_queries.analysed_games(session_ids):
        try:
            game = game_findings.read(access, GameId(*game_id))
        except (Conflict, NoPlayersYet):
            continue
        for entries in game.dearest.values():
            finding = game.finding(entries[0]) if entries else None
            if finding is not None:
                yield DearestPlay(GameId(*game_id), game, finding)
