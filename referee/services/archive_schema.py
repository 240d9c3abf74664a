"""The shape of an exported group, as it is written and read. What it means is checked where it is
read in."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from marshmallow import EXCLUDE, ValidationError, fields, missing, pre_load
from marshmallow.validate import Equal, Length, Range

from ..json_shapes import Code, ListOf, MapOf, Moment, ObjectOf, Shape, Switch, Text, Whole, Written
from ..rules.log.missed_plays import MOST_REFUSED
from ..rules.log.record import MOST_ENTRIES
from ..rules.session_end import LEAST_TARGET, MOST_GAMES, MOST_PLAYED, MOST_TARGET
from ..rules.standings import SETTLEMENTS
from ..store.models import KEY_LENGTH, USUAL_SETTLEMENT
from .invisible_characters import first_hidden
from .names import is_client_key

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


def _number(least: int, most: int, **options: Any) -> Whole:
    return Whole(validate=Range(least, most), **options)


def _seat(**options: Any) -> Whole:
    return _number(0, MOST_SEATS - 1, **options)


_OPTIONAL = {"allow_none": True, "load_default": None}
"""What only some games have, and files of before do not."""


def _time(**options: Any) -> Moment:
    return Moment(validate=Range(EARLIEST, LATEST), **options)


class Several(ListOf):
    """A list of so many at most. The first that is wrong ends it: a file may hold millions."""

    def __init__(self, inner: Written, most: int, **options: Any) -> None:
        super().__init__(inner, **options)
        self._most = most

    def _deserialize(self, value: Any, *_: Any, **options: Any) -> list[Any]:
        if not isinstance(value, list) or len(value) > self._most:
            raise self.make_error("invalid")
        found = []
        for place, one in enumerate(value):
            try:
                found.append(self.inner.deserialize(one, **options))
            except ValidationError as error:
                raise ValidationError({place: error.messages}) from error
        return found


class Kinds(MapOf):
    """How many there are of each kind; which kinds there are is the ruleset's business."""

    def __init__(self) -> None:
        super().__init__(_number(0, MOST), allow_none=True)

    def _deserialize(self, value: Any, attr: Any, data: Any, **options: Any) -> Any:
        if not isinstance(value, dict) or len(value) > MOST_KINDS:
            raise self.make_error("invalid")
        return super()._deserialize(value, attr, data, **options)  # type: ignore[no-untyped-call]  # marshmallow's Dict has no types


class Part(Shape):
    """An object with just these fields; the first other one is what is wrong with it."""

    class Meta:
        unknown = EXCLUDE

    @pre_load
    def _refuse_others(self, data: Any, **_: Any) -> Any:
        others = data.keys() - self.fields.keys() if isinstance(data, dict) else ()
        for name in others:
            raise ValidationError({name: ["unknown"]})
        return data


def _entry() -> Text:
    return Text(validate=[Length(1, LONGEST_ENTRY), _shown])


def _shown(text: str) -> None:
    if not text.isprintable():
        raise ValidationError("not printable")


def _seen(text: str) -> None:
    if first_hidden(text):
        raise ValidationError("hidden")


def _key(text: str) -> None:
    if not is_client_key(text):
        raise ValidationError("no key")


def _older() -> fields.Raw:
    """Files of before have this too; nobody needs it."""
    return fields.Raw(load_default=None, load_only=True)


class RowData(Part):
    version = _older()
    markers = _number(0, MOST_TAPS)
    card_points = _number(0, MOST, allow_none=True)
    kinds = Kinds()


class SweepData(Part):
    key = Text(validate=[Length(1, KEY_LENGTH), _key])
    seat = _seat()
    markers = _number(1, 2)
    at = _time(attribute="counted_at")


class EntryData(Part):
    """An entry of a log, in its notation."""

    key = _older()
    text = _entry()
    asked = _older()
    at = _time(attribute="made_at", timespec="seconds")


def _house_before(kept: Any) -> object:
    return missing if kept.house is None else kept.house


class CorrectionData(Part):
    """``seat`` is None where the ``house`` rules or else the last capturer were corrected; then the
    row is not given."""

    at = _time(attribute="corrected_at")
    seat = _seat(allow_none=True)
    last_capturer = _seat(allow_none=True)
    markers = _number(0, MOST_TAPS)
    card_points = _number(0, MOST, allow_none=True)
    kinds = Kinds()
    house = Several(Text(), 50, of=_house_before, **_OPTIONAL)


class GameData(Part):
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
    game = Text()
    house = Several(Text(), 50)
    players = Several(Text(), MOST_SEATS)
    teams = Several(_seat(), MOST_SEATS, allow_none=True)
    games_planned = _number(1, MOST_GAMES, allow_none=True)
    target = _number(LEAST_TARGET, MOST_TARGET, **_OPTIONAL)
    ends_with = _number(1, MOST_PLAYED, **_OPTIONAL)
    first_dealer = _seat()
    stake = _number(0, MOST_STAKE, allow_none=True)
    currency = Text(validate=[Length(0, CURRENCY_LENGTH), _shown, _seen])
    settlement = Code(SETTLEMENTS, load_default=USUAL_SETTLEMENT)
    started_at = _time()
    closed_at = _time(allow_none=True)
    night = _number(1, MOST, **_OPTIONAL)
    set_aside = Switch(load_default=False)
    games = Several(ObjectOf(GameData), 10_000)


class GroupData(Part):
    format = Text(validate=Equal(FORMAT))
    version = _number(VERSION, VERSION)
    name = Text()
    blames = Switch(load_default=False)
    timezone = Text(load_default=None, allow_none=True)
    players = Several(Text(), 100_000)
    sessions = Several(ObjectOf(SessionData), 10_000)
