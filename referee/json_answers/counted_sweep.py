"""JSON of a sweep that was counted."""

from __future__ import annotations

from ..json_schema_base import Shape, Switch, Text, Whole


class CountedSweepSchema(Shape):
    key = Text()
    seat = Whole()
    double = Switch()
