"""JSON of problems, after RFC 9457."""

from __future__ import annotations

from copy import copy
from typing import Unpack

from marshmallow.fields import Field

from ..json_schema_base import (
    Code,
    FieldOptions,
    ListOf,
    ObjectOf,
    Shape,
    Switch,
    Text,
    Whole,
    With,
)
from ..messages.build_verdicts import build_verdict_text
from ..messages.capture_verdicts import verdict_text
from ..rules.games.casino.judge.verdict import Verdict
from ..rules.games.casino.judge.verdict_reasons import Reason
from ..rules.games.krypkasino.verdict import CaptureReason, CaptureVerdict
from .build_rulings import BuildVerdictSchema, build_verdict_of
from .capture_rulings import OptionSchema, VerdictSchema
from .sheet_rows import EnteredRowSchema, RowStateSchema
from .whole_game_state import GameStateSchema


def _verdict_fields() -> dict[str, Field[object]]:
    """Return the fields of both kinds of verdict; those of one kind alone are optional."""
    captures, builds = VerdictSchema().fields, BuildVerdictSchema().fields
    fields = {name: copy(field) for name, field in (captures | builds).items()}
    for name in captures.keys() ^ builds.keys():
        fields[name].required = False
    codes = dict.fromkeys([*CaptureReason, *Reason])
    return fields | {"legal": Switch(), "reason": Code(codes)}


PlayVerdictSchema = Shape.from_dict(_verdict_fields(), name="PlayVerdictSchema")
"""A verdict on a play that is refused, as the referee of its game answers."""


class PlayVerdict(ObjectOf):
    """A verdict in the shape that its kind of referee has."""

    def __init__(self, **options: Unpack[FieldOptions]) -> None:
        super().__init__(PlayVerdictSchema, **options)

    def write(self, value: object) -> object:
        if isinstance(value, CaptureVerdict):
            return VerdictSchema.json(With(value, message=verdict_text(value)))
        assert isinstance(value, Verdict)
        return BuildVerdictSchema.json(build_verdict_of(value, build_verdict_text(value)))


class FieldErrorSchema(Shape):
    field = Text()
    message = Text()


class ProblemSchema(Shape):
    """A problem after RFC 9457, with further values that some problems have."""

    type = Text()
    title = Text()
    status = Whole()
    detail = Text()
    errors = ListOf(ObjectOf(FieldErrorSchema), required=False)
    reason = Text(required=False)
    request_id = Text(required=False)
    current = ObjectOf(RowStateSchema, required=False)
    yours = ObjectOf(EnteredRowSchema, required=False)
    verdict = PlayVerdict(required=False)
    options = ListOf(ObjectOf(OptionSchema), required=False)
    seats = ListOf(Whole(), required=False)
    state = ObjectOf(GameStateSchema, required=False)
