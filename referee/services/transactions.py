"""Transactions of the services: what belongs together changes together, or not at all."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

from ..store import queries
from ..store.database import db, writing
from ..store.models import Game, GameSession, Group, Receipt, now
from .damaged_data import Damaged
from .group_keys import Access
from .ids import GameId
from .refusals import GameDiscarded, KeyReused, NotAccessible


@contextmanager
def changing_group(access: Access) -> Iterator[Group]:
    """A transaction that changes a group; others who change it wait, and so may this one: its key
    is looked at again when it is its turn."""
    access.for_writing()
    with writing(lambda: queries.group(access.group_id, lock=True)) as group:
        if group is None:
            raise NotAccessible
        access.check(group.edit_hash)
        group.version += 1
        yield group


@contextmanager
def changing_session(access: Access, session_id: str) -> Iterator[GameSession]:
    """A transaction that changes a session or its games; others who change it wait, and so may
    this one: its key is looked at again when it is its turn."""
    access.for_writing()
    with writing(lambda: queries.session(access.group_id, session_id, lock=True)) as session:
        if session is None:
            raise NotAccessible
        access.check(queries.edit_hash(access.group_id))
        session.version += 1
        yield session


def identified(game_id: GameId, game: Game | None) -> Game:
    """Return the game that has the number, if it is the one that is meant. Raises
    :class:`~referee.services.refusals.NotAccessible`, and
    :class:`~referee.services.refusals.GameDiscarded` where a page has shown another one."""
    if game is not None and game_id.token in (None, game.token):
        return game
    if game_id.token is None:
        raise NotAccessible
    raise GameDiscarded(game_id.number, again=game is not None)


@contextmanager
def changing_game(access: Access, game_id: GameId) -> Iterator[tuple[GameSession, Game]]:
    """A transaction that changes a game."""
    with changing_session(access, game_id.session_id) as session:
        game = identified(game_id, queries.game(session.id, game_id.number))
        if len(game.rows) != len(session.seats):
            raise Damaged(f"game {game.id} has {len(game.rows)} rows for {len(session.seats)}")
        yield session, game


ANYBODY = ""
"""The scope of requests that come without a key to a group."""

# So that nobody comes upon a key of somebody else's later on.
ANYBODY_LASTS = timedelta(days=1)


def once(
    scope: str,
    key: str | None,
    content: object,
    make: Callable[[], dict[str, Any]],
    *,
    group_id: str | None = None,
) -> dict[str, Any]:
    """What ``make`` answers; the same key again gets the same answer and makes nothing.

    ``scope`` is the id of the group or session that the transaction has locked, or ``ANYBODY``,
    whose keys are forgotten after a day. ``group_id`` is the group with which all this goes, if
    the answer does not name it. Raises
    :class:`~referee.services.refusals.KeyReused` if the content is another one.
    """
    if key is None:
        return make()
    key_hash, content_hash = _hash(key), _hash(content)
    receipt = db.session.get(Receipt, (scope, key_hash))
    if receipt and scope == ANYBODY and receipt.made_at < now() - ANYBODY_LASTS:
        db.session.delete(receipt)
        db.session.flush()
        receipt = None
    if receipt is None:
        if scope == ANYBODY:
            queries.forget_receipts(ANYBODY, now() - ANYBODY_LASTS)
        answer = make()
        db.session.add(
            Receipt(
                scope=scope,
                key_hash=key_hash,
                group_id=group_id or answer["group_id"],
                content_hash=content_hash,
                answer=answer,
            )
        )
        return answer
    if receipt.content_hash != content_hash:
        raise KeyReused
    return receipt.answer


def answered(scope: str, key: str) -> dict[str, Any] | None:
    """What a request with this key was answered; None if it never came, or was forgotten."""
    receipt = queries.receipt(scope, _hash(key))
    return None if receipt is None else receipt.answer


def _hash(content: object) -> str:
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()
