"""Bodies with values of another type are refused: no number is true, no text is a number."""

from collections.abc import Iterator
from typing import Any, NotRequired, get_args, get_origin, get_type_hints

from marshmallow import Schema, fields, missing

from referee.api import bodies, play_calls, sheet_calls
from referee.api.bodies import Body, OnOrOff, WholeNumber

NO_SWITCH = (0, 1, 0.0, 1.0, "", "true", "1", [], {})
NO_NUMBER = (0.0, 1.0, True, False, "", "1", [], {})
NO_TEXT = (0, 1.0, True, [], {})


def schemas(base: type[Schema] = Body) -> Iterator[type[Schema]]:
    for one in base.__subclasses__():
        yield one
        yield from schemas(one)


def wrong(field: fields.Field[Any]) -> tuple[Any, ...]:
    match field:
        case OnOrOff():
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


BODIES = ("Session", "GroupChange", "SessionChange", "Begin", "Close", "Sweep")


def test_the_types_of_bodies_are_those_of_their_schemas() -> None:
    """Fields, those that may lack, and those that may be null."""
    parts = ((play_calls, "Entry"), (sheet_calls, "Game"))
    for module, name in (*parts, *((bodies, name) for name in BODIES)):
        schema, kind = getattr(module, f"{name}Schema")(), getattr(module, f"{name}Body")
        shown = schema.fields.items()
        lacks = {key: not one.required and one.load_default is missing for key, one in shown}
        hints = get_type_hints(kind, include_extras=True).items()
        may_lack = {key: get_origin(hint) is NotRequired for key, hint in hints}
        assert may_lack == lacks or (not kind.__total__ and all(lacks.values())), name
        plain = get_type_hints(kind)
        nulls = {key for key, hint in plain.items() if type(None) in get_args(hint)}
        assert nulls == {key for key, one in shown if one.allow_none}, name
