"""What a group has missed in the games that it followed: the latest first, some at a time."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from ..rules.cards import RulesError
from ..rules.exercises.missed_play_exercises import asked_once
from ..rules.log.missed_plays import (
    MOST_REFUSED,
    MissedPlay,
    RefusedPlay,
    missed_in,
    read_refused,
    write_refused,
)
from ..rules.log.record import Record
from ..store import followed_game_queries, queries
from ..store.database import writing
from ..store.models import Game, GameSession
from ..time_zones import day_of
from .damaged_data import of_stored
from .group_keys import Access
from .group_overview import find_group
from .ids import GameId
from .refusals import NotAccessible
from .replayed_logs import record_of
from .sheet_rows import names_of
from .sheets import find_game
from .transactions import changing_group

AT_ONCE = 5
"""So many are on a page."""
MOST_READ = 12
"""So many logs are read for it, of games of which nobody knows yet whether there is anything."""


class MissedPlayPlace(NamedTuple):
    """Where something that was missed stands: a game, and which of what was missed in it, in the
    order of play, from 1."""

    game_id: GameId
    which: int


class StoredMissedPlay(NamedTuple):
    """Something that was missed. ``players`` are named by seat."""

    place: MissedPlayPlace
    day: date
    players: tuple[str, ...]
    record: Record
    missed: MissedPlay


class MissedPlaysPage(NamedTuple):
    """Some of it, and where the next page begins; None where that is all. ``blames``: does the
    group name people here?"""

    found: tuple[StoredMissedPlay, ...]
    older: MissedPlayPlace | None
    blames: bool


@of_stored
def read_page(access: Access, since: MissedPlayPlace | None = None) -> MissedPlaysPage:
    """The latest, or those from a place on. Raises
    :class:`~referee.services.refusals.NotAccessible` where that is none."""
    group = find_group(access)
    at = None
    if since is not None:
        _, game = find_game(access, since.game_id)
        at = (game.started_at, game.id)
    games = followed_game_queries.followed_games(group.id, at, MOST_READ + 1)
    found: list[StoredMissedPlay] = []
    for game in games[:MOST_READ]:
        most = since.which if since and game.id == (at and at[1]) else None
        for one in _latest_first(_session(group.id, game), game, most):
            if len(found) == AT_ONCE:
                return MissedPlaysPage(tuple(found), one.place, group.blames)
            found.append(one)
    unread = games[MOST_READ:]
    older = (
        MissedPlayPlace(GameId(unread[0].session_id, unread[0].number), _ALL) if unread else None
    )
    return MissedPlaysPage(tuple(found), older, group.blames)


_ALL = 10_000
"""More than can be missed in a game."""


def read_missed_play(access: Access, place: MissedPlayPlace) -> StoredMissedPlay:
    """Raises :class:`~referee.services.refusals.NotAccessible`."""
    session, game = find_game(access, place.game_id)
    for one in _of_game(session, game):
        if one.place == place:
            return one
    raise NotAccessible


def is_followed(access: Access) -> bool:
    """Is there any game in which something can have been missed?"""
    return followed_game_queries.is_followed(access.group_id)


def blames(access: Access) -> bool:
    """Does the group name people where it looks at what was missed?"""
    return find_group(access).blames


def name_people(access: Access, *, on: bool) -> None:
    """Name them from now on, or not."""
    with changing_group(access) as group:
        group.blames = on


def keep_refused(access: Access, game_id: GameId, refused: RefusedPlay) -> None:
    """A play was refused. Nothing that anybody looks at now has changed, so no version grows."""

    def find() -> GameSession | None:
        return queries.session(access.group_id, game_id.session_id, lock=True)

    with writing(find) as session:
        game = queries.game(session.id, game_id.number) if session else None
        if game is None or game_id.token not in (None, game.token):
            return
        if game.finished or game.seq != refused.seq:
            return
        kept, line = game.refused or [], write_refused(refused)
        if line not in kept and len(kept) < MOST_REFUSED:
            game.refused = [*kept, line]
            game.missed = (game.missed or 0) + 1


def _session(group_id: str, game: Game) -> GameSession:
    session = queries.session(group_id, game.session_id)
    assert session is not None  # the game is one of the group's
    return session


def _latest_first(session: GameSession, game: Game, most: int | None) -> Iterator[StoredMissedPlay]:
    for one in reversed(_of_game(session, game)):
        if most is None or one.place.which <= most:
            yield one


@of_stored
def _of_game(session: GameSession, game: Game) -> list[StoredMissedPlay]:
    if not game.seq:
        return []
    record = record_of(session, game)
    players = names_of(session)
    day = day_of(game.started_at, queries.timezone(session.group_id))
    refused = [one for line in game.refused or () if (one := _readable(line))]
    listed = asked_once(record, missed_in(record, refused))
    return [
        StoredMissedPlay(
            MissedPlayPlace(GameId(session.id, game.number), which), day, players, record, one
        )
        for which, one in enumerate(listed, 1)
    ]


def _readable(line: str) -> RefusedPlay | None:
    try:
        return read_refused(line)
    except RulesError:  # of a notation that this version does not know
        return None
