"""A group that was on one phone alone goes to a server, once.

The phone freezes it first, and gives it a key that nobody else knows. The server answers that key
with the same group however often it comes; whatever else the phone says of itself, it checks like
any file. From then on the phone's copy is only for looking.
"""

from __future__ import annotations

import json
import secrets
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any, NamedTuple

from sqlalchemy.exc import IntegrityError

from ..store import queries
from ..store.database import db, writing
from ..store.models import Receipt
from . import group_archive
from .archive_reader import ReadGroup, read_group
from .group_keys import LEAVING, Access, edit_key, hash_key
from .ids import is_of_phone, new_id
from .import_limits import reading_in
from .names import is_secret
from .refusals import Cause, Conflict, Invalid, KeyReused, NotAccessible, UnreadableArchive
from .transactions import answered, changing_group, once

ONCE = "hand over"
"""What a hand-over is called among the requests of a group: there is one of them."""
_ALIKE = 0.75
"""From here on two names may be one person's, as :mod:`difflib` has it."""


class GroupLeavingPhone(NamedTuple):
    """A group on its way from a phone: its ``key``, and the id that a server ``took`` it as."""

    key: str
    took: str | None

    @property
    def proof(self) -> str:
        """Who says this has seen the key. Addresses may show it."""
        return hash_key(self.key)[:16]


class GroupTaken(NamedTuple):
    """What became of it on the server; ``edit_key`` is None if it was added to a group."""

    group_id: str
    edit_key: str | None


# --- on the phone -------------------------------------------------------------------------------


def leaving(group_id: str) -> GroupLeavingPhone | None:
    """Is a group of this phone on its way, or gone already?"""
    found = queries.receipt(group_id, LEAVING)
    return None if found is None else GroupLeavingPhone(**found.answer)


def is_taken(group_id: str) -> bool:
    """Return true if a server has a group of this phone, so that this one is a copy."""
    found = leaving(group_id)
    return found is not None and found.took is not None


def leave(access: Access) -> tuple[GroupLeavingPhone, str]:
    """Freeze a group, and give the text that a server takes. The same again later."""
    if leaving(access.group_id) is None:
        kept = GroupLeavingPhone(secrets.token_urlsafe(20), None)._asdict()
        ids = {"scope": access.group_id, "group_id": access.group_id}
        with changing_group(access) as group:
            db.session.add(Receipt(**ids, key_hash=LEAVING, content_hash="", answer=kept))
            queries.bump_sessions(group.id)
    found = leaving(access.group_id)
    assert found is not None
    data = group_archive.export_group(access)
    return found, json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def go_on_beside(access: Access) -> tuple[str, str]:
    """A new group of this phone with the same in it, for whoever plays on and cannot wait for the
    server: its id and edit key."""
    return group_archive.import_group(json.dumps(group_archive.export_group(access)))


def note_taken(access: Access, proof: str, took: str) -> None:
    """A server has taken it. Raises :class:`~referee.services.refusals.NotAccessible` if nobody
    sent it."""
    found = leaving(access.group_id)
    if found is None or found.proof != proof:
        raise NotAccessible
    with writing(lambda: queries.group(access.group_id, lock=True)) as group:
        kept = GroupLeavingPhone(found.key, found.took or took)
        _receipt(access.group_id).answer = kept._asdict()
        if group is not None:
            group.version += 1


def stay(access: Access, proof: str) -> None:
    """A server has refused it: play goes on here. What was taken stays for looking."""
    found = leaving(access.group_id)
    if found is None or found.proof != proof or found.took is not None:
        raise NotAccessible
    with writing(lambda: queries.group(access.group_id, lock=True)) as group:
        receipt = _receipt(access.group_id)
        assert group is not None
        db.session.delete(receipt)
        group.version += 1
        queries.bump_sessions(group.id)


def remove(access: Access) -> None:
    """Take a copy off this phone. Raises :class:`~referee.services.refusals.Conflict` if it
    is the only one."""
    if not is_taken(access.group_id):
        raise Conflict(Cause.NOT_HANDED_OVER)
    with writing(lambda: queries.group(access.group_id, lock=True)) as group:
        db.session.delete(group)


def _receipt(group_id: str) -> Receipt:
    found = queries.receipt(group_id, LEAVING)
    if found is None:
        raise NotAccessible
    return found


# --- on the server ------------------------------------------------------------------------------


def taken_before(phone_group: str, key: str, text: str) -> GroupTaken | None:
    """What became of it, if it came before. Raises
    :class:`~referee.services.refusals.Invalid` if something else came, and
    :class:`~referee.services.refusals.UnreadableArchive` if no phone of ours says this."""
    _check(phone_group, key)
    if answered(phone_group, ONCE) is None:
        return None
    with writing():
        return _taken(_once(phone_group, key, text, _nothing), key)


def take_as_new(phone_group: str, key: str, text: str) -> GroupTaken:
    """A new group of it, with new keys. Raises what
    :func:`referee.services.group_archive.import_group`
    raises, and :class:`~referee.services.refusals.Invalid`."""
    _check(phone_group, key)
    group_id = new_id()

    def make_once() -> dict[str, Any]:
        with writing():
            return _once(phone_group, key, text, make)

    def make() -> dict[str, Any]:
        group_archive.add_new(read, group_id, edit_key(group_id, key))
        return {"group_id": group_id, "new": True}

    with reading_in() as go_on:
        read = read_group(json.loads(text), group_id, go_on)
        try:
            made = make_once()
        except IntegrityError:  # the same at the same moment: the other one made it
            db.session.expunge_all()
            made = make_once()
    return _taken(made, key)


def take_into(
    access: Access, phone_group: str, key: str, text: str, people: Mapping[str, str]
) -> GroupTaken:
    """Add its sessions to a group. ``people`` says who of the phone's is whom there, by name; who
    is not in it keeps the name, and is the one of that name or a new one."""
    _check(phone_group, key)

    def make() -> dict[str, Any]:
        known = {player.name: player for player in queries.players(access.group_id)}
        for one in read.sessions:
            for seat in one.session.seats:
                seat.player = known.get(seat.player.name, seat.player)
        fresh = [person for person in read.people if person.name not in known]
        group_archive.add(read._replace(people=fresh), access.group_id)
        return {"group_id": access.group_id, "new": False}

    with reading_in() as go_on:
        read = _read_into(access.group_id, json.loads(text), people, go_on)
        with changing_group(access):
            made = _once(phone_group, key, text, make)
    return _taken(made, key)


def unsure(access: Access, text: str) -> dict[str, list[str]]:
    """Who of the phone's people may be somebody of the group that is written another way: their
    names, and those of the group, the likeliest first."""
    read = read_group(json.loads(text), access.group_id, lambda: None)
    known = [player.name for player in queries.players(access.group_id)]
    found = {}
    for person in read.people:
        if person.name not in known and (alike := _alike(person.name, known)):
            found[person.name] = alike
    return found


def _alike(name: str, known: Sequence[str]) -> list[str]:
    likely = {one: SequenceMatcher(None, _plain(name), _plain(one)).ratio() for one in known}
    found = [one for one in known if likely[one] >= _ALIKE or _first(one) == _first(name)]
    return sorted(found, key=lambda one: -likely[one])


def _plain(name: str) -> str:
    """Without what people leave out when they type: accents, capitals, spaces."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in letters if letter.isalnum())


def _first(name: str) -> str:
    return _plain(name.split(maxsplit=1)[0])


def _read_into(
    group_id: str, data: Any, people: Mapping[str, str], go_on: Callable[[], None]
) -> ReadGroup:
    read_group(data, group_id, go_on)  # as it came, before anything of it is changed
    renamed = [people.get(name.strip(), name) for name in data["players"]]
    sessions = [
        session | {"players": [people.get(name.strip(), name) for name in session["players"]]}
        for session in data["sessions"]
    ]
    return read_group(data | {"players": renamed, "sessions": sessions}, group_id, go_on)


def _check(phone_group: str, key: str) -> None:
    if not is_of_phone(phone_group):
        raise UnreadableArchive("group")
    if not is_secret(key) or not key.isascii() or not key.isprintable():
        raise UnreadableArchive("key")


def _once(
    phone_group: str, key: str, text: str, make: Callable[[], dict[str, Any]]
) -> dict[str, Any]:
    try:
        return once(phone_group, ONCE, [key, text], make)
    except KeyReused as error:
        raise Invalid(Cause.HANDED_OVER_BEFORE) from error


def _nothing() -> dict[str, Any]:
    raise NotAccessible


def _taken(made: Mapping[str, Any], key: str) -> GroupTaken:
    group_id = made["group_id"]
    return GroupTaken(group_id, edit_key(group_id, key) if made["new"] else None)
