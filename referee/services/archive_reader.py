"""Reading of exported groups as fields, each checked by itself, and the limits of their size."""

from __future__ import annotations

from marshmallow import ValidationError
from marshmallow.exceptions import SCHEMA

from ..rules.session_end import MOST_PLAYED
from .archive_data import GroupFields
from .archive_schema import GroupData
from .refusals import ImportLimit, ImportTooLarge, UnreadableArchive

MOST = {
    ImportLimit.SESSIONS: 1000,
    ImportLimit.PEOPLE: 1000,
    ImportLimit.GAMES: MOST_PLAYED,
    ImportLimit.ENTRIES: 150_000,
    ImportLimit.COUNTED: 20_000,
}
"""The largest numbers in a file: twenty years of weekly evenings, or four that were followed."""


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


def check_size(data: GroupFields) -> None:
    """Raise :class:`~referee.services.refusals.ImportTooLarge` for more than ``MOST`` allows."""
    games = [game for session in data["sessions"] for game in session["games"]]
    sizes = {
        ImportLimit.SESSIONS: len(data["sessions"]),
        ImportLimit.PEOPLE: len(
            {*data["players"], *(n for s in data["sessions"] for n in s["players"])}
        ),
        ImportLimit.GAMES: len(games),
        ImportLimit.ENTRIES: sum(len(game["log"]) for game in games),
        ImportLimit.COUNTED: sum(len(game["sweeps"]) + len(game["corrections"]) for game in games),
    }
    for limit, most in MOST.items():
        if sizes[limit] > most:
            raise ImportTooLarge(limit, most)
