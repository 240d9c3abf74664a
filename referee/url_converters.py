"""Converters of the parts of a URL: ids, numbers, texts."""

from __future__ import annotations

from werkzeug.routing import BaseConverter


class IdConverter(BaseConverter):
    """The id of a group or session, or a key; texts that cannot be one do not match."""

    regex = "[0-9A-Za-z_-]{1,64}"


class NumberConverter(BaseConverter):
    """The number of a game, seat or person, small enough for every database."""

    regex = "[0-9]{1,9}"

    def to_python(self, value: str) -> int:
        return int(value)


class TextConverter(BaseConverter):
    """Any text, slashes included, as the last part of a URL."""

    regex = ".+"
    part_isolating = False
