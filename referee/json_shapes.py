"""Objects of JSON, and the fields that they have.

A shape is the class of such an object: its JSON, its part of the OpenAPI document and, where it is
read in, its checks are made of that. A field is written from the attribute of its name, from the
``attribute`` that it names (``option.captured``), or from what a function makes ``of`` the object;
what is ``missing`` is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, cached_property
from operator import attrgetter
from typing import Any

from marshmallow import Schema, fields, missing
from marshmallow.validate import OneOf

Function = Callable[..., object]


class With:
    """An object with more attributes, which go before its own."""

    def __init__(self, of: object, **more: object) -> None:
        self._of = of
        vars(self).update(more)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._of, name)


class Shape(Schema):
    """An object of JSON, written from an object that has all its values, or from a dict that has
    those that are not missing."""

    @cached_property
    def _writers(self) -> list[tuple[str, str, Function, Function]]:
        """The fields: the name in JSON, the attribute, how it is read, and how it is written."""
        writers = []
        for name, field in self.dump_fields.items():
            assert isinstance(field, Written)
            attribute = field.attribute or name
            get = field.of or attrgetter(attribute)
            writers.append((field.data_key or name, attribute, get, field.write))
        return writers

    def dump(self, obj: Any, *, many: bool | None = None) -> Any:
        """Return the JSON of an object as plain data. An attribute that it lacks is an error."""
        if many:
            return [self.dump(each) for each in obj]
        values = obj.get if isinstance(obj, dict) else None
        written = {}
        for key, name, get, write in self._writers:
            value = values(name, missing) if values else get(obj)
            if value is not missing:
                written[key] = None if value is None else write(value)
        return written

    @classmethod
    def json(cls, obj: object) -> dict[str, Any]:
        """Return the JSON of an object as plain data."""
        written: dict[str, Any] = _schema(cls).dump(obj)
        return written


@cache
def _schema(shape: type[Shape]) -> Shape:
    return shape()


class Written(fields.Field[Any]):
    """A field that is always there, unless it is not required or is read by default; ``write``
    gives its JSON."""

    def __init__(self, *inner: Any, of: Function | None = None, **options: Any) -> None:
        super().__init__(*inner, **({"required": "load_default" not in options} | options))
        self.of = of

    def write(self, value: Any) -> object:
        return value


class Text(Written, fields.String):
    """A text."""

    def write(self, value: Any) -> object:
        return str(value)


class Code(Text):
    """One of some texts, or of the values of an enumeration."""

    def __init__(self, codes: Iterable[str], **options: Any) -> None:
        super().__init__(validate=OneOf([str(code) for code in codes]), **options)


class Moment(Written, fields.AwareDateTime):
    """A time; ``timespec`` says how exactly it is written."""

    def __init__(self, timespec: str = "auto", **options: Any) -> None:
        super().__init__(**options)
        self._timespec = timespec

    def write(self, value: Any) -> object:
        return value.isoformat(timespec=self._timespec)


class Day(Written, fields.Date):
    """A day."""

    def write(self, value: Any) -> object:
        return value.isoformat()


class Whole(Written, fields.Integer):
    """A whole number: no text, no fraction and no true is read as one."""

    def _deserialize(self, value: Any, attr: Any, data: Any, **options: Any) -> int:
        if type(value) is not int:
            raise self.make_error("invalid", input=value)
        return super()._deserialize(value, attr, data, **options)


class Switch(Written, fields.Boolean):
    """True or false: nothing that is merely like it is read as one."""

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return value


class ListOf(Written, fields.List[Any]):
    """A list."""

    inner: Written

    def write(self, value: Any) -> object:
        return list(map(self.inner.write, value))


class MapOf(Written, fields.Dict):
    """An object whose names are not fixed."""

    value_field: Written

    def __init__(self, values: Written, **options: Any) -> None:
        super().__init__(keys=fields.String(), values=values, **options)

    def write(self, value: Any) -> object:
        return {key: self.value_field.write(each) for key, each in value.items()}


class ObjectOf(Written, fields.Nested):
    """An object inside another one."""

    def write(self, value: Any) -> object:
        return None if value is None else self.schema.dump(value)
