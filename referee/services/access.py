"""Access to a group by its keys, and to its sessions and games; changes under a lock, once.

Only hashes are stored. The view key follows from the edit key, but not the other way round: a phone
that may write can show both links, and the view link does not lead to the edit link.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
import unicodedata
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TypeVar

from flask import current_app

from ..cache import on_phone
from ..store import queries
from ..store.database import db, writing
from ..store.models import KEY_LENGTH, Game, GameSession, Group, Receipt, now
from .names import NOT_SHOWN, GameId
from .refusals import (
    Cause,
    Damaged,
    GameDiscarded,
    KeyReplaced,
    KeyReused,
    MayNotWrite,
    NotAccessible,
)

KEY_BYTES = 20  # 160 bits


@dataclass(frozen=True)
class Access:
    """A group that a key opens, to be read or also to be written.

    ``version`` changes with every change to the group and to the session that was asked for; it is
    empty without such a session. ``edit_hash`` is the hash of the group's edit key when the key was
    checked; None without a key.
    """

    group_id: str
    may_write: bool
    version: str = ""
    edit_hash: str | None = None

    def for_writing(self) -> Access:
        """Return this access.

        Raises :class:`.MayNotWrite` if it only reads.
        """
        if not self.may_write:
            raise MayNotWrite(Cause.HANDED_OVER) if on_phone() else MayNotWrite
        return self

    def after(self, session_version: int) -> Access:
        """Return the access with this version of the session, after a change by its holder."""
        group_version, _, _ = self.version.partition(".")
        return replace(self, version=f"{group_version}.{session_version}")

    def check(self, edit_hash: str) -> None:
        """Raise :class:`.KeyReplaced` if this is not the edit key's hash.

        The links may have been replaced while this request waited for its turn.
        """
        if self.edit_hash not in (None, edit_hash):
            raise KeyReplaced


def open_key(key: str, session_id: str = "") -> Access | None:
    """Return the access that a key gives; None if it gives none, or not any more."""
    hashed = hash_key(key)
    opened = queries.opened_by(hashed, session_id)
    if opened is None:
        return None
    session = opened.session_version
    return Access(
        opened.group_id,
        may_write=hmac.compare_digest(opened.edit_hash, hashed) and not is_gone(opened.group_id),
        version="" if session is None else f"{opened.version}.{session}",
        edit_hash=opened.edit_hash,
    )


def is_gone(group_id: str) -> bool:
    """Return whether a group of this phone was handed over to a server, or is on its way."""
    return on_phone() and queries.receipt(group_id, LEAVING) is not None


def edit_key(group_id: str, seed: str) -> str:
    """Return the edit key of a new group.

    It follows from the ``seed``, the key of the request, and from this installation's secret, so
    that a repeated request gets it again although it is not stored.
    """
    secret = str(current_app.secret_key).encode()
    digest = hmac.digest(secret, f"edit {group_id} {seed}".encode(), "sha256")
    return _text(digest[:KEY_BYTES])


def new_edit_key() -> str:
    """Return a random edit key."""
    return secrets.token_urlsafe(KEY_BYTES)


def view_key(edit_key: str) -> str:
    """Return the view key that goes with an edit key."""
    digest = hashlib.blake2b(edit_key.encode(), digest_size=KEY_BYTES, person=b"view key").digest()
    return _text(digest)


def hash_key(key: str) -> str:
    """Return the hash of a key, as it is stored.

    Keys are random, so a plain hash cannot be reversed.
    """
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


def set_keys(group: Group, key: str) -> None:
    """Let this edit key and its view key open the group, and no others."""
    group.edit_hash, group.view_hash = hash_key(key), hash_key(view_key(key))


LEAVING = hash_key("hand over")
"""The key hash of the receipt in which a phone remembers what it hands over."""


def _text(key: bytes) -> str:
    return urlsafe_b64encode(key).rstrip(b"=").decode()


SECRET_LENGTH = 16


def is_client_key(text: str) -> bool:
    """Return whether a text can be a client's key: 1 to 64 characters that can be shown."""
    is_printable = all(unicodedata.category(character) not in NOT_SHOWN for character in text)
    return is_printable and 1 <= len(text) <= KEY_LENGTH


def phone_of(key: str) -> str:
    """Return the part of a key that names the phone; keys of other clients are returned whole."""
    phone, dot, _ = key.partition(".")
    return phone if dot else key


def is_secret(key: str) -> bool:
    """Return whether a client's key is long enough that nobody else can guess it.

    A shorter key may be that of another client, within the day in which it is remembered.
    """
    return len(key) >= SECRET_LENGTH


def find_group(access: Access) -> Group:
    """Return the group of an access. Raises :class:`.NotAccessible`."""
    group = queries.group(access.group_id)
    if group is None:
        raise NotAccessible
    return group


def find_session(access: Access, session_id: str) -> GameSession:
    """Return a session of a group. Raises :class:`.NotAccessible`."""
    session = queries.session(access.group_id, session_id)
    if session is None:
        raise NotAccessible
    return session


def find_game(access: Access, game_id: GameId) -> tuple[GameSession, Game]:
    """Return a game and its session.

    Raises :class:`.NotAccessible` and :class:`.GameDiscarded`.
    """
    session = find_session(access, game_id.session_id)
    return session, identified(game_id, queries.game(session.id, game_id.number))


def identified(game_id: GameId, game: Game | None) -> Game:
    """Return the game that has a number, if it is the one that is meant.

    Raises :class:`.NotAccessible`, and :class:`.GameDiscarded` where a page has shown another game
    of this number.
    """
    if game is not None and game_id.token in (None, game.token):
        return game
    if game_id.token is None:
        raise NotAccessible
    raise GameDiscarded(game_id.number, again=game is not None)


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


Value = TypeVar("Value")

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
    name it. Raises :class:`.KeyReused` if the key was used for other ``content``.
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
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()
