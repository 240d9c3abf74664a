"""Findings of the analysis of a followed game, which are made in slices and kept with the game.

A page or a program that wants to know them asks again until all are there; each time a slice is
looked at, and no other process is at work. Another log, as after a correction, has other findings.
"""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import NamedTuple

from ..rules.log.record import Record
from ..rules.notation import read_settled_play, write_settled_play
from ..rules.playing import game_analysis as analysis
from ..rules.playing.game_analysis import Finding, NotJudged, expected_before, play_count
from ..rules.playing.players import has_players
from ..store import group_queries, queries
from ..store.database import db, writing
from ..store.models import FindingFields, Game, GameFindings, GameSession
from ..times import day_of
from .access import Access, find_game, find_group
from .log_analysis import AnalysisBusy, PlaysAnalysis, slice_of, spent, working_alone
from .names import GameId
from .refusals import Cause, Conflict, NoPlayersYet, NotAccessible, raises_damaged
from .stored_game import Log, log_of, names_of, record_of, replayed, rules_of

MOST_LISTED = 12
"""The largest number of games on the page of a group."""


@dataclass(frozen=True)
class AnalysedGame(PlaysAnalysis):
    """A followed game with its findings so far. ``players`` are the names by seat, ``blames`` says
    that the group names people."""

    number: int
    day: date
    players: tuple[str, ...]
    blames: bool


def advance(access: Access, game_id: GameId, wanted: int | None = None) -> AnalysedGame:
    """Look at a slice of the plays of a finished game that are left, and return the game with its
    findings so far. Nothing is added where so many as are ``wanted`` are there already, and where
    another slice is at work and others wait.

    Raises as :func:`read` does.
    """
    session, game, log, analysed = _read(access, game_id)
    if analysed.done or (wanted is not None and len(analysed.findings) >= wanted):
        return analysed
    session_id, number = session.id, game.number
    seed, start = _digest(game, log), len(analysed.findings)
    try:
        with working_alone():
            begun = spent()
            before = analysed.before or expected_before(analysed.record, seed)
            more = slice_of(seed, analysed.record, seed, start, begun)
    except AnalysisBusy:
        return analysed
    whole = (*analysed.findings, *more)
    _keep(access, session_id, number, seed, before, whole)
    return replace(analysed, before=before, findings=whole)


def read(access: Access, game_id: GameId) -> AnalysedGame:
    """Return a finished game with the findings that are kept with it, without looking at more.

    Raises :class:`.NotAccessible`, :class:`.NoPlayersYet`, and :class:`.Conflict` for a game that
    was not followed to its end.
    """
    return _read(access, game_id)[-1]


class PlayedGame(NamedTuple):
    """A followed game of a group that is finished; ``game`` is the key of its kind."""

    game_id: GameId
    day: date
    game: str


@raises_damaged
def latest_games(access: Access) -> list[PlayedGame]:
    """Return the latest games of a group whose plays can be looked at, the latest first, of at most
    ``MOST_LISTED`` that were followed."""
    zone = queries.timezone(access.group_id)
    games = group_queries.finished_followed_games(access.group_id, None, MOST_LISTED)
    return [
        PlayedGame(GameId(game.session_id, game.number), day_of(game.started_at, zone), game.game)
        for game in games
        if _is_analysed(queries.session(access.group_id, game.session_id), game)
    ]


@raises_damaged
def latest_of_session(access: Access, session_id: str) -> int | None:
    """Return the number of the latest game of a session whose plays can be looked at; None if the
    latest that was followed has none."""
    games = group_queries.finished_followed_games(access.group_id, session_id, 1)
    session = queries.session(access.group_id, session_id)
    return next((game.number for game in games if _is_analysed(session, game)), None)


def _is_analysed(session: GameSession | None, game: Game) -> bool:
    """Return whether the plays of a finished game can be looked at."""
    assert session is not None  # the game is one of it
    return has_players(rules_of(game)) and record_of(session, game).over


@raises_damaged
def _read(access: Access, game_id: GameId) -> tuple[GameSession, Game, Log, AnalysedGame]:
    group = find_group(access)
    session, game = find_game(access, game_id)
    log = log_of(session, game)
    record = replayed(log)
    _check(game, record)
    if not has_players(record.rules):
        raise NoPlayersYet
    stored = queries.findings(game.id)
    if stored is not None and not _is_current(stored, _digest(game, log)):
        stored = None
    analysed = AnalysedGame(
        number=game.number,
        day=day_of(game.started_at, group.timezone),
        players=names_of(session),
        blames=group.blames,
        record=record,
        before=tuple(stored.expected) if stored else (),
        findings=tuple(map(_finding, stored.plays)) if stored else (),
        plays=play_count(record),
    )
    return session, game, log, analysed


def _check(game: Game, record: Record) -> None:
    if not game.seq:
        raise Conflict(Cause.NOT_FOLLOWED)
    if not game.finished:
        raise Conflict(Cause.NOT_OVER)
    if not record.over:
        raise Conflict(Cause.NOT_TO_THE_END)


def _digest(game: Game, log: Log) -> str:
    """Return a digest of everything that the findings of a game follow from. It is their seed."""
    facts = (game.game, game.rules_version, sorted(game.house), *log[1:])
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()


def _keep(
    access: Access,
    session_id: str,
    number: int,
    digest: str,
    before: Sequence[float],
    found: Sequence[Finding],
) -> None:
    """Keep findings with their game, unless more of them were kept meanwhile. No version grows:
    they follow from the log.

    Raises :class:`.NotAccessible` if the game is gone.
    """

    def lock() -> GameSession | None:
        return queries.session(access.group_id, session_id, lock=True)

    with writing(lock) as session:
        game = queries.game(session.id, number) if session else None
        if session is None or game is None:
            raise NotAccessible
        if digest != _digest(game, log_of(session, game)):
            return  # it was corrected meanwhile
        stored = queries.findings(game.id)
        if stored is None:
            stored = GameFindings(game_id=game.id)
            db.session.add(stored)
        elif _is_current(stored, digest) and len(stored.plays) >= len(found):
            return
        stored.digest, stored.version = digest, analysis.VERSION
        stored.expected, stored.plays = list(before), [_stored(finding) for finding in found]


def _is_current(stored: GameFindings, digest: str) -> bool:
    return (stored.digest, stored.version) == (digest, analysis.VERSION)


def _stored(finding: Finding) -> FindingFields:
    """Return the fields of a finding as they are stored."""
    fields = FindingFields(
        seq=finding.seq,
        seat=finding.seat,
        play=write_settled_play(finding.play),
        expected=list(finding.expected),
        margins=list(finding.margins),
    )
    if finding.why is not None:
        fields["why"] = finding.why.value
    if finding.best is not None:
        fields["best"] = write_settled_play(finding.best)
        fields["loss"] = [finding.loss, finding.low, finding.high]
        fields["deals"] = finding.deals
    return fields


def _finding(fields: FindingFields) -> Finding:
    """Return the finding with these stored fields."""
    best, why = fields.get("best"), fields.get("why")
    loss, low, high = fields.get("loss", (0, 0, 0))
    return Finding(
        seq=fields["seq"],
        seat=fields["seat"],
        play=read_settled_play(fields["play"]),
        best=None if best is None else read_settled_play(best),
        loss=loss,
        low=low,
        high=high,
        deals=fields.get("deals", 0),
        why=None if why is None else NotJudged(why),
        expected=tuple(fields["expected"]),
        margins=tuple(fields["margins"]),
    )
