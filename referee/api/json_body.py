"""Parsing of JSON bodies: 400 for what cannot be read, 422 for what has the wrong shape."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NoReturn

from flask import Request, request
from marshmallow import EXCLUDE, Schema, ValidationError
from marshmallow.validate import Range
from webargs.flaskparser import FlaskParser

from .. import json_shape_fields
from ..languages import gettext, lazy_gettext
from .problems import FieldError, Problem, wrong_fields


class BodyParser(FlaskParser):
    """A parser that takes every body for JSON, whatever its content type. Where no field is
    required, the body may be missing."""

    def load_json(self, req: Request, schema: Any) -> Any:
        data = req.get_data(cache=True)
        if not data and not any(field.required for field in schema.fields.values()):
            return {}
        try:
            return json.loads(data)
        except (ValueError, RecursionError):
            raise Problem(400, gettext("The body is not JSON that can be read.")) from None

    def handle_error(self, error: ValidationError, *_: Any, **__: Any) -> NoReturn:
        messages = error.messages_dict.get("json", error.messages_dict)
        raise wrong_fields(422, _flatten(messages)) from error


def _flatten(messages: Any, path: str = "") -> Iterator[FieldError]:
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


WRONG_TYPE: dict[str, Any] = {
    "invalid": lazy_gettext("This has the wrong shape."),
    "invalid_utf8": lazy_gettext("This has the wrong shape."),
    "required": lazy_gettext("This is missing."),
    "null": lazy_gettext("This is missing."),
    "type": lazy_gettext("This has the wrong shape."),
}
"""Our words for marshmallow's."""

NO_NUMBER: dict[str, Any] = {
    "invalid": lazy_gettext("This is not a whole number."),
    "required": lazy_gettext("This number is missing."),
    "null": lazy_gettext("This number is missing."),
}
"""Error texts of a field that wants a number."""


class Body(Schema):
    """A JSON object; unknown fields are ignored."""

    error_messages = WRONG_TYPE

    class Meta:
        unknown = EXCLUDE


class WholeNumber(json_shape_fields.Whole):
    """A whole number, with this app's error messages."""

    def __init__(self, *, required: bool = False, **options: Any) -> None:
        super().__init__(required=required, error_messages=NO_NUMBER, **options)


class Switch(json_shape_fields.Switch):
    """A boolean, with this app's error messages."""

    def __init__(self, *, required: bool = False, **options: Any) -> None:
        super().__init__(required=required, error_messages=WRONG_TYPE, **options)


def within(least: int, most: int) -> Range:
    """Return a validator for a range of numbers, with its error message."""
    return Range(least, most, error=lazy_gettext("This number must be from {min} to {max}."))


class Count(WholeNumber):
    """A whole number from 0 to a limit."""

    def __init__(self, most: int, **options: Any) -> None:
        super().__init__(validate=within(0, most), **options)


def texts_of_query() -> dict[str, str]:
    """Return the query as text fields; values of a repeated field are joined."""
    return {name: " ".join(values) for name, values in request.args.lists()}
