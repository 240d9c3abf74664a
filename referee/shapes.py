"""JSON objects and the fields that they have, also those in the notation.

A shape is the class of such an object: its JSON, its part of the OpenAPI document and the checks on
reading are made of it. A field is written from the attribute of its name, from the ``attribute``
that it names (``option.captured``), or from what its function ``read_by`` returns of the object; a
``missing`` value is left out.
"""

from collections.abc import Callable, Iterable, Mapping
from datetime import date, datetime
from functools import cache, cached_property, partial
from operator import attrgetter
from typing import Any, Generic, Self, TypedDict, TypeVar, Unpack, get_type_hints

from marshmallow import Schema, fields, missing
from marshmallow.types import ErrorMessages, Validator
from marshmallow.validate import OneOf

from .rules.notation import write_build, write_card, write_rank, write_step

Function = Callable[..., object]

Values = dict[str, object]
"""Values for a shape, by the attribute that each field is written from."""


class Shape(Schema):
    """A shape of JSON objects, written from an object that has all values, or from a dict that has
    those that are not missing."""

    def __deepcopy__(self, _memo: object) -> Self:
        """Return the shape itself, which nobody changes: flask-smorest copies the description of a
        call, with its shapes, for every status that it may have."""
        return self

    @cached_property
    def writers(self) -> list[tuple[str, str, Function, Function]]:
        """Return the fields: name in JSON, attribute, function that reads it, function that writes
        it."""
        writers = []
        for name, field in self.dump_fields.items():
            assert isinstance(field, JsonField)
            attribute = field.attribute or name
            get = field.read or attrgetter(attribute)
            writers.append((field.data_key or name, attribute, get, field.write))
        return writers

    def dump(self, obj: object, *, many: bool | None = None) -> dict[str, object]:
        """Return the JSON of an object as plain data. A missing attribute raises
        :class:`AttributeError`."""
        assert not many  # lists are fields of other objects
        values = obj.get if isinstance(obj, dict) else None
        written: dict[str, object] = {}
        for key, name, get, write in self.writers:
            value = values(name, missing) if values else get(obj)
            if value is not missing:
                written[key] = None if value is None else write(value)
        return written

    @classmethod
    def values(cls, obj: object, **others: object) -> Values:
        """Return the values of an object, with ``others`` in place of its own."""
        writers = _schema(cls).writers
        return {name: get(obj) for _, name, get, _ in writers if name not in others} | others

    @classmethod
    def json(cls, obj: object) -> dict[str, object]:
        """Return the JSON of an object as plain data."""
        return _schema(cls).dump(obj)


@cache
def _schema(shape: type[Shape]) -> Shape:
    return shape()


class FieldOptions(TypedDict, total=False):
    """Options of marshmallow's fields, as far as they are used here."""

    attribute: str
    data_key: str
    required: bool
    allow_none: bool
    load_default: object
    validate: Validator | Iterable[Validator]
    error_messages: ErrorMessages
    metadata: Mapping[str, object]


OPTIONAL: FieldOptions = {"allow_none": True, "load_default": None}
"""Options of a field that need not be there and may be null, which are the same."""


def declared_fields(of: type[object]) -> dict[str, object]:
    """Return the fields that the annotations of a type have, by name."""
    hints = get_type_hints(of, include_extras=True)
    return {name: hint.__metadata__[0] for name, hint in hints.items()}


class JsonField(fields.Field[Any]):
    """A field that is always there, unless it is optional or has a default on reading. ``write``
    returns the JSON of its value."""

    read: Function | None = None

    def __init__(self, **options: Unpack[FieldOptions]) -> None:
        options.setdefault("required", "load_default" not in options)
        super().__init__(**options)

    def read_by(self, read: Function) -> Self:
        """Return the field itself, which is written from what a function returns of the object."""
        self.read = read
        return self

    def write(self, value: Any) -> object:
        return value


class Text(JsonField, fields.String):
    """A text."""

    def write(self, value: object) -> object:
        return str(value)


class Code(Text):
    """A text out of some texts, or a value of an enumeration."""

    def __init__(self, codes: Iterable[str], **options: Unpack[FieldOptions]) -> None:
        options["validate"] = OneOf([str(code) for code in codes])
        super().__init__(**options)


class Moment(JsonField, fields.AwareDateTime):
    """A date and time; ``timespec`` is the precision with which it is written."""

    def __init__(self, timespec: str = "auto", **options: Unpack[FieldOptions]) -> None:
        super().__init__(**options)
        self._timespec = timespec

    def write(self, value: datetime) -> object:
        return value.isoformat(timespec=self._timespec)


class Day(JsonField, fields.Date):
    """A date."""

    def write(self, value: date) -> object:
        return value.isoformat()


class Whole(JsonField, fields.Integer):
    """A whole number; texts, fractions and booleans are refused on reading."""

    def _deserialize(self, value: object, *_: object, **__: object) -> int:
        if type(value) is not int:
            raise self.make_error("invalid", input=value)
        return value


class Switch(JsonField, fields.Boolean):
    """A boolean; anything else is refused on reading."""

    def _deserialize(self, value: object, *_: object, **__: object) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return value


class ListOf(fields.List[object], JsonField):
    """A list of one kind of field."""

    inner: JsonField

    def __init__(self, inner: JsonField, **options: Unpack[FieldOptions]) -> None:
        super().__init__(inner, **options)

    def write(self, value: Iterable[object]) -> object:
        return list(map(self.inner.write, value))


class MapOf(fields.Dict, JsonField):
    """An object with any names and one kind of value."""

    value_field: JsonField

    def __init__(self, values: JsonField, **options: Unpack[FieldOptions]) -> None:
        super().__init__(keys=fields.String(), values=values, **options)

    def write(self, value: Mapping[str, object]) -> object:
        return {key: self.value_field.write(each) for key, each in value.items()}


class ObjectOf(fields.Nested, JsonField):
    """An object of a shape inside another one."""

    @cached_property
    def write_object(self) -> Function:
        """The function that writes an object: marshmallow looks for its schema anew each time."""
        return self.schema.dump

    def write(self, value: object) -> object:
        return None if value is None else self.write_object(value)


_Value = TypeVar("_Value")


class NotationText(JsonField, fields.String, Generic[_Value]):
    """A value as text, which ``write_notation`` returns."""

    def __init__(
        self, write_notation: Callable[[_Value], str], **options: Unpack[FieldOptions]
    ) -> None:
        super().__init__(**options)
        self.write = write_notation  # type: ignore[assignment,method-assign]  # an answer has hundreds of cards


CardText = partial(NotationText, write_card)
StepText = partial(NotationText, write_step)
BuildText = partial(NotationText, write_build)
Cards = partial(ListOf, CardText(metadata={"example": "8S"}))
Ranks = partial(ListOf, NotationText(write_rank, metadata={"example": "Q"}))
Builds = partial(ListOf, BuildText(metadata={"example": "3S+5H=8@0"}))
Items = partial(ListOf, Text(metadata={"example": "8S"}))
"""Cards and tops of piles, written already."""
