"""Fields of JSON bodies, with this app's error messages."""

from __future__ import annotations

from typing import Any

from marshmallow import EXCLUDE, Schema, ValidationError, fields
from marshmallow.validate import Range

from .. import json_schema_base
from ..languages import gettext, lazy_gettext
from ..services.client_keys import is_client_key

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


class WholeNumber(json_schema_base.Whole):
    """A whole number, with this app's error messages."""

    def __init__(self, *, required: bool = False, **options: Any) -> None:
        super().__init__(required=required, error_messages=NO_NUMBER, **options)


class Switch(json_schema_base.Switch):
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


def check_key(text: str | None) -> None:
    """Raise :class:`ValidationError` if a text is no key that a client may give."""
    if text is not None and not is_client_key(text):
        raise ValidationError(gettext("A key is 1 to 64 characters that can be shown."))


def text_field(**options: Any) -> fields.String:
    """Return a field for a text, with its error messages."""
    return fields.String(error_messages=WRONG_TYPE, **options)


def cards_field() -> fields.List[str]:
    """Return an optional field for cards, each a text."""
    return fields.List(text_field(), load_default=None, allow_none=True, error_messages=WRONG_TYPE)


KEY = {"description": "A text of your own, best a random one: sent again, it makes nothing twice."}
"""Metadata of a field for a key."""
