"""Signed cookies with the keys of the groups whose links this phone opened."""

from collections.abc import Iterator
from datetime import timedelta
from functools import lru_cache

from flask import current_app, request
from itsdangerous import BadSignature, URLSafeSerializer
from werkzeug.wrappers import Response

from ..cache import on_phone
from ..services.names import is_of_phone
from ..urls import root

COOKIE = "group_"
KEPT = timedelta(days=400)  # browsers keep no cookie longer


def key_of(group_id: str) -> str | None:
    """Return the key with which this phone opened a group, None if it did not."""
    return _unsigned(group_id, request.cookies.get(COOKIE + group_id, ""))


def is_strange(group_id: str) -> bool:
    """Return whether this phone never opened a link of a group; the group may exist or not.

    In the offline app groups of servers are never strange, since it cannot know of them."""
    if current_app.secret_key is None or (on_phone() and not is_of_phone(group_id)):
        return False
    return key_of(group_id) is None


def known_groups() -> Iterator[str]:
    """Yield the ids of the groups whose links this phone opened. They may have been deleted
    since."""
    for name, value in request.cookies.items():
        if name.startswith(COOKIE) and _unsigned(name.removeprefix(COOKIE), value):
            yield name.removeprefix(COOKIE)


def has_keys() -> bool:
    """Return whether this browser sends the key of a group, readable or not."""
    return any(name.startswith(COOKIE) for name in request.cookies)


def unreadable_groups() -> set[str]:
    """Return the ids of groups whose cookies cannot be read, as they were signed with another
    secret."""
    names = {name.removeprefix(COOKIE) for name in request.cookies if name.startswith(COOKIE)}
    return names - {*known_groups()}


def remember(response: Response, group_id: str, key: str) -> None:
    """Set the cookie that lets this phone open a group with a key."""
    response.set_cookie(
        COOKIE + group_id,
        str(_signer(str(current_app.secret_key), group_id).dumps(key)),
        max_age=KEPT,
        path=f"{root()}/",
        secure=request.is_secure,
        httponly=True,
        samesite="Lax",
    )


def forget(response: Response, group_id: str) -> None:
    """Delete the cookie of a group's key."""
    response.delete_cookie(COOKIE + group_id, path=f"{root()}/", httponly=True, samesite="Lax")


def _signer(secret: str, group_id: str) -> URLSafeSerializer:
    return URLSafeSerializer(secret, salt=f"group {group_id}")


def _unsigned(group_id: str, value: str) -> str | None:
    return _read_cookie(str(current_app.secret_key), group_id, value)


@lru_cache(maxsize=1024)
def _read_cookie(secret: str, group_id: str, value: str) -> str | None:
    """Return the key in a cookie's value, None if the signature is wrong. Cached, since polls send
    the same cookie every two seconds."""
    try:
        key = _signer(secret, group_id).loads(value)
    except BadSignature:
        return None
    return key if isinstance(key, str) else None
