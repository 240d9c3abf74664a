"""JSON bodies of requests: their parsing, and their fields with this app's error messages."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, NoReturn, NotRequired, TypedDict, TypeVar, Unpack

from flask import Request
from marshmallow import EXCLUDE, Schema, ValidationError, fields, post_load
from marshmallow.types import ErrorMessages
from marshmallow.validate import Length, Range
from webargs.flaskparser import FlaskParser

from .. import shapes
from ..languages import gettext, lazy_gettext
from ..messages.error_texts import error_text
from ..rules.cards import Unreadable
from ..rules.games import RULESETS, row_limits
from ..rules.notation import read_card, write_card
from ..rules.score_items import SWEEPS
from ..rules.session_end import LEAST_TARGET, MOST_GAMES, MOST_TARGET
from ..rules.sheet_plan import MOST_ADJUSTED, Adjustment, RowCounts, SheetPlan, pile_exists
from ..services.access import SECRET_LENGTH, is_client_key
from ..services.names import NAME_LENGTH, clean_reason
from ..services.refusals import BadName, UnknownZone
from ..services.sheet_entry import ANY_VERSION
from ..shapes import OPTIONAL, FieldOptions, declared_fields
from ..times import find_zone
from .problems import FieldError, Problem, wrong_fields

_Item = TypeVar("_Item")


LONGEST_NUMBER = 9
"""Digits of a number in a query."""


class BodyParser(FlaskParser):
    """A parser that takes every body for JSON, whatever its content type. Where no field is
    required, the body may be missing. Fields of a query are read too."""

    def load_json(self, req: Request, schema: Schema) -> object:
        data = req.get_data(cache=True)
        if not data and not any(field.required for field in schema.fields.values()):
            return {}
        try:
            return json.loads(data)
        except (ValueError, RecursionError):
            raise Problem(400, gettext("The body is not JSON that can be read.")) from None

    def handle_error(self, error: ValidationError, *_: object, **__: object) -> NoReturn:
        of_place = error.messages_dict
        messages = of_place.get("json", of_place.get("query", of_place))
        raise wrong_fields(422, _flatten(messages)) from error


def _flatten(messages: object, path: str = "") -> Iterator[FieldError]:
    """Yield the errors in marshmallow's tree of messages, with paths as fields:
    ``players.0.markers``."""
    if isinstance(messages, dict):
        for name, inner in messages.items():
            step = "" if name == "_schema" else str(name)
            yield from _flatten(inner, ".".join(filter(None, (path, step))))
    elif isinstance(messages, list):
        for message in messages:
            yield FieldError(path, str(message))
    else:  # a translated message is no str to marshmallow, which then forgets its list
        yield FieldError(path, str(messages))


_WRONG_SHAPE = lazy_gettext("This has the wrong shape.")

WRONG_TYPE: ErrorMessages = {
    "invalid": _WRONG_SHAPE,
    "invalid_utf8": _WRONG_SHAPE,
    "required": lazy_gettext("This is missing."),
    "null": lazy_gettext("This is missing."),
    "type": _WRONG_SHAPE,
}
"""Our words for marshmallow's."""

_WRONG_BODY = {"type": _WRONG_SHAPE}

NO_NUMBER: ErrorMessages = {
    "invalid": lazy_gettext("This is not a whole number."),
    "required": lazy_gettext("This number is missing."),
    "null": lazy_gettext("This number is missing."),
}
"""Error texts of a field that wants a number."""


class Body(Schema):
    """A JSON object; unknown fields are ignored."""

    error_messages = _WRONG_BODY

    class Meta:
        unknown = EXCLUDE


def schema_of(body: type[object]) -> type[Body]:
    """Return the schema of a type of bodies, whose annotations have its fields."""
    name = body.__name__.replace("Body", "Schema")
    return type(name, (Body,), declared_fields(body))


class WholeNumber(shapes.Whole):
    """A whole number, with this app's error messages."""

    def __init__(self, **options: Unpack[FieldOptions]) -> None:
        super().__init__(**_optional(options, NO_NUMBER))


class NumberInQuery(WholeNumber):
    """A whole number in a query, as text; an empty one stands for the default."""

    def _deserialize(self, value: object, *others: object, **more: object) -> int:
        if value == "" and isinstance(self.load_default, int):
            return self.load_default
        is_number = isinstance(value, str) and value.isascii() and value.isdecimal()
        if is_number and len(str(value)) <= LONGEST_NUMBER:
            return super()._deserialize(int(str(value)), *others, **more)
        raise self.make_error("invalid", input=value)


class OnOrOff(shapes.Switch):
    """A boolean, with this app's error messages."""

    def __init__(self, **options: Unpack[FieldOptions]) -> None:
        super().__init__(**_optional(options, WRONG_TYPE))


def _optional(options: FieldOptions, error_messages: ErrorMessages) -> FieldOptions:
    """Return the options of a field that need not be there, unless they say so."""
    return {"required": False, **options, "error_messages": error_messages}


def within(least: int, most: int) -> Range:
    """Return a validator for a range of numbers, with its error message."""
    return Range(least, most, error=lazy_gettext("This number must be from {min} to {max}."))


class Count(WholeNumber):
    """A whole number from 0 to a limit."""

    def __init__(self, most: int) -> None:
        super().__init__(validate=within(0, most))


def check_key(text: str | None) -> None:
    """Raise :class:`ValidationError` if a text is no key that a client may give."""
    if text is not None and not is_client_key(text):
        raise ValidationError(gettext("A key is 1 to 64 characters that can be shown."))


def text_field(**options: Unpack[FieldOptions]) -> fields.String:
    """Return a field for a text, with its error messages."""
    options["error_messages"] = WRONG_TYPE
    return fields.String(**options)


def list_field(inner: fields.Field[_Item], **options: Unpack[FieldOptions]) -> fields.List[_Item]:
    """Return a field for a list, with its error messages."""
    options["error_messages"] = WRONG_TYPE
    return fields.List(inner, **options)


KEY = {"description": "A text of your own, best a random one: sent again, it makes nothing twice."}
"""Metadata of a field for a key."""


def _check_zone(text: str | None) -> None:
    if text is not None and find_zone(text) is None:
        raise ValidationError(error_text(UnknownZone(text)))


_PRESET = {
    "description": "Its switches are on, and its target holds; `house` and `target` beside it"
    " change single ones."
}
_FIRST_DEALER = {"description": "Seat 0, or in a part the one whose turn it is."}
_CONTINUES = {
    "description": "A session of the group whose part this takes up with other people: `house`,"
    " `target` and `first_dealer` follow from it, and it is closed."
}
_ZONE = {"description": "An IANA name; the server's time zone without one."}
_SECRET_KEY = {
    "description": KEY["description"]
    + " Where the request makes a group, its answer holds the keys to it. So draw"
    f" {SECRET_LENGTH} characters or more at random, a UUID say: then the whole answer comes again,"
    " for a day. A shorter key might be somebody else's too: sent again with the same content, it"
    " gets the same `id` and `group_id`, but no keys and no addresses that hold them."
}


KEY_OF_REQUEST: FieldOptions = {**OPTIONAL, "validate": check_key, "metadata": KEY}
"""Options of a key; a request that is sent again with the same key makes nothing twice."""

Teams = Annotated[list[int] | None, list_field(WholeNumber(), **OPTIONAL)]
Switches = fields.Dict(keys=fields.String(), values=OnOrOff(), error_messages=WRONG_TYPE)


class SessionBody(TypedDict):
    """A session to be started; players are in seat order."""

    key: Annotated[str | None, text_field(**{**KEY_OF_REQUEST, "metadata": _SECRET_KEY})]
    game: Annotated[str, text_field(required=True, metadata={"enum": [*RULESETS]})]
    players: Annotated[list[str], list_field(text_field(), required=True)]
    teams: Teams
    house: Annotated[NotRequired[dict[str, bool]], Switches]
    preset: Annotated[str | None, text_field(**OPTIONAL, metadata=_PRESET)]
    games_planned: Annotated[int | None, WholeNumber(**OPTIONAL, validate=within(1, MOST_GAMES))]
    target: Annotated[
        int | None, WholeNumber(**OPTIONAL, validate=within(LEAST_TARGET, MOST_TARGET))
    ]
    first_dealer: Annotated[NotRequired[int], WholeNumber(metadata=_FIRST_DEALER)]
    continues: Annotated[str | None, text_field(**OPTIONAL, metadata=_CONTINUES)]
    group_id: Annotated[str | None, text_field(**OPTIONAL)]
    group_name: Annotated[str | None, text_field(**OPTIONAL)]
    timezone: Annotated[str | None, text_field(**OPTIONAL, validate=_check_zone, metadata=_ZONE)]


class GroupChangeBody(TypedDict):
    """Changes of a group; fields that are left out stay."""

    timezone: Annotated[
        NotRequired[str | None],
        text_field(allow_none=True, validate=_check_zone, metadata=_ZONE),
    ]


class SessionChangeBody(TypedDict, total=False):
    """Changes of a session; fields that are left out stay. ``house`` and the length hold from the
    next game on, and for the earlier games that ``score_again`` names by number."""

    set_aside: Annotated[bool, OnOrOff()]
    house: Annotated[dict[str, bool], Switches]
    games_planned: Annotated[int, WholeNumber(validate=within(1, MOST_GAMES))]
    target: Annotated[int, WholeNumber(validate=within(LEAST_TARGET, MOST_TARGET))]
    score_again: Annotated[list[int], list_field(WholeNumber())]


class BeginBody(TypedDict):
    """A game to be begun, with ``force`` even if somebody has won the session."""

    key: Annotated[str | None, text_field(**KEY_OF_REQUEST)]
    force: Annotated[bool, OnOrOff(load_default=False)]


class CloseBody(TypedDict):
    """A game to be finished. ``accept_imbalance``: even if the sheet does not add up.
    ``claimed_by``: the seat whose claim to have reached the target ends it."""

    last_capturer: Annotated[int | None, WholeNumber(**OPTIONAL)]
    accept_imbalance: Annotated[bool, OnOrOff(load_default=False)]
    claimed_by: Annotated[int | None, WholeNumber(**OPTIONAL)]


class SweepBody(TypedDict):
    """A sweep to be counted."""

    seat: Annotated[int, WholeNumber(required=True)]
    double: Annotated[bool, OnOrOff(load_default=False)]
    key: Annotated[str, text_field(required=True, validate=check_key)]


@dataclass(frozen=True)
class RowBody:
    """A row that was read: its numbers by field, and the texts of the aces that it names."""

    counts: Mapping[str, int]
    which_aces: list[str]
    name: str | None
    adjustment: Adjustment


class _RowTexts(TypedDict):
    """The fields of a row beside its numbers."""

    name: NotRequired[str | None]
    which_aces: NotRequired[list[str]]
    adjustment: NotRequired[int | None]
    adjustment_reason: NotRequired[str | None]


_ADJUSTMENT = {
    "description": "Points that the table agreed on, below 0 for a penalty: they are added to the"
    " total after all else."
}


def _check_reason(text: str | None) -> None:
    try:
        clean_reason(text or "", "adjustment_reason")
    except BadName as error:
        raise ValidationError(error_text(error)) from error


class _CountedFields(Body):
    """A player's row: ``markers`` or ``sweeps`` where the game counts them, and either the quick
    number or every field of the game's sheet."""

    adjustment = WholeNumber(
        allow_none=True, validate=within(-MOST_ADJUSTED, MOST_ADJUSTED), metadata=_ADJUSTMENT
    )
    adjustment_reason = text_field(allow_none=True, validate=_check_reason)

    @post_load
    def _make_row(self, data: _RowTexts, **_: object) -> RowBody:
        points = data.pop("adjustment", None) or 0
        reason = clean_reason(data.pop("adjustment_reason", None) or "", "adjustment_reason")
        counts = {key: number for key, number in data.items() if isinstance(number, int)}
        adjustment = Adjustment(points, reason)
        return RowBody(counts, data.get("which_aces", []), data.get("name"), adjustment)


class _RowFields(_CountedFields):
    name = text_field(
        load_default=None,
        allow_none=True,
        validate=Length(
            max=NAME_LENGTH, error=lazy_gettext("A name has at most {max} characters.")
        ),
    )


def _with_counts(name: str, base: type[Body]) -> type[Body]:
    counts = {key: Count(most) for key, most in row_limits().items()}
    which = list_field(text_field())
    return type(name, (base,), {**counts, "which_aces": which})


CountedSchema = _with_counts("CountedSchema", _CountedFields)
RowSchema = _with_counts("RowSchema", _RowFields)
"""The row of a player, with the player's name."""


def refuse_mixed(sheet: SheetPlan, rows: Iterable[RowCounts], field: str) -> None:
    """Raise a problem (422) if some rows have counts and others whole scores."""
    ways = {type(row.counted) is int for row in rows if row.counted is not None}
    if sheet.whole_score_said and len(ways) > 1:
        both = gettext("Give either points for everybody, or counts for everybody.")
        raise wrong_fields(422, [FieldError(field, both)], reason="mixed")


def read_row(sheet: SheetPlan, row: RowBody, field: str) -> RowCounts:
    """Return the counts of a player's row; 422 unless it has either all fields of the sheet or the
    quick number."""
    prefix = f"{field}." if field else ""
    markers = _read_markers(sheet, row, prefix)
    counts = {field.key: row.counts.get(field.key) for field in sheet.fields}
    counted_keys = [key for key, number in counts.items() if number is not None]
    quick, points = sheet.quick.key, row.counts.get(sheet.quick.key)
    if points is not None and (counted_keys or (sheet.sweeps_said and markers)):
        both = gettext("Give either card points or the kinds, not both.")
        raise wrong_fields(422, [FieldError(f"{prefix}{quick}", both)])
    if points is None and not counted_keys:
        neither = gettext("The counting cards are missing: give card points, or each kind.")
        raise wrong_fields(422, [FieldError(f"{prefix}{quick}", neither)])
    if points is not None:
        return RowCounts(markers, points, adjustment=row.adjustment)
    if len(counted_keys) < len(counts):
        missing = gettext("This number is missing.")
        raise wrong_fields(
            422,
            [FieldError(f"{prefix}{key}", missing) for key in counts if key not in counted_keys],
        )
    _refuse_impossible(sheet, row, prefix)
    numbers = {key: row.counts[key] for key in counts}
    counted = numbers | _read_apart(sheet, row, numbers, prefix)
    return RowCounts(markers, counted, adjustment=row.adjustment)


def _read_apart(
    sheet: SheetPlan, row: RowBody, numbers: dict[str, int], prefix: str
) -> dict[str, int]:
    """Return the aces that a row names, as counts by card; 422 unless they are as many as it
    counts."""
    texts = row.which_aces
    if not texts or not sheet.apart:
        return {}
    field = f"{prefix}which_aces"
    try:
        keys = [write_card(read_card(text)) for text in texts]
    except Unreadable as error:
        raise wrong_fields(400, [FieldError(field, error_text(error))]) from error
    apart = dict.fromkeys(keys, 1)
    whole = len(apart) == len(texts) == numbers[sheet.together.key]
    if not whole or not set(apart) <= {ace.key for ace in sheet.apart}:
        wrong = gettext("Say each of the aces in this row once.")
        raise wrong_fields(422, [FieldError(field, wrong)])
    if not pile_exists(
        sheet, {**numbers, **{ace.key: apart.get(ace.key, 0) for ace in sheet.apart}}
    ):
        raise wrong_fields(422, [FieldError(field, gettext("No pile can have these numbers."))])
    return apart


def _read_markers(sheet: SheetPlan, row: RowBody, prefix: str) -> int:
    """Return the face-up cards of a row. They are required where they always count, optional where
    a house rule counts them, and 422 where they do not count."""
    name = sheet.markers or SWEEPS
    number = row.counts.get(name)
    if number is None and sheet.sweeps_are_paid:
        raise wrong_fields(422, [FieldError(f"{prefix}{name}", gettext("This number is missing."))])
    if number and sheet.markers is None:
        counts_not = gettext("Sweeps do not count in this game.")
        raise wrong_fields(422, [FieldError(f"{prefix}{name}", counts_not)])
    return number or 0


def _refuse_impossible(sheet: SheetPlan, row: RowBody, prefix: str) -> None:
    """Raise a problem (422) for the first number that no pile can have beside those before it."""
    if not sheet.whole_score_said:
        return
    so_far: dict[str, int] = {}
    for field in sheet.fields:
        so_far[field.key] = row.counts[field.key]
        if not pile_exists(sheet, so_far):
            message = gettext("No pile can have these numbers.")
            raise wrong_fields(422, [FieldError(f"{prefix}{field.key}", message)])


def read_version(if_match: str | None) -> int:
    """Return the version of a row in an ``If-Match`` header; 428 without one, -1 for one that no
    row has ever had."""
    if if_match is None or not if_match.strip():
        raise Problem(428, gettext("Say which version of the row this replaces: If-Match."))
    text = if_match.strip().removeprefix("W/").strip('"')
    if text == "*":
        return ANY_VERSION
    return int(text) if text.isdecimal() and len(text) <= 9 else -1
