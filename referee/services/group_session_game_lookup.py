"""Lookup of groups, sessions and games by the access that a key gives."""

from __future__ import annotations

from ..store import queries
from ..store.models import Game, GameSession, Group
from .group_keys import Access
from .ids import GameId
from .refusals import GameDiscarded, NotAccessible


def find_group(access: Access) -> Group:
    """Return the group of an access. Raises :class:`~referee.services.refusals.NotAccessible`."""
    group = queries.group(access.group_id)
    if group is None:
        raise NotAccessible
    return group


def find_session(access: Access, session_id: str) -> GameSession:
    """Return a session of a group. Raises :class:`~referee.services.refusals.NotAccessible`."""
    session = queries.session(access.group_id, session_id)
    if session is None:
        raise NotAccessible
    return session


def find_game(access: Access, game_id: GameId) -> tuple[GameSession, Game]:
    """Return a game and its session.

    Raises :class:`~referee.services.refusals.NotAccessible` and
    :class:`~referee.services.refusals.GameDiscarded`.
    """
    session = find_session(access, game_id.session_id)
    return session, identified(game_id, queries.game(session.id, game_id.number))


def identified(game_id: GameId, game: Game | None) -> Game:
    """Return the game that has a number, if it is the one that is meant.

    Raises :class:`~referee.services.refusals.NotAccessible`, and
    :class:`~referee.services.refusals.GameDiscarded` where a page has shown another game of this
    number.
    """
    if game is not None and game_id.token in (None, game.token):
        return game
    if game_id.token is None:
        raise NotAccessible
    raise GameDiscarded(game_id.number, again=game is not None)
