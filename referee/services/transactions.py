"""Transactions of the services: related changes are made together, or not at all."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from typing import TypeVar

from ..store import queries
from ..store.database import db, writing
from ..store.models import Game, GameSession, Group, Receipt, now
from .damaged_data import Damaged
from .group_keys import Access
from .ids import GameId
from .refusals import GameDiscarded, KeyReused, NotAccessible

Value = TypeVar("Value")


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


@contextmanager
def changing_game(access: Access, game_id: GameId) -> Iterator[tuple[GameSession, Game]]:
    """Yield a game and its session, locked in a transaction that changes them."""
    with changing_session(access, game_id.session_id) as session:
        game = identified(game_id, queries.game(session.id, game_id.number))
        if len(game.rows) != len(session.seats):
            raise Damaged(f"game {game.id} has {len(game.rows)} rows for {len(session.seats)}")
        yield session, game


ANYBODY = ""
"""The scope of requests that come without a key of a group."""

# Then another client may use the same key.
ANYBODY_LASTS = timedelta(days=1)


def once(
    scope: str,
    key: str | None,
    content: object,
    make: Callable[[], dict[str, Value]],
    *,
    group_id: str | None = None,
) -> dict[str, Value]:
    """Return the answer of ``make``, or the stored one if the key was used before.

    ``scope`` is the id of the locked group or session, or ``ANYBODY``, whose keys are forgotten
    after a day. ``group_id`` is the group with which the answer is deleted, if the answer does not
    name it. Raises :class:`~referee.services.refusals.KeyReused` if the key was used for other
    ``content``.
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
                group_id=group_id or str(answer["group_id"]),
                content_hash=content_hash,
                answer=answer,
            )
        )
        return answer
    if receipt.content_hash != content_hash:
        raise KeyReused
    return receipt.answer


def answered(scope: str, key: str) -> Mapping[str, object] | None:
    """Return the answer to an earlier request with this key; None without one."""
    receipt = queries.receipt(scope, _hash(key))
    return None if receipt is None else receipt.answer


def _hash(content: object) -> str:
    """Return the hash of plain data."""
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()
