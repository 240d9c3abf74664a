"""Keys instead of accounts: who has a group's edit key may write, who has its view key may read.

Only hashes are stored. The view key follows from the edit key, one way: so a phone that may write
can show both links, and nobody gets from the view link to the edit link.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from base64 import urlsafe_b64encode
from dataclasses import dataclass, replace

from flask import current_app

from ..store import queries
from ..store.models import Group
from .ids import on_phone
from .refusals import Cause, KeyReplaced, MayNotWrite

KEY_BYTES = 20  # 160 bits


@dataclass(frozen=True)
class Access:
    """What a key opens: a group, to be read or also to be written.

    ``version`` is another text after every change to the group and to the session that was asked
    for; empty if there is no such session. ``edit_hash`` is that of the group's edit key as it was
    then; None where nobody came with a key.
    """

    group_id: str
    may_write: bool
    version: str = ""
    edit_hash: str | None = None

    def for_writing(self) -> Access:
        """The same. Raises :class:`~referee.services.refusals.MayNotWrite`."""
        if not self.may_write:
            raise MayNotWrite(Cause.HANDED_OVER) if on_phone() else MayNotWrite
        return self

    def after(self, session_version: int) -> Access:
        """Return the access of somebody who has changed the session, to that version of it."""
        group_version, _, _ = self.version.partition(".")
        return replace(self, version=f"{group_version}.{session_version}")

    def check(self, edit_hash: str) -> None:
        """Raises :class:`~referee.services.refusals.KeyReplaced` if that is the group's by now, and
        another one than when the key was looked at: whoever writes may have waited meanwhile."""
        if self.edit_hash not in (None, edit_hash):
            raise KeyReplaced


def open_key(key: str, session_id: str = "") -> Access | None:
    """What a key opens; None if it opens nothing, or not any more."""
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
    """Was a group of this phone handed over to a server, or is it on its way?"""
    return on_phone() and queries.receipt(group_id, LEAVING) is not None


def edit_key(group_id: str, seed: str) -> str:
    """A new group's edit key. A request that is sent again with a key of its own, the ``seed``,
    gets the same one, although it is not stored: it follows from this installation's secret."""
    secret = str(current_app.secret_key).encode()
    made = hmac.digest(secret, f"edit {group_id} {seed}".encode(), "sha256")
    return _text(made[:KEY_BYTES])


def new_edit_key() -> str:
    return secrets.token_urlsafe(KEY_BYTES)


def view_key(edit_key: str) -> str:
    """The view key that goes with an edit key."""
    made = hashlib.blake2b(edit_key.encode(), digest_size=KEY_BYTES, person=b"view key").digest()
    return _text(made)


def hash_key(key: str) -> str:
    """What is stored of a key. Keys are random, so a plain hash cannot be turned back."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


def set_keys(group: Group, key: str) -> None:
    """From now on this key and its view key open the group, and no others."""
    group.edit_hash, group.view_hash = hash_key(key), hash_key(view_key(key))


LEAVING = hash_key("hand over")
"""Under this a phone remembers what it hands over."""


def _text(key: bytes) -> str:
    return urlsafe_b64encode(key).rstrip(b"=").decode()
