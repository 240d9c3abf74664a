"""Groups that leave a phone for a server, each once.

The phone freezes the group, and gives it a key that nobody else knows. Once a server has taken it,
the phone's copy is read-only.
"""

from __future__ import annotations

import json
import secrets
from typing import NamedTuple

from ..store import queries
from ..store.database import db
from ..store.models import Receipt
from ..store.write_transaction import writing
from . import group_export, group_import
from .group_keys import LEAVING, Access, hash_key
from .locked_changes import changing_group
from .refusals import Cause, Conflict, NotAccessible


class GroupLeavingPhone(NamedTuple):
    """A group on its way from a phone: its ``key``, and the id that a server ``took`` it as."""

    key: str
    took: str | None

    @property
    def proof(self) -> str:
        """A text that proves knowledge of the key, and that addresses may show."""
        return hash_key(self.key)[:16]


def leaving(group_id: str) -> GroupLeavingPhone | None:
    """Return the move of a group of this phone; None if it was not begun."""
    receipt = queries.receipt(group_id, LEAVING)
    return None if receipt is None else GroupLeavingPhone(**receipt.answer)


def is_taken(group_id: str) -> bool:
    """Return whether a server has taken a group of this phone, whose copy is read-only since."""
    group = leaving(group_id)
    return group is not None and group.took is not None


def leave(access: Access) -> tuple[GroupLeavingPhone, str]:
    """Freeze a group, and return its move with the text that a server takes.

    Later calls return the same.
    """
    if leaving(access.group_id) is None:
        answer = GroupLeavingPhone(secrets.token_urlsafe(20), None)._asdict()
        ids = {"scope": access.group_id, "group_id": access.group_id}
        with changing_group(access) as group:
            db.session.add(Receipt(**ids, key_hash=LEAVING, content_hash="", answer=answer))
            queries.bump_sessions(group.id)
    group_leaving = leaving(access.group_id)
    assert group_leaving is not None
    data = group_export.export_group(access)
    return group_leaving, json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def go_on_beside(access: Access) -> tuple[str, str]:
    """Copy a frozen group to a new one of this phone, and return its id and edit key.

    It is for people who play on and cannot wait for the server.
    """
    return group_import.import_group(json.dumps(group_export.export_group(access)))


def note_taken(access: Access, proof: str, took: str) -> None:
    """Note that a server has taken a group under the id ``took``.

    Raises :class:`~referee.services.refusals.NotAccessible` if the ``proof`` is wrong.
    """
    group_leaving = leaving(access.group_id)
    if group_leaving is None or group_leaving.proof != proof:
        raise NotAccessible
    with writing(lambda: queries.group(access.group_id, lock=True)) as group:
        answer = GroupLeavingPhone(group_leaving.key, group_leaving.took or took)
        _receipt(access.group_id).answer = answer._asdict()
        if group is not None:
            group.version += 1


def stay(access: Access, proof: str) -> None:
    """Unfreeze a group that a server has refused.

    Raises :class:`~referee.services.refusals.NotAccessible` if a server took it, or the ``proof``
    is wrong.
    """
    group_leaving = leaving(access.group_id)
    if group_leaving is None or group_leaving.proof != proof or group_leaving.took is not None:
        raise NotAccessible
    with writing(lambda: queries.group(access.group_id, lock=True)) as group:
        receipt = _receipt(access.group_id)
        assert group is not None
        db.session.delete(receipt)
        group.version += 1
        queries.bump_sessions(group.id)


def remove(access: Access) -> None:
    """Delete the copy of a group on this phone.

    Raises :class:`~referee.services.refusals.Conflict` if no server has taken the group.
    """
    if not is_taken(access.group_id):
        raise Conflict(Cause.NOT_HANDED_OVER)
    with writing(lambda: queries.group(access.group_id, lock=True)) as group:
        db.session.delete(group)


def _receipt(group_id: str) -> Receipt:
    """Return the receipt of a group's move.

    Raises :class:`~referee.services.refusals.NotAccessible`.
    """
    receipt = queries.receipt(group_id, LEAVING)
    if receipt is None:
        raise NotAccessible
    return receipt
