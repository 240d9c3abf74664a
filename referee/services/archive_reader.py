"""Reading of exported groups as fields, each checked by itself."""

from __future__ import annotations

from marshmallow import ValidationError
from marshmallow.exceptions import SCHEMA

from .archive_data import GroupFields
from .archive_schema import GroupData
from .refusals import UnreadableArchive


def read_fields(data: object) -> GroupFields:
    """Return the fields of an exported group, each checked by itself.

    Raises :class:`~referee.services.refusals.UnreadableArchive`, which names the place.
    """
    if not isinstance(data, dict):
        raise UnreadableArchive(SCHEMA)
    try:
        content: GroupFields = GroupData().load(data)
    except ValidationError as error:
        raise UnreadableArchive(_first_place(error.messages)) from error
    return content


def _first_place(messages: object) -> str:
    """Return the place of the first validation error: ``sessions.0.games``."""
    path = []
    while isinstance(messages, dict):
        name, messages = next(iter(messages.items()))
        path.append(str(name))
    return ".".join(path)
