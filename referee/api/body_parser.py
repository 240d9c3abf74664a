"""Parsing of JSON bodies: 400 for what cannot be read, 422 for what has the wrong shape."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import NoReturn

from flask import Request
from marshmallow import Schema, ValidationError
from webargs.flaskparser import FlaskParser

from ..languages import gettext
from .problems import FieldError, Problem, wrong_fields


class BodyParser(FlaskParser):
    """A parser that takes every body for JSON, whatever its content type. Where no field is
    required, the body may be missing."""

    def load_json(self, req: Request, schema: Schema) -> object:
        data = req.get_data(cache=True)
        if not data and not any(field.required for field in schema.fields.values()):
            return {}
        try:
            return json.loads(data)
        except (ValueError, RecursionError):
            raise Problem(400, gettext("The body is not JSON that can be read.")) from None

    def handle_error(self, error: ValidationError, *_: object, **__: object) -> NoReturn:
        messages = error.messages_dict.get("json", error.messages_dict)
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
