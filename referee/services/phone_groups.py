"""Handover of a phone's own groups to a server, exactly once.

The phone freezes the group, and gives it a key that nobody else knows. Once a server has taken it,
the phone's copy is read-only.

The server gives a phone's key the same group however often it comes, and checks everything else
like any file.
"""

import json
import secrets
import unicodedata
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import NamedTuple

from sqlalchemy.exc import IntegrityError

from ..store import queries
from ..store.database import db, writing
from ..store.models import Receipt
from . import archive_import, exports
from .access import LEAVING, Access, answered, changing_group, edit_key, hash_key, is_secret, once
from .archive import read_fields
from .archive_import import reading_in
from .archive_rows import ReadGroup, check_group, read_group
from .group_edits import beside_others
from .names import is_of_phone, new_id
from .refusals import Cause, Conflict, Invalid, KeyReused, NotAccessible, UnreadableArchive


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
    data = exports.export_group(access)
    return group_leaving, json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def go_on_beside(access: Access) -> tuple[str, str]:
    """Copy a frozen group to a new one of this phone, and return its id and edit key.

    It is for people who play on and cannot wait for the server.
    """
    return archive_import.import_group(json.dumps(exports.export_group(access)))


def note_taken(access: Access, proof: str, took: str) -> None:
    """Note that a server has taken a group under the id ``took``.

    Raises :class:`.NotAccessible` if the ``proof`` is wrong.
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

    Raises :class:`.NotAccessible` if a server took it, or the ``proof`` is wrong.
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

    Raises :class:`.Conflict` if no server has taken the group.
    """
    if not is_taken(access.group_id):
        raise Conflict(Cause.NOT_HANDED_OVER)
    with writing(lambda: queries.group(access.group_id, lock=True)) as group:
        db.session.delete(group)


def _receipt(group_id: str) -> Receipt:
    """Return the receipt of a group's move.

    Raises :class:`.NotAccessible`.
    """
    receipt = queries.receipt(group_id, LEAVING)
    if receipt is None:
        raise NotAccessible
    return receipt


ONCE = "hand over"
"""The key of the request that moves a group; there is one for each group."""
_ALIKE = 0.75
"""The ratio of :mod:`difflib` from which two names may be those of one person."""

_Answer = dict[str, str | bool]
"""The id of the group that a phone's group came to, and whether it is a new one."""


class GroupTaken(NamedTuple):
    """A group on the server that came from a phone; ``edit_key`` is None if it joined a group."""

    group_id: str
    edit_key: str | None


def taken_before(phone_group: str, key: str, text: str) -> GroupTaken | None:
    """Return the group that was taken for a ``key``; None if it did not come before.

    Raises :class:`.Invalid` if it came with another text, and :class:`.UnreadableArchive` for an id
    or key that no phone makes.
    """
    _check(phone_group, key)
    if answered(phone_group, ONCE) is None:
        return None
    with writing():
        return _taken(_once(phone_group, key, text, _refuse), key)


def take_as_new(phone_group: str, key: str, text: str) -> GroupTaken:
    """Store a phone's group as a new one, and return it with its new edit key.

    Raises what :func:`referee.services.archive_import.import_group` raises, and :class:`.Invalid`.
    """
    _check(phone_group, key)
    group_id = new_id()

    def make_once() -> _Answer:
        with writing():
            return _once(phone_group, key, text, make)

    def make() -> _Answer:
        archive_import.add_new(content, group_id, edit_key(group_id, key))
        return {"group_id": group_id, "new": True}

    with reading_in() as check_time:
        content = read_group(json.loads(text), group_id, check_time)
        try:
            answer = make_once()
        except IntegrityError:  # sent twice at one moment: the other request stored it
            db.session.expunge_all()
            answer = make_once()
    return _taken(answer, key)


def take_into(
    access: Access, phone_group: str, key: str, text: str, people: Mapping[str, str]
) -> GroupTaken:
    """Add the sessions of a phone's group to a group of the server, and return that.

    ``people`` has the server's name of each person by the phone's. Other people keep their names,
    and are the server's people of these names or new ones.
    """
    _check(phone_group, key)

    def make() -> _Answer:
        players_there = {player.name: player for player in queries.players(access.group_id)}
        for session in content.sessions:
            for seat in session.session.seats:
                seat.player = players_there.get(seat.player.name, seat.player)
        new_people = [person for person in content.people if person.name not in players_there]
        new_presets = beside_others(access.group_id, content.presets)
        new_content = content._replace(people=new_people, presets=new_presets)
        archive_import.add(new_content, access.group_id)
        return {"group_id": access.group_id, "new": False}

    with reading_in() as check_time:
        content = _read_into(access.group_id, json.loads(text), people, check_time)
        with changing_group(access):
            answer = _once(phone_group, key, text, make)
    return _taken(answer, key)


def unsure(access: Access, text: str) -> dict[str, list[str]]:
    """Return the people of the phone whose names are spelled otherwise in the group, by name.

    The values are the names of the group that are alike, the likeliest first. Raises what reading
    the group raises.
    """
    with reading_in() as check_time:
        content = read_group(json.loads(text), access.group_id, check_time)
        names_there = {
            player.name: _plain(player.name) for player in queries.players(access.group_id)
        }
        candidates = {}
        for person in content.people:
            check_time()
            if person.name not in names_there and (names := _alike(person.name, names_there)):
                candidates[person.name] = names
    return candidates


def _alike(name: str, plain_names: Mapping[str, str]) -> list[str]:
    """Return the names that may be another spelling of a name, the likeliest first.

    ``plain_names`` has each name as :func:`_plain` has it.
    """
    most, first = max(1, len(plain_names)), _first(name)
    close = get_close_matches(_plain(name), set(plain_names.values()), most, _ALIKE)
    places = {plain: place for place, plain in enumerate(close)}
    likely = [
        other for other, plain in plain_names.items() if plain in places or _first(other) == first
    ]
    return sorted(likely, key=lambda other: places.get(plain_names[other], most))


def _plain(name: str) -> str:
    """Return a name without what people leave out when they type: accents, capitals, spaces."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in letters if letter.isalnum())


def _first(name: str) -> str:
    """Return the first word of a name, as :func:`_plain` has it."""
    return _plain(name.split(maxsplit=1)[0])


def _read_into(
    group_id: str, data: object, people: Mapping[str, str], check_time: Callable[[], None]
) -> ReadGroup:
    """Return the group of a file, with the names of ``people`` replaced."""
    content = read_fields(data)
    check_group(content, group_id, check_time)  # as it came, before names are replaced
    content["players"] = [people.get(name.strip(), name) for name in content["players"]]
    for session in content["sessions"]:
        session["players"] = [people.get(name.strip(), name) for name in session["players"]]
    return check_group(content, group_id, check_time)


def _check(phone_group: str, key: str) -> None:
    """Raise ``UnreadableArchive`` for an id or key that no phone makes."""
    if not is_of_phone(phone_group):
        raise UnreadableArchive("group")
    if not is_secret(key) or not key.isascii() or not key.isprintable():
        raise UnreadableArchive("key")


def _once(phone_group: str, key: str, text: str, make: Callable[[], _Answer]) -> _Answer:
    """Return the answer to a ``key``, made by ``make`` if it is new."""
    try:
        return once(phone_group, ONCE, [key, text], make)
    except KeyReused as error:
        raise Invalid(Cause.HANDED_OVER_BEFORE) from error


def _refuse() -> _Answer:
    """Raise ``NotAccessible``: only a group that came before is answered."""
    raise NotAccessible


def _taken(answer: _Answer, key: str) -> GroupTaken:
    """Return the group that an answer names, with its edit key if it is a new one."""
    group_id = str(answer["group_id"])
    return GroupTaken(group_id, edit_key(group_id, key) if answer["new"] else None)
