"""The shape of an exported group. What it means is checked where it is read in."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from marshmallow import Schema, ValidationError, fields
from marshmallow.validate import Equal, Length, OneOf, Range

from ..rules.record import MOST_ENTRIES
from ..rules.standings import SETTLEMENTS
from ..store.models import KEY_LENGTH, USUAL_SETTLEMENT
from .names import is_client_key

FORMAT = "referee-group"
VERSION = 1
MOST = 104
MOST_GAMES = 1000
MOST_SEATS = 12
MOST_TAPS = 10_000  # the counter is not stopped by the number of cards
LONGEST_ENTRY = 1000
EARLIEST, LATEST = datetime(1970, 1, 1, tzinfo=UTC), datetime(9000, 1, 1, tzinfo=UTC)
MOST_STAKE = 1_000_000
CURRENCY_LENGTH = 8


class WholeNumber(fields.Integer):
    """No text, no fraction, no true."""

    def __init__(self, least: int, most: int, **options: Any) -> None:
        super().__init__(strict=True, validate=Range(least, most), required=True, **options)

    def _deserialize(self, value: Any, attr: Any, data: Any, **options: Any) -> int:
        if type(value) is not int:
            raise self.make_error("invalid", input=value)
        return super()._deserialize(value, attr, data, **options)


def _seat(*, allow_none: bool = False) -> WholeNumber:
    return WholeNumber(0, MOST_SEATS - 1, allow_none=allow_none)


def _time(*, allow_none: bool = False) -> fields.AwareDateTime:
    return fields.AwareDateTime(
        required=True, allow_none=allow_none, validate=Range(EARLIEST, LATEST)
    )


def _switch() -> fields.Boolean:
    return fields.Boolean(truthy={True}, falsy={False}, required=True)


def _several(one: fields.Field[Any], most: int) -> fields.List[Any]:
    return fields.List(one, required=True, validate=Length(0, most))


def _kinds() -> fields.Dict:
    return fields.Dict(
        keys=fields.String(), values=WholeNumber(0, MOST), required=True, allow_none=True
    )


def _entry() -> fields.String:
    return fields.String(required=True, validate=[Length(1, LONGEST_ENTRY), _shown])


def _shown(text: str) -> None:
    if not text.isprintable():
        raise ValidationError("not printable")


def _key(text: str) -> None:
    if not is_client_key(text):
        raise ValidationError("no key")


class RowData(Schema):
    version = WholeNumber(0, 10**6)
    markers = WholeNumber(0, MOST_TAPS)
    card_points = WholeNumber(0, MOST, allow_none=True)
    kinds = _kinds()


class SweepData(Schema):
    key = fields.String(required=True, validate=[Length(1, KEY_LENGTH), _key])
    seat = _seat()
    markers = fields.Integer(strict=True, required=True, validate=OneOf([1, 2]))
    at = _time()


class EntryData(Schema):
    """An entry of a log, in its notation."""

    key = fields.String(required=True, validate=[Length(1, KEY_LENGTH), _key])
    text = _entry()
    asked = _entry()
    at = _time()


class CorrectionData(Schema):
    """``seat`` is None where the last capturer was corrected; then the row is not given."""

    at = _time()
    seat = _seat(allow_none=True)
    markers = WholeNumber(0, MOST_TAPS)
    card_points = WholeNumber(0, MOST, allow_none=True)
    kinds = _kinds()
    last_capturer = _seat(allow_none=True)


class GameData(Schema):
    game = fields.String(required=True)
    rules_version = WholeNumber(1, 10**6)
    house = _several(fields.String(), 50)
    deal = WholeNumber(1, 100)
    last_capturer = _seat(allow_none=True)
    started_at = _time()
    finished_at = _time(allow_none=True)
    accepted_imbalance = _switch()
    rows = _several(fields.Nested(RowData), MOST_SEATS)
    sweeps = _several(fields.Nested(SweepData), MOST_TAPS)
    corrections = _several(fields.Nested(CorrectionData), 10_000)
    log = fields.List(fields.Nested(EntryData), load_default=list, validate=Length(0, MOST_ENTRIES))


class SessionData(Schema):
    game = fields.String(required=True)
    house = _several(fields.String(), 50)
    players = _several(fields.String(), MOST_SEATS)
    teams = fields.List(_seat(), required=True, allow_none=True)
    games_planned = WholeNumber(1, MOST_GAMES)
    first_dealer = _seat()
    stake = WholeNumber(0, MOST_STAKE, allow_none=True)
    currency = fields.String(required=True, validate=[Length(0, CURRENCY_LENGTH), _shown])
    settlement = fields.String(load_default=USUAL_SETTLEMENT, validate=OneOf(list(SETTLEMENTS)))
    started_at = _time()
    closed_at = _time(allow_none=True)
    games = _several(fields.Nested(GameData), 10_000)


class GroupData(Schema):
    format = fields.String(required=True, validate=Equal(FORMAT))
    version = fields.Integer(strict=True, required=True, validate=Equal(VERSION))
    name = fields.String(required=True)
    players = _several(fields.String(), 100_000)
    sessions = _several(fields.Nested(SessionData), 10_000)
