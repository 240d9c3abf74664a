"""What a phone may see: a signed cookie for each group whose link it opened."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from functools import lru_cache

from flask import abort, current_app, g, request
from itsdangerous import BadSignature, URLSafeSerializer
from werkzeug.wrappers import Response

from ..services.links import Access, open_key
from ..services.refusals import MayNotWrite

COOKIE = "group_"
KEPT = timedelta(days=400)  # browsers keep no cookie longer


def access(group_id: str, session_id: str = "") -> Access:
    """What this phone may do in a group, and with a session of it; 404 if it may not even look."""
    g.private = True
    key = key_of(group_id)
    opened = open_key(key, session_id) if key else None
    if opened is None or opened.group_id != group_id:
        abort(404)
    return opened


def editing(group_id: str) -> Access:
    """The same for those who change something. Raises
    :class:`~referee.services.refusals.MayNotWrite`."""
    return access(group_id).for_writing()


def key_of(group_id: str) -> str | None:
    """The key with which this phone opened a group."""
    return _unsigned(group_id, request.cookies.get(COOKIE + group_id, ""))


def is_strange(path: str) -> bool:
    """Is this below a group whose link this phone never opened? It may exist or not."""
    first, _, rest = path.removeprefix("/").partition("/")
    group_id, *_ = rest.split("/")
    return first == "g" and bool(group_id) and key_of(group_id) is None


def edit_key_of(group_id: str) -> str:
    """The group's edit key, for pages that show its links."""
    editing(group_id)
    key = key_of(group_id)
    if key is None:  # a phone with a view key got no further than the line above
        raise MayNotWrite
    return key


def known_groups() -> Iterator[str]:
    """The groups whose links this phone has opened; they may be gone by now."""
    for name, value in request.cookies.items():
        if name.startswith(COOKIE) and _unsigned(name.removeprefix(COOKIE), value):
            yield name.removeprefix(COOKIE)


def known_access() -> Iterator[Access]:
    """What the links still open that this phone was shown."""
    for group_id in known_groups():
        key = key_of(group_id)
        opened = open_key(key) if key else None
        if opened is not None and opened.group_id == group_id:
            g.private = True
            yield opened


def edits(group_id: str) -> Access:
    """What somebody may do who has just made a group."""
    return Access(group_id, may_write=True)


def remember(response: Response, group_id: str, key: str) -> None:
    """Let this phone in from now on."""
    response.set_cookie(
        COOKIE + group_id,
        str(_signer(str(current_app.secret_key), group_id).dumps(key)),
        max_age=KEPT,
        secure=request.is_secure,
        httponly=True,
        samesite="Lax",
    )


def forget(response: Response, group_id: str) -> None:
    response.delete_cookie(COOKIE + group_id, httponly=True, samesite="Lax")


def _signer(secret: str, group_id: str) -> URLSafeSerializer:
    return URLSafeSerializer(secret, salt=f"group {group_id}")


def _unsigned(group_id: str, value: str) -> str | None:
    return _read_cookie(str(current_app.secret_key), group_id, value)


@lru_cache(maxsize=1024)
def _read_cookie(secret: str, group_id: str, value: str) -> str | None:
    """The key in a cookie; phones bring the same one every two seconds."""
    try:
        key = _signer(secret, group_id).loads(value)
    except BadSignature:
        return None
    return key if isinstance(key, str) else None
