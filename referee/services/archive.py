"""Archive of a group: its file, as written and read, with the limits of each value.

The meaning of the data is checked in :mod:`referee.services.archive_rows`.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache
from typing import Annotated, TypedDict, Unpack

from marshmallow import ValidationError, fields, missing, pre_load
from marshmallow.validate import Equal, Length, Range

from ..rules.log.missed_plays import MOST_REFUSED
from ..rules.log.record import MOST_ENTRIES
from ..rules.session_end import LEAST_TARGET, MOST_GAMES, MOST_PLAYED, MOST_TARGET
from ..rules.sheet_plan import MOST_ADJUSTED
from ..rules.standings import SETTLEMENTS
from ..shapes import (
    OPTIONAL,
    Code,
    FieldOptions,
    JsonField,
    ListOf,
    MapOf,
    Moment,
    ObjectOf,
    Shape,
    Switch,
    Text,
    Whole,
    declared_fields,
)
from ..store.models import KEY_LENGTH, USUAL_SETTLEMENT
from .access import is_client_key
from .names import NAME_LENGTH, first_hidden
from .refusals import FileKind, ForeignFile, ImportLimit, ImportTooLarge, UnreadableArchive

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


def or_missing(value: object) -> object:
    """Return the value, or the marker that leaves the field out for None."""
    return missing if value is None else value


def _number(least: int, most: int, **options: Unpack[FieldOptions]) -> Whole:
    options["validate"] = Range(least, most)
    return Whole(**options)


def _seat(**options: Unpack[FieldOptions]) -> Whole:
    return _number(0, MOST_SEATS - 1, **options)


def _time(timespec: str = "auto", **options: Unpack[FieldOptions]) -> Moment:
    options["validate"] = Range(EARLIEST, LATEST)
    return Moment(timespec, **options)


class Several(ListOf):
    """A list of at most ``most`` items, read until the first invalid one: files may be large."""

    def __init__(self, inner: JsonField, most: int, **options: Unpack[FieldOptions]) -> None:
        super().__init__(inner, **options)
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


class ExactShape(Shape):
    """A shape without any other fields; the first unknown field is its error."""

    @pre_load
    def _refuse_others(self, data: object, **_: object) -> object:
        names = {field.data_key or name for name, field in self.fields.items()}
        for name in data.keys() - names if isinstance(data, dict) else ():
            raise ValidationError({name: ["unknown"]})
        return data


@cache
def shape_of(fields_type: type[object]) -> type[ExactShape]:
    """Return the shape of one of the types below, whose annotations have its fields."""
    name = fields_type.__name__.replace("Fields", "Shape")
    return type(name, (ExactShape,), declared_fields(fields_type))


def _entry() -> Text:
    return Text(validate=[Length(1, LONGEST_ENTRY), _check_printable])


def _check_printable(text: str) -> None:
    if not text.isprintable():
        raise ValidationError("not printable")


def _check_visible(text: str) -> None:
    if first_hidden(text):
        raise ValidationError("hidden")


def _check_key(text: str) -> None:
    if not is_client_key(text):
        raise ValidationError("no key")


def _ignored() -> fields.Raw:
    return fields.Raw(load_default=None, load_only=True)


def _adjustment() -> Whole:
    number = _number(-MOST_ADJUSTED, MOST_ADJUSTED, load_default=0)
    return number.read_by(lambda row: or_missing(row.adjustment or None))


def _reason() -> Text:
    text = Text(
        load_default="", validate=[Length(0, NAME_LENGTH), _check_printable, _check_visible]
    )
    return text.read_by(lambda row: or_missing(row.adjustment_reason or None))


class RowFields(TypedDict):
    """A row of a sheet."""

    version: Annotated[object, _ignored()]
    markers: Annotated[int, _number(0, MOST_TAPS)]
    card_points: Annotated[int | None, _number(0, MOST, allow_none=True)]
    kinds: Annotated[Mapping[str, int] | None, Kinds()]
    adjustment: Annotated[int, _adjustment()]
    adjustment_reason: Annotated[str, _reason()]


class SweepFields(TypedDict):
    """A counted sweep."""

    key: Annotated[str, Text(validate=[Length(1, KEY_LENGTH), _check_key])]
    seat: Annotated[int, _seat()]
    markers: Annotated[int, _number(1, 2)]
    counted_at: Annotated[datetime, _time(data_key="at")]


class EntryFields(TypedDict):
    """An entry of a log, in its notation."""

    key: Annotated[object, _ignored()]
    text: Annotated[str, _entry()]
    asked: Annotated[object, _ignored()]
    made_at: Annotated[datetime, _time(data_key="at", timespec="seconds")]


class CorrectionFields(TypedDict):
    """A correction: of a row, or where ``seat`` is None of the ``house`` rules or the last
    capturer."""

    corrected_at: Annotated[datetime, _time(data_key="at")]
    seat: Annotated[int | None, _seat(allow_none=True)]
    last_capturer: Annotated[int | None, _seat(allow_none=True)]
    markers: Annotated[int, _number(0, MOST_TAPS)]
    card_points: Annotated[int | None, _number(0, MOST, allow_none=True)]
    kinds: Annotated[Mapping[str, int] | None, Kinds()]
    house: Annotated[
        list[str] | None,
        Several(Text(), 50, **OPTIONAL).read_by(lambda change: or_missing(change.house)),
    ]
    adjustment: Annotated[int, _adjustment()]
    adjustment_reason: Annotated[str, _reason()]


class GameFields(TypedDict):
    """A game with its sheet and log."""

    game: Annotated[str, Text()]
    rules_version: Annotated[int, _number(1, 10**6)]
    house: Annotated[list[str], Several(Text(), 50)]
    deal: Annotated[int, _number(1, 100)]
    last_capturer: Annotated[int | None, _seat(allow_none=True)]
    started_at: Annotated[datetime, _time()]
    finished_at: Annotated[datetime | None, _time(allow_none=True)]
    accepted_imbalance: Annotated[bool, Switch()]
    rows: Annotated[list[RowFields], Several(ObjectOf(shape_of(RowFields)), MOST_SEATS)]
    sweeps: Annotated[list[SweepFields], Several(ObjectOf(shape_of(SweepFields)), MOST_TAPS)]
    corrections: Annotated[
        list[CorrectionFields], Several(ObjectOf(shape_of(CorrectionFields)), 10_000)
    ]
    log: Annotated[
        list[EntryFields], Several(ObjectOf(shape_of(EntryFields)), MOST_ENTRIES, load_default=list)
    ]
    refused: Annotated[list[str], Several(_entry(), MOST_REFUSED, load_default=list)]
    dealer: Annotated[int | None, _seat(**OPTIONAL)]
    claimed_by: Annotated[int | None, _seat(**OPTIONAL)]


class SessionFields(TypedDict):
    """A session with its games."""

    game: Annotated[str, Text()]
    house: Annotated[list[str], Several(Text(), 50)]
    players: Annotated[list[str], Several(Text(), MOST_SEATS)]
    teams: Annotated[list[int] | None, Several(_seat(), MOST_SEATS, allow_none=True)]
    games_planned: Annotated[int | None, _number(1, MOST_GAMES, allow_none=True)]
    target: Annotated[int | None, _number(LEAST_TARGET, MOST_TARGET, **OPTIONAL)]
    ends_with: Annotated[int | None, _number(1, MOST_PLAYED, **OPTIONAL)]
    first_dealer: Annotated[int, _seat()]
    stake: Annotated[int | None, _number(0, MOST_STAKE, allow_none=True)]
    currency: Annotated[
        str, Text(validate=[Length(0, CURRENCY_LENGTH), _check_printable, _check_visible])
    ]
    settlement: Annotated[str, Code(SETTLEMENTS, load_default=USUAL_SETTLEMENT)]
    started_at: Annotated[datetime, _time()]
    closed_at: Annotated[datetime | None, _time(allow_none=True)]
    night: Annotated[int | None, _number(1, MOST, **OPTIONAL)]
    set_aside: Annotated[bool, Switch(load_default=False)]
    games: Annotated[list[GameFields], Several(ObjectOf(shape_of(GameFields)), 10_000)]


class GroupPresetFields(TypedDict):
    """House rules of a game that the group plays by, under a name."""

    name: Annotated[str, Text()]
    game: Annotated[str, Text()]
    house_rules: Annotated[list[str], Several(Text(), 50, data_key="house")]
    target: Annotated[
        int | None,
        _number(LEAST_TARGET, MOST_TARGET, **OPTIONAL).read_by(
            lambda preset: or_missing(preset.target)
        ),
    ]


class GroupFields(TypedDict):
    """A whole file: a group with its sessions."""

    format: Annotated[str, Text(validate=Equal(FORMAT))]
    version: Annotated[int, _number(VERSION, VERSION)]
    name: Annotated[str, Text()]
    blames: Annotated[bool, Switch(load_default=False)]
    timezone: Annotated[str | None, Text(load_default=None, allow_none=True)]
    exercises: Annotated[object, _ignored()]
    players: Annotated[list[str], Several(Text(), 100_000)]
    presets: Annotated[
        list[GroupPresetFields],
        Several(ObjectOf(shape_of(GroupPresetFields)), MOST, load_default=list),
    ]
    sessions: Annotated[list[SessionFields], Several(ObjectOf(shape_of(SessionFields)), 10_000)]


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

    Raises :class:`.UnreadableArchive`, which names the place, and :class:`.ForeignFile`.
    """
    if not isinstance(data, dict) or ("format" not in data and "sessions" not in data):
        raise ForeignFile(_program_of(data))
    try:
        content: GroupFields = shape_of(GroupFields)().load(data)
    except ValidationError as error:
        raise UnreadableArchive(_first_place(error.messages)) from error
    return content


_OF_BOARD_GAME_STATS = {"games", "players", "plays"}
_BEGINNINGS = {
    b"SQLite format 3\0": FileKind.DATABASE,
    b"PK": FileKind.ZIP,
    b"%PDF": FileKind.PDF,
    b"\xff\xd8\xff": FileKind.PICTURE,
    b"\x89PNG": FileKind.PICTURE,
    b"GIF8": FileKind.PICTURE,
    b"RIFF": FileKind.PICTURE,
    b"<svg": FileKind.PICTURE,
    b"<!doctype html": FileKind.WEB_PAGE,
    b"<html": FileKind.WEB_PAGE,
}
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_LONGEST_HEAD = 1000


def _program_of(data: object) -> FileKind:
    """Return the kind of a file of JSON that this app has not written."""
    if isinstance(data, dict) and data.keys() >= _OF_BOARD_GAME_STATS:
        return FileKind.BOARD_GAME_STATS
    return FileKind.OTHER_PROGRAM


def foreign_file(content: bytes) -> ForeignFile:
    """Return the refusal of a file that is neither JSON nor a game as text."""
    head = content[:_LONGEST_HEAD].removeprefix(_BYTE_ORDER_MARK).lstrip().lower()
    for beginning, kind in _BEGINNINGS.items():
        if head.startswith(beginning.lower()):
            return ForeignFile(kind)
    if not head:
        return ForeignFile(FileKind.EMPTY)
    first_line = head.partition(b"\n")[0]
    is_table = first_line[:1] not in b"{[" and any(first_line.count(sign) > 1 for sign in b",;\t")
    return ForeignFile(FileKind.TABLE if is_table else FileKind.UNKNOWN)


def _first_place(messages: object) -> str:
    """Return the place of the first validation error: ``sessions.0.games``."""
    path = []
    while isinstance(messages, dict):
        name, messages = next(iter(messages.items()))
        path.append(str(name))
    return ".".join(path)


def check_size(data: GroupFields) -> None:
    """Raise :class:`.ImportTooLarge` for more than ``MOST`` allows."""
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
