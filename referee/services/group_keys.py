"""Keys of groups instead of accounts: an edit key to write, a view key to read.

Only hashes are stored. The view key follows from the edit key, but not the other way round: a phone
that may write can show both links, and the view link does not lead to the edit link.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from base64 import urlsafe_b64encode
from dataclasses import dataclass, replace

from flask import current_app

from ..runs_on_phone import on_phone
from ..store import queries
from ..store.models import Group
from .refusals import Cause, KeyReplaced, MayNotWrite

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

        Raises :class:`~referee.services.refusals.MayNotWrite` if it only reads.
        """
        if not self.may_write:
            raise MayNotWrite(Cause.HANDED_OVER) if on_phone() else MayNotWrite
        return self

    def after(self, session_version: int) -> Access:
        """Return the access with this version of the session, after a change by its holder."""
        group_version, _, _ = self.version.partition(".")
        return replace(self, version=f"{group_version}.{session_version}")

    def check(self, edit_hash: str) -> None:
        """Raise :class:`~referee.services.refusals.KeyReplaced` if this is not the edit key's hash.

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
    """Return the bytes of a key as the text that stands in links."""
    return urlsafe_b64encode(key).rstrip(b"=").decode()
