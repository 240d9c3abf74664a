"""Bodies with values of another type are refused: no number is true, no text is a number."""

from collections.abc import Iterator
from typing import Any

from marshmallow import Schema, fields

from referee.api.body_fields import Body, Switch, WholeNumber

NO_SWITCH = (0, 1, 0.0, 1.0, "", "true", "1", [], {})
NO_NUMBER = (0.0, 1.0, True, False, "", "1", [], {})
NO_TEXT = (0, 1.0, True, [], {})


def schemas(base: type[Schema] = Body) -> Iterator[type[Schema]]:
    for one in base.__subclasses__():
        yield one
        yield from schemas(one)


def wrong(field: fields.Field[Any]) -> tuple[Any, ...]:
    match field:
        case Switch():
            return NO_SWITCH
        case WholeNumber():
            return NO_NUMBER
        case fields.List():
            return (1, "x", {}, *([value] for value in wrong(field.inner)))
        case fields.Dict():
            return (1, "x", [], *({"x": value} for value in wrong(field.value_field)))
        case fields.Nested():
            return (1, "x", [])
        case fields.String():
            return NO_TEXT
    raise AssertionError(field)


def test_every_field_of_a_body() -> None:
    known = [(schema, *named) for schema in schemas() for named in schema().fields.items()]
    assert len(known) > 50
    for schema, name, field in known:
        for value in wrong(field):
            assert name in schema().validate({name: value}), (schema, name, value)
