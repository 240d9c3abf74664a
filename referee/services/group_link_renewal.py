"""New links of a group, which replace those that were lost or became known."""

from __future__ import annotations

from ..store import queries
from ..store.write_transaction import writing
from .group_keys import Access, edit_key, hash_key, new_edit_key, open_key, set_keys
from .locked_changes import changing_group
from .refusals import NotAccessible


def replace_links(access: Access, seed: str) -> str:
    """Replace the links of a group, so that the old ones stop working; return the new edit key.

    It follows from the old one and the ``seed``, the key of the request.
    """
    key = _next_key(access.group_id, access.edit_hash, seed)
    with changing_group(access) as group:
        set_keys(group, key)
    return key


def replaced_before(group_id: str, old_key: str, seed: str) -> str | None:
    """Return the edit key that a request with this ``seed`` gave a group, None if it gave none.

    Whoever lost the answer has the ``old_key`` alone, which opens nothing any more.
    """
    key = _next_key(group_id, hash_key(old_key), seed)
    return None if open_key(key) is None else key


def _next_key(group_id: str, old_hash: str | None, seed: str) -> str:
    """Return the edit key that replaces the one with this hash."""
    return edit_key(group_id, f"after {old_hash} {seed}")


def new_links(group_id: str) -> str:
    """Replace the links of a group for people who lost them all, and return the new edit key.

    It needs no access: it is for the machine that serves the app.
    """
    with writing(lambda: queries.group(group_id, lock=True)) as group:
        if group is None:
            raise NotAccessible
        key = new_edit_key()
        set_keys(group, key)
    return key
