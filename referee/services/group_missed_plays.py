"""Missed plays in the followed games of a group, page by page, the latest first."""

from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from ..rules.cards import RulesError
from ..rules.exercises.missed_play_exercises import each_question_once
from ..rules.log.missed_plays import (
    MOST_REFUSED,
    MissedPlay,
    RefusedPlay,
    missed_in,
    read_refused,
    write_refused,
)
from ..rules.log.record import Record
from ..store import group_queries, queries
from ..store.database import writing
from ..store.models import Game, GameSession
from ..times import day_of
from .access import Access, changing_group, find_game, find_group
from .names import GameId
from .refusals import NotAccessible, raises_damaged
from .stored_game import names_of, record_of

AT_ONCE = 5
"""The number of missed plays on a page."""
MOST_READ = 12
"""The largest number of logs that are read for a page; some of them may have no missed plays."""


class MissedPlayPlace(NamedTuple):
    """The place of a missed play: its game, and its number among those of the game, from 1."""

    game_id: GameId
    which: int


class StoredMissedPlay(NamedTuple):
    """A missed play of a stored game; ``players`` are the names by seat."""

    place: MissedPlayPlace
    day: date
    players: tuple[str, ...]
    record: Record
    missed: MissedPlay


class MissedPlaysPage(NamedTuple):
    """A page of missed plays, and the place where the next page begins; None on the last one.

    ``blames``: the group names people on these pages. ``record`` is the game whose page it is;
    None where it is one of the group.
    """

    plays: tuple[StoredMissedPlay, ...]
    older: MissedPlayPlace | None
    blames: bool
    record: Record | None = None


@raises_damaged
def read_page(access: Access, since: MissedPlayPlace | None = None) -> MissedPlaysPage:
    """Return the page with the latest missed plays, or the page that begins at a place.

    Raises :class:`.NotAccessible` where there is no such game.
    """
    group = find_group(access)
    start = None
    if since is not None:
        _, game = find_game(access, since.game_id)
        start = (game.started_at, game.id)
    games = group_queries.followed_games(group.id, start, MOST_READ + 1)
    plays: list[StoredMissedPlay] = []
    for game in games[:MOST_READ]:
        most = since.which if since and game.id == (start and start[1]) else None
        for play in _latest_first(_session(group.id, game), game, most):
            if len(plays) == AT_ONCE:
                return MissedPlaysPage(tuple(plays), play.place, group.blames)
            plays.append(play)
    unread = games[MOST_READ:]
    older = (
        MissedPlayPlace(GameId(unread[0].session_id, unread[0].number), _ALL) if unread else None
    )
    return MissedPlaysPage(tuple(plays), older, group.blames)


_ALL = 10_000
"""More than the number of missed plays that a game can have."""


@raises_damaged
def read_game_page(access: Access, game_id: GameId) -> MissedPlaysPage:
    """Return the page with the missed plays of a game, the latest first; at most ``MOST_READ``.

    Raises :class:`~referee.services.refusals.NotAccessible` where the game was not followed.
    """
    group = find_group(access)
    session, game = find_game(access, game_id)
    if not game.seq:
        raise NotAccessible
    plays = tuple(_latest_first(session, game, None))[: MOST_READ + 1]
    older = plays[MOST_READ].place if len(plays) > MOST_READ else None
    return MissedPlaysPage(plays[:MOST_READ], older, group.blames, record_of(session, game))


def from_game_on(session_id: str, number: int) -> MissedPlayPlace:
    """Return the place of the latest missed play of a game; the page there goes on to earlier
    games."""
    return MissedPlayPlace(GameId(session_id, number), _ALL)


def count_followed(access: Access) -> int:
    """Return the number of games that a group has followed."""
    return group_queries.count_followed(access.group_id)


def read_missed_play(access: Access, place: MissedPlayPlace) -> StoredMissedPlay:
    """Return the missed play at a place.

    Raises :class:`.NotAccessible`.
    """
    session, game = find_game(access, place.game_id)
    for play in _of_game(session, game):
        if play.place == place:
            return play
    raise NotAccessible


def is_followed(access: Access) -> bool:
    """Return whether the group has a game in which a play can have been missed."""
    return group_queries.is_followed(access.group_id)


def blames(access: Access) -> bool:
    """Return whether the group names people on its pages of missed plays."""
    return find_group(access).blames


def name_people(access: Access, *, on: bool) -> None:
    """Let the pages of missed plays name people from now on, or not."""
    with changing_group(access) as group:
        group.blames = on


def keep_refused(access: Access, game_id: GameId, refused: RefusedPlay) -> None:
    """Keep a refused play for the pages of missed plays.

    No version grows: nothing that anybody looks at now has changed.
    """

    def find() -> GameSession | None:
        return queries.session(access.group_id, game_id.session_id, lock=True)

    with writing(find) as session:
        game = queries.game(session.id, game_id.number) if session else None
        if game is None or game_id.token not in (None, game.token):
            return
        if game.finished or game.seq != refused.seq:
            return
        lines, line = game.refused or [], write_refused(refused)
        if line not in lines and len(lines) < MOST_REFUSED:
            game.refused = [*lines, line]
            game.missed = (game.missed or 0) + 1


def _session(group_id: str, game: Game) -> GameSession:
    session = queries.session(group_id, game.session_id)
    assert session is not None  # the game is one of the group's
    return session


def _latest_first(session: GameSession, game: Game, most: int | None) -> Iterator[StoredMissedPlay]:
    """Yield the missed plays of a game, the latest first, from number ``most`` down."""
    for play in reversed(_of_game(session, game)):
        if most is None or play.place.which <= most:
            yield play


@raises_damaged
def _of_game(session: GameSession, game: Game) -> list[StoredMissedPlay]:
    if not game.seq:
        return []
    record = record_of(session, game)
    players = names_of(session)
    day = day_of(game.started_at, queries.timezone(session.group_id))
    refused = [play for line in game.refused or () if (play := _readable(line))]
    listed = each_question_once(record, missed_in(record, refused))
    return [
        StoredMissedPlay(
            MissedPlayPlace(GameId(session.id, game.number), which), day, players, record, play
        )
        for which, play in enumerate(listed, 1)
    ]


def _readable(line: str) -> RefusedPlay | None:
    """Return a refused play from its line; None for a notation that this version cannot read."""
    try:
        return read_refused(line)
    except RulesError:  # of a notation that this version does not know
        return None
