"""Fields of JSON bodies, with this app's error messages."""

from __future__ import annotations

from typing import Unpack

from marshmallow import EXCLUDE, Schema, ValidationError, fields
from marshmallow.types import ErrorMessages
from marshmallow.validate import Range

from .. import json_schema_base
from ..json_schema_base import FieldOptions
from ..languages import gettext, lazy_gettext
from ..services.client_keys import is_client_key

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


class WholeNumber(json_schema_base.Whole):
    """A whole number, with this app's error messages."""

    def __init__(self, **options: Unpack[FieldOptions]) -> None:
        super().__init__(**_optional(options, NO_NUMBER))


class Switch(json_schema_base.Switch):
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


def cards_field() -> fields.List[str]:
    """Return an optional field for cards, each a text."""
    return fields.List(text_field(), load_default=None, allow_none=True, error_messages=WRONG_TYPE)


KEY = {"description": "A text of your own, best a random one: sent again, it makes nothing twice."}
"""Metadata of a field for a key."""
