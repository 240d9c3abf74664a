"""New links of a group, which replace those that were lost or became known."""

from __future__ import annotations

from ..store import queries
from ..store.models import Group
from ..store.write_transaction import writing
from .group_keys import Access, new_edit_key, set_keys
from .locked_changes import changing_group
from .refusals import NotAccessible


def replace_links(access: Access) -> str:
    """Replace the links of a group, so that the old ones stop working; return the new edit key."""
    with changing_group(access) as group:
        return _new_key(group)


def new_links(group_id: str) -> str:
    """Replace the links of a group for people who lost them all, and return the new edit key.

    It needs no access: it is for the machine that serves the app.
    """
    with writing(lambda: queries.group(group_id, lock=True)) as group:
        if group is None:
            raise NotAccessible
        return _new_key(group)


def _new_key(group: Group) -> str:
    """Give a group new keys, and return the edit key."""
    key = new_edit_key()
    set_keys(group, key)
    return key
