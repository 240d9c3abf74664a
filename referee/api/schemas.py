"""The shapes of answers, for the OpenAPI document. Tests hold every answer against them."""

from __future__ import annotations

from marshmallow import Schema, fields
from marshmallow.validate import OneOf

from ..rules.verdict import Reason, Sweep


def cards() -> fields.List[str]:
    return fields.List(fields.String(metadata={"example": "8S"}), required=True)


def ranks() -> fields.List[str]:
    return fields.List(fields.String(metadata={"example": "Q"}), required=True)


def whole(*, allow_none: bool = False) -> fields.Integer:
    return fields.Integer(required=True, allow_none=allow_none)


def sweep() -> fields.String:
    return fields.String(required=True, validate=OneOf([sweep.value for sweep in Sweep]))


class HandPlaySchema(Schema):
    card = fields.String(required=True)
    sweep = sweep()
    options_total = whole(allow_none=True)
    points_least = whole()


class HandSchema(Schema):
    must_play = cards()
    plays = fields.List(fields.Nested(HandPlaySchema), required=True)


class OptionSchema(Schema):
    captured = cards()
    groups = fields.List(cards(), required=True)
    left = cards()
    set_aside = cards()
    sweep = sweep()
    points = whole()
    points_most = whole()
    sets_up = ranks()


class PlaySchema(Schema):
    card = fields.String(required=True)
    value = whole()
    creeps = fields.Boolean(required=True)
    options_total = whole(allow_none=True)
    options_complete = fields.Boolean(required=True)
    options = fields.List(fields.Nested(OptionSchema), required=True)


class VerdictSchema(Schema):
    legal = fields.Boolean(required=True)
    reason = fields.String(required=True, validate=OneOf([reason.value for reason in Reason]))
    message = fields.String(required=True)
    rule = fields.String(required=True, allow_none=True)
    missed = cards()


class RulingSchema(Schema):
    game = fields.String(required=True)
    table = cards()
    set_aside = cards()
    sweeps_for = ranks()
    hand = fields.Nested(HandSchema, required=True, allow_none=True)
    play = fields.Nested(PlaySchema, required=True, allow_none=True)
    verdict = fields.Nested(VerdictSchema, required=True, allow_none=True)


class PlayerScoreSchema(Schema):
    name = fields.String(required=True, allow_none=True)
    sweeps = whole()
    set_ups = whole()
    cards = whole()
    last_capture = whole()
    total = whole()


class TeamScoreSchema(Schema):
    team = whole()
    players = fields.List(fields.Integer(), required=True)
    total = whole()


class KindCheckSchema(Schema):
    found = whole()
    expected = whole()


class SheetSchema(Schema):
    players = fields.List(fields.Nested(PlayerScoreSchema), required=True)
    teams = fields.List(fields.Nested(TeamScoreSchema), required=True, allow_none=True)
    sum = whole()
    expected = whole()
    balanced = fields.Boolean(required=True)
    kinds = fields.Dict(
        keys=fields.String(), values=fields.Nested(KindCheckSchema), required=True, allow_none=True
    )


class FieldErrorSchema(Schema):
    field = fields.String(required=True)
    message = fields.String(required=True)


class ProblemSchema(Schema):
    """RFC 9457."""

    type = fields.String(required=True)
    title = fields.String(required=True)
    status = whole()
    detail = fields.String(required=True)
    errors = fields.List(fields.Nested(FieldErrorSchema))
    reason = fields.String()
