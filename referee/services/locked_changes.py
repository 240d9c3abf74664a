"""Changes of a group, session or game, each in a transaction that locks it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ..store import queries
from ..store.models import Game, GameSession, Group
from ..store.write_transaction import writing
from .damaged_data import Damaged
from .group_keys import Access
from .group_session_game_lookup import identified
from .ids import GameId
from .refusals import NotAccessible


@contextmanager
def changing_group(access: Access) -> Iterator[Group]:
    """Yield a group, locked in a transaction that changes it.

    The key is checked again once the lock is held, since links may be replaced meanwhile.
    """
    access.for_writing()
    with writing(lambda: queries.group(access.group_id, lock=True)) as group:
        if group is None:
            raise NotAccessible
        access.check(group.edit_hash)
        group.version += 1
        yield group


@contextmanager
def changing_session(access: Access, session_id: str) -> Iterator[GameSession]:
    """Yield a session, locked in a transaction that changes it or its games.

    The key is checked again once the lock is held, since links may be replaced meanwhile.
    """
    access.for_writing()
    with writing(lambda: queries.session(access.group_id, session_id, lock=True)) as session:
        if session is None:
            raise NotAccessible
        access.check(queries.edit_hash(access.group_id))
        session.version += 1
        yield session


@contextmanager
def changing_game(access: Access, game_id: GameId) -> Iterator[tuple[GameSession, Game]]:
    """Yield a game and its session, locked in a transaction that changes them."""
    with changing_session(access, game_id.session_id) as session:
        game = identified(game_id, queries.game(session.id, game_id.number))
        if len(game.rows) != len(session.seats):
            raise Damaged(f"game {game.id} has {len(game.rows)} rows for {len(session.seats)}")
        yield session, game
