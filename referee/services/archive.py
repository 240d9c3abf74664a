"""Archive of a group: its file, as written and read.

The meaning of the data is checked in :mod:`referee.services.archive_rows`.

:mod:`referee.services.archive` has the limits of each value.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import TypedDict, Unpack

from marshmallow import EXCLUDE, ValidationError, fields, missing, pre_load
from marshmallow.exceptions import SCHEMA
from marshmallow.validate import Equal, Length, Range

from ..rules.games.ask import NamedRules
from ..rules.log.missed_plays import MOST_REFUSED
from ..rules.log.record import MOST_ENTRIES
from ..rules.session_end import LEAST_TARGET, MOST_GAMES, MOST_PLAYED, MOST_TARGET
from ..rules.standings import SETTLEMENTS
from ..shapes import (
    Code,
    FieldOptions,
    Function,
    JsonField,
    ListOf,
    MapOf,
    Moment,
    ObjectOf,
    Shape,
    Switch,
    Text,
    Whole,
)
from ..store.models import KEY_LENGTH, USUAL_SETTLEMENT, Correction
from .access import is_client_key
from .names import first_hidden
from .refusals import ImportLimit, ImportTooLarge, UnreadableArchive


class RowFields(TypedDict):
    """A row of a sheet."""

    version: object
    markers: int
    card_points: int | None
    kinds: Mapping[str, int] | None


class SweepFields(TypedDict):
    """A counted sweep."""

    key: str
    seat: int
    markers: int
    counted_at: datetime


class EntryFields(TypedDict):
    """An entry of a log, in its notation."""

    key: object
    text: str
    asked: object
    made_at: datetime


class CorrectionFields(TypedDict):
    """A state of a sheet before a correction."""

    corrected_at: datetime
    seat: int | None
    last_capturer: int | None
    markers: int
    card_points: int | None
    kinds: Mapping[str, int] | None
    house: list[str] | None


class GameFields(TypedDict):
    """A game with its sheet and log."""

    game: str
    rules_version: int
    house: list[str]
    deal: int
    last_capturer: int | None
    started_at: datetime
    finished_at: datetime | None
    accepted_imbalance: bool
    rows: list[RowFields]
    sweeps: list[SweepFields]
    corrections: list[CorrectionFields]
    log: list[EntryFields]
    refused: list[str]
    dealer: int | None
    claimed_by: int | None


class SessionFields(TypedDict):
    """A session with its games."""

    game: str
    house: list[str]
    players: list[str]
    teams: list[int] | None
    games_planned: int | None
    target: int | None
    ends_with: int | None
    first_dealer: int
    stake: int | None
    currency: str
    settlement: str
    started_at: datetime
    closed_at: datetime | None
    night: int | None
    set_aside: bool
    games: list[GameFields]


class GroupPresetFields(TypedDict):
    """House rules of a game that the group plays by, under a name."""

    name: str
    game: str
    house_rules: list[str]
    target: int | None


class GroupFields(TypedDict):
    """A whole file: a group with its sessions."""

    format: str
    version: int
    name: str
    blames: bool
    timezone: str | None
    players: list[str]
    presets: list[GroupPresetFields]
    sessions: list[SessionFields]


FORMAT = "referee-group"
VERSION = 1
MOST = 1000
MOST_SEATS = 12
MOST_KINDS = 50
MOST_TAPS = 10_000  # the counter is not stopped by the number of cards
LONGEST_ENTRY = 1000
EARLIEST, LATEST = datetime(1970, 1, 1, tzinfo=UTC), datetime(9000, 1, 1, tzinfo=UTC)
MOST_STAKE = 1_000_000
CURRENCY_LENGTH = 8


def _number(
    least: int, most: int, *, read: Function | None = None, **options: Unpack[FieldOptions]
) -> Whole:
    """Return a field for a whole number within limits."""
    options["validate"] = Range(least, most)
    return Whole(read=read, **options)


def _seat(**options: Unpack[FieldOptions]) -> Whole:
    """Return a field for the number of a seat."""
    return _number(0, MOST_SEATS - 1, **options)


_OPTIONAL: FieldOptions = {"allow_none": True, "load_default": None}
"""Options of fields that only some games have, and that files of earlier versions lack."""


def _time(timespec: str = "auto", **options: Unpack[FieldOptions]) -> Moment:
    """Return a field for a moment."""
    options["validate"] = Range(EARLIEST, LATEST)
    return Moment(timespec, **options)


class Several(ListOf):
    """A list of at most ``most`` items, read until the first invalid one: files may be large."""

    def __init__(
        self,
        inner: JsonField,
        most: int,
        *,
        read: Function | None = None,
        **options: Unpack[FieldOptions],
    ) -> None:
        super().__init__(inner, read=read, **options)
        self._most = most

    def _deserialize(self, value: object, *_: object, **__: object) -> list[object]:
        if not isinstance(value, list) or len(value) > self._most:
            raise self.make_error("invalid")
        items: list[object] = []
        for place, item in enumerate(value):
            try:
                items.append(self.inner.deserialize(item))
            except ValidationError as error:
                raise ValidationError({place: error.messages}) from error
        return items


class Kinds(MapOf):
    """Numbers of cards by field; the ruleset knows the fields."""

    def __init__(self) -> None:
        super().__init__(_number(0, MOST), allow_none=True)

    def _deserialize(
        self,
        value: object,
        attr: str | None,
        data: Mapping[str, object] | None,
        **options: object,
    ) -> dict[str, int]:
        if not isinstance(value, dict) or len(value) > MOST_KINDS:
            raise self.make_error("invalid")
        counts: dict[str, int] = super()._deserialize(value, attr, data, **options)  # type: ignore[no-untyped-call]  # marshmallow's Dict has no types
        return counts


class Part(Shape):
    """An object with exactly these fields; the first unknown field is its error."""

    class Meta:
        unknown = EXCLUDE

    @pre_load
    def _refuse_others(self, data: object, **_: object) -> object:
        others = data.keys() - self.fields.keys() if isinstance(data, dict) else ()
        for name in others:
            raise ValidationError({name: ["unknown"]})
        return data


def _entry() -> Text:
    """Return a field for an entry of a log."""
    return Text(validate=[Length(1, LONGEST_ENTRY), _check_printable])


def _check_printable(text: str) -> None:
    """Raise ``ValidationError`` for a text that cannot be printed."""
    if not text.isprintable():
        raise ValidationError("not printable")


def _check_visible(text: str) -> None:
    """Raise ``ValidationError`` for a text with a hidden character."""
    if first_hidden(text):
        raise ValidationError("hidden")


def _check_key(text: str) -> None:
    """Raise ``ValidationError`` for a text that cannot be a client's key."""
    if not is_client_key(text):
        raise ValidationError("no key")


def _ignored() -> fields.Raw:
    """Return a field that files of earlier versions have, and that is ignored."""
    return fields.Raw(load_default=None, load_only=True)


class RowData(Part):
    """A row of a sheet."""

    version = _ignored()
    markers = _number(0, MOST_TAPS)
    card_points = _number(0, MOST, allow_none=True)
    kinds = Kinds()


class SweepData(Part):
    """A counted sweep."""

    key = Text(validate=[Length(1, KEY_LENGTH), _check_key])
    seat = _seat()
    markers = _number(1, 2)
    at = _time(attribute="counted_at")


class EntryData(Part):
    """An entry of a log, in its notation."""

    key = _ignored()
    text = _entry()
    asked = _ignored()
    at = _time(attribute="made_at", timespec="seconds")


def _house_before(correction: Correction) -> object:
    """Return the house rules of a correction, or that the field is left out."""
    return missing if correction.house is None else correction.house


def _target_of(preset: NamedRules) -> object:
    """Return the target of a preset, or that the field is left out."""
    return missing if preset.target is None else preset.target


class CorrectionData(Part):
    """A correction: of a row, or where ``seat`` is None of the ``house`` rules or the last
    capturer."""

    at = _time(attribute="corrected_at")
    seat = _seat(allow_none=True)
    last_capturer = _seat(allow_none=True)
    markers = _number(0, MOST_TAPS)
    card_points = _number(0, MOST, allow_none=True)
    kinds = Kinds()
    house = Several(Text(), 50, read=_house_before, **_OPTIONAL)


class GameData(Part):
    """A game with its sheet and log."""

    game = Text()
    rules_version = _number(1, 10**6)
    house = Several(Text(), 50)
    deal = _number(1, 100)
    last_capturer = _seat(allow_none=True)
    started_at = _time()
    finished_at = _time(allow_none=True)
    accepted_imbalance = Switch()
    rows = Several(ObjectOf(RowData), MOST_SEATS)
    sweeps = Several(ObjectOf(SweepData), MOST_TAPS)
    corrections = Several(ObjectOf(CorrectionData), 10_000)
    log = Several(ObjectOf(EntryData), MOST_ENTRIES, load_default=list)
    refused = Several(_entry(), MOST_REFUSED, load_default=list)
    dealer = _seat(**_OPTIONAL)
    claimed_by = _seat(**_OPTIONAL)


class SessionData(Part):
    """A session with its games."""

    game = Text()
    house = Several(Text(), 50)
    players = Several(Text(), MOST_SEATS)
    teams = Several(_seat(), MOST_SEATS, allow_none=True)
    games_planned = _number(1, MOST_GAMES, allow_none=True)
    target = _number(LEAST_TARGET, MOST_TARGET, **_OPTIONAL)
    ends_with = _number(1, MOST_PLAYED, **_OPTIONAL)
    first_dealer = _seat()
    stake = _number(0, MOST_STAKE, allow_none=True)
    currency = Text(validate=[Length(0, CURRENCY_LENGTH), _check_printable, _check_visible])
    settlement = Code(SETTLEMENTS, load_default=USUAL_SETTLEMENT)
    started_at = _time()
    closed_at = _time(allow_none=True)
    night = _number(1, MOST, **_OPTIONAL)
    set_aside = Switch(load_default=False)
    games = Several(ObjectOf(GameData), 10_000)


class GroupPresetData(Part):
    """House rules of a game that the group plays by, under a name."""

    name = Text()
    game = Text()
    house = Several(Text(), 50, attribute="house_rules")
    target = _number(LEAST_TARGET, MOST_TARGET, read=_target_of, **_OPTIONAL)


class GroupData(Part):
    """A whole file: a group with its sessions."""

    format = Text(validate=Equal(FORMAT))
    version = _number(VERSION, VERSION)
    name = Text()
    blames = Switch(load_default=False)
    timezone = Text(load_default=None, allow_none=True)
    players = Several(Text(), 100_000)
    presets = Several(ObjectOf(GroupPresetData), MOST, load_default=list)
    sessions = Several(ObjectOf(SessionData), 10_000)


def house_of(data: SessionFields | GameFields) -> list[str]:
    """Return the house rules of the data, sorted and each once."""
    return sorted(set(data["house"]))


MOST_OF = {
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
    for limit, most in MOST_OF.items():
        if sizes[limit] > most:
            raise ImportTooLarge(limit, most)
