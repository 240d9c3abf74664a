"""Answers to requests that are sent again with the same key: nothing is made twice."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import TypeVar

from ..store import queries
from ..store.database import db
from ..store.models import Receipt, now
from .refusals import KeyReused

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
