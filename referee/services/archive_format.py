"""The shape of an exported group. What it means is checked where it is read in."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from marshmallow import EXCLUDE, Schema, ValidationError, fields, pre_load
from marshmallow.validate import Equal, Length, OneOf, Range

from ..rules.log.missed import MOST_REFUSED
from ..rules.log.record import MOST_ENTRIES
from ..rules.session import LEAST_TARGET, MOST_GAMES, MOST_PLAYED, MOST_TARGET
from ..rules.standings import SETTLEMENTS
from ..store.models import KEY_LENGTH, USUAL_SETTLEMENT
from .hidden import first_hidden
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


class WholeNumber(fields.Integer):
    """No text, no fraction, no true."""

    def __init__(self, least: int, most: int, **options: Any) -> None:
        checked: dict[str, Any] = {"strict": True, "validate": Range(least, most)}
        super().__init__(**(checked | {"required": True} | options))

    def _deserialize(self, value: Any, attr: Any, data: Any, **options: Any) -> int:
        if type(value) is not int:
            raise self.make_error("invalid", input=value)
        return super()._deserialize(value, attr, data, **options)


def _seat(**options: Any) -> WholeNumber:
    return WholeNumber(0, MOST_SEATS - 1, **options)


_OPTIONAL = {"required": False, "allow_none": True, "load_default": None}
"""What only some games have, and files of before do not."""


def _time(*, allow_none: bool = False) -> fields.AwareDateTime:
    return fields.AwareDateTime(
        required=True, allow_none=allow_none, validate=Range(EARLIEST, LATEST)
    )


class Switch(fields.Boolean):
    """True or false: no number, which JSON and Python take for one."""

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return value


class Several(fields.List[Any]):
    """A list of so many at most. The first that is wrong ends it: a file may hold millions."""

    def __init__(self, one: fields.Field[Any], most: int, **options: Any) -> None:
        super().__init__(one, **({"required": True} | options))
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


class Kinds(fields.Dict):
    """How many there are of each kind; which kinds there are is the ruleset's business."""

    def __init__(self) -> None:
        number = WholeNumber(0, MOST)
        super().__init__(keys=fields.String(), values=number, required=True, allow_none=True)

    def _deserialize(self, value: Any, attr: Any, data: Any, **options: Any) -> Any:
        if not isinstance(value, dict) or len(value) > MOST_KINDS:
            raise self.make_error("invalid")
        return super()._deserialize(value, attr, data, **options)  # type: ignore[no-untyped-call]  # marshmallow's Dict has no types


class Part(Schema):
    """An object with just these fields; the first other one is what is wrong with it."""

    class Meta:
        unknown = EXCLUDE

    @pre_load
    def _refuse_others(self, data: Any, **_: Any) -> Any:
        others = data.keys() - self.fields.keys() if isinstance(data, dict) else ()
        for name in others:
            raise ValidationError({name: ["unknown"]})
        return data


def _entry() -> fields.String:
    return fields.String(required=True, validate=[Length(1, LONGEST_ENTRY), _shown])


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
    return fields.Raw(load_default=None)


class RowData(Part):
    version = _older()
    markers = WholeNumber(0, MOST_TAPS)
    card_points = WholeNumber(0, MOST, allow_none=True)
    kinds = Kinds()


class SweepData(Part):
    key = fields.String(required=True, validate=[Length(1, KEY_LENGTH), _key])
    seat = _seat()
    markers = WholeNumber(1, 2)
    at = _time()


class EntryData(Part):
    """An entry of a log, in its notation."""

    key = _older()
    text = _entry()
    asked = _older()
    at = _time()


class CorrectionData(Part):
    """``seat`` is None where the last capturer was corrected; then the row is not given."""

    at = _time()
    seat = _seat(allow_none=True)
    markers = WholeNumber(0, MOST_TAPS)
    card_points = WholeNumber(0, MOST, allow_none=True)
    kinds = Kinds()
    last_capturer = _seat(allow_none=True)


class GameData(Part):
    game = fields.String(required=True)
    rules_version = WholeNumber(1, 10**6)
    house = Several(fields.String(), 50)
    deal = WholeNumber(1, 100)
    last_capturer = _seat(allow_none=True)
    started_at = _time()
    finished_at = _time(allow_none=True)
    accepted_imbalance = Switch(required=True)
    claimed_by = _seat(**_OPTIONAL)
    dealer = _seat(**_OPTIONAL)
    rows = Several(fields.Nested(RowData), MOST_SEATS)
    sweeps = Several(fields.Nested(SweepData), MOST_TAPS)
    corrections = Several(fields.Nested(CorrectionData), 10_000)
    log = Several(fields.Nested(EntryData), MOST_ENTRIES, required=False, load_default=list)
    refused = Several(_entry(), MOST_REFUSED, required=False, load_default=list)


class SessionData(Part):
    game = fields.String(required=True)
    house = Several(fields.String(), 50)
    players = Several(fields.String(), MOST_SEATS)
    teams = Several(_seat(), MOST_SEATS, allow_none=True)
    games_planned = WholeNumber(1, MOST_GAMES, allow_none=True)
    target = WholeNumber(LEAST_TARGET, MOST_TARGET, **_OPTIONAL)
    ends_with = WholeNumber(1, MOST_PLAYED, **_OPTIONAL)
    first_dealer = _seat()
    stake = WholeNumber(0, MOST_STAKE, allow_none=True)
    currency = fields.String(required=True, validate=[Length(0, CURRENCY_LENGTH), _shown, _seen])
    settlement = fields.String(load_default=USUAL_SETTLEMENT, validate=OneOf(list(SETTLEMENTS)))
    started_at = _time()
    closed_at = _time(allow_none=True)
    games = Several(fields.Nested(GameData), 10_000)


class GroupData(Part):
    format = fields.String(required=True, validate=Equal(FORMAT))
    version = WholeNumber(VERSION, VERSION)
    name = fields.String(required=True)
    blames = Switch(load_default=False)
    timezone = fields.String(load_default=None, allow_none=True)
    players = Several(fields.String(), 100_000)
    sessions = Several(fields.Nested(SessionData), 10_000)
